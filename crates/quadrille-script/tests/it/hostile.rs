//! Scripts that are slow within few steps end at the limits of the search, and when it is
//! cancelled.

use std::thread;
use std::time::{Duration, Instant};

use quadrille::Method;
use quadrille::games::SolveError;
use quadrille::search::{Algorithm, Cancel, Control, Limits, Stop};

use crate::{custom, level};

/// Each took 8 s or more when only steps were counted.
const SLOW: [(&str, &str); 4] = [
    (
        "split",
        r#"let s = "a,"; for i in 0..12 { s += s; } let n = 0;
           for i in 0..100000 { n += s.split(",").len(); } n"#,
    ),
    (
        "sort",
        "let a = []; for i in 0..4999 { a.push((i * 7919) % 5003); }
         for i in 0..20000 { let b = a; b.sort(); } 1",
    ),
    ("nest", "let a = []; for i in 0..200000 { if i % 4000 == 0 { a = []; } a = [a]; } 1"),
    (
        "index_of",
        "let a = []; for i in 0..4999 { a.push(i); } let n = 0;
         for i in 0..100000 { n += a.index_of(-1); } n",
    ),
];

/// Far above 50 ms: a busy machine may need that long to schedule the thread.
const SLACK: Duration = Duration::from_secs(5);

fn solve(body: &str, control: &Control) -> (Duration, Result<Option<Stop>, SolveError>) {
    let level = level();
    let heuristic = Some(custom("mine", &format!("fn estimate(board) {{ {body} }}")));
    let method = Method { heuristic, ..Method::from(Algorithm::Astar) };
    let begun = Instant::now();
    let report = level.game.solve(&level.grid, &method, control, None);
    (begun.elapsed(), report.map(|report| report.stop))
}

#[test]
fn a_slow_script_ends_at_the_time_limit() {
    for (name, body) in SLOW {
        let max_time = Some(Duration::from_millis(100));
        let control = Control::with_limits(Limits { max_time, ..Limits::default() });
        let (time, stop) = solve(body, &control);
        assert!(time < SLACK, "{name}: {time:?}");
        assert!(matches!(stop, Ok(Some(Stop::Time))), "{name}: {stop:?}");
    }
}

#[test]
fn a_slow_script_fails_without_a_limit() {
    for (name, body) in SLOW {
        let (time, stop) = solve(body, &Control::default());
        assert!(time < SLACK, "{name}: {time:?}");
        assert!(matches!(stop, Err(SolveError::Failed(_))), "{name}: {stop:?}");
    }
}

#[test]
fn a_slow_script_ends_when_the_search_is_cancelled() {
    let cancel = Cancel::default();
    let control = Control { cancel: cancel.clone(), ..Control::default() };
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        cancel.cancel();
    });
    let (time, stop) = solve(SLOW[0].1, &control);
    assert!(time < SLACK, "{time:?}");
    assert!(matches!(stop, Ok(Some(Stop::Cancelled))), "{stop:?}");
    canceller.join().unwrap();
}

#[test]
fn arguments_cannot_be_bound_without_end_and_closures_still_work() {
    let text = "fn estimate(board) { let f = |x| x; for i in 0..300000 { f = f.curry(i); } 1 }";
    assert!(quadrille_script::Script::new("mine", text).is_err());
    let (_, stop) = solve("let two = 2; let f = |x| x * two; f.call(3)", &Control::default());
    assert!(stop.is_ok(), "{stop:?}");
}

#[test]
fn a_replaced_text_is_bounded_before_it_is_made() {
    let body = r#"let s = "a"; for i in 0..14 { s += s; } let t = s; s.replace("a", t); 1"#;
    let (time, stop) = solve(body, &Control::default());
    assert!(time < SLACK && matches!(stop, Err(SolveError::Failed(_))), "{time:?} {stop:?}");
}
