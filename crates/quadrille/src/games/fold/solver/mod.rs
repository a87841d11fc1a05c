//! The exact solver for fold: an exact cover with the fewest folds.
//!
//! Folds of different pieces commute, and a piece's later shape contains its earlier ones. So a
//! solution is one shape for each piece such that the shapes tile the board, and its cost is the
//! sum of their folds.
//!
//! Three kinds of propagation narrow the domains of the pieces: `domains` (cells that only one
//! piece can cover, or that it must cover), `sums` (the sizes add up to the board, with few enough
//! folds) and `prices` (the dual of the cover problem, which also uses the places of the cells).
//! `search` branches where they leave something open, which is little on most boards.
//!
//! Statistics: *expanded* are the branchings, each on a cell whose piece was open; *generated* are
//! the pieces tried for such a cell; *depth* is the deepest branching. A board that propagation
//! settles alone has none.

mod domains;
mod plans;
mod prices;
mod search;
mod sums;

pub(super) use plans::shortest_plans;

use super::cell::Cell;
use super::heuristics::H4;
use super::plain;
use super::rules::Shapes;
use crate::definition::PlanFinder;
use crate::grid::{Direction, Grid};
use crate::moves::Move;
use crate::search::{
    Algorithm, Observer, Outcome, Report, Stats, Stop, algorithm::Weight, toolkit::Meter,
};
use search::Cover;

/// Searches for plans beside the proof.
pub(super) const FINDERS: &[PlanFinder] = &[
    PlanFinder::new(Algorithm::Greedy, 3),
    PlanFinder::new(Algorithm::Beam { width: 100 }, 4),
    PlanFinder::new(Algorithm::Wastar { weight: Weight::whole(5) }, 2),
    PlanFinder::new(Algorithm::Greedy, 1).with(&H4),
    PlanFinder::new(Algorithm::Dfs { depth: None }, 1),
];

/// Finds a plan with the fewest folds, or proves that there is none.
pub(super) fn solve(
    board: &Grid<Cell>,
    meter: &mut Meter<'_>,
    observer: &mut Observer<'_>,
) -> Report {
    match board.size().cells() {
        0..=64 => solve_sized::<1>(board, meter, observer),
        65..=128 => solve_sized::<2>(board, meter, observer),
        _ => solve_sized::<4>(board, meter, observer),
    }
}

fn solve_sized<const C: usize>(
    board: &Grid<Cell>,
    meter: &mut Meter<'_>,
    observer: &mut Observer<'_>,
) -> Report {
    let tables = match shapes(board, meter) {
        Ok(tables) => tables,
        Err(stop) => {
            let mut stats = Stats::default();
            meter.finish(&mut stats);
            return Report {
                outcome: Outcome::Unknown,
                states: Vec::new(),
                lower_bound: 0,
                stop: Some(stop),
                stats,
            };
        }
    };
    let whole = board.coords_where(|cell| cell != Cell::Hole);
    let mut cover: Cover<C> = Cover::new(whole.map(|at| board.size().index(at)).collect(), tables);
    let stop = cover.run(meter, observer).err();
    let mut stats = cover.stats;
    stats.peak_bytes = cover.bytes() as u64;
    meter.finish(&mut stats);
    let lower_bound = match (&cover.best, stop) {
        (Some((_, cost)), None) => *cost,
        _ => cover.lower_bound,
    };
    let outcome = match (&cover.best, stop) {
        (Some((shapes, cost)), _) => Outcome::Solved {
            plan: plan(cover.tables(), shapes),
            cost: *cost,
            optimal: lower_bound == *cost,
        },
        (None, None) => Outcome::Unsolvable,
        (None, Some(_)) => Outcome::Unknown,
    };
    Report { outcome, states: Vec::new(), lower_bound, stop, stats }
}

fn shapes<const C: usize>(
    board: &Grid<Cell>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Shapes<C>>, Stop> {
    let stats = Stats::default();
    plain::pieces(board)
        .into_iter()
        .map(|identity| {
            meter.check_now(&stats, 0)?;
            Ok(Shapes::new(board, identity))
        })
        .collect()
}

fn plan<const C: usize>(tables: &[Shapes<C>], shapes: &[usize]) -> Vec<Move> {
    let mut plan = Vec::new();
    for (table, &shape) in tables.iter().zip(shapes) {
        let first = plan.len();
        let mut shape = shape as u8;
        while shape != 0 {
            let fold = Direction::ALL.into_iter().find_map(|direction| {
                let from = table.folded.iter().position(|to| to[direction as usize] == shape)?;
                Some((from as u8, direction))
            });
            let (from, direction) = fold.expect("every shape but the first comes of a fold");
            plan.push(Move::Piece(table.identity, direction));
            shape = from;
        }
        plan[first..].reverse();
    }
    plan
}
