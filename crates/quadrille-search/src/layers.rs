//! Counting positions layer by layer, as chess engines count theirs (`perft`): a check of the rules.

use crate::space::canonical;
use crate::{Deadline, Nodes, Parent, Pruning, Space, Successors};

/// How many different positions are first reached at each depth from 0 to `depth`, goals expanded like any other.
/// Positions with the same canonical form count once if canonical forms are used. The list ends early when no new position is
/// left.
///
/// ```
/// use quadrille_search::{Problem, layers};
/// let knight = Problem::new((0_i8, 0_i8), |&(row, col)| {
///     let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///     let to = steps.map(|(down, right)| ((), (row + down, col + right)));
///     to.into_iter().filter(|(_, (row, col))| (0..8).contains(row) && (0..8).contains(col))
/// }, |_| false);
/// assert_eq!(layers(&knight, 9, true), [1, 2, 9, 20, 21, 10, 1]);
/// ```
pub fn layers<P: Space + ?Sized>(space: &P, depth: u32, canonical_forms: bool) -> Vec<u64> {
    let pruning = Pruning { canonical: canonical_forms, ..Pruning::default() };
    let mut nodes = Nodes::new(usize::MAX, Deadline::default());
    let mut counts = Vec::new();
    let mut next = 0;
    let start = canonical(space, pruning, space.start());
    if nodes.insert(start, Parent::NONE).is_err() {
        return counts;
    }
    let mut successors = Successors::new();
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
            space.successors(nodes.state(next), &mut successors);
            for successor in successors.list.drain(..) {
                let state = canonical(space, pruning, successor.state);
                if nodes.insert(state, Parent::new(next, false)).is_err() {
                    return counts;
                }
            }
            next += 1;
        }
    }
}
