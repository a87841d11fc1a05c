//! The relaxed game's costs for every placement of a colour's four pieces, in every shape that a
//! board can reach.

use super::shapes::Geometry;
use super::{ANY, Costs, LEVELS, NEVER, four_by_four};
use crate::search::Stop;

/// The costs of every set of four cells within one shape of occupied cells.
#[derive(Clone, Debug)]
struct Shape {
    occupied: u64,
    /// `weight[i][cell]`: the contribution of the `i`-th piece in reading order to the rank of the
    /// set if it is on that cell.
    weight: [[u32; 64]; 4],
    costs: Vec<Costs>,
}

impl Shape {
    /// The shape, with costs still to be computed.
    fn new(occupied: u64) -> Self {
        let mut weight = [[0u32; 64]; 4];
        for (p, cell) in (0u32..).zip(cells_of(occupied)) {
            for (i, weights) in (0u32..).zip(&mut weight) {
                weights[cell as usize] = choose(p, i + 1);
            }
        }
        Self { occupied, weight, costs: vec![[NEVER; LEVELS]; sets_within(occupied)] }
    }

    #[inline(always)]
    fn rank(&self, mut pieces: u64) -> usize {
        let mut rank = 0;
        for weight in &self.weight {
            rank += weight[(pieces.trailing_zeros() & 63) as usize];
            pieces &= pieces.wrapping_sub(1);
        }
        rank as usize
    }
}

/// A square that may be cleared, and the resulting shape.
#[derive(Debug)]
pub(super) struct Clear {
    gone: u64,
    place: [u8; 64],
    /// The remaining shape; `None` if the board is empty.
    left: Option<u32>,
}

impl Clear {
    /// The cells of the square.
    pub(super) fn gone(&self) -> u64 {
        self.gone
    }

    /// The remaining shape; `None` if the board is empty.
    pub(super) fn left(&self) -> Option<u32> {
        self.left
    }

    /// The remaining shape and the cells of the set there; `None` if the board is empty or the set
    /// loses a piece.
    pub(super) fn carry(&self, set: u64) -> Option<(u32, u64)> {
        let left = self.left.filter(|_| set & self.gone == 0)?;
        Some((left, self.moved(set)))
    }

    /// The cells of the set after the gaps close.
    fn moved(&self, mut set: u64) -> u64 {
        let mut moved = 0;
        while set != 0 {
            moved |= 1 << self.place[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        moved
    }
}

/// The relaxed game's costs for all shapes that a start shape can become.
#[derive(Clone, Debug)]
pub(in super::super::super) struct LoneColours {
    geometry: Geometry,
    exact: usize,
    /// The most bytes held while they were computed.
    needed: usize,
    shapes: Vec<Shape>,
    /// Every shape, ordered by its cells; `None` for those that can never become empty.
    index: Vec<(u64, Option<u32>)>,
}

/// Called regularly while tables are computed, with the bytes they hold; an error stops the
/// computation.
pub(in super::super::super) trait Pause:
    FnMut(usize) -> Result<(), Stop>
{
}

impl<F: FnMut(usize) -> Result<(), Stop>> Pause for F {}

/// The largest cost; larger ones are not distinguished.
const DEAREST: u8 = NEVER - 1;

/// Sets processed between two pauses.
const LOOK_EVERY: usize = 1024;

/// The most sets of four cells, over all shapes, for which tables are computed.
const MOST_SETS: usize = 1 << 20;

/// Temporary bytes per set of a shape, besides its costs: the set itself, and its number in the
/// queues, where it occurs at most twice and which are at most half empty.
const WORKING_BYTES: usize = size_of::<u64>() + 2 * 2 * size_of::<u32>();

impl LoneColours {
    /// Tables for a board that starts with these cells occupied; `None` if the board has more than
    /// 64 cells, or the tables would take too long or exceed `budget` bytes. `pause` can stop the
    /// computation.
    pub(in super::super::super) fn new(
        height: u32,
        width: u32,
        occupied: u64,
        budget: usize,
        pause: &mut impl Pause,
    ) -> Result<Option<Self>, Stop> {
        let cells = height * width;
        if cells > 64 {
            return Ok(None);
        }
        // On small boards the search is shorter than the computation of finer tables.
        let exact = if cells <= 16 { 1 } else { ANY };
        let mut tables = Self {
            geometry: Geometry::new(height, width),
            exact,
            needed: 0,
            shapes: Vec::new(),
            index: Vec::new(),
        };
        if !tables.find_shapes(occupied, &mut 0) {
            return Ok(None);
        }
        tables.needed = tables.bytes_to_make();
        if tables.needed > budget {
            return Ok(None);
        }
        if (height, width, occupied) == (4, 4, 0xFFFF) {
            tables.take_stored();
        } else {
            tables.build_all(pause)?;
        }
        Ok(Some(tables))
    }

    /// True if tables for a board that starts with these cells occupied would be a part of these,
    /// and would fit into the budget.
    pub(super) fn covers(&self, sides: (u32, u32), occupied: u64, budget: usize) -> bool {
        let is_known = || self.look_up(occupied).is_some();
        self.geometry.sides() == sides && self.needed <= budget && is_known()
    }

    /// The most bytes held during the computation, once the shapes are known.
    fn bytes_to_make(&self) -> usize {
        let order = self.order();
        let sets = order.iter().map(|&occupied| sets_within(occupied));
        let largest = sets.clone().max().unwrap_or(0);
        let costs = sets.sum::<usize>() * size_of::<Costs>();
        // The list of shapes may be half empty.
        self.bytes() + costs + 2 * order.len() * size_of::<Shape>() + largest * WORKING_BYTES
    }

    /// The shapes that can become empty, those with fewer pieces first: the costs in a shape depend
    /// on those in the shapes after a clear.
    fn order(&self) -> Vec<u64> {
        let mut order: Vec<u64> =
            self.index.iter().filter(|entry| entry.1.is_some()).map(|entry| entry.0).collect();
        order.sort_unstable_by_key(|&shape| (shape.count_ones(), shape));
        order
    }

    fn build_all(&mut self, pause: &mut impl Pause) -> Result<(), Stop> {
        for occupied in self.order() {
            let shape = self.build(occupied, pause)?;
            self.add(shape);
        }
        Ok(())
    }

    /// Copies the costs of the full 4×4 board from the program text.
    fn take_stored(&mut self) {
        let mut stored = four_by_four::costs();
        for occupied in self.order() {
            let mut shape = Shape::new(occupied);
            for (costs, (alone, helped)) in shape.costs.iter_mut().zip(&mut stored) {
                *costs = [helped; LEVELS];
                costs[0] = alone;
            }
            self.add(shape);
        }
    }

    fn add(&mut self, shape: Shape) {
        if let Some(place) = self.look_up(shape.occupied) {
            self.index[place].1 = Some(self.shapes.len() as u32);
        }
        self.shapes.push(shape);
    }

    /// Levels below this one are computed; those from here to [`ANY`] repeat it.
    pub(in super::super::super) fn exact_levels(&self) -> usize {
        self.exact
    }

    pub(in super::super::super) fn bytes(&self) -> usize {
        let costs: usize = self.shapes.iter().map(|shape| shape.costs.capacity()).sum();
        costs * size_of::<Costs>()
            + self.shapes.capacity() * size_of::<Shape>()
            + self.index.capacity() * size_of::<(u64, Option<u32>)>()
    }

    /// True if the others have the same costs for each shape.
    #[cfg(test)]
    pub(super) fn is_part_of(&self, others: &LoneColours) -> bool {
        self.index.iter().all(|(occupied, number)| {
            let costs =
                |tables: &LoneColours, number: u32| tables.shapes[number as usize].costs.clone();
            let other = others.shape(*occupied).map(|number| costs(others, number));
            others.look_up(*occupied).is_some() && number.map(|number| costs(self, number)) == other
        })
    }

    /// The number of the shape; `None` if it can never become empty.
    #[inline]
    pub(in super::super::super) fn shape(&self, occupied: u64) -> Option<u32> {
        self.look_up(occupied).and_then(|place| self.index[place].1)
    }

    /// The costs of a colour with its four pieces there.
    #[inline(always)]
    pub(in super::super::super) fn costs(&self, shape: u32, pieces: u64) -> Costs {
        let shape = &self.shapes[shape as usize];
        shape.costs[shape.rank(pieces)]
    }

    /// The number of shapes.
    pub(super) fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// The cells of a shape.
    pub(super) fn occupied(&self, shape: u32) -> u64 {
        self.shapes[shape as usize].occupied
    }

    /// The number of sets of four cells of a shape.
    pub(super) fn count(&self, shape: u32) -> usize {
        self.shapes[shape as usize].costs.len()
    }

    /// Every set of four cells of a shape, by rank.
    pub(super) fn sets(&self, shape: u32) -> Vec<u64> {
        sets_of_four(self.occupied(shape))
    }

    /// The rank of a set of four cells among those of the shape.
    #[inline(always)]
    pub(super) fn rank(&self, shape: u32, set: u64) -> u32 {
        self.shapes[shape as usize].rank(set) as u32
    }

    /// Calls `visit` with the rank of every set without a square that a swap can turn into this
    /// one.
    #[inline(always)]
    pub(super) fn for_each_before(&self, shape: u32, set: u64, mut visit: impl FnMut(u32)) {
        let shape = &self.shapes[shape as usize];
        self.geometry.for_each_before(shape.occupied, set, |before| {
            if self.geometry.squares(before) == 0 {
                visit(shape.rank(before) as u32);
            }
        });
    }

    fn look_up(&self, occupied: u64) -> Option<usize> {
        self.index.binary_search_by_key(&occupied, |entry| entry.0).ok()
    }

    /// Adds the shape and all that clears can turn it into; those that can become empty get a
    /// number later. False if there are too many sets of four.
    fn find_shapes(&mut self, occupied: u64, sets: &mut usize) -> bool {
        if occupied == 0 || self.look_up(occupied).is_some() {
            return true;
        }
        let mut clearable = false;
        // Without the law of columns a large board could have very many useless shapes.
        if self.geometry.columns_can_empty(occupied) {
            let mut corners = self.geometry.squares(occupied);
            while corners != 0 {
                let gone = self.geometry.square_cells(corners.trailing_zeros());
                corners &= corners - 1;
                let (_, closed) = self.geometry.close_gaps(occupied & !gone);
                if !self.find_shapes(closed, sets) {
                    return false;
                }
                clearable |= closed == 0 || self.shape(closed).is_some();
            }
        }
        let place = self.index.partition_point(|entry| entry.0 < occupied);
        self.index.insert(place, (occupied, clearable.then_some(u32::MAX)));
        if clearable {
            *sets += sets_within(occupied);
        }
        *sets <= MOST_SETS
    }

    /// Computes the costs in one shape, given those of smaller shapes.
    fn build(&self, occupied: u64, pause: &mut impl Pause) -> Result<Shape, Stop> {
        let mut shape = Shape::new(occupied);
        let sets = sets_of_four(occupied);
        for clear in self.clears(occupied) {
            let own = shape.rank(clear.gone);
            shape.costs[own] = [0; LEVELS];
            pause(self.bytes())?;
            if let Some(left) = clear.left {
                self.carry_over(&mut shape, &clear, &self.shapes[left as usize]);
            }
        }
        let mut lower = None;
        for level in (0..self.exact).chain([ANY]) {
            self.spread(&mut shape, &sets, level, lower, pause)?;
            lower = Some(level);
        }
        for costs in &mut shape.costs {
            for level in self.exact..ANY {
                costs[level] = costs[ANY];
            }
        }
        Ok(shape)
    }

    /// The squares of the shape whose clearing leaves an empty board or a shape that can become
    /// empty.
    pub(super) fn clears(&self, occupied: u64) -> Vec<Clear> {
        let mut clears = Vec::new();
        let mut corners = self.geometry.squares(occupied);
        while corners != 0 {
            let gone = self.geometry.square_cells(corners.trailing_zeros());
            corners &= corners - 1;
            let (place, closed) = self.geometry.close_gaps(occupied & !gone);
            let left = self.shape(closed);
            if closed == 0 || left.is_some() {
                clears.push(Clear { gone, place, left });
            }
        }
        clears
    }

    /// Lowers the costs of sets outside the square to their costs after its clearing, with one
    /// clear less allowed.
    fn carry_over(&self, shape: &mut Shape, clear: &Clear, after: &Shape) {
        for_each_four(&cells_of(shape.occupied & !clear.gone), |set| {
            let later = after.costs[after.rank(clear.moved(set))];
            let rank = shape.rank(set);
            let costs = &mut shape.costs[rank];
            for level in 1..self.exact {
                costs[level] = costs[level].min(later[level - 1]);
            }
            costs[ANY] = costs[ANY].min(later[ANY]);
        });
    }

    /// Lowers the level's costs by swaps, cheapest first.
    fn spread(
        &self,
        shape: &mut Shape,
        sets: &[u64],
        level: usize,
        lower: Option<usize>,
        pause: &mut impl Pause,
    ) -> Result<(), Stop> {
        let mut waiting: Vec<Vec<u32>> = vec![Vec::new()];
        for (rank, costs) in (0u32..).zip(&mut shape.costs) {
            // Costs with less help are known and propagated already; only cheaper ones can improve
            // others.
            let before = lower.map_or(NEVER, |lower| costs[lower]);
            if costs[level] < before {
                let cost = usize::from(costs[level]);
                if waiting.len() <= cost {
                    waiting.resize(cost + 1, Vec::new());
                }
                waiting[cost].push(rank);
            } else {
                costs[level] = before;
            }
        }
        let mut cost = 0u8;
        while usize::from(cost) < waiting.len() && cost < DEAREST {
            let ready = std::mem::take(&mut waiting[usize::from(cost)]);
            let mut next =
                waiting.get_mut(usize::from(cost) + 1).map_or(Vec::new(), std::mem::take);
            for (done, rank) in ready.into_iter().enumerate() {
                if done % LOOK_EVERY == LOOK_EVERY - 1 {
                    pause(self.bytes())?;
                }
                if shape.costs[rank as usize][level] != cost {
                    continue;
                }
                let set = sets[rank as usize];
                self.geometry.for_each_before(shape.occupied, set, |before| {
                    let rank = shape.rank(before);
                    let known = &mut shape.costs[rank][level];
                    // An existing square is cleared, or broken up by a clear, before any swap.
                    if *known > cost + 1 && self.geometry.squares(before) == 0 {
                        *known = cost + 1;
                        next.push(rank as u32);
                    }
                });
            }
            cost += 1;
            if let Some(slot) = waiting.get_mut(usize::from(cost)) {
                *slot = next;
            } else if !next.is_empty() {
                waiting.push(next);
            }
        }
        if waiting.get(usize::from(DEAREST)).is_some_and(|rest| !rest.is_empty()) {
            // Costs stop here; larger ones are not known to be impossible.
            for costs in &mut shape.costs {
                costs[level] = costs[level].min(DEAREST);
            }
        }
        Ok(())
    }
}

/// The cells of the set in order.
fn cells_of(set: u64) -> Vec<u32> {
    (0..64).filter(|&i| (set >> i) & 1 != 0).collect()
}

/// Every set of four of the cells, in order of rank.
#[inline(always)]
fn for_each_four(cells: &[u32], mut visit: impl FnMut(u64)) {
    for (d, fourth) in cells.iter().enumerate() {
        for (c, third) in cells[..d].iter().enumerate() {
            for (b, second) in cells[..c].iter().enumerate() {
                for first in &cells[..b] {
                    visit(1 << first | 1 << second | 1 << third | 1 << fourth);
                }
            }
        }
    }
}

/// Every set of four cells of a shape, by rank.
fn sets_of_four(occupied: u64) -> Vec<u64> {
    let mut sets = Vec::with_capacity(sets_within(occupied));
    for_each_four(&cells_of(occupied), |set| sets.push(set));
    sets
}

/// The number of sets of four cells in a shape.
fn sets_within(occupied: u64) -> usize {
    choose(occupied.count_ones(), 4) as usize
}

/// Ways to choose `k` of `n`.
fn choose(n: u32, k: u32) -> u32 {
    (0..k).fold(1u64, |ways, i| ways * u64::from(n.saturating_sub(i)) / u64::from(i + 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(height: u32, width: u32, occupied: u64) -> LoneColours {
        let exact = if height * width <= 16 { 1 } else { ANY };
        let mut tables = LoneColours {
            geometry: Geometry::new(height, width),
            exact,
            needed: 0,
            shapes: Vec::new(),
            index: Vec::new(),
        };
        assert!(tables.find_shapes(occupied, &mut 0));
        assert!(tables.build_all(&mut |_| Ok(())).is_ok());
        tables
    }

    fn made(height: u32, width: u32, occupied: u64) -> LoneColours {
        let made = LoneColours::new(height, width, occupied, usize::MAX, &mut |_| Ok(()));
        made.ok().flatten().expect("small tables")
    }

    #[test]
    fn the_making_can_be_broken_off() {
        let made = LoneColours::new(6, 6, (1 << 36) - 1, usize::MAX, &mut |_| Err(Stop::Cancelled));
        assert_eq!(made.err(), Some(Stop::Cancelled));
    }

    #[test]
    fn tables_stay_within_their_budget() {
        let occupied = (1 << 24) - 1;
        let made = |budget, pause: &mut dyn FnMut(usize)| {
            LoneColours::new(6, 4, occupied, budget, &mut |bytes| {
                pause(bytes);
                Ok(())
            })
            .expect("never stopped")
        };
        let needed = (10..30)
            .map(|log| 1usize << log)
            .find(|&budget| made(budget, &mut |_| ()).is_some())
            .expect("a few megabytes will do");
        let mut most = 0;
        let tables = made(needed, &mut |bytes| most = most.max(bytes)).expect("as before");
        assert!(tables.bytes().max(most) <= needed);
        // The budget is not far too large either.
        assert!(16 * tables.bytes() > needed, "{} {needed}", tables.bytes());
    }

    #[test]
    fn the_stored_costs_are_the_built_ones() {
        let sign = |cost: u8| {
            if cost == NEVER {
                '-'
            } else {
                char::from_digit(u32::from(cost), 10).expect("below ten")
            }
        };
        let tables = built(4, 4, 0xFFFF);
        let all = || tables.shapes.iter().flat_map(|shape| &shape.costs);
        let alone: String = all().map(|costs| sign(costs[0])).collect();
        let helped: String = all().map(|costs| sign(costs[ANY])).collect();
        assert_eq!(four_by_four::alone(), alone);
        assert_eq!(four_by_four::helped(), helped);
        let stored = made(4, 4, 0xFFFF);
        for (mine, theirs) in stored.shapes.iter().zip(&tables.shapes) {
            assert_eq!(mine.occupied, theirs.occupied);
            assert_eq!(mine.costs, theirs.costs);
        }
        assert_eq!(stored.shapes.len(), tables.shapes.len());
    }

    #[test]
    fn costs_fall_with_help_and_count_swaps() {
        let tables = built(4, 5, (1 << 20) - 1);
        let full = tables.shape((1 << 20) - 1).expect("the full board can become empty");
        for shape in &tables.shapes {
            assert!(shape.costs.iter().all(|costs| costs.is_sorted_by(|a, b| a >= b)));
        }
        let pieces = |cells: [u32; 4]| cells.iter().fold(0u64, |set, cell| set | 1 << cell);
        assert_eq!(tables.costs(full, pieces([0, 1, 5, 6])), [0; LEVELS]);
        assert_eq!(tables.costs(full, pieces([0, 1, 5, 7]))[0], 1);
        assert_eq!(tables.costs(full, pieces([0, 5, 10, 15])), [NEVER; LEVELS]);
    }

    #[test]
    fn shapes_that_never_empty_have_no_number() {
        let tables = built(4, 4, 0xFFFF);
        assert_eq!(tables.shape(0x1111 << 1 | 0x1111), tables.shape(0x3333));
        assert!(tables.shape(0x3333).is_some());
        assert!(tables.shape(0x1111).is_none());
        assert!(made(3, 4, 0xFFF).shape(0xFFF).is_none());
    }
}
