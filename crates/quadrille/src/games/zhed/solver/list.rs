//! All shortest plans of a board: finds models of the constraints one after the other, excluding
//! each.
//!
//! A plan is identified with the set of its moves: the used numbers and their directions. The
//! constraints exclude some orders of moves, but no such set, as long as no plan is shorter: in a
//! shortest plan every number fills a cell that another one relies on, or the goal, which is all
//! that they require.

use super::super::cell::Cell;
use super::cdcl::{Lit, SatResult};
use super::claims::Claims;
use super::effort::Effort;
use super::encoding::Encoding;
use crate::definition::Plans;
use crate::grid::Grid;
use crate::search::{Control, Cost, Stop};

const MOST: usize = 100;

/// The most conflicts in the search for one plan.
const CONFLICTS: u64 = 20_000;

/// The shortest plans of a board whose shortest plan has `cost` moves; `None` if there are too
/// many, or a limit is reached.
pub(in super::super) fn shortest_plans(
    board: &Grid<Cell>,
    cost: Cost,
    control: &Control,
) -> Option<Plans> {
    if cost == 0 {
        return Some(Plans::of_words::<3>(vec![Vec::new()]));
    }
    let mut meter = control.start();
    list(board, cost, &mut Effort::new(&mut meter)).ok().flatten().map(Plans::of_words)
}

fn list(
    board: &Grid<Cell>,
    cost: Cost,
    effort: &mut Effort<'_, '_>,
) -> Result<Option<Vec<Vec<[u64; 3]>>>, Stop> {
    let claims = Claims::of(board, effort)?;
    let mut encoding = Encoding::of(&claims, effort)?;
    let unused: Vec<Lit> = encoding.used.iter().flatten().map(|&lit| !lit).collect();
    let most = unused.len().saturating_sub(cost as usize);
    encoding.engine.add_at_least(None, &unused, most)?;
    let mut plans = Vec::new();
    loop {
        match encoding.engine.search(&[], CONFLICTS, effort) {
            SatResult::Refuted => return Ok(Some(plans)),
            SatResult::Spent => return Ok(None),
            SatResult::Stopped(stop) => return Err(stop),
            SatResult::Satisfied => {}
        }
        let (mut plan, mut forbidden) = (Vec::new(), Vec::new());
        for ray in &encoding.rays {
            if encoding.engine.holds(ray.goes) {
                let at = claims.numbers[ray.number].at;
                plan.push([at.row.into(), at.col.into(), ray.direction as u64]);
                forbidden.push(!ray.goes);
            }
        }
        plans.push(plan);
        if plans.len() > MOST {
            return Ok(None);
        }
        encoding.engine.add_clause(&forbidden)?;
    }
}
