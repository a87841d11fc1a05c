//! The exact optimum of the relaxation by lines: all lines of one axis are swept cell by cell, and
//! what the passed cells mean for the rest is the load of each crossing line and of the line that
//! is being swept.
//!
//! A state whose used numbers and cheapest rest, by the prices, exceed the limit is dropped. Strong
//! prices leave few: on the hardest known board of 41 numbers about 90,000 states in all.

use super::effort::Effort;
use super::lines::{AXES, Filler, Load, NEVER, ONE, Pass};
use super::prices::Pricing;
use crate::grid::{Direction, Words};
use crate::search::toolkit::{Inserted, Link, Nodes, Parent};
use crate::search::{Cost, Stop};

/// The result of a sweep.
pub(super) enum Sweep {
    /// No solution of the relaxation is within the limit.
    Nothing,
    /// Some are.
    Solutions(Solutions),
    /// More states than fit.
    TooLarge,
}

/// All solutions of the relaxation within a limit.
pub(super) struct Solutions {
    /// By cell of a number: true for the directions in which it goes in some solution.
    pub(super) goes: Vec<[bool; 4]>,
    /// By cell of a number: true if some solution does without it.
    pub(super) unused: Vec<bool>,
    /// By cell of a number: its direction in one of the cheapest solutions.
    pub(super) one: Vec<Option<Direction>>,
}

/// The sums at the boundary between the passed cells and the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The load of each crossing line, in a byte each.
    crossing: Words<2>,
    /// The number of passed cells.
    at: u16,
    /// The load of the line that is being swept.
    swept: u8,
}

/// The cheapest way to a state.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The used numbers, and the cheapest rest by the prices.
    cost: i32,
    used: u8,
}

impl Link for Way {
    fn parent(self) -> Parent {
        Parent::NONE
    }
}

struct Sweeper<'a> {
    pricing: &'a Pricing,
    axis: usize,
    limit: i32,
}

/// The next state of a sweep.
struct Next {
    state: State,
    way: Way,
    goes: Option<Direction>,
}

/// Finds the solutions with at most `limit` used numbers, in at most so many bytes.
pub(super) fn sweep(
    pricing: &Pricing,
    limit: Cost,
    bytes: usize,
    effort: &mut Effort<'_, '_>,
) -> Result<Sweep, Stop> {
    let bits = AXES.map(|axis| widest(pricing, axis));
    sweep_along(usize::from(bits[1] <= bits[0]), pricing, limit, bytes, effort)
}

/// As `sweep`, along the lines of this axis.
fn sweep_along(
    axis: usize,
    pricing: &Pricing,
    limit: Cost,
    bytes: usize,
    effort: &mut Effort<'_, '_>,
) -> Result<Sweep, Stop> {
    let sweeper = Sweeper { pricing, axis, limit: limit as i32 * ONE };
    // Half of what is left: seven eighths were measured to allocate a seventh above the limit.
    let mut nodes = Nodes::new(bytes.min(effort.budget() / 2), effort.meter.deadline());
    let start = State { crossing: Words::EMPTY, at: 0, swept: 0 };
    if pricing.bound > sweeper.limit {
        return Ok(Sweep::Nothing);
    }
    if nodes.insert(start, Way { cost: pricing.bound, used: 0 }).is_err() {
        return Ok(Sweep::TooLarge);
    }
    let mut node = 0;
    while node < nodes.len() {
        if node % 1024 == 0 {
            effort.check_now(nodes.bytes())?;
        }
        let (state, way) = (*nodes.state(node), nodes.link(node));
        let mut stop = None;
        sweeper.expand(state, way, |next| {
            if stop.is_none() {
                match nodes.insert(next.state, next.way) {
                    Ok(Inserted::Known(known)) if next.way.cost < nodes.link(known).cost => {
                        nodes.set_link(known, next.way);
                    }
                    Ok(_) => {}
                    Err(full) => stop = Some(full),
                }
            }
        });
        match stop {
            None => node += 1,
            Some(Stop::Memory) => return Ok(Sweep::TooLarge),
            Some(stop) => return Err(stop),
        }
    }
    sweeper.look_back(&mut nodes, effort)
}

/// The bits of the loads of all crossing lines at the widest boundary, if this axis is swept.
fn widest(pricing: &Pricing, axis: usize) -> u32 {
    let [swept, crossing] = [axis, 1 - axis].map(|axis| &pricing.lines.axes[axis]);
    let bits = |at| crossing.iter().map(|line| line.width(at).ilog2()).sum();
    (0..=swept.len()).map(bits).max().unwrap_or(0)
}

impl Sweeper<'_> {
    /// Calls `visit` with each state after the next cell that is within the limit.
    #[inline]
    fn expand(&self, state: State, way: Way, mut visit: impl FnMut(Next)) {
        let [swept, crossing] =
            [self.axis, 1 - self.axis].map(|axis| &self.pricing.lines.axes[axis]);
        let (line, place) =
            (usize::from(state.at) / crossing.len(), usize::from(state.at) % crossing.len());
        let (Some(line_at), other) = (swept.get(line), &crossing[place]) else { return };
        let own_load = Load::unpacked(state.swept);
        let other_load = Load::unpacked(state.crossing.byte(place));
        let cell = usize::from(line_at.cells[place]);
        let base = way.cost - line_at.rest(place, own_load) - other.rest(line, other_load)
            + self.pricing.prices.uses[cell];
        let mut go = |own: Load, other_load: Load, goes: Option<Direction>| {
            let (rest, other_rest) =
                (line_at.rest(place + 1, own), other.rest(line + 1, other_load));
            if rest >= NEVER || other_rest >= NEVER {
                return;
            }
            let used = goes.is_some();
            let cost = base + rest + other_rest + if used { ONE } else { 0 };
            if cost <= self.limit {
                let mut state = State { at: state.at + 1, swept: own.packed(), ..state };
                state.crossing.set_byte(place, other_load.packed());
                visit(Next { state, way: Way { cost, used: way.used + u8::from(used) }, goes });
            }
        };
        line_at.passes(place, own_load, |own: Pass| {
            other.passes(line, other_load, |other: Pass| {
                // The two lines agree on the filler, and a number goes along one of them.
                let filler = match own.filler {
                    Filler::Nobody => Filler::Nobody,
                    Filler::ThisLine => Filler::CrossingLine,
                    Filler::CrossingLine => Filler::ThisLine,
                };
                if other.filler == filler && (own.goes.is_none() || other.goes.is_none()) {
                    go(own.load, other.load, own.goes.or(other.goes));
                }
            });
        });
    }

    /// Reads all solutions from the states, the last ones first.
    fn look_back(
        &self,
        nodes: &mut Nodes<State, Way>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Sweep, Stop> {
        let lines = &self.pricing.lines.axes[self.axis];
        let cells: usize = lines.iter().map(|line| line.cells.len()).sum();
        let cell_of = |at: u16| {
            let side = lines[0].cells.len();
            usize::from(lines[usize::from(at) / side].cells[usize::from(at) % side])
        };
        let limit = (self.limit / ONE) as u8;
        let mut goes = vec![[false; 4]; cells];
        let mut unused = vec![false; cells];
        // By state: the fewest numbers that are used after it.
        let mut rest = vec![u8::MAX; nodes.len() as usize];
        for node in (0..nodes.len()).rev() {
            if node % 1024 == 0 {
                effort.check_now(nodes.bytes() + rest.len())?;
            }
            let (state, way) = (*nodes.state(node), nodes.link(node));
            if usize::from(state.at) == cells {
                rest[node as usize] = 0;
                continue;
            }
            let cell = cell_of(state.at);
            self.expand(state, way, |next| {
                let Ok(Inserted::Known(after)) = nodes.insert(next.state, next.way) else { return };
                let after = rest[after as usize];
                let step = next.way.used - way.used;
                if after < u8::MAX && next.way.used + after <= limit {
                    rest[node as usize] = rest[node as usize].min(step + after);
                    match next.goes {
                        Some(direction) => goes[cell][direction as usize] = true,
                        None => unused[cell] = true,
                    }
                }
            });
        }
        if rest[0] == u8::MAX {
            return Ok(Sweep::Nothing);
        }
        let mut one = vec![None; cells];
        let mut node = 0;
        while usize::from(nodes.state(node).at) < cells {
            let (state, way) = (*nodes.state(node), nodes.link(node));
            let mut found = None;
            self.expand(state, way, |next| {
                if let Ok(Inserted::Known(after)) = nodes.insert(next.state, next.way)
                    && next.way.used - way.used + rest[after as usize].min(limit)
                        == rest[node as usize]
                    && rest[after as usize] < u8::MAX
                {
                    found = Some((after, next.goes));
                }
            });
            let Some((after, goes)) = found else { break };
            one[cell_of(state.at)] = goes;
            node = after;
        }
        Ok(Sweep::Solutions(Solutions { goes, unused, one }))
    }
}

#[cfg(test)]
mod tests;
