//! The disk space that a search uses, and its limit.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::error::Break;

/// The bytes of all files of a search.
#[derive(Debug)]
pub(crate) struct Disk {
    used: AtomicU64,
    peak: AtomicU64,
    limit: u64,
}

impl Disk {
    pub(crate) fn new(used: u64, limit: Option<u64>) -> Disk {
        let limit = limit.unwrap_or(u64::MAX);
        Disk { used: AtomicU64::new(used), peak: AtomicU64::new(used), limit }
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Relaxed)
    }

    /// Reserves space for bytes that are about to be written.
    pub(crate) fn take(&self, bytes: u64) -> Result<(), Break> {
        let now = self.used.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(now, Relaxed);
        if now > self.limit { Err(Break::full()) } else { Ok(()) }
    }

    /// Releases the space of a deleted file.
    pub(crate) fn release(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }
}
