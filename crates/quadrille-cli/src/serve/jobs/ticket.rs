//! A ticket: the result of a search for its client. Dropping it cancels the search.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use quadrille::search::Control;
use tokio::sync::oneshot;

use super::pool::Pool;
use crate::serve::error::{Failure, stopping};

/// The stage of a search, set by its worker.
#[derive(Default, Debug)]
pub struct Stage(Mutex<Step>);

#[derive(Clone, Copy, Default, Debug)]
enum Step {
    /// It waits, or has its trial.
    #[default]
    Waits,
    /// It has been running since then.
    Runs(Instant),
    /// Its trial was not enough, and the queue was full.
    Rejected,
}

impl Stage {
    pub fn begin(&self) {
        self.set(Step::Runs(Instant::now()));
    }

    pub fn reject(&self) {
        self.set(Step::Rejected);
    }

    fn set(&self, step: Step) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = step;
    }

    fn get(&self) -> Step {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It waits behind this many others.
    Waiting(usize),
    /// It has been running for this long.
    Running(Duration),
}

pub struct Ticket<T> {
    pub(super) pool: Arc<Pool>,
    pub(super) id: u64,
    pub(super) stage: Arc<Stage>,
    pub(super) result: oneshot::Receiver<T>,
    /// True once the result has arrived.
    pub(super) is_complete: bool,
    /// Its limits, its figures and its cancel token.
    pub control: Control,
}

impl<T> Ticket<T> {
    pub fn state(&self) -> State {
        match self.stage.get() {
            Step::Runs(begun) => State::Running(begun.elapsed()),
            Step::Waits | Step::Rejected => State::Waiting(self.pool.place(self.id).unwrap_or(0)),
        }
    }
}

impl<T> Future for Ticket<T> {
    type Output = Result<T, Failure>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.result).poll(context).map(|result| {
            self.is_complete = true;
            // Without a result, the search was rejected, or the server stopped, or the search
            // panicked.
            result.map_err(|_| match self.stage.get() {
                Step::Rejected => self.pool.full(),
                _ if self.pool.is_closed() => stopping(),
                _ => Failure::bug(),
            })
        })
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        if !self.is_complete {
            self.control.cancel.cancel();
            self.pool.leave(self.id);
        }
    }
}
