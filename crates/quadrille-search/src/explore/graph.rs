//! The positions of a space as numbers, and the moves between them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Cost;

/// The positions of a space and the moves between them. Positions are numbered in the order in
/// which breadth-first search reaches them; the start is 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph<M> {
    /// The index of the first move of each expanded position, and the end of the last.
    first: Vec<usize>,
    moves: Vec<(M, u32)>,
    /// The cost of each move; empty if every move costs 1.
    costs: Vec<Cost>,
    has_unit_costs: bool,
    parents: Vec<u32>,
    depths: Vec<u32>,
    goals: Vec<bool>,
    distances: Vec<Cost>,
    /// True if every move leads to a higher number, so that no position is reached again.
    is_forward: bool,
    /// For each position the index of its first entry in `sources`, and the end of the last; empty
    /// if every move leads to a higher number.
    first_source: Vec<usize>,
    /// The sources of all moves, ordered by target.
    sources: Vec<u32>,
}

/// A position of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place<'a, M> {
    /// The fewest moves to it from the start.
    pub depth: u32,
    /// True if it is a goal.
    pub solved: bool,
    /// Its moves with the positions they lead to; none if it is a goal.
    pub moves: &'a [(M, u32)],
    /// The least cost from it to a goal; `None` for a dead end.
    pub distance: Option<Cost>,
}

/// The distance of a position from which no goal can be reached.
const NEVER: Cost = Cost::MAX;

/// The parent of the start.
const NONE: u32 = u32::MAX;

impl<M> Graph<M> {
    pub(super) fn new(has_unit_costs: bool) -> Graph<M> {
        Graph {
            first: vec![0],
            moves: Vec::new(),
            costs: Vec::new(),
            has_unit_costs,
            parents: Vec::new(),
            depths: Vec::new(),
            goals: Vec::new(),
            distances: Vec::new(),
            is_forward: true,
            first_source: Vec::new(),
            sources: Vec::new(),
        }
    }

    /// Adds a position, first reached from this one.
    #[inline]
    pub(super) fn add(&mut self, parent: Option<u32>, is_goal: bool) {
        self.parents.push(parent.unwrap_or(NONE));
        self.depths.push(parent.map_or(0, |parent| self.depths[parent as usize] + 1));
        self.goals.push(is_goal);
    }

    /// Adds a move.
    #[inline]
    pub(super) fn connect(&mut self, from: u32, mv: M, to: u32, cost: Cost) {
        self.moves.push((mv, to));
        if !self.has_unit_costs {
            self.costs.push(cost);
        }
        self.is_forward &= to > from;
    }

    /// Ends the list of moves of the next position.
    #[inline]
    pub(super) fn close(&mut self, moves: usize) {
        self.first.push(moves);
    }

    /// The number of moves so far.
    pub(super) fn moves(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<(M, u32)>()
            + self.costs.capacity() * size_of::<Cost>()
            + self.first.capacity() * size_of::<usize>()
            + (self.parents.capacity() + self.depths.capacity()) * size_of::<u32>()
    }

    /// Computes the distances to the goals.
    pub(super) fn measure(&mut self) {
        self.distances = self.goals.iter().map(|&goal| if goal { 0 } else { NEVER }).collect();
        if self.is_forward {
            // The distances of all targets are known before that of their source.
            for number in (0..self.len()).rev().filter(|&number| !self.goals[number]) {
                let after = self.first[number]..self.first[number + 1];
                let far = |at: usize| {
                    self.distances[self.moves[at].1 as usize].saturating_add(self.cost(at))
                };
                self.distances[number] = after.map(far).min().unwrap_or(NEVER);
            }
            return;
        }
        self.list_sources();
        let goals = (0..self.len() as u32).filter(|&number| self.goals[number as usize]);
        if self.has_unit_costs {
            let mut open: Vec<u32> = goals.collect();
            let mut next = 0;
            while let Some(&number) = open.get(next) {
                let further = self.distances[number as usize] + 1;
                for &from in &self.sources[self.sources_of(number)] {
                    let distance = &mut self.distances[from as usize];
                    if *distance == NEVER {
                        *distance = further;
                        open.push(from);
                    }
                }
                next += 1;
            }
            return;
        }
        let mut open: BinaryHeap<_> = goals.map(|number| Reverse((0, number))).collect();
        while let Some(Reverse((distance, number))) = open.pop() {
            if distance > self.distances[number as usize] {
                continue;
            }
            for at in self.sources_of(number) {
                let from = self.sources[at] as usize;
                let moves = self.first[from]..self.first[from + 1];
                let there = moves.filter(|&mv| self.moves[mv].1 == number);
                let cost = there.map(|mv| self.cost(mv)).min().unwrap_or(NEVER);
                let further = distance.saturating_add(cost);
                if further < self.distances[from] {
                    self.distances[from] = further;
                    open.push(Reverse((further, from as u32)));
                }
            }
        }
    }

    fn cost(&self, mv: usize) -> Cost {
        if self.has_unit_costs { 1 } else { self.costs[mv] }
    }

    /// Sorts the moves by target, by counting.
    fn list_sources(&mut self) {
        let mut first = vec![0_usize; self.len() + 1];
        self.moves.iter().for_each(|&(_, to)| first[to as usize] += 1);
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        self.sources = vec![0; self.moves.len()];
        for number in (0..self.len()).rev() {
            for &(_, to) in &self.moves[self.first[number]..self.first[number + 1]] {
                first[to as usize] -= 1;
                self.sources[first[to as usize]] = number as u32;
            }
        }
        self.first_source = first;
    }

    fn sources_of(&self, number: u32) -> std::ops::Range<usize> {
        self.first_source[number as usize]..self.first_source[number as usize + 1]
    }

    /// True for each position from which the start can be reached again, the start included. Empty
    /// when positions are missing.
    pub fn returning(&self) -> Vec<bool> {
        let mut returns = vec![false; self.distances.len()];
        let Some(start) = returns.first_mut() else { return returns };
        *start = true;
        let mut open = if self.is_forward { Vec::new() } else { vec![0] };
        while let Some(number) = open.pop() {
            for &from in &self.sources[self.sources_of(number)] {
                if !std::mem::replace(&mut returns[from as usize], true) {
                    open.push(from);
                }
            }
        }
        returns
    }

    /// The number of positions: all, or those that were expanded before a limit was reached.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// True if not even the start was expanded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position with this number.
    #[inline]
    pub fn at(&self, number: usize) -> Place<'_, M> {
        Place {
            depth: self.depths[number],
            solved: self.goals[number],
            moves: &self.moves[self.first[number]..self.first[number + 1]],
            distance: self.distance(number),
        }
    }

    /// All positions in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Place<'_, M>> + DoubleEndedIterator {
        (0..self.len()).map(|number| self.at(number))
    }

    /// The move by which a position was first reached, and its source; `None` for the start.
    pub fn from(&self, number: usize) -> Option<(usize, &M)> {
        self.parent(number).zip(self.reached_by(number))
    }

    pub(super) fn depth(&self, number: usize) -> u32 {
        self.depths[number]
    }

    pub(super) fn parent(&self, number: usize) -> Option<usize> {
        self.parents.get(number).filter(|&&parent| parent != NONE).map(|&parent| parent as usize)
    }

    pub(super) fn moves_from(&self, number: usize) -> &[(M, u32)] {
        match self.first.get(number..number + 2) {
            Some(&[begin, end]) => &self.moves[begin..end],
            _ => &[],
        }
    }

    pub(super) fn reached_by(&self, number: usize) -> Option<&M> {
        let moves = self.moves_from(self.parent(number)?);
        moves.iter().find(|(_, to)| *to as usize == number).map(|(mv, _)| mv)
    }

    #[inline]
    pub(super) fn is_goal(&self, number: usize) -> bool {
        self.goals.get(number).is_some_and(|&is_goal| is_goal)
    }

    /// The least cost from a position to a goal; `None` for a dead end, for a position without a
    /// number, and when positions are missing.
    #[inline]
    pub fn distance(&self, number: usize) -> Option<Cost> {
        self.distances.get(number).copied().filter(|&distance| distance != NEVER)
    }
}
