//! Results of searches about the positions of a level, kept so that no search runs twice.

use std::collections::HashMap;

use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::moves::Move;
use quadrille::search::{Outcome, Report, Stop};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solvability {
    Solvable {
        /// The remaining moves.
        plan: Vec<Move>,
        /// True if it is proved that there is no shorter plan.
        optimal: bool,
    },
    Unsolvable,
    /// A search was stopped without a result.
    Unknown(Option<Stop>),
}

#[derive(Clone, Default, Debug)]
pub struct Knowledge(HashMap<Grid<u16>, Solvability>);

impl Knowledge {
    pub fn of(&self, board: &Grid<u16>) -> Option<&Solvability> {
        self.0.get(board)
    }

    /// The shortest plan from a position, if known.
    pub fn shortest(&self, board: &Grid<u16>) -> Option<&[Move]> {
        match self.of(board) {
            Some(Solvability::Solvable { plan, optimal: true }) => Some(plan),
            _ => None,
        }
    }

    /// Adds the result of a search, also for the positions along its plan.
    pub fn learn(&mut self, game: &dyn Game, board: &Grid<u16>, report: &Report) {
        match &report.outcome {
            Outcome::Unsolvable => self.learn_dead_end(board),
            Outcome::Unknown => {
                self.0.entry(board.clone()).or_insert(Solvability::Unknown(report.stop));
            }
            Outcome::Solved { plan, optimal, .. } => {
                let mut board = board.clone();
                for played in 0..plan.len() {
                    let rest =
                        Solvability::Solvable { plan: plan[played..].to_vec(), optimal: *optimal };
                    if self.improves(&board, plan.len() - played, *optimal) {
                        self.0.insert(board.clone(), rest);
                    }
                    match game.play(&board, plan[played]) {
                        Ok(next) => board = next,
                        Err(_) => return,
                    }
                }
            }
        }
    }

    /// Adds a position without a solution.
    pub fn learn_dead_end(&mut self, board: &Grid<u16>) {
        self.0.insert(board.clone(), Solvability::Unsolvable);
    }

    fn improves(&self, board: &Grid<u16>, moves: usize, proved: bool) -> bool {
        match self.of(board) {
            Some(Solvability::Solvable { optimal: true, .. }) => false,
            Some(Solvability::Solvable { plan, .. }) => proved || moves < plan.len(),
            _ => true,
        }
    }
}
