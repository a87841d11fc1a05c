//! The ways from a position to its next clear.
//!
//! **Which ways.** Of all shortest plans take one with the earliest first clear, of these one with
//! the earliest second clear, and so on. None of its swaps could also follow the next clear: that
//! plan would be as long, and clear earlier. Between two clears, swaps can often change places. An
//! [`Aim`] names the colour that is cleared next and its window. Of all such orders take the one in
//! which the swaps that move this colour come as early as possible, and of these the one with the
//! least numbers of pairs of cells. Other ways are left out.
//!
//! For each aim a depth-first search lists the ways. It leaves out a swap
//! * that can change places with earlier ones for a better order,
//! * that moves a piece of the aim, if an earlier swap that does not could also follow it,
//! * that clears, if an earlier swap could also follow the clear, with the same result,
//! * after which the board has occurred before, or the bound with this aim is too large.
//!
//! Each of the first three means that another plan is better in the order above: it has the same
//! length, and the same board after these swaps. Every exchange is tested on the boards themselves,
//! so no rule about independent swaps is needed. This is related to sleep sets (Godefroid 1996);
//! the order keeps out most swaps that a clear does not need.

use super::super::heuristics::bounds::{Aim, Appraiser, DEAD, Lookahead, MAX_COLOURS, NEVER};
use super::super::rules::{Planes, Squares};
use crate::grid::{Direction, Words};
use crate::search::{Cost, Stats, Stop};

/// Two neighbouring cells.
#[derive(Debug)]
struct Pair {
    cells: [u32; 2],
    both: u64,
    /// The other cells beside each of the two.
    beside: [u64; 2],
    /// The cells that a swap of the two may affect: they and all cells around them.
    around: u64,
}

/// The pieces of a position by the slots of their colours in its appraisal.
#[derive(Clone, Debug)]
struct Pieces {
    sets: [u64; MAX_COLOURS],
    slots: [u8; 64],
}

/// No piece.
const BLANK: u8 = u8::MAX;

impl Pieces {
    fn new(sets: &[u64]) -> Self {
        let mut pieces = Self { sets: [0; MAX_COLOURS], slots: [BLANK; 64] };
        for (slot, &set) in sets.iter().enumerate() {
            pieces.sets[slot] = set;
            for cell in Words([set]).bits() {
                pieces.slots[cell] = slot as u8;
            }
        }
        pieces
    }

    /// The slots of the two pieces, if both are there.
    #[inline(always)]
    fn slots(&self, pair: &Pair) -> Option<[usize; 2]> {
        let [one, other] = pair.cells;
        let (one, other) = (self.slots[one as usize], self.slots[other as usize]);
        (one != BLANK && other != BLANK).then_some([usize::from(one), usize::from(other)])
    }

    #[inline(always)]
    fn swap(&mut self, pair: &Pair) {
        let [one, other] = pair.cells;
        let (one, other) = (one as usize, other as usize);
        self.sets[usize::from(self.slots[one])] ^= pair.both;
        self.sets[usize::from(self.slots[other])] ^= pair.both;
        self.slots.swap(one, other);
    }
}

/// A swap of a way.
#[derive(Clone, Copy, Debug)]
struct Step {
    pair: usize,
    /// It moves a piece of the aim.
    aimed: bool,
}

/// Receives the swaps of a way, and the board after its clear with a bound on the moves from there.
pub(super) trait Visit<const C: usize, const K: usize>:
    FnMut(Vec<[u32; 2]>, &Planes<C, K>, Cost)
{
}

impl<const C: usize, const K: usize, F> Visit<C, K> for F where
    F: FnMut(Vec<[u32; 2]>, &Planes<C, K>, Cost)
{
}

/// A list of ways, and the place that it has reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listing {
    /// The most moves to the empty board.
    most: Cost,
    /// The number of aims that are done.
    aims: usize,
    /// The least number of moves above the most of the ways that were left out.
    pub(super) later: Cost,
}

impl Listing {
    pub(super) fn of_at_most(most: Cost) -> Self {
        Self { most, aims: 0, later: Cost::MAX }
    }
}

/// Lists ways on the boards of a puzzle.
#[derive(Debug)]
pub(super) struct Ways<'p, const C: usize, const K: usize, const N: usize> {
    puzzle: &'p Squares<C, K, N>,
    appraiser: &'p Appraiser,
    pairs: Vec<Pair>,
}

impl<'p, const C: usize, const K: usize, const N: usize> Ways<'p, C, K, N> {
    /// For a board of at most 64 cells.
    pub(super) fn new(puzzle: &'p Squares<C, K, N>, appraiser: &'p Appraiser) -> Self {
        let (height, width) = puzzle.sides();
        let cells = height * width;
        let set = |wanted: &dyn Fn(u32, u32) -> bool| {
            (0..cells).filter(|i| wanted(i / width, i % width)).fold(0u64, |set, i| set | 1 << i)
        };
        let around = |cell: u32| {
            let (row, column) = (cell / width, cell % width);
            set(&|r, c| r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1)
        };
        let beside = |cell: u32| {
            let (row, column) = (cell / width, cell % width);
            set(&|r, c| r.abs_diff(row) + c.abs_diff(column) == 1)
        };
        let pair = |one: u32, other: u32| {
            let both = 1 << one | 1 << other;
            let beside = [beside(one) & !both, beside(other) & !both];
            Pair { cells: [one, other], both, beside, around: around(one) | around(other) }
        };
        let pairs = (0..cells).flat_map(|cell| {
            let right = (cell % width + 1 < width).then(|| pair(cell, cell + 1));
            let down = (cell / width + 1 < height).then(|| pair(cell, cell + width));
            right.into_iter().chain(down)
        });
        Self { puzzle, appraiser, pairs: pairs.collect() }
    }

    /// Calls `visit` with every way that the listing wants, by the bounds. The board has no
    /// squares. `pause` is called regularly and can stop the search, which may go on later from the
    /// place reached.
    pub(super) fn list(
        &self,
        lookahead: &Lookahead,
        planes: &Planes<C, K>,
        listing: &mut Listing,
        stats: &mut Stats,
        pause: &mut impl FnMut(&Stats) -> Result<(), Stop>,
        visit: &mut impl Visit<C, K>,
    ) -> Result<(), Stop> {
        let known = self.appraiser.appraise(self.puzzle, planes);
        let (shape, sets) = known.pieces();
        for aim in lookahead.aims(shape, sets.len()).skip(listing.aims) {
            let mut costs = [0; MAX_COLOURS];
            for (slot, cost) in costs.iter_mut().enumerate().take(sets.len()) {
                *cost = aim.cost(slot, sets[slot]);
            }
            let sum = costs.iter().map(|&cost| Cost::from(cost)).sum::<Cost>();
            if costs.contains(&NEVER) {
                listing.aims += 1;
                continue;
            }
            let mut search = Search {
                ways: self,
                lookahead,
                aim,
                colours: sets.len(),
                start: planes,
                most: listing.most,
                later: listing.later,
                pieces: Pieces::new(sets),
                steps: Vec::new(),
                before: Vec::new(),
                stats,
                pause,
                visit,
            };
            if search.keeps_within(0, sum.div_ceil(2)) && search.fits(0) {
                search.extend(sum, &costs, 0)?;
            }
            listing.later = search.later;
            listing.aims += 1;
        }
        Ok(())
    }

    /// True if the swap of two different pieces is legal.
    #[inline(always)]
    fn is_legal(&self, pieces: &Pieces, pair: &Pair) -> bool {
        let Some([one, other]) = pieces.slots(pair) else { return false };
        let [first, second] = pair.beside;
        one != other && (second & pieces.sets[one] | first & pieces.sets[other]) != 0
    }

    /// The top left cells of the squares of the two colours on these cells.
    #[inline(always)]
    fn squares(&self, pieces: &Pieces, pair: &Pair) -> u64 {
        let square = |cell: u32| {
            self.appraiser.squares(pieces.sets[usize::from(pieces.slots[cell as usize])])
        };
        square(pair.cells[0]) | square(pair.cells[1])
    }

    /// True if on this board the first pair can be swapped and then the second, and the first swap
    /// makes no square.
    fn can_follow(&self, pieces: &Pieces, first: &Pair, second: &Pair) -> bool {
        if !self.is_legal(pieces, first) {
            return false;
        }
        let mut after = pieces.clone();
        after.swap(first);
        self.squares(&after, first) == 0 && self.is_legal(&after, second)
    }
}

/// A depth-first search for the ways with one aim.
struct Search<'a, P, V, const C: usize, const K: usize, const N: usize> {
    ways: &'a Ways<'a, C, K, N>,
    lookahead: &'a Lookahead,
    aim: Aim<'a>,
    colours: usize,
    start: &'a Planes<C, K>,
    most: Cost,
    /// The least number of moves above `most` so far.
    later: Cost,
    pieces: Pieces,
    steps: Vec<Step>,
    /// The pieces of each colour before each step.
    before: Vec<[u64; MAX_COLOURS]>,
    stats: &'a mut Stats,
    pause: &'a mut P,
    visit: &'a mut V,
}

impl<P, V, const C: usize, const K: usize, const N: usize> Search<'_, P, V, C, K, N>
where
    P: FnMut(&Stats) -> Result<(), Stop>,
    V: Visit<C, K>,
{
    /// True if the moves so far and those left are not too many.
    #[inline(always)]
    fn keeps_within(&mut self, moves: Cost, left: Cost) -> bool {
        let total = moves + left;
        if total > self.most {
            self.later = self.later.min(total);
        }
        total <= self.most
    }

    /// Adds every possible step. `sum` is the sum of the costs of all colours. The steps in
    /// `waiting`, a bit each, could also be the last.
    fn extend(&mut self, sum: Cost, costs: &[u8; MAX_COLOURS], waiting: u64) -> Result<(), Stop> {
        (self.pause)(self.stats)?;
        self.stats.expanded += 1;
        let ways = self.ways;
        let moves = self.steps.len() as Cost + 1;
        let here = self.pieces.sets;
        for (number, pair) in ways.pairs.iter().enumerate() {
            if !ways.is_legal(&self.pieces, pair) {
                continue;
            }
            self.stats.generated += 1;
            let Some(slots) = self.pieces.slots(pair) else { continue };
            let after = [here[slots[0]] ^ pair.both, here[slots[1]] ^ pair.both];
            let step = Step { pair: number, aimed: slots.contains(&self.aim.colour()) };
            let squares = [ways.appraiser.squares(after[0]), ways.appraiser.squares(after[1])];
            if squares != [0, 0] {
                self.clear(step, slots, squares, waiting);
                continue;
            }
            let (one, other) =
                (self.aim.cost(slots[0], after[0]), self.aim.cost(slots[1], after[1]));
            if one == NEVER || other == NEVER {
                continue;
            }
            let before = Cost::from(costs[slots[0]]) + Cost::from(costs[slots[1]]);
            let sum = sum + Cost::from(one) + Cost::from(other) - before;
            if !self.keeps_within(moves, sum.div_ceil(2)) || self.is_out_of_order(step) {
                continue;
            }
            let still = self.still_waiting(step, waiting);
            if step.aimed && Words([still]).bits().any(|index| !self.steps[index].aimed) {
                continue;
            }
            self.pieces.swap(pair);
            let known = self.before.contains(&self.pieces.sets);
            if !known && self.fits(moves) {
                let mut costs = *costs;
                (costs[slots[0]], costs[slots[1]]) = (one, other);
                self.steps.push(step);
                self.before.push(here);
                let last = 1u64.checked_shl(moves - 1).unwrap_or(0);
                self.extend(sum, &costs, still | last)?;
                self.before.pop();
                self.steps.pop();
            }
            self.pieces.swap(pair);
        }
        Ok(())
    }

    /// True if the bound of the aim allows the moves so far, which led to these pieces.
    fn fits(&mut self, moves: Cost) -> bool {
        let enough = self.most - moves;
        let left = self.aim.bound(&self.pieces.sets[..self.colours], enough);
        left < DEAD && self.keeps_within(moves, left)
    }

    /// True if the way is better if the step comes earlier: steps of the aim first, otherwise in
    /// the order of their pairs.
    fn is_out_of_order(&self, step: Step) -> bool {
        let ways = self.ways;
        let pair = &ways.pairs[step.pair];
        let mut pieces = self.pieces.clone();
        for earlier in self.steps.iter().rev() {
            let other = &ways.pairs[earlier.pair];
            pieces.swap(other);
            let is_free = other.around & pair.both == 0
                || other.both & pair.both == 0 && ways.can_follow(&pieces, pair, other);
            if !is_free {
                return false;
            }
            if (!step.aimed, step.pair) < (!earlier.aimed, earlier.pair) {
                return true;
            }
            if earlier.aimed && !step.aimed {
                return false;
            }
        }
        false
    }

    /// The steps in `waiting` that could also follow this one.
    fn still_waiting(&self, step: Step, waiting: u64) -> u64 {
        let ways = self.ways;
        let pair = &ways.pairs[step.pair];
        let can_wait = |&index: &usize| {
            let other = &ways.pairs[self.steps[index].pair];
            let mut pieces = self.pieces.clone();
            other.around & pair.both == 0
                || other.both & pair.both == 0 && {
                    pieces.swap(other);
                    ways.can_follow(&pieces, pair, other)
                }
        };
        Words([waiting]).bits().filter(can_wait).fold(0, |still, index| still | 1 << index)
    }

    /// Ends the way with this step if it clears the window of the aim first.
    fn clear(&mut self, step: Step, slots: [usize; 2], squares: [u64; 2], waiting: u64) {
        let ways = self.ways;
        let first = (squares[0] | squares[1]).trailing_zeros();
        let side = usize::from(squares[0] >> first & 1 == 0);
        let is_aim = slots[side] == self.aim.colour()
            && ways.puzzle.square_cells(first).0[0] == self.aim.cells();
        if !is_aim {
            return;
        }
        let way: Vec<[u32; 2]> =
            self.steps.iter().chain([&step]).map(|step| ways.pairs[step.pair].cells).collect();
        let swapped = |board: Planes<C, K>, &[one, other]: &[u32; 2]| board.swapped(one, other);
        let before = way[..way.len() - 1].iter().fold(*self.start, swapped);
        let mut after = way[way.len() - 1..].iter().fold(before, swapped);
        ways.puzzle.settle(&mut after);
        let moves = way.len() as Cost;
        let mut left = 0;
        if !after.occupied().is_empty() {
            let known = ways.appraiser.appraise(ways.puzzle, &after);
            left = ways.appraiser.bound(&known);
            if left < DEAD && moves + left <= self.most {
                let enough = self.most - moves;
                left = left.max(Appraiser::bound_ahead(self.lookahead, &known, enough));
            }
        }
        if left >= DEAD || !self.keeps_within(moves, left) {
            return;
        }
        let mut waiting = Words([waiting]).bits();
        if !waiting.any(|index| self.can_follow_clear(index, step, &before, &after)) {
            (self.visit)(way, &after, left);
        }
    }

    /// True if an earlier step, which could also be the last before this one, could also follow the
    /// clear by this one. The boards before and after it are given.
    fn can_follow_clear(
        &self,
        index: usize,
        step: Step,
        before: &Planes<C, K>,
        after: &Planes<C, K>,
    ) -> bool {
        let ways = self.ways;
        let (pair, other) = (&ways.pairs[step.pair], &ways.pairs[self.steps[index].pair]);
        let mut pieces = self.pieces.clone();
        pieces.swap(other);
        if other.both & pair.both != 0 || !ways.is_legal(&pieces, pair) {
            return false;
        }
        let mut board = *before;
        for [a, b] in [other.cells, pair.cells] {
            board = board.swapped(a, b);
        }
        ways.puzzle.settle(&mut board);
        let differ = (0..K).fold(Words::EMPTY, |all, k| all | (board.0[k] ^ after.0[k]));
        let mut cells = differ.bits().map(|cell| cell as u32);
        let (Some(one), Some(two), None) = (cells.next(), cells.next(), cells.next()) else {
            return differ.is_empty();
        };
        let swaps = ways.puzzle.swaps(&board);
        [(swaps.right, Direction::Right), (swaps.down, Direction::Down)].into_iter().any(
            |(swaps, direction)| {
                swaps.contains(one as usize) && ways.puzzle.partner(one, direction) == two
            },
        ) && board.swapped(one, two) == *after
    }
}
