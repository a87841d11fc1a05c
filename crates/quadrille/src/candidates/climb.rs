//! The search for the hardest level within bounds: hill climbing from board to board.
//!
//! A climb starts at a random board and varies it a little in each step. A board with a longer
//! shortest plan is always accepted, and one with a plan of the same length too, since most of the
//! way leads over plateaus. A worse board is accepted with a probability that falls with the
//! difference, as in simulated annealing at a low temperature. After many steps without progress
//! the climb returns to its best board. Games with a sweep over many levels at once
//! ([`Workshop::hardest_relative`](crate::definition::Workshop::hardest_relative)) rate millions of
//! levels in a step.

use quadrille_base::random::Random;

use super::attempt::Checker;
use super::{Made, Spec};
use crate::definition::{Definition, Target, Workshop};
use crate::grid::Grid;
use crate::search::{Control, Cost};

/// The result of a climb.
#[derive(Clone, PartialEq, Debug)]
pub struct Climbed<B = Grid<u16>> {
    /// The hardest level; `None` if no solvable one was found.
    pub made: Option<Box<Made<B>>>,
    /// The number of levels rated.
    pub rated: u64,
}

/// The number of steps without progress after which the climb returns to its best board.
const MAX_STALE_STEPS: u64 = 300;

/// Drafts that are tried for a start.
const STARTS: usize = 200;

struct Climb<'a, D: Workshop> {
    checker: Checker<'a, D>,
    target: Target,
    random: Random,
    rated: u64,
}

type Place<D> = (Grid<<D as Definition>::Cell>, Cost);

impl<D: Workshop> Climb<'_, D> {
    /// The board, or a harder relative of it, with the length of its shortest plan.
    fn rated(&mut self, board: Grid<D::Cell>, nodes: u64) -> Option<Place<D>> {
        let game = self.checker.game;
        if !game.problems(&board).is_empty() || !self.target.pieces.contains(&game.pieces(&board)) {
            return None;
        }
        if let Some(hardest) = game.hardest_relative(&board, nodes) {
            self.rated += hardest.rated;
            return Some((hardest.board, hardest.moves));
        }
        self.rated += 1;
        let plan = self.checker.plan(&board).ok()?;
        Some((board, plan.len() as Cost))
    }

    fn start(&mut self, nodes: u64) -> Option<Place<D>> {
        (0..STARTS).find_map(|_| {
            let board = self.checker.game.draft(&self.target, &mut self.random)?;
            self.rated(board, nodes)
        })
    }

    /// The number of moves by which the next board may be worse: usually none.
    fn allowance(&mut self) -> Cost {
        self.random.word().leading_zeros() / 4
    }
}

pub(crate) fn climb<D: Workshop>(
    game: &D,
    spec: &Spec,
    number: u64,
    steps: u64,
    control: &Control,
) -> Climbed<Grid<D::Cell>> {
    let mut random = Random::new(spec.seed, number);
    let target = spec.target(game, &mut random);
    let Some(target) = target else { return Climbed { made: None, rated: 0 } };
    let checker = Checker::new(game, spec.nodes, control);
    let mut climb = Climb { checker, target, random, rated: 0 };
    let Some(start) = climb.start(spec.nodes) else {
        return Climbed { made: None, rated: climb.rated };
    };
    let (mut here, mut best) = (start.clone(), start);
    let mut since_best = 0;
    for _ in 0..steps {
        if control.cancel.is_cancelled() {
            break;
        }
        let board = game.vary(&here.0, &climb.target, &mut climb.random);
        since_best += 1;
        let allowance = climb.allowance();
        let Some(next) = climb.rated(board, spec.nodes) else { continue };
        if next.1 + allowance >= here.1 {
            here = next;
        }
        if here.1 > best.1 {
            best = here.clone();
            since_best = 0;
        } else if since_best >= MAX_STALE_STEPS {
            here = best.clone();
            since_best = 0;
        }
    }
    // A cancellation ends the climb, but its result is still finished.
    let finish = Checker::new(game, spec.nodes, &Control::default());
    let any = Spec { difficulty: None, unique: false, ..spec.clone() };
    let made = finish.finish(best.0, &climb.target, &any).ok();
    Climbed { made: made.map(Box::new), rated: climb.rated }
}
