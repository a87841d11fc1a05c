//! Messages between the workers: rows to their owners, and short messages to all.
//!
//! Rows are sent batch by batch, and each batch has its own timestamp. Timely tracks the progress
//! of all workers: a batch is done when all its rows have reached their owners. A worker that is
//! [`WINDOW`] batches ahead of the slowest waits, so no queue holds more than that many batches of
//! each worker, and a layer is complete when none of its batches is in transit.
//!
//! Messages are short lists of numbers. In a [round](Exchange::all_gather) every worker sends one
//! and receives those of all.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use quadrille_search::{Stop, toolkit::owner};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::vec::Broadcast;
use timely::dataflow::operators::{Exchange as _, Input, InspectCore, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker as Dataflow;

use super::connection::Traffic;
use crate::error::{Break, ExternalError};

/// The most batches that a worker may be ahead of the slowest.
const WINDOW: u64 = 4;
/// The batches of a layer are counted below this.
const LAYER: u64 = 1 << 40;
/// The longest sleep of a waiting worker.
const PARK: Duration = Duration::from_millis(1);

/// A position on its way to its owner.
pub(super) trait Post: timely::ExchangeData + Copy {
    /// Collects the positions that have arrived.
    type Inbox: Default + 'static;

    fn hash(&self) -> u64;

    fn put(self, inbox: &mut Self::Inbox);
}

/// Sender, round and content of a message.
type Message = (usize, u64, Vec<u64>);
type Sender<T> = InputHandle<u64, CapacityContainerBuilder<Vec<T>>>;
/// Takes everything that has arrived out of the inbox.
pub(super) type Take<'t, T> = &'t mut dyn FnMut(&mut <T as Post>::Inbox) -> Result<(), Break>;

/// The round of a message outside of all rounds.
const OUT_OF_BAND: u64 = u64::MAX;

/// The connections of one worker to all workers, itself included.
pub(super) struct Exchange<T: Post> {
    dataflow: Dataflow,
    traffic: Arc<Traffic>,
    /// True for the first worker of its process.
    is_first: bool,
    rows: Sender<T>,
    rows_done: ProbeHandle<u64>,
    arrived: Rc<RefCell<T::Inbox>>,
    time: u64,
    messages: Sender<Message>,
    messages_done: ProbeHandle<u64>,
    received: Rc<RefCell<Vec<Message>>>,
    round: u64,
    /// The message of a worker that ends the search.
    stop: Option<Stop>,
    /// The number of rows sent to other workers.
    pub(super) sent: u64,
}

impl<T: Post> Exchange<T> {
    pub(super) fn new(mut dataflow: Dataflow, traffic: Arc<Traffic>, is_first: bool) -> Self {
        let workers = dataflow.peers();
        let arrived: Rc<RefCell<T::Inbox>> = Rc::default();
        let received: Rc<RefCell<Vec<Message>>> = Rc::default();
        let (mut rows, mut messages) = (Sender::new(), Sender::new());
        let (rows_done, messages_done) = (ProbeHandle::new(), ProbeHandle::new());
        let inbox = Rc::clone(&arrived);
        dataflow.dataflow::<u64, _, _>(|scope| {
            let stream = scope.input_from(&mut rows);
            stream
                .exchange(move |post: &T| owner(post.hash(), workers) as u64)
                .inspect_container(move |event| {
                    if let Ok((_, rows)) = event {
                        let mut inbox = inbox.borrow_mut();
                        rows.iter().for_each(|&post| post.put(&mut inbox));
                    }
                })
                .probe_with(&rows_done);
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

    /// Sends a row to its owner.
    pub(super) fn post(&mut self, post: T) {
        self.sent += u64::from(owner(post.hash(), self.workers()) != self.index());
        self.rows.send(post);
    }

    /// Ends a batch and takes what has arrived. Waits while this worker is too far ahead.
    pub(super) fn end_batch(&mut self, take: Take<'_, T>) -> Result<(), Break> {
        let first = self.time / LAYER * LAYER;
        self.time += 1;
        self.rows.advance_to(self.time);
        self.step(Some(Duration::ZERO))?;
        self.take_in(take)?;
        self.wait_for(self.time.saturating_sub(WINDOW).max(first), take)
    }

    /// Waits until all rows of the layer have reached their owners. Every worker must call it, even
    /// if it failed.
    pub(super) fn end_layer(&mut self, depth: usize, take: Take<'_, T>) -> Result<(), Break> {
        self.time = (depth as u64 + 1) * LAYER;
        self.rows.advance_to(self.time);
        self.wait_for(self.time, take)?;
        self.take_in(take)
    }

    fn wait_for(&mut self, time: u64, take: Take<'_, T>) -> Result<(), Break> {
        while self.rows_done.less_than(&time) {
            self.step(Some(PARK))?;
            self.take_in(take)?;
        }
        Ok(())
    }

    fn take_in(&mut self, take: Take<'_, T>) -> Result<(), Break> {
        take(&mut self.arrived.borrow_mut())
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
                self.end_layer(depth, &mut |inbox| {
                    *inbox = T::Inbox::default();
                    Ok(())
                })?;
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
