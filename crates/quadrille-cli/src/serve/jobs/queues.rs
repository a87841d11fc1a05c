//! The queues of waiting searches, and their order.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use quadrille::search::Control;

use super::Attempt;
use super::ticket::Stage;
use crate::serve::input::Client;

/// The work of a job. Returns true if it is finished.
pub type Work = Box<dyn FnMut(&Control, Attempt) -> bool + Send>;

/// A search that waits or runs.
pub struct Job {
    pub id: u64,
    pub client: Client,
    /// Its limits and its cancel token.
    pub control: Control,
    /// Its stage, read by its ticket.
    pub stage: Arc<Stage>,
    pub work: Work,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worker {
    /// Runs only quick searches and trials.
    Quick,
    Long,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queue {
    /// Searches with a short time limit.
    Quick,
    /// Long searches that have not had their trial.
    Trial,
    /// Long searches after their trial, or without one.
    Long,
}

#[derive(Default)]
pub struct Queues {
    quick: VecDeque<Job>,
    trial: VecDeque<Job>,
    long: VecDeque<Job>,
    /// True if the last search of the quick worker was a trial.
    was_trial: bool,
}

impl Queues {
    /// The next job for a kind of worker, and how to run it.
    pub fn next(&mut self, worker: Worker, running: &Running) -> Option<(Job, Attempt)> {
        let (quick, trial, long) = (&mut self.quick, &mut self.trial, &mut self.long);
        match worker {
            // A worker for long searches runs a search as a whole: it needs no trial.
            Worker::Long => (running.turn(long).or_else(|| running.turn(trial)))
                .or_else(|| running.turn(quick))
                .map(|job| (job, Attempt::Whole)),
            // Alternating, so that neither starves the other.
            Worker::Quick => {
                let a_quick = |queue: &mut _| Some((running.turn(queue)?, Attempt::Whole));
                let a_trial = |queue: &mut _| Some((running.turn(queue)?, Attempt::Trial));
                let next = if self.was_trial {
                    a_quick(quick).or_else(|| a_trial(trial))
                } else {
                    a_trial(trial).or_else(|| a_quick(quick))
                };
                let (_, attempt) = next.as_ref()?;
                self.was_trial = *attempt == Attempt::Trial;
                next
            }
        }
    }

    pub fn of_kind(&mut self, queue: Queue) -> &mut VecDeque<Job> {
        match queue {
            Queue::Quick => &mut self.quick,
            Queue::Trial => &mut self.trial,
            Queue::Long => &mut self.long,
        }
    }

    pub fn length(&self, queue: Queue) -> usize {
        match queue {
            Queue::Quick => self.quick.len(),
            Queue::Trial => self.trial.len(),
            Queue::Long => self.long.len(),
        }
    }

    /// The number of jobs in all queues.
    pub fn waiting(&self) -> usize {
        self.quick.len() + self.trial.len() + self.long.len()
    }

    /// The number of jobs before this one in its queue; `None` when it does not wait.
    pub fn place(&self, id: u64) -> Option<usize> {
        let at = |queue: &VecDeque<Job>| queue.iter().position(|job| job.id == id);
        at(&self.quick)
            .or_else(|| at(&self.long))
            .or_else(|| at(&self.trial).map(|place| self.long.len() + place))
    }

    pub fn remove(&mut self, id: u64) -> Option<Job> {
        [&mut self.quick, &mut self.trial, &mut self.long].into_iter().find_map(|queue| {
            let at = queue.iter().position(|job| job.id == id)?;
            queue.remove(at)
        })
    }

    /// The number of waiting jobs of a client.
    pub fn of(&self, client: Client) -> usize {
        let count = |queue: &VecDeque<Job>| queue.iter().filter(|job| job.client == client).count();
        count(&self.quick) + count(&self.trial) + count(&self.long)
    }
}

/// The number of running jobs of each client.
#[derive(Default)]
pub struct Running(BTreeMap<Client, usize>);

impl Running {
    pub fn begin(&mut self, client: Client) {
        *self.0.entry(client).or_default() += 1;
    }

    pub fn end(&mut self, client: Client) {
        if let Some(count) = self.0.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&client);
            }
        }
    }

    pub fn of(&self, client: Client) -> usize {
        self.0.get(&client).copied().unwrap_or(0)
    }

    /// Removes the job whose turn it is: the first of those whose client has the fewest running.
    fn turn(&self, queue: &mut VecDeque<Job>) -> Option<Job> {
        let at = (0..queue.len()).min_by_key(|&at| self.of(queue[at].client))?;
        queue.remove(at)
    }
}
