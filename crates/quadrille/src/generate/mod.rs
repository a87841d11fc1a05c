//! Making levels, and rating how hard they are.
//!
//! A candidate is drafted at random by the game's [`Workshop`], solved with proof, freed of everything that could be left
//! out without changing its shortest plans, and rated ([`Game::attempt`](crate::games::Game::attempt)). It depends on the [`Spec`] and on its number
//! alone, so that candidates can be made side by side; a [`Batch`] takes them in the order of their numbers, and comes to the same
//! levels whoever made them. Limits are limits of nodes, never of time, for the same reason.
//!
//! ```
//! use quadrille::games;
//! use quadrille::generate::{Batch, Spec};
//! use quadrille::search::Control;
//!
//! let game = games::by_id("tiles").unwrap();
//! let spec = Spec { moves: Some(4..=6), seed: 1, ..Spec::default() };
//! let mut batch = Batch::new(game, 2);
//! for number in 0.. {
//!     batch.take(game.attempt(&spec, number, &Control::default()));
//!     if batch.is_full() {
//!         break;
//!     }
//! }
//! let levels = batch.levels(&spec);
//! assert!(levels.iter().all(|(level, _)| level.solution.as_ref().is_some_and(|plan| plan.len() >= 4)));
//! ```

mod attempt;
mod batch;
mod climb;
mod difficulty;
mod draft;
mod plans;
mod random;
mod rating;
mod spec;
mod symmetry;
mod workshop;

pub use attempt::{Attempt, Made, Rejection};
pub use batch::Batch;
pub use climb::Climbed;
pub use difficulty::Difficulty;
pub use plans::Plans;
pub use random::Random;
pub use rating::{Parts, Rating, Unrated};
pub use spec::{InvalidSpec, Spec, Target};
pub use symmetry::Symmetry;
pub use workshop::{Hardest, Scope, Workshop};

use std::fmt::Debug;

use crate::games::{self, Cell, Definition};
use crate::grid::Grid;
use crate::heuristics::Formula;
use crate::levels::Level;
use crate::puzzle::{self, Puzzle, Visit};
use crate::search::{Cancel, Control, Cost, Packed};

pub(crate) use attempt::{Checker, attempt, drafted};
pub(crate) use climb::climb;
pub(crate) use draft::draft as any_draft;
pub(crate) use rating::rate as rate_board;

/// One board to stand for all that are the same but for turning, mirroring and names.
pub(crate) fn canonical<D: Workshop>(game: &D, board: &Grid<D::Cell>) -> Grid<u16> {
    let turned =
        Symmetry::all().map(|way| game.canonical(&way.of(board)).map(<D::Cell as Cell>::code));
    turned
        .min_by(|one, other| (one.size(), one.cells()).cmp(&(other.size(), other.cells())))
        .expect("there are eight ways to turn a board")
}

/// Rates how hard a level is for a person. The limit of nodes holds for each of the searches that this takes.
#[cfg(feature = "solve")]
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
    struct Count<'a>(&'static str, Cost, u64, &'a Cancel);
    impl Visit for Count<'_> {
        type Output = Option<Plans>;
        fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Option<Plans> {
            let Count(heuristic, cost, most, cancel) = self;
            let first = (most.min(WITHOUT_ESTIMATE), cancel);
            plans::shortest_plans(puzzle, &Formula::ZERO, cost, first).or_else(|| {
                let formula = puzzle::formula(puzzle, &heuristic.parse().ok()?).ok()?;
                plans::shortest_plans(puzzle, &formula, cost, (most, cancel))
            })
        }
    }
    let most = control.limits.nodes.unwrap_or(POSITIONS);
    games::visit(game, board, Count(D::DEFAULT_HEURISTIC, cost, most, &control.cancel))
}
