//! Making levels, and rating how hard they are.
//!
//! A candidate is drafted at random by the game's [`Workshop`], solved with proof, freed of everything that could be left
//! out without changing its shortest plans, and rated ([`Make::attempt`]). It depends on the [`Wish`] and on its number
//! alone, so that candidates can be made side by side; a [`Harvest`] takes them in the order of their numbers, and comes to the same
//! levels whoever made them. Limits are limits of nodes, never of time, for the same reason.
//!
//! ```
//! use quadrille::games;
//! use quadrille::generate::{Harvest, Wish};
//! use quadrille::search::Control;
//!
//! let game = games::by_id("tiles").unwrap();
//! let wish = Wish { moves: Some(4..=6), seed: 1, ..Wish::default() };
//! let mut harvest = Harvest::new(game, 2);
//! for number in 0.. {
//!     harvest.take(game.attempt(&wish, number, &Control::default()));
//!     if harvest.is_full() {
//!         break;
//!     }
//! }
//! let levels = harvest.levels(&wish);
//! assert!(levels.iter().all(|(level, _)| level.solution.as_ref().is_some_and(|plan| plan.len() >= 4)));
//! ```

mod attempt;
mod climb;
mod difficulty;
mod harvest;
mod make;
mod plans;
mod random;
mod rating;
mod symmetry;
mod wish;
mod workshop;

pub use attempt::{Attempt, Made, Rejection};
pub use climb::Climbed;
pub use difficulty::Difficulty;
pub use harvest::Harvest;
pub use make::Make;
pub use plans::Plans;
pub use random::Random;
pub use rating::{Parts, Rating, Unrated};
pub use symmetry::Symmetry;
pub use wish::{Order, Wish, WishError};
pub use workshop::{AnyCells, Hardest, Scope, Workshop};

use crate::games::{Definition, Visit};
use crate::grid::Grid;
use crate::heuristics::{Expression, Formula, HeuristicInfo};
use crate::levels::Level;
use crate::puzzle::{Cost, Puzzle};
use crate::search::{Cancel, Control};

/// Rates how hard a level is for a person. The limit of nodes holds for each of the searches that this takes.
pub fn rate(level: &Level, control: &Control) -> Result<Rating, Unrated> {
    level.game.rate(&level.grid, control)
}

/// Positions that are looked at without an estimate first: for small levels the tables of a heuristic do not pay.
const WITHOUT_ESTIMATE: u64 = 1_000;

/// Positions that are looked at where no limit is given.
const POSITIONS: u64 = 1_000_000;

/// The shortest plans of a level by search, for games that know no better way.
pub(crate) fn plans_by_search<D: Definition>(
    game: &D,
    board: &Grid<D::Cell>,
    cost: Cost,
    control: &Control,
) -> Option<Plans> {
    struct Count<'a>(&'static str, &'static [HeuristicInfo], Cost, u64, &'a Cancel);
    impl Visit for Count<'_> {
        type Output = Option<Plans>;
        fn visit<P: Puzzle>(self, puzzle: &P) -> Option<Plans> {
            let Count(heuristic, heuristics, cost, most, cancel) = self;
            let blind = Formula::<P::Heuristic>::ZERO;
            let first = (most.min(WITHOUT_ESTIMATE), cancel);
            plans::shortest_plans(puzzle, &blind, cost, first).or_else(|| {
                let expression: Expression = heuristic.parse().ok()?;
                let formula = Formula::new(puzzle, &expression, heuristics).ok()?;
                plans::shortest_plans(puzzle, &formula, cost, (most, cancel))
            })
        }
    }
    let most = control.limits.nodes.unwrap_or(POSITIONS);
    game.visit(board, Count(D::DEFAULT_HEURISTIC, D::HEURISTICS, cost, most, &control.cancel))
}
