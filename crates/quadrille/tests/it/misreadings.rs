//! Texts that were once read as levels other than intended. Each is now read correctly, refused, or
//! read with a note.

use quadrille::games;
use quadrille::levels::{Document, Known, Level, format_names, read, write};

/// The contents of a document: `zhed 1 . G/. . .` for a level, `2:1 …` for a mistake, `note 1:1 …`
/// for an assumption.
fn summary_of(text: &str, document: &Document) -> Vec<String> {
    let level = |level: &Level| {
        let native = write(level, "native").expect("native holds all");
        let rows = native.split("\n\n").nth(1).unwrap_or_default().trim_end();
        format!("{} {}", level.game.id(), rows.replace('\n', "/"))
    };
    let place = |span: usize| quadrille::diagnostic::Place::of(text, span);
    let mistakes =
        document.mistakes().map(|it| format!("{} {}", place(it.span().start), it.message()));
    let notes =
        document.notes().map(|it| format!("note {} {}", place(it.span().start), it.message()));
    document.levels().map(level).chain(mistakes).chain(notes).collect()
}

fn summary(text: &str) -> Vec<String> {
    summary_of(text, &read(text, None))
}

fn assert_error(text: &str, message: &str) {
    let summary = summary(text);
    assert!(
        summary.iter().any(|line| line.contains(message)) && read(text, None).levels().count() == 0,
        "{text:?} should be refused with '{message}': {summary:#?}"
    );
}

fn assert_read(text: &str, board: &str) {
    assert_eq!(summary(text), [board], "{text:?}");
}

fn assert_noted(text: &str, board: &str, note: &str) {
    let summary = summary(text);
    assert!(
        matches!(summary.as_slice(), [level, summary] if level == board && summary.starts_with("note") && summary.contains(note)),
        "{text:?} should be {board} with a note '{note}': {summary:#?}"
    );
}

#[test]
fn one_bar_is_no_frame() {
    assert_error(
        ". # . .\n. . . r\n|. . # b\n. . B R\n",
        "3:1 this row has a '|'; others have none",
    );
    assert_error("|0 2 0\n0 0 -2\n|0 0 0\n", "2:1 this row has no '|'; others have one");
    assert_error("| 0 2 0\n| 0 | 0 -2\n| 0 0 0\n", "2:1 this row has 2 bars; the others have 1");
    assert_error("| 0 2 0 |\n| 0 0 -2 |\n| 0 0 0\n", "3:1 this row has 1 bar; the others have 2");
    assert_read("0 | 1 | 0 | -2\n", "zhed . 1 . G");
    assert_read("0 | 1\n-2 | 0\n", "zhed . 1/G .");
    assert_error("0 | 1\n1 | -2\n", "1:1 the first column could be row numbers or cells");
    assert_error("0 | 1 | 0\n1 | 0 | -2\n", "1:1 the first column could be row numbers or cells");
    assert_error("0 | 0 2 0\n2 | 0 0 -2\n", "2:1 '2' is not the number of this row");
    assert_error("3 | 0 2 0\n4 | 0 0 -2\n", "1:1 '3' is not the number of this row");
    assert_error("0 | 0 2 0\n| 0 0 -2\n", "2:1 this row has no number");
    assert_error("squares1-NAMBAgME5CWK2s69lKa|f", "share code");
}

#[test]
fn the_console_form_is_read_with_and_without_its_parts() {
    let cells = [["0", "2", "0"], ["0", "-1", "-2"], ["4", "0", "0"]];
    let board = "zhed . 2 ./. * G/4 . .";
    for head in [None, Some(0), Some(1)] {
        for ruled in 0..8 {
            for numbers in [None, Some(0), Some(1)] {
                for (bar, close) in [(" | ", ""), ("|", ""), ("| ", " |"), ("|", "|")] {
                    let ruler = |bit: usize| if ruled & bit == 0 { "" } else { "  +-----+\n" };
                    let mut text = ruler(1).to_string();
                    if let Some(first) = head {
                        let columns: Vec<_> = (first..first + 3).map(|n| n.to_string()).collect();
                        text += &format!("{}{bar}{}{close}\n", " ", columns.join(" "));
                        text += ruler(2);
                    }
                    for (row, cells) in cells.iter().enumerate() {
                        let number =
                            numbers.map_or(String::new(), |first| (first + row).to_string());
                        text += &format!("{number}{bar}{}{close}\n", cells.join(" "));
                    }
                    text += ruler(4);
                    let is_sure = head.is_none() || numbers.is_some() || ruled & 2 != 0;
                    let summary = summary(&text);
                    if head.is_some() && numbers.is_some() && head != numbers {
                        assert!(summary[0].contains("are numbered from"), "{text}{summary:#?}");
                        continue;
                    }
                    assert_eq!(summary[0], board, "{text}");
                    assert_eq!(summary.len(), if is_sure { 1 } else { 2 }, "{text}{summary:#?}");
                    if !is_sure {
                        assert!(summary[1].contains("counts the columns"), "{summary:#?}");
                    }
                }
            }
        }
    }
    // The head without a bar, bars between all cells, rulers between all rows.
    assert_read("  0 1 2\n0| 0 2 0 |\n1| 0 0 -2 |\n", "zhed . 2 ./. . G");
    assert_read("+-+-+\n| 0 | 2 |\n+-+-+\n| 0 | -2 |\n+-+-+\n", "zhed . 2/. G");
    assert_read("|.2.|\n|..G|\n", "zhed . 2 ./. . G");
    assert_error("| 0 2\n+---+\n| 0 -2\n| 0 0\n", "2:1 this ruler is between two rows");
    assert_error(
        "  | 0 1 2\n--+----\n0 | 0 2\n1 | 0 -2\n",
        "the head has 3 column numbers and the board 2 columns",
    );
    assert_error("  | 0 1 3\n--+----\n0 | 0 2 0\n1 | 0 -2 0\n", "this row has no number");
}

#[test]
fn every_line_end_of_unicode_ends_a_line() {
    for end in ["\n", "\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        for (text, board) in [
            ("1 0 0\n0 0 0\n0 0 -2\n", "zhed 1 . ./. . ./. . G"),
            ("; a comment\ngame: tiles\n\nr .\n. R\n", "tiles r ./. R"),
            ("level a\n1.\n.G\n", "zhed 1 ./. G"),
            ("a = [['X', 'IR'], # a wall\n['-', 'FR']]", "tiles # r/. R"),
            ("3 2\n1 0 2\n2 1 -2\n", "zhed . 2 ./. . G"),
        ] {
            assert_read(&text.replace('\n', end), board);
        }
        let mistake = read(&format!("1 0{end}0 ?{end}"), None).mistakes().next().unwrap().clone();
        assert_eq!(mistake.place.map(|place| place.to_string()).as_deref(), Some("2:3"));
    }
}

#[test]
fn a_list_without_its_size_is_distinguished_from_a_matrix() {
    let list = "4 1 1\n7 2 1\n1 3 2\n3 4 -2\n";
    assert_noted(
        list,
        "zhed 4 1 1/7 2 1/1 3 2/3 4 G",
        "as list of zhed: the size of the board is missing",
    );
    assert_read("0 2 0\n0 0 -2\n", "zhed . 2 ./. . G");
    // Two numbers in the middle of a list are a cell without one of its blanks.
    assert_error("9 9\n4 1 1\n7 21\n3 4 -2\n", "3:1 this line has 2 words; a cell has three");
    let merged = summary("3 2\n1 0 2\n2 1 -2\n\n0 0 1\n\n4 4\n1 1 1\n1 3 -2\n0 3 1");
    assert_eq!(merged.len(), 2, "{merged:?}");
    assert_eq!(merged[1], "5:1 there is a blank line before this cell of the list");
    assert_noted(
        "3 2\n1 0 2\n\n2 1 -2\n",
        "zhed . 2 ./. . G",
        "there is a blank line before this cell",
    );
    assert_noted("3 2\n1 0 2\n# 0 0 1\n2 1 -2\n", "zhed . 2 ./. . G", "a comment, not a cell");
    assert_read("3 2\n# 2 numbers\n1 0 2 # 5\n2 1 -2\n", "zhed . 2 ./. . G");
    assert_error("3 2\n1 0 2#5\n2 1 -2\n", "'2#5' is not a whole number");
}

#[test]
fn a_board_without_anything_is_of_no_game() {
    assert_error("...\n...\n", "the board is empty");
    assert_eq!(read("...\n...\n", games::by_id("squares")).levels().count(), 1);
}

#[test]
fn walls_are_no_comments() {
    assert_error("AA#\nAA#\n", "");
    assert_error("A A #\nA A #\n", "");
    assert_error("# A A\nA A A\n", "");
    assert_read("AABB # two\nAABB\n", "squares A A B B/A A B B");
    assert_read("# a comment\nAABB\nAABB\n", "squares A A B B/A A B B");
    assert_noted(
        "; X IR - FR\n- - IR FR\n- - - -\n",
        "tiles . . r R/. . . .",
        "is a comment, not a row",
    );
    assert_noted("level a\n1..\n;..\n..G\n", "zhed 1 . ./. . G", "is a comment, not a row");
    assert_noted(
        "game: zhed\n\n1 . .\n; . .\n. . G\n",
        "zhed 1 . ./. . G",
        "is a comment, not a row",
    );
}

#[test]
fn a_list_whose_size_became_a_name_is_noted() {
    let summary = summary("# level 8 optimal=6\nlevel 8\n4 2 1\n5 2 1\n6 3 -2\n");
    assert!(
        summary.iter().any(|it| it.contains("the size of the board is missing")),
        "{summary:?}"
    );
}

#[test]
fn a_single_row_among_boards_is_noted() {
    let note = "note 2:1 this level has a single row; others have more";
    let summary_of = summary("level a\n1.1...G\n\nlevel b\n1..\n..G\n");
    assert_eq!(summary_of, ["zhed 1 . 1 . . . G", "zhed 1 . ./. . G", note]);
    assert_read("1.1...G\n", "zhed 1 . 1 . . . G");
}

#[test]
fn a_lost_line_end_in_a_number_is_noted() {
    let note = "note 5:3 '13' is read as one cell of a single row";
    let text = "level \"a\"\n1 2\n\nlevel \"b\"\n2 13 0\n\nlevel \"c\"\n1 1\n";
    assert!(summary(text).iter().any(|it| it == note), "{:?}", summary(text));
    let even = summary("level a\n2 1 12 0\n");
    assert!(!even.iter().any(|it| it.contains("one cell of a single row")), "{even:?}");
}

#[test]
fn a_head_in_a_comment_is_noted() {
    let board = "tiles . R/r ./. B/b .";
    let note = "note 4:1 this line is a comment; no level begins here";
    assert_noted("level a\n-  FR\nIR -\n#level b\n-  FB\nIB -\n", board, note);
    assert_noted("level a\n. R\nr .\n; level b\n. B\nb .\n", board, note);
    // Above and below a board, comments are free.
    assert_read("; level a\nlevel a\n. R\nr .\n\n; level b\n", "tiles . R/r .");
}

#[test]
fn lost_goals_are_noted() {
    assert_noted(
        "level a\n1..\n..2\n",
        "fold 1 . ./. . 2",
        "read as fold; as zhed: there is no goal",
    );
    assert_noted("1..\n..g\n", "fold 1 . ./. . g", "read as fold; as zhed: 'g' is not a zhed cell");
    assert_noted("# r .\n. . b\n", "fold # r ./. . b", "read as fold; as tiles: ");
    assert_noted("1 0 0\n0 0 2\n", "fold 1 . ./. . 2", "read as fold; as zhed: there is no goal");
    assert_noted("[[1, 0, 0], [0, 0, 2]]", "fold 1 . ./. . 2", "as zhed: there is no goal");
    // A goal among the pieces of fold.
    let note = "read as zhed; as fold: 'G' is not a fold cell";
    assert_noted("11..\n..2.\n.3.G\n", "zhed 1 1 . ./. . 2 ./. 3 . G", note);
    assert_noted("1G1.\n..2.\n", "zhed 1 G 1 ./. . 2 .", note);
    assert_noted("1 0 0\n0 -2 3\n", "zhed 1 . ./. G 3", "as fold: '-2' is not a fold cell");
    assert_read("1.1.\n..2.\n.3.G\n", "zhed 1 . 1 ./. . 2 ./. 3 . G");
    assert_read("1.4.\n..G.\n", "zhed 1 . 4 ./. . G .");
    // An extra letter in a board full of pieces is the goal of a block in the older legend of
    // tiles.
    let slip = "[['A','A','B','B'],['A','AF','B','B']]";
    assert_noted(slip, "tiles a a b b/a A b b", "read as tiles; as squares: 'AF' is not a");
    // Texts that can only be of one game need no note.
    assert_read("1..\n..G\n", "zhed 1 . ./. . G");
    assert_read("r..\n..R\n", "tiles r . ./. . R");
    assert_read("AAB\nAAB\nZBB\n", "squares A A B/A A B/. B B");
    assert_read("[['A','A','B','B'],['A','A','B','B']]", "squares A A B B/A A B B");
    assert_read("1#.\n..2\n3.#\n", "fold 1 # ./. . 2/3 . #");
}

#[test]
fn a_blank_line_is_never_inside_a_board() {
    assert_error("level a\n1.\n.G\n\n1.\n.G\n", "5:1 there is a blank line before this row");
    assert_error(
        "game: zhed\n\n1 .\n. G\n\n1 .\n. G\n",
        "6:1 there is a blank line before this row",
    );
    let summary = summary("1.\n.G\n\n2.\n.G\n");
    assert_eq!(summary[..2], ["zhed 1 ./. G", "zhed 2 ./. G"]);
    assert_eq!(summary[2], "note 4:1 a new level begins here, because of the blank line above");
    assert_read("level a\n\n1.\n.G\n\n", "zhed 1 ./. G");
    assert_error("levela\n......\n......\n", "1:1 this looks like the head of a level");
    assert_error("level\nlevel\n", "the level has no name");
}

#[test]
fn no_row_is_lost_in_a_name_or_a_comment() {
    assert_noted("level a1..\n.1.\n..G\n", "zhed . 1 ./. . G", "ends like a row of the board");
    assert_noted(
        "level a 1 0 0\n0 1 0\n0 0 -2\n",
        "zhed . 1 ./. . G",
        "ends like a row of the board",
    );
    assert_error("level a optimal=31 0 0\n0 1 0\n0 0 -2\n", "'0' is not expected after");
    assert_noted("; mine: 1..\n1..\n..G\n", "zhed 1 . ./. . G", "is a comment, not a row");
    assert_eq!(summary("level a\n1..\nlevel\n..G\n")[1], "3:1 the level has no name");
    assert_read("level seed-01 optimal=3\n1.#\n..2\n#..\n", "fold 1 . #/. . 2/# . .");
}

#[test]
fn lists_are_read_to_the_letter() {
    assert_error("[(1,0,0],[0,0,-2))", "']' does not close '('");
    assert_error("[[1,,0,0],[0,0,-2]]", "1:5 there is nothing before this comma");
    assert_error("[[,1,0],[0,-2]]", "1:3 there is nothing before this comma");
    assert_error("[['X' 'IR'], ['-', 'FR']]", "1:8 there is no comma before this");
    assert_error("[['X', 'IR'] ['-', 'FR']]", "1:14 there is no comma before this");
    assert_error("[['X', IR], ['-', 'FR']]", "1:8 some cells of the board are in quotes");
    assert_error("[[1,0],[0,-2]", "1:1 this bracket is never closed");
    for behind in ["x", "]", ", [0, 1]", "1", "'X'", "= 3", "[[1, -2]]"] {
        let summary = summary(&format!("[[1, 0], [0, -2]] {behind}"));
        assert!(summary.len() == 2 && !summary[1].starts_with("note"), "{behind}: {summary:?}");
    }
    let after = summary("[[1, 0], [0, -2]]\nthat was all\n");
    assert_eq!(after[1], "2:1 'that' is outside all lists");
    assert_noted("[# [1, 0],\n[1, 0], [0, -2]]", "zhed 1 ./. G", "this comment is not read");
    assert_noted("[[1, 0],\n# [0, 1],\n[0, -2]]", "zhed 1 ./. G", "this comment is not read");
}

#[test]
fn java_arrays_are_read() {
    for text in [
        "{{1,0},{0,-2}}",
        "int[][] level = {{1,0},{0,-2}};",
        "int level[][] = {\n  {1, 0}, // first\n  {0, -2},\n};\n",
        "public static final int[][] LEVEL = new int[][] {{1, 0}, {0, -2}};",
        "const level = [[1, 0], [0, -2]];",
        "{\"a b\": [[1, 0], [0, -2]]}",
    ] {
        assert_read(text, "zhed 1 ./. G");
    }
    assert_read("char[][] c = {{'A','A','B','B'},{'A','A','B','B'}};", "squares A A B B/A A B B");
    let many = read("int[][] a = {{1,-2}};\nint[][] b = {{1,0,-2}};\n", None);
    let names: Vec<_> = many.levels().filter_map(|level| level.name.as_deref()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_error("int[][] level = {{1,0},{0,-2};", "");
    assert_error("int[] [level = {{1,0},{0,-2}};", "");
}

#[test]
fn names_are_kept_in_all_formats() {
    let hostile = [
        "x optimal=9", "unsolvable", "best=3", "a  b", " a ", "\"", "\"q\"", "'", "#1 hit", "; x",
        "// x", "a\nb", "a\r\nlevel b", "\u{2028}", "a\tb", "\\n", "level", "level x",
        "game: fold", "a=[[1]]", "{}", "[[1]]", "ä 😀", "\u{feff}x", "x\u{a0}", "0", "a_b", "|",
        "\u{0}",
    ];
    for text in ["1 . G\n. . .\n", "r . .\n. . R\n", "A A\nA A\n", "1 . .\n. . .\n"] {
        let level = read(text, None).levels().next().expect("a level").clone();
        for format in
            format_names(level.game).into_iter().filter(|it| !["svg", "code"].contains(it))
        {
            for name in hostile {
                let known = [None, Some(Known::Optimal(3)), Some(Known::Unsolvable)];
                let named = known.map(|known| Level {
                    name: Some(name.to_string()),
                    known,
                    ..level.clone()
                });
                let named = [&named[..], std::slice::from_ref(&level)].concat();
                for many in [&named[..1], &named[1..2], &named[..]] {
                    let Ok(text) = quadrille::levels::write_all(many, format) else { continue };
                    let document = read(&text, Some(level.game));
                    let summary = summary_of(&text, &document);
                    assert_eq!(
                        summary.len(),
                        many.len(),
                        "{format} {name:?}\n{text}\n{summary:#?}"
                    );
                    for (read, written) in document.levels().zip(many) {
                        assert_eq!(read.name, written.name, "{format}\n{text}");
                        assert_eq!(read.grid, written.grid, "{format}\n{text}");
                        if !format.contains("matrix") || format.ends_with("lines") {
                            let is_written = many.len() > 1 || written.name.is_some();
                            assert_eq!(
                                read.known,
                                written.known.filter(|_| is_written),
                                "{format}\n{text}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn keys_of_the_native_format_are_said_once_above_the_board() {
    assert_error("game: zhed\nname: a\nname: b\n\n1 G\n", "3:1 'name:' is given twice");
    assert_error(
        "game: zhed\nbest: 2\noptimal: 1\n\n1 G\n",
        "3:1 'best:' and 'optimal:' exclude each other",
    );
    assert_read("Game: ZHED\nName: a\n\n1 G\n", "zhed 1 G");
    assert_error("name: a\n\n1 G\n", "1:1 the level does not name its game");
    assert_eq!(read("name: a\n\n1 G\n", games::by_id("zhed")).levels().count(), 1);
    assert_error("game: zhed\ngame: zhed\n", "1:7 the level has no board");
    let summary = summary("game: zhed\nname: a\n\n1 G\n\nname: b\n\n1 G\n");
    assert_eq!(summary, ["zhed 1 G", "6:1 the level does not name its game"]);
}

#[test]
fn damaged_share_codes_are_damaged_share_codes() {
    let level = read("level a\n1.G\n...\n", None).levels().next().expect("a level").clone();
    let code = write(&level, "code").expect("a code");
    let code = code.trim();
    for at in 0..code.len() {
        for sign in ["", "|", " ", "\n", ".", "#", "A", "-", ",", "[", "\""] {
            for damaged in [
                format!("{}{sign}{}", &code[..at], &code[at + 1..]),
                format!("{}{sign}{}", &code[..at], &code[at..]),
            ] {
                if damaged.trim() != code {
                    assert_eq!(read(&damaged, None).levels().count(), 0, "{damaged:?}");
                    if at > 6 {
                        let summary = summary(&damaged);
                        assert!(summary[0].contains("code"), "{damaged:?}: {summary:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn more_pieces_than_small_letters_are_pieces_of_fold() {
    let glyphs: Vec<char> = ('1'..='9').chain('a'..='z').chain('A'..='D').collect();
    let rows: Vec<String> = glyphs.chunks(13).map(|row| row.iter().collect()).collect();
    let text = format!("{}\n.............\n", rows.join("\n"));
    let summary = summary(&text);
    assert!(summary.len() == 2 && summary[0].starts_with("fold 1 2 3"), "{summary:?}");
    assert!(summary[1].contains("read as fold, the only game with these cells"), "{summary:?}");
    // One foreign letter among the cells of another game is a typing error.
    assert_error("1.Gx\n....\n", "'x' is not a zhed cell");
}

#[test]
fn heads_and_rows_of_a_console_board_are_numbered_alike() {
    let both = "  | 0 1 2\n--+------\n0 | 0 2 0\n1 | 0 0 -2\n";
    assert_read(both, "zhed . 2 ./. . G");
    let lost = "  | 0 1 2\n--+------\n1 | 0 2 0\n2 | 0 0 -2\n";
    assert_error(lost, "the columns are numbered from 0 and the rows from 1");
    let other = "  | 1 2 3\n--+------\n0 | 0 2 0\n1 | 0 0 -2\n";
    assert_error(other, "the columns are numbered from 1 and the rows from 0");
    let turned = "0 | 0 1 2\n1 | 0 2 0\n2 | 0 0 -2\n";
    assert_noted(turned, "zhed . 1 2/. 2 ./. . G", "could be the numbers of the columns");
    let changed = "| 0 8 2 3\n| 0 2 0 0\n| 0 0 0 -2\n";
    assert_noted(changed, "zhed . 8 2 3/. 2 . ./. . . G", "could be the numbers of the columns");
}

#[test]
fn a_list_of_cells_without_size_and_goal_is_noted() {
    assert_noted(
        "9 5 1\n2 6 1\n4 7 2\n",
        "fold 9 5 1/2 6 1/4 7 2",
        "the size of the board is missing",
    );
    // Coordinates may be 0, which is an empty cell of fold.
    assert_noted(
        "2 0 1\n7 1 3\n3 2 1\n5 2 1\n",
        "fold 2 . 1/7 1 3/3 2 1/5 2 1",
        "the size of the board is missing",
    );
    assert_read("1 0 2\n0 0 2\n", "fold 1 . 2/. . 2");
}

#[test]
fn a_native_text_that_is_cut_within_a_key_is_an_error() {
    for cut in ["opt", "note", "soluti", "na", "Author"] {
        assert_error(&format!("game: fold\nname: a\n{cut}"), "looks like a part of the key");
    }
    assert_read("game: fold\n\nn o\n", "fold n o");
}

#[test]
fn an_optimum_of_zero_needs_a_solved_board() {
    assert_error("r . .\n. . R\n0\n", "but the board is not solved");
}

#[test]
fn two_lengths_are_an_error_of_the_game_that_knows_the_cells() {
    assert_error(
        "level a optimal=3\nr . .\n. . .\n. . R\n5\n",
        "the length of the plan is given twice",
    );
}

#[test]
fn texts_of_any_size_are_read_or_refused_at_once() {
    // Without the limits on rows and cells this takes minutes in a build without optimisation.
    let mistake = |text: &str| {
        let document = read(text, None);
        document.mistakes().next().map(|mistake| mistake.code().to_string()).unwrap_or_default()
    };
    assert_eq!(mistake(&"x".repeat(10_000_000)), "line-too-long");
    assert_ne!(mistake(&"x\n".repeat(1_000_000)), "");
    assert_ne!(mistake(&format!("[[{}]]", "1,".repeat(1_000_000))), "");
    // Few bytes that stand for many cells: 4 GB of them were stored.
    assert_eq!(mistake(&"32 32\n0 0 1\n1 1 -2\n\n".repeat(50_000)), "too-many-cells");
    assert_eq!(mistake(&"level a\nr .\n. R\n\n".repeat(150_000)), "too-many-levels");
    // Refused by their number, before any is read: they took a gigabyte.
    for board in ["AAAA\n\n", "#@\n\n", "level \n"] {
        assert_eq!(mistake(&board.repeat(450_000)), "too-many-levels", "{board:?}");
    }
}

#[test]
fn a_long_text_is_of_the_game_of_its_beginning() {
    for (level, game) in [
        ("r . .\n. . R\n\n", "tiles"),
        ("level a\n1.1\n..G\n", "zhed"),
        ("9 9\n4 1 1\n3 4 -2\n\n", "zhed"),
        ("AABB\nAABB\n\n", "squares"),
        ("1 1 .\n. . 2\n\n", "fold"),
        ("#####\n#@$.#\n#####\n\n", "sokoban"),
        ("  | 0 1 2\n--+------\n0 | 0 2 0\n1 | 0 0 -2\n\n", "zhed"),
    ] {
        let count = 400_000 / level.len();
        let short = read(&level.repeat(2), None);
        let text = level.repeat(count);
        let long = read(&text, None);
        assert_eq!(long.levels().count(), count, "{level}");
        assert!(long.levels().all(|level| level.game.id() == game), "{level}");
        assert_eq!(long.format, short.format, "{level}");
        let codes = |document: &Document| -> Vec<String> {
            document.notes.iter().map(|note| note.code().to_string()).collect()
        };
        assert_eq!(codes(&long), codes(&short), "{level}");
        // A mistake far behind is found at its place.
        let mistake = read(&format!("{text}level a\nr ?\n. R\n"), None);
        let place = mistake.mistakes().last().and_then(|mistake| mistake.place);
        let lines = text.lines().count();
        let expected = place.is_some_and(|place| (lines + 1..=lines + 3).contains(&place.line));
        assert!(expected, "{level} {place:?} {lines}");
    }
}
