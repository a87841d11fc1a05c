//! Every position of a level, with its exact distance to a solution and what heuristics say of it.

use std::fmt::Debug;

use crate::diagnostic::Diagnostic;
use crate::heuristics::Expression;
use crate::moves::Move;
use crate::puzzle::{Puzzle, Visit, formula};
use crate::search::{Control, Cost, Heuristic, Stop, explore::Explore, toolkit::Packed};

/// A position of a level. Positions are numbered in the order in which breadth-first search reaches
/// them; the start is 0. Those that are the same but for names, such as blocks of one colour in
/// each other's place, are one.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// From where it was first reached, and by which move; none for the start.
    pub from: Option<(u32, Move)>,
    /// The fewest moves to it from the start.
    pub depth: u32,
    /// Whether it is solved.
    pub solved: bool,
    /// Every different move that changes anything, with where it leads; none when it is solved. Of
    /// moves that do the same, such as swapping two neighbours from either side, one stands for
    /// all.
    pub moves: Vec<(Move, u32)>,
    /// The fewest moves to a solved position; none for a dead end.
    pub distance: Option<Cost>,
}

/// Every position of a level.
#[derive(Clone, PartialEq, Debug)]
pub struct Atlas {
    /// The positions that were explored: all, unless something stopped it.
    pub places: Vec<Place>,
    /// How many were reached, explored or not.
    pub reached: usize,
    /// What stopped it before the space was whole. Then no distance is known, and nothing was
    /// estimated.
    pub stop: Option<Stop>,
    /// For each heuristic its estimates of the positions in their order, each asked about the
    /// position alone. 0 where it is solved.
    pub estimates: Vec<Vec<f64>>,
}

impl Atlas {
    /// The moves that lead to a position from the start.
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

    /// The positions of a shortest plan with the moves that lead on, the start first; none when
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

    /// How many positions were first reached at each depth.
    pub fn layers(&self) -> Vec<u64> {
        let deepest = self.places.last().map_or(0, |place| place.depth as usize + 1);
        let mut layers = vec![0; deepest];
        for place in &self.places {
            layers[place.depth as usize] += 1;
        }
        layers
    }
}

/// Makes the atlas of a puzzle.
pub(crate) struct Visitor<'a> {
    pub(crate) heuristics: &'a [Expression],
    pub(crate) control: &'a Control,
}

impl Visit for Visitor<'_> {
    type Output = Result<Atlas, Diagnostic>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Self::Output {
        let formulas = self.heuristics.iter().map(|heuristic| formula(puzzle, heuristic));
        let formulas = formulas.collect::<Result<Vec<_>, _>>()?;
        let found = Explore::new(puzzle).control(self.control).atlas();
        let explored = 0..found.expanded();
        let places = explored.clone().map(|number| {
            let from = found.parent(number).zip(found.reached_by(number));
            Place {
                from: from.map(|(parent, mv)| (parent as u32, *mv)),
                depth: found.depth(number),
                solved: found.is_goal(number),
                moves: found.moves(number).to_vec(),
                distance: found.distance(number),
            }
        });
        let places = places.collect();
        let estimates = match found.stop() {
            Some(_) => vec![Vec::new(); formulas.len()],
            None => {
                let value = |formula: &dyn Heuristic<S, Move>, number: usize| {
                    if found.is_goal(number) {
                        0.0
                    } else {
                        formula.estimate(found.state(number), None)
                    }
                };
                let all = |formula| explored.clone().map(|number| value(formula, number)).collect();
                formulas.iter().map(|formula| all(formula as &dyn Heuristic<S, Move>)).collect()
            }
        };
        Ok(Atlas { places, reached: found.len(), stop: found.stop(), estimates })
    }
}
