//! The bound for packed boards, recomputed only for the colours of a swap.

use super::super::super::rules::Planes;
use super::super::super::rules::Squares;
use super::super::super::rules::dead_ends;
use super::kept;
use super::{
    ANY, Costs, DEAD, LEVELS, LoneColours, Lookahead, MAX_COLOURS, NEVER, Pause, moves_from_costs,
};
use crate::search::{Stop, space::Space};
use std::sync::Arc;

/// Bounds boards that can be reached from one start.
#[derive(Clone, Debug)]
pub(in super::super::super) struct Appraiser {
    lone: Option<Arc<LoneColours>>,
    exact: usize,
    colours: u32,
    width: u32,
    before_column: u64,
}

/// The costs of one state's colours.
#[derive(Clone, Debug)]
pub(in super::super::super) struct Appraisal {
    shape: u32,
    present: usize,
    spare: usize,
    dead: bool,
    slot: [u8; MAX_COLOURS + 1],
    pieces: [u64; MAX_COLOURS],
    costs: [Costs; MAX_COLOURS],
    sum: u32,
    /// The three largest costs with any help, the three least costs of finishing first and the
    /// three least excesses of the one over the other, each with its colour's slot: enough to
    /// exclude two colours.
    most: [Ranked; 3],
    first: [Ranked; 3],
    extra: [Ranked; 3],
}

#[derive(Copy, Clone, Debug)]
struct Ranked {
    value: u8,
    slot: u8,
}

impl Appraisal {
    /// The number of the shape, and the pieces of each colour; the board is not a dead end.
    pub(in super::super::super) fn pieces(&self) -> (u32, &[u64]) {
        (self.shape, &self.pieces[..self.present])
    }

    /// For each colour its first cell, and the swaps that it needs with any help; `None` if it can
    /// never be cleared.
    pub(in super::super::super) fn swaps(&self) -> impl Iterator<Item = (usize, Option<u32>)> {
        self.pieces[..self.present].iter().zip(&self.costs).map(|(pieces, costs)| {
            let swaps = (costs[ANY] != NEVER).then_some(u32::from(costs[ANY]));
            (pieces.trailing_zeros() as usize, swaps)
        })
    }
}

impl Appraiser {
    /// For the boards that can be reached from the start of the puzzle, with tables if they fit in
    /// `budget` bytes. `pause` can stop the construction.
    pub(in super::super::super) fn new<const C: usize, const K: usize, const N: usize>(
        puzzle: &Squares<C, K, N>,
        budget: usize,
        pause: &mut impl Pause,
    ) -> Result<Self, Stop> {
        let (height, width) = puzzle.sides();
        let occupied = puzzle.unpack(&puzzle.start()).occupied().0[0];
        let lone = match kept::tables((height, width), occupied, budget) {
            Some(tables) => {
                pause(tables.bytes())?;
                Some(tables)
            }
            None => LoneColours::new(height, width, occupied, budget, pause)?.map(Arc::new),
        };
        let exact = lone.as_ref().map_or(0, |lone| lone.exact_levels());
        let before_column = (0..64).filter(|i| (i + 1) % width != 0).fold(0, |set, i| set | 1 << i);
        Ok(Self { lone, exact, colours: puzzle.colours(), width, before_column })
    }

    /// The tables of relaxed costs; `None` for boards too large for them.
    pub(in super::super::super) fn tables(&self) -> Option<&LoneColours> {
        self.lone.as_deref()
    }

    /// A stronger bound from the same tables, which computes its own within the budget; `None`
    /// without tables. `pause` can stop the computation.
    pub(in super::super::super) fn lookahead<const C: usize, const K: usize, const N: usize>(
        &self,
        puzzle: &Squares<C, K, N>,
        budget: usize,
        pause: &mut impl Pause,
    ) -> Result<Option<Lookahead>, Stop> {
        let Some(lone) = &self.lone else { return Ok(None) };
        match lone.shape(puzzle.unpack(&puzzle.start()).occupied().0[0]) {
            Some(start) => Lookahead::new(lone, start, budget, pause),
            None => Ok(None),
        }
    }

    pub(super) fn shared_tables(self) -> Option<Arc<LoneColours>> {
        self.lone
    }

    pub(in super::super::super) fn bytes(&self) -> usize {
        self.tables().map_or(0, LoneColours::bytes)
    }

    /// Examines every colour of a board that is not empty.
    #[inline]
    pub(in super::super::super) fn appraise<const C: usize, const K: usize, const N: usize>(
        &self,
        puzzle: &Squares<C, K, N>,
        planes: &Planes<C, K>,
    ) -> Appraisal {
        let occupied = planes.occupied();
        let none = |value| [Ranked { value, slot: u8::MAX }; 3];
        let mut known = Appraisal {
            shape: 0,
            present: 0,
            spare: 0,
            dead: false,
            slot: [0; MAX_COLOURS + 1],
            pieces: [0; MAX_COLOURS],
            costs: [[0; LEVELS]; MAX_COLOURS],
            sum: 0,
            most: none(0),
            first: none(NEVER),
            extra: none(NEVER),
        };
        let Some(lone) = &self.lone else {
            known.dead = dead_ends::is_dead_end(puzzle, planes);
            return known;
        };
        let Some(shape) = lone.shape(occupied.0[0]) else {
            known.dead = true;
            return known;
        };
        known.shape = shape;
        for colour in 1..=self.colours {
            let pieces = planes.of_colour(colour).0[0];
            if pieces != 0 {
                let slot = known.present;
                known.slot[colour as usize] = slot as u8;
                known.pieces[slot] = pieces;
                known.costs[slot] = costs_of(lone, shape, pieces);
                known.present += 1;
            }
        }
        known.spare = occupied.count() as usize / 4 - known.present;
        for (slot, cost) in (0u8..).zip(&known.costs[..known.present]) {
            known.sum += u32::from(cost[ANY]);
            enter(&mut known.most, cost[ANY], slot, |new, old| new > old);
            if known.spare < self.exact {
                enter(&mut known.first, cost[known.spare], slot, |new, old| new < old);
                enter(&mut known.extra, cost[known.spare] - cost[ANY], slot, |new, old| new < old);
            }
        }
        known
    }

    /// The least number of moves from the appraised board; [`DEAD`] or more if it is a dead end.
    #[inline]
    pub(in super::super::super) fn bound(&self, known: &Appraisal) -> u32 {
        if known.dead {
            return DEAD;
        }
        moves_from_costs(&known.costs[..known.present], known.spare, self.exact).max(1)
    }

    /// The bound after pieces of the two colours were swapped at the two cells. A value above
    /// `enough` may be less than [`Self::bound`], but is still a bound. `None` if the swap makes a
    /// square, or may make one.
    #[inline]
    pub(in super::super::super) fn bound_after_swap(
        &self,
        known: &Appraisal,
        colours: [u32; 2],
        cells: [u32; 2],
        enough: u32,
    ) -> Option<u32> {
        let lone = self.tables()?;
        let both = 1u64 << cells[0] | 1u64 << cells[1];
        let [first, second] = colours;
        let slots = [known.slot[first as usize], known.slot[second as usize]];
        let pieces_of = |slot: u8| known.pieces[usize::from(slot)] ^ both;
        let pieces = [pieces_of(slots[0]), pieces_of(slots[1])];
        if pieces.iter().any(|&set| self.squares(set) != 0) {
            return None;
        }
        let [first, second] = pieces;
        let costs = [costs_of(lone, known.shape, first), costs_of(lone, known.shape, second)];
        Some(self.bound_with(known, slots, costs, enough))
    }

    /// The bound of the lookahead for the appraised board, which is not a dead end.
    #[inline]
    pub(in super::super::super) fn bound_ahead(
        lookahead: &Lookahead,
        known: &Appraisal,
        enough: u32,
    ) -> u32 {
        lookahead.bound(known.shape, &known.pieces[..known.present], enough)
    }

    /// The top left cells of the squares inside the set.
    #[inline(always)]
    pub(in super::super::super) fn squares(&self, pieces: u64) -> u64 {
        let pairs = pieces & (pieces >> 1) & self.before_column;
        pairs & (pairs >> self.width)
    }

    /// The bound if the colours in the two slots have these costs and the others those known.
    #[inline(always)]
    fn bound_with(&self, known: &Appraisal, slots: [u8; 2], costs: [Costs; 2], enough: u32) -> u32 {
        let most = best_without(&known.most, slots).max(costs[0][ANY]).max(costs[1][ANY]);
        if most == NEVER {
            return DEAD;
        }
        let before = |slot: u8| u32::from(known.costs[usize::from(slot)][ANY]);
        let after = u32::from(costs[0][ANY]) + u32::from(costs[1][ANY]);
        let sum = known.sum + after - before(slots[0]) - before(slots[1]);
        if known.spare >= self.exact {
            return sum.div_ceil(2).max(u32::from(most)).max(1);
        }
        let start = known.spare;
        let first = best_without(&known.first, slots).min(costs[0][start]).min(costs[1][start]);
        if first == NEVER {
            return DEAD;
        }
        let extra = best_without(&known.extra, slots)
            .min(costs[0][start] - costs[0][ANY])
            .min(costs[1][start] - costs[1][ANY]);
        let quick =
            (sum + u32::from(extra)).div_ceil(2).max(u32::from(most)).max(u32::from(first)).max(1);
        if quick > enough || start + 1 >= self.exact {
            return quick;
        }
        let mut all = known.costs;
        all[usize::from(slots[0])] = costs[0];
        all[usize::from(slots[1])] = costs[1];
        moves_from_costs(&all[..known.present], known.spare, self.exact).max(1)
    }

    /// True if the bound means that the board can never be cleared.
    #[inline(always)]
    pub(in super::super::super) fn is_dead(bound: u32) -> bool {
        bound >= DEAD
    }
}

#[inline(always)]
fn costs_of(lone: &LoneColours, shape: u32, pieces: u64) -> Costs {
    if pieces.count_ones() == 4 { lone.costs(shape, pieces) } else { [0; LEVELS] }
}

/// Inserts the value into the best three.
#[inline(always)]
fn enter(best: &mut [Ranked; 3], value: u8, slot: u8, better: impl Fn(u8, u8) -> bool) {
    let mut entry = Ranked { value, slot };
    for place in best {
        if better(entry.value, place.value) {
            std::mem::swap(place, &mut entry);
        }
    }
}

/// The best value that is in neither slot.
#[inline(always)]
fn best_without(best: &[Ranked; 3], slots: [u8; 2]) -> u8 {
    let mut value = best[2].value;
    for ranked in [best[1], best[0]] {
        if ranked.slot != slots[0] && ranked.slot != slots[1] {
            value = ranked.value;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::super::super::super::samples::Dice;
    use super::*;
    use crate::grid::Direction;

    #[test]
    fn the_bound_after_a_swap_is_the_bound_of_the_board_after_it() {
        let mut dice = Dice(5);
        let (mut compared, mut less) = (0, 0);
        for _ in 0..300 {
            let sides = [(4, 4), (4, 5), (4, 6), (6, 4), (6, 6), (4, 3)][dice.roll(6)];
            let most = sides.0 * sides.1 / 4;
            let squares = if dice.roll(2) == 0 { most } else { 1 + dice.roll(most) };
            let colours = 1 + dice.roll(most);
            let puzzle: Squares<1, 4, 4> =
                Squares::from_board(&dice.board(sides, squares, colours, false));
            let appraiser =
                Appraiser::new(&puzzle, usize::MAX, &mut |_| Ok(())).expect("never stopped");
            let mut state = puzzle.start();
            for _ in 0..10 {
                let mut planes = puzzle.unpack(&state);
                puzzle.settle(&mut planes);
                let known = appraiser.appraise(&puzzle, &planes);
                if planes.occupied().is_empty() || Appraiser::is_dead(appraiser.bound(&known)) {
                    break;
                }
                let swaps = puzzle.swaps(&planes);
                let right = swaps.right.bits().map(|cell| (cell as u32, Direction::Right));
                let down = swaps.down.bits().map(|cell| (cell as u32, Direction::Down));
                let swaps: Vec<_> = right.chain(down).collect();
                for &(cell, direction) in &swaps {
                    let cells = [cell, puzzle.partner(cell, direction)];
                    let colours = cells.map(|cell| planes.colour_at(cell));
                    let after = planes.swapped(cells[0], cells[1]);
                    let quick = appraiser.bound_after_swap(&known, colours, cells, 0);
                    let exact = appraiser.bound_after_swap(&known, colours, cells, u32::MAX);
                    if puzzle.standing_squares(&after).is_empty() {
                        let whole = appraiser.bound(&appraiser.appraise(&puzzle, &after));
                        assert_eq!(exact, Some(whole));
                        assert!(quick.is_some_and(|quick| quick <= whole));
                        less += u32::from(quick != exact);
                        compared += 1;
                    } else {
                        assert_eq!((quick, exact), (None, None));
                    }
                }
                let Some(&(cell, direction)) = swaps.get(dice.roll(swaps.len().max(1))) else {
                    break;
                };
                let mut after = planes.swapped(cell, puzzle.partner(cell, direction));
                puzzle.settle(&mut after);
                state = puzzle.pack(&after);
            }
        }
        assert!(compared > 10_000 && less > 0, "{compared} {less}");
    }
}
