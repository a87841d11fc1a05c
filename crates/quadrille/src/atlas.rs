//! Every position of a level, with its exact distance to a solution and the estimates of
//! heuristics.

use std::fmt::Debug;

use quadrille_base::hash::fnv1a;

use crate::diagnostic::Diagnostic;
use crate::heuristics::Expression;
use crate::moves::Move;
use crate::puzzle::{Puzzle, Visit, formula};
use crate::search::{Control, Cost, Stop, explore::Explore, space::Heuristic, toolkit::Packed};

/// A position of a level. Positions are numbered in the order in which breadth-first search reaches
/// them; the start is 0. Positions that differ only by names, such as two swapped blocks of one
/// colour, are one.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The position from which it was first reached, and the move; `None` for the start.
    pub from: Option<(u32, Move)>,
    /// The fewest moves to it from the start.
    pub depth: u32,
    pub solved: bool,
    /// Every distinct move that changes the board, with the position it leads to; none if it is
    /// solved. Of moves with the same effect, such as swapping two neighbours from either side, one
    /// is listed.
    pub moves: Vec<(Move, u32)>,
    /// The fewest moves to a solved position; `None` for a dead end.
    pub distance: Option<Cost>,
}

/// Every position of a level.
#[derive(Clone, PartialEq, Debug)]
pub struct Atlas {
    /// The explored positions: all, unless `stop` is set.
    pub places: Vec<Place>,
    /// The number of positions reached, explored or not.
    pub reached: usize,
    /// The reason why positions are missing. Then there are no distances and no estimates.
    pub stop: Option<Stop>,
    /// For each heuristic, its estimates of the positions in order, without a last move. 0 for
    /// solved positions.
    pub estimates: Vec<Vec<f64>>,
    /// The key of each position, as returned by `Game::keys_along`; below 2⁵³, so that every
    /// language can read it.
    pub keys: Vec<u64>,
}

impl Atlas {
    /// The moves from the start to a position.
    pub fn way_to(&self, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = number;
        while let Some((from, mv)) = self.places.get(at).and_then(|place| place.from) {
            moves.push(mv);
            at = from as usize;
        }
        moves.reverse();
        moves
    }

    /// The positions of a shortest plan with the moves between them, the start first; empty if
    /// there is no plan.
    pub fn shortest(&self) -> Vec<(usize, Option<Move>)> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(place) = self.places.get(at) {
            let Some(distance) = place.distance else { break };
            let nearer = |to: usize| self.places[to].distance.is_some_and(|other| other < distance);
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
        let deepest = self.places.last().map_or(0, |place| place.depth as usize + 1);
        let mut layers = vec![0; deepest];
        for place in &self.places {
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
}

impl Visit for Collect<'_> {
    type Output = Result<Atlas, Diagnostic>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let formulas = self.heuristics.iter().map(|heuristic| formula(puzzle, heuristic));
        let formulas = formulas.collect::<Result<Vec<_>, _>>()?;
        let atlas = Explore::new(puzzle).control(self.control).atlas();
        let explored = 0..atlas.expanded();
        let places = explored.clone().map(|number| {
            let from = atlas.parent(number).zip(atlas.reached_by(number));
            Place {
                from: from.map(|(parent, mv)| (parent as u32, *mv)),
                depth: atlas.depth(number),
                solved: atlas.is_goal(number),
                moves: atlas.moves(number).to_vec(),
                distance: atlas.distance(number),
            }
        });
        let places = places.collect();
        let estimates = match atlas.stop() {
            Some(_) => vec![Vec::new(); formulas.len()],
            None => {
                let value = |formula: &dyn Heuristic<S, Move>, number: usize| {
                    if atlas.is_goal(number) {
                        0.0
                    } else {
                        formula.estimate(atlas.state(number), None)
                    }
                };
                let all = |formula| explored.clone().map(|number| value(formula, number)).collect();
                formulas.iter().map(|formula| all(formula as &dyn Heuristic<S, Move>)).collect()
            }
        };
        let keys = explored.map(|number| key(atlas.state(number))).collect();
        Ok(Atlas { places, reached: atlas.len(), stop: atlas.stop(), estimates, keys })
    }
}
