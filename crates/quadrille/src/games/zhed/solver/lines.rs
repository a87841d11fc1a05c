//! A relaxation of the board that forgets the order of the moves: each row and each column is a
//! line of its own, and all that two lines share is who fills the cell where they cross.
//!
//! Along a line only sums matter. Walks in one direction fill the same cells together, whichever
//! goes first, so what they can still fill is one number, *carried*, which grows at a number that
//! is used and falls at each cell that the walks fill. For the other direction the same sum is read
//! from its end: *owed* is the number of cells passed so far that walks from further on have to
//! fill. A cell that a walk crosses is filled, by one of the two directions of its line or by the
//! crossing line; all other walks step over it.
//!
//! Every shortest plan is a solution of the relaxation with as many used numbers: its useful fills
//! (those that the goal depends on) are claims, and a fill that is not claimable is paid for all
//! the same, but counts as empty for the crossing line. The converse does not hold, since the fills
//! of a solution may depend on each other in a circle. So the fewest numbers of a solution are a
//! lower bound on plans, and most often the length of the shortest: on every level of the app with
//! one goal for which both were computed.

use super::super::cell::Cell;
use super::super::plain;
use super::claims::Claims;
use crate::grid::{Direction, Grid};

/// The price unit: one used number.
pub(super) const ONE: i32 = 1 << 14;

/// More than any sum of prices.
pub(super) const NEVER: i32 = 1 << 29;

/// The two axes: rows and columns, as indices.
pub(super) const AXES: [usize; 2] = [0, 1];

/// The filler of a cell, seen from one of its two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filler {
    Nobody,
    ThisLine,
    CrossingLine,
}

/// The sums at a boundary between two cells of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Load {
    /// Cells that walks from before the boundary can still fill.
    pub(super) carried: u8,
    /// Cells before the boundary that walks from after it have to fill.
    pub(super) owed: u8,
}

impl Load {
    /// In one byte: a side has at most 16 cells, of which at least one is the number itself.
    pub(super) fn packed(self) -> u8 {
        self.carried << 4 | self.owed
    }

    pub(super) fn unpacked(byte: u8) -> Self {
        Load { carried: byte >> 4, owed: byte & 15 }
    }
}

/// A way to pass one cell of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub(super) load: Load,
    pub(super) filler: Filler,
    /// The direction in which a number on the cell goes.
    pub(super) goes: Option<Direction>,
}

/// A cell of a line.
#[derive(Clone, Debug)]
enum Place {
    Filled,
    /// A number, with the directions along the line in which it is useful; `must_go` if it goes
    /// along the line for sure.
    Number {
        value: u8,
        forward: bool,
        backward: bool,
        must_go: bool,
    },
    /// An open cell, with the directions along the line in which it is claimable.
    Open {
        forward: bool,
        backward: bool,
        crossing: bool,
        goal: bool,
    },
}

/// A row or a column.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The directions along the line: towards its end, and towards its start.
    directions: [Direction; 2],
    places: Vec<Place>,
    /// The cell of each place.
    pub(super) cells: Vec<u16>,
    /// The largest sums at each boundary that can matter.
    most: Vec<Load>,
    /// The least cost of the rest of the line after each boundary and load, by `index`.
    rest: Vec<i32>,
    /// Where the loads of each boundary begin in `rest`.
    starts: Vec<u32>,
}

/// Prices: what each line pays. Their sum over the two lines of a cell is 0 for each filler, so
/// they never change the cost of a solution, only how it is divided.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    /// By axis of the filler and by cell: paid by the row of a filled cell, to its column.
    pub(super) fills: [Vec<i32>; 2],
    /// By cell of a number: the surcharge on its use in either line, of which one is paid back.
    pub(super) uses: Vec<i32>,
}

impl Line {
    fn new(
        board: &Grid<Cell>,
        cells: Vec<u16>,
        directions: [Direction; 2],
        goal: usize,
        allowed: &[[bool; 4]],
        must_go: &[bool],
    ) -> Self {
        let places: Vec<Place> = cells
            .iter()
            .map(|&cell| {
                let allowed = &allowed[usize::from(cell)];
                let [forward, backward] = directions.map(|along| allowed[along as usize]);
                match board.cells()[usize::from(cell)] {
                    Cell::Number(value) => {
                        let must_go = must_go[usize::from(cell)] && (forward || backward);
                        Place::Number { value, forward, backward, must_go }
                    }
                    Cell::Empty | Cell::Goal => {
                        let crossing = Direction::ALL
                            .iter()
                            .any(|&d| !directions.contains(&d) && allowed[d as usize]);
                        let goal = usize::from(cell) == goal;
                        Place::Open { forward, backward, crossing, goal }
                    }
                    Cell::Filled | Cell::Reached => Place::Filled,
                }
            })
            .collect();
        let most: Vec<Load> = (0..=places.len()).map(|at| most_at(&places, at)).collect();
        let mut size = 0;
        let starts = most.iter().map(|most| {
            let start = size;
            size += (u32::from(most.carried) + 1) * (u32::from(most.owed) + 1);
            start
        });
        let starts = starts.collect();
        Self { directions, places, cells, most, rest: vec![0; size as usize], starts }
    }

    /// The index in `rest` of a load at a boundary.
    #[inline]
    fn index(&self, at: usize, load: Load) -> usize {
        let width = usize::from(self.most[at].owed) + 1;
        self.starts[at] as usize + usize::from(load.carried) * width + usize::from(load.owed)
    }

    /// The least cost of the line after a boundary, `NEVER` or more if there is no way on.
    #[inline]
    pub(super) fn rest(&self, at: usize, load: Load) -> i32 {
        self.rest[self.index(at, load)]
    }

    pub(super) fn cost(&self) -> i32 {
        self.rest(0, Load::default())
    }

    /// The number of different loads at a boundary.
    pub(super) fn width(&self, at: usize) -> usize {
        (usize::from(self.most[at].carried) + 1) * (usize::from(self.most[at].owed) + 1)
    }

    /// Calls `visit` with each way to pass the cell at `at`.
    #[inline]
    pub(super) fn passes(&self, at: usize, load: Load, mut visit: impl FnMut(Pass)) {
        let most = self.most[at + 1];
        let mut pass = |carried: u8, owed: u8, filler: Filler, goes: Option<Direction>| {
            if owed <= most.owed {
                let load = Load { carried: carried.min(most.carried), owed };
                visit(Pass { load, filler, goes });
            }
        };
        let Load { carried, owed } = load;
        match self.places[at] {
            Place::Filled => pass(carried, owed, Filler::Nobody, None),
            Place::Number { value, forward, backward, must_go } => {
                if !must_go {
                    pass(carried, owed, Filler::Nobody, None);
                }
                if forward {
                    let goes = Some(self.directions[0]);
                    pass(carried.saturating_add(value), owed, Filler::Nobody, goes);
                }
                if backward && (owed > 0 || must_go) {
                    let goes = Some(self.directions[1]);
                    pass(carried, owed.saturating_sub(value), Filler::Nobody, goes);
                }
            }
            Place::Open { forward, backward, crossing, goal } => {
                if load == Load::default() && !goal {
                    pass(0, 0, Filler::Nobody, None);
                }
                if crossing {
                    pass(carried, owed, Filler::CrossingLine, None);
                }
                // A fill that is not claimable has a price for the walk, and no use.
                if carried > 0 && forward {
                    pass(carried - 1, owed, Filler::ThisLine, None);
                } else if carried > 0 && !goal {
                    pass(carried - 1, owed, Filler::Nobody, None);
                }
                if backward {
                    pass(carried, owed + 1, Filler::ThisLine, None);
                } else if owed > 0 && !goal {
                    pass(carried, owed + 1, Filler::Nobody, None);
                }
            }
        }
    }

    /// What the line pays for a way to pass a cell.
    #[inline]
    fn price(&self, axis: usize, at: usize, pass: &Pass, prices: &Prices) -> i32 {
        let cell = usize::from(self.cells[at]);
        let fill = match pass.filler {
            Filler::Nobody => 0,
            Filler::ThisLine => prices.fills[axis][cell],
            Filler::CrossingLine => prices.fills[1 - axis][cell],
        };
        let used = if pass.goes.is_some() { ONE + prices.uses[cell] } else { 0 };
        if axis == 0 { used + fill } else { used - fill }
    }

    /// Computes `rest` for these prices.
    fn solve(&mut self, axis: usize, prices: &Prices) {
        let end = self.places.len();
        let last = self.index(end, Load::default());
        self.rest[last..].fill(NEVER);
        self.rest[last] = 0;
        for at in (0..end).rev() {
            for carried in 0..=self.most[at].carried {
                for owed in 0..=self.most[at].owed {
                    let load = Load { carried, owed };
                    let mut least = NEVER;
                    self.passes(at, load, |pass| {
                        let rest = self.rest(at + 1, pass.load);
                        if rest < NEVER {
                            least = least.min(rest + self.price(axis, at, &pass, prices));
                        }
                    });
                    let index = self.index(at, load);
                    self.rest[index] = least;
                }
            }
        }
    }

    /// Calls `visit` with each cell of a cheapest way along the line.
    fn follow(&self, axis: usize, prices: &Prices, mut visit: impl FnMut(usize, Pass)) {
        let mut load = Load::default();
        for at in 0..self.places.len() {
            let mut best: Option<(i32, Pass)> = None;
            self.passes(at, load, |pass| {
                let rest = self.rest(at + 1, pass.load);
                let cost =
                    rest + if rest < NEVER { self.price(axis, at, &pass, prices) } else { 0 };
                if rest < NEVER && best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, pass));
                }
            });
            let Some((_, pass)) = best else { return };
            visit(usize::from(self.cells[at]), pass);
            load = pass.load;
        }
    }
}

/// The largest sums at a boundary: no more than the numbers can fill, and no more cells than there
/// are up to the last claimable one.
fn most_at(places: &[Place], at: usize) -> Load {
    let (before, after) = places.split_at(at);
    let is_open = |place: &&Place| matches!(place, Place::Open { .. });
    let ahead = after
        .iter()
        .rposition(|place| matches!(place, Place::Open { forward: true, .. }))
        .map_or(0, |last| after[..=last].iter().filter(is_open).count());
    let behind = before
        .iter()
        .position(|place| matches!(place, Place::Open { backward: true, .. }))
        .map_or(0, |first| before[first..].iter().filter(is_open).count());
    let supply = before.iter().map(|place| match place {
        Place::Number { value, forward: true, .. } => usize::from(*value),
        _ => 0,
    });
    let demand = after.iter().map(|place| match place {
        Place::Number { value, backward: true, .. } => usize::from(*value),
        _ => 0,
    });
    Load { carried: ahead.min(supply.sum()) as u8, owed: behind.min(demand.sum()) as u8 }
}

/// The lines of a board of which one goal has to be filled.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// The rows and the columns.
    pub(super) axes: [Vec<Line>; 2],
    /// The cells of the numbers.
    numbers: Vec<usize>,
    cells: usize,
}

impl Lines {
    /// An upper limit of `bytes`: 32 lines with 17 boundaries of at most 256 loads, and the rest.
    pub(super) const MOST_BYTES: usize = 1 << 20;

    /// The lines of a board with these claims.
    pub(super) fn of(board: &Grid<Cell>, claims: &Claims, goal: usize) -> Self {
        let size = board.size();
        // By cell: for a number the useful directions, for others those of claims.
        let mut allowed = vec![[false; 4]; size.cells()];
        for ray in &claims.rays {
            let along = ray.direction as usize;
            allowed[size.index(claims.numbers[ray.number].at)][along] = true;
            for (&cell, &claimable) in ray.cells.iter().zip(&ray.claimable) {
                allowed[usize::from(cell)][along] |= claimable;
            }
        }
        Self::allowing(board, &allowed, &vec![false; size.cells()], goal)
    }

    /// The lines of a board. By cell: for a number the directions in which it may go, for others
    /// those in which they may be filled; and the numbers that have to go.
    pub(super) fn allowing(
        board: &Grid<Cell>,
        allowed: &[[bool; 4]],
        must_go: &[bool],
        goal: usize,
    ) -> Self {
        let size = board.size();
        let (rows, cols) = (size.rows(), size.cols());
        let row = |row: usize| (0..cols).map(|col| (row * cols + col) as u16).collect();
        let col = |col: usize| (0..rows).map(|row| (row * cols + col) as u16).collect();
        let line = |cells, directions| Line::new(board, cells, directions, goal, allowed, must_go);
        Self {
            axes: [
                (0..rows).map(|at| line(row(at), [Direction::Right, Direction::Left])).collect(),
                (0..cols).map(|at| line(col(at), [Direction::Down, Direction::Up])).collect(),
            ],
            numbers: plain::numbers(board).map(|(at, _)| size.index(at)).collect(),
            cells: size.cells(),
        }
    }

    pub(super) fn free_prices(&self) -> Prices {
        Prices { fills: [vec![0; self.cells], vec![0; self.cells]], uses: vec![0; self.cells] }
    }

    pub(super) fn bytes(&self) -> usize {
        let lines = self.axes.iter().flatten();
        let line = |line: &Line| {
            size_of::<Line>()
                + line.rest.capacity() * size_of::<i32>()
                + line.places.len() * (size_of::<Place>() + size_of::<Load>() + 8)
        };
        lines.map(line).sum::<usize>() + self.cells * 8 * size_of::<i32>()
    }

    /// Solves every line alone for these prices. The sum is a lower bound on the cost of a solution
    /// of all lines together; `NEVER` or more if there is none.
    pub(super) fn solve(&mut self, prices: &Prices) -> i32 {
        for axis in AXES {
            for line in &mut self.axes[axis] {
                line.solve(axis, prices);
            }
        }
        let lines = self.axes.iter().flatten();
        let back: i32 = self.numbers.iter().map(|&cell| prices.uses[cell]).sum();
        let sum = lines.fold(0, |sum: i32, line| sum.saturating_add(line.cost()));
        if sum >= NEVER / 2 { NEVER } else { sum - back }
    }

    /// The contradictions between cheapest ways along the lines, as the slope of the bound: how
    /// much it rises if a price does.
    pub(super) fn slope(&self, prices: &Prices, slope: &mut Prices) {
        slope.fills.iter_mut().for_each(|fills| fills.fill(0));
        slope.uses.fill(0);
        for &cell in &self.numbers {
            slope.uses[cell] = -1;
        }
        for axis in AXES {
            let sign = if axis == 0 { 1 } else { -1 };
            for line in &self.axes[axis] {
                line.follow(axis, prices, |cell, pass| {
                    match pass.filler {
                        Filler::Nobody => {}
                        Filler::ThisLine => slope.fills[axis][cell] += sign,
                        Filler::CrossingLine => slope.fills[1 - axis][cell] += sign,
                    }
                    slope.uses[cell] += i32::from(pass.goes.is_some());
                });
            }
        }
    }
}
