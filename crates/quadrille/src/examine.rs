//! Counter-examples to the properties of a heuristic among the positions of a level.
//!
//! Positions are visited in breadth-first order up to a limit. The path from a position to the
//! nearest solution among them is a plan, so an estimate above its length is an overestimate, even
//! if not all positions were visited.

use std::collections::HashMap;
use std::fmt::Debug;

use crate::grid::Grid;
use crate::heuristics::{Expression, Heuristic};
use crate::moves::Move;
use crate::puzzle::{Formula, NoValue, Puzzle, Visit};
use crate::search::{Cancel, Cost, toolkit::Packed};

/// Tolerance for the sum of a few roundings.
const ROUNDING: f64 = 1e-6;

/// A property that a heuristic may claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// The estimate never exceeds the cost of a cheapest plan.
    Admissible,
    /// The estimate never falls by more than a move costs.
    Consistent,
}

quadrille_base::names!(Property { Admissible: "admissible", Consistent: "consistent" });

/// A board on which a heuristic violates a property.
#[derive(Clone, PartialEq, Debug)]
pub struct Counterexample {
    pub board: Grid<u16>,
    pub estimate: f64,
    /// A plan that is shorter than the estimate, or the one move along which it falls.
    pub moves: Vec<Move>,
    /// The estimate after the move, for an inconsistency.
    pub after: Option<f64>,
}

/// The result of examining the positions of a level.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Examined {
    pub positions: u64,
    pub is_exhaustive: bool,
    /// The overestimate with the shortest plan.
    pub overestimate: Option<Counterexample>,
    /// The first move along which the estimate falls too far.
    pub inconsistency: Option<Counterexample>,
}

impl Examined {
    pub fn against(&self, property: Property) -> Option<&Counterexample> {
        match property {
            Property::Admissible => self.overestimate.as_ref(),
            Property::Consistent => self.inconsistency.as_ref(),
        }
    }
}

/// Examines up to `positions` positions of a puzzle. The game's move prunings are not used; its
/// canonical forms are.
pub(crate) struct Examine<'a> {
    pub(crate) heuristic: &'a Expression,
    pub(crate) most: usize,
    pub(crate) cancel: &'a Cancel,
}

struct Seen<S> {
    state: S,
    estimate: f64,
    following: Vec<(Move, usize)>,
    /// The next position and move on the path to the nearest solution, and its length.
    way: Option<(Option<(Move, usize)>, Cost)>,
}

impl Visit for Examine<'_> {
    type Output = Result<Examined, NoValue>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let stop = self.cancel.child();
        let formula =
            Formula::new(puzzle, self.heuristic, stop.clone()).map_err(NoValue::Unknown)?;
        let mut seen: Vec<Seen<S>> = Vec::new();
        let mut numbers: HashMap<S, usize> = HashMap::new();
        let mut meet = |state: S, seen: &mut Vec<Seen<S>>| {
            let state = puzzle.canonical_form(state);
            *numbers.entry(state.clone()).or_insert_with(|| {
                let is_goal = puzzle.is_goal(&state);
                let mut estimate = if is_goal { 0.0 } else { formula.estimate(&state, None) };
                // A heuristic that was cut off has no estimate. NaN violates no property.
                if stop.is_cancelled() {
                    estimate = f64::NAN;
                }
                let way = is_goal.then_some((None, 0));
                seen.push(Seen { state, estimate, following: Vec::new(), way });
                seen.len() - 1
            })
        };
        meet(puzzle.start(), &mut seen);
        let mut next = 0;
        while next < seen.len() && seen.len() < self.most && !stop.is_cancelled() {
            if seen[next].way.is_none() {
                let state = seen[next].state.clone();
                for (mv, after) in puzzle.following(&state) {
                    let number = meet(after, &mut seen);
                    seen[next].following.push((mv, number));
                }
            }
            next += 1;
        }
        if let Some(failure) = formula.failure() {
            return Err(NoValue::Failed(failure.clone()));
        }
        let is_exhaustive = next == seen.len();
        walk_back(&mut seen);
        Ok(Examined {
            positions: seen.len() as u64,
            is_exhaustive,
            overestimate: overestimate(puzzle, &seen),
            inconsistency: inconsistency(puzzle, &seen),
        })
    }
}

/// Finds the path to the nearest solution for every position, backwards from the solutions.
fn walk_back<S>(seen: &mut [Seen<S>]) {
    let mut before = vec![Vec::new(); seen.len()];
    for (number, position) in seen.iter().enumerate() {
        for &(mv, after) in &position.following {
            before[after].push((mv, number));
        }
    }
    let mut layer: Vec<usize> = (0..seen.len()).filter(|&n| seen[n].way.is_some()).collect();
    let mut cost = 0;
    while !layer.is_empty() {
        cost += 1;
        let mut next = Vec::new();
        for after in layer {
            for &(mv, number) in &before[after] {
                if seen[number].way.is_none() {
                    seen[number].way = Some((Some((mv, after)), cost));
                    next.push(number);
                }
            }
        }
        layer = next;
    }
}

fn overestimate<S: Packed + Debug>(
    puzzle: &dyn Puzzle<State = S>,
    seen: &[Seen<S>],
) -> Option<Counterexample> {
    let wrong = |position: &&Seen<S>| {
        position.way.is_some_and(|(_, cost)| position.estimate > f64::from(cost) + ROUNDING)
    };
    let worst = seen.iter().filter(wrong).min_by_key(|position| position.way.map(|way| way.1))?;
    let mut moves = Vec::new();
    let mut here = worst;
    while let Some((Some((mv, after)), _)) = here.way {
        moves.push(mv);
        here = &seen[after];
    }
    let (board, estimate) = (puzzle.board(&worst.state), worst.estimate);
    Some(Counterexample { board, estimate, moves, after: None })
}

fn inconsistency<S: Packed + Debug>(
    puzzle: &dyn Puzzle<State = S>,
    seen: &[Seen<S>],
) -> Option<Counterexample> {
    seen.iter().find_map(|position| {
        let falls = |&&(_, after): &&(Move, usize)| {
            position.estimate - seen[after].estimate > 1.0 + ROUNDING
        };
        let &(mv, after) = position.following.iter().find(falls)?;
        let (board, estimate) = (puzzle.board(&position.state), position.estimate);
        Some(Counterexample { board, estimate, moves: vec![mv], after: Some(seen[after].estimate) })
    })
}
