//! What whoever asked for a search holds: its live figures, its answer, and the end of it when it is dropped.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use quadrille::search::Control;
use tokio::sync::oneshot;

use super::pool::Pool;
use crate::serve::failure::{Failure, stopping};

/// What has become of a search, told by the thread that has it.
#[derive(Default, Debug)]
pub struct Stage(Mutex<Step>);

#[derive(Clone, Copy, Default, Debug)]
enum Step {
    /// It waits, or is tried.
    #[default]
    Waits,
    /// It runs since then.
    Runs(Instant),
    /// It was too long for a trial, and there was no room for it in the line.
    Refused,
}

impl Stage {
    /// The search begins.
    pub fn begin(&self) {
        self.set(Step::Runs(Instant::now()));
    }

    /// There is no room for the search.
    pub fn refuse(&self) {
        self.set(Step::Refused);
    }

    fn set(&self, step: Step) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = step;
    }

    fn get(&self) -> Step {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a search is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It waits behind so many.
    Waits(usize),
    /// It runs since so long.
    Runs(Duration),
}

/// A search that was asked for. Dropping the ticket cancels the search, wherever it is.
pub struct Ticket<T> {
    pub(super) pool: Arc<Pool>,
    pub(super) id: u64,
    pub(super) stage: Arc<Stage>,
    pub(super) answer: oneshot::Receiver<T>,
    /// Whether the answer was there.
    pub(super) is_answered: bool,
    /// Its limits, its live figures, and the token that stops it.
    pub control: Control,
}

impl<T> Ticket<T> {
    /// What it is at.
    pub fn state(&self) -> State {
        match self.stage.get() {
            Step::Runs(begun) => State::Runs(begun.elapsed()),
            Step::Waits | Step::Refused => State::Waits(self.pool.place(self.id).unwrap_or(0)),
        }
    }
}

/// Waits for the answer.
impl<T> Future for Ticket<T> {
    type Output = Result<T, Failure>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.answer).poll(context).map(|answer| {
            self.is_answered = true;
            // An answer that never comes had no room, or was in line when the server ended; or the search panicked.
            answer.map_err(|_| match self.stage.get() {
                Step::Refused => self.pool.full(),
                _ if self.pool.is_closed() => stopping(),
                _ => Failure::bug(),
            })
        })
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        if !self.is_answered {
            self.control.cancel.cancel();
            self.pool.leave(self.id);
        }
    }
}
