//! Pieces and walls without effect: the level has the same shortest plans without them.

use super::edits::{Change, changes};
use super::{Timer, small};
use crate::definition::{Plans, Stock};
use crate::game::Game;
use crate::grid::{Coord, Grid};
use crate::levels::Level;
use crate::method::Method;
use crate::search::{Control, Cost, Outcome};

/// Things that can be removed from a level without changing its shortest plans.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Useless {
    /// Each thing without effect, as the change that removes it.
    pub things: Vec<Vec<Change>>,
    /// The number of walls that were tested.
    pub walls: usize,
    /// The number of walls that were not tested because they are the shape of the level.
    pub shape: usize,
    /// The number of things that were not decided within the limits.
    pub unsettled: usize,
}

impl Useless {
    /// True if every thing was tested and has an effect.
    pub fn is_free(&self) -> bool {
        self.things.is_empty() && self.unsettled == 0
    }
}

/// The length of a shortest plan, proved.
pub(super) fn optimum(
    game: &dyn Game,
    board: &Grid<u16>,
    control: &Control,
) -> Option<Option<Cost>> {
    match game.solve(board, &Method::default(), control, None).ok()?.outcome {
        Outcome::Solved { cost, optimal: true, .. } => Some(Some(cost)),
        Outcome::Unsolvable => Some(None),
        _ => None,
    }
}

/// Tries to remove each thing of a level. The node limit applies to each search, the time limit to
/// all together. `None` if the level has no plan, or its plans could not be counted.
pub fn useless(level: &Level, control: &Control) -> Option<Useless> {
    let (game, board) = (level.game, &level.grid);
    let each = small(control, u64::MAX);
    let cost = optimum(game, board, &each)??;
    let plans = game.plans(board, cost, &each)?;
    Some(without_effect(level, cost, plans, control))
}

/// As [`useless`], given the shortest plans of the level and their length.
pub(super) fn without_effect(
    level: &Level,
    cost: Cost,
    plans: Plans,
    control: &Control,
) -> Useless {
    let (game, board) = (level.game, &level.grid);
    let (timer, deadline) = (Timer::start(control), control.deadline());
    let simpler = game.without_one(board);
    let stock = Stock::of_codes(game.kinds()).map_or_else(Vec::new, |stock| stock.walls);
    let (walls, shape): (Vec<Coord>, Vec<Coord>) = board
        .coords_where(|cell| stock.contains(&cell))
        .partition(|&at| simpler.iter().any(|without| without[at] != board[at]));
    let (walls, shape) = (walls.len(), shape.len());
    let mut result = Useless { things: Vec::new(), walls, shape, unsettled: 0 };
    for (number, without) in simpler.iter().enumerate() {
        if deadline.check(0).is_err() {
            result.unsettled += simpler.len() - number;
            break;
        }
        if !game.problems(without).is_empty() || game.is_solved(without) {
            continue;
        }
        let each = timer.until(1.0, small(control, u64::MAX));
        match optimum(game, without, &each) {
            Some(Some(other)) if other == cost => match game.plans(without, other, &each) {
                Some(same) if same == plans => result.things.push(changes(game, board, without)),
                Some(_) => {}
                None => result.unsettled += 1,
            },
            Some(_) => {}
            None => result.unsettled += 1,
        }
    }
    result
}
