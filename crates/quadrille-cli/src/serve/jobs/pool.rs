//! The workers and the bounds on their work.

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

use super::queues::{Job, Queue, Queues, Running, Worker};
use super::ticket::{Stage, Ticket};
use super::{Attempt, QUICK, TRIAL};
use crate::serve::error::{Failure, failure, stopping};
use crate::serve::input::Client;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Searches that run at a time; one of them is reserved for quick ones.
    pub jobs: usize,
    /// Searches that may wait in each queue.
    pub queue: usize,
    /// Searches that a client may have waiting and running.
    pub per_client: usize,
}

pub struct Pool {
    settings: Settings,
    state: Mutex<PoolState>,
    changed: Condvar,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct PoolState {
    queues: Queues,
    running: Running,
    /// The tokens of the running searches.
    at_work: Vec<(u64, Cancel)>,
    /// The number of idle workers for long searches.
    idle: usize,
    next_id: u64,
    closed: bool,
    counts: Counts,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Debug)]
pub struct Counts {
    pub running: usize,
    pub waiting: usize,
    /// Searches that ended, for any reason.
    pub finished: u64,
    /// Searches whose client left before their end.
    pub left: u64,
    /// Searches rejected because a queue was full or a client had too many.
    pub refused: u64,
}

impl Pool {
    pub fn start(settings: Settings) -> io::Result<Arc<Pool>> {
        let pool = Arc::new(Pool {
            settings,
            state: Mutex::default(),
            changed: Condvar::new(),
            threads: Mutex::default(),
        });
        let mut threads = Vec::new();
        for number in 0..settings.jobs {
            let worker = if number == 0 { Worker::Quick } else { Worker::Long };
            let state = Arc::clone(&pool);
            let name = format!("search {number}");
            threads.push(runner::spawn(&name, move || state.worker_loop(worker))?);
        }
        *pool.threads.lock().unwrap_or_else(PoisonError::into_inner) = threads;
        Ok(pool)
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a search. The work receives its control; it returns `None` if a trial was too short.
    /// Without `can_try` there is no trial.
    pub fn submit<T: Send + 'static>(
        self: &Arc<Pool>,
        client: Client,
        limits: Limits,
        can_try: bool,
        mut work: impl FnMut(&Control, Attempt) -> Option<T> + Send + 'static,
    ) -> Result<Ticket<T>, Failure> {
        let (sender, result) = oneshot::channel();
        let mut sender = Some(sender);
        let work = Box::new(move |control: &Control, attempt| {
            let Some(answer) = work(control, attempt) else { return false };
            if let Some(sender) = sender.take() {
                // Sending fails if the client is gone.
                let _ = sender.send(answer);
            }
            true
        });
        let control = Control::with_limits(limits);
        let stage = Arc::new(Stage::default());
        let is_quick = limits.max_time.is_some_and(|time| time <= QUICK);
        let mut state = self.lock();
        if state.closed {
            return Err(stopping());
        }
        let is_unoccupied = state.idle > state.queues.length(Queue::Long);
        let queue = match (is_quick, can_try && !is_unoccupied) {
            (true, _) => Queue::Quick,
            (false, true) => Queue::Trial,
            (false, false) => Queue::Long,
        };
        if let Err(failure) = self.check_room(&state, client, queue) {
            state.counts.refused += 1;
            return Err(failure);
        }
        let id = state.next_id;
        state.next_id += 1;
        let ticket = Ticket {
            pool: Arc::clone(self),
            id,
            stage: Arc::clone(&stage),
            result,
            is_complete: false,
            control: control.clone(),
        };
        let job = Job { id, client, control, stage, work };
        state.queues.of_kind(queue).push_back(job);
        drop(state);
        self.changed.notify_all();
        Ok(ticket)
    }

    fn check_room(&self, state: &PoolState, client: Client, kind: Queue) -> Result<(), Failure> {
        let Settings { queue, per_client, .. } = self.settings;
        if state.queues.of(client) + state.running.of(client) >= per_client {
            return Err(failure(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-searches",
                format!("you already have {}, the limit", counted(per_client as u64, "search")),
            )
            .help("wait for one of them to end, or cancel it")
            .retry_after(2));
        }
        if state.queues.length(kind) >= queue { Err(self.full()) } else { Ok(()) }
    }

    pub(super) fn full(&self) -> Failure {
        let message = format!(
            "the queue is full: {} are waiting",
            counted(self.settings.queue as u64, "search")
        );
        failure(StatusCode::SERVICE_UNAVAILABLE, "queue-full", message)
            .help("try again later")
            .retry_after(5)
    }

    /// The number of searches before one that waits.
    pub(super) fn place(&self, id: u64) -> Option<usize> {
        self.lock().queues.place(id)
    }

    /// Removes a search from its queue when its client has disconnected, if it is still there.
    pub(super) fn leave(&self, id: u64) {
        let mut state = self.lock();
        let job = state.queues.remove(id);
        state.counts.left += 1;
        drop(state);
        drop(job);
    }

    pub fn counts(&self) -> Counts {
        let state = self.lock();
        Counts { running: state.at_work.len(), waiting: state.queues.waiting(), ..state.counts }
    }

    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Drops the waiting searches and cancels the running ones.
    pub fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        let queues = mem::take(&mut state.queues);
        for (_, cancel) in &state.at_work {
            cancel.cancel();
        }
        drop(state);
        // Dropping them ends their event streams.
        drop(queues);
        self.changed.notify_all();
    }

    /// Waits until all workers have ended, up to the timeout.
    pub fn join(&self, timeout: Duration) {
        let threads = mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let end = std::time::Instant::now() + timeout;
        for thread in threads {
            while !thread.is_finished() && std::time::Instant::now() < end {
                thread::sleep(Duration::from_millis(5));
            }
            if thread.is_finished() {
                // The hook has reported a panic.
                let _ = thread.join();
            }
        }
    }

    fn worker_loop(&self, worker: Worker) {
        lower_priority();
        while let Some((mut job, attempt)) = self.take(worker) {
            let mut control = job.control.clone();
            if attempt == Attempt::Trial {
                control.limits.max_time = Some(TRIAL);
            } else {
                job.stage.begin();
            }
            let done = runner::guarded("a search", || (job.work)(&control, attempt));
            let mut state = self.lock();
            state.running.end(job.client);
            state.at_work.retain(|&(id, _)| id != job.id);
            let is_open = !state.closed && !job.control.cancel.is_cancelled();
            if matches!(done, Ok(false)) && is_open {
                if state.queues.length(Queue::Long) < self.settings.queue {
                    state.queues.of_kind(Queue::Long).push_back(job);
                    drop(state);
                    self.changed.notify_all();
                } else {
                    state.counts.refused += 1;
                    drop(state);
                    job.stage.reject();
                }
            } else {
                state.counts.finished += 1;
            }
        }
    }

    /// Waits for a job for this kind of worker; `None` when the pool is closed.
    fn take(&self, worker: Worker) -> Option<(Job, Attempt)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let PoolState { queues, running, .. } = &mut *state;
            if let Some((job, attempt)) = queues.next(worker, running) {
                state.running.begin(job.client);
                state.at_work.push((job.id, job.control.cancel.clone()));
                return Some((job, attempt));
            }
            let is_free = usize::from(worker == Worker::Long);
            state.idle += is_free;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= is_free;
        }
    }
}

/// Lowers the priority, so that light requests do not wait for searches on a busy machine.
fn lower_priority() {
    // On Linux this applies to the calling thread and the threads it starts, elsewhere to the
    // whole process. Beside other work on the machine, 10 starved searches until their time limits.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(3);
}
