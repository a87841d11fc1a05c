//! Messages between the workers: rows to their owners, and short messages to all.
//!
//! Rows for other workers are collected until they make a batch; then each worker is sent a
//! [`Packet`]. A batch has its own timestamp. Timely tracks the progress of all workers: a batch is
//! done when all its rows have reached their owners. A worker that is [`WINDOW`] batches ahead of
//! the slowest waits, so no queue holds more than that many batches of each worker, and a layer is
//! complete when none of its batches is in transit.
//!
//! Messages are short lists of numbers. In a [round](Exchange::all_gather) every worker sends one
//! and receives those of all.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use quadrille_search::Stop;
use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::vec::Broadcast;
use timely::dataflow::operators::{Input, InspectCore, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker as Dataflow;

use super::connection::Traffic;
use super::packet::{Packet, Step, ToTarget};
use crate::error::{Break, ExternalError};

/// The most batches that a worker may be ahead of the slowest.
const WINDOW: u64 = 4;
/// The words of a batch: half a megabyte. Timestamps and messages then cost nothing beside the
/// rows, and a packet still is a page or more with a hundred workers.
const BATCH: usize = 1 << 16;
/// The batches of a layer are counted below this.
const LAYER: u64 = 1 << 40;
const PARK: Duration = Duration::from_millis(1);

/// Sender, round and content of a message.
type Message = (usize, u64, Vec<u64>);
/// Handles the packets that have arrived since the last call, perhaps none.
pub(super) type Take<'t> = &'t mut dyn FnMut(&[Packet]) -> Result<(), Break>;

/// The round of a message outside of all rounds.
const OUT_OF_BAND: u64 = u64::MAX;

/// The connections of one worker to all workers, itself included.
pub(super) struct Exchange {
    dataflow: Dataflow,
    traffic: Arc<Traffic>,
    /// True for the first worker of its process.
    is_first: bool,
    rows: InputHandle<u64, NoopBuilder<Packet>>,
    rows_done: ProbeHandle<u64>,
    /// Two for each worker, one for each trace, so that sections are long.
    waiting: Vec<[Packet; 2]>,
    /// The number of words that wait in packets.
    waiting_words: usize,
    arrived: Rc<RefCell<Vec<Packet>>>,
    time: u64,
    messages: InputHandle<u64, CapacityContainerBuilder<Vec<Message>>>,
    messages_done: ProbeHandle<u64>,
    received: Rc<RefCell<Vec<Message>>>,
    round: u64,
    /// The message of a worker that ends the search.
    stop: Option<Stop>,
    /// The number of rows sent to other workers.
    pub(super) sent: u64,
}

impl Exchange {
    pub(super) fn new(mut dataflow: Dataflow, traffic: Arc<Traffic>, is_first: bool) -> Self {
        let workers = dataflow.peers();
        let arrived: Rc<RefCell<Vec<Packet>>> = Rc::default();
        let received: Rc<RefCell<Vec<Message>>> = Rc::default();
        let (mut rows, mut messages) = (InputHandle::new_with_builder(), InputHandle::new());
        let (rows_done, messages_done) = (ProbeHandle::new(), ProbeHandle::new());
        let inbox = Rc::clone(&arrived);
        dataflow.dataflow::<u64, _, _>(|scope| {
            let stream = scope.input_from(&mut rows);
            let route = DistributorPact(|_| ToTarget);
            let taken = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                route,
                "Rows",
                move |_, _| {
                    move |input, _| {
                        input.for_each(|_, packet| {
                            inbox.borrow_mut().push(std::mem::take(packet));
                        });
                    }
                },
            );
            taken.probe_with(&rows_done);
        });
        let incoming = Rc::clone(&received);
        dataflow.dataflow::<u64, _, _>(|scope| {
            let stream = scope.input_from(&mut messages);
            stream
                .broadcast()
                .inspect_container(move |event| {
                    if let Ok((_, messages)) = event {
                        incoming.borrow_mut().extend(messages.iter().cloned());
                    }
                })
                .probe_with(&messages_done);
        });
        Exchange {
            dataflow,
            traffic,
            is_first,
            rows,
            rows_done,
            waiting: (0..workers).map(|target| [0, 1].map(|_| Packet::to(target))).collect(),
            waiting_words: 0,
            arrived,
            time: 0,
            messages,
            messages_done,
            received,
            round: 0,
            stop: None,
            sent: 0,
        }
    }

    pub(super) fn index(&self) -> usize {
        self.dataflow.index()
    }

    pub(super) fn workers(&self) -> usize {
        self.dataflow.peers()
    }

    /// The bytes that the process has sent so far; its first worker reports them.
    pub(super) fn sent_bytes(&self) -> u64 {
        if self.is_first { self.traffic.sent.load(Relaxed) } else { 0 }
    }

    /// Lets timely receive messages. Fails if a process is gone.
    fn step(&mut self, park: Option<Duration>) -> Result<(), Break> {
        self.dataflow.step_or_park(park);
        if let Some(process) = self.traffic.lost() {
            return Err(Break::Error(ExternalError::Lost { process }));
        }
        let received = self.received.borrow();
        let out_of_band = received.iter().find(|(_, round, _)| *round == OUT_OF_BAND);
        if let (None, Some((_, _, numbers))) = (self.stop, out_of_band) {
            self.stop = numbers.first().and_then(|&number| stop_of(number));
        }
        Ok(())
    }

    /// The message of a worker that ends the search.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Announces the end of the search to all workers.
    pub(super) fn announce(&mut self, stop: Stop) {
        if self.stop.is_none() {
            self.stop = Some(stop);
            self.messages.send((self.index(), OUT_OF_BAND, vec![number_of(stop)]));
            self.messages.flush();
        }
    }

    /// Sends some numbers and returns those that each worker sends in this round, in the order of
    /// the workers. `meanwhile` is called while it waits.
    pub(super) fn all_gather(
        &mut self,
        numbers: Vec<u64>,
        meanwhile: &mut dyn FnMut(&mut Self),
    ) -> Result<Vec<Vec<u64>>, Break> {
        let round = self.round;
        self.messages.send((self.index(), round, numbers));
        self.round += 1;
        self.messages.advance_to(self.round);
        while self.messages_done.less_than(&self.round) {
            self.step(Some(PARK))?;
            meanwhile(self);
        }
        // The fastest workers may already have sent messages of the next round.
        let (mut now, later): (Vec<Message>, Vec<Message>) =
            self.received.borrow_mut().drain(..).partition(|message| message.1 == round);
        self.received.borrow_mut().extend(later);
        now.sort_unstable_by_key(|message| message.0);
        Ok(now.into_iter().map(|message| message.2).collect())
    }

    /// Starts to send the successors of a layer.
    pub(super) fn begin_layer(&mut self, depth: usize) {
        self.time = depth as u64 * LAYER;
        self.rows.advance_to(self.time);
    }

    /// Adds a row to those that wait to be sent to another worker.
    #[inline]
    pub(super) fn post(&mut self, target: usize, step: Step, row: &[u64]) {
        self.sent += 1;
        self.waiting_words += row.len();
        self.waiting[target][usize::from(step.trace)].push(step, row);
    }

    /// Sends the waiting rows if they make a batch, and takes what has arrived. Waits while this
    /// worker is too far ahead.
    pub(super) fn advance(&mut self, take: Take<'_>) -> Result<(), Break> {
        if self.waiting_words >= BATCH {
            self.send();
            self.time += 1;
            self.rows.advance_to(self.time);
        }
        self.step(Some(Duration::ZERO))?;
        self.take_in(take)?;
        let first = self.time / LAYER * LAYER;
        self.wait_for(self.time.saturating_sub(WINDOW).max(first), take)
    }

    fn send(&mut self) {
        for packet in self.waiting.iter_mut().flatten().filter(|packet| !packet.is_empty()) {
            let target = packet.target;
            self.rows.send_batch(packet);
            // Timely leaves the memory of what it has copied.
            packet.clear();
            packet.target = target;
        }
        self.waiting_words = 0;
    }

    /// Sends the rest, and waits until all rows of the layer have reached their owners. Every
    /// worker must call it, even if it failed.
    pub(super) fn end_layer(&mut self, depth: usize, take: Take<'_>) -> Result<(), Break> {
        self.send();
        self.time = (depth as u64 + 1) * LAYER;
        self.rows.advance_to(self.time);
        self.wait_for(self.time, take)?;
        self.take_in(take)
    }

    fn wait_for(&mut self, time: u64, take: Take<'_>) -> Result<(), Break> {
        while self.rows_done.less_than(&time) {
            self.step(Some(PARK))?;
            self.take_in(take)?;
        }
        Ok(())
    }

    fn take_in(&mut self, take: Take<'_>) -> Result<(), Break> {
        take(&std::mem::take(&mut *self.arrived.borrow_mut()))
    }

    /// Ends a layer even if it failed here: takes part until all rows have reached their owners,
    /// and announces the stop to the others.
    pub(super) fn finish_layer(
        &mut self,
        depth: usize,
        end: Result<(), Break>,
    ) -> Result<(), Break> {
        match end {
            Ok(()) => self.stop.map_or(Ok(()), |stop| Err(stop.into())),
            Err(lost @ Break::Error(ExternalError::Lost { .. })) => Err(lost),
            Err(end) => {
                if let Break::Stop(stop) = &end {
                    self.announce(*stop);
                }
                // The others still send their rows.
                self.end_layer(depth, &mut |_| Ok(()))?;
                Err(end)
            }
        }
    }

    /// Ends the streams and waits until all workers have done so.
    pub(super) fn close(self) {
        let Exchange { mut dataflow, traffic, rows, messages, .. } = self;
        drop((rows, messages));
        while dataflow.step_or_park(Some(PARK)) && traffic.lost().is_none() {}
    }
}

/// The reasons that can stop a search over several workers; the index is sent as a number.
const STOPS: [&str; 6] = ["cancelled", "nodes", "time", "memory", "disk", "cost"];

/// The number of a stop, from 1.
pub(super) fn number_of(stop: Stop) -> u64 {
    STOPS.iter().position(|name| *name == stop.name()).map_or(1, |at| at as u64 + 1)
}

pub(super) fn stop_of(number: u64) -> Option<Stop> {
    let at = usize::try_from(number.checked_sub(1)?).ok()?;
    STOPS.get(at).and_then(|name| Stop::from_name(name))
}
