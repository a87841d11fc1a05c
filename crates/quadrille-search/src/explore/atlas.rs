//! The whole of a space: every position that can be reached, the moves between them, and the
//! distance of each from a goal.
//!
//! It is the reference for searches: errors of estimates, dead ends and the size of the space are
//! counted, not guessed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::control::Meter;
use crate::space::State;
use crate::space::canonical;
use crate::table::{Inserted, Nodes, Parent};
use crate::{
    Cost, Pruning, Stats, Stop,
    space::{Space, Successors},
};

/// Every position of a space. Positions are numbered in the order in which breadth-first search
/// reaches them; the start is 0.
#[derive(Debug)]
pub struct Atlas<S, M> {
    nodes: Nodes<S>,
    /// The index of the first move of each expanded position, and the end of the last.
    first: Vec<usize>,
    moves: Vec<(M, u32)>,
    costs: Vec<Cost>,
    depths: Vec<u32>,
    goals: Vec<bool>,
    distances: Vec<Cost>,
    stop: Option<Stop>,
}

/// The distance of a position from which no goal can be reached.
const NEVER: Cost = Cost::MAX;

pub(super) fn atlas<P: Space + ?Sized>(
    space: &P,
    pruning: Pruning,
    meter: &mut Meter<'_>,
) -> Atlas<P::State, P::Move> {
    let mut atlas = Atlas {
        nodes: super::nodes(space, meter),
        first: vec![0],
        moves: Vec::new(),
        costs: Vec::new(),
        depths: vec![0],
        goals: Vec::new(),
        distances: Vec::new(),
        stop: None,
    };
    atlas.stop = atlas.explore(space, pruning, meter).err();
    if atlas.stop.is_none() {
        atlas.measure();
    }
    atlas
}

impl<S: State, M: Clone> Atlas<S, M> {
    fn explore<P: Space<State = S, Move = M> + ?Sized>(
        &mut self,
        space: &P,
        pruning: Pruning,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let start = canonical(space, pruning, space.start());
        self.nodes.insert(start, Parent::NONE)?;
        let mut stats = Stats::default();
        let mut successors = Successors::new();
        let mut next = 0;
        while next < self.nodes.len() {
            let held = self.nodes.bytes() + self.moves_bytes();
            meter.check(&stats, held)?;
            stats.expanded += 1;
            let is_goal = space.is_goal(self.nodes.state(next));
            self.goals.push(is_goal);
            if !is_goal {
                space.successors(self.nodes.state(next), successors.of(next, 0));
            }
            for successor in successors.list.drain(..) {
                stats.generated += 1;
                let state = canonical(space, pruning, successor.state);
                let number = match self.nodes.insert(state, Parent::new(next, false))? {
                    Inserted::New(number) => {
                        self.depths.push(self.depths[next as usize] + 1);
                        number
                    }
                    Inserted::Known(number) => number,
                };
                self.moves.push((successor.mv, number));
                self.costs.push(successor.cost);
            }
            self.first.push(self.moves.len());
            next += 1;
        }
        meter.finish(&mut stats);
        Ok(())
    }

    fn moves_bytes(&self) -> usize {
        self.moves.capacity() * size_of::<(M, u32)>()
            + self.costs.capacity() * size_of::<Cost>()
            + self.first.capacity() * size_of::<usize>()
    }

    /// Computes distances backwards from all goals.
    fn measure(&mut self) {
        // The moves by target, sorted by counting.
        let mut begin = vec![0_usize; self.len() + 1];
        for (_, to) in &self.moves {
            begin[*to as usize + 1] += 1;
        }
        for number in 0..self.len() {
            begin[number + 1] += begin[number];
        }
        let mut free = begin.clone();
        let mut back = vec![(0_u32, 0 as Cost); self.moves.len()];
        for number in 0..self.len() {
            for at in self.first[number]..self.first[number + 1] {
                let slot = &mut free[self.moves[at].1 as usize];
                back[*slot] = (number as u32, self.costs[at]);
                *slot += 1;
            }
        }
        self.distances = vec![NEVER; self.len()];
        let mut open = BinaryHeap::new();
        for number in (0..self.len()).filter(|&number| self.goals[number]) {
            self.distances[number] = 0;
            open.push(Reverse((0, number as u32)));
        }
        while let Some(Reverse((distance, number))) = open.pop() {
            let number = number as usize;
            if distance > self.distances[number] {
                continue;
            }
            for &(before, cost) in &back[begin[number]..begin[number + 1]] {
                let further = distance.saturating_add(cost);
                if further < self.distances[before as usize] {
                    self.distances[before as usize] = further;
                    open.push(Reverse((further, before)));
                }
            }
        }
    }

    /// The number of positions that were reached.
    pub fn len(&self) -> usize {
        self.nodes.len() as usize
    }

    /// True if there was no room even for the start.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of positions that were expanded: all, unless [`Atlas::stop`] says otherwise. They
    /// have the lowest numbers.
    pub fn expanded(&self) -> usize {
        self.first.len() - 1
    }

    /// The reason why positions are missing, if any are.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The position with this number.
    pub fn state(&self, number: usize) -> &S {
        self.nodes.state(number as u32)
    }

    /// The fewest moves to it from the start.
    pub fn depth(&self, number: usize) -> u32 {
        self.depths[number]
    }

    /// The position from which it was first reached; none for the start.
    pub fn parent(&self, number: usize) -> Option<usize> {
        self.nodes.link(number as u32).node().map(|node| node as usize)
    }

    /// The moves from it with where they lead; none for a goal or a position that was not expanded.
    pub fn moves(&self, number: usize) -> &[(M, u32)] {
        match self.first.get(number..number + 2) {
            Some(&[begin, end]) => &self.moves[begin..end],
            _ => &[],
        }
    }

    /// The move by which it was first reached; none for the start.
    pub fn reached_by(&self, number: usize) -> Option<&M> {
        let moves = self.moves(self.parent(number)?);
        moves.iter().find(|(_, to)| *to as usize == number).map(|(mv, _)| mv)
    }

    /// True if the position is a goal.
    pub fn is_goal(&self, number: usize) -> bool {
        self.goals.get(number).is_some_and(|&is_goal| is_goal)
    }

    /// The least cost from it to a goal. None for a dead end, and when positions are missing.
    pub fn distance(&self, number: usize) -> Option<Cost> {
        self.distances.get(number).copied().filter(|&distance| distance != NEVER)
    }
}
