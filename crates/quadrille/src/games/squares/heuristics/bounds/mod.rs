//! A lower bound on the remaining moves, from relaxed games of one colour against the rest.
//!
//! **The relaxed game.** Take one colour with four pieces left and ignore the colours of all other
//! pieces. A swap of one of the four with another piece costs 1 and is legal if one of the two
//! *may* be beside its own colour: the chosen colour beside its piece, or any other piece beside
//! the other. Swaps of two other pieces cost nothing and change nothing. Any 2×2 of other pieces
//! may be cleared at any time, at no cost, and the gaps then close as in the real game. The game
//! ends when the four form a 2×2 and are cleared; no clear may leave a shape that can never become
//! empty (see `rules::dead_ends`). Every real plan is a play of the relaxed game, so the cheapest
//! play, `cost(colour, k)` when at most `k` squares of others are cleared before, is a lower bound
//! on the swaps of that colour in a real plan that clears at most `k` other squares before it; no
//! play means no plan.
//!
//! **From colours to moves.** Let the colours finish in some order. With `S` squares and `C`
//! colours left, the colour that finishes as number `p` (from 0) has seen at most `p + (S - C)`
//! squares of others cleared if it has a single square. A move swaps pieces of two colours, so it
//! counts for two of them: a plan with this order has at least half the sum of the colours' costs,
//! and at least the largest of them. The bound is the least sum over all orders, halved; or the
//! largest cost with any help, or the least cost of finishing first, if one of these is more. It is
//! consistent: a swap changes two costs by at most 1 each, and the plays after a clear are among
//! the plays from before.
//!
//! This is an additive pattern database with the cost of a swap split between its two colours (Korf
//! and Felner 2002; Yang and others 2008), adapted to the free movement caused by clearing.
//!
//! Long searches use the stronger bound of [`lookahead`].

mod appraise;
mod four_by_four;
mod kept;
mod lone_colours;
mod lookahead;
mod shapes;

pub(in super::super) use appraise::{Appraisal, Appraiser};
pub(in super::super) use kept::Kept;
pub(in super::super) use lone_colours::{LoneColours, Pause};
pub(in super::super) use lookahead::{Aim, Lookahead};

use super::super::cell::Cell;

pub(in super::super) const MAX_COLOURS: usize = Cell::COLOURS as usize;

/// Levels of [`Costs`]: no square of others cleared before, at most one, or any number. Measured:
/// finer levels save a few percent of the states and cost more than that.
pub(in super::super) const LEVELS: usize = 3;
/// The level of any number of squares cleared before.
pub(in super::super) const ANY: usize = LEVELS - 1;
/// The cost of a colour that can never be cleared.
pub(in super::super) const NEVER: u8 = u8::MAX;
/// The bound of a board that can never be cleared; all values from here on mean the same.
pub(in super::super) const DEAD: u32 = 1 << 20;
/// One colour's costs by level, decreasing.
pub(in super::super) type Costs = [u8; LEVELS];

/// The bound from the costs of all colours left; [`DEAD`] or more for a dead end. `spare` is the
/// number of squares left less the number of colours left. Levels from `exact` up to [`ANY`] equal
/// [`ANY`].
#[inline(always)]
pub(in super::super) fn moves_from_costs(costs: &[Costs], spare: usize, exact: usize) -> u32 {
    let (mut sum, mut most) = (0u32, 0u8);
    for cost in costs {
        sum += u32::from(cost[ANY]);
        most = most.max(cost[ANY]);
    }
    if most == NEVER {
        return DEAD;
    }
    let early = exact.saturating_sub(spare).min(costs.len());
    if early == 0 {
        return sum.div_ceil(2).max(u32::from(most));
    }
    let (mut first, mut least_extra) = (NEVER, NEVER);
    for cost in costs {
        first = first.min(cost[spare]);
        least_extra = least_extra.min(cost[spare] - cost[ANY]);
    }
    if first == NEVER {
        return DEAD;
    }
    let extra = if early == 1 { u32::from(least_extra) } else { least_extra_of_two(costs) };
    if extra >= DEAD {
        return DEAD;
    }
    (sum + extra).div_ceil(2).max(u32::from(most)).max(u32::from(first))
}

/// The least extra cost of two different colours for finishing first and second instead of at any
/// time.
#[inline(always)]
fn least_extra_of_two(costs: &[Costs]) -> u32 {
    // The two least extra costs of either place, with the colour's number in the lower bits.
    let mut least = [[u32::MAX; 2]; 2];
    for (colour, cost) in (0u32..).zip(costs) {
        for (place, [best, second]) in least.iter_mut().enumerate() {
            let extra = match cost[place] {
                NEVER => DEAD,
                cost_here => u32::from(cost_here - cost[ANY]),
            };
            let key = extra << 8 | colour;
            *second = (*second).min(key.max(*best));
            *best = (*best).min(key);
        }
    }
    let [first, second] = least;
    if first[0] & 0xFF != second[0] & 0xFF {
        return (first[0] >> 8) + (second[0] >> 8);
    }
    let first_gives_way = (first[1] >> 8) + (second[0] >> 8);
    let second_gives_way = (first[0] >> 8) + (second[1] >> 8);
    first_gives_way.min(second_gives_way)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plainly(costs: &[Costs], spare: usize) -> u32 {
        fn extend(costs: &[Costs], spare: usize, order: &mut Vec<usize>, best: &mut u32) {
            if order.len() == costs.len() {
                let sum = order
                    .iter()
                    .enumerate()
                    .map(|(p, &c)| u32::from(costs[c][(p + spare).min(ANY)]));
                *best = (*best).min(sum.sum::<u32>());
                return;
            }
            for c in 0..costs.len() {
                if !order.contains(&c) {
                    order.push(c);
                    extend(costs, spare, order, best);
                    order.pop();
                }
            }
        }
        let mut best = u32::MAX;
        extend(costs, spare, &mut Vec::new(), &mut best);
        let most = costs.iter().map(|c| u32::from(c[ANY])).max().unwrap_or(0);
        let first = costs.iter().map(|c| u32::from(c[spare.min(ANY)])).min().unwrap_or(0);
        best.div_ceil(2).max(most).max(first)
    }

    #[test]
    fn the_least_order_is_found() {
        let mut x = 12345u64;
        let mut roll = |sides: u64| {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((x >> 33) % sides) as u8
        };
        for _ in 0..20_000 {
            let colours = 1 + usize::from(roll(5));
            let spare = usize::from(roll(5));
            let costs: Vec<Costs> = (0..colours)
                .map(|_| {
                    let mut cost = [roll(12), roll(8), roll(4)];
                    cost.sort_unstable_by(|a, b| b.cmp(a));
                    cost
                })
                .collect();
            assert_eq!(
                moves_from_costs(&costs, spare, ANY),
                plainly(&costs, spare),
                "{costs:?} {spare}"
            );
        }
    }

    #[test]
    fn a_colour_that_never_clears_is_a_dead_end() {
        assert!(moves_from_costs(&[[NEVER; 3], [1; 3]], 0, ANY) >= DEAD);
        assert!(moves_from_costs(&[[NEVER, 2, 1], [NEVER, 1, 1]], 0, ANY) >= DEAD);
        assert_eq!(moves_from_costs(&[[NEVER, 2, 1], [3, 1, 1]], 0, ANY), 3);
        assert!(moves_from_costs(&[[NEVER, NEVER, 1], [3, 1, 1]], 0, ANY) >= DEAD);
        assert_eq!(moves_from_costs(&[[200; 3], [120; 3]], 0, ANY), 200);
    }
}
