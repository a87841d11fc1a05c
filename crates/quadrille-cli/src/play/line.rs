//! The moves of a game, with unlimited undo and redo.

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::moves::Move;

/// The positions of a game, including undone ones.
#[derive(Clone, Debug)]
pub struct Line {
    game: &'static dyn Game,
    /// The start, then one board after each move.
    boards: Vec<Grid<u16>>,
    moves: Vec<Move>,
    /// The number of moves played; the rest are undone.
    played: usize,
}

impl Line {
    pub fn new(game: &'static dyn Game, start: Grid<u16>) -> Line {
        Line { game, boards: vec![start], moves: Vec::new(), played: 0 }
    }

    /// Replays moves as far as they are legal, then undoes all but `played` of them.
    pub fn replayed(
        game: &'static dyn Game,
        start: Grid<u16>,
        moves: &[Move],
        played: usize,
    ) -> Line {
        let mut line = Line::new(game, start);
        for &mv in moves {
            if line.play(mv).is_err() {
                break;
            }
        }
        line.go_to(played);
        line
    }

    pub fn board(&self) -> &Grid<u16> {
        &self.boards[self.played]
    }

    pub fn board_after(&self, moves: usize) -> &Grid<u16> {
        &self.boards[moves.min(self.moves.len())]
    }

    pub fn start(&self) -> &Grid<u16> {
        &self.boards[0]
    }

    pub fn played(&self) -> usize {
        self.played
    }

    /// All moves, with the undone ones at the end.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of played moves in words, with the tally of the game.
    pub fn counted(&self) -> String {
        self.game.counted_moves(self.start(), self.standing())
    }

    pub fn standing(&self) -> &[Move] {
        &self.moves[..self.played]
    }

    pub fn is_solved(&self) -> bool {
        self.game.is_solved(self.board())
    }

    /// Plays a move, or returns why it is illegal. Forgets undone moves, unless it is the first of
    /// them.
    pub fn play(&mut self, mv: Move) -> Result<(), Diagnostic> {
        let board = self.game.play(self.board(), mv)?;
        if self.moves.get(self.played) != Some(&mv) {
            self.moves.truncate(self.played);
            self.boards.truncate(self.played + 1);
            self.moves.push(mv);
            self.boards.push(board);
        }
        self.played += 1;
        Ok(())
    }

    /// Undoes a move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        self.played = self.played.checked_sub(1)?;
        Some(self.moves[self.played])
    }

    /// Replays an undone move and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.played)?;
        self.played += 1;
        Some(mv)
    }

    /// Goes to the position after this many moves, or as far as there are moves.
    pub fn go_to(&mut self, played: usize) {
        self.played = played.min(self.moves.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::grid::Direction::{Down, Left, Right, Up};
    use quadrille::levels;

    #[test]
    fn moves_go_back_and_forth_until_another_is_played() {
        let level =
            levels::read("level a\nr . .\n. . .\n. . R\n", None).levels().next().unwrap().clone();
        let mut line = Line::new(level.game, level.grid);
        assert!(line.play(Move::All(Up)).is_err());
        line.play(Move::All(Right)).unwrap();
        line.play(Move::All(Down)).unwrap();
        assert!(line.is_solved());
        assert_eq!(
            (line.undo(), line.undo(), line.undo()),
            (Some(Move::All(Down)), Some(Move::All(Right)), None)
        );
        assert_eq!(line.board(), line.start());
        line.play(Move::All(Right)).unwrap();
        assert_eq!(line.redo(), Some(Move::All(Down)));
        line.undo();
        line.play(Move::All(Left)).unwrap();
        assert_eq!((line.redo(), line.standing().len()), (None, 2));
    }
}
