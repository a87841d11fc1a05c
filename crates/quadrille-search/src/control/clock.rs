//! The clock of a search.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A clock: the time since some moment that does not change.
///
/// A running search looks at it about every millisecond. Where a search has the only thread there is, as in a browser, a clock
/// that is handed in can use the moment to tell of the search.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// The time.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

/// The clock of the system. WebAssembly has none: there it stands still, and limits of time need a clock that is handed in.
impl Default for Clock {
    fn default() -> Clock {
        #[cfg(not(target_family = "wasm"))]
        {
            let start = std::time::Instant::now();
            Clock::new(move || start.elapsed())
        }
        #[cfg(target_family = "wasm")]
        Clock::new(|| Duration::ZERO)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}
