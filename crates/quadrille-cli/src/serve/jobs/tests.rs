//! The order of jobs, and jobs that take too long, panic or lose their client.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use quadrille::search::{Control, Limits};

use super::queues::{Job, Queue, Queues, Running, Worker};
use super::{Attempt, Pool, Settings, Ticket};
use crate::serve::error::Failure;
use crate::serve::input::Client;

fn client(number: u8) -> Client {
    Client(IpAddr::V4(Ipv4Addr::new(10, 0, 0, number)))
}

fn job(id: u64, of: u8) -> Job {
    let work = Box::new(|_: &Control, _| true);
    Job { id, client: client(of), control: Control::default(), stage: Arc::default(), work }
}

/// Takes the next job for a worker, as the pool does.
fn next(queues: &mut Queues, worker: Worker, running: &mut Running) -> Option<(u64, Attempt)> {
    let (job, attempt) = queues.next(worker, running)?;
    running.begin(job.client);
    Some((job.id, attempt))
}

#[test]
fn the_client_with_fewest_running_comes_first() {
    let (mut queues, mut running) = (Queues::default(), Running::default());
    queues.of_kind(Queue::Long).extend([job(1, 1), job(2, 1), job(3, 1), job(4, 2), job(5, 3)]);
    let mut order = Vec::new();
    while let Some((id, attempt)) = next(&mut queues, Worker::Long, &mut running) {
        assert_eq!(attempt, Attempt::Whole);
        order.push(id);
    }
    assert_eq!(order, [1, 4, 5, 2, 3]);
}

#[test]
fn the_quick_thread_takes_turns_and_touches_nothing_long() {
    let (mut queues, mut running) = (Queues::default(), Running::default());
    queues.of_kind(Queue::Long).push_back(job(1, 1));
    queues.of_kind(Queue::Trial).extend([job(2, 2), job(3, 3)]);
    queues.of_kind(Queue::Quick).extend([job(4, 4), job(5, 5), job(6, 6)]);
    assert_eq!((queues.place(1), queues.place(3), queues.place(6)), (Some(0), Some(2), Some(2)));
    let mut order = Vec::new();
    while let Some(taken) = next(&mut queues, Worker::Quick, &mut running) {
        order.push(taken);
    }
    let (trial, whole) = (Attempt::Trial, Attempt::Whole);
    assert_eq!(order, [(2, trial), (4, whole), (3, trial), (5, whole), (6, whole)]);
    assert_eq!(queues.length(Queue::Long), 1);
}

#[test]
fn the_other_threads_do_long_ones_first_and_then_anything() {
    let (mut queues, mut running) = (Queues::default(), Running::default());
    queues.of_kind(Queue::Quick).push_back(job(1, 1));
    queues.of_kind(Queue::Trial).push_back(job(2, 2));
    queues.of_kind(Queue::Long).push_back(job(3, 3));
    let order: Vec<u64> = std::iter::from_fn(|| next(&mut queues, Worker::Long, &mut running))
        .map(|(id, attempt)| {
            assert_eq!(attempt, Attempt::Whole);
            id
        })
        .collect();
    assert_eq!(order, [3, 2, 1]);
}

const LONG: Limits =
    Limits { max_nodes: None, max_time: Some(Duration::from_secs(60)), max_memory: Some(1 << 20) };
const QUICK: Limits = Limits { max_time: Some(Duration::from_secs(1)), ..LONG };

fn pool(jobs: usize) -> Arc<Pool> {
    Pool::start(Settings { jobs, queue: 3, per_client: 4 }).unwrap()
}

/// Waits for an answer synchronously.
fn answer<T>(ticket: Ticket<T>) -> Result<T, Failure> {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(ticket)
}

fn wait(pool: &Pool, test: impl Fn(super::Counts) -> bool) {
    let start = Instant::now();
    while !test(pool.counts()) {
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", pool.counts());
        thread::sleep(Duration::from_millis(1));
    }
}

/// A job that runs until it is cancelled, or until the sender is used.
fn busy(pool: &Arc<Pool>, of: u8) -> (Ticket<()>, Sender<()>) {
    let (sender, end): (_, Receiver<()>) = mpsc::channel();
    let ticket = pool.submit(client(of), LONG, false, move |control, _| {
        while !control.cancel.is_cancelled() && end.try_recv().is_err() {
            thread::sleep(Duration::from_millis(1));
        }
        Some(())
    });
    (ticket.unwrap(), sender)
}

#[test]
fn a_long_search_is_tried_before_it_waits_and_done_as_a_whole_afterwards() {
    let pool = pool(2);
    let (occupied, end) = busy(&pool, 1);
    wait(&pool, |counts| counts.running == 1);
    // Solved within its trial, while the worker for long searches is busy.
    let tried = pool.submit(client(2), LONG, true, |_, attempt| Some(attempt)).unwrap();
    assert_eq!(answer(tried).unwrap(), Attempt::Trial);
    // Too long for its trial: it waits for the worker for long searches.
    let whole =
        pool.submit(client(3), LONG, true, |_, attempt| (attempt == Attempt::Whole).then_some(7));
    let whole = whole.unwrap();
    wait(&pool, |counts| counts.waiting == 1 && counts.running == 1);
    end.send(()).unwrap();
    assert_eq!(answer(whole).unwrap(), 7);
    assert_eq!(answer(occupied), Ok(()));
}

#[test]
fn where_the_line_is_full_an_easy_search_is_solved_in_its_trial_and_a_hard_one_is_refused() {
    let pool = pool(2);
    let (_running, _end) = busy(&pool, 1);
    wait(&pool, |counts| counts.running == 1);
    let _waiting: Vec<_> = (0..3).map(|of| busy(&pool, of + 2)).collect();
    let easy = pool.submit(client(9), LONG, true, |_, attempt| Some(attempt)).unwrap();
    assert_eq!(answer(easy).unwrap(), Attempt::Trial);
    let hard: Ticket<()> = pool.submit(client(9), LONG, true, |_, _| None).unwrap();
    assert_eq!(answer(hard).unwrap_err().error.code(), "queue-full");
    assert_eq!((pool.counts().refused, pool.counts().waiting), (1, 3));
}

#[test]
fn a_search_is_not_tried_where_a_thread_is_free() {
    let pool = pool(2);
    thread::sleep(Duration::from_millis(100));
    let ticket = pool.submit(client(1), LONG, true, |_, attempt| Some(attempt)).unwrap();
    assert_eq!(answer(ticket).unwrap(), Attempt::Whole);
}

#[test]
fn work_that_panics_is_a_failure_and_the_thread_goes_on() {
    let pool = pool(2);
    for limits in [LONG, QUICK, LONG, QUICK] {
        let ticket: Ticket<()> =
            pool.submit(client(1), limits, true, |_, _| panic!("on purpose")).unwrap();
        assert_eq!(answer(ticket).unwrap_err().error.code(), "bug");
    }
    for limits in [LONG, QUICK] {
        assert_eq!(answer(pool.submit(client(1), limits, true, |_, _| Some(1)).unwrap()), Ok(1));
    }
    wait(&pool, |counts| counts.finished == 6 && counts.running == 0);
}

#[test]
fn dropping_the_ticket_ends_the_search_and_frees_its_place() {
    let pool = pool(2);
    let (running, _end) = busy(&pool, 1);
    wait(&pool, |counts| counts.running == 1);
    let waiting: Vec<_> = (0..3).map(|_| busy(&pool, 1)).collect();
    let refused = pool.submit(client(1), QUICK, false, |_, _| Some(())).err().unwrap();
    assert_eq!(refused.status, 429);
    let refused = pool.submit(client(2), LONG, false, |_, _| Some(())).err().unwrap();
    assert_eq!(refused.status, 503);
    assert!(pool.submit(client(2), QUICK, false, |_, _| Some(())).is_ok());
    drop(waiting);
    assert_eq!(pool.counts().waiting, 0);
    drop(running);
    wait(&pool, |counts| counts.running == 0);
    assert_eq!(pool.counts().refused, 2);
}

#[test]
fn closing_ends_running_and_waiting_searches() {
    let pool = pool(2);
    let (running, _end) = busy(&pool, 1);
    wait(&pool, |counts| counts.running == 1);
    let (waiting, _end) = busy(&pool, 1);
    pool.close();
    assert_eq!(answer(running), Ok(()));
    assert_eq!(answer(waiting).unwrap_err().error.code(), "stopping");
    let refused = pool.submit(client(1), QUICK, false, |_, _| Some(())).err().unwrap();
    assert_eq!(refused.error.code(), "stopping");
    pool.join(Duration::from_secs(30));
    assert_eq!(pool.counts().running, 0);
}
