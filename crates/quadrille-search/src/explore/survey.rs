//! The whole of a space: every position that can be reached, by depth, and which of them can still
//! be solved.
//!
//! Breadth-first from the start with all moves; goals are expanded like any other position. While
//! there is room, the steps between positions are stored, and at the end they are followed
//! backwards from the goals. A position that is not met then is a dead end, and the last one met
//! takes the most moves to solve.

use std::ops::ControlFlow;

use super::Visitor;
use super::steps::Steps;
use crate::control;
use crate::control::Meter;
use crate::space::canonical;
use crate::table::{Inserted, Nodes, Parent};
use crate::{
    Cost, Pruning, Stats, Stop,
    space::{Space, Successors},
};

/// The facts about all positions that can be reached from the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey<M> {
    /// The positions by the fewest moves that lead to them. Only complete layers.
    pub layers: Vec<Layer>,
    /// A shortest path to one of the positions farthest from the start.
    pub farthest: Vec<M>,
    /// The number of positions by moves to the nearest goal, from 0 on: all except dead ends.
    /// `None` when the space was not exhausted, or there was not enough memory.
    pub to_goal: Option<Vec<u64>>,
    /// A shortest path to one of the positions that take the most moves to solve.
    pub hardest: Option<Vec<M>>,
    /// The reason for an early end.
    pub stop: Option<Stop>,
    /// The effort.
    pub stats: Stats,
}

/// The positions at one depth.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layer {
    /// The number of positions.
    pub positions: u64,
    /// The number of goals among them.
    pub solved: u64,
    /// The number of moves from them in total. `None` where that was not counted for all of them.
    pub moves: Option<u64>,
    /// The number of positions without a move.
    pub stuck: Option<u64>,
    /// The number of positions from which no goal can be reached.
    pub dead_ends: Option<u64>,
}

impl<M> Survey<M> {
    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.positions).sum()
    }

    /// The number of goals.
    pub fn solved(&self) -> u64 {
        self.layers.iter().map(|layer| layer.solved).sum()
    }

    /// The number of dead ends.
    pub fn dead_ends(&self) -> Option<u64> {
        self.layers.iter().map(|layer| layer.dead_ends).sum()
    }

    /// The number of positions without a move.
    pub fn stuck(&self) -> Option<u64> {
        self.layers.iter().map(|layer| layer.stuck).sum()
    }

    /// The fewest moves that lead to a goal.
    pub fn first_solved(&self) -> Option<Cost> {
        self.layers.iter().position(|layer| layer.solved > 0).map(|depth| depth as Cost)
    }

    /// The average number of moves of a position.
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
            Ok(result) => alive = result,
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

/// Every position that can be reached from the starts, breadth-first.
pub(super) struct Exploration<'p, P: Space + ?Sized> {
    space: &'p P,
    pub(super) pruning: Pruning,
    pub(super) nodes: Nodes<P::State>,
    /// The steps between positions, while there is room for them.
    pub(super) steps: Option<Steps>,
    /// True if the result is useless without the steps.
    needs_steps: bool,
    /// The end of each complete layer among the nodes, after the start of the first.
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

    /// Makes it stop at the memory limit when there is no room for the steps.
    pub(super) fn with_steps(self) -> Self {
        Exploration { needs_steps: true, ..self }
    }

    /// The number of different starts, once all have been visited.
    pub(super) fn starts(&self) -> u32 {
        self.ends.get(1).copied().unwrap_or(0)
    }

    /// `every_start` passes one start after the other to the visitor, until that returns `Break`.
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
            // Starts do not count as expanded, so the node limit does not apply to them.
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
        debug_assert!(
            visited.is_continue(),
            "the iteration ends early only when the visitor breaks"
        );
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

    /// Drops the steps when they, the backward pass and a larger table of positions would exceed
    /// the budget. Positions have priority.
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
