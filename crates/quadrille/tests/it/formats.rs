//! Reading and writing levels: every level that is written is read back the same.

use crate::support::{Random, random_level};
use proptest::prelude::*;
use quadrille::games;
use quadrille::levels::{Known, Level, format_names, from_code, read, to_code, write, write_all};
use quadrille::search::Control;

fn only_level(text: &str, level: &Level) -> Level {
    let document = read(text, Some(level.game));
    let mistakes: Vec<_> = document.mistakes().map(|error| error.message()).collect();
    assert!(mistakes.is_empty(), "{mistakes:?}\n{text}");
    assert_eq!(document.entries.len(), 1, "{text}");
    document.levels().next().expect("one good level").clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_level_survives_every_format(seed: u64, side in 2_usize..=16) {
        let mut random = Random(seed);
        for game in games::ALL {
            let level = random_level(game.id(), &mut random, side);
            for format in format_names(*game).into_iter().filter(|&format| format != "svg") {
                match write(&level, format) {
                    Ok(text) => prop_assert_eq!(&only_level(&text, &level).grid, &level.grid, "{}\n{}", format, text),
                    Err(error) if error.code() == "unwritable-cell" => {
                        prop_assert_ne!(format, "native");
                    }
                    Err(other) => prop_assert!(false, "{}", other),
                }
            }
        }
    }

    #[test]
    fn the_native_format_keeps_all_that_is_known(
        seed: u64,
        name in "[A-Za-z0-9äß/=:;#]([A-Za-z0-9 .:=#]{0,20}[a-z])?",
        author in proptest::option::of("[A-Z][a-z. ]{0,12}[a-z]"),
        notes in proptest::collection::vec("[A-Za-z,:=;#-]{1,30}", 0..3),
        known in 0_u32..4,
    ) {
        let mut random = Random(seed);
        for game in games::ALL {
            let mut level = random_level(game.id(), &mut random, 4);
            level.name = Some(name.clone());
            level.author.clone_from(&author);
            level.notes.clone_from(&notes);
            level.known = [None, Some(Known::Optimal(7)), Some(Known::Best(12)), Some(Known::Unsolvable)][known as usize];
            let text = write(&level, "native").expect("every level can be written");
            prop_assert_eq!(only_level(&text, &level), level);
        }
    }

    #[test]
    fn many_levels_in_one_file(seed: u64, named: bool) {
        let mut random = Random(seed);
        for game in games::ALL {
            let levels: Vec<Level> = (0..5)
                .map(|index| {
                    let mut level = random_level(game.id(), &mut random, 5);
                    level.name = named.then(|| format!("level_{index}"));
                    level
                })
                .collect();
            for format in format_names(*game).into_iter().filter(|&format| format != "svg") {
                let Ok(text) = write_all(&levels, format) else { continue };
                let document = read(&text, Some(*game));
                let grids: Vec<_> = document.levels().map(|level| level.grid.clone()).collect();
                prop_assert_eq!(grids, levels.iter().map(|level| level.grid.clone()).collect::<Vec<_>>(), "{}", text);
            }
        }
    }

    #[test]
    fn share_codes_notice_any_change(seed: u64, at: usize, letter in "[A-Za-z0-9_-]") {
        let mut random = Random(seed);
        for game in games::ALL {
            let level = random_level(game.id(), &mut random, 6);
            let code = to_code(&level);
            prop_assert!(code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
            prop_assert_eq!(&from_code(&code).expect("its own code").grid, &level.grid);
            let at = at % code.len();
            let changed = format!("{}{letter}{}", &code[..at], &code[at + 1..]);
            if changed != code {
                // The last letter may contain unused bits; then the code must be refused, not read
                // as another board.
                prop_assert!(from_code(&changed).is_err(), "{} {}", code, changed);
            }
            prop_assert!(from_code(&code[..code.len() - 1]).is_err());
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,200}", head in 0_usize..6) {
        let heads = ["", "game: tiles\n", "level x\n", "[[", "3 3\n", "a = [["];
        for game in games::ALL {
            read(&format!("{}{text}", heads[head]), Some(*game));
        }
        read(&format!("{}{text}", heads[head]), None);
    }

    #[test]
    fn blanks_tabs_line_ends_and_marks_do_no_harm(seed: u64) {
        let mut random = Random(seed);
        for game in games::ALL {
            let level = random_level(game.id(), &mut random, 6);
            for format in format_names(*game).into_iter().filter(|&format| format != "svg") {
                let Ok(text) = write(&level, format) else { continue };
                let noisy: String =
                    text.lines().map(|line| format!("{} \t\r\n", line.replace(' ', "\t"))).collect();
                prop_assert_eq!(&only_level(&format!("\u{feff}{noisy}\r\n\r\n"), &level).grid, &level.grid);
                prop_assert_eq!(&only_level(text.trim_end(), &level).grid, &level.grid);
            }
        }
    }
}

fn grid_of(text: &str) -> String {
    let document = read(text, None);
    let mistakes: Vec<_> = document.mistakes().map(|error| error.message()).collect();
    assert!(mistakes.is_empty(), "{mistakes:?}\n{text}");
    let level = document.levels().next().expect("a level").clone();
    format!(
        "{} {}",
        level.game.id(),
        write(&level, "native").expect("native holds all").split("\n\n").nth(1).unwrap()
    )
}

#[test]
fn the_formats_of_the_course_projects_are_distinguished() {
    let tiles = "tiles # r  .\n. .  .\n. bB R\n";
    assert_eq!(
        grid_of("level4 = [ ['X', 'IR', '-'], ['-', '-', '-'],\n ['-', 'FBIB', 'FR'], ]  # four\n"),
        tiles
    );
    assert_eq!(
        grid_of("[[\"X\",\"IR\",\"-\"],[\"-\",\"-\",\"-\"],[\"-\",\"IBFB\",\"FR\"]]"),
        tiles
    );
    assert_eq!(grid_of("X IR -\n- - -\n- IBFB FR\n"), tiles);
    assert_eq!(grid_of("X R -\n- - -\n- BBF RF\n"), tiles);
    assert_eq!(grid_of("# r .\n_ . .\n. bB R\n3\n"), tiles);
    assert_eq!(grid_of("#r.  \n...\n..R\n2"), "tiles # r .\n. . .\n. . R\n");
    assert_eq!(grid_of("[['X', 'I', '-'], ['-', 'IF', '-']]"), "tiles # i .\n. I .\n");

    let zhed = "zhed . 2 .\n. . G\n";
    assert_eq!(grid_of("3 2\n# numbers\n1 0 2\n2 1 -2\n"), zhed);
    assert_eq!(grid_of("0 2 0\n0 0 -2\n"), zhed);
    assert_eq!(grid_of("[[0, 2, 0], [0, 0, -2]]"), zhed);
    assert_eq!(grid_of("  0 1 2\n0| 0 2 0 |\n1| 0 0 -2 |\n"), zhed);
    assert_eq!(grid_of("|0 2 0|\n|0 0 -2|\n"), zhed);
    assert_eq!(grid_of(".2.\n..G\n"), zhed);
    assert_eq!(grid_of("p 2\n0 0 1\n1 1 -2\n"), "zhed 1 .\n. G\n");

    let squares = "squares A A B\nA A B\n. B B\n";
    assert_eq!(grid_of("AAB\nAAB\nZBB\n"), squares);
    assert_eq!(grid_of("[['A','A','B'],['A','A','B'],['Z','B','B']]"), squares);
    assert_eq!(grid_of("[[[\"A\",\"A\",\"B\"],[\"A\",\"A\",\"B\"],[\"Z\",\"B\",\"B\"]]]"), squares);

    let fold = "fold 1 . #\n. . 2\n";
    assert_eq!(grid_of("1.#\n..2\n"), fold);
    assert_eq!(grid_of("1 0 -1\n0 0 2\n"), fold);
    assert_eq!(grid_of("[[1, 0, -1], [0, 0, 2]]"), fold);
}

#[test]
fn known_optima_are_read() {
    let known = |text: &str| read(text, None).levels().next().expect("a level").known;
    assert_eq!(known("level a optimal=3\n1.G\n"), Some(Known::Optimal(3)));
    assert_eq!(known("level a best=3\n1.G\n"), Some(Known::Best(3)));
    assert_eq!(known("level a unsolvable\n1.G\n"), Some(Known::Unsolvable));
    assert_eq!(known("r.R\n...\n12"), Some(Known::Optimal(12)));
    assert_eq!(known("r.R\n...\n\n12\n"), Some(Known::Optimal(12)));
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let mistake = |text: &str, game: &str| {
        let document = read(text, games::by_id(game));
        let error = document
            .diagnostics()
            .next()
            .unwrap_or_else(|| panic!("{text} should be refused"))
            .clone();
        assert!(error.help().is_some(), "a way out: {}", error.message());
        format!(
            "{} {}",
            quadrille::diagnostic::Place::of(text, error.span().start),
            error.message()
        )
    };
    assert_eq!(mistake("r . ?\n. . R\n", ""), "1:5 '?' is not a tiles cell");
    assert_eq!(mistake("r . .\n. R\n", "tiles"), "2:1 this row has 2 cells; the others have 3");
    assert_eq!(mistake("", ""), "1:1 the text is empty");
    assert_eq!(mistake("a\0b", ""), "1:2 this is not text: it contains a zero byte");
    assert_eq!(mistake("a = [['X', 'IR'],\n['-', 'FR']", ""), "1:5 this bracket is never closed");
    assert_eq!(mistake("r . R\n. . R\n", ""), "2:5 colour R has 2 goals but 1 block");
    assert_eq!(
        mistake("AAB\nAAB\n", "squares"),
        "2:3 colour B has 2 pieces, which is not a multiple of four"
    );
    assert_eq!(
        mistake("AAB\nAAB\n", ""),
        "2:3 this is not a level of tiles, squares (as tiles, at 1:1: there is no goal on the board; \
         as squares, at 2:3: colour B has 2 pieces, which is not a multiple of four)"
    );
    assert_eq!(mistake("3 2\n1 0 2\n", ""), "1:1 there is no goal on the board");
    assert_eq!(mistake("...G\n", "zhed"), "1:1 there is no number on the board");
    assert_eq!(mistake("3 2\n5 0 2\n1 1 -2", ""), "2:1 column 5 is not on the board");
    assert_eq!(mistake("3 2\n1 0 2\n1 0 2\n1 1 -2", ""), "3:1 the cell 1 0 is given twice");
    assert_eq!(mistake("-3 2\n1 0 2\n", ""), "1:1 the width of a board cannot be -3");
    assert_eq!(
        mistake(&format!("{}G\n", ".".repeat(32)), "zhed"),
        "1:1 this row has more than 32 cells"
    );
    assert_eq!(mistake(&"1.G\n".repeat(33), "zhed"), "33:1 the board has more than 32 rows");
    assert_eq!(mistake("game: chess\n\n1.G\n", ""), "1:7 there is no game 'chess'");
    assert_eq!(
        mistake("game: zhed\nsolution: 0,0R 0,0R\n\n1G\n", ""),
        "2:11 the solution does not solve the level: move 2 (0,0R) is illegal: the number at 0,0 is already used"
    );
}

#[test]
fn a_bad_level_does_not_hide_the_good_ones() {
    let document = read("level a\n1.G\n\nlevel b\n1.?\n\nlevel c\n..G1\n", None);
    let labels: Vec<_> =
        document.entries.iter().map(|entry| (entry.label.as_str(), entry.level.is_ok())).collect();
    assert_eq!(labels, [("a", true), ("b", false), ("c", true)]);
}

#[test]
fn brackets_without_end_do_not_exhaust_the_stack() {
    let document = read(&"[".repeat(1_000_000), None);
    assert!(document.diagnostics().next().is_some());
}

#[test]
fn two_games_that_could_be_meant_are_named() {
    let document = read("..G..\n", None);
    let error = document.diagnostics().next().expect("no level of any game");
    assert!(
        error.message().contains("zhed") && error.message().contains("tiles"),
        "{}",
        error.message()
    );
    assert!(error.help().as_deref().is_some_and(|help| help.contains("name the game")));
}

#[test]
fn a_level_of_the_app_is_read_from_its_list_and_solved() {
    let list =
        "9 9\n4 1 1\n7 2 1\n1 3 2\n7 3 1\n6 4 1\n6 5 1\n3 6 1\n6 6 2\n2 7 3\n5 7 3\n3 4 -2\n";
    let document = read(list, None);
    let level = document.levels().next().expect("a level");
    let report = level
        .game
        .solve(&level.grid, &Default::default(), &Control::default(), None)
        .expect("a report");
    assert_eq!(report.plan().map(|(_, cost)| cost), Some(10));
    assert!(report.is_optimal());
}

/// The largest boards, solved by a few moves.
fn large_levels() -> Vec<Level> {
    let board =
        |id: &str, rows: usize, cols: usize, empty: &str, cells: &[(usize, usize, &str)]| {
            let game = games::by_id(id).unwrap();
            let code = |glyph: &str| game.cell_from_glyph(glyph).unwrap();
            let size = quadrille::grid::Size::new(rows, cols).unwrap();
            let mut grid = quadrille::grid::Grid::filled(size, code(empty));
            for &(row, col, glyph) in cells {
                grid[quadrille::grid::Coord { row: row as u8, col: col as u8 }] = code(glyph);
            }
            Level::new(game, grid)
        };
    let squares: Vec<(usize, usize, &str)> =
        (0..8).map(|at| (at / 4, at % 4, ["A", "A", "B", "B", "A", "B", "A", "B"][at])).collect();
    vec![
        board("tiles", 32, 32, ".", &[(0, 0, "r"), (31, 31, "R")]),
        board("zhed", 20, 32, ".", &[(3, 31, "1"), (3, 30, "G"), (9, 9, "5")]),
        board("squares", 17, 17, ".", &squares),
        board("fold", 1, 32, ".", &[(0, 0, "1")]),
        board("sokoban", 32, 32, "-", &[(31, 31, "@"), (31, 29, "$"), (31, 27, "."), (0, 0, "#")]),
    ]
}

#[test]
fn large_boards_are_written_read_and_solved() {
    for level in large_levels() {
        let (game, id) = (level.game, level.game.id());
        assert_eq!(game.problems(&level.grid), [], "{id}");
        let code = to_code(&level);
        assert!(code.starts_with(&format!("{id}2-")), "{code}");
        assert_eq!(from_code(&code).unwrap().grid, level.grid, "{id}");
        let native = write(&level, "native").unwrap();
        assert_eq!(read(&native, None).levels().next().map(|again| &again.grid), Some(&level.grid));
        assert!(write(&level, "svg").unwrap().contains("</svg>"));
        for algorithm in ["best", "bfs", "astar", "idastar"] {
            let method: quadrille::Method = algorithm.parse().unwrap();
            let report = game.solve(&level.grid, &method, &Default::default(), None).unwrap();
            assert!(report.plan().is_some() && report.is_optimal(), "{id} {algorithm}");
        }
    }
    // A large board in the first version, or a small one in the second, is not a code.
    let small = read("level a\nr..\n...\n..R\n", None).levels().next().unwrap().clone();
    assert!(from_code(&to_code(&small).replacen('1', "2", 1)).is_err());
}
