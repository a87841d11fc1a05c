//! One candidate for a level: drafted, solved, freed of what is useless, counted and rated.

use super::{Difficulty, Order, Plans, Random, Rating, Wish, rating};
use crate::games::Definition;
use crate::grid::Grid;
use crate::moves::Move;
use crate::puzzle::Cost;
use crate::search::{Control, Limits, Outcome};

/// A level that was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Made<B = Grid<u16>> {
    /// Its board.
    pub board: B,
    /// One of its shortest plans.
    pub plan: Vec<Move>,
    /// How hard it is.
    pub rating: Rating,
}

/// What came of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub enum Attempt<B = Grid<u16>> {
    /// It is as it was wished.
    Made(Box<Made<B>>),
    /// It is not; the length of its shortest plan, if it has one and it was found.
    Rejected(Rejection, Option<Cost>),
    /// Someone asked to stop.
    Cancelled,
}

/// Why a candidate was rejected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rejection {
    /// The draft came to nothing, or is solved already.
    Draft,
    /// It has no plan.
    Unsolvable,
    /// Its plans could not be found, or not be counted, within the nodes of the wish.
    TooMuch,
    /// Its shortest plan is shorter or longer than wished.
    Moves,
    /// It has more or fewer pieces than wished, once the useless ones are gone.
    Pieces,
    /// It has several shortest plans.
    Plans,
    /// It is easier or harder than wished.
    Difficulty(Difficulty),
    /// It was made before, perhaps turned, mirrored or with other names.
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

/// Why a candidate was rejected, and the length of its shortest plan.
type Rejected = (Rejection, Option<Cost>);

/// Searches within the nodes of a wish.
pub(super) struct Bench<'a, D> {
    pub(super) game: &'a D,
    pub(super) control: Control,
}

impl<'a, D: Definition> Bench<'a, D> {
    pub(super) fn new(game: &'a D, nodes: u64, control: &Control) -> Bench<'a, D> {
        // No limit of time or memory: with them the levels would depend on the machine.
        let limits = Limits { nodes: Some(nodes), time: None, memory: None };
        Bench {
            game,
            control: Control { limits, cancel: control.cancel.clone(), ..Control::default() },
        }
    }

    /// A shortest plan of a board.
    pub(super) fn plan(&self, board: &Grid<D::Cell>) -> Result<Vec<Move>, Rejection> {
        if !self.game.problems(board).is_empty() || self.game.is_solved(board) {
            return Err(Rejection::Draft);
        }
        match self.game.best(board, &mut self.control.start(), &mut ()).outcome {
            Outcome::Solved { plan, optimal: true, .. } => Ok(plan),
            Outcome::Unsolvable => Err(Rejection::Unsolvable),
            _ => Err(Rejection::TooMuch),
        }
    }

    fn plans(&self, board: &Grid<D::Cell>, moves: usize) -> Result<Plans, Rejection> {
        self.game.plans(board, moves as Cost, &self.control).ok_or(Rejection::TooMuch)
    }

    /// Whether a board without one thing has the shortest plans of the board with it.
    fn is_same_without(
        &self,
        board: &Grid<D::Cell>,
        moves: usize,
        plans: Plans,
    ) -> Result<bool, Rejection> {
        match self.plan(board) {
            Ok(plan) if plan.len() == moves => Ok(self.plans(board, moves)? == plans),
            Ok(_) | Err(Rejection::Draft | Rejection::Unsolvable) => Ok(false),
            Err(rejection) => Err(rejection),
        }
    }

    /// Takes away whatever leaves the shortest plans as they are, until nothing is left to take away.
    fn without_useless(
        &self,
        mut board: Grid<D::Cell>,
        moves: usize,
        plans: Plans,
    ) -> Result<Grid<D::Cell>, Rejection> {
        let (mut next, mut needed) = (0, 0);
        loop {
            let simpler = self.game.workshop().without_one(&board);
            if needed >= simpler.len() {
                return Ok(board);
            }
            next %= simpler.len();
            if self.is_same_without(&simpler[next], moves, plans)? {
                board = simpler[next].clone();
                needed = 0;
            } else {
                next += 1;
                needed += 1;
            }
        }
    }

    /// Whether there is anything to take away.
    pub(super) fn has_useless(&self, board: &Grid<D::Cell>) -> Option<bool> {
        let moves = self.plan(board).ok()?.len();
        let plans = self.plans(board, moves).ok()?;
        for simpler in self.game.workshop().without_one(board) {
            if self.is_same_without(&simpler, moves, plans).ok()? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Makes a level of a board, as long as it is one that was wished.
    pub(super) fn finish(
        &self,
        board: Grid<D::Cell>,
        order: &Order,
        wish: &Wish,
    ) -> Result<Made<Grid<D::Cell>>, Rejected> {
        let plan = self.plan(&board).map_err(|rejection| (rejection, None))?;
        let moves = plan.len() as Cost;
        let because = |rejection| (rejection, Some(moves));
        if !order.moves.contains(&moves) {
            return Err(because(Rejection::Moves));
        }
        let plans = self.plans(&board, plan.len()).map_err(because)?;
        if wish.unique && plans.count != 1 {
            return Err(because(Rejection::Plans));
        }
        let board = self.without_useless(board, plan.len(), plans).map_err(because)?;
        let pieces = self.game.workshop().pieces(&board);
        if !order.pieces.contains(&pieces) {
            return Err(because(Rejection::Pieces));
        }
        let board = self.game.workshop().renamed(&board);
        // Names are part of moves: the plan is found again.
        let plan = self.plan(&board).map_err(because)?;
        let rating = rating::rate(self.game, &board, &self.control)
            .map_err(|_| because(Rejection::TooMuch))?;
        match wish.difficulty {
            Some(wished) if wished != rating.difficulty => {
                Err(because(Rejection::Difficulty(rating.difficulty)))
            }
            _ => Ok(Made { board, plan, rating }),
        }
    }
}

/// Makes the candidate with this number.
pub(super) fn attempt<D: Definition>(
    game: &D,
    wish: &Wish,
    number: u64,
    control: &Control,
) -> Attempt<Grid<D::Cell>> {
    let workshop = game.workshop();
    let mut random = Random::new(wish.seed, number);
    let order = wish.order(workshop.scope(), |size| workshop.usual_pieces(size), &mut random);
    let draft = order.and_then(|order| Some((workshop.draft(&order, &mut random)?, order)));
    let Some((board, order)) = draft else {
        return Attempt::Rejected(Rejection::Draft, None);
    };
    let made = Bench::new(game, wish.nodes, control).finish(board, &order, wish);
    // What was stopped half-way must not look like a rejection: that would depend on the moment.
    if control.cancel.is_cancelled() {
        return Attempt::Cancelled;
    }
    match made {
        Ok(made) => Attempt::Made(Box::new(made)),
        Err((rejection, moves)) => Attempt::Rejected(rejection, moves),
    }
}
