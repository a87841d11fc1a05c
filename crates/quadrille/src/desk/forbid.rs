//! The smallest changes that break a plan and keep the level solvable.

use std::collections::HashSet;

#[cfg(feature = "serde")]
use super::as_code;
use super::edits::{self, Change, changes};
use super::small;
use super::useless::optimum;
use super::ways::Ways;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, SolveError};
use crate::grid::Grid;
use crate::levels::{Known, Level};
use crate::moves::Move;
use crate::search::{Control, Cost};
use crate::verify;

/// The changes that forbid a plan.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Forbidden {
    /// The number of orders of its moves that count as the same plan; all of them are forbidden.
    pub orders: usize,
    /// The changes, starting with those that affect other plans the least.
    pub remedies: Vec<Remedy>,
    /// The number of changes that break the plan but were not decided within the limits.
    pub unsettled: usize,
}

/// A change that breaks a plan and keeps the level solvable.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Remedy {
    /// The changed cells.
    pub changes: Vec<Change>,
    /// The level after it, with the length of its shortest plans; serialised as its share code.
    #[cfg_attr(feature = "serde", serde(rename = "code", serialize_with = "as_code"))]
    pub level: Level,
    /// The length of its shortest plans.
    pub optimum: Cost,
    /// The number of other shortest plans that still work.
    pub kept: usize,
    /// The number of other shortest plans that were tested.
    pub others: usize,
}

impl Remedy {
    /// The change in words.
    pub fn what(&self) -> String {
        edits::words(&self.changes)
    }
}

/// The most orders of a plan that are tested.
const ORDERS: usize = 200;

/// Other shortest plans that a change should keep.
const OTHERS: usize = 20;

/// Positions that each search may expand, and the limit on those examined for other plans.
const NODES: u64 = 20_000;
const POSITIONS: u64 = 100_000;

/// The changes of one wall, one goal or one piece after which a plan no longer solves the level, in
/// any order of its independent moves, but another plan does. The time limit applies to all
/// searches together.
pub fn forbid(
    level: &Level,
    plan: &[Move],
    count: usize,
    control: &Control,
) -> Result<Forbidden, Diagnostic> {
    let (game, board) = (level.game, &level.grid);
    let deadline = control.deadline();
    verify::replay(game, board, plan)?.is_plan()?;
    let orders = orders(game, board, plan);
    let each = small(control, NODES);
    let before = optimum(game, board, &each).flatten();
    let others = other_plans(level, &orders, &small(control, POSITIONS))?;
    let solves = |board: &Grid<u16>, plan: &[Move]| {
        verify::replay(game, board, plan).is_ok_and(|replay| replay.solved_after.is_some())
    };
    let mut forbidden = Forbidden { orders: orders.len(), remedies: Vec::new(), unsettled: 0 };
    for changed in edits::small(game, board) {
        if !edits::is_level(game, board, &changed)
            || orders.iter().any(|order| solves(&changed, order))
        {
            continue;
        }
        if deadline.check(0).is_err() {
            forbidden.unsettled += 1;
            continue;
        }
        match optimum(game, &changed, &each) {
            Some(Some(optimum)) => forbidden.remedies.push(Remedy {
                changes: changes(game, board, &changed),
                kept: others.iter().filter(|other| solves(&changed, other)).count(),
                others: others.len(),
                optimum,
                level: Level { known: Some(Known::Optimal(optimum)), ..Level::new(game, changed) },
            }),
            Some(None) => {}
            None => forbidden.unsettled += 1,
        }
    }
    let apart = |optimum: Cost| before.map_or(0, |before| before.abs_diff(optimum));
    forbidden.remedies.sort_by_key(|remedy| {
        (remedy.others - remedy.kept, apart(remedy.optimum), remedy.changes.len())
    });
    forbidden.remedies.truncate(count);
    Ok(forbidden)
}

/// The plan in every order that swaps of consecutive moves lead to, if both orders lead to the same
/// board; the plan itself first.
fn orders(game: &dyn Game, board: &Grid<u16>, plan: &[Move]) -> Vec<Vec<Move>> {
    let mut known = HashSet::from([plan.to_vec()]);
    let mut all = vec![plan.to_vec()];
    let mut next = 0;
    while let Some(order) = all.get(next).cloned() {
        next += 1;
        let Ok(replay) = verify::replay(game, board, &order) else { continue };
        for index in 1..order.len() {
            let mut swapped = order.clone();
            swapped.swap(index - 1, index);
            let here = &replay.boards[index - 1];
            let after = game.play(here, swapped[index - 1]);
            let after = after.and_then(|board| game.play(&board, swapped[index]));
            if after.is_ok_and(|after| after == replay.boards[index + 1])
                && known.insert(swapped.clone())
            {
                all.push(swapped);
            }
            if all.len() >= ORDERS {
                return all;
            }
        }
    }
    all
}

/// Shortest plans of a level that are not one of these orders; none if there are too many
/// positions.
fn other_plans(
    level: &Level,
    orders: &[Vec<Move>],
    control: &Control,
) -> Result<Vec<Vec<Move>>, SolveError> {
    if !level.game.has_unit_costs() {
        return Ok(Vec::new());
    }
    let atlas = level.game.atlas(&level.grid, &[], control)?;
    let ways = if atlas.stop.is_none() { Ways::new(&atlas) } else { None };
    let plans = ways.map(|ways| ways.shortest(OTHERS)).unwrap_or_default();
    Ok(plans.into_iter().filter(|plan| !orders.contains(plan)).collect())
}
