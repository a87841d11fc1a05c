//! The clock of benchmarks that run beside other load.

use std::fs;
use std::time::Duration;

use quadrille::search::toolkit::Clock;

/// The processor time of this thread; wall-clock time where the system does not provide it.
pub(crate) fn processor_clock() -> Clock {
    let link = fs::read_link("/proc/thread-self")
        .map(|task| format!("/proc/{}/schedstat", task.display()));
    let had = |path: &str| {
        let text = fs::read_to_string(path).ok()?;
        Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
    };
    match link {
        Ok(path) if had(&path).is_some() => Clock::new(move || had(&path).unwrap_or_default()),
        _ => Clock::default(),
    }
}
