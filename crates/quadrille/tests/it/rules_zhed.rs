//! The rules of ZHED: count tables, properties, fast rules compared with plain ones, and the list
//! of cells.

use crate::support::{
    Random, assert_fast_rules_walk_like_plain_ones, assert_layers, assert_lengths,
    assert_same_boards, random_level,
};
use proptest::prelude::*;
use quadrille::games::zhed::{Cell, Game as Zhed, MAX_NUMBER};
use quadrille::games::{Cell as _, Definition, Game, zhed};
use quadrille::grid::{Coord, Grid, Size};
use quadrille::levels::{Level, from_code, read, to_code, write, write_all};
use quadrille::moves::Move;
use quadrille::search::{Outcome, Pruning, space::Space};

/// Boards whose layers were counted by an independent reference program.
const BOARDS: &str = "
level single
1G

level column
2
.
.
1
G

level cross
..1..
2....
..G.1
.1...
....2

level wide
1..2..G
..3....
.1...2.

level tall
..1
.2.
...
3.G
...
1..

level dense
123G
4.21
1..2

level large
1..............2
................
....3...........
................
........1......G

level two-goals
.G..3.
1...G.
..2..1
3.....
";

/// The number of distinct positions first reached at each depth.
const COUNTS: &[(&str, &[u64])] = &[
    ("single", &[1, 2]),
    ("column", &[1, 5, 5]),
    ("cross", &[1, 19, 145, 554, 1054]),
    ("wide", &[1, 19, 148, 578, 1103]),
    ("tall", &[1, 14, 72, 157, 121]),
    ("dense", &[1, 21, 158, 533, 878]),
    ("large", &[1, 14, 73, 168, 144]),
    ("two-goals", &[1, 19, 143, 529, 949]),
];

/// The shortest plans by the same program.
const LENGTHS: &[(&str, Option<u32>)] = &[
    ("single", Some(1)),
    ("column", Some(1)),
    ("cross", Some(2)),
    ("wide", Some(2)),
    ("tall", Some(1)),
    ("dense", Some(1)),
    ("large", None),
    ("two-goals", Some(1)),
];

fn zhed() -> &'static dyn Game {
    quadrille::games::by_id("zhed").expect("the game exists")
}

fn typed(grid: &Grid<u16>) -> Grid<Cell> {
    grid.map(|code| Cell::from_code(code).expect("a cell of the game"))
}

fn first(text: &str) -> Level {
    read(text, None).levels().next().expect("a good level").clone()
}

#[test]
fn layers_have_the_counted_sizes() {
    assert_layers(BOARDS, COUNTS, 4, Pruning::ALL);
}

#[test]
fn plans_have_the_known_lengths() {
    assert_lengths(BOARDS, LENGTHS);
}

fn assert_width<const C: usize>(level: &Level, random: &mut Random) {
    match zhed::Zhed::<C>::new(&level.grid) {
        Some(puzzle) => assert_same_boards(level, &puzzle, random),
        None => assert!(level.grid.size().cells() > 64 * C),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn fast_rules_walk_like_plain_ones(seed: u64, side in 2_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("zhed", &mut random, side);
        assert_fast_rules_walk_like_plain_ones(&Zhed, &level, &mut random);
        assert_width::<1>(&level, &mut random);
        assert_width::<2>(&level, &mut random);
        assert_width::<4>(&level, &mut random);
    }

    #[test]
    fn a_walk_fills_no_more_than_its_number_and_only_on_its_ray(seed: u64, side in 2_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("zhed", &mut random, side);
        let mut board = typed(&level.grid);
        loop {
            let moves = Definition::moves(&Zhed, &board);
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            let Move::Cell(from, direction) = mv else { panic!("a move of another game") };
            let value = board[from].number().expect("a number");
            let after = Definition::play(&Zhed, &board, mv).expect("a legal move");
            prop_assert_eq!(after[from], Cell::Filled);
            let ray: Vec<Coord> = board.size().ray(from, direction).collect();
            let mut filled = 0;
            for (at, cell) in board.iter().filter(|&(at, _)| at != from) {
                if after[at] == cell {
                    continue;
                }
                prop_assert!(ray.contains(&at));
                prop_assert!(matches!(
                    (cell, after[at]),
                    (Cell::Empty, Cell::Filled) | (Cell::Goal, Cell::Reached)
                ));
                filled += 1;
            }
            prop_assert!(filled <= value);
            // A walk that ends early has left no free cell behind.
            prop_assert!(filled == value || ray.iter().all(|&at| !after[at].is_free()));
            // Filled cells come before free ones.
            let last = ray.iter().rposition(|&at| after[at] != board[at]).unwrap_or(0);
            prop_assert!(ray[..last].iter().all(|&at| !after[at].is_free()));
            prop_assert!(Definition::play(&Zhed, &after, mv).is_err(), "a number is used once");
            board = after;
        }
    }

    #[test]
    fn levels_come_back_from_every_format(seed: u64, side in 2_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("zhed", &mut random, side);
        prop_assert_eq!(&from_code(&to_code(&level)).expect("a code").grid, &level.grid);
        for format in ["native", "list", "matrix", "glyphs", "matrix-lines"] {
            let Ok(text) = write(&level, format) else {
                prop_assert!(level.grid.size().cols() == 1, "{} can say everything", format);
                continue;
            };
            let document = read(&text, None);
            prop_assert_eq!(document.mistakes().next(), None, "{}", text);
            prop_assert_eq!(&document.levels().next().expect("a level").grid, &level.grid);
            prop_assert_eq!(document.levels().next().expect("a level").game.id(), "zhed");
        }
    }
}

#[test]
fn positions_in_the_middle_are_levels() {
    let level = first("2...\n.1.G\n");
    let board = level.game.play(&level.grid, Move::Cell(Coord { row: 1, col: 1 }, dir('R')));
    let board = board.expect("a legal move");
    assert_eq!(glyphs(&board), "2... .**G");
    assert_eq!(level.game.problems(&board), []);
    // The last number is used and nothing is solved: a lost game is a position too.
    let lost = level.game.play(&board, Move::Cell(Coord { row: 0, col: 0 }, dir('R')));
    let lost = lost.expect("a legal move");
    assert_eq!(glyphs(&lost), "***. .**G");
    assert_eq!(level.game.problems(&lost), []);
    let report = level.game.solve(&lost, &Default::default(), &Default::default(), None);
    assert_eq!(report.expect("a report").outcome, Outcome::Unsolvable);
    let won = first("2@..\n");
    let report = won.game.solve(&won.grid, &Default::default(), &Default::default(), None);
    assert_eq!(report.expect("a report").plan(), Some((&[][..], 0)));
}

fn dir(letter: char) -> quadrille::grid::Direction {
    quadrille::grid::Direction::from_letter(letter).expect("a direction")
}

fn glyphs(board: &Grid<u16>) -> String {
    let row = |row: &[u16]| -> String {
        row.iter().map(|&cell| zhed().cell_glyph(cell).expect("a cell of the game")).collect()
    };
    board.rows().map(row).collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_that_are_none_say_why() {
    let level = first("2..G\n");
    let refused = |board: &Grid<u16>, mv| {
        let error = level.game.play(board, mv).unwrap_err();
        (error.code().to_string(), error.cell())
    };
    let right = |row, col| Move::Cell(Coord { row, col }, dir('R'));
    assert_eq!(refused(&level.grid, right(0, 1)), ("no-number-at".to_string(), Some(1)));
    assert_eq!(refused(&level.grid, right(5, 0)), ("off-board".to_string(), None));
    let used = level.game.play(&level.grid, Move::Cell(Coord { row: 0, col: 0 }, dir('L')));
    let used = used.expect("a legal move");
    assert_eq!(refused(&used, right(0, 0)), ("number-used".to_string(), Some(0)));
    let other_kind = refused(&level.grid, Move::All(dir('R')));
    assert_eq!(other_kind, ("cell-move-expected".to_string(), None));
}

#[test]
fn boards_that_are_no_levels_say_why() {
    let messages = |text: &str| -> Vec<String> {
        read(text, Some(zhed())).diagnostics().map(|error| error.message()).collect()
    };
    assert_eq!(messages("1..\n"), ["there is no goal on the board"]);
    assert_eq!(messages("..G\n"), ["there is no number on the board"]);
    assert_eq!(messages("[[100, -2]]"), ["'100' is not a zhed cell"]);
    let document = read("[[100, -2]]", Some(zhed()));
    let help = document.diagnostics().next().and_then(|error| error.help());
    assert!(help.is_some_and(|help| help.contains("from 1 to 99")));
    for number in [0, MAX_NUMBER + 1] {
        let size = Size::new(1, 2).expect("a small board");
        let board = Grid::from_cells(size, vec![Cell::Number(number), Cell::Goal]).expect("two");
        let problems = Definition::problems(&Zhed, &board);
        assert_eq!(problems[0].message(), format!("the number {number} is not between 1 and 99"));
    }
}

#[test]
fn the_largest_board_is_solved() {
    // 255 numbers and a goal: the first number already steps over all the others.
    let size = Size::new(16, 16).expect("the largest board");
    let mut grid = Grid::filled(size, Cell::Number(1).code());
    grid[Coord { row: 9, col: 12 }] = Cell::Goal.code();
    let report =
        zhed().solve(&grid, &Default::default(), &Default::default(), None).expect("a report");
    assert_eq!(report.plan().map(|(_, cost)| cost), Some(1));
    assert_eq!(Game::moves(&Zhed, &grid).len(), 4 * 255);
    let level = Level::new(zhed(), grid);
    assert_same_boards_once(&level);
}

fn assert_same_boards_once(level: &Level) {
    let puzzle = zhed::Zhed::<4>::new(&level.grid).expect("fits");
    let board = typed(&level.grid);
    for (mv, next) in puzzle.following(&puzzle.start()) {
        assert_eq!(Ok(puzzle.board_of(&next)), Definition::play(&Zhed, &board, mv));
    }
}

#[test]
fn an_example_of_the_list_reads() {
    let text = "# level 41\n9 9\n4 1 1\n7 2 1\n1 3 2\n7 3 1\n6 4 1\n6 5 1\n3 6 1\n6 6 2\n2 7 3\n5 7 3\n3 4 -2 # the goal\n";
    let document = read(text, None);
    assert_eq!(document.format, "list");
    let level = document.levels().next().expect("a level");
    assert_eq!(level.game.id(), "zhed");
    assert_eq!(
        glyphs(&level.grid),
        "......... ....1.... .......1. .2.....1. ...G..1.. ......1.. ...1..2.. ..3..3... ........."
    );
    assert_eq!(read(&text.replace("9 9", "p 9"), None).levels().next(), Some(level));
}

#[test]
fn a_list_holds_many_levels() {
    let levels = [first("1.G\n"), first("10 . G\n@ * .\n"), first("2\n.\nG\n")];
    let text = write_all(&levels, "list").expect("every board can be a list");
    let document = read(&text, None);
    assert_eq!(document.levels().cloned().collect::<Vec<_>>(), levels);
}

#[test]
fn mistakes_in_a_list_have_their_places() {
    let cases = [
        ("5 5\n1 1 x\n", "x", "'x' is not a whole number"),
        ("5 5\n1 1 1\n5 0 -2\n", "5 0 -2", "column 5 is not on the board"),
        ("5 5\n1 -1 1\n", "-1 1", "row -1 is not on the board"),
        ("5 5\n1 1 1\n2 2 -2\n1 1 3\n", "1 1 3", "the cell 1 1 is given twice"),
        ("0 5\n1 1 1\n", "0 5", "the width of a board cannot be 0"),
        ("5 -2\n1 1 1\n", "-2", "the height of a board cannot be -2"),
        ("p 33\n1 1 1\n", "33", "the width of a board cannot be 33"),
        (
            "99999999999999999999 3\n1 1 1\n",
            "99999999999999999999",
            "the width of a board cannot be 99999999999999999999",
        ),
        ("5 5\n1 1 0\n", "0", "0 is not the value of a cell"),
        ("5 5\n1 1 -4\n", "-4", "-4 is not the value of a cell"),
        ("5 5\n1 1 100\n", "100", "the number 100 is too large"),
        ("5 5\n1 1 1\n2 2 -2\n3 3\t1 1\n", "3 3\t1 1", "this line has 4 words; a cell has three"),
        ("5 5\n1 1 1\n2 2 -2\n3\n", "3\n", "this line has 1 word; a cell has three"),
        ("p 4\n1 1 1\n", "p 4", "there is no goal on the board"),
    ];
    for (text, place, message) in cases {
        for game in [None, Some(zhed())] {
            let document = read(text, game);
            assert_eq!(document.format, "list", "{text}");
            let mistakes: Vec<_> = document.diagnostics().collect();
            assert_eq!(mistakes.len(), 1, "{text}: {mistakes:?}");
            assert_eq!(mistakes[0].message(), message, "{text}");
            assert_eq!(mistakes[0].span().start, text.rfind(place).expect("in the text"), "{text}");
            assert!(mistakes[0].help().is_some());
        }
    }
}

#[test]
fn other_texts_are_no_lists() {
    for text in ["2 2\n1 1\n", "1 0\n-2 0\n", "1 2\n3 4\n5 6\n", "5 5\n", "p 9\n9 p\n"] {
        assert_ne!(read(text, None).format, "list", "{text}");
    }
}

#[test]
fn the_console_form_reads() {
    let level = first("   0  1  2\n0 | 1| 0|-2|\n1 | 0|12|-1|\n");
    assert_eq!(level.game.id(), "zhed");
    assert_eq!(glyphs(&level.grid), "1.G .12*");
}
