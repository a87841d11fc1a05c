//! A worker: expands its own positions and sends successors to their owners.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::*;

use super::share::{Arrived, Posted, Share, Taken};
use super::shared::{Apart, Batch, Next, Shared, Solution};
use crate::control::Meter;
use crate::space::Successor;
use crate::{
    Cost, Pruning, Stats, Stop,
    space::{Space, Successors},
};

/// The size at which a batch is sent.
const BATCH: usize = 256;
/// Expansions between two reads of the mailbox.
const PORTION: u64 = 64;

/// Workers lie side by side in memory and each counts its expansions: they must not share a cache
/// line.
#[repr(align(128))]
pub(super) struct Worker<'p, P: Space + ?Sized, X: Share<P>> {
    pub(super) space: &'p P,
    pub(super) pruning: Pruning,
    pub(super) number: u32,
    pub(super) shared: &'p Shared<P::State, X::Terms>,
    pub(super) factor: f64,
    pub(super) share: X,
    /// Batches to send, by owner; the worker's own entry holds what it keeps.
    pub(super) outboxes: Vec<Apart<Batch<P::State, X::Terms>>>,
    /// The successors of the position that is being expanded.
    pub(super) next: Successors<P::State, P::Move>,
    /// The last batch received. Its slots have been prefetched; it is looked up when the next
    /// arrives.
    pub(super) arrived: Vec<Arrived<P::State, X::Terms>>,
    /// The list before it, kept for reuse.
    pub(super) looked_up: Vec<Arrived<P::State, X::Terms>>,
    pub(super) spare: Vec<Batch<P::State, X::Terms>>,
    /// The number of the current key, from 1 on.
    pub(super) round: usize,
    /// Expansions left before it reserves more.
    pub(super) quota: u64,
    pub(super) lower_bound: Cost,
    pub(super) stats: Stats,
}

/// The most batches of one worker: one for each owner, and up to two empty ones more for each.
pub(super) fn most_batches(workers: usize) -> usize {
    3 * workers
}

/// The bytes of `batches` batches and of the last one received. Batches have their full capacity
/// from the start; only the successors of a single position can exceed it.
pub(super) fn batch_bytes<S, T>(batches: usize) -> usize {
    2 * BATCH * (batches * size_of::<Posted<S, T>>() + 2 * size_of::<Arrived<S, T>>())
}

pub(super) fn empty_batch<T>() -> Vec<T> {
    Vec::with_capacity(2 * BATCH)
}

impl<P: Space + ?Sized, X: Share<P>> Worker<'_, P, X> {
    /// Works through the keys in step with the others. The first worker has the meter.
    pub(super) fn run(&mut self, mut meter: Option<&mut Meter<'_>>) {
        let shared = self.shared;
        loop {
            let least = self.share.least_key().unwrap_or(u64::MAX);
            self.round += 1;
            let Next::Key { key, best } = shared.next_key(self.round, self.number, least) else {
                return;
            };
            if key == u64::MAX {
                // All open lists are empty: the best solution is optimal.
                if best != Cost::MAX {
                    self.lower_bound = best;
                }
                return;
            }
            if self.factor.is_finite() {
                let bound = (key as f64 / self.factor).ceil() as Cost;
                self.lower_bound = self.lower_bound.max(bound);
            }
            if u64::from(best) <= key {
                return;
            }
            if let Some(meter) = &mut meter {
                meter.lower_bound(self.lower_bound);
            }
            self.share.begin_key(key);
            // A panic of the space or the heuristic must not leave other workers waiting at the
            // barrier.
            let worked = catch_unwind(AssertUnwindSafe(|| self.work_through(key, &mut meter)));
            match worked {
                Ok(Ok(())) => {}
                Ok(Err(stop)) => shared.halt(stop),
                Err(panic) => shared.panicked(panic),
            }
        }
    }

    /// Expands all positions up to a key, including those that arrive, until no worker has any
    /// left.
    fn work_through(&mut self, key: u64, meter: &mut Option<&mut Meter<'_>>) -> Result<(), Stop> {
        let shared = self.shared;
        let mut is_busy = true;
        let mut idle_rounds = 0_u32;
        loop {
            if shared.is_halted() {
                return Ok(());
            }
            if shared.mailboxes[self.number as usize].0.has_mail() {
                if !is_busy {
                    shared.busy(self.round).fetch_add(1, AcqRel);
                    is_busy = true;
                }
                self.read_mail(key)?;
            }
            if is_busy && self.expand_batch(key)? {
                idle_rounds = 0;
                self.publish(meter)?;
                continue;
            }
            if is_busy {
                // Partial batches go out before this worker counts as idle.
                self.post(1);
                is_busy = false;
                self.publish(meter)?;
                shared.busy(self.round).fetch_sub(1, AcqRel);
            }
            if shared.busy(self.round).load(Acquire) == 0 {
                return Ok(());
            }
            idle_rounds += 1;
            if idle_rounds < 64 {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
            if idle_rounds.is_multiple_of(1024) {
                self.publish(meter)?;
            }
        }
    }

    fn read_mail(&mut self, key: u64) -> Result<(), Stop> {
        for mut batch in self.shared.mailboxes[self.number as usize].0.take() {
            self.shared.busy(self.round).fetch_sub(1, AcqRel);
            self.receive(&mut batch, key)?;
            if self.spare.len() < 2 * self.outboxes.len() {
                self.spare.push(batch);
            }
        }
        Ok(())
    }

    /// Expands a few positions up to the key and passes their successors on. Returns true if there
    /// were any.
    fn expand_batch(&mut self, key: u64) -> Result<bool, Stop> {
        let own = self.number as usize;
        let mut is_any = !self.arrived.is_empty();
        for _ in 0..PORTION {
            let Some(taken) = self.share.take() else { break };
            is_any = true;
            self.expand(taken)?;
            // Successors spread evenly, so the other outboxes are about as full.
            if self.outboxes[own].0.len() >= BATCH {
                break;
            }
        }
        // A worker is idle: flush small batches.
        let is_awaited = self.shared.busy(self.round).load(Relaxed) < self.outboxes.len();
        self.post(if is_awaited { 1 } else { BATCH });
        let mut batch = std::mem::take(&mut self.outboxes[own].0);
        let end = self.receive(&mut batch, key);
        self.outboxes[own].0 = batch;
        end.map(|()| is_any)
    }

    #[inline]
    fn expand(&mut self, taken: Taken) -> Result<(), Stop> {
        let Taken { node, trace, cost } = taken;
        let workers = self.outboxes.len();
        let number = node * workers as u32 + self.number;
        let state = self.share.nodes().state(node);
        if !self.space.expand(state, trace, self.pruning, self.next.of(number, cost)) {
            self.stats.dead_ends += 1;
            return Ok(());
        }
        if self.quota == 0 {
            self.quota = self.shared.grant(PORTION);
            if self.quota == 0 {
                return Err(Stop::Nodes);
            }
        }
        self.quota -= 1;
        self.stats.expanded += 1;
        self.stats.depth = self.stats.depth.max(cost);
        for Successor { state, hash, parent, cost, mv, is_goal } in self.next.list.drain(..) {
            let terms = X::terms(cost, mv, is_goal);
            self.outboxes[crate::table::owner(hash, workers)].0.push(Posted {
                state,
                parent,
                terms,
            });
        }
        Ok(())
    }

    /// Sends every batch with at least `least` positions.
    fn post(&mut self, least: usize) {
        for owner in (0..self.outboxes.len()).filter(|&owner| owner != self.number as usize) {
            if self.outboxes[owner].0.len() >= least {
                let empty = self.spare.pop().unwrap_or_else(empty_batch);
                let batch = std::mem::replace(&mut self.outboxes[owner].0, empty);
                self.shared.busy(self.round).fetch_add(1, AcqRel);
                self.shared.mailboxes[owner].0.put(batch);
            }
        }
    }

    /// Prefetches for a batch that this worker owns and empties it; looks up the batch before it.
    fn receive(&mut self, batch: &mut Batch<P::State, X::Terms>, key: u64) -> Result<(), Stop> {
        std::mem::swap(&mut self.arrived, &mut self.looked_up);
        let nodes = self.share.nodes();
        self.arrived.extend(batch.drain(..).map(|posted| {
            let arrived = posted.arrive();
            nodes.fetch_slot(arrived.hash);
            arrived
        }));
        let earlier = &mut self.looked_up;
        earlier.iter().for_each(|arrived| self.share.fetch_known(arrived.hash));
        self.stats.generated += earlier.len() as u64;
        for arrived in earlier.drain(..) {
            if let Some((node, cost)) = self.share.insert(arrived, &mut self.stats)? {
                self.shared.solved(Solution { cost, worker: self.number, node }, key);
            }
        }
        self.stats.peak_open = self.stats.peak_open.max(self.share.waiting());
        Ok(())
    }

    /// Publishes its counts; the first worker then checks the limits.
    fn publish(&mut self, meter: &mut Option<&mut Meter<'_>>) -> Result<(), Stop> {
        let Apart(own) = &self.shared.counts[self.number as usize];
        own.expanded.store(self.stats.expanded, Relaxed);
        own.generated.store(self.stats.generated, Relaxed);
        own.bytes.store(self.bytes(), Relaxed);
        let Some(meter) = meter else { return Ok(()) };
        let mut stats = Stats::default();
        let mut bytes = 0;
        for Apart(counts) in &self.shared.counts {
            stats.expanded += counts.expanded.load(Relaxed);
            stats.generated += counts.generated.load(Relaxed);
            bytes += counts.bytes.load(Relaxed);
        }
        // The quota enforces the limit on positions; the meter would be a batch late.
        match meter.check(&stats, bytes) {
            Err(Stop::Nodes) => Ok(()),
            end => end,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let batches = self.outboxes.len() + self.spare.len();
        self.share.bytes() + batch_bytes::<P::State, X::Terms>(batches)
    }
}
