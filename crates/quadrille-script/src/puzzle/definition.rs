//! A scripted puzzle as a game of the library.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use quadrille::definition::{Definition, Identity, Target, Workshop, scrambled};
use quadrille::diagnostic::Diagnostic;
use quadrille::formats::Format;
use quadrille::grid::{Coord, Grid, Size};
use quadrille::moves::{Move, MoveKind, Notation};
use quadrille::puzzle::AnyPuzzle;
use quadrille::search::toolkit::Deadline;
use quadrille_base::random::Random;

use super::PuzzleScript;
use super::code::Code;
use super::rules::AT_ONCE;
use super::space::Positions;
use crate::budget::within;
use crate::message;

impl PuzzleScript {
    fn failed(&self, why: &str) {
        if let Some(failure) = &self.failure {
            let _first_stays = failure.set(why.to_string());
        }
    }

    fn has_failed(&self) -> bool {
        self.failure.as_ref().is_some_and(|failure| failure.get().is_some())
    }

    /// Calls the script, which fails at the deadline of the search that has this copy.
    fn in_time<T>(&self, call: impl FnOnce() -> T) -> T {
        match &self.deadline {
            Some(deadline) => within(deadline, call),
            None => call(),
        }
    }

    /// True if a board is solved. False if the script fails.
    pub(super) fn solved(&self, board: Grid<u16>) -> bool {
        !self.has_failed()
            && self.in_time(|| self.rules.is_solved(&self.rules.board(board))).unwrap_or_else(
                |why| {
                    self.failed(&why);
                    false
                },
            )
    }

    /// The successors of a board, each with true if it is solved. None after a failure.
    pub(super) fn follow(&self, board: Grid<u16>, take: impl FnMut(Move, Grid<u16>, bool)) {
        if !self.has_failed()
            && let Err(why) = self.in_time(|| self.try_follow(board, take))
        {
            self.failed(&why);
        }
    }

    pub(super) fn try_follow(
        &self,
        board: Grid<u16>,
        mut take: impl FnMut(Move, Grid<u16>, bool),
    ) -> Result<(), String> {
        let board = self.rules.board(board);
        let listed = self.rules.listed(&board)?;
        let is_listed = listed.is_some();
        let moves = listed.unwrap_or_else(|| self.rules.candidates(&board.cells));
        for moves in moves.chunks(AT_ONCE) {
            if self.is_over.as_ref().is_some_and(|is_over| is_over.0()) {
                return Err("there was no more time".to_string());
            }
            self.rules.play_all(&board, moves, |mv, after, is_solved| {
                match after {
                    Ok(after) => take(mv, after, is_solved),
                    Err(why) if is_listed => {
                        let mv = self.rules.identity.notation.write(mv);
                        return Err(format!("moves lists {mv}, and play refuses it: {why}"));
                    }
                    Err(_) => {}
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The board after a move, or the reason why it is refused.
    fn try_play(&self, board: &Grid<Code>, mv: Move) -> Result<Grid<Code>, String> {
        let identity = self.rules.identity;
        if mv.kind() != identity.notation.kind {
            let example = identity.notation.example();
            return Err(format!("in {} a move is written {example}", identity.id));
        }
        if let Move::Touch(at) | Move::Cell(at, _) = mv
            && !board.size().contains(at)
        {
            return Err(format!("{at} is not on the board"));
        }
        if self.unknown_cell(board).is_some() {
            return Err(format!("this is not a board of {}", identity.id));
        }
        let cells = self.rules.board(coded(board));
        let played = self.in_time(|| {
            let listed = self.rules.listed(&cells)?;
            let is_listed = listed.is_none_or(|listed| listed.contains(&mv));
            let played = self.rules.play(&cells, mv)?;
            Ok::<_, String>(played.and_then(|after| {
                if is_listed { Ok(after) } else { Err("the move cannot be made".to_string()) }
            }))
        });
        match played {
            Ok(played) => played.map(|after| typed(&after)),
            Err(why) => {
                self.failed(&why);
                Err(format!("the rules of the puzzle failed: {why}"))
            }
        }
    }

    /// Drafts a level, so that a mistake is reported when the script is read.
    pub(super) fn try_draft(&self) -> Result<(), Diagnostic> {
        let size = Size::new(5, 5).expect("a size");
        if self.rules.drafts {
            self.rules.draft(size, &mut Random::new(0, 0)).map_err(message::script_message)?;
        }
        Ok(())
    }

    /// The first cell of a board that the puzzle does not have.
    fn unknown_cell(&self, board: &Grid<Code>) -> Option<usize> {
        board.cells().iter().position(|code| usize::from(code.0) >= self.rules.kinds())
    }
}

fn coded(board: &Grid<Code>) -> Grid<u16> {
    board.map(|code| code.0.into())
}

fn typed(board: &Grid<u16>) -> Grid<Code> {
    board.map(|code| Code(code as u8))
}

impl Definition for PuzzleScript {
    type Cell = Code;

    const ID: &'static str = "script";
    const TITLE: &'static str = "A puzzle as a script";
    const ABOUT: &'static str = "";
    const NOTATION: Notation = Notation { kind: MoveKind::All, lowercase: false };
    const FORMATS: &'static [Format] = &[];
    const YIELDS: bool = true;

    fn identity(&self) -> Identity {
        self.rules.identity
    }

    fn guarded(&self, deadline: &Deadline) -> Option<PuzzleScript> {
        let failure = Some(Arc::new(OnceLock::new()));
        Some(PuzzleScript { failure, deadline: Some(deadline.clone()), ..self.clone() })
    }

    fn failure(&self) -> Option<String> {
        self.failure.as_ref()?.get().cloned()
    }

    /// The player is the one cell with an '@' on it.
    fn player(&self, board: &Grid<Code>) -> Option<Coord> {
        let kinds = self.rules.identity.kinds;
        let is_player = |code: Code| {
            let look = kinds.get(code.0.into()).map(|kind| kind.look);
            look.and_then(|look| look.piece).is_some_and(|(_, mark)| mark.text() == "@")
        };
        let mut players = board.coords_where(is_player);
        players.next().filter(|_| players.next().is_none())
    }

    fn problems(&self, board: &Grid<Code>) -> Vec<Diagnostic> {
        if let Some(at) = self.unknown_cell(board) {
            return vec![message::foreign_cell(self.rules.identity.id).at_cell(at)];
        }
        let cells = self.rules.board(coded(board));
        let checked = self.in_time(|| {
            let problems = self.rules.problems(&cells)?;
            if problems.is_empty() {
                // A board on which the rules fail is not a level.
                self.rules.is_solved(&cells)?;
                self.try_follow(coded(board), |_, _, _| {})?;
            }
            Ok::<_, String>(problems)
        });
        match checked {
            Ok(problems) => problems.into_iter().map(message::script_problem).collect(),
            Err(why) => {
                self.failed(&why);
                vec![message::script_fails(why)]
            }
        }
    }

    fn is_solved(&self, board: &Grid<Code>) -> bool {
        self.unknown_cell(board).is_none() && self.solved(coded(board))
    }

    fn moves(&self, board: &Grid<Code>) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.unknown_cell(board).is_none() {
            self.follow(coded(board), |mv, _, _| moves.push(mv));
        }
        moves
    }

    fn play(&self, board: &Grid<Code>, mv: Move) -> Result<Grid<Code>, Diagnostic> {
        self.try_play(board, mv).map_err(Diagnostic::from)
    }

    fn looks(&self, board: &Grid<Code>) -> Grid<quadrille::definition::Look> {
        let hole = quadrille::definition::Look::bare(quadrille::definition::Ground::Hole);
        let kinds = self.rules.identity.kinds;
        board.map(|code| kinds.get(code.0.into()).map_or(hole, |kind| kind.look))
    }

    fn with_puzzle(&self, board: &Grid<Code>, run: &mut dyn FnMut(AnyPuzzle<'_>)) {
        run(AnyPuzzle::new(&Positions::new(self, board)));
    }
}

impl Workshop for PuzzleScript {
    // A script that drafts its boards sets the number of pieces itself.
    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        let most = if self.rules.drafts { size.cells() } else { (size.cells() / 4).max(2) };
        1..=most
    }

    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Code>> {
        if !self.rules.drafts {
            return quadrille::definition::any_draft(self, target, random);
        }
        let drafted = self.in_time(|| self.rules.draft(target.size, random));
        let board = drafted.map_err(|why| self.failed(&why)).ok()?;
        let board = typed(&board);
        if Definition::is_solved(self, &board) {
            return scrambled(self, &board, target, random);
        }
        Definition::problems(self, &board).is_empty().then_some(board)
    }
}
