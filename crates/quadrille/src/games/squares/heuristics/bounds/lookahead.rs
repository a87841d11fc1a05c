//! A stronger bound for long searches: all colours share the first clears.
//!
//! In the bound of [`super`] each colour chooses for itself which squares of others are cleared
//! before it. Here the windows of the first one, two or three clears are the same for all: a colour
//! gathers in each of them, and these clears carry all other colours along. The bound is half of
//! the least sum of their costs, over all sequences of windows and all colours that may gather
//! there. It is consistent: a swap changes the costs of two colours by at most 1 each, and a clear
//! is one of those that the bound before it allows. With an [`Aim`] the first window and its colour
//! are given.
//!
//! A row has a byte for each window that may be the last of a sequence. Costs above [`DEAREST`] are
//! not distinguished, so those of sixteen colours add up to less than [`NEVER`]: with saturation,
//! only a board without a plan has that sum. One pass over the colours adds up the costs for all
//! windows, in vector instructions. A longer sequence is examined only if the sum of the shorter
//! one does not exceed the moves that matter. Rows for more than one clear are computed when a
//! search first needs them. Searches spend most of their time before the first clear, so one more
//! is shared there than later.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use super::lone_colours::Clear;
use super::{ANY, DEAD, LoneColours, MAX_COLOURS, NEVER, Pause};
use crate::search::Stop;

/// The most windows of a shape.
const WINDOWS: usize = 32;
/// The most clears that are shared.
const MOST_SHARED: usize = 3;
/// The largest cost in a row, apart from [`NEVER`].
const DEAREST: u8 = 15;
/// A cost for each window.
type Row = [u8; WINDOWS];

/// The swaps of a colour on four cells if some windows are cleared in turn and then that of the
/// byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Costs {
    /// The colour gathers in the last window.
    gather: Row,
    /// The colour is carried along by all these clears, and cleared later.
    carried: Row,
}

/// The costs for each set of four cells of a shape.
#[derive(Debug)]
struct Rows {
    costs: Vec<Costs>,
}

/// The costs for one window, by rank.
#[derive(Debug)]
struct Column {
    gather: Vec<u8>,
    carried: Vec<u8>,
}

/// The sets of four cells of a shape, and for each those without a square that a swap can turn into
/// it, by rank.
#[derive(Debug)]
struct Sets {
    cells: Vec<u64>,
    ends: Vec<u32>,
    before: Vec<u32>,
}

/// The clears of a shape, and the rows of sequences that begin with them.
#[derive(Debug)]
struct Shape {
    clears: Vec<Clear>,
    sets: OnceCell<Sets>,
    /// The costs of the first rows for each window, by rank: all that most tests of a swap read.
    columns: OnceCell<Vec<Column>>,
    /// By the windows before the last, see [`place_of`]; `None` inside if they exceed the budget.
    rows: Vec<OnceCell<Option<Rows>>>,
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

/// A first clear that is given: one of the windows of a shape, and the colour that gathers there.
pub(in super::super::super) struct Aim<'a> {
    lookahead: &'a Lookahead,
    shape: u32,
    colour: usize,
    window: usize,
    cells: u64,
    column: &'a Column,
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
    /// The first window, if it is given.
    first: Option<usize>,
    /// The cost of the colour that gathers there.
    base: u8,
    /// For each colour left the rank of its four pieces; `None` for a colour of several squares,
    /// which costs nothing, as in the bound of `super`.
    ranks: &'a [Option<u32>],
    /// Sums of more moves than this are not refined.
    enough: u32,
    /// A bound of at most so many moves need not be the least.
    idle: u32,
}

impl Lookahead {
    /// Shares the first clear. Rows for more are computed later and stay within the budget. `None`
    /// if a shape has too many windows, or the first rows exceed the budget. `pause` can stop the
    /// computation.
    pub(super) fn new(
        tables: &Arc<LoneColours>,
        start: u32,
        budget: usize,
        pause: &mut impl Pause,
    ) -> Result<Option<Self>, Stop> {
        let shape = |shape| {
            let clears = tables.clears(tables.occupied(shape));
            let (sets, columns, rows) = (OnceCell::new(), OnceCell::new(), vec![OnceCell::new()]);
            (clears.len() <= WINDOWS).then_some(Shape { clears, sets, columns, rows })
        };
        let numbers = 0..tables.shapes() as u32;
        let Some(shapes) = numbers.clone().map(shape).collect() else { return Ok(None) };
        let (tables, bytes) = (Arc::clone(tables), Cell::new(0));
        let lookahead = Self { tables, budget, bytes, shapes, start, shared: 1 };
        for shape in numbers {
            pause(lookahead.bytes())?;
            if lookahead.rows(shape, &[]).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(lookahead))
    }

    /// Shares one more clear from here on, up to [`MOST_SHARED`].
    pub(in super::super::super) fn share_more(&mut self) {
        self.shared = (self.shared + 1).min(MOST_SHARED);
        let last = [WINDOWS - 1; MOST_SHARED];
        for number in 0..self.shapes.len() {
            let before = self.shared_in(number as u32) - 1;
            let rows = &mut self.shapes[number].rows;
            rows.resize_with(1 + place_of(last[..before].iter().copied()), OnceCell::new);
        }
    }

    /// The clears that are shared in a shape.
    #[inline]
    fn shared_in(&self, shape: u32) -> usize {
        self.shared - usize::from(shape != self.start && self.shared > 1)
    }

    /// The bytes of the rows computed so far.
    pub(in super::super::super) fn bytes(&self) -> usize {
        self.bytes.get()
    }

    /// The aims for a board of this shape with so many colours.
    pub(in super::super::super) fn aims(
        &self,
        shape: u32,
        colours: usize,
    ) -> impl Iterator<Item = Aim<'_>> {
        let Shape { clears, columns, .. } = &self.shapes[shape as usize];
        let columns = columns.get_or_init(|| {
            let rows = self.rows(shape, &[]).expect("computed at the start");
            (0..clears.len()).map(|window| Column::new(rows, window)).collect()
        });
        clears.iter().zip(columns).enumerate().flat_map(move |(window, (clear, column))| {
            let cells = clear.gone();
            (0..colours).map(move |colour| Aim {
                lookahead: self,
                shape,
                colour,
                window,
                cells,
                column,
            })
        })
    }

    /// A lower bound on the moves from a board with the pieces of each colour in these cells; a
    /// value above `enough` may be less than a call with a larger `enough` returns.
    #[inline]
    pub(super) fn bound(&self, shape: u32, colours: &[u64], enough: u32) -> u32 {
        let mut ranks = [None; MAX_COLOURS];
        for (rank, &pieces) in ranks.iter_mut().zip(colours) {
            *rank = self.rank(shape, pieces);
        }
        let ranks = &ranks[..colours.len()];
        let query = Query { shape, first: None, base: 0, ranks, enough, idle: 0 };
        moves(self.least_sum(&query, [], NEVER))
    }

    #[inline(always)]
    fn rank(&self, shape: u32, pieces: u64) -> Option<u32> {
        (pieces.count_ones() == 4).then(|| self.tables.rank(shape, pieces))
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
        let windows = query.first.into_iter().chain(done.iter().map(|link| link.window));
        let Some(rows) = self.rows_after(query.shape, windows) else { return 0 };
        let is_shared = query.first.iter().len() + DONE + 1 < self.shared_in(query.shape);
        let mut sums = rows.sums(&done, query);
        let mut least = most;
        loop {
            let sum = least_of(&sums);
            if sum >= least || u32::from(least.div_ceil(2)) <= query.idle {
                return least;
            }
            let window = sums.iter().position(|&other| other == sum).unwrap_or(0);
            sums[window] = NEVER;
            let link = Link { window, rows };
            let further = match (is_shared && u32::from(sum.div_ceil(2)) <= query.enough, &done[..])
            {
                (true, []) => self.least_sum(query, [link], least),
                (true, &[first]) => self.least_sum(query, [first, link], least),
                _ => 0,
            };
            least = sum.max(further);
        }
    }

    /// The rows of the sequences in this shape that begin with these windows and have one more, if
    /// there is one and they fit into the budget.
    #[inline]
    fn rows_after(
        &self,
        shape: u32,
        windows: impl Iterator<Item = usize> + Clone,
    ) -> Option<&Rows> {
        let known = &self.shapes[shape as usize].rows[place_of(windows.clone())];
        match known.get() {
            Some(rows) => rows.as_ref(),
            None => self.rows(shape, &windows.collect::<Vec<_>>()),
        }
    }

    fn rows(&self, shape: u32, windows: &[usize]) -> Option<&Rows> {
        let known = &self.shapes[shape as usize].rows[place_of(windows.iter().copied())];
        known.get_or_init(|| self.compute(shape, windows)).as_ref()
    }

    #[cold]
    fn compute(&self, shape: u32, windows: &[usize]) -> Option<Rows> {
        let Shape { clears, sets, .. } = &self.shapes[shape as usize];
        let later = match windows {
            [] => None,
            [first, others @ ..] => Some((*first, self.rows(clears[*first].left()?, others)?)),
        };
        let for_all = size_of::<Costs>() + Sets::MOST_BYTES;
        let each = size_of::<Costs>() + if windows.is_empty() { for_all } else { 0 };
        let bytes = self.bytes.get() + self.tables.count(shape) * each;
        if bytes > self.budget {
            return None;
        }
        self.bytes.set(bytes);
        let sets = sets.get_or_init(|| Sets::new(&self.tables, shape));
        let unknown = Costs { gather: [NEVER; WINDOWS], carried: [NEVER; WINDOWS] };
        let mut costs = vec![unknown; sets.cells.len()];
        for (costs, &set) in costs.iter_mut().zip(&sets.cells) {
            if let Some((first, later)) = later {
                if let Some((left, moved)) = clears[first].carry(set) {
                    *costs = later.costs[self.tables.rank(left, moved) as usize];
                }
                continue;
            }
            for (window, clear) in clears.iter().enumerate() {
                if set == clear.gone() {
                    costs.gather[window] = 0;
                }
                if let Some((left, moved)) = clear.carry(set) {
                    costs.carried[window] = within_row(self.tables.costs(left, moved)[ANY]);
                }
            }
        }
        sets.spread(&mut costs);
        for Costs { gather, carried } in &mut costs {
            (*gather, *carried) = (within_rows(*gather), within_rows(*carried));
        }
        Some(Rows { costs })
    }
}

impl Aim<'_> {
    /// The cells of the window.
    pub(in super::super::super) fn cells(&self) -> u64 {
        self.cells
    }

    /// The number of the colour that gathers there.
    pub(in super::super::super) fn colour(&self) -> usize {
        self.colour
    }

    /// A lower bound on the swaps of a colour with these pieces; [`NEVER`] if there is no plan.
    #[inline(always)]
    pub(in super::super::super) fn cost(&self, colour: usize, pieces: u64) -> u8 {
        let gathers = colour == self.colour;
        match self.lookahead.rank(self.shape, pieces) {
            Some(rank) => {
                let Column { gather, carried } = self.column;
                (if gathers { gather } else { carried })[rank as usize]
            }
            // Each swap brings at most one piece of the colour into the window.
            None if gathers => (self.cells & !pieces).count_ones() as u8,
            None => 0,
        }
    }

    /// A lower bound on the moves from a board with the pieces of each colour in these cells, or
    /// any number up to `enough`; [`DEAD`] if there is no plan.
    #[inline]
    pub(in super::super::super) fn bound(&self, colours: &[u64], enough: u32) -> u32 {
        let ahead = self.lookahead;
        let clear = &ahead.shapes[self.shape as usize].clears[self.window];
        if ahead.shared_in(self.shape) == 1 || clear.left().is_none() {
            return 0;
        }
        let (mut ranks, mut count) = ([None; MAX_COLOURS], 0);
        for (colour, &pieces) in colours.iter().enumerate() {
            // A colour of several squares may gather again.
            if colour != self.colour || pieces.count_ones() > 4 {
                ranks[count] = ahead.rank(self.shape, pieces);
                count += 1;
            }
        }
        let query = Query {
            shape: self.shape,
            first: Some(self.window),
            base: self.cost(self.colour, colours[self.colour]),
            ranks: &ranks[..count],
            enough,
            idle: enough,
        };
        moves(ahead.least_sum(&query, [], NEVER))
    }
}

impl Column {
    fn new(rows: &Rows, window: usize) -> Self {
        Self {
            gather: rows.costs.iter().map(|costs| costs.gather[window]).collect(),
            carried: rows.costs.iter().map(|costs| costs.carried[window]).collect(),
        }
    }
}

impl Sets {
    /// Each of the four pieces has at most four neighbours to swap with.
    const MOST_BEFORE: usize = 16;
    /// The most bytes for each set.
    const MOST_BYTES: usize = size_of::<u64>() + (1 + Self::MOST_BEFORE) * size_of::<u32>();

    fn new(tables: &LoneColours, shape: u32) -> Self {
        let cells = tables.sets(shape);
        let mut ends = Vec::with_capacity(cells.len());
        let mut before = Vec::with_capacity(Self::MOST_BEFORE * cells.len());
        for &set in &cells {
            tables.for_each_before(shape, set, |rank| before.push(rank));
            ends.push(before.len() as u32);
        }
        before.shrink_to_fit();
        Self { cells, ends, before }
    }

    /// Lowers the costs by swaps, in sweeps over all sets in both directions, until none changes.
    fn spread(&self, costs: &mut [Costs]) {
        let mut lowered = vec![true; costs.len()];
        let mut sweep = |ranks: &mut dyn Iterator<Item = usize>| {
            let mut changes = false;
            for rank in ranks {
                if !std::mem::take(&mut lowered[rank]) {
                    continue;
                }
                let Costs { gather, carried } = costs[rank];
                let (gather, carried) = (sum(gather, &[1; WINDOWS]), sum(carried, &[1; WINDOWS]));
                let start = rank.checked_sub(1).map_or(0, |previous| self.ends[previous] as usize);
                for &before in &self.before[start..self.ends[rank] as usize] {
                    let known = &mut costs[before as usize];
                    let less = Costs {
                        gather: least(known.gather, &gather),
                        carried: least(known.carried, &carried),
                    };
                    if less != *known {
                        *known = less;
                        lowered[before as usize] = true;
                        changes = true;
                    }
                }
            }
            changes
        };
        while sweep(&mut (0..self.cells.len())) && sweep(&mut (0..self.cells.len()).rev()) {}
    }
}

impl Rows {
    /// For each last window the least sum, over all choices of a colour that gathers in each window
    /// of the sequence, of the costs of all colours.
    #[inline]
    fn sums(&self, done: &[Link<'_>], query: &Query<'_>) -> Row {
        // By the set of windows, a bit each, in which one of the colours so far gathers.
        let mut sums = [[NEVER; WINDOWS]; 1 << MOST_SHARED];
        let sums = &mut sums[..2 << done.len()];
        sums[0] = [query.base; WINDOWS];
        for rank in query.ranks {
            let Some(rank) = *rank else {
                // It may gather in any of them.
                for bit in 0..=done.len() {
                    for taken in 0..sums.len() {
                        if taken >> bit & 1 == 1 {
                            sums[taken] = least(sums[taken], &sums[taken ^ 1 << bit]);
                        }
                    }
                }
                continue;
            };
            let rank = rank as usize;
            let costs = &self.costs[rank];
            for taken in (0..sums.len()).rev() {
                let mut new = sum(sums[taken], &costs.carried);
                for (bit, link) in done.iter().enumerate() {
                    if taken >> bit & 1 == 1 {
                        let gather = [link.rows.costs[rank].gather[link.window]; WINDOWS];
                        new = least(new, &sum(sums[taken ^ 1 << bit], &gather));
                    }
                }
                if taken >> done.len() & 1 == 1 {
                    new = least(new, &sum(sums[taken ^ 1 << done.len()], &costs.gather));
                }
                sums[taken] = new;
            }
        }
        sums[sums.len() - 1]
    }
}

#[inline(always)]
fn within_row(cost: u8) -> u8 {
    if cost == NEVER { NEVER } else { cost.min(DEAREST) }
}

/// The moves for a sum of costs.
#[inline]
fn moves(sum: u8) -> u32 {
    if sum == NEVER { DEAD } else { u32::from(sum.div_ceil(2)) }
}

/// A number for each sequence of windows.
#[inline]
fn place_of(windows: impl Iterator<Item = usize>) -> usize {
    windows.fold(0, |place, window| place * WINDOWS + window + 1)
}

// Plain loops: iterators and closures were not always inlined here, which took twice as long.

#[inline(always)]
fn sum(mut row: Row, costs: &Row) -> Row {
    let mut window = 0;
    while window < WINDOWS {
        row[window] = row[window].saturating_add(costs[window]);
        window += 1;
    }
    row
}

#[inline(always)]
fn least(mut row: Row, other: &Row) -> Row {
    let mut window = 0;
    while window < WINDOWS {
        row[window] = if other[window] < row[window] { other[window] } else { row[window] };
        window += 1;
    }
    row
}

#[inline(always)]
fn within_rows(mut row: Row) -> Row {
    let mut window = 0;
    while window < WINDOWS {
        row[window] = within_row(row[window]);
        window += 1;
    }
    row
}

/// The least cost.
#[inline(always)]
fn least_of(row: &Row) -> u8 {
    let (mut window, mut least) = (0, NEVER);
    while window < WINDOWS {
        least = if row[window] < least { row[window] } else { least };
        window += 1;
    }
    least
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
            let lookahead = appraiser.lookahead(&puzzle, usize::MAX, &mut |_| Ok(()));
            let Some(mut lookahead) = lookahead.expect("never stopped") else { continue };
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
