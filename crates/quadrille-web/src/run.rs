//! Searches in a worker.

use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use quadrille::search::{Control, Limits, toolkit::Clock};
use quadrille_api::{SearchJob, TICK};

/// The default memory of a search.
const MEMORY: u64 = 512 << 20;

/// The maximum memory of a search: addresses have 32 bits, and the rest of the engine needs room.
const MAX_MEMORY: u64 = 3 << 30;

/// The user can stop a search, so this limit is long; a request can lower it.
const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// The time limit of a script on one position.
const SCRIPT_TIMEOUT: Duration = Duration::from_secs(2);

/// The default limits of a search in the browser.
pub fn default_limits() -> Limits {
    with_memory(MEMORY)
}

fn with_memory(bytes: u64) -> Limits {
    let max_memory = Some(usize::try_from(bytes).unwrap_or(usize::MAX));
    Limits { max_nodes: None, max_time: Some(MAX_TIME), max_memory }
}

/// The limits of a search. A request can ask for more memory than the default.
pub(crate) fn limits(text: &str) -> Limits {
    let number = |text: &str| -> Option<u64> {
        text.split(|at: char| !at.is_ascii_digit()).next().unwrap_or_default().parse().ok()
    };
    let bytes = if text.starts_with('{') {
        text.split_once("\"max_memory\":").and_then(|(_, rest)| number(rest.trim_start()))
    } else {
        text.split('&').find_map(|pair| number(pair.strip_prefix("max_memory=")?))
    };
    with_memory(bytes.unwrap_or(MEMORY).clamp(MEMORY, MAX_MEMORY))
}

/// The control of a script that is tried on a position.
pub(crate) fn script_control(now: fn() -> Duration) -> Control {
    let limits = Limits { max_time: Some(SCRIPT_TIMEOUT), ..Limits::default() };
    Control { clock: Clock::new(now), ..Control::with_limits(limits) }
}

/// Runs a search and sends its events.
pub(crate) fn run(search: SearchJob, now: fn() -> Duration, send: fn(&str, &str)) {
    let SearchJob { limits, mut work, events, .. } = search;
    let begun = now();
    let control = Control::with_limits(limits);
    let shown = control.clone();
    let sender = Arc::new(Mutex::new((events, begun)));
    let shared = Arc::clone(&sender);
    let clock = Clock::new(move || {
        let time = now();
        // Polling may read the clock again, which must not poll a second time.
        let mut guard = match shared.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return time,
        };
        let (events, last) = &mut *guard;
        if time.saturating_sub(*last) >= TICK {
            *last = time;
            for event in events.poll(&shown, time.saturating_sub(begun)) {
                send(event.name, &event.data);
            }
        }
        time
    });
    work(&Control { clock, ..control });
    let mut guard = sender.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for event in guard.0.finish() {
        send(event.name, &event.data);
    }
}
