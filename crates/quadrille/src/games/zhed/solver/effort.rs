//! The effort of a solve, and the meter that limits it.

use crate::search::{Stats, Stop, toolkit::Meter};

/// The meter of a solve with the counts so far.
pub(super) struct Effort<'a, 'm> {
    pub(super) meter: &'a mut Meter<'m>,
    pub(super) stats: Stats,
    /// Bytes held outside of the active engine.
    pub(super) elsewhere: usize,
}

impl<'a, 'm> Effort<'a, 'm> {
    pub(super) fn new(meter: &'a mut Meter<'m>) -> Self {
        Self { meter, stats: Stats::default(), elsewhere: 0 }
    }

    /// Called before each decision with the bytes held by the active engine: usually one
    /// comparison.
    #[inline]
    pub(super) fn check(&mut self, bytes: usize) -> Result<(), Stop> {
        self.meter.check(&self.stats, self.elsewhere + bytes)
    }

    /// Checks all limits; called about every millisecond.
    pub(super) fn check_now(&mut self, bytes: usize) -> Result<(), Stop> {
        self.note(bytes);
        self.meter.check_now(&self.stats, self.elsewhere + bytes)
    }

    pub(super) fn note(&mut self, bytes: usize) {
        self.stats.peak_bytes = self.stats.peak_bytes.max((self.elsewhere + bytes) as u64);
    }

    /// The number of bytes that the active engine may hold.
    pub(super) fn budget(&self) -> usize {
        self.meter.memory_budget().saturating_sub(self.elsewhere)
    }
}
