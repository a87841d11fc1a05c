//! Searches in a worker.

use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use quadrille::search::{Control, control::Clock};
use quadrille_api::{Bounds, Kind, QUESTIONS, Search, TICK};

/// The memory of a search that does not ask for any.
const BYTES: u64 = 512 << 20;

/// Addresses have 32 bits, and beside the tables there must be room for the rest.
const MOST_BYTES: u64 = 3 << 30;

/// Whoever waits for a search can stop it; a limit of time is for those who asked for one.
const TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// What a search may take in the browser when it does not ask for more.
pub fn usual_bounds() -> Bounds {
    Bounds { nodes: u64::MAX, time: TIME, bytes: BYTES }
}

/// What a search may take. More memory than usual is for those who ask for it.
fn bounds(asked: &str) -> Bounds {
    // A query, or a body with the same fields.
    let in_body = asked.split_once("\"bytes\":").map(|(_, rest)| rest);
    let bytes = match in_body.filter(|_| asked.starts_with('{')) {
        Some(rest) => {
            rest.split(|at: char| !at.is_ascii_digit()).next().unwrap_or_default().parse().ok()
        }
        None => asked.split('&').find_map(|pair| pair.strip_prefix("bytes=")?.parse().ok()),
    };
    Bounds { bytes: bytes.unwrap_or(BYTES).clamp(BYTES, MOST_BYTES), ..usual_bounds() }
}

/// Whether a question leads to a search.
pub(crate) fn is_search(question: &str) -> bool {
    QUESTIONS.iter().any(|one| one.name == question && one.kind == Kind::Search)
}

/// Searches, and tells of it.
pub(crate) fn run(question: &str, asked: &str, now: fn() -> Duration, tell: fn(&str, &str)) {
    let search = quadrille_api::search(question, asked, &bounds(asked));
    let Search { limits, mut work, story, .. } = match search {
        Ok(search) => search,
        Err(failure) => return tell("failed", &failure.json()),
    };
    let begun = now();
    let control = Control::with_limits(limits);
    let told = control.clone();
    let teller = Arc::new(Mutex::new((story, begun)));
    let shared = Arc::clone(&teller);
    let clock = Clock::new(move || {
        let time = now();
        // While news are told, nothing else is.
        let mut guard = match shared.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return time,
        };
        let (story, last) = &mut *guard;
        if time.saturating_sub(*last) >= TICK {
            *last = time;
            for event in story.news(&told, time.saturating_sub(begun)) {
                tell(event.name, &event.data);
            }
        }
        time
    });
    work(&Control { clock, ..control });
    let mut guard = teller.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for event in guard.0.end() {
        tell(event.name, &event.data);
    }
}
