//! What a solve has cost so far, and the meter that says when it is enough.

use crate::search::{Stats, Stop, toolkit::Meter};

/// The meter of a solve with what was counted so far.
pub(super) struct Effort<'a, 'm> {
    pub(super) meter: &'a mut Meter<'m>,
    pub(super) stats: Stats,
    /// Bytes held outside of the engine that is at work.
    pub(super) elsewhere: usize,
}

impl<'a, 'm> Effort<'a, 'm> {
    pub(super) fn new(meter: &'a mut Meter<'m>) -> Self {
        Self { meter, stats: Stats::default(), elsewhere: 0 }
    }

    /// To be called before each decision with the bytes held by the engine at work: mostly one
    /// comparison.
    #[inline]
    pub(super) fn check(&mut self, bytes: usize) -> Result<(), Stop> {
        self.meter.check(&self.stats, self.elsewhere + bytes)
    }

    /// A look at all limits, to be had about every millisecond.
    pub(super) fn check_now(&mut self, bytes: usize) -> Result<(), Stop> {
        self.note(bytes);
        self.meter.check_now(&self.stats, self.elsewhere + bytes)
    }

    /// Notes how much is held.
    pub(super) fn note(&mut self, bytes: usize) {
        self.stats.peak_bytes = self.stats.peak_bytes.max((self.elsewhere + bytes) as u64);
    }

    /// How many bytes the engine at work may hold.
    pub(super) fn budget(&self) -> usize {
        self.meter.memory_budget().saturating_sub(self.elsewhere)
    }
}
