//! Random walks by the packed rules of [`Play`] and the plain rules in parallel.

use crate::support::{Random, random_level};
use quadrille::games::{
    fold::FoldPlay, sokoban::SokobanPlay, squares::SquaresPlay, zhed::ZhedPlay,
};
use quadrille::grid::{Coord, Grid};
use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::puzzle::Play;

/// Every move that a game could have on a board.
fn all_moves(board: &Grid<u16>, kind: Move) -> Vec<Move> {
    use quadrille::grid::Direction;
    let ways = || Direction::ALL.into_iter();
    match kind {
        Move::All(_) => ways().map(Move::All).collect(),
        Move::Piece(..) => {
            (0..40).flat_map(|piece| ways().map(move |way| Move::Piece(piece, way))).collect()
        }
        _ => {
            let side = |cells: usize| 0..=cells as u8;
            let (rows, cols) = (board.size().rows(), board.size().cols());
            let cells = side(rows).flat_map(|row| side(cols).map(move |col| Coord { row, col }));
            cells.flat_map(|at| ways().map(move |way| Move::Cell(at, way))).collect()
        }
    }
}

fn walk<P: Play>(level: &Level, random: &mut Random) {
    let (game, mut board) = (level.game, level.grid.clone());
    let rules = P::new(&board).expect("the level fits");
    let mut state = rules.state(&board).expect("the start is a position of the level");
    for _ in 0..40 {
        assert_eq!(rules.board(&state), board);
        assert_eq!(rules.is_solved(&state), game.is_solved(&board));
        let mut legal = game.moves(&board);
        let mut listed = Vec::new();
        rules.moves(&state, |mv| listed.push(mv));
        let name = |mv: &Move| game.notation().write(*mv);
        legal.sort_by_key(name);
        listed.sort_by_key(name);
        assert_eq!(listed, legal, "{board:?}");
        let Some(&first) = legal.first() else { break };
        for mv in all_moves(&board, first) {
            assert_eq!(rules.after(&state, mv).is_some(), legal.contains(&mv), "{mv:?} {board:?}");
        }
        let mv = random.pick(&legal);
        let after = rules.after(&state, mv).expect("a legal move");
        let next = game.play(&board, mv).expect("a legal move");
        rules.changes(&state, &after, |cell, old, new| {
            let at = board.size().coord(cell);
            assert_eq!((board[at], next[at]), (old, new), "{mv:?} {board:?}");
            assert_ne!(old, new);
            board[at] = new;
        });
        assert_eq!(board, next, "every change is visited");
        assert_eq!(rules.state(&next).map(|state| rules.board(&state)), Some(next));
        state = after;
    }
}

fn walks<P: Play>(game: &str) {
    for seed in 0..60 {
        let mut random = Random(seed);
        let level = random_level(game, &mut random, 7);
        walk::<P>(&level, &mut random);
    }
}

#[test]
fn zhed_is_played_by_the_plain_rules() {
    walks::<ZhedPlay<4>>("zhed");
}

#[test]
fn fold_is_played_by_the_plain_rules() {
    walks::<FoldPlay<4, 4>>("fold");
}

#[test]
fn sokoban_is_played_by_the_plain_rules() {
    walks::<SokobanPlay<4>>("sokoban");
}

#[test]
fn squares_are_played_by_the_plain_rules() {
    walks::<SquaresPlay<4, 5, 20>>("squares");
}

#[test]
fn a_board_of_another_level_is_no_state() {
    fn check<P: Play>(game: &str) {
        let [one, other] = [1, 2].map(|seed| random_level(game, &mut Random(seed), 6));
        assert_ne!(one.grid, other.grid);
        let rules = P::new(&one.grid).expect("it fits");
        assert!(rules.state(&one.grid).is_some());
        assert!(rules.state(&other.grid).is_none());
    }
    check::<ZhedPlay<4>>("zhed");
    check::<FoldPlay<4, 4>>("fold");
    check::<SokobanPlay<4>>("sokoban");
    check::<SquaresPlay<4, 5, 20>>("squares");
}
