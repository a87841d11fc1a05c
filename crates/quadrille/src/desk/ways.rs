//! The paths through the positions of a level: shortest plans, other plans, and moves that cannot
//! be undone.
//!
//! Everything here works on the numbers of an [`Atlas`], so it is compiled once for all games.
//! Moves cost 1, so depths and distances have the same unit.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::atlas::{Atlas, Place};
use crate::definition::{PlanGraph, PlanStep};
use crate::moves::Move;
use crate::search::{Cost, Stop, explore::Graph, toolkit::Deadline};

/// The positions of a solvable level whose moves cost 1, with the paths through them.
pub(super) struct Ways<'a> {
    places: &'a Graph<Move>,
    pub(super) optimum: Cost,
}

/// A move from a position: the number of the position, the move, and its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) from: u32,
    pub(super) mv: Move,
    pub(super) to: u32,
}

/// A plan that is a little longer than the shortest and shares few positions with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Detour {
    pub(super) moves: Vec<Move>,
    /// The number of positions between start and end that it shares with shortest plans.
    pub(super) shared: usize,
}

/// The positions through which a detour is tried.
const TRIED: usize = 1_000;

impl<'a> Ways<'a> {
    /// `None` if the level has no plan, or positions are missing.
    pub(super) fn new(atlas: &'a Atlas) -> Option<Ways<'a>> {
        let optimum = atlas.places.distance(0)?;
        Some(Ways { places: &atlas.places, optimum })
    }

    fn place(&self, number: u32) -> Place<'a> {
        self.places.at(number as usize)
    }

    /// The length of the shortest plan through a position.
    fn through(&self, place: Place<'_>) -> Option<Cost> {
        Some(place.depth + place.distance?)
    }

    /// True if a position is on a shortest plan.
    pub(super) fn is_on_plan(&self, number: u32) -> bool {
        self.through(self.place(number)) == Some(self.optimum)
    }

    /// Every move of every shortest plan, ordered by source.
    pub(super) fn plan_turns(&self) -> impl Iterator<Item = Turn> + '_ {
        let numbers = (0..self.places.len() as u32).filter(|&number| self.is_on_plan(number));
        numbers.flat_map(move |from| {
            let place = self.place(from);
            let leads_on =
                move |to: u32| self.is_on_plan(to) && self.place(to).depth == place.depth + 1;
            let moves = place.moves.iter().filter(move |&&(_, to)| leads_on(to));
            moves.map(move |&(mv, to)| Turn { from, mv, to })
        })
    }

    /// Up to `most` shortest plans that differ by more than the order of independent moves.
    pub(super) fn shortest(&self, most: usize) -> Vec<Vec<Move>> {
        let numbers: Vec<u32> =
            (0..self.places.len() as u32).filter(|&number| self.is_on_plan(number)).collect();
        let name = |number: u32| numbers.binary_search(&number).unwrap_or(0) as u32;
        let steps = self.plan_turns();
        let steps =
            steps.map(|Turn { from, mv, to }| PlanStep { from: name(from), to: name(to), mv });
        let solved = numbers.iter().map(|&number| self.place(number).solved).collect();
        PlanGraph::cut_back(solved, steps.collect()).representatives(most)
    }

    /// The positions along moves, the start first. Stops at a move that does not exist.
    pub(super) fn along(&self, moves: &[Move]) -> Vec<u32> {
        let mut line = vec![0];
        for &mv in moves {
            let here = line[line.len() - 1];
            match self.place(here).moves.iter().find(|(other, _)| *other == mv) {
                Some(&(_, to)) => line.push(to),
                None => break,
            }
        }
        line
    }

    /// Plans with up to `slack` extra moves that share less than half of their positions with
    /// shortest plans, and with each other, visit no position twice, and need every one of their
    /// moves. The best comes first. The search ends early at the deadline.
    pub(super) fn detours(
        &self,
        slack: Cost,
        most: usize,
        accept: impl Fn(&[Move]) -> bool,
        deadline: &Deadline,
    ) -> Result<Vec<Detour>, Stop> {
        let is_near = |place: Place<'_>| {
            self.through(place).is_some_and(|moves| moves <= self.optimum + slack)
        };
        let near: Vec<bool> = self.places.iter().map(is_near).collect();
        // By distance, for the paths from each position to the end.
        let mut by_distance: Vec<u32> =
            (0..self.places.len() as u32).filter(|&number| near[number as usize]).collect();
        by_distance.sort_by_key(|&number| self.place(number).distance);
        let mut is_shared: Vec<bool> =
            (0..self.places.len() as u32).map(|number| self.is_on_plan(number)).collect();
        let mut detours: Vec<Detour> = Vec::new();
        while detours.len() < most {
            deadline.check(0)?;
            let (to, from) = self.sharing(&near, &by_distance, &is_shared);
            let shared = |number: u32| to[number as usize].0.saturating_add(from[number as usize]);
            let value = |number: u32| {
                let length = self.through(self.place(number))?;
                let shared = shared(number);
                let is_new = length > self.optimum && !is_shared[number as usize];
                let is_apart = shared < length.saturating_sub(shared);
                (is_new && is_apart).then(|| Reverse((length - self.optimum + shared, number)))
            };
            let mut best: BinaryHeap<_> = by_distance.iter().filter_map(|&at| value(at)).collect();
            let tried = std::iter::from_fn(|| best.pop()).take(TRIED);
            let mut detour = tried.map(|Reverse((_, through))| {
                (through, self.line_through(through, &to, &from, &is_shared))
            });
            let is_way = |(_, (line, moves)): &(u32, (Vec<u32>, Vec<Move>))| {
                is_simple(line) && self.needs_every_move(moves) && accept(moves)
            };
            let Some((through, (line, moves))) = detour.find(is_way) else { break };
            let shared = shared(through);
            detours.push(Detour { moves, shared: shared as usize });
            line.into_iter().for_each(|number| is_shared[number as usize] = true);
        }
        Ok(detours)
    }

    /// True if a plan without any one of its moves is no plan.
    fn needs_every_move(&self, moves: &[Move]) -> bool {
        (0..moves.len()).all(|index| {
            let rest = [&moves[..index], &moves[index + 1..]].concat();
            let line = self.along(&rest);
            !self.place(line[line.len() - 1]).solved
        })
    }

    /// For every position: the fewest shared positions on a shortest path to it, with its
    /// predecessor on that path, and the fewest on a shortest path from it to a solution.
    fn sharing(
        &self,
        near: &[bool],
        by_distance: &[u32],
        is_shared: &[bool],
    ) -> (Vec<(Cost, Turn)>, Vec<Cost>) {
        let counts =
            |number: u32| Cost::from(is_shared[number as usize] && !self.place(number).solved);
        let none = Turn { from: u32::MAX, mv: Move::Piece(0, crate::grid::Direction::Up), to: 0 };
        let mut to = vec![(Cost::MAX, none); self.places.len()];
        to[0].0 = 0;
        for (from, place) in (0..).zip(self.places.iter()).filter(|(from, _)| near[*from as usize])
        {
            let shared = to[from as usize].0;
            for &(mv, next) in place.moves.iter().filter(|(_, next)| near[*next as usize]) {
                let sum = shared.saturating_add(counts(next));
                if self.place(next).depth == place.depth + 1 && sum < to[next as usize].0 {
                    to[next as usize] = (sum, Turn { from, mv, to: next });
                }
            }
        }
        let mut from = vec![Cost::MAX; self.places.len()];
        for &number in by_distance {
            from[number as usize] = match self.place(number).solved {
                true => 0,
                false => {
                    let after = self.nearer(number);
                    after.map(|(_, to)| from[to as usize] + counts(to)).min().unwrap_or(Cost::MAX)
                }
            };
        }
        (to, from)
    }

    /// The moves from a position that lead one step closer to a solution.
    fn nearer(&self, number: u32) -> impl Iterator<Item = (Move, u32)> + '_ {
        let place = self.place(number);
        let is_nearer = move |to: u32| {
            let distance = self.places.distance(to as usize);
            distance.zip(place.distance).is_some_and(|(to, from)| to + 1 == from)
        };
        place.moves.iter().copied().filter(move |&(_, to)| is_nearer(to))
    }

    /// The positions and the moves of the plan through a position that shares the fewest.
    fn line_through(
        &self,
        through: u32,
        to: &[(Cost, Turn)],
        from: &[Cost],
        is_shared: &[bool],
    ) -> (Vec<u32>, Vec<Move>) {
        let (mut line, mut moves) = (vec![through], Vec::new());
        let mut at = through;
        while at != 0 {
            let turn = to[at as usize].1;
            line.push(turn.from);
            moves.push(turn.mv);
            at = turn.from;
        }
        moves.reverse();
        at = through;
        let shared = |to: u32| {
            let is_shared = is_shared[to as usize] && !self.place(to).solved;
            from[to as usize].saturating_add(Cost::from(is_shared))
        };
        while let Some((mv, to)) = self.nearer(at).min_by_key(|&(_, to)| shared(to)) {
            line.push(to);
            moves.push(mv);
            at = to;
        }
        (line, moves)
    }

    /// The parts of a plan on which a player has only one move that neither loses the level nor
    /// goes straight back: the start of each, counted in moves from 0, and its length.
    pub(super) fn forced(&self, moves: &[Move]) -> Vec<(usize, usize)> {
        let line = self.along(moves);
        let is_forced = |index: usize| {
            let before = index.checked_sub(1).map(|before| line[before]);
            let mut choices: Vec<u32> = self
                .place(line[index])
                .moves
                .iter()
                .map(|&(_, to)| to)
                .filter(|&to| self.places.distance(to as usize).is_some() && Some(to) != before)
                .collect();
            choices.sort_unstable();
            choices.dedup();
            choices.len() == 1
        };
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for index in (0..line.len().saturating_sub(1)).filter(|&index| is_forced(index)) {
            match stretches.last_mut() {
                Some((start, length)) if *start + *length == index => *length += 1,
                _ => stretches.push((index, 1)),
            }
        }
        stretches
    }
}

/// True if a path visits no position twice.
fn is_simple(line: &[u32]) -> bool {
    let visited: HashSet<&u32> = line.iter().collect();
    visited.len() == line.len()
}

/// The moves that leave the set of positions from which the start can be reached, the earliest
/// first; without those that solve the level.
pub(super) fn leaving<'a>(
    places: &'a Graph<Move>,
    returns: &'a [bool],
) -> impl Iterator<Item = Turn> + 'a {
    let inside = (0..).zip(places.iter()).filter(|(from, _)| returns[*from as usize]);
    let leaves = |turn: &Turn| {
        let to = turn.to as usize;
        !returns[to] && !places.at(to).solved
    };
    inside.flat_map(turns).filter(leaves)
}

/// The moves after which a solvable level becomes unsolvable, the earliest first.
pub(super) fn fatal(places: &Graph<Move>) -> impl Iterator<Item = Turn> + '_ {
    let alive = (0..).zip(places.iter()).filter(|(_, place)| place.distance.is_some());
    alive.flat_map(turns).filter(|turn| places.distance(turn.to as usize).is_none())
}

/// The positions that a player compares before a move that loses.
pub(super) fn near_losing(places: &Graph<Move>) -> Vec<bool> {
    let mut near = vec![false; places.len()];
    let mut last = None;
    for Turn { from, .. } in fatal(places) {
        if last.replace(from) != Some(from) {
            near[from as usize] = true;
            places.at(from as usize).moves.iter().for_each(|&(_, to)| near[to as usize] = true);
        }
    }
    near
}

fn turns((from, place): (u32, Place<'_>)) -> impl Iterator<Item = Turn> + '_ {
    place.moves.iter().map(move |&(mv, to)| Turn { from, mv, to })
}
