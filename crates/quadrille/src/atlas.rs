//! Every position of a level, with its exact distance to a solution and the estimates of
//! heuristics.

use std::fmt::Debug;

use quadrille_base::hash::fnv1a;

use crate::diagnostic::Diagnostic;
use crate::heuristics::Expression;
use crate::moves::Move;
use crate::puzzle::{Puzzle, Visit, formula};
use crate::search::{
    Control, Stop,
    explore::{Explore, Graph},
    space::Heuristic,
    toolkit::{Deadline, Packed},
};

/// A position of a level. Positions that differ only by names, such as two swapped blocks of one
/// colour, are one. Of moves with the same effect, such as swapping two neighbours from either
/// side, one is listed.
pub type Place<'a> = crate::search::explore::Place<'a, Move>;

/// Every position of a level.
#[derive(Clone, PartialEq, Debug)]
pub struct Atlas {
    /// The explored positions: all, unless `stop` is set.
    pub places: Graph<Move>,
    /// The number of positions reached, explored or not.
    pub reached: usize,
    /// The reason why positions are missing. Then there are no distances and no estimates.
    pub stop: Option<Stop>,
    /// For each heuristic, its estimates of the positions in order, without a last move. 0 for
    /// solved positions.
    pub estimates: Vec<Vec<f64>>,
    /// The key of each explored position, as returned by `Game::keys_along`; below 2⁵³, so that every
    /// language can read it.
    pub keys: Vec<u64>,
}

impl Atlas {
    /// The moves from the start to a position.
    pub fn way_to(&self, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = number;
        while let Some((from, &mv)) = self.places.from(at) {
            moves.push(mv);
            at = from;
        }
        moves.reverse();
        moves
    }

    /// The positions of a shortest plan with the moves between them, the start first; empty if
    /// there is no plan.
    pub fn shortest(&self) -> Vec<(usize, Option<Move>)> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(distance) = self.places.distance(at) {
            let nearer = |to: usize| self.places.distance(to).is_some_and(|other| other < distance);
            let place = self.places.at(at);
            let next = place.moves.iter().find(|&&(_, to)| nearer(to as usize));
            line.push((at, next.map(|&(mv, _)| mv)));
            match next {
                Some(&(_, to)) => at = to as usize,
                None => break,
            }
        }
        line
    }

    /// The number of positions first reached at each depth.
    pub fn layers(&self) -> Vec<u64> {
        let deepest = self.places.iter().next_back().map_or(0, |place| place.depth as usize + 1);
        let mut layers = vec![0; deepest];
        for place in self.places.iter() {
            layers[place.depth as usize] += 1;
        }
        layers
    }
}

/// The key of a position in canonical form.
pub(crate) fn key<S: Packed>(state: &S) -> u64 {
    let mut words = vec![0; state.words()];
    state.pack(&mut words);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    fnv1a(&bytes) >> (64 - KEY_BITS)
}

/// Numbers with this many bits are exact as floating-point numbers.
const KEY_BITS: u32 = 53;

/// Makes the atlas of a puzzle.
pub(crate) struct Collect<'a> {
    pub(crate) heuristics: &'a [Expression],
    pub(crate) control: &'a Control,
    /// The end of the estimates. They are empty if they took longer.
    pub(crate) deadline: &'a Deadline,
    /// Selects the positions that are estimated; `None` for all. The estimate of the others is
    /// infinite.
    pub(crate) estimated: Option<fn(&Graph<Move>) -> Vec<bool>>,
    pub(crate) with_keys: bool,
}

/// Positions that are estimated between two checks of the clock.
const ESTIMATES: usize = 256;

impl Visit for Collect<'_> {
    type Output = Result<Atlas, Diagnostic>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let formulas = self.heuristics.iter().map(|heuristic| formula(puzzle, heuristic));
        let formulas = formulas.collect::<Result<Vec<_>, _>>()?;
        let atlas = Explore::new(puzzle).control(self.control).atlas();
        let (reached, stop) = (atlas.len(), atlas.stop());
        let selected = self.estimated.filter(|_| stop.is_none()).map(|only| only(atlas.graph()));
        let value = |formula: &dyn Heuristic<S, Move>, number: usize| {
            if number.is_multiple_of(ESTIMATES) {
                self.deadline.check(0).ok()?;
            }
            Some(if atlas.is_goal(number) {
                0.0
            } else if selected.as_ref().is_some_and(|selected| !selected[number]) {
                f64::INFINITY
            } else {
                formula.estimate(atlas.state(number), None)
            })
        };
        let all = |formula| -> Option<Vec<f64>> {
            let explored = if stop.is_none() { 0..reached } else { 0..0 };
            explored.map(|number| value(formula, number)).collect()
        };
        let estimates = formulas.iter().map(|formula| all(formula).unwrap_or_default()).collect();
        let keyed = if self.with_keys { atlas.expanded() } else { 0 };
        let keys = (0..keyed).map(|number| key(atlas.state(number))).collect();
        Ok(Atlas { places: atlas.into_graph(), reached, stop, estimates, keys })
    }
}
