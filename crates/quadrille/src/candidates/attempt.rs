//! One candidate for a level: drafted, solved, stripped of useless things, counted and rated.

use quadrille_base::random::Random;

use super::{Difficulty, Rating, Spec, rating};
use crate::definition::{self, Cell, Plans, Target, Workshop};
use crate::grid::Grid;
use crate::moves::Move;
use crate::search::{Control, Cost, Limits, Outcome};

/// A finished level.
#[derive(Clone, PartialEq, Debug)]
pub struct Made<B = Grid<u16>> {
    /// Its board.
    pub board: B,
    /// One of its shortest plans.
    pub plan: Vec<Move>,
    /// Its difficulty.
    pub rating: Rating,
}

/// The result of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub enum Attempt<B = Grid<u16>> {
    /// It meets the spec.
    Made(Box<Made<B>>),
    /// It does not; with the length of its shortest plan, if one was found.
    Rejected(Rejection, Option<Cost>),
    /// The rules of the game failed, as those of a script can; other candidates would fail too.
    Failed(String),
    /// The work was cancelled.
    Cancelled,
}

/// The reason why a candidate was rejected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rejection {
    /// The draft failed, or is already solved.
    Draft,
    /// It has no plan.
    Unsolvable,
    /// Its plans could not be found, or not be counted, within the nodes of the spec.
    TooMuch,
    /// Its shortest plan is shorter or longer than requested.
    Moves,
    /// It has more or fewer pieces than requested, after the useless ones were removed.
    Pieces,
    /// It has several shortest plans.
    Plans,
    /// It is easier or harder than requested.
    Difficulty(Difficulty),
    /// It was made before, perhaps rotated, mirrored or with other names.
    Known,
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Rejection::Draft => "no board",
            Rejection::Unsolvable => "unsolvable",
            Rejection::TooMuch => "too much to search",
            Rejection::Moves => "another number of moves",
            Rejection::Pieces => "another number of pieces",
            Rejection::Plans => "several shortest plans",
            Rejection::Difficulty(Difficulty::Easy) => "easy",
            Rejection::Difficulty(Difficulty::Medium) => "medium",
            Rejection::Difficulty(Difficulty::Hard) => "hard",
            Rejection::Difficulty(Difficulty::Expert) => "expert",
            Rejection::Known => "made before",
        })
    }
}

/// The reason for a rejection, and the length of the shortest plan.
type Rejected = (Rejection, Option<Cost>);

/// Searches within the nodes of a spec.
pub(crate) struct Checker<'a, D> {
    pub(super) game: &'a D,
    pub(super) control: Control,
}

impl<'a, D: Workshop> Checker<'a, D> {
    pub(crate) fn new(game: &'a D, nodes: u64, control: &Control) -> Checker<'a, D> {
        // No limit on time or memory: the levels would depend on the machine.
        let limits = Limits { max_nodes: Some(nodes), max_time: None, max_memory: None };
        Checker {
            game,
            control: Control {
                limits,
                cancel: control.cancel.clone(),
                clock: control.clock.clone(),
                ..Control::default()
            },
        }
    }

    /// A shortest plan of a board.
    pub(super) fn plan(&self, board: &Grid<D::Cell>) -> Result<Vec<Move>, Rejection> {
        if !self.game.problems(board).is_empty() || self.game.is_solved(board) {
            return Err(Rejection::Draft);
        }
        match definition::best(self.game, board, &mut self.control.start(), None).outcome {
            Outcome::Solved { plan, optimal: true, .. } => Ok(plan),
            Outcome::Unsolvable => Err(Rejection::Unsolvable),
            _ => Err(Rejection::TooMuch),
        }
    }

    fn plans(&self, board: &Grid<D::Cell>, moves: usize) -> Result<Plans, Rejection> {
        definition::plans(self.game, board, moves as Cost, &self.control).ok_or(Rejection::TooMuch)
    }

    /// The solution of a board without one thing, if it has the same shortest plans.
    fn same_without(
        &self,
        board: &Grid<D::Cell>,
        solution: &Solution,
    ) -> Result<Option<Solution>, Rejection> {
        let plan = match self.plan(board) {
            Ok(plan) if plan.len() == solution.plan.len() => plan,
            Ok(_) | Err(Rejection::Draft | Rejection::Unsolvable) => return Ok(None),
            Err(rejection) => return Err(rejection),
        };
        let plans = self.plans(board, plan.len())?;
        Ok((plans == solution.plans).then_some(Solution { plan, plans }))
    }

    /// Removes things while the shortest plans stay the same.
    fn without_useless(
        &self,
        mut board: Grid<D::Cell>,
        mut solution: Solution,
    ) -> Result<(Grid<D::Cell>, Solution), Rejection> {
        let (mut next, mut needed) = (0, 0);
        loop {
            let simpler = self.game.without_one(&board);
            if needed >= simpler.len() {
                return Ok((board, solution));
            }
            next %= simpler.len();
            if let Some(same) = self.same_without(&simpler[next], &solution)? {
                (board, solution) = (simpler[next].clone(), same);
                needed = 0;
            } else {
                next += 1;
                needed += 1;
            }
        }
    }

    /// Turns a board into a level, if it meets the spec.
    pub(super) fn finish(
        &self,
        board: Grid<D::Cell>,
        target: &Target,
        spec: &Spec,
    ) -> Result<Made<Grid<D::Cell>>, Rejected> {
        let game = self.game;
        let board = game.canonical(&board);
        let plan = self.plan(&board).map_err(|rejection| (rejection, None))?;
        let moves = plan.len() as Cost;
        let because = |rejection| (rejection, Some(moves));
        if !target.moves.contains(&moves) {
            return Err(because(Rejection::Moves));
        }
        let plans = self.plans(&board, plan.len()).map_err(because)?;
        if spec.unique && plans.count != 1 {
            return Err(because(Rejection::Plans));
        }
        let (reduced, mut solution) =
            self.without_useless(board, Solution { plan, plans }).map_err(because)?;
        if !target.pieces.contains(&game.pieces(&reduced))
            || game.stoppers(&reduced) != target.stoppers
        {
            return Err(because(Rejection::Pieces));
        }
        let board = game.canonical(&reduced);
        if board != reduced {
            // Moves contain names, so the plan is found again. The number of plans does not depend
            // on names.
            solution.plan = self.plan(&board).map_err(because)?;
        }
        let Solution { plan, plans } = solution;
        let rating = rating::rate_by(game, &board, &plan, Some(plans.count), &self.control)
            .map_err(|_| because(Rejection::TooMuch))?;
        match spec.difficulty {
            Some(wanted) if wanted != rating.difficulty => {
                Err(because(Rejection::Difficulty(rating.difficulty)))
            }
            _ => Ok(Made { board, plan, rating }),
        }
    }
}

/// A shortest plan, and the number of all shortest plans.
struct Solution {
    plan: Vec<Move>,
    plans: Plans,
}

/// The board of the candidate with this number, and its target.
pub(crate) fn drafted<D: Workshop>(
    game: &D,
    spec: &Spec,
    number: u64,
) -> Option<(Grid<D::Cell>, Target)> {
    let mut random = Random::new(spec.seed, number);
    let target = spec.target(game, &mut random)?;
    Some((game.draft(&target, &mut random)?, target))
}

pub(crate) fn attempt<D: Workshop>(
    game: &D,
    spec: &Spec,
    number: u64,
    control: &Control,
) -> Attempt<Grid<D::Cell>> {
    let Some((board, target)) = drafted(game, spec, number) else {
        return Attempt::Rejected(Rejection::Draft, None);
    };
    let made = Checker::new(game, spec.nodes, control).finish(board, &target, spec);
    // A cancelled attempt must not count as a rejection, which would depend on timing.
    if control.cancel.is_cancelled() {
        return Attempt::Cancelled;
    }
    match made {
        Ok(made) => Attempt::Made(Box::new(made)),
        Err((rejection, moves)) => Attempt::Rejected(rejection, moves),
    }
}

impl<C: Cell> Made<Grid<C>> {
    /// The level as a board of cell codes.
    pub(crate) fn coded(self) -> Made {
        Made { board: self.board.map(C::code), plan: self.plan, rating: self.rating }
    }
}
