//! A space with many starts: the number that can be solved, and the fewest moves that each takes.
//!
//! One breadth-first search covers everything that can be reached from any start, and one backward
//! pass from the goals rates all starts. That takes as long as a survey of all positions, however
//! many starts share them.

use std::ops::ControlFlow;

use super::Visitor;
use super::survey::Exploration;
use crate::control::Meter;
use crate::{Pruning, Stats, Stop, space::Space};

/// The results for many starts.
#[derive(Clone, PartialEq, Debug)]
pub struct Census<S> {
    /// The number of different starts. `None` when not all of them were visited.
    pub starts: Option<u64>,
    /// The number of positions that can be reached from them, the starts included.
    pub positions: u64,
    /// The number of starts by moves to the nearest goal, from 0 on: all that can be solved. `None`
    /// when the space was not exhausted.
    pub to_goal: Option<Vec<u64>>,
    /// A start that takes the most moves.
    pub hardest: Option<S>,
    /// A start from which no goal can be reached.
    pub unsolvable: Option<S>,
    /// The reason for an early end.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

impl<S> Census<S> {
    /// The number of starts that can be solved.
    pub fn solvable(&self) -> Option<u64> {
        self.to_goal.as_ref().map(|counts| counts.iter().sum())
    }
}

pub(super) fn census<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    every_start: impl FnOnce(Visitor<'_, P::State>) -> ControlFlow<()>,
    meter: &mut Meter<'_>,
) -> Census<P::State> {
    let mut exploration = Exploration::new(space, pruning, meter).with_steps();
    let mut stop = exploration.run(meter, every_start).err();
    let starts = exploration.starts();
    let mut alive = None;
    let Exploration { nodes, steps, mut stats, .. } = exploration;
    stats.peak_bytes = nodes.bytes() as u64;
    if let (None, Some(steps)) = (stop, steps) {
        let is_goal = |node: u32| space.is_goal(nodes.state(node));
        let room = meter.memory_budget().saturating_sub(nodes.bytes());
        match steps.backwards((nodes.len(), starts), is_goal, room, &meter.deadline()) {
            Ok(Some(result)) => alive = Some(result),
            Ok(None) => stop = Some(Stop::Memory),
            Err(end) => stop = Some(end),
        }
    }
    let state = |node: u32| nodes.state(node).clone();
    let unsolvable =
        alive.as_ref().and_then(|alive| (0..starts).find(|&node| !alive.contains(node)));
    let mut census = Census {
        starts: (starts > 0).then_some(u64::from(starts)),
        positions: u64::from(nodes.len()),
        to_goal: None,
        hardest: alive.as_ref().and_then(|alive| alive.last_start).map(state),
        unsolvable: unsolvable.map(state),
        stop,
        stats,
    };
    if let Some(alive) = alive {
        census.stats.peak_bytes += alive.peak_bytes as u64;
        census.stats.depth = alive.starts_by_distance.len().saturating_sub(1) as u32;
        census.to_goal = Some(alive.starts_by_distance);
    }
    meter.finish(&mut census.stats);
    census
}
