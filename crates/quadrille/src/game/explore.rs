//! Questions about a level that its packed rules answer: its positions, their distances and the
//! values of heuristics.

use std::fmt::Debug;

use super::along::Along;
use super::{Game, SolveError};
use crate::atlas::{Atlas, Collect};
#[cfg(not(target_family = "wasm"))]
use crate::census::{self, Census, Distances, Route, Unchecked};
use crate::definition::Rules;
#[cfg(not(target_family = "wasm"))]
use crate::diagnostic::message;
use crate::examine::{Examine, Examined};
use crate::grid::Grid;
use crate::heuristics::{Expression, Valued};
use crate::moves::Move;
use crate::puzzle::{Formula, Puzzle, Visit, WithPuzzle, visit};
use crate::search::{
    Cancel, Control, Pruning, Stop, Survey,
    explore::Explore,
    toolkit::{Deadline, Packed, PackedSpace, Rows},
};
use crate::verify;

impl dyn Game + '_ {
    /// The values of these heuristics at the start of a level.
    pub fn values(
        &self,
        board: &Grid<u16>,
        heuristics: &[Expression],
    ) -> Result<Vec<Valued>, SolveError> {
        self.values_after(board, &[], heuristics)
    }

    /// The values of these heuristics after some moves from a board.
    pub fn values_after(
        &self,
        board: &Grid<u16>,
        moves: &[Move],
        heuristics: &[Expression],
    ) -> Result<Vec<Valued>, SolveError> {
        let along = self.values_along(board, moves, heuristics)?;
        Ok(along.into_iter().next_back().unwrap_or_default())
    }

    /// The values of these heuristics at a board and after each of some moves, with their parts, as
    /// a search from the board computes them there. In a solved position all are 0.
    pub fn values_along(
        &self,
        board: &Grid<u16>,
        moves: &[Move],
        heuristics: &[Expression],
    ) -> Result<Vec<Vec<Valued>>, SolveError> {
        let along = self.along(board, moves, heuristics)?;
        Ok(along.into_iter().map(|(_, values)| values).collect())
    }

    /// The keys of the positions at a board and after each move, as in the [`Atlas`] of the board.
    /// [`SolveError::Refused`] when a move is illegal.
    pub fn keys_along(&self, board: &Grid<u16>, moves: &[Move]) -> Result<Vec<u64>, SolveError> {
        Ok(self.along(board, moves, &[])?.into_iter().map(|(key, _)| key).collect())
    }

    fn along(
        &self,
        board: &Grid<u16>,
        moves: &[Move],
        heuristics: &[Expression],
    ) -> Result<Vec<(u64, Vec<Valued>)>, SolveError> {
        self.with_level(board, &Deadline::default(), |rules, level| {
            let replay = verify::replay(rules, board, moves).map_err(SolveError::Refused)?;
            visit(level, Along { boards: &replay.boards, moves, heuristics })
        })
    }

    /// Every position that can be reached, by the fast rules and up to names, with the estimates of
    /// these heuristics.
    pub fn atlas(
        &self,
        board: &Grid<u16>,
        heuristics: &[Expression],
        control: &Control,
    ) -> Result<Atlas, SolveError> {
        let deadline = &control.deadline();
        let collect = Collect { heuristics, control, deadline, estimated: None, with_keys: true };
        let mut atlas = self.collected(board, collect)?;
        if atlas.estimates.iter().any(|estimates| estimates.len() < atlas.places.len()) {
            atlas.stop = atlas.stop.or(Some(Stop::Time));
        }
        Ok(atlas)
    }

    pub(crate) fn collected(
        &self,
        board: &Grid<u16>,
        collect: Collect<'_>,
    ) -> Result<Atlas, SolveError> {
        self.with_level(board, collect.deadline, |_, level| {
            visit(level, collect).map_err(SolveError::Heuristic)
        })
    }

    /// Examines up to `most` positions of the board's level for counter-examples to the properties
    /// of the heuristic: see `claims`.
    pub fn examine(
        &self,
        board: &Grid<u16>,
        heuristic: &Expression,
        most: usize,
        cancel: &Cancel,
    ) -> Result<Examined, SolveError> {
        self.with_level(board, &cancel.clone().into(), |_, level| {
            Ok(visit(level, Examine { heuristic, most, cancel })?)
        })
    }

    /// The number of distinct positions first reached at each depth from 0 to `depth` by the fast
    /// rules, with or without canonical forms: a check that catches almost any mistake in rules.
    pub fn layers(
        &self,
        board: &Grid<u16>,
        depth: u32,
        pruning: Pruning,
    ) -> Result<Vec<u64>, SolveError> {
        self.with_level(board, &Deadline::default(), |_, level| {
            Ok(visit(level, Layers(depth, pruning)))
        })
    }

    /// Every position that can be reached from the board: by depth, with its goals and dead ends.
    /// With or without canonical forms.
    pub fn survey(
        &self,
        board: &Grid<u16>,
        pruning: Pruning,
        control: &Control,
    ) -> Result<Survey, SolveError> {
        self.with_level(board, &control.deadline(), |_, level| {
            Ok(visit(level, Whole(pruning, control)))
        })
    }

    /// Every board with the same pieces in other places: how many can be solved, and which is the
    /// hardest. `None` if the game does not define these boards.
    #[cfg(not(target_family = "wasm"))]
    pub fn census(
        &self,
        board: &Grid<u16>,
        control: &Control,
    ) -> Result<Option<Census>, SolveError> {
        self.with_level(board, &control.deadline(), |rules, level| {
            let taken = visit(level, census::Take(control));
            let Some((mut census, hardest)) = taken else { return Ok(None) };
            if let Some(hardest) = hardest {
                verify::checked(rules, &hardest.start, &hardest.report)
                    .map_err(SolveError::Refused)?;
                let most = census.to_goal.as_ref().map_or(0, Vec::len).saturating_sub(1) as u32;
                census.hardest = as_long(hardest, most)?;
            }
            Ok(Some(census))
        })
    }

    /// The distances between positions that the same pieces can reach from any board. `None` if the
    /// game does not define these boards.
    #[cfg(not(target_family = "wasm"))]
    pub fn distances(
        &self,
        board: &Grid<u16>,
        control: &Control,
    ) -> Result<Option<Distances>, SolveError> {
        self.with_level(board, &control.deadline(), |rules, level| {
            let taken = visit(level, census::Measure(control));
            let Some((mut distances, farthest)) = taken else { return Ok(None) };
            if let Some(farthest) = farthest {
                let plan = farthest.report.plan().map_or(&[][..], |(plan, _)| plan);
                verify::replay(rules, &farthest.start, plan).map_err(SolveError::Refused)?;
                // The last batch may have been stopped after a greater distance than those counted.
                let most = distances.stats.depth;
                distances.farthest = as_long(farthest, most)?;
            }
            Ok(Some(distances))
        })
    }

    /// Passes the board as rows of words to a search that stores its positions on disk or on other
    /// machines. Its plan must be checked by [`verify::checked`]. With a heuristic the rows have
    /// estimates; one that fails cancels the search.
    pub fn with_rows(
        &self,
        board: &Grid<u16>,
        pruning: Pruning,
        heuristic: Option<(&Expression, &Cancel)>,
        search: &mut dyn FnMut(&dyn PackedSpace<Move = Move>),
    ) -> Result<(), SolveError> {
        let deadline = heuristic.map(|(_, cancel)| Deadline::from(cancel.clone()));
        self.with_level(board, &deadline.unwrap_or_default(), |_, level| {
            visit(level, AsRows { pruning, heuristic, search })
        })
    }

    fn with_level<T>(
        &self,
        board: &Grid<u16>,
        deadline: &Deadline,
        run: impl FnOnce(&dyn Rules, WithPuzzle<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let (mut run, mut result) = (Some(run), None);
        self.on_level(board, deadline, &mut |rules, level| {
            let run = run.take().expect("a game calls the function once");
            result = Some(run(rules, level)?);
            Ok(())
        })?;
        Ok(result.expect("a game calls the function"))
    }
}

/// The plan of a report, checked against a length that was counted in another way; `None` if the
/// search was stopped.
#[cfg(not(target_family = "wasm"))]
fn as_long(found: Unchecked, claimed: u32) -> Result<Option<Route>, SolveError> {
    match found.report.plan() {
        Some((plan, counted)) if counted == claimed => {
            Ok(Some(Route { moves: plan.to_vec(), board: found.start }))
        }
        Some((_, counted)) => Err(SolveError::Refused(message::wrong_cost(claimed, counted))),
        None => Ok(None),
    }
}

struct Layers(u32, Pruning);

impl Visit for Layers {
    type Output = Vec<u64>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Vec<u64> {
        Explore::new(puzzle).pruning(self.1).layers(self.0)
    }
}

struct Whole<'a>(Pruning, &'a Control);

impl Visit for Whole<'_> {
    type Output = Survey;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Survey {
        Explore::new(puzzle).pruning(self.0).control(self.1).survey()
    }
}

struct AsRows<'a> {
    pruning: Pruning,
    heuristic: Option<(&'a Expression, &'a Cancel)>,
    search: &'a mut dyn FnMut(&dyn PackedSpace<Move = Move>),
}

impl Visit for AsRows<'_> {
    type Output = Result<(), SolveError>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let rows = Rows::new(puzzle, self.pruning);
        let Some((heuristic, cancel)) = self.heuristic else {
            (self.search)(&rows);
            return Ok(());
        };
        heuristic.check(puzzle.vocabulary()).map_err(SolveError::Heuristic)?;
        let formula = Formula::new(puzzle, heuristic, cancel.clone());
        let formula = formula.map_err(SolveError::Heuristic)?;
        (self.search)(&rows.guided(&formula));
        formula.failure().map_or(Ok(()), |why| Err(SolveError::Failed(why.clone())))
    }
}
