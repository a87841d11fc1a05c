//! The clock of a search.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A clock: the time since a fixed moment.
///
/// A running search reads it about every millisecond. Where there is only one thread, as in a
/// browser, a custom clock can use these calls to publish progress.
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

/// The zero of the system clock. Shared by all searches: one per search would cost one more reading
/// of the time.
#[cfg(not(target_family = "wasm"))]
static EPOCH: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();

impl Clock {
    /// A custom clock.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Kind::Own(Arc::new(now)))
    }

    /// The time since the fixed moment.
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

/// The system clock. WebAssembly has none: there it stands still, and time limits need a custom
/// clock.
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
