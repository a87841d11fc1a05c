//! The clock of a search.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A clock: the time since some moment that does not change.
///
/// A running search reads it about every millisecond. Where a search has the only thread there is,
/// as in a browser, a clock of the caller's own can use the moment to publish progress.
#[derive(Clone)]
pub struct Clock(Kind);

#[derive(Clone)]
enum Kind {
    #[cfg(not(target_family = "wasm"))]
    System,
    #[cfg(target_family = "wasm")]
    Still,
    Own(Arc<dyn Fn() -> Duration + Send + Sync>),
}

/// The moment from which the clock of the system counts. One for all searches: a clock of its own
/// would read the time once more in each.
#[cfg(not(target_family = "wasm"))]
static EPOCH: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();

impl Clock {
    /// A clock of the caller's own.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Kind::Own(Arc::new(now)))
    }

    /// The time.
    pub fn now(&self) -> Duration {
        match &self.0 {
            #[cfg(not(target_family = "wasm"))]
            Kind::System => EPOCH.get_or_init(std::time::Instant::now).elapsed(),
            #[cfg(target_family = "wasm")]
            Kind::Still => Duration::ZERO,
            Kind::Own(now) => now(),
        }
    }
}

/// The clock of the system. WebAssembly has none: there it stands still, and time limits need a
/// clock of the caller's own.
impl Default for Clock {
    fn default() -> Clock {
        #[cfg(not(target_family = "wasm"))]
        return Clock(Kind::System);
        #[cfg(target_family = "wasm")]
        Clock(Kind::Still)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}
