//! Finders beside a proof.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use quadrille_search::algorithm::Best;
use quadrille_search::toolkit::Clock;
use quadrille_search::{Control, Limits, Search};

/// Greedy search gets the second millisecond of a proof: a plan that it finds at once does not wait
/// for threads. The clock counts expansions, one per microsecond, so the load of the machine does
/// not matter.
#[test]
fn the_quickest_finder_is_not_kept_waiting() {
    let expansions = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&expansions);
    let clock = Clock::new(move || Duration::from_micros(counter.load(Relaxed)));
    let limits = Limits { max_time: Some(Duration::from_secs(2)), ..Limits::default() };
    let control = Control { clock, ..Control::with_limits(limits) };
    // A field without walls, with costs above the estimates: the proof is long, and greedy search
    // goes straight.
    let walk = |&(x, y): &(i32, i32)| {
        expansions.fetch_add(1, Relaxed);
        let cost = |(x, y): (i32, i32)| 2 + (x ^ y) as u32 % 3;
        [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)].map(|to| ((), to, cost(to)))
    };
    let far = |&(x, y): &(i32, i32)| (300 - x).unsigned_abs() + (300 - y).unsigned_abs();
    let search = Search::from((0, 0), walk, |&at| at == (300, 300)).consistent(far);
    let report = search.algorithm(Best).control(&control).run();
    let first = report.stats.first_plan_seconds.expect("greedy search has a plan");
    assert!(first < 0.005, "the first plan came after {first} s");
}
