//! The threads that search, and the bounds on what they are given.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, mem};

use axum::http::StatusCode;
use quadrille::search::{Cancel, Control, Limits};
use quadrille_base::quantities::counted;
use quadrille_base::runner;
use serde::Serialize;
use tokio::sync::oneshot;

use super::lines::{Job, Line, Lines, Running, Worker};
use super::ticket::{Stage, Ticket};
use super::{Attempt, QUICK, TRIAL};
use crate::serve::asked::Client;
use crate::serve::failure::{Failure, failure, stopping};

/// How much is done at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many searches run side by side; one of them is kept for what is quick.
    pub jobs: usize,
    /// How many may wait in each line.
    pub queue: usize,
    /// How many a client may have waiting and running.
    pub per_client: usize,
}

/// The pool of searches.
pub struct Pool {
    settings: Settings,
    state: Mutex<Inside>,
    news: Condvar,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Inside {
    lines: Lines,
    running: Running,
    /// The tokens of the searches that run.
    at_work: Vec<(u64, Cancel)>,
    /// How many threads for anything have nothing to do.
    idle: usize,
    next_id: u64,
    closed: bool,
    counts: Counts,
}

/// What the pool has done, and is doing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Debug)]
pub struct Counts {
    /// Searches that run now.
    pub running: usize,
    /// Searches in line.
    pub waiting: usize,
    /// Searches that came to an end, whichever.
    pub finished: u64,
    /// Searches that were left by whoever asked before their end.
    pub left: u64,
    /// Searches that were refused because too many were there.
    pub refused: u64,
}

impl Pool {
    /// Starts the threads.
    pub fn start(settings: Settings) -> io::Result<Arc<Pool>> {
        let pool = Arc::new(Pool {
            settings,
            state: Mutex::default(),
            news: Condvar::new(),
            threads: Mutex::default(),
        });
        let mut threads = Vec::new();
        for number in 0..settings.jobs {
            let worker = if number == 0 { Worker::Quick } else { Worker::Long };
            let inside = Arc::clone(&pool);
            let name = format!("search {number}");
            threads.push(runner::spawn(&name, move || inside.labour(worker))?);
        }
        *pool.threads.lock().unwrap_or_else(PoisonError::into_inner) = threads;
        Ok(pool)
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a search in line. The work is called with what stops it, and gives no answer when a trial was too short; with
    /// `can_try` false there is no trial.
    pub fn submit<T: Send + 'static>(
        self: &Arc<Pool>,
        client: Client,
        limits: Limits,
        can_try: bool,
        mut work: impl FnMut(&Control, Attempt) -> Option<T> + Send + 'static,
    ) -> Result<Ticket<T>, Failure> {
        let (sender, answer) = oneshot::channel();
        let mut sender = Some(sender);
        let work = Box::new(move |control: &Control, attempt| {
            let Some(answer) = work(control, attempt) else { return false };
            if let Some(sender) = sender.take() {
                // Nobody waits for it any more when this fails.
                let _ = sender.send(answer);
            }
            true
        });
        let control = Control::with_limits(limits);
        let stage = Arc::new(Stage::default());
        let is_quick = limits.max_time.is_some_and(|time| time <= QUICK);
        let mut inside = self.inside();
        if inside.closed {
            return Err(stopping());
        }
        let is_unoccupied = inside.idle > inside.lines.length(Line::Long);
        let line = match (is_quick, can_try && !is_unoccupied) {
            (true, _) => Line::Quick,
            (false, true) => Line::Trial,
            (false, false) => Line::Long,
        };
        if let Err(failure) = self.check_room(&inside, client, line) {
            inside.counts.refused += 1;
            return Err(failure);
        }
        let id = inside.next_id;
        inside.next_id += 1;
        let ticket = Ticket {
            pool: Arc::clone(self),
            id,
            stage: Arc::clone(&stage),
            answer,
            is_answered: false,
            control: control.clone(),
        };
        let job = Job { id, client, control, stage, work };
        inside.lines.of_kind(line).push_back(job);
        drop(inside);
        self.news.notify_all();
        Ok(ticket)
    }

    fn check_room(&self, inside: &Inside, client: Client, line: Line) -> Result<(), Failure> {
        let Settings { queue, per_client, .. } = self.settings;
        if inside.lines.of(client) + inside.running.of(client) >= per_client {
            return Err(failure(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-searches",
                format!(
                    "you have {} already, and more is not allowed at a time",
                    counted(per_client as u64, "search")
                ),
            )
            .help("wait for one of them, or leave it")
            .retry_after(2));
        }
        if inside.lines.length(line) >= queue { Err(self.full()) } else { Ok(()) }
    }

    /// The line is full.
    pub(super) fn full(&self) -> Failure {
        let message = format!(
            "{} in the line already, and the line is full",
            counted(self.settings.queue as u64, "search")
        );
        failure(StatusCode::SERVICE_UNAVAILABLE, "queue-full", message)
            .help("try again in a while")
            .retry_after(5)
    }

    /// How many searches came before one that waits.
    pub(super) fn place(&self, id: u64) -> Option<usize> {
        self.inside().lines.place(id)
    }

    /// Takes a search that nobody waits for out of its line, if it is still in it.
    pub(super) fn leave(&self, id: u64) {
        let mut inside = self.inside();
        let job = inside.lines.remove(id);
        inside.counts.left += 1;
        drop(inside);
        drop(job);
    }

    /// What the pool has done, and is doing.
    pub fn counts(&self) -> Counts {
        let inside = self.inside();
        Counts { running: inside.at_work.len(), waiting: inside.lines.waiting(), ..inside.counts }
    }

    /// Whether the pool takes nothing more.
    pub fn is_closed(&self) -> bool {
        self.inside().closed
    }

    /// Ends everything: what waits is dropped, what runs is cancelled.
    pub fn close(&self) {
        let mut inside = self.inside();
        inside.closed = true;
        let lines = mem::take(&mut inside.lines);
        for (_, cancel) in &inside.at_work {
            cancel.cancel();
        }
        drop(inside);
        // Whoever waits for these hears of it now.
        drop(lines);
        self.news.notify_all();
    }

    /// Waits until all threads have ended, but not for ever: a thread that does not look at its token dies with the program.
    pub fn join(&self, patience: Duration) {
        let threads = mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let end = std::time::Instant::now() + patience;
        for thread in threads {
            while !thread.is_finished() && std::time::Instant::now() < end {
                thread::sleep(Duration::from_millis(5));
            }
            if thread.is_finished() {
                // The hook has told about a panic.
                let _ = thread.join();
            }
        }
    }

    /// What a thread does all its life.
    fn labour(&self, worker: Worker) {
        give_way();
        while let Some((mut job, attempt)) = self.take(worker) {
            let mut control = job.control.clone();
            if attempt == Attempt::Trial {
                control.limits.max_time = Some(TRIAL);
            } else {
                job.stage.begin();
            }
            let done = runner::guarded("a search", || (job.work)(&control, attempt));
            let mut inside = self.inside();
            inside.running.end(job.client);
            inside.at_work.retain(|&(id, _)| id != job.id);
            let is_open = !inside.closed && !job.control.cancel.is_cancelled();
            if matches!(done, Ok(false)) && is_open {
                if inside.lines.length(Line::Long) < self.settings.queue {
                    inside.lines.of_kind(Line::Long).push_back(job);
                    drop(inside);
                    self.news.notify_all();
                } else {
                    inside.counts.refused += 1;
                    drop(inside);
                    job.stage.refuse();
                }
            } else {
                inside.counts.finished += 1;
            }
        }
    }

    /// Waits for a job for this kind of thread; `None` when the pool is closed.
    fn take(&self, worker: Worker) -> Option<(Job, Attempt)> {
        let mut inside = self.inside();
        loop {
            if inside.closed {
                return None;
            }
            let Inside { lines, running, .. } = &mut *inside;
            if let Some((job, attempt)) = lines.next(worker, running) {
                inside.running.begin(job.client);
                inside.at_work.push((job.id, job.control.cancel.clone()));
                return Some((job, attempt));
            }
            let is_free = usize::from(worker == Worker::Long);
            inside.idle += is_free;
            inside = self.news.wait(inside).unwrap_or_else(PoisonError::into_inner);
            inside.idle -= is_free;
        }
    }
}

/// Lets others go first where the processor is short: answers to light requests do not wait for searches.
fn give_way() {
    // On Linux this is about the calling thread and the threads that it starts, elsewhere about the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}
