//! One process: its connections, and a thread for each of its workers.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use quadrille_search::{Control, Limits};
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::communication::initialize::Hooks;
use timely::worker::Worker as Dataflow;

use super::Member;
use super::connect::connect;
use super::connection::Traffic;
use super::exchange::Exchange;
use crate::error::{Break, ExternalError};

/// The longest time that a process waits at the end for its last messages to be sent.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(5);

/// The resources that a worker gets from its process.
pub(super) struct WorkerSetup {
    dataflow: Dataflow,
    traffic: Arc<Traffic>,
    is_first: bool,
    /// The limits, except for the node limit, which applies to all workers together.
    pub(super) control: Control,
}

impl WorkerSetup {
    pub(super) fn exchange(self) -> Exchange {
        Exchange::new(self.dataflow, self.traffic, self.is_first)
    }
}

/// Connects with the other processes and runs one worker per part. Returns the result of the first;
/// all have the same.
pub(super) fn run<P: Send, T: Send>(
    member: &Member,
    words: usize,
    control: &Control,
    parts: Vec<P>,
    work: impl Fn(P, WorkerSetup) -> Result<T, ExternalError> + Sync,
) -> Result<T, Break> {
    let threads = parts.len();
    let (lines, traffic) = connect(member, words, &control.cancel)?;
    let hooks = Hooks::default();
    let builders = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(builders, lines, member.process, threads, hooks)
            .map_err(|error| {
                Break::Error(ExternalError::Network {
                    message: format!("the connections cannot be used: {error}"),
                    help: "check that the system has threads and sockets left",
                })
            })?;
    let all: Vec<thread::Result<Result<T, ExternalError>>> = thread::scope(|scope| {
        let mut handles = Vec::new();
        for (thread, (builder, part)) in builders.into_iter().zip(parts).enumerate() {
            let limits = Limits { max_nodes: None, ..control.limits };
            let mut control = Control { limits, ..control.clone() };
            if thread > 0 {
                control.progress = Arc::default();
            }
            let (traffic, work) = (Arc::clone(&traffic), &work);
            handles.push(scope.spawn(move || {
                let allocator = Allocator::Tcp(builder.build());
                // Without a start time it would never sleep.
                let began = Some(Instant::now());
                let dataflow = Dataflow::new(timely::WorkerConfig::default(), allocator, began);
                let is_first = thread == 0;
                let setup =
                    WorkerSetup { dataflow, traffic: Arc::clone(&traffic), is_first, control };
                let end = catch_unwind(AssertUnwindSafe(|| work(part, setup)));
                if end.is_err() {
                    // Makes the other workers of this process stop waiting for it.
                    traffic.lose(member.process);
                }
                end
            }));
        }
        handles.into_iter().map(|handle| handle.join().and_then(|end| end)).collect()
    });
    match traffic.lost() {
        // Its threads wait for messages that will never arrive.
        Some(_) => std::mem::forget(guard),
        None => flush(guard),
    }
    let mut first = None;
    for end in all {
        let end = end.unwrap_or_else(|panic| resume_unwind(panic)).map_err(Break::Error)?;
        first = first.or(Some(end));
    }
    first.ok_or_else(|| {
        let message = "a process needs a worker".to_string();
        Break::Error(ExternalError::Network { message, help: "give it at least one thread" })
    })
}

/// Waits until everything is sent, but not without limit: another process may die even now.
fn flush(guard: impl Send + 'static) {
    let (done, parted) = mpsc::channel();
    let waiting = thread::Builder::new().spawn(move || {
        drop(guard);
        // Fails if the wait has timed out.
        let _ = done.send(());
    });
    if waiting.is_ok() {
        let _ = parted.recv_timeout(FLUSH_TIMEOUT);
    }
}
