//! Counting positions layer by layer.

use crate::control::Meter;
use crate::space::canonical;
use crate::table::Parent;
use crate::{
    Pruning, Stats, Stop,
    space::{Space, Successors},
};

pub(super) fn layers<P: Space + ?Sized>(
    space: &P,
    depth: u32,
    pruning: Pruning,
    meter: &mut Meter<'_>,
) -> Vec<u64> {
    let mut counts = Vec::new();
    // A stop just ends the list.
    let _ = count(space, depth, pruning, meter, &mut counts);
    counts
}

fn count<P: Space + ?Sized>(
    space: &P,
    depth: u32,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    counts: &mut Vec<u64>,
) -> Result<(), Stop> {
    let mut nodes = super::nodes(space, meter);
    let mut stats = Stats::default();
    let mut next = 0;
    nodes.insert(canonical(space, pruning, space.start()), Parent::NONE)?;
    let mut successors = Successors::new();
    while next < nodes.len() && counts.len() <= depth as usize {
        let layer_end = nodes.len();
        counts.push(u64::from(layer_end - next));
        if counts.len() > depth as usize {
            break;
        }
        while next < layer_end {
            meter.check(&stats, nodes.bytes())?;
            stats.expanded += 1;
            space.successors(nodes.state(next), &mut successors);
            for successor in successors.list.drain(..) {
                let state = canonical(space, pruning, successor.state);
                nodes.insert(state, Parent::new(next, false))?;
            }
            next += 1;
        }
    }
    Ok(())
}
