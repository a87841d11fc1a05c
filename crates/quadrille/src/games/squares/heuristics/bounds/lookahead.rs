//! A stronger bound for long searches: all colours share the first clears.
//!
//! In the bound of [`super`] each colour chooses for itself which squares of others are cleared
//! before it. Here the windows of the first one, two or three clears are the same for all: a colour
//! gathers in each of them, and these clears carry all other colours along. The bound is half of
//! the least sum of their costs, over all sequences of windows and all colours that may gather
//! there. It is consistent: a swap changes the costs of two colours by at most 1 each, and a clear
//! is one of those that the bound before it allows.
//!
//! A row has a byte for each window that may be the last of a sequence. Bytes are added with
//! saturation, so 255 stands for all larger costs too. One pass over the colours adds up the costs
//! for all windows, in vector instructions. A longer sequence is examined only if the sum of the
//! shorter one does not exceed the moves that matter. Rows are computed when a search first needs
//! them. Searches spend most of their time before the first clear, so more than one is shared only
//! there.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use super::lone_colours::Clear;
use super::{ANY, LoneColours, MAX_COLOURS, NEVER};

/// The most windows of a shape.
const WINDOWS: usize = 32;
/// The most clears that are shared.
const MOST_SHARED: usize = 3;
/// A cost for each window.
type Row = [u8; WINDOWS];

/// For each set of four cells of a shape, the swaps of a colour if some windows are cleared in turn
/// and then this one.
#[derive(Debug)]
struct Rows {
    windows: usize,
    /// The colour gathers in the last window.
    gather: Vec<Row>,
    /// The colour is carried along by all these clears, and cleared later.
    carried: Vec<Row>,
}

/// The clears of a shape, and the rows of sequences that begin with them.
#[derive(Debug)]
struct Shape {
    clears: Vec<Clear>,
    /// By the windows before the last, see [`place_of`]; `None` inside if they exceed the budget.
    rows: Vec<OnceCell<Option<Box<Rows>>>>,
}

/// The bound for boards that can be reached from one start.
#[derive(Debug)]
pub(in super::super::super) struct Lookahead {
    tables: Arc<LoneColours>,
    budget: usize,
    bytes: Cell<usize>,
    shapes: Vec<Shape>,
    /// The shape of the start, and the clears that are shared there.
    start: u32,
    shared: usize,
}

/// A window of a sequence, and the rows of the sequences that end in its place.
#[derive(Clone, Copy)]
struct Link<'a> {
    window: usize,
    rows: &'a Rows,
}

/// A board whose bound is computed.
struct Query<'a> {
    shape: u32,
    /// For each colour the rank of its four pieces; `None` for a colour of several squares, which
    /// costs nothing, as in the bound of `super`.
    ranks: &'a [Option<u32>],
    /// Sums of more moves than this are not refined.
    enough: u32,
}

impl Lookahead {
    /// Shares the first clear. The rows, which are computed later, stay within the budget. `None`
    /// if a shape has too many windows.
    pub(super) fn new(tables: &Arc<LoneColours>, start: u32, budget: usize) -> Option<Self> {
        let shape = |shape| {
            let clears = tables.clears(tables.occupied(shape));
            (clears.len() <= WINDOWS).then(|| Shape { clears, rows: vec![OnceCell::new()] })
        };
        Some(Self {
            shapes: (0..tables.shapes() as u32).map(shape).collect::<Option<_>>()?,
            tables: Arc::clone(tables),
            budget,
            bytes: Cell::new(0),
            start,
            shared: 1,
        })
    }

    /// Shares one more clear from here on, up to [`MOST_SHARED`].
    pub(in super::super::super) fn share_more(&mut self) {
        self.shared = (self.shared + 1).min(MOST_SHARED);
        let last = [WINDOWS - 1; MOST_SHARED];
        for (number, shape) in self.shapes.iter_mut().enumerate() {
            let before = self.shared - 1 - usize::from(number != self.start as usize);
            shape.rows.resize_with(1 + place_of(last[..before].iter().copied()), OnceCell::new);
        }
    }

    /// The bytes of the rows computed so far.
    pub(in super::super::super) fn bytes(&self) -> usize {
        self.bytes.get()
    }

    /// A lower bound on the moves from a board with the pieces of each colour in these cells; a
    /// value above `enough` may be less than a call with a larger `enough` returns.
    #[inline]
    pub(super) fn bound(&self, shape: u32, colours: &[u64], enough: u32) -> u32 {
        let mut ranks = [None; MAX_COLOURS];
        for (rank, &pieces) in ranks.iter_mut().zip(colours) {
            *rank = (pieces.count_ones() == 4).then(|| self.tables.rank(shape, pieces));
        }
        let query = Query { shape, ranks: &ranks[..colours.len()], enough };
        u32::from(self.least_sum::<0>(&query, [], NEVER).div_ceil(2))
    }

    /// The least sum over all sequences that begin with these windows, if it is less than `most`,
    /// else `most`; 0 if there are no rows.
    #[inline]
    fn least_sum<const DONE: usize>(
        &self,
        query: &Query<'_>,
        done: [Link<'_>; DONE],
        most: u8,
    ) -> u8 {
        let Some(rows) = self.rows(query.shape, &done.map(|link| link.window)) else { return 0 };
        let sums = rows.sums(&done, query.ranks);
        let mut least = most;
        for (window, &sum) in sums[..rows.windows].iter().enumerate() {
            if sum < least {
                let further = self.least_sum_after(query, &done, Link { window, rows }, sum, least);
                least = sum.max(further);
            }
        }
        least
    }

    /// The least sum over all longer sequences, or 0 if they do not matter.
    #[inline]
    fn least_sum_after(
        &self,
        query: &Query<'_>,
        done: &[Link<'_>],
        link: Link<'_>,
        sum: u8,
        most: u8,
    ) -> u8 {
        let is_shared = query.shape == self.start && done.len() + 1 < self.shared;
        if !is_shared || u32::from(sum.div_ceil(2)) > query.enough {
            return 0;
        }
        match *done {
            [] => self.least_sum(query, [link], most),
            [first] => self.least_sum(query, [first, link], most),
            _ => 0,
        }
    }

    /// The rows of the sequences in this shape that begin with these windows and have one more, if
    /// there is one and they fit into the budget.
    #[inline]
    fn rows(&self, shape: u32, windows: &[usize]) -> Option<&Rows> {
        let known = &self.shapes[shape as usize].rows[place_of(windows.iter().copied())];
        known.get_or_init(|| self.compute(shape, windows)).as_deref()
    }

    #[cold]
    fn compute(&self, shape: u32, windows: &[usize]) -> Option<Box<Rows>> {
        let clears = &self.shapes[shape as usize].clears;
        let later = match windows {
            [] => None,
            [first, others @ ..] => Some((*first, self.rows(clears[*first].left()?, others)?)),
        };
        let sets = self.tables.sets(shape);
        let bytes = self.bytes.get() + 2 * sets.len() * size_of::<Row>();
        if bytes > self.budget {
            return None;
        }
        self.bytes.set(bytes);
        let unknown = || vec![[NEVER; WINDOWS]; sets.len()];
        let windows = later.map_or(clears.len(), |(_, later)| later.windows);
        let mut rows = Rows { windows, gather: unknown(), carried: unknown() };
        for (rank, &set) in sets.iter().enumerate() {
            if let Some((first, later)) = later {
                if let Some((left, moved)) = clears[first].carry(set) {
                    let moved = self.tables.rank(left, moved) as usize;
                    rows.gather[rank] = later.gather[moved];
                    rows.carried[rank] = later.carried[moved];
                }
                continue;
            }
            for (window, clear) in clears.iter().enumerate() {
                if set == clear.gone() {
                    rows.gather[rank][window] = 0;
                }
                if let Some((left, moved)) = clear.carry(set) {
                    rows.carried[rank][window] = self.tables.costs(left, moved)[ANY];
                }
            }
        }
        self.spread(shape, &sets, &mut rows.gather);
        self.spread(shape, &sets, &mut rows.carried);
        Some(Box::new(rows))
    }

    /// Lowers the costs by swaps, in sweeps over all sets in both directions, until none changes.
    fn spread(&self, shape: u32, sets: &[u64], rows: &mut [Row]) {
        let mut lowered = vec![true; sets.len()];
        let mut sweep = |ranks: &mut dyn Iterator<Item = usize>| {
            let mut changes = false;
            for rank in ranks {
                if !std::mem::take(&mut lowered[rank]) {
                    continue;
                }
                let through = sum(rows[rank], &[1; WINDOWS]);
                self.tables.for_each_before(shape, sets[rank], |before| {
                    let row = &mut rows[before as usize];
                    let less = least(*row, through);
                    if less != *row {
                        *row = less;
                        lowered[before as usize] = true;
                        changes = true;
                    }
                });
            }
            changes
        };
        while sweep(&mut (0..sets.len())) && sweep(&mut (0..sets.len()).rev()) {}
    }
}

impl Rows {
    /// For each last window the least sum, over all choices of a colour that gathers in each window
    /// of the sequence, of the costs of all colours.
    #[inline]
    fn sums(&self, done: &[Link<'_>], ranks: &[Option<u32>]) -> Row {
        // By the set of windows, a bit each, in which one of the colours so far gathers.
        let mut sums = [[NEVER; WINDOWS]; 1 << MOST_SHARED];
        let sums = &mut sums[..2 << done.len()];
        sums[0] = [0; WINDOWS];
        for rank in ranks {
            let Some(rank) = *rank else {
                // It may gather in any of them.
                for bit in 0..=done.len() {
                    for taken in 0..sums.len() {
                        if taken >> bit & 1 == 1 {
                            sums[taken] = least(sums[taken], sums[taken ^ 1 << bit]);
                        }
                    }
                }
                continue;
            };
            let rank = rank as usize;
            let gather = self.gather[rank];
            for taken in (0..sums.len()).rev() {
                let mut new = sum(sums[taken], &self.carried[rank]);
                for (bit, link) in done.iter().enumerate() {
                    if taken >> bit & 1 == 1 {
                        let gather = [link.rows.gather[rank][link.window]; WINDOWS];
                        new = least(new, sum(sums[taken ^ 1 << bit], &gather));
                    }
                }
                if taken >> done.len() & 1 == 1 {
                    new = least(new, sum(sums[taken ^ 1 << done.len()], &gather));
                }
                sums[taken] = new;
            }
        }
        sums[sums.len() - 1]
    }
}

/// A number for each sequence of windows.
#[inline]
fn place_of(windows: impl Iterator<Item = usize>) -> usize {
    windows.fold(0, |place, window| place * WINDOWS + window + 1)
}

#[inline(always)]
fn sum(row: Row, costs: &Row) -> Row {
    std::array::from_fn(|window| row[window].saturating_add(costs[window]))
}

#[inline(always)]
fn least(one: Row, other: Row) -> Row {
    std::array::from_fn(|window| one[window].min(other[window]))
}

#[cfg(test)]
mod tests {
    use super::super::super::super::rules::Squares;
    use super::super::super::super::samples::Dice;
    use super::super::Appraiser;
    use crate::grid::Words;
    use crate::search::space::{Space, Successors};

    /// A consistent bound that is 0 on the empty board never exceeds the fewest moves.
    #[test]
    fn a_move_lowers_the_bound_by_at_most_one() {
        let mut dice = Dice(11);
        let (mut compared, mut more, mut sharing_matters) = (0, 0, 0);
        for _ in 0..40 {
            let sides = [(4, 3), (6, 2), (2, 6), (2, 8), (4, 4)][dice.roll(5)];
            let most = sides.0 * sides.1 / 4;
            let squares = most - dice.roll(2);
            let colours = if dice.roll(2) == 0 { most } else { 2 + dice.roll(most) };
            let puzzle: Squares<1, 5, 2> =
                Squares::from_board(&dice.board(sides, squares, colours, false));
            let appraiser =
                Appraiser::new(&puzzle, usize::MAX, &mut |_| Ok(())).expect("never stopped");
            let Some(mut lookahead) = appraiser.lookahead(&puzzle, usize::MAX) else { continue };
            let bound = |lookahead: &super::Lookahead, state: &Words<2>, enough: u32| {
                let planes = puzzle.unpack(state);
                let known = appraiser.appraise(&puzzle, &planes);
                let plain = appraiser.bound(&known);
                if planes.occupied().is_empty() || Appraiser::is_dead(plain) {
                    return None;
                }
                Some((plain, Appraiser::bound_ahead(lookahead, &known, enough)))
            };
            for _ in 0..3 {
                let mut state = puzzle.start();
                for _ in 0..30 {
                    if !puzzle.standing_squares(&puzzle.unpack(&state)).is_empty() {
                        break;
                    }
                    let Some((plain, here)) = bound(&lookahead, &state, u32::MAX) else { break };
                    more += u32::from(here > plain);
                    for enough in 0..here {
                        let quick = bound(&lookahead, &state, enough).expect("as before").1;
                        assert!(enough < quick && quick <= here, "{enough} {quick} {here}");
                    }
                    let mut next = Successors::new();
                    puzzle.successors(&state, &mut next);
                    let next: Vec<_> = next.into_iter().map(|(_, state)| state).collect();
                    for after in &next {
                        if after.is_empty() {
                            assert!(here <= 1, "{here}");
                        } else if let Some((_, after)) = bound(&lookahead, after, u32::MAX) {
                            assert!(here <= after + 1, "{here} {after}");
                            compared += 1;
                        }
                    }
                    let Some(&after) = next.get(dice.roll(next.len().max(1))) else { break };
                    state = after;
                }
                let first = bound(&lookahead, &puzzle.start(), u32::MAX);
                lookahead.share_more();
                sharing_matters += u32::from(first < bound(&lookahead, &puzzle.start(), u32::MAX));
            }
        }
        assert!(
            compared > 3_000 && more > 100 && sharing_matters > 2,
            "{compared} {more} {sharing_matters}"
        );
    }
}
