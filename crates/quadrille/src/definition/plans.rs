//! All shortest plans of a level: their number, and whether another level has the same.
//!
//! Two plans count as one if they can be turned into each other by swapping consecutive moves that
//! lead to the same position in either order. A level in which four numbers can be used in any
//! order then has one plan and not 24.
//!
//! The positions on shortest plans form a layered graph. It is built forwards, with an admissible
//! estimate to keep it narrow, and pruned backwards from its end. A second pass computes for every
//! position the equivalence classes of the paths to it: those of its predecessors, merged where two
//! paths are the sides of a diamond. This is exact, and takes no more memory than the graph,
//! although the number of plans may be huge.

use std::fmt::Debug;

use super::{Definition, level};
use crate::grid::Grid;
use crate::heuristics::{Expression, Heuristic};
use crate::moves::Move;
use crate::puzzle::{self, Formula, Puzzle, Visit};
use crate::search::{
    Control, Cost,
    toolkit::{Deadline, Inserted, Nodes, Packed, Parent, hash},
};

/// The shortest plans of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plans {
    /// The number of plans, up to the order of independent moves; [`Plans::MANY`] for that many or
    /// more.
    pub count: u32,
    /// A hash of the set of plans: equal sets have equal hashes, and different ones almost
    /// certainly different hashes.
    pub fingerprint: u64,
}

impl Plans {
    /// Plans are counted up to this number.
    pub const MANY: u32 = 1000;

    /// Counts plans that are listed one by one, each as the words that identify it, in any order.
    pub(crate) fn of_words<const N: usize>(mut plans: Vec<Vec<[u64; N]>>) -> Plans {
        plans.iter_mut().for_each(|plan| plan.sort_unstable());
        plans.sort_unstable();
        plans.dedup();
        let all =
            |sum, words: &[u64; N]| words.iter().fold(mixed(sum, 3), |sum, &word| mixed(sum, word));
        let fingerprint = plans.iter().fold(1, |sum, plan| mixed(sum, plan.iter().fold(2, all)));
        Plans { count: (plans.len() as u32).min(Plans::MANY), fingerprint }
    }
}

/// Positions that are first examined without an estimate: for small levels building the tables of a
/// heuristic costs too much.
const WITHOUT_ESTIMATE: u64 = 1_000;

/// The limit on positions if none is given.
const POSITIONS: u64 = 1_000_000;

/// The shortest plans of a level by search, for games without a better method.
pub(super) fn by_search<D: Definition>(
    game: &D,
    board: &Grid<D::Cell>,
    cost: Cost,
    control: &Control,
) -> Option<Plans> {
    let most = control.limits.max_nodes.unwrap_or(POSITIONS);
    Count(cost, most, &control.deadline()).run(&level(game, board))
}

struct Count<'a>(Cost, u64, &'a Deadline);

impl Visit for Count<'_> {
    type Output = Option<Plans>;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> Option<Plans> {
        let Count(cost, most, deadline) = self;
        let first = (most.min(WITHOUT_ESTIMATE), deadline);
        shortest_plans(puzzle, &Formula::ZERO, cost, first).or_else(|| {
            let default = Expression::from(puzzle.vocabulary().default);
            let formula = puzzle::formula(puzzle, &default).ok()?;
            shortest_plans(puzzle, &formula, cost, (most, deadline))
        })
    }
}

puzzle::run_on_levels!(Count<'_>);

fn word(mv: Move) -> u64 {
    let at = |row: u8, col: u8| u64::from(row) << 8 | u64::from(col);
    match mv {
        Move::All(direction) => 1 << 32 | direction as u64,
        Move::Cell(place, direction) => 2 << 32 | at(place.row, place.col) << 8 | direction as u64,
        Move::Touch(place) => 3 << 32 | at(place.row, place.col),
        Move::Piece(piece, direction) => 4 << 32 | u64::from(piece) << 8 | direction as u64,
        Move::Action => 5 << 32,
        Move::Wait => 6 << 32,
    }
}

fn mixed(sum: u64, word: u64) -> u64 {
    hash(&crate::grid::Words([sum, word]))
}

/// A move from one position on a shortest plan to the next.
#[derive(Clone, Copy)]
pub(crate) struct PlanStep {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) mv: Move,
}

/// The shortest plans of a puzzle whose shortest plan costs `cost`. `None` if more than `most`
/// positions would have to be examined, moves have different costs, or the time is over.
fn shortest_plans<S: Packed>(
    puzzle: &dyn Puzzle<State = S>,
    heuristic: &Formula<'_, S>,
    cost: Cost,
    limits: (u64, &Deadline),
) -> Option<Plans> {
    if !puzzle.has_unit_costs() {
        return None;
    }
    let graph = PlanGraph::new(puzzle, heuristic, cost, limits)?;
    Some(Plans { count: graph.count(), fingerprint: graph.fingerprint() })
}

/// The positions on shortest plans, numbered so that every step leads to a higher number.
pub(crate) struct PlanGraph {
    positions: usize,
    solved: Vec<bool>,
    /// Ordered by target.
    steps: Vec<PlanStep>,
    /// For each position the index of the first step that leads to it, and a last entry for the
    /// end.
    first: Vec<usize>,
}

impl PlanGraph {
    fn new<S: Packed>(
        puzzle: &dyn Puzzle<State = S>,
        heuristic: &Formula<'_, S>,
        cost: Cost,
        (most, deadline): (u64, &Deadline),
    ) -> Option<PlanGraph> {
        let is_of_use = heuristic.claims().is_admissible();
        let mut nodes = Nodes::new(usize::MAX, Deadline::default());
        nodes.insert(puzzle.canonical_form(puzzle.start()), Parent::NONE).ok()?;
        let mut steps = Vec::new();
        let (mut from, mut layer_end) = (0, 1);
        for depth in 1..=cost {
            let left = f64::from(cost - depth);
            while from < layer_end {
                for (mv, state) in puzzle.following(nodes.state(from)) {
                    let state = puzzle.canonical_form(state);
                    let is_solved = puzzle.is_goal(&state);
                    // Whole costs: the remaining cost is at least the estimate, rounded up.
                    let is_far = || is_of_use && heuristic.estimate(&state, Some(&mv)) > left;
                    let is_dropped = if depth == cost {
                        !is_solved
                    } else {
                        is_solved || puzzle.is_dead_end(&state) || is_far()
                    };
                    if is_dropped {
                        continue;
                    }
                    match nodes.insert(state, Parent::new(from, false)).ok()? {
                        Inserted::New(to) => steps.push(PlanStep { from, to, mv }),
                        Inserted::Known(to) if to >= layer_end => {
                            steps.push(PlanStep { from, to, mv });
                        }
                        Inserted::Known(_) => {}
                    }
                }
                if u64::from(nodes.len()) > most || deadline.check(0).is_err() {
                    return None;
                }
                from += 1;
            }
            layer_end = nodes.len();
        }
        let all = nodes.len() as usize;
        let solved: Vec<bool> =
            (0..all).map(|node| puzzle.is_goal(nodes.state(node as u32))).collect();
        Some(PlanGraph::cut_back(solved, steps))
    }

    /// Keeps the steps that lead to a solution. They are ordered by source.
    pub(crate) fn cut_back(solved: Vec<bool>, steps: Vec<PlanStep>) -> PlanGraph {
        let mut leads = solved.clone();
        for step in steps.iter().rev() {
            leads[step.from as usize] |= leads[step.to as usize];
        }
        let mut kept = 0;
        let names: Vec<u32> = leads
            .iter()
            .map(|&leads| {
                kept += u32::from(leads);
                kept.wrapping_sub(1)
            })
            .collect();
        let mut steps: Vec<PlanStep> = steps
            .into_iter()
            .filter(|step| leads[step.to as usize])
            .map(|step| PlanStep {
                from: names[step.from as usize],
                to: names[step.to as usize],
                mv: step.mv,
            })
            .collect();
        steps.sort_by_key(|step| (step.to, step.from, step.mv));
        let positions = kept as usize;
        let first = (0..=positions)
            .map(|node| steps.partition_point(|step| (step.to as usize) < node))
            .collect();
        let solved = solved.into_iter().zip(leads).filter(|(_, leads)| *leads);
        PlanGraph { positions, solved: solved.map(|(solved, _)| solved).collect(), steps, first }
    }

    /// A hash of the set of plans, computed from the end: each position by its moves and their
    /// targets.
    fn fingerprint(&self) -> u64 {
        let mut known: Vec<Vec<(Move, u64)>> = vec![Vec::new(); self.positions];
        let mut print = 0;
        for node in (0..self.positions).rev() {
            known[node].sort();
            print = if self.solved[node] {
                1
            } else {
                known[node].iter().fold(2, |sum, &(mv, next)| mixed(mixed(sum, word(mv)), next))
            };
            for step in &self.steps[self.first[node]..self.first[node + 1]] {
                known[step.from as usize].push((step.mv, print));
            }
        }
        print
    }

    fn steps_to(&self, node: u32) -> std::ops::Range<usize> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    fn count(&self) -> u32 {
        let Some(Classes { counts, .. }) = self.classes() else { return Plans::MANY };
        let solved = counts.iter().zip(&self.solved).filter(|(_, solved)| **solved);
        (solved.map(|(count, _)| *count).sum::<usize>() as u32).min(Plans::MANY)
    }

    /// One plan of each class, up to `most`; a single plan if there are too many classes.
    pub(crate) fn representatives(&self, most: usize) -> Vec<Vec<Move>> {
        let classes = self.classes();
        let ends = (0..self.positions as u32).filter(|&node| self.solved[node as usize]);
        let Some(Classes { taken, counts }) = classes else {
            return ends.take(1).map(|end| self.back_from(end, |_| true)).collect();
        };
        let ends = ends.flat_map(|end| (0..counts[end as usize]).map(move |class| (end, class)));
        let plan = |(end, class)| {
            let mut class = class;
            self.back_from(end, |step| {
                let before = taken[step].iter().position(|&after| after == class);
                class = before.unwrap_or(class);
                before.is_some()
            })
        };
        ends.take(most).map(plan).collect()
    }

    /// The moves of a path from the start to a position. `accept` selects steps, by number, that
    /// the path may end with.
    fn back_from(&self, end: u32, mut accept: impl FnMut(usize) -> bool) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = end;
        while let Some(step) = self.steps_to(at).find(|&step| accept(step)) {
            moves.push(self.steps[step].mv);
            at = self.steps[step].from;
        }
        moves.reverse();
        moves
    }

    /// The classes of the paths to every position; `None` if there are too many.
    fn classes(&self) -> Option<Classes> {
        let mut taken: Vec<Vec<usize>> = Vec::with_capacity(self.steps.len());
        let mut classes = vec![1_usize; self.positions];
        for node in 0..self.positions as u32 {
            let steps = self.steps_to(node);
            if !steps.is_empty() {
                let offsets: Vec<usize> = steps
                    .clone()
                    .scan(0, |sum, step| {
                        let offset = *sum;
                        *sum += classes[self.steps[step].from as usize];
                        Some(offset)
                    })
                    .collect();
                let ways: usize =
                    steps.clone().map(|step| classes[self.steps[step].from as usize]).sum();
                let mut joined = Joined((0..ways).collect());
                for one in steps.clone() {
                    for before in self.steps_to(self.steps[one].from) {
                        self.join_diamonds(node, one, before, &offsets, &taken, &mut joined);
                    }
                }
                let names = joined.names();
                for (step, &offset) in steps.zip(&offsets) {
                    let count = classes[self.steps[step].from as usize];
                    taken.push(names[offset..offset + count].to_vec());
                }
                classes[node as usize] = names.iter().max().map_or(0, |&last| last + 1);
            }
            if classes[node as usize] >= Plans::MANY as usize {
                return None;
            }
        }
        Some(Classes { taken, counts: classes })
    }

    /// Merges the paths to `node` through the step `before` and then `one` with those that take the
    /// same two moves in the other order.
    fn join_diamonds(
        &self,
        node: u32,
        one: usize,
        before: usize,
        offsets: &[usize],
        taken: &[Vec<usize>],
        joined: &mut Joined,
    ) {
        let steps = self.steps_to(node);
        let (first, second) = (self.steps[before], self.steps[one]);
        for other in steps.clone().filter(|&other| other > one && self.steps[other].mv == first.mv)
        {
            let earlier = self.steps_to(self.steps[other].from).find(|&earlier| {
                self.steps[earlier].from == first.from && self.steps[earlier].mv == second.mv
            });
            let Some(earlier) = earlier else { continue };
            for (&here, &there) in taken[before].iter().zip(&taken[earlier]) {
                joined
                    .join(offsets[one - steps.start] + here, offsets[other - steps.start] + there);
            }
        }
    }
}

/// The equivalence classes of paths in a graph.
struct Classes {
    /// For each step, the class at its end for each class at its start.
    taken: Vec<Vec<usize>>,
    /// The number of classes of each position.
    counts: Vec<usize>,
}

/// Disjoint sets of small numbers.
struct Joined(Vec<usize>);

impl Joined {
    fn find(&mut self, mut thing: usize) -> usize {
        while self.0[thing] != thing {
            self.0[thing] = self.0[self.0[thing]];
            thing = self.0[thing];
        }
        thing
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other)] = one.min(other);
    }

    /// Numbers the sets from 0 on.
    fn names(mut self) -> Vec<usize> {
        let mut names = vec![usize::MAX; self.0.len()];
        let mut count = 0;
        for thing in 0..self.0.len() {
            let first = self.find(thing);
            if first == thing {
                names[thing] = count;
                count += 1;
            } else {
                names[thing] = names[first];
            }
        }
        names
    }
}
