//! Who waits, and whose turn it is.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use quadrille::search::Control;

use super::Attempt;
use super::ticket::Stage;
use crate::serve::asked::Client;

/// A piece of work: says whether it is finished.
pub type Work = Box<dyn FnMut(&Control, Attempt) -> bool + Send>;

/// A search in line or at work.
pub struct Job {
    /// Which one it is.
    pub id: u64,
    /// Who asked for it.
    pub client: Client,
    /// Its limits, and the token that stops it.
    pub control: Control,
    /// What it is at, for whoever asked.
    pub stage: Arc<Stage>,
    /// What is to be done.
    pub work: Work,
}

/// The kinds of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worker {
    /// Does only what is quick.
    Quick,
    /// Does anything.
    Long,
}

/// The kinds of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Searches that were asked to be quick.
    Quick,
    /// Long searches that have not had their trial.
    Trial,
    /// Long searches that had it, or need none.
    Long,
}

/// All lines.
#[derive(Default)]
pub struct Lines {
    quick: VecDeque<Job>,
    trial: VecDeque<Job>,
    long: VecDeque<Job>,
    /// Whether the last search of the quick thread was a trial.
    was_trial: bool,
}

impl Lines {
    /// The next job for a kind of thread, and how to do it.
    pub fn next(&mut self, worker: Worker, running: &Running) -> Option<(Job, Attempt)> {
        let (quick, trial, long) = (&mut self.quick, &mut self.trial, &mut self.long);
        match worker {
            // Whoever is free for anything does a search as a whole: it needs no trial.
            Worker::Long => (running.turn(long).or_else(|| running.turn(trial)))
                .or_else(|| running.turn(quick))
                .map(|job| (job, Attempt::Whole)),
            // Turn by turn, so that neither keeps the other waiting for ever.
            Worker::Quick => {
                let a_quick = |line: &mut _| Some((running.turn(line)?, Attempt::Whole));
                let a_trial = |line: &mut _| Some((running.turn(line)?, Attempt::Trial));
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

    /// A line.
    pub fn of_kind(&mut self, line: Line) -> &mut VecDeque<Job> {
        match line {
            Line::Quick => &mut self.quick,
            Line::Trial => &mut self.trial,
            Line::Long => &mut self.long,
        }
    }

    /// How many jobs wait in a line.
    pub fn length(&self, line: Line) -> usize {
        match line {
            Line::Quick => self.quick.len(),
            Line::Trial => self.trial.len(),
            Line::Long => self.long.len(),
        }
    }

    /// How many jobs wait in all lines.
    pub fn waiting(&self) -> usize {
        self.quick.len() + self.trial.len() + self.long.len()
    }

    /// How many jobs came before this one into its line; `None` when it does not wait.
    pub fn place(&self, id: u64) -> Option<usize> {
        let at = |line: &VecDeque<Job>| line.iter().position(|job| job.id == id);
        at(&self.quick)
            .or_else(|| at(&self.long))
            .or_else(|| at(&self.trial).map(|place| self.long.len() + place))
    }

    /// Takes a job out of its line.
    pub fn remove(&mut self, id: u64) -> Option<Job> {
        [&mut self.quick, &mut self.trial, &mut self.long].into_iter().find_map(|line| {
            let at = line.iter().position(|job| job.id == id)?;
            line.remove(at)
        })
    }

    /// How many jobs of a client wait.
    pub fn of(&self, client: Client) -> usize {
        let count = |line: &VecDeque<Job>| line.iter().filter(|job| job.client == client).count();
        count(&self.quick) + count(&self.trial) + count(&self.long)
    }
}

/// How many jobs of each client run.
#[derive(Default)]
pub struct Running(BTreeMap<Client, usize>);

impl Running {
    /// A job begins.
    pub fn begin(&mut self, client: Client) {
        *self.0.entry(client).or_default() += 1;
    }

    /// A job ends.
    pub fn end(&mut self, client: Client) {
        if let Some(count) = self.0.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&client);
            }
        }
    }

    /// How many jobs of a client run.
    pub fn of(&self, client: Client) -> usize {
        self.0.get(&client).copied().unwrap_or(0)
    }

    /// Takes the job whose turn it is: the first of those whose client has the fewest running.
    fn turn(&self, line: &mut VecDeque<Job>) -> Option<Job> {
        let at = (0..line.len()).min_by_key(|&at| self.of(line[at].client))?;
        line.remove(at)
    }
}
