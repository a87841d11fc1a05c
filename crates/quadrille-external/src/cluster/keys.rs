//! A* over several workers: each keeps its positions in memory, in the order of their keys
//! (hash-distributed A*: Kishimoto, Fukunaga and Botea 2009).
//!
//! The workers go through the keys in rounds. A round expands all positions whose cost plus
//! estimate is at most the key, including those that arrive while their owner still works; the rest
//! is left to the next round, which may have the same key. With an admissible heuristic no plan is
//! cheaper than the current key, so the first goal that costs no more ends the search. A position
//! to which a cheaper path is found is expanded again, so the heuristic need not be consistent.
//!
//! With a folder, the workers write [`Checkpoints`] between rounds, and a search that was stopped
//! continues from the last one that all have.
//!
//! Moves cost 1 each. No parents are stored: a plan is found backwards, among the positions that
//! cost one move less.

use quadrille_search::{
    Cost, Limits, Stats, Stop,
    toolkit::{Deadline, Expansion, Meter, PackedRows, hash, owner},
};

use super::agreement::{agree, share_out};
use super::checkpoint::Checkpoints;
use super::exchange::Exchange;
use super::known::{Group, Known};
use super::packet::{Packet, Step};
use super::{Ended, Share};
use crate::error::{Break, ExternalError};
use crate::row::{Row, widened};

/// Positions that are expanded together.
const BATCH: u64 = 512;
const COUNTS: usize = 7;

pub(super) struct Keys<'a, const N: usize> {
    space: &'a dyn PackedRows,
    exchange: Exchange,
    checkpoints: Option<Checkpoints>,
    /// The number of the checkpoint from which the search continued.
    resumed: u64,
    deadline: Deadline,
    /// The node limit of all workers together.
    nodes_limit: Option<u64>,
    known: Known<'a, N>,
    own: Stats,
    /// The sums over all workers.
    all: Stats,
    lower_bound: Cost,
}

impl<'a, const N: usize> Keys<'a, N> {
    pub(super) fn new(
        space: &'a dyn PackedRows,
        exchange: Exchange,
        checkpoints: Option<Checkpoints>,
        meter: &Meter<'_>,
        (nodes_limit, memory): (Option<u64>, usize),
    ) -> Self {
        let deadline = meter.deadline();
        let known = Known::new(space, memory, deadline.clone());
        let (own, all) = (Stats::default(), Stats::default());
        let (resumed, lower_bound) = (0, 0);
        Keys {
            space,
            exchange,
            checkpoints,
            resumed,
            deadline,
            nodes_limit,
            known,
            own,
            all,
            lower_bound,
        }
    }

    /// Runs the search together with the other workers.
    pub(super) fn run(mut self, meter: &mut Meter<'_>) -> Result<Ended, ExternalError> {
        let (line, stop) = match self.search(meter) {
            Ok(line) => (line, None),
            Err(Break::Stop(stop)) => (None, Some(stop)),
            Err(Break::Error(failure)) => return Err(failure),
        };
        let positions = u64::from(self.known.nodes.len());
        let disk_bytes = self.checkpoints.as_ref().map_or(0, Checkpoints::disk_bytes);
        let share = Share { positions, disk_bytes, ..Share::default() };
        // A round that was interrupted counts too.
        let counted = self.counted();
        let (shares, sums) = share_out(&mut self.exchange, share, &counted);
        if !shares.is_empty() {
            self.count(&sums);
        }
        let (stats, lower_bound, resumed) = (self.all, self.lower_bound, self.resumed as usize);
        self.exchange.close();
        let end = crate::Ended { line, stop, stats, lower_bound, layers: Vec::new() };
        Ok(Ended { end, resumed, shares })
    }

    /// Continues from the last checkpoint that all workers have, or begins with the start.
    fn begin(&mut self) -> Result<(), Break> {
        let own = self.checkpoints.as_ref().map_or(0, Checkpoints::number);
        let messages = agree(&mut self.exchange, &self.deadline, Ok(vec![own]))?;
        self.resumed = messages.iter().flatten().min().copied().unwrap_or(0);
        if let Some(checkpoints) = &mut self.checkpoints {
            self.own = checkpoints.restore(self.resumed, &mut self.known, &self.deadline)?;
        }
        let start = widened::<N>(&self.space.start());
        let hash = hash(&start);
        if self.resumed == 0 && owner(hash, self.exchange.workers()) == self.exchange.index() {
            self.known.add(start, hash, Step { cost: 0, trace: false }, &mut self.own)?;
            self.known.add_all(&mut self.own)?;
        }
        Ok(())
    }

    /// Writes a checkpoint, as all workers do now.
    fn keep(&mut self) -> Result<(), Break> {
        let Some(checkpoints) = &mut self.checkpoints else { return Ok(()) };
        let written = checkpoints.write(&self.known, &self.own, &self.deadline);
        agree(&mut self.exchange, &self.deadline, written.map(|()| Vec::new())).map(drop)
    }

    fn search(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<u64>>, Break> {
        let mut end = self.begin();
        for round in 0.. {
            let numbers = end.map(|()| {
                let least = self.known.open.least_key().map_or(u64::MAX, |key| key as u64);
                let best = self.known.goal.map_or(u64::MAX, |(cost, _)| u64::from(cost));
                let is_due = |own: &Checkpoints| own.is_due(&self.known);
                let is_due = self.checkpoints.as_ref().is_some_and(is_due);
                [&[least, best, u64::from(is_due)][..], &self.counted()].concat()
            });
            let messages = agree(&mut self.exchange, &self.deadline, numbers)?;
            let all =
                |at: usize| messages.iter().filter_map(move |message| message.get(at).copied());
            let [least, best] = [0, 1].map(|at| all(at).min().unwrap_or(u64::MAX));
            let is_due = all(2).any(|due| due == 1);
            let sums: Vec<u64> = (3..3 + COUNTS).map(|at| all(at).sum()).collect();
            self.count(&sums);
            self.all.depth = (least.min(best) as Cost).min(Limits::MAX_COST);
            if least == u64::MAX && best == u64::MAX {
                return Ok(None);
            }
            if best <= least {
                // No waiting position can lead to a cheaper goal if estimates are admissible.
                self.raise(best);
                let own = self.known.goal.filter(|(cost, _)| u64::from(*cost) == best);
                return self.way_to(best as Cost, own.map(|(_, row)| row), meter).map(Some);
            }
            self.raise(least);
            meter.lower_bound(self.lower_bound);
            if is_due {
                self.keep()?;
            }
            end = self.round(round, least as f64, meter);
        }
        Ok(None)
    }

    fn counted(&self) -> [u64; COUNTS] {
        let Stats { expanded, generated, duplicates, reopened, dead_ends, peak_open, .. } =
            self.own;
        let bytes = self.known.bytes() as u64;
        [expanded, generated, duplicates, reopened, dead_ends, peak_open, bytes]
    }

    fn count(&mut self, sums: &[u64]) {
        if let &[expanded, generated, duplicates, reopened, dead_ends, peak_open, bytes] = sums {
            let peak_bytes = self.all.peak_bytes.max(bytes);
            self.all = Stats {
                expanded,
                generated,
                duplicates,
                reopened,
                dead_ends,
                peak_open,
                peak_bytes,
                ..self.all
            };
        }
    }

    fn raise(&mut self, key: u64) {
        let factor = self.space.estimate_factor();
        if factor.is_finite() {
            let bound = (key as f64 / factor).ceil() as Cost;
            self.lower_bound = self.lower_bound.max(bound);
        }
    }

    /// Expands positions up to the key, and takes what arrives.
    fn round(&mut self, round: usize, key: f64, meter: &mut Meter<'_>) -> Result<(), Break> {
        let Keys { space, exchange, deadline, known, own, .. } = self;
        let words = space.words();
        let (index, workers) = (exchange.index(), exchange.workers());
        let left = self.nodes_limit.map(|nodes| nodes.saturating_sub(self.all.expanded));
        // Each worker may expand its part of the rest.
        let most = left.map_or(u64::MAX, |left| left / workers as u64);
        let last = own.expanded.saturating_add(most);
        exchange.begin_layer(round);
        let mut expansion = Expansion::default();
        let mut group = Group::default();
        let mut work = || -> Result<(), Break> {
            loop {
                let room = last.saturating_sub(own.expanded).min(BATCH) as usize;
                if room == 0 {
                    return Err(Stop::Nodes.into());
                }
                let mut taken = 0;
                while taken < room && known.take(key, room - taken, &mut group) {
                    taken += group.traces.len();
                    if group.cost >= Limits::MAX_COST / 4 {
                        return Err(Stop::Cost.into());
                    }
                    let traces = (group.cost > 0).then_some(&group.traces[..]);
                    space.expand(&group.rows, traces, &mut expansion);
                    for (rows, trace) in expansion.rows.iter_mut().zip([false, true]) {
                        own.generated += (rows.len() / words) as u64;
                        let step = Step { cost: group.cost + 1, trace };
                        for row in rows.chunks_exact(words) {
                            let hash = hash(&widened::<N>(row));
                            match owner(hash, workers) {
                                target if target == index => {
                                    known.add(widened(row), hash, step, own)?;
                                }
                                target => exchange.post(target, step, row),
                            }
                        }
                        rows.clear();
                    }
                    known.add_all(own)?;
                }
                own.expanded += expansion.expanded;
                own.dead_ends += expansion.dead_ends;
                (expansion.expanded, expansion.dead_ends, expansion.goals) = (0, 0, 0);
                exchange.advance(&mut |arrived| take_in(known, arrived, own, deadline))?;
                if let Some(stop) = exchange.stop() {
                    return Err(stop.into());
                }
                meter.check_now(own, known.bytes())?;
                if taken == 0 {
                    return Ok(());
                }
            }
        };
        let worked = work();
        let end = worked.and_then(|()| {
            exchange.end_layer(round, &mut |arrived| take_in(known, arrived, own, deadline))
        });
        exchange.finish_layer(round, end)
    }

    /// The positions up to a goal of this cost: the least of those that the workers name. Its
    /// parents are looked for among the positions that cost one move less, or still less if a
    /// cheaper path was found later.
    fn way_to(
        &mut self,
        cost: Cost,
        own: Option<Row<N>>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u64>, Break> {
        let words = self.space.words();
        let named = |row: Option<Row<N>>, cost: Cost| {
            row.map_or_else(Vec::new, |row| [&[u64::from(cost)][..], &row[..]].concat())
        };
        let messages = agree(&mut self.exchange, &self.deadline, Ok(named(own, cost)))?;
        let mut here = messages.into_iter().filter(|message| !message.is_empty()).min();
        let mut line = Vec::new();
        while let Some(message) = here.filter(|message| message.len() == N + 1) {
            let row = widened::<N>(&message[1..]);
            line.push(row);
            let cost = message[0] as Cost;
            if cost == 0 {
                break;
            }
            here = None;
            // First those that cost one less, then all cheaper ones.
            for range in [cost - 1..cost, 0..cost - 1] {
                let own = self.parent(&row, range, meter);
                let numbers =
                    own.map(|own| own.map_or_else(Vec::new, |(row, cost)| named(Some(row), cost)));
                let messages = agree(&mut self.exchange, &self.deadline, numbers)?;
                here = messages.into_iter().filter(|message| !message.is_empty()).min();
                if here.is_some() {
                    break;
                }
            }
        }
        Ok(line.iter().rev().flat_map(|row| row[N - words..].iter().copied()).collect())
    }

    /// The least of the worker's own positions with costs in the range that leads to another.
    fn parent(
        &self,
        target: &Row<N>,
        costs: std::ops::Range<Cost>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Row<N>, Cost)>, Break> {
        let words = self.space.words();
        let (nodes, mut expansion) = (&self.known.nodes, Expansion::default());
        let mut least: Option<(Cost, Row<N>)> = None;
        for node in 0..nodes.len() {
            if node % (1 << 14) == 0 {
                meter.check_now(&self.own, self.known.bytes())?;
            }
            let way = nodes.link(node);
            let row = *nodes.state(node);
            if !way.is_done()
                || !costs.contains(&way.cost())
                || least.is_some_and(|least| least <= (way.cost(), row))
            {
                continue;
            }
            // All moves: the path to it may have been another when it was expanded.
            self.space.expand(&row[N - words..], None, &mut expansion);
            let mut following = expansion.rows.iter().flat_map(|rows| rows.chunks_exact(words));
            if following.any(|following| *following == target[N - words..]) {
                least = Some((way.cost(), row));
            }
            expansion.rows.iter_mut().for_each(Vec::clear);
        }
        Ok(least.map(|(cost, row)| (row, cost)))
    }
}

fn take_in<const N: usize>(
    known: &mut Known<'_, N>,
    arrived: &[Packet],
    own: &mut Stats,
    deadline: &Deadline,
) -> Result<(), Break> {
    deadline.check(0)?;
    for (step, rows) in arrived.iter().flat_map(Packet::sections) {
        for row in rows.chunks_exact(known.words()).map(widened) {
            known.add(row, hash(&row), step, own)?;
        }
    }
    known.add_all(own)?;
    own.peak_open = own.peak_open.max(known.open.len());
    Ok(())
}
