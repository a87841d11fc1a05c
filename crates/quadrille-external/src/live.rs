//! Live figures of a search on disk, readable from another thread.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[derive(Debug)]
pub struct Live {
    began: Instant,
    depth: AtomicU32,
    positions: AtomicU64,
    /// The sizes of the layer that is being expanded and of the one before.
    sizes: [AtomicU64; 2],
    /// Units of the phase done, their total, and its start in milliseconds.
    done: AtomicU64,
    whole: AtomicU64,
    since: AtomicU64,
    phase: AtomicU32,
    disk: AtomicU64,
}

impl Default for Live {
    fn default() -> Live {
        Live {
            began: Instant::now(),
            depth: AtomicU32::new(0),
            positions: AtomicU64::new(0),
            sizes: [AtomicU64::new(0), AtomicU64::new(0)],
            done: AtomicU64::new(0),
            whole: AtomicU64::new(0),
            since: AtomicU64::new(0),
            phase: AtomicU32::new(0),
            disk: AtomicU64::new(0),
        }
    }
}

/// A part of the work on a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Expands all positions of the last layer.
    Expand,
    /// Merges the successors and drops known positions.
    Merge,
    /// Looks for the moves to a position, backwards layer by layer.
    Trace,
}

impl Phase {
    const ALL: [Phase; 3] = [Phase::Expand, Phase::Merge, Phase::Trace];

    pub const fn name(self) -> &'static str {
        match self {
            Phase::Expand => "expanding",
            Phase::Merge => "merging",
            Phase::Trace => "tracing the plan",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    /// The depth of the layer in progress.
    pub depth: u32,
    pub phase: Phase,
    /// The part of the phase that is done, from 0 to 1.
    pub share: f64,
    /// The number of positions in all complete layers.
    pub positions: u64,
    pub disk: u64,
    /// The rest of the phase at the rate so far.
    pub left: Option<Duration>,
    /// The expected number of positions of the layer in progress, if layers keep growing (or
    /// shrinking) as the last two did.
    pub forecast: Option<u64>,
}

impl Live {
    pub(crate) fn begin_layer(&self, depth: u32, positions: u64, sizes: [u64; 2]) {
        self.depth.store(depth, Relaxed);
        self.positions.store(positions, Relaxed);
        self.sizes[0].store(sizes[0], Relaxed);
        self.sizes[1].store(sizes[1], Relaxed);
    }

    pub(crate) fn begin_phase(&self, phase: Phase, whole: u64) {
        self.phase.store(phase as u32, Relaxed);
        self.done.store(0, Relaxed);
        self.whole.store(whole, Relaxed);
        self.since.store(self.began.elapsed().as_millis() as u64, Relaxed);
    }

    pub(crate) fn advance(&self, by: u64) {
        self.done.fetch_add(by, Relaxed);
    }

    pub(crate) fn set_disk(&self, bytes: u64) {
        self.disk.store(bytes, Relaxed);
    }

    pub fn snapshot(&self) -> Snapshot {
        let (done, whole) = (self.done.load(Relaxed), self.whole.load(Relaxed));
        let share = if whole == 0 { 0.0 } else { (done as f64 / whole as f64).min(1.0) };
        let since = Duration::from_millis(self.since.load(Relaxed));
        let taken = self.began.elapsed().saturating_sub(since);
        let left = (share > 0.01).then(|| taken.mul_f64((1.0 - share) / share));
        let [last, before] = [0, 1].map(|at| self.sizes[at].load(Relaxed));
        let forecast =
            (before > 0).then(|| (last as f64 * (last as f64 / before as f64)).round() as u64);
        Snapshot {
            depth: self.depth.load(Relaxed),
            phase: Phase::ALL[self.phase.load(Relaxed) as usize % 3],
            share,
            positions: self.positions.load(Relaxed),
            disk: self.disk.load(Relaxed),
            left,
            forecast,
        }
    }
}
