//! One worker: its part of each layer, on its own disk, and its agreements with the others.

use quadrille_search::{
    Cost, Stats, Stop,
    explore::Layer,
    toolkit::{Deadline, Meter, hash, owner},
};

use super::agreement::{agree, share_out};
use super::exchange::Exchange;
use super::packet::{Packet, Step};
use super::{Aim, Ended, Share};
use crate::engine::Engine;
use crate::error::{Break, ExternalError};
use crate::expand::{Expander, Gather, Runs};
use crate::row::widened;

/// Blocks of expanded rows between two checks of the other workers' progress.
const BLOCKS: usize = 4;

/// Called with the depth and the contents of each complete layer.
pub(super) type OnLayer<'f> = &'f mut (dyn FnMut(usize, Layer) + Send);

pub(super) struct Worker<'a, const N: usize> {
    engine: Engine<'a, N>,
    exchange: Exchange,
    deadline: Deadline,
    /// The node limit of all workers together.
    nodes: Option<u64>,
    layers: Vec<Layer>,
    stats: Stats,
    resumed: usize,
}

impl<'a, const N: usize> Worker<'a, N> {
    pub(super) fn new(
        engine: Engine<'a, N>,
        exchange: Exchange,
        deadline: Deadline,
        nodes: Option<u64>,
    ) -> Self {
        let (layers, stats) = (Vec::new(), Stats::default());
        Worker { engine, exchange, deadline, nodes, layers, stats, resumed: 0 }
    }

    /// Runs the search together with the other workers.
    pub(super) fn run(
        mut self,
        aim: Aim,
        meter: &mut Meter<'_>,
        on_layer: OnLayer<'_>,
    ) -> Result<Ended, ExternalError> {
        let searched = self.search(aim, meter, on_layer);
        let committed = self.engine.commit().map(|()| Vec::new());
        let searched = match searched {
            Err(failure @ Break::Error(_)) => Err(failure),
            searched => self.agree(committed).and(searched),
        };
        let (line, stop) = match searched {
            Ok(line) => (line, None),
            Err(Break::Stop(stop)) => (None, Some(stop)),
            Err(Break::Error(failure)) => return Err(failure),
        };
        let positions = self.engine.manifest().layers.iter().map(|layer| layer.positions).sum();
        let disk_bytes = self.engine.disk_bytes().1;
        let share = Share { positions, disk_bytes, ..Share::default() };
        let (shares, _) = share_out(&mut self.exchange, share, &[]);
        // The last layer of an exhausted search is empty.
        self.layers.retain(|layer| layer.positions > 0);
        let mut stats = self.stats;
        stats.depth = self.layers.len().saturating_sub(1) as Cost;
        stats.peak_open = self.layers.iter().map(|layer| layer.positions).max().unwrap_or(0);
        let known: u64 = self.layers.iter().map(|layer| layer.positions).sum();
        stats.duplicates = (stats.generated + 1).saturating_sub(known);
        let goal = self.layers.iter().position(|layer| layer.solved > 0);
        let lower_bound = goal.unwrap_or(self.layers.len()) as Cost;
        let end = crate::Ended { line, lower_bound, stop, stats, layers: self.layers };
        self.exchange.close();
        Ok(Ended { end, resumed: self.resumed, shares })
    }

    fn search(
        &mut self,
        aim: Aim,
        meter: &mut Meter<'_>,
        on_layer: OnLayer<'_>,
    ) -> Result<Option<Vec<u64>>, Break> {
        self.resume()?;
        loop {
            let depth = self.layers.len();
            if let Some(&last) = self.layers.last().filter(|last| last.positions > 0) {
                on_layer(depth - 1, last);
            }
            let goal = self.layers.iter().position(|layer| layer.solved > 0);
            if let (Aim::Goal, Some(goal)) = (aim, goal) {
                let own = self.engine.manifest().layers[goal].goal.clone();
                return self.way_to(goal, own, meter).map(Some);
            }
            if let Some(last) = depth.checked_sub(2).filter(|_| self.is_exhausted()) {
                let own = self.engine.first_row(last);
                return match aim {
                    Aim::Goal | Aim::Astar => Ok(None),
                    Aim::All => self.way_to(last, own, meter).map(Some),
                };
            }
            meter.lower_bound(depth as Cost);
            self.next_layer(meter)?;
        }
    }

    fn is_exhausted(&self) -> bool {
        self.layers.last().is_some_and(|layer| layer.positions == 0)
    }

    fn agree(&mut self, own: Result<Vec<u64>, Break>) -> Result<Vec<Vec<u64>>, Break> {
        agree(&mut self.exchange, &self.deadline, own)
    }

    /// The counts of the worker's own positions so far.
    fn effort(&self) -> [u64; 4] {
        let own = self.engine.stats();
        [own.expanded, own.generated, own.dead_ends, own.peak_bytes]
    }

    /// Adds a layer as reported by all workers: its positions and goals, and the total counts.
    fn count(&mut self, messages: &[Vec<u64>]) {
        let sum =
            |at: usize| messages.iter().map(|message| message.get(at).copied().unwrap_or(0)).sum();
        self.layers.push(Layer { positions: sum(0), solved: sum(1), ..Layer::default() });
        let (expanded, generated) = (sum(2), sum(3));
        self.stats =
            Stats { expanded, generated, dead_ends: sum(4), peak_bytes: sum(5), ..self.stats };
    }

    /// Finds the layers that all workers have, and deletes those that only some have.
    fn resume(&mut self) -> Result<(), Break> {
        let own = self.engine.manifest().layers.len() as u64;
        let messages = self.agree(Ok(vec![own]))?;
        let common =
            messages.iter().filter_map(|message| message.first()).min().copied().unwrap_or(0);
        self.resumed = common as usize;
        let kept = self.engine.keep_layers(self.resumed);
        let effort = self.effort();
        let layers = &self.engine.manifest().layers;
        let sizes = layers
            .iter()
            .flat_map(|layer| [layer.positions, layer.solved].into_iter().chain(effort));
        let numbers = sizes.collect();
        let messages = self.agree(kept.map(|()| numbers))?;
        for depth in 0..self.resumed {
            let of_layer = |message: &Vec<u64>| {
                message.chunks(6).nth(depth).map(<[u64]>::to_vec).unwrap_or_default()
            };
            let messages: Vec<Vec<u64>> = messages.iter().map(of_layer).collect();
            self.count(&messages);
        }
        Ok(())
    }

    fn next_layer(&mut self, meter: &mut Meter<'_>) -> Result<(), Break> {
        let depth = self.layers.len();
        let next = self.layers.last().map_or(0, |layer| layer.positions);
        // All workers know this number, so none begins a layer that would exceed the limit.
        if self.nodes.is_some_and(|nodes| self.stats.expanded + next > nodes) {
            return Err(Stop::Nodes.into());
        }
        let (exchange, deadline) = (&mut self.exchange, &self.deadline);
        let made = self.engine.next_layer_by(meter, &mut |expander, meter, base| {
            follow(exchange, expander, depth, (meter, base, deadline))
        });
        let numbers = made.map(|()| {
            let layer = &self.engine.manifest().layers[depth];
            let is_due = u64::from(self.engine.is_due());
            [&[layer.positions, layer.solved][..], &self.effort(), &[is_due]].concat()
        });
        let messages = self.agree(numbers)?;
        self.count(&messages);
        // Together, since all wait for the one that takes longest.
        if messages.iter().any(|message| message.last() == Some(&1)) {
            let committed = self.engine.commit();
            self.agree(committed.map(|()| Vec::new()))?;
        }
        Ok(())
    }

    /// The positions up to one of a layer: the least of those that the workers name. Its parents
    /// are looked for among the positions of all workers, the least first, so the line is always
    /// the same.
    fn way_to(
        &mut self,
        depth: usize,
        own: Option<Vec<u64>>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u64>, Break> {
        let mut line = vec![self.least(Ok(own))?];
        for depth in (0..depth).rev() {
            let target = line.last().map_or(&[][..], Vec::as_slice);
            let own = self.engine.parent(depth, target, meter);
            let row = self.least(own)?;
            line.push(row);
        }
        Ok(line.into_iter().rev().flatten().collect())
    }

    /// The least row that any worker names.
    fn least(&mut self, own: Result<Option<Vec<u64>>, Break>) -> Result<Vec<u64>, Break> {
        let messages = self.agree(own.map(Option::unwrap_or_default))?;
        let least = messages.into_iter().filter(|row| !row.is_empty()).min();
        least.ok_or_else(|| self.engine.broken_line())
    }
}

/// Expands the worker's part of a layer, sends successors to their owners, and collects its own and
/// those that arrive.
fn follow<const N: usize>(
    exchange: &mut Exchange,
    expander: &Expander<'_, N>,
    depth: usize,
    (meter, base, deadline): (&mut Meter<'_>, &Stats, &Deadline),
) -> Result<Runs<N>, Break> {
    let words = expander.space.words();
    let (index, workers) = (exchange.index(), exchange.workers());
    let (mut gather, mut own) = (Gather::new(expander), Vec::new());
    let collect = |gather: &mut Gather<'_, N>, packets: &[Packet]| {
        deadline.check(0)?;
        for (step, rows) in packets.iter().flat_map(Packet::sections) {
            gather.take(step.trace, rows.chunks_exact(words).map(widened))?;
        }
        Ok(())
    };
    exchange.begin_layer(depth);
    let mut blocks = 0;
    let expanded = expander.each_batch(|expansion| {
        for (rows, trace) in expansion.rows.iter().zip([false, true]) {
            for row in rows.chunks_exact(words).map(widened::<N>) {
                match owner(hash(&row), workers) {
                    target if target == index => own.push(row),
                    target => exchange.post(target, Step { cost: 0, trace }, &row[N - words..]),
                }
            }
            gather.take(trace, own.drain(..))?;
        }
        blocks += 1;
        if blocks % BLOCKS != 0 {
            return Ok(());
        }
        exchange.advance(&mut |packets| collect(&mut gather, packets))?;
        if let Some(stop) = exchange.stop() {
            return Err(stop.into());
        }
        gather.count();
        let stats = expander.counted(base);
        Ok(meter.check_now(&stats, 0)?)
    });
    let end = expanded
        .and_then(|()| exchange.end_layer(depth, &mut |packets| collect(&mut gather, packets)));
    exchange.finish_layer(depth, end)?;
    gather.count();
    Ok(gather.finish())
}
