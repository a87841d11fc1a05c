//! The rules of fold: count tables, properties, and fast rules compared with plain ones.

use crate::support::{
    Random, assert_fast_rules_walk_like_plain_ones, assert_layers, assert_lengths,
    assert_same_boards, random_level,
};
use proptest::prelude::*;
use quadrille::games::fold::{Cell, Fold, Game as FoldGame};
use quadrille::games::{Cell as _, Definition, Game};
use quadrille::grid::{Coord, Direction, Grid, Size};
use quadrille::levels::{Level, from_code, read, to_code, write};
use quadrille::moves::{MAX_PIECE, Move, piece_glyph};
use quadrille::search::{Outcome, Pruning, Search, algorithm::Bfs, space::Space};

/// Boards whose layers were counted by an independent reference program.
const BOARDS: &str = "
level dot
1...

level corner
1...
....
....
....

level two
1..2
....
.3..
....

level holes
1.#..
...#.
#2..3
.....

level odd
11.....
.1...2.
......2
..3....

level split
1.1...
......
.2....
......
......

level wide
1...2...3
..#......

level large
1...............
................
................
................
................
................
................
................
........2.......
................
................
................
";

/// The number of distinct positions first reached at each depth.
const COUNTS: &[(&str, &[u64])] = &[
    ("dot", &[1, 1, 1]),
    ("corner", &[1, 2, 3, 2, 1]),
    ("two", &[1, 8, 30, 64, 81, 61, 24]),
    ("holes", &[1, 8, 27, 47, 42, 17, 2]),
    ("odd", &[1, 6, 16, 22, 11]),
    ("split", &[1, 6, 18, 27, 20, 6]),
    ("wide", &[1, 7, 26, 55, 69, 50, 18]),
    ("large", &[1, 6, 23, 68, 153, 283, 433]),
];

/// The shortest plans by the same program.
const LENGTHS: &[(&str, Option<u32>)] = &[
    ("dot", Some(2)),
    ("corner", Some(4)),
    ("two", Some(7)),
    ("holes", None),
    ("odd", None),
    ("split", None),
    ("wide", None),
    ("large", Some(13)),
];

fn fold() -> &'static dyn Game {
    quadrille::games::by_id("fold").expect("the game exists")
}

fn typed(grid: &Grid<u16>) -> Grid<Cell> {
    grid.map(|code| Cell::from_code(code).expect("a cell of the game"))
}

#[test]
fn layers_have_the_counted_sizes() {
    assert_layers(BOARDS, COUNTS, 6, Pruning::ALL);
}

#[test]
fn plans_have_the_known_lengths() {
    assert_lengths(BOARDS, LENGTHS);
}

fn assert_width<const N: usize, const C: usize>(level: &Level, random: &mut Random) {
    let Some(puzzle) = Fold::<N, C>::new(&level.grid) else {
        let pieces = level.grid.cells().iter().max().expect("a board has cells") - 1;
        assert!(level.grid.size().cells() > 64 * C || usize::from(pieces) > 8 * N);
        return;
    };
    assert_same_boards(level, &puzzle, random);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn fast_rules_walk_like_plain_ones(seed: u64, side in 1_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("fold", &mut random, side);
        assert_fast_rules_walk_like_plain_ones(&FoldGame, &level, &mut random);
        assert_width::<1, 1>(&level, &mut random);
        assert_width::<2, 4>(&level, &mut random);
        assert_width::<20, 4>(&level, &mut random);
    }

    #[test]
    fn a_fold_doubles_its_piece_and_nothing_else(seed: u64, side in 1_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("fold", &mut random, side);
        let board = typed(&level.grid);
        for mv in Definition::moves(&FoldGame, &board) {
            let Move::Piece(identity, direction) = mv else { panic!("a move of another game") };
            let after = Definition::play(&FoldGame, &board, mv).expect("a legal move");
            let piece = Cell::Piece(identity);
            let cells = |board: &Grid<Cell>| -> Vec<Coord> {
                board.coords_where(|cell| cell == piece).collect()
            };
            prop_assert_eq!(cells(&after).len(), 2 * cells(&board).len());
            for (at, cell) in board.iter() {
                prop_assert!(after[at] == cell || (cell == Cell::Empty && after[at] == piece));
            }
            // The piece is symmetric about the middle of its new bounding box.
            let (rows, cols): (Vec<u8>, Vec<u8>) =
                cells(&after).iter().map(|at| (at.row, at.col)).unzip();
            let sum = |line: &[u8]| {
                line.iter().min().expect("a piece has cells") + line.iter().max().expect("cells")
            };
            for at in cells(&after) {
                let mirrored = if direction.is_vertical() {
                    Coord { row: sum(&rows) - at.row, col: at.col }
                } else {
                    Coord { row: at.row, col: sum(&cols) - at.col }
                };
                prop_assert_eq!(after[mirrored], piece);
            }
        }
    }

    #[test]
    fn a_dead_end_is_never_solved(seed: u64, side in 2_usize..=5) {
        let mut random = Random(seed);
        let level = random_level("fold", &mut random, side);
        let Some(puzzle) = Fold::<1, 1>::new(&level.grid) else { return Ok(()) };
        if puzzle.is_dead_end(&puzzle.start()) {
            let pruning = Pruning { dead_ends: false, ..Pruning::default() };
            let report = Search::new(&puzzle).algorithm(Bfs).pruning(pruning).run();
            prop_assert_eq!(report.outcome, Outcome::Unsolvable);
        }
    }

    #[test]
    fn levels_come_back_from_every_format(seed: u64, side in 1_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("fold", &mut random, side);
        prop_assert_eq!(&from_code(&to_code(&level)).expect("a code").grid, &level.grid);
        for format in ["native", "glyphs", "matrix", "matrix-lines"] {
            let Ok(text) = write(&level, format) else {
                prop_assert!(level.grid.size().cols() == 1 && format == "matrix-lines");
                continue;
            };
            let document = read(&text, Some(fold()));
            prop_assert_eq!(document.diagnostics().next(), None, "{}", text);
            prop_assert_eq!(&document.levels().next().expect("a level").grid, &level.grid);
        }
    }
}

#[test]
fn capital_letters_are_pieces_only_when_the_game_is_known() {
    let text = "1.A\n...\n";
    assert!(read(text, None).levels().next().is_none());
    assert_eq!(read(text, Some(fold())).levels().count(), 1);
    // A level of zhed stays one.
    assert_eq!(read("1.G\n", None).levels().next().map(|level| level.game.id()), Some("zhed"));
}

#[test]
fn the_limits_are_named() {
    let document = read("[[62, 0]]", Some(fold()));
    let mistake = document.diagnostics().next().expect("a mistake");
    assert_eq!(mistake.message(), "'62' is not a fold cell");
    assert!(mistake.help().as_ref().is_some_and(|help| help.contains("from 1 to 61")));
    let messages = |text: &str| -> Vec<String> {
        read(text, Some(fold())).diagnostics().map(|error| error.message()).collect()
    };
    assert_eq!(messages("..#\n"), ["there is no piece on the board"]);
    for identity in [0, MAX_PIECE + 1] {
        let board = Grid::filled(Size::new(1, 1).expect("a small board"), Cell::Piece(identity));
        let problems = Definition::problems(&FoldGame, &board);
        assert_eq!(problems[0].message(), "the identity of a piece is not between 1 and 61");
    }
}

#[test]
fn the_smallest_and_the_fullest_board_are_levels() {
    let report = |level: &Level| {
        level
            .game
            .solve(&level.grid, &Default::default(), &Default::default(), None)
            .expect("a report")
    };
    let dot = read("1\n", Some(fold())).levels().next().expect("a level").clone();
    assert_eq!(report(&dot).plan(), Some((&[][..], 0)));
    // 61 pieces of one cell, and three cells left: one piece covers them with a fold to the left
    // and one to the right.
    let size = Size::new(8, 8).expect("a board");
    let mut grid = Grid::filled(size, Cell::Empty.code());
    for identity in 1..=MAX_PIECE {
        let index = usize::from(identity) - 1;
        let index = if index < 59 { index } else { index + 2 * (index - 58) - 1 };
        grid[size.coord(index)] = Cell::Piece(identity).code();
    }
    let level = Level::new(fold(), grid);
    assert_eq!(level.grid.cells().iter().filter(|&&cell| cell == 0).count(), 3);
    let mut random = Random(1);
    assert_width::<20, 4>(&level, &mut random);
    assert_eq!(report(&level).plan().map(|(_, cost)| cost), Some(2));
}

#[test]
fn moves_that_are_none_say_why() {
    let level = read("1.#\n2.3\n", Some(fold())).levels().next().expect("a level").clone();
    let refused = |mv| {
        let error = level.game.play(&level.grid, mv).unwrap_err();
        (error.code().to_string(), error.cell())
    };
    let fold = |piece, direction| refused(Move::Piece(piece, direction));
    assert_eq!(fold(1, Direction::Up), ("fold-off-board".to_string(), None));
    assert_eq!(fold(1, Direction::Down), ("fold-on-piece".to_string(), Some(3)));
    assert_eq!(fold(3, Direction::Up), ("fold-on-hole".to_string(), Some(2)));
    assert_eq!(fold(4, Direction::Up), ("no-such-piece".to_string(), None));
    let other_kind = refused(Move::All(Direction::Up));
    assert_eq!(other_kind, ("piece-move-expected".to_string(), None));
    assert_eq!(piece_glyph(MAX_PIECE), Some('Z'));
}
