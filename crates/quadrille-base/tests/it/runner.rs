use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use quadrille_base::runner::*;

fn events(
    order: Order,
    (count, threads): (usize, usize),
    work: impl Fn(usize) -> Option<usize> + Sync,
) -> Vec<(usize, Result<Option<usize>, String>)> {
    let mut events = Vec::new();
    let name = |index: usize| format!("task {index}");
    Tasks { count, threads, order }
        .run(name, work, |event| {
            match event {
                TaskEvent::Done(index, result) => events.push((index, Ok(Some(result)))),
                TaskEvent::Skipped(index) => events.push((index, Ok(None))),
                TaskEvent::Panicked(index, panicked) => events.push((index, Err(panicked.task))),
                TaskEvent::Tick => {}
            }
            Ok::<(), ()>(())
        })
        .unwrap();
    events
}

#[test]
fn results_come_in_order_whichever_is_first() {
    let slow_first = |index: usize| {
        thread::sleep(Duration::from_millis(if index.is_multiple_of(3) { 20 } else { 0 }));
        Some(index * 10)
    };
    let expected: Vec<_> = (0..20).map(|index| (index, Ok(Some(index * 10)))).collect();
    assert_eq!(events(Order::Index, (20, 4), slow_first), expected);
    assert_eq!(events(Order::Index, (0, 4), slow_first), []);
    let mut unordered = events(Order::Finish, (20, 4), slow_first);
    unordered.sort();
    assert_eq!(unordered, expected);
}

#[test]
fn a_panic_loses_no_other_result_and_names_the_task() {
    let results = events(Order::Index, (4, 2), |index| {
        assert_ne!(index, 1, "a bug");
        (index != 3).then_some(index)
    });
    let panicked = (1, Err("task 1".to_string()));
    assert_eq!(results, [(0, Ok(Some(0))), panicked, (2, Ok(Some(2))), (3, Ok(None))]);
}

#[test]
fn an_error_of_the_caller_ends_the_work() {
    let done = AtomicUsize::new(0);
    let work = |index: usize| {
        done.fetch_add(1, Relaxed);
        thread::sleep(Duration::from_millis(5));
        Some(index)
    };
    let tasks = Tasks { count: 10_000, threads: 2, order: Order::Index };
    let end = tasks.run(
        |_| String::new(),
        work,
        |event| match event {
            TaskEvent::Done(3, _) => Err("closed"),
            _ => Ok(()),
        },
    );
    assert_eq!(end, Err("closed"));
    assert!(done.load(Relaxed) < 1000);
}
