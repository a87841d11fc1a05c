//! What goes between the workers: rows to their owners, and words to all.
//!
//! Rows are sent batch by batch, and each batch has a time of its own. Timely tells how far all
//! workers have come: a batch is done when all its rows are with their owners. A worker that is
//! [`WINDOW`] batches ahead of the slowest waits, so that no queue holds more than that many
//! batches of each worker, and a layer is complete when no batch of it is on its way.
//!
//! Words are short lists of numbers. In a [round](Exchange::confer) every worker says something,
//! and hears what all have said.

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

/// How many batches a worker may be ahead of the slowest.
const WINDOW: u64 = 4;
/// The batches of a layer are counted below this.
const LAYER: u64 = 1 << 40;
/// How long a worker that waits sleeps, unless something comes.
const PARK: Duration = Duration::from_millis(1);

/// A position on its way to its owner.
pub(super) trait Post: timely::ExchangeData + Copy {
    /// Where they are kept when they have arrived.
    type Inbox: Default + 'static;

    fn hash(&self) -> u64;

    /// Puts it to those that have arrived.
    fn put(self, inbox: &mut Self::Inbox);
}

/// Who says it, in which round, and what.
type Told = (usize, u64, Vec<u64>);
type Sender<T> = InputHandle<u64, CapacityContainerBuilder<Vec<T>>>;
/// Takes what has arrived, and leaves nothing.
pub(super) type Take<'t, T> = &'t mut dyn FnMut(&mut <T as Post>::Inbox) -> Result<(), Break>;

/// The round of a word that is said in none.
const ASIDE: u64 = u64::MAX;

/// The connections of one worker to all, itself among them.
pub(super) struct Exchange<T: Post> {
    dataflow: Dataflow,
    traffic: Arc<Traffic>,
    /// Whether it is the first of its process.
    is_first: bool,
    rows: Sender<T>,
    rows_done: ProbeHandle<u64>,
    arrived: Rc<RefCell<T::Inbox>>,
    time: u64,
    words: Sender<Told>,
    words_done: ProbeHandle<u64>,
    heard: Rc<RefCell<Vec<Told>>>,
    round: u64,
    /// The message of a worker that ends the search.
    stop: Option<Stop>,
    /// How many rows went to other workers.
    pub(super) sent: u64,
}

impl<T: Post> Exchange<T> {
    pub(super) fn new(mut dataflow: Dataflow, traffic: Arc<Traffic>, is_first: bool) -> Self {
        let workers = dataflow.peers();
        let arrived: Rc<RefCell<T::Inbox>> = Rc::default();
        let heard: Rc<RefCell<Vec<Told>>> = Rc::default();
        let (mut rows, mut words) = (Sender::new(), Sender::new());
        let (rows_done, words_done) = (ProbeHandle::new(), ProbeHandle::new());
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
        let ears = Rc::clone(&heard);
        dataflow.dataflow::<u64, _, _>(|scope| {
            let stream = scope.input_from(&mut words);
            stream
                .broadcast()
                .inspect_container(move |event| {
                    if let Ok((_, messages)) = event {
                        ears.borrow_mut().extend(messages.iter().cloned());
                    }
                })
                .probe_with(&words_done);
        });
        Exchange {
            dataflow,
            traffic,
            is_first,
            rows,
            rows_done,
            arrived,
            time: 0,
            words,
            words_done,
            heard,
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

    /// Lets what has come in come in. Fails when a process is gone.
    fn step(&mut self, park: Option<Duration>) -> Result<(), Break> {
        self.dataflow.step_or_park(park);
        if let Some(process) = self.traffic.lost() {
            return Err(Break::Error(ExternalError::Lost { process }));
        }
        let said = self.heard.borrow();
        let aside = said.iter().find(|(_, round, _)| *round == ASIDE);
        if let (None, Some((_, _, word))) = (self.stop, aside) {
            self.stop = word.first().and_then(|&number| stop_of(number));
        }
        Ok(())
    }

    /// The message of a worker that ends the search.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Sends all workers the end of the search, so that none goes on.
    pub(super) fn announce(&mut self, stop: Stop) {
        if self.stop.is_none() {
            self.stop = Some(stop);
            self.words.send((self.index(), ASIDE, vec![number_of(stop)]));
            self.words.flush();
        }
    }

    /// Says some numbers, and returns what each worker says in this round, in their order.
    /// `meanwhile` is called now and then.
    pub(super) fn confer(
        &mut self,
        numbers: Vec<u64>,
        meanwhile: &mut dyn FnMut(&mut Self),
    ) -> Result<Vec<Vec<u64>>, Break> {
        let round = self.round;
        self.words.send((self.index(), round, numbers));
        self.round += 1;
        self.words.advance_to(self.round);
        while self.words_done.less_than(&self.round) {
            self.step(Some(PARK))?;
            meanwhile(self);
        }
        // The quickest may have said something in the next round already.
        let (mut now, later): (Vec<Told>, Vec<Told>) =
            self.heard.borrow_mut().drain(..).partition(|message| message.1 == round);
        self.heard.borrow_mut().extend(later);
        now.sort_unstable_by_key(|message| message.0);
        Ok(now.into_iter().map(|message| message.2).collect())
    }

    /// Begins to send what follows from a layer.
    pub(super) fn begin_layer(&mut self, depth: usize) {
        self.time = depth as u64 * LAYER;
        self.rows.advance_to(self.time);
    }

    /// Sends a row to its owner.
    pub(super) fn post(&mut self, post: T) {
        self.sent += u64::from(owner(post.hash(), self.workers()) != self.index());
        self.rows.send(post);
    }

    /// Ends a batch, and takes in what has arrived. Waits as long as this worker is too far ahead.
    pub(super) fn end_batch(&mut self, take: Take<'_, T>) -> Result<(), Break> {
        let first = self.time / LAYER * LAYER;
        self.time += 1;
        self.rows.advance_to(self.time);
        self.step(Some(Duration::ZERO))?;
        self.take_in(take)?;
        self.wait_for(self.time.saturating_sub(WINDOW).max(first), take)
    }

    /// Waits until all rows of the layer are with their owners. To be called by every worker,
    /// whatever became of its own rows.
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

    /// Comes to the end of a layer, whatever became of it here: takes part until all rows are where
    /// they belong, and tells the others what stops it.
    pub(super) fn settle_layer(
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
                // The others still send what they have.
                self.end_layer(depth, &mut |inbox| {
                    *inbox = T::Inbox::default();
                    Ok(())
                })?;
                Err(end)
            }
        }
    }

    /// Ends the streams, and waits until all workers have.
    pub(super) fn close(self) {
        let Exchange { mut dataflow, traffic, rows, words, .. } = self;
        drop((rows, words));
        while dataflow.step_or_park(Some(PARK)) && traffic.lost().is_none() {}
    }
}

/// What can end a search over several workers, by its number on the way to the others.
const STOPS: [&str; 6] = ["cancelled", "nodes", "time", "memory", "disk", "cost"];

/// The number of a stop, from 1.
pub(super) fn number_of(stop: Stop) -> u64 {
    STOPS.iter().position(|name| *name == stop.name()).map_or(1, |at| at as u64 + 1)
}

pub(super) fn stop_of(number: u64) -> Option<Stop> {
    let at = usize::try_from(number.checked_sub(1)?).ok()?;
    STOPS.get(at).and_then(|name| Stop::from_name(name))
}
