//! The whole of a space: every position that can be reached, by its depth, and which of them can
//! still be solved.
//!
//! Breadth-first from the start with all moves, goals expanded like any other. While there is room,
//! it is written down which position leads to which; at the end the same lines are followed
//! backwards from the goals. What they do not come to is a dead end, and the last position they
//! come to is the one that takes most moves to solve.

use std::ops::ControlFlow;

use super::Visitor;
use super::steps::Steps;
use crate::control;
use crate::control::Meter;
use crate::space::canonical;
use crate::table::{Inserted, Nodes, Parent};
use crate::{Cost, Pruning, Space, Stats, Stop, Successors};

/// What is known of all positions that can be reached from the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey<M> {
    /// The positions by the fewest moves that lead to them. Only layers that are complete.
    pub layers: Vec<Layer>,
    /// A shortest way to one of the positions that are farthest from the start.
    pub farthest: Vec<M>,
    /// How many positions are this many moves from the nearest goal, from 0 on: all that are no
    /// dead ends. `None` when the space was not exhausted, or there was no room for it.
    pub to_goal: Option<Vec<u64>>,
    /// A shortest way to one of the positions that take most moves to solve.
    pub hardest: Option<Vec<M>>,
    /// What ended it early.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

/// The positions at one depth.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layer {
    /// How many there are.
    pub positions: u64,
    /// How many of them are goals.
    pub solved: u64,
    /// How many moves lead on from them altogether. `None` where that was not counted for all of
    /// them.
    pub moves: Option<u64>,
    /// How many of them have no move.
    pub stuck: Option<u64>,
    /// From how many of them no goal can be reached.
    pub dead_ends: Option<u64>,
}

impl<M> Survey<M> {
    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.positions).sum()
    }

    /// How many of them are goals.
    pub fn solved(&self) -> u64 {
        self.layers.iter().map(|layer| layer.solved).sum()
    }

    /// How many are dead ends.
    pub fn dead_ends(&self) -> Option<u64> {
        self.layers.iter().map(|layer| layer.dead_ends).sum()
    }

    /// How many have no move.
    pub fn stuck(&self) -> Option<u64> {
        self.layers.iter().map(|layer| layer.stuck).sum()
    }

    /// The fewest moves that lead to a goal.
    pub fn first_solved(&self) -> Option<Cost> {
        self.layers.iter().position(|layer| layer.solved > 0).map(|depth| depth as Cost)
    }

    /// How many moves a position has on average.
    pub fn branching(&self) -> Option<f64> {
        let moves: u64 = self.layers.iter().map(|layer| layer.moves).sum::<Option<u64>>()?;
        Some(moves as f64 / self.positions().max(1) as f64)
    }
}

pub(super) fn survey<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    meter: &mut Meter<'_>,
) -> Survey<P::Move> {
    let mut search = Exploration::new(space, pruning, meter);
    let mut stop = search.run(meter, |visit| visit(space.start())).err();
    let way = |nodes: &Nodes<P::State>, node: Option<u32>| {
        node.map(|node| control::plan(space, pruning, nodes.line_to(node)).moves)
    };
    let Exploration { nodes, steps, ends, mut layers, mut stats, .. } = search;
    let last_layer = ends.len().checked_sub(2).map(|layer| ends[layer]);
    let farthest = way(&nodes, last_layer.filter(|_| !layers.is_empty())).unwrap_or_default();
    stats.depth = layers.len().saturating_sub(1) as Cost;
    stats.peak_bytes = nodes.bytes() as u64;
    let mut alive = None;
    if let (None, Some(steps)) = (stop, steps) {
        let is_goal = |node: u32| space.is_goal(nodes.state(node));
        let room = meter.memory_budget().saturating_sub(nodes.bytes());
        stats.peak_bytes += steps.bytes() as u64;
        match steps.backwards((nodes.len(), 1), is_goal, room, &meter.deadline()) {
            Ok(found) => alive = found,
            Err(end) => stop = Some(end),
        }
    }
    if let Some(alive) = &alive {
        stats.peak_bytes = stats.peak_bytes.max((nodes.bytes() + alive.peak_bytes) as u64);
        for (layer, bounds) in layers.iter_mut().zip(ends.windows(2)) {
            let living = (bounds[0]..bounds[1]).filter(|&node| alive.contains(node)).count();
            layer.dead_ends = Some(layer.positions - living as u64);
        }
    }
    let hardest = way(&nodes, alive.as_ref().and_then(|alive| alive.last));
    meter.finish(&mut stats);
    let to_goal = alive.map(|alive| alive.by_distance);
    Survey { layers, farthest, to_goal, hardest, stop, stats }
}

/// Every position that can be reached from some starts, breadth first.
pub(super) struct Exploration<'p, P: Space + ?Sized> {
    space: &'p P,
    pub(super) pruning: Pruning,
    pub(super) nodes: Nodes<P::State>,
    /// Which position leads to which, while there is room for it.
    pub(super) steps: Option<Steps>,
    /// Whether it is of no use without the steps.
    needs_steps: bool,
    /// Where each complete layer ends among the nodes; first of all, where the first begins.
    ends: Vec<u32>,
    layers: Vec<Layer>,
    pub(super) stats: Stats,
}

impl<'p, P: Space + ?Sized> Exploration<'p, P> {
    pub(super) fn new(space: &'p P, pruning: Pruning, meter: &Meter<'_>) -> Self {
        Exploration {
            space,
            pruning,
            nodes: super::nodes(space, meter),
            steps: Some(Steps::default()),
            needs_steps: false,
            ends: vec![0],
            layers: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// It ends at the limit of memory when there is no room for the steps.
    pub(super) fn with_steps(self) -> Self {
        Exploration { needs_steps: true, ..self }
    }

    /// How many different starts there were, once they are complete.
    pub(super) fn starts(&self) -> u32 {
        self.ends.get(1).copied().unwrap_or(0)
    }

    /// `every_start` hands over one start after the other until the visitor breaks off.
    pub(super) fn run(
        &mut self,
        meter: &mut Meter<'_>,
        every_start: impl FnOnce(Visitor<'_, P::State>) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let mut end = Ok(());
        let mut taken = Stats::default();
        let visited = every_start(&mut |start| {
            let start = canonical(self.space, self.pruning, start);
            taken.expanded += 1;
            // Starts do not count as expanded, so the limit of nodes does not apply to them.
            let checked = match taken.expanded % 1024 {
                0 => meter.deadline().check(self.nodes.bytes()),
                _ => Ok(()),
            };
            let inserted = checked.and_then(|()| self.nodes.insert(start, Parent::NONE));
            match inserted {
                Ok(_) => ControlFlow::Continue(()),
                Err(stop) => {
                    end = Err(stop);
                    ControlFlow::Break(())
                }
            }
        });
        end?;
        debug_assert!(visited.is_continue(), "it ends early only when the visitor breaks off");
        let mut successors = Successors::with_capacity(64);
        let mut next = 0;
        while next < self.nodes.len() {
            let (first, end) = (next, self.nodes.len());
            let solved = (first..end).filter(|&node| self.space.is_goal(self.nodes.state(node)));
            let solved = solved.count() as u64;
            self.layers.push(Layer {
                positions: u64::from(end - first),
                solved,
                ..Layer::default()
            });
            self.ends.push(end);
            meter.lower_bound(self.layers.len() as Cost - 1);
            let (mut moves, mut stuck) = (0, 0);
            while next < end {
                meter.check(&self.stats, self.bytes())?;
                self.space.successors(self.nodes.state(next), &mut successors);
                self.stats.expanded += 1;
                let count = successors.list.len() as u64;
                moves += count;
                stuck += u64::from(count == 0);
                self.keep_to_budget(meter.memory_budget(), count)?;
                for successor in successors.list.drain(..) {
                    let state = canonical(self.space, self.pruning, successor.state);
                    self.stats.generated += 1;
                    let to = match self.nodes.insert(state, Parent::new(next, false))? {
                        Inserted::New(node) => node,
                        Inserted::Known(node) => {
                            self.stats.duplicates += 1;
                            node
                        }
                    };
                    if let Some(steps) = &mut self.steps {
                        steps.push(to);
                    }
                }
                if let Some(steps) = &mut self.steps {
                    steps.end_position();
                }
                next += 1;
                self.stats.peak_open = self.stats.peak_open.max(u64::from(self.nodes.len() - next));
            }
            if let Some(layer) = self.layers.last_mut() {
                (layer.moves, layer.stuck) = (Some(moves), Some(stuck));
            }
        }
        Ok(())
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.steps.as_ref().map_or(0, Steps::bytes)
    }

    /// Gives up the steps when they, the way back and a larger table of positions would be more
    /// than is left. Positions come first.
    fn keep_to_budget(&mut self, budget: usize, more: u64) -> Result<(), Stop> {
        let Some(steps) = &self.steps else { return Ok(()) };
        let needed = steps.bytes_with(more) + steps.bytes_backwards(self.nodes.len());
        let nodes = self.nodes.bytes();
        if budget.saturating_sub(nodes + nodes / 2) < needed || !steps.can_take(more) {
            if self.needs_steps {
                return Err(Stop::Memory);
            }
            self.steps = None;
            self.nodes.set_budget(budget);
        } else {
            self.nodes.set_budget(budget - steps.bytes_with(more));
        }
        Ok(())
    }
}
