//! The whole of a space: every position that can be reached, by its depth, and which of them can still be solved.
//!
//! Breadth-first from the start with all moves, goals expanded like any other. While there is room, it is written down which position
//! leads to which; at the end the same lines are followed backwards from the goals. What they do not come to is a dead end,
//! and the last position they come to is the one that takes most moves to solve.

use crate::conclude;
use crate::space::canonical;
use crate::{Cost, Deadline, Meter, Nodes, Parent, Pruning, Space, Stats, Stop, Successors};

/// What is known of all positions that can be reached from the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey<M> {
    /// The positions by the fewest moves that lead to them. Only layers that are complete.
    pub layers: Vec<Layer>,
    /// A shortest way to one of the positions that are farthest from the start.
    pub farthest: Vec<M>,
    /// How many positions are this many moves from the nearest goal, from 0 on: all that are no dead ends. `None` when the space was
    /// not exhausted, or there was no room for it.
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
    /// How many moves lead on from them altogether. `None` where that was not counted for all of them.
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

/// Surveys a space. Positions with the same canonical form count once if canonical forms are used.
///
/// ```
/// use quadrille_search::{Control, Problem, survey};
/// // Numbers below 20: add 3 or 7. Ten is the goal, and whoever is past it is lost.
/// let next = |&at: &u32| [3, 7].into_iter().map(move |by| (by, at + by)).filter(|step| step.1 < 20);
/// let space = Problem::new(0_u32, next, |&at| at == 10);
/// let survey = survey(&space, true, &mut Control::default().start());
/// let sizes: Vec<u64> = survey.layers.iter().map(|layer| layer.positions).collect();
/// assert_eq!(sizes, [1, 2, 3, 3, 3, 2, 1]);
/// assert_eq!((survey.first_solved(), survey.dead_ends()), (Some(2), Some(11)));
/// assert_eq!(survey.to_goal, Some(vec![1, 2, 1]));
/// ```
pub fn survey<P: Space + ?Sized>(
    space: &P,
    canonical_forms: bool,
    meter: &mut Meter<'_>,
) -> Survey<P::Move> {
    let pruning = Pruning { canonical: canonical_forms, dead_ends: false };
    let mut search = Search {
        space,
        pruning,
        nodes: Nodes::new(meter.memory_budget(), meter.deadline())
            .with_heap_bytes(space.heap_bytes()),
        steps: Some(Steps::default()),
        ends: vec![0],
        layers: Vec::new(),
        stats: Stats::default(),
    };
    let mut stop = search.run(meter).err();
    let way = |nodes: &Nodes<P::State>, node: Option<u32>| {
        node.map(|node| conclude::plan(space, pruning, &nodes.line_to(node)).moves)
    };
    let Search { nodes, steps, ends, mut layers, mut stats, .. } = search;
    let last_layer = ends.len().checked_sub(2).map(|layer| ends[layer]);
    let farthest = way(&nodes, last_layer.filter(|_| !layers.is_empty())).unwrap_or_default();
    stats.depth = layers.len().saturating_sub(1) as Cost;
    stats.peak_bytes = nodes.bytes() as u64;
    let mut alive = None;
    if let (None, Some(steps)) = (stop, steps) {
        let is_goal = |node: u32| space.is_goal(nodes.state(node));
        let room = meter.memory_budget().saturating_sub(nodes.bytes());
        stats.peak_bytes += steps.bytes() as u64;
        match steps.backwards(nodes.len(), is_goal, room, &meter.deadline()) {
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

struct Search<'p, P: Space + ?Sized> {
    space: &'p P,
    pruning: Pruning,
    nodes: Nodes<P::State>,
    /// Which position leads to which, while there is room for it.
    steps: Option<Steps>,
    /// Where each complete layer ends among the nodes; first of all, where the first begins.
    ends: Vec<u32>,
    layers: Vec<Layer>,
    stats: Stats,
}

impl<P: Space + ?Sized> Search<'_, P> {
    fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let start = canonical(self.space, self.pruning, self.space.start());
        self.nodes.insert(start, Parent::NONE)?;
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
                self.keep_to_budget(meter.memory_budget(), count);
                for successor in successors.list.drain(..) {
                    let state = canonical(self.space, self.pruning, successor.state);
                    self.stats.generated += 1;
                    let to = match self.nodes.insert(state, Parent::new(next, false))? {
                        crate::Inserted::New(node) => node,
                        crate::Inserted::Known(node) => {
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

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.steps.as_ref().map_or(0, Steps::bytes)
    }

    /// Gives up the steps when they, the way back and a larger table of positions would be more than is left. Positions come
    /// first.
    fn keep_to_budget(&mut self, budget: usize, more: u64) {
        let Some(steps) = &self.steps else { return };
        let needed = steps.bytes_with(more) + steps.bytes_backwards(self.nodes.len());
        let nodes = self.nodes.bytes();
        if budget.saturating_sub(nodes + nodes / 2) < needed || !steps.can_take(more) {
            self.steps = None;
            self.nodes.set_budget(budget);
        } else {
            self.nodes.set_budget(budget - steps.bytes_with(more));
        }
    }
}

/// The numbers of a block of steps.
const BLOCK: usize = 1 << 18;

/// Which position leads to which: for each position in the order of their numbers the positions that follow.
#[derive(Default)]
struct Steps {
    /// Each but the last full.
    targets: Vec<Vec<u32>>,
    /// Where the steps of each position end.
    ends: Vec<Vec<u32>>,
    count: u32,
}

fn push(blocks: &mut Vec<Vec<u32>>, number: u32) {
    match blocks.last_mut() {
        Some(block) if block.len() < BLOCK => block.push(number),
        _ => blocks.push(vec![number]),
    }
}

impl Steps {
    fn push(&mut self, to: u32) {
        push(&mut self.targets, to);
        self.count += 1;
    }

    fn end_position(&mut self) {
        push(&mut self.ends, self.count);
    }

    fn can_take(&self, more: u64) -> bool {
        u64::from(self.count) + more < u64::from(u32::MAX)
    }

    fn bytes(&self) -> usize {
        self.bytes_with(0)
    }

    /// The bytes held after so many more steps. The last block of each list doubles until it is full.
    fn bytes_with(&self, more: u64) -> usize {
        let numbers = |blocks: &[Vec<u32>]| match blocks {
            [] => 0,
            [full @ .., last] => full.len() * BLOCK + last.capacity(),
        };
        let held = numbers(&self.targets) + numbers(&self.ends);
        let more = usize::try_from(more).unwrap_or(usize::MAX);
        held.saturating_add(more).saturating_mul(size_of::<u32>())
    }

    /// What following the steps backwards takes beside the steps.
    fn bytes_backwards(&self, positions: u32) -> usize {
        let positions = positions as usize;
        (2 * positions + 1 + self.count as usize) * size_of::<u32>() + positions / 8 + 8
    }

    /// Follows the steps backwards from the goals. `None` when there is no room for it.
    fn backwards(
        self,
        positions: u32,
        is_goal: impl Fn(u32) -> bool,
        room: usize,
        deadline: &Deadline,
    ) -> Result<Option<Alive>, Stop> {
        let peak_bytes = self.bytes() + self.bytes_backwards(positions);
        if peak_bytes > room {
            return Ok(None);
        }
        deadline.check(peak_bytes)?;
        let count = positions as usize;
        // Where the steps that lead to each position begin; the last number is that of all.
        let mut begins = vec![0_u32; count + 1];
        for &to in self.targets.iter().flatten() {
            begins[to as usize] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        deadline.check(peak_bytes)?;
        let mut sources = vec![0_u32; self.count as usize];
        let mut targets = self.targets.iter().flatten();
        let mut done = 0;
        for (source, &end) in self.ends.iter().flatten().enumerate() {
            for &to in targets.by_ref().take((end - done) as usize) {
                let begin = &mut begins[to as usize];
                *begin -= 1;
                sources[*begin as usize] = source as u32;
            }
            done = end;
        }
        drop(targets);
        drop(self);
        deadline.check(peak_bytes)?;
        let mut alive = Alive {
            bits: vec![0; count / 64 + 1],
            by_distance: Vec::new(),
            last: None,
            peak_bytes,
        };
        let mut queue: Vec<u32> = Vec::with_capacity(count);
        queue.extend((0..positions).filter(|&node| is_goal(node)));
        queue.iter().for_each(|&node| alive.insert(node));
        let mut first = 0;
        while first < queue.len() {
            let end = queue.len();
            alive.by_distance.push((end - first) as u64);
            for number in first..end {
                if number % (1 << 16) == 0 {
                    deadline.check(peak_bytes)?;
                }
                let node = queue[number] as usize;
                for &source in &sources[begins[node] as usize..begins[node + 1] as usize] {
                    if !alive.contains(source) {
                        alive.insert(source);
                        queue.push(source);
                    }
                }
            }
            alive.last = Some(queue[first]);
            first = end;
        }
        Ok(Some(alive))
    }
}

/// The positions from which a goal can be reached.
struct Alive {
    bits: Vec<u64>,
    by_distance: Vec<u64>,
    /// The first of those that take most moves.
    last: Option<u32>,
    peak_bytes: usize,
}

impl Alive {
    fn contains(&self, node: u32) -> bool {
        self.bits[node as usize / 64] >> (node % 64) & 1 == 1
    }

    fn insert(&mut self, node: u32) {
        self.bits[node as usize / 64] |= 1 << (node % 64);
    }
}
