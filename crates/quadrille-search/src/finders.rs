//! Quick searches for a plan beside a proof.
//!
//! A proof may take long, and then its caller is left without a plan. So searches that prove nothing run beside it: beams of
//! growing width, weighted A* of falling weight, and greedy search and beams by every heuristic there is. They begin when
//! the proof has run for a while, so that an easy problem never starts a thread; every better plan is told at once; and the proof ends
//! when its lower bound reaches the cost of their best plan.
//!
//! They take turns on one core, which is not that of the proof where there is another. Where there is none they take turns with
//! the proof too, and get a tenth of the time and a quarter of a second.
//!
//! What is proved does not depend on any of this: the cost of a proved plan is the same in every run. Which of several
//! cheapest plans is told, the counts, and what is known when a limit is reached may differ. Where a caller sets a limit
//! of positions below ten million, no finder runs, and everything is the same in every run.

#[cfg(target_arch = "wasm32")]
use crate::{Control, Heuristic, Meter, Report, Space};

/// What finders are led by: a heuristic that is there already, and those that are made when finders need them.
pub struct Guides<'h, H: ?Sized, F> {
    /// The best, if it is there.
    pub first: Option<&'h H>,
    /// Makes the heuristic with this number: 0 for the best, then the others.
    pub make: F,
}

/// Runs a proof. There are no threads here for anything beside it.
#[cfg(target_arch = "wasm32")]
pub fn beside<P, H, T, F>(
    _space: &P,
    _guides: Guides<'_, H, F>,
    _states: impl FnOnce(Vec<P::State>) -> Vec<T>,
    meter: &mut Meter<'_>,
    proof: impl FnOnce(&mut Meter<'_>) -> Report<P::Move, T>,
) -> Report<P::Move, T>
where
    P: Space + ?Sized,
    H: Heuristic<P::State, P::Move> + ?Sized,
    F: Fn(usize) -> Option<Box<H>> + Sync,
{
    proof(meter)
}

/// No finder runs here.
#[cfg(target_arch = "wasm32")]
pub(crate) fn has_finders(_control: &Control) -> bool {
    false
}

#[cfg(not(target_arch = "wasm32"))]
pub use threads::beside;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use threads::has_finders;

#[cfg(not(target_arch = "wasm32"))]
mod threads {
    use std::cell::Cell;
    use std::num::NonZero;
    use std::sync::{Arc, Mutex, PoisonError};
    use std::thread;
    use std::time::Duration;

    use super::Guides;
    use crate::beam::beam;
    use crate::beside::{Beside, Shared};
    use crate::best_first::{GREEDY, Policy, Ranking, best_first};
    use crate::{
        Control, Heuristic, Limit, Limits, Meter, Outcome, Pruning, Report, Space, Stats, Stop,
    };

    /// Below this limit of positions counts are to be exact, and no finder runs.
    const FEW_NODES: u64 = 10_000_000;
    /// How many searches run beside a proof, and how their time is shared: everything else, beams, and weighted A*.
    const FINDERS: usize = 3;
    const SHARES: [u32; FINDERS] = [2, 3, 3];
    /// The first beam, and by how much each is wider than the one before.
    const FIRST_WIDTH: u32 = 100;
    const WIDER: u32 = 10;
    /// The weights of A*, one after the other.
    const WEIGHTS: [f64; 4] = [5.0, 3.0, 2.0, 1.5];
    const LIGHT: f64 = 2.0;
    /// Positions for each of the searches by every heuristic in the first round; four times as many in each later one.
    const FIRST_ROUND: u64 = 1_000;
    /// What the finders hold of the memory that is allowed, and at most.
    const MEMORY_PART: usize = 8;
    const MOST_MEMORY: usize = 1 << 30;

    /// Whether finders run beside a proof with these limits.
    pub(crate) fn has_finders(control: &Control) -> bool {
        control.limits.nodes.is_none_or(|nodes| nodes >= FEW_NODES)
    }

    /// Runs a proof, with finders beside it. `states` turns the positions along a plan into those of the report.
    pub fn beside<P, H, T, F>(
        space: &P,
        guides: Guides<'_, H, F>,
        states: impl FnOnce(Vec<P::State>) -> Vec<T>,
        meter: &mut Meter<'_>,
        proof: impl FnOnce(&mut Meter<'_>) -> Report<P::Move, T>,
    ) -> Report<P::Move, T>
    where
        P: Space + ?Sized,
        H: Heuristic<P::State, P::Move> + ?Sized,
        F: Fn(usize) -> Option<Box<H>> + Sync,
    {
        let (control, started) = (meter.control(), meter.started());
        let Limits { memory, .. } = control.limits;
        if !has_finders(control) {
            return proof(meter);
        }
        let cores = control.cores.or_else(|| thread::available_parallelism().ok());
        let allowed = memory.unwrap_or(usize::MAX);
        let part = (allowed / MEMORY_PART).min(MOST_MEMORY);
        let own = Control {
            limits: Limits { memory: memory.map(|memory| memory - part), ..control.limits },
            ..control.clone()
        };
        let beside = Control {
            limits: Limits { nodes: None, memory: Some(part / FINDERS), ..control.limits },
            progress: Arc::default(),
            ..control.clone()
        };
        let shares_core = cores.is_none_or(|cores| cores < NonZero::<usize>::MIN.saturating_add(1));
        let shared = Shared::new(&SHARES, shares_core, Arc::clone(&control.progress));
        let found = Mutex::new(Found { best: None, stats: [Stats::default(); FINDERS] });
        let has_begun = Cell::new(false);
        let Guides { first, make } = guides;
        let make = &make;
        let mut report = thread::scope(|scope| {
            // Whatever becomes of the proof, nobody waits for a turn any more.
            let _end = End(&shared);
            let start = || {
                has_begun.set(true);
                for number in 0..FINDERS {
                    let (shared, found, control) = (&shared, &found, &beside);
                    let find = move || {
                        let _leave = Leave(shared, number);
                        Finder { space, first, make, shared, number, control, started, found }
                            .work();
                    };
                    let builder = thread::Builder::new().name("finder".into());
                    if builder.spawn_scoped(scope, find).is_err() {
                        shared.leave(number);
                    }
                }
            };
            let report = proof(
                &mut own.start_beside(started, Beside::Proof(&shared, Some(Box::new(start)))),
            );
            // There was no room for the proof; for a plan there may be.
            let is_full = report.stop == Some(Stop::Limit(Limit::Memory));
            if is_full && report.plan().is_none() && has_begun.get() {
                shared.wait_for_plan();
            }
            report
        });
        let Found { best, stats } = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !has_begun.get() {
            return report;
        }
        stats.iter().for_each(|stats| add(&mut report.stats, stats, stats.peak_bytes));
        report.stats.seconds = (control.clock.now().saturating_sub(started)).as_secs_f64();
        let lower_bound = report.lower_bound.max(shared.lower_bound());
        if let Some(best) = best
            && let Outcome::Solved { plan, cost, .. } = best.outcome
            && report.plan().is_none_or(|(_, other)| cost < other)
        {
            report.outcome = Outcome::Solved { plan, cost, optimal: false };
            report.states = states(best.states);
        }
        if let Outcome::Solved { cost, optimal, .. } = &mut report.outcome {
            *optimal |= *cost <= lower_bound;
            report.lower_bound = lower_bound.min(*cost);
            report.stop = report.stop.filter(|_| !*optimal);
        }
        report
    }

    /// Ends all finders.
    struct End<'s>(&'s Shared);

    impl Drop for End<'_> {
        fn drop(&mut self) {
            self.0.end();
        }
    }

    /// Ends one of them.
    struct Leave<'s>(&'s Shared, usize);

    impl Drop for Leave<'_> {
        fn drop(&mut self) {
            self.0.leave(self.1);
        }
    }

    /// Adds what one search took to what others took.
    fn add(all: &mut Stats, one: &Stats, bytes: u64) {
        all.expanded += one.expanded;
        all.generated += one.generated;
        all.duplicates += one.duplicates;
        all.reopened += one.reopened;
        all.dead_ends += one.dead_ends;
        all.peak_bytes += bytes;
        let firsts = [all.first_plan_seconds, one.first_plan_seconds];
        all.first_plan_seconds = firsts.into_iter().flatten().min_by(f64::total_cmp);
    }

    /// What the finders brought.
    struct Found<M, S> {
        best: Option<Report<M, S>>,
        /// What each of them took.
        stats: [Stats; FINDERS],
    }

    /// One of the searches beside the proof.
    struct Finder<'a, P: Space + ?Sized, H: ?Sized, F> {
        space: &'a P,
        first: Option<&'a H>,
        make: &'a F,
        shared: &'a Shared,
        number: usize,
        control: &'a Control,
        started: Duration,
        found: &'a Mutex<Found<P::Move, P::State>>,
    }

    impl<P, H, F> Finder<'_, P, H, F>
    where
        P: Space + ?Sized,
        H: Heuristic<P::State, P::Move> + ?Sized,
        F: Fn(usize) -> Option<Box<H>>,
    {
        fn work(&self) {
            if self.number == 0 {
                self.shared.join(self.number);
                return self.try_all();
            }
            // Tables may take long to make: nobody waits for that.
            let own = if self.first.is_none() { (self.make)(0) } else { None };
            let Some(guide) = self.first.or(own.as_deref()) else { return };
            self.shared.join(self.number);
            match self.number {
                1 => self.widen(guide),
                _ => self.weigh(guide),
            }
        }

        /// Beams of growing width, until one leaves nothing out or the memory is full.
        fn widen(&self, guide: &H) {
            let mut width = FIRST_WIDTH;
            loop {
                match self.beam(guide, width, None) {
                    Some(Stop::Limit(Limit::Width)) | None => {}
                    Some(_) => return,
                }
                let Some(wider) = width.checked_mul(WIDER) else { return };
                width = wider;
            }
        }

        /// Weighted A* with falling weights.
        fn weigh(&self, guide: &H) {
            for weight in WEIGHTS {
                if self.weighted(guide, weight, None).is_some() {
                    return;
                }
            }
        }

        /// Greedy search, weighted A* and beams by every heuristic, again and again with more positions.
        fn try_all(&self) {
            let (mut best, mut others) = (None, Vec::new());
            let (mut nodes, mut width) = (FIRST_ROUND, FIRST_WIDTH);
            loop {
                let some = Some(nodes);
                let mut ends = Vec::new();
                if let Some(best) = self.first {
                    ends.push(self.best_first(best, GREEDY, some));
                }
                for number in 0.. {
                    if number == others.len() {
                        let Some(made) = (self.make)(number + 1) else { break };
                        others.push(made);
                    }
                    let guide = &*others[number];
                    ends.push(self.best_first(guide, GREEDY, some));
                    ends.push(self.weighted(guide, WEIGHTS[0], some));
                    ends.push(self.beam(guide, width, some));
                }
                // One that has to be made comes last: the tables of the best may be large.
                if self.first.is_none() && best.is_none() {
                    best = (self.make)(0);
                }
                if let Some(best) = best.as_deref() {
                    ends.push(self.best_first(best, GREEDY, some));
                }
                // Beams by the best, and greater weights, are the work of others.
                if let Some(best) = self.first.or(best.as_deref()) {
                    ends.push(self.weighted(best, LIGHT, some));
                }
                if ends.contains(&Some(Stop::Cancelled))
                    || ends.contains(&Some(Stop::Limit(Limit::Time)))
                {
                    return;
                }
                let more = |end: &Option<Stop>| {
                    matches!(end, Some(Stop::Limit(Limit::Nodes | Limit::Width)))
                };
                let (Some(next), Some(wider)) = (nodes.checked_mul(4), width.checked_mul(4)) else {
                    return;
                };
                if !ends.iter().any(more) {
                    return;
                }
                (nodes, width) = (next, wider);
            }
        }

        fn weighted(&self, guide: &H, weight: f64, nodes: Option<u64>) -> Option<Stop> {
            let rankings = [Ranking { path: 1.0, estimate: weight }];
            self.best_first(guide, Policy { rankings: &rankings, first_plan: false }, nodes)
        }

        fn beam(&self, guide: &H, width: u32, nodes: Option<u64>) -> Option<Stop> {
            self.run(nodes, |meter| beam(self.space, guide, width, Pruning::default(), meter, None))
        }

        fn best_first(&self, guide: &H, policy: Policy<'_>, nodes: Option<u64>) -> Option<Stop> {
            self.run(nodes, |meter| {
                best_first(self.space, guide, policy, Pruning::default(), meter, None)
            })
        }

        /// Runs a search and keeps what it brought. Returns what stopped it.
        fn run(
            &self,
            nodes: Option<u64>,
            search: impl FnOnce(&mut Meter<'_>) -> Report<P::Move, P::State>,
        ) -> Option<Stop> {
            let control =
                Control { limits: Limits { nodes, ..self.control.limits }, ..self.control.clone() };
            let mut meter =
                control.start_beside(self.started, Beside::Finder(self.shared, self.number));
            if let Err(stop) = meter.check_now(&Stats::default(), 0) {
                return Some(stop);
            }
            let report = search(&mut meter);
            let stop = report.stop;
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            let stats = &mut found.stats[self.number];
            let peak = stats.peak_bytes.max(report.stats.peak_bytes);
            add(stats, &report.stats, 0);
            stats.peak_bytes = peak;
            let cost = |report: &Report<P::Move, P::State>| report.plan().map(|(_, cost)| cost);
            if let Some(new) = cost(&report)
                && found.best.as_ref().and_then(cost).is_none_or(|old| new < old)
            {
                found.best = Some(report);
            }
            stop
        }
    }
}
