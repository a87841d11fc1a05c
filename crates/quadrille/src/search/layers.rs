//! Counting positions layer by layer, as chess engines count theirs (`perft`): a check of the rules.

use super::{Deadline, Inserted, Nodes, Parent};
use crate::puzzle::Puzzle;

/// How many different positions are first reached at each depth from 0 to `depth`, solved ones expanded like any other.
/// Positions with the same canonical form count once if `canonical` is set. The list ends early when no new position is
/// left.
pub fn layers<P: Puzzle>(puzzle: &P, depth: u32, canonical: bool) -> Vec<u64> {
    let name = |state| if canonical { puzzle.canonical(state) } else { state };
    let mut nodes = Nodes::new(usize::MAX, Deadline::default());
    let mut counts = Vec::new();
    let mut next = 0;
    if nodes.insert(name(puzzle.start()), Parent::NONE).is_err() {
        return counts;
    }
    loop {
        let layer_end = nodes.len();
        if next == layer_end {
            return counts;
        }
        counts.push(u64::from(layer_end - next));
        if counts.len() > depth as usize {
            return counts;
        }
        while next < layer_end {
            let mut full = false;
            puzzle.successors(&nodes.state(next), |_, state| {
                full |= !matches!(
                    nodes.insert(name(state), Parent::new(next, false)),
                    Ok(Inserted::New(_) | Inserted::Known(_))
                );
            });
            if full {
                return counts;
            }
            next += 1;
        }
    }
}
