//! Transposition table: the positions that a deepening search has met, as many as fit.
//!
//! Sets of a few entries each. A new position replaces one from an earlier round, or else the one
//! of this round that is farthest from the start, which is the least work to lose.
//!
//! A position that an earlier round met at a lower cost is not new: this round has a higher bound,
//! so it reaches the position at that cost too, unless the bound cuts off a position on the path.

use crate::control::Deadline;
use crate::space::State;
use crate::table::hash;
use crate::{Cost, Stop};

/// The result of a lookup.
pub(crate) enum Met {
    /// Met in this round at no higher cost, or in an earlier one at a lower cost, under this
    /// number.
    Before(u32),
    /// New, stored at this index.
    New(usize),
}

pub(crate) struct Table<S> {
    entries: Vec<Entry<S>>,
    most: usize,
    /// Bytes that each state owns on the heap.
    heap_bytes: usize,
    /// The most bytes held at any time: while the table grows, the old one still exists.
    peak_bytes: usize,
    round: u32,
    used: usize,
    /// Entries of this round that are beyond the bound.
    kept_out: usize,
    /// True if entries of this round were replaced.
    has_lost: bool,
    deadline: Deadline,
}

#[derive(Clone)]
struct Entry<S> {
    state: S,
    cost: Cost,
    round: u32,
    number: u32,
    /// True if the bound kept the position from being expanded.
    is_kept_out: bool,
}

const SET: usize = 4;
const FIRST_ENTRIES: usize = 1 << 10;
/// Entries that are moved between two checks of the clock.
const PORTION: usize = 1 << 16;

impl<S: State> Table<S> {
    pub(crate) fn new(filler: S, bytes: usize, heap_bytes: usize, deadline: Deadline) -> Table<S> {
        let entry_bytes = size_of::<Entry<S>>() + heap_bytes;
        // While a table grows, the old one still exists: one and a half of the new.
        let most = (bytes / 3 * 2 / entry_bytes + 1).next_power_of_two() / 2;
        let empty = Entry { state: filler, cost: 0, round: 0, number: 0, is_kept_out: false };
        let first = FIRST_ENTRIES.min(most).max(SET);
        Table {
            entries: vec![empty; first],
            most,
            heap_bytes,
            peak_bytes: first * entry_bytes,
            round: 0,
            used: 0,
            kept_out: 0,
            has_lost: false,
            deadline,
        }
    }

    fn bytes(&self) -> usize {
        self.entries.len() * (size_of::<Entry<S>>() + self.heap_bytes)
    }

    pub(crate) fn peak_bytes(&self) -> usize {
        self.peak_bytes
    }

    pub(crate) fn begin_round(&mut self) {
        self.round += 1;
        (self.used, self.kept_out, self.has_lost) = (0, 0, false);
    }

    /// True if everything that was met is certain to have been expanded.
    pub(crate) fn kept_nothing_out(&self) -> bool {
        self.kept_out == 0 && !self.has_lost
    }

    /// Records whether the position at `place` is beyond the bound.
    pub(crate) fn set_kept_out(&mut self, place: usize, is_kept_out: bool) {
        let entry = &mut self.entries[place];
        self.kept_out += usize::from(is_kept_out);
        self.kept_out -= usize::from(entry.is_kept_out);
        entry.is_kept_out = is_kept_out;
    }

    fn set_of(&self, hash: u64) -> usize {
        let sets = (self.entries.len() / SET) as u64;
        (((hash >> 32) * sets) >> 32) as usize * SET
    }

    /// Looks a position up and stores it. Growing can take a second, so the table checks the
    /// deadline; after a failure it must not be used.
    pub(crate) fn meet(
        &mut self,
        state: &S,
        hash: u64,
        cost: Cost,
        number: u32,
    ) -> Result<Met, Stop> {
        if self.used > self.entries.len() / 2 && self.entries.len() * 2 <= self.most {
            self.grow()?;
        }
        Ok(self.note(state, hash, cost, number))
    }

    fn note(&mut self, state: &S, hash: u64, cost: Cost, number: u32) -> Met {
        let first = self.set_of(hash);
        let round = self.round;
        let mut place = first;
        let mut best_to_lose = (false, false, 0);
        for (index, entry) in self.entries.iter_mut().enumerate().skip(first).take(SET) {
            if entry.round != 0 && entry.state == *state {
                let is_of_round = entry.round == round;
                if entry.cost < cost || is_of_round && entry.cost == cost {
                    return Met::Before(entry.number);
                }
                self.used += usize::from(!is_of_round);
                entry.is_kept_out &= is_of_round;
                (entry.cost, entry.round, entry.number) = (cost, round, number);
                return Met::New(index);
            }
            // First a free entry, then one of an earlier round.
            let to_lose = (entry.round != round, entry.round == 0, entry.cost);
            if index == first || to_lose > best_to_lose {
                (place, best_to_lose) = (index, to_lose);
            }
        }
        let entry = &mut self.entries[place];
        let gives_way = entry.round == round;
        self.used += usize::from(!gives_way);
        self.has_lost |= gives_way;
        *entry = Entry { state: state.clone(), cost, round, number, is_kept_out: false };
        Met::New(place)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let size = 2 * self.entries.len();
        let mut empty = self.entries[0].clone();
        (empty.round, empty.is_kept_out) = (0, false);
        let mut new = Vec::with_capacity(size);
        while new.len() < size {
            self.deadline.check(self.peak_bytes)?;
            new.resize(size.min(new.len() + PORTION), empty.clone());
        }
        let old = std::mem::replace(&mut self.entries, new);
        self.peak_bytes = self.peak_bytes.max(self.bytes() / 2 * 3);
        (self.used, self.kept_out) = (0, 0);
        let round = self.round;
        for portion in old.chunks(PORTION) {
            self.deadline.check(self.peak_bytes)?;
            for entry in portion.iter().filter(|entry| entry.round == round) {
                let hash = hash(&entry.state);
                let met = self.note(&entry.state, hash, entry.cost, entry.number);
                if let Met::New(place) = met {
                    self.set_kept_out(place, entry.is_kept_out);
                }
            }
        }
        for (index, entry) in old.into_iter().enumerate() {
            if index % PORTION == 0 {
                self.deadline.check(self.peak_bytes)?;
            }
            if entry.round == round || entry.round == 0 {
                continue;
            }
            let first = self.set_of(hash(&entry.state));
            let mut set = self.entries[first..first + SET].iter_mut();
            if let Some(free) = set.find(|entry| entry.round == 0) {
                *free = entry;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Clock;
    use crate::{Control, Limits};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::time::Duration;

    /// However large the table is, at most a portion of it is moved between two checks of the
    /// clock.
    #[test]
    fn a_table_that_grows_keeps_an_eye_on_the_clock() {
        let looks = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&looks);
        let clock = Clock::new(move || {
            counter.fetch_add(1, Relaxed);
            Duration::ZERO
        });
        let limits = Limits { max_time: Some(Duration::from_secs(1)), ..Limits::default() };
        let control = Control { clock, ..Control::with_limits(limits) };
        let mut table = Table::new(0_u64, 1 << 30, 0, control.start().deadline());
        table.begin_round();
        let mut number = 0_u32;
        let mut meet_until = |table: &mut Table<u64>, entries: usize| {
            while table.entries.len() < entries {
                number += 1;
                let state = u64::from(number);
                table.meet(&state, hash(&state), 1, number).unwrap();
            }
        };
        let small = 2 * PORTION;
        meet_until(&mut table, small);
        // The entries are from an earlier round now.
        table.begin_round();
        looks.store(0, Relaxed);
        meet_until(&mut table, 2 * small);
        // The new table is cleared, then the entries of this round are moved, then the rest.
        let portions = 2 * small / PORTION + small / PORTION + small / PORTION;
        assert!(looks.load(Relaxed) >= portions, "{looks:?} {portions}");
    }
}
