//! `relaxed`: every block on its own, with a common clock.
//!
//! **The relaxation.** A block slides to the end of its segment less the number of blocks ahead of
//! it there. With `B` blocks on the board that is one of the last `B` cells of the segment, and not
//! behind its place. Let each block choose freely among these. The real target is among the
//! choices, so whatever is impossible for the relaxed block is impossible for the real one. With
//! one block on the board nothing is relaxed.
//!
//! **The clock.** Two slides along one axis have the effect of the last one alone, so a shortest
//! plan alternates between the axes, and its first axis determines the axis of every move. For a
//! block on a cell, a goal and a first axis, the table holds the set of all `t` for which the
//! relaxed block can be on the goal after exactly `t` alternating moves, as the bits of a word. All
//! goals must have blocks at the same time: the sets are intersected, with one AND per block, and
//! the estimate is the least remaining `t`. With several blocks of a colour, each goal must be
//! reachable by *some* block at `t`, and as many blocks as there are goals must be able to be on
//! *some* goal. Blocks without a goal only stop others.
//!
//! **Admissible.** Let a shortest plan from here have `t` moves and first axis `a`. It alternates.
//! Each goal has a block after exactly `t` moves, which got there by relaxed choices; so `t` is in
//! the intersection for `a`. If the last move is known, the search continues only along the other
//! axis (see [`Space::successors_after`](crate::search::space::Space::successors_after)), and only
//! that axis is evaluated.
//!
//! **Consistent** along the moves that such a search makes: from a position evaluated for axis `a`,
//! a slide along `a` leads to a position evaluated for the other axis; if `t` is in every set
//! there, `t + 1` is in every set here.
//!
//! The highest bit means that many moves or more. An empty intersection is a dead end.

use std::ops::Range;

use super::super::MAX_BLOCKS;
use super::super::rules::Tiles;
use crate::grid::{Direction, Words};
use crate::heuristics::{DEAD_END, HeuristicInfo, Named, Valued};
use crate::moves::Move;

pub(in super::super) const RELAXED: HeuristicInfo = HeuristicInfo::consistent(
    "relaxed",
    "the moves needed if every block could stop where it likes, with all blocks on their goals at the same time",
    "walls, goals, the number of blocks, the axis of the last move",
);

pub(super) const fn relaxed<const N: usize>() -> Named<Tiles<N>> {
    Named {
        info: RELAXED,
        build: |puzzle, _| {
            let relaxed = Relaxed::new(puzzle);
            Box::new(move |state, by| relaxed.estimate(state, by))
        },
        parts: |puzzle, _, state, _| parts(puzzle, state),
    }
}

/// For each block with a goal: the fewest moves after which it can be on one, on its own.
fn parts<const N: usize>(puzzle: &Tiles<N>, state: &Words<N>) -> Vec<Valued> {
    let choices = Choices::new(puzzle);
    let mut parts = Vec::new();
    for group in puzzle.groups().iter().filter(|group| !group.goals.is_empty()) {
        let times: Vec<[Vec<u64>; 2]> =
            group.goals.iter().map(|&goal| choices.times(goal)).collect();
        for block in group.blocks.clone() {
            let cell = state.byte(block) as usize;
            let moves = times.iter().flatten().fold(0, |all, times| all | times[cell]);
            let value = if moves == 0 { DEAD_END } else { f64::from(moves.trailing_zeros()) };
            let (at, letter) = (puzzle.size().coord(cell), puzzle.colours()[block].block_letter());
            parts.push(Valued::part(format!("{letter} at {at}"), value, Some(cell)));
        }
    }
    parts
}

#[derive(Clone, Debug)]
struct Relaxed {
    cells: usize,
    /// The blocks before this one are the only ones of their colour, and have the goal with their
    /// own number.
    singles: usize,
    /// The other colours with as many goals as blocks: the first block and the one after the last
    /// of each. Goals have the same numbers.
    bound: Vec<(usize, usize)>,
    /// The blocks and the goal numbers of the colours with fewer goals.
    spare: Vec<(Range<usize>, Range<usize>)>,
    /// For each first axis, goal and cell: the moves after which a block can be on the goal.
    times: [Vec<u64>; 2],
}

/// The bit that means this many moves or more.
const LAST: usize = 63;

/// The bits of all even numbers of moves.
const EVERY_SECOND: u64 = u64::MAX / 3;

impl Relaxed {
    fn new<const N: usize>(puzzle: &Tiles<N>) -> Relaxed {
        let choices = Choices::new(puzzle);
        let mut relaxed = Relaxed {
            cells: puzzle.size().cells(),
            singles: 0,
            bound: Vec::new(),
            spare: Vec::new(),
            times: [Vec::new(), Vec::new()],
        };
        let mut goals = 0;
        for group in puzzle.groups().iter().filter(|group| !group.goals.is_empty()) {
            for &goal in &group.goals {
                for (times, more) in relaxed.times.iter_mut().zip(choices.times(goal)) {
                    times.extend(more);
                }
            }
            let first = goals;
            goals += group.goals.len();
            match group.blocks.len() {
                1 => relaxed.singles = group.blocks.end,
                _ if group.is_bound() => {
                    relaxed.bound.push((group.blocks.start, group.blocks.end));
                }
                _ => relaxed.spare.push((group.blocks.clone(), first..goals)),
            }
        }
        relaxed
    }

    #[inline]
    fn estimate<const N: usize>(&self, state: &Words<N>, by: Option<&Move>) -> f64 {
        let moves = match by {
            Some(Move::All(last)) if last.is_vertical() => self.common(state, 1),
            Some(_) => self.common(state, 0),
            None => self.common(state, 0) | self.common(state, 1),
        };
        if moves == 0 { DEAD_END } else { f64::from(moves.trailing_zeros()) }
    }

    /// The numbers of moves, the first along this axis, after which all goals can have blocks.
    #[inline]
    fn common<const N: usize>(&self, state: &Words<N>, axis: usize) -> u64 {
        let times = &self.times[axis];
        let mut common = u64::MAX;
        for block in 0..self.singles {
            common &= times[block * self.cells + state.byte(block) as usize];
        }
        for &(first, end) in &self.bound {
            for one in first..end {
                let (mut some_goal, mut some_block) = (0, 0);
                for other in first..end {
                    some_goal |= times[other * self.cells + state.byte(one) as usize];
                    some_block |= times[one * self.cells + state.byte(other) as usize];
                }
                common &= some_goal & some_block;
            }
        }
        for (blocks, goals) in &self.spare {
            common &= self.all_covered(state, times, blocks, goals);
        }
        common
    }

    /// The numbers of moves after which all goals of a colour can have blocks, if there are more
    /// blocks than goals.
    fn all_covered<const N: usize>(
        &self,
        state: &Words<N>,
        times: &[u64],
        blocks: &Range<usize>,
        goals: &Range<usize>,
    ) -> u64 {
        // For each number of blocks, the times when at least that many can be on goals.
        let mut placed = [0; MAX_BLOCKS + 1];
        placed[0] = u64::MAX;
        let mut covered = [0; MAX_BLOCKS];
        for block in blocks.clone() {
            let mut some_goal = 0;
            for (covered, goal) in covered.iter_mut().zip(goals.clone()) {
                let there = times[goal * self.cells + state.byte(block) as usize];
                *covered |= there;
                some_goal |= there;
            }
            for count in (1..=goals.len()).rev() {
                placed[count] |= placed[count - 1] & some_goal;
            }
        }
        covered[..goals.len()].iter().fold(placed[goals.len()], |common, covered| common & covered)
    }
}

/// For each direction and cell, the possible targets of a relaxed block.
struct Choices {
    cells: usize,
    ends: [Vec<Words<4>>; 4],
}

impl Choices {
    fn new<const N: usize>(puzzle: &Tiles<N>) -> Choices {
        let size = puzzle.size();
        let ends = Direction::ALL.map(|direction| {
            (0..size.cells())
                .map(|cell| {
                    if puzzle.is_wall(cell) {
                        return Words::EMPTY;
                    }
                    let ahead: Vec<usize> = size
                        .ray(size.coord(cell), direction)
                        .map(|at| size.index(at))
                        .take_while(|&next| !puzzle.is_wall(next))
                        .collect();
                    let way = std::iter::once(cell).chain(ahead.iter().copied());
                    way.skip((ahead.len() + 1).saturating_sub(puzzle.blocks())).collect()
                })
                .collect()
        });
        Choices { cells: size.cells(), ends }
    }

    /// For each first axis and cell, the set of move counts after which a relaxed block can be on
    /// the goal.
    fn times(&self, goal: usize) -> [Vec<u64>; 2] {
        let mut times = [vec![0_u64; self.cells], vec![0_u64; self.cells]];
        let there: Words<4> = [goal].into_iter().collect();
        // For each number of moves, the cells from which the goal is reached with the first move
        // along either axis.
        let mut reached: Vec<[Words<4>; 2]> = vec![[there; 2]];
        for moves in 1..=LAST {
            // The sets of `moves - 2` and `moves` determine each other, so once they are equal they
            // stay equal.
            let before = reached[moves - 1];
            let repeats = moves >= 3 && before == reached[moves - 3];
            reached.push(if repeats {
                reached[moves - 2]
            } else {
                [0, 1].map(|axis| self.step(axis, before[1 - axis]))
            });
        }
        let settled = reached[LAST] == reached[LAST - 2];
        let repeated = (2..=LAST).find(|&moves| reached[moves] == reached[moves - 2]);
        let distinct = repeated.unwrap_or(LAST + 1);
        for (axis, times) in times.iter_mut().enumerate() {
            for (moves, reached) in reached[..distinct].iter().enumerate() {
                // The last two stand for all that follow.
                let bits = if moves + 2 < distinct { 1 } else { EVERY_SECOND } << moves;
                for cell in reached[axis].bits() {
                    times[cell] |= bits;
                }
            }
            for (cell, times) in times.iter_mut().enumerate() {
                // From here on it only matters if it is possible at some time.
                let later = !settled || reached[LAST - 1][axis].contains(cell);
                *times |= u64::from(later) << LAST;
            }
        }
        times
    }

    /// The cells from which a slide along the axis may end in one of these.
    fn step(&self, axis: usize, ends: Words<4>) -> Words<4> {
        let pair = &self.ends[2 * axis..2 * axis + 2];
        (0..self.cells)
            .filter(|&cell| pair.iter().any(|choices| choices[cell].intersects(ends)))
            .collect()
    }
}
