//! Expands a layer into sorted runs of successors.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

#[cfg(feature = "cluster")]
use quadrille_search::Stats;
use quadrille_search::toolkit::{Expansion, PackedRows};

use crate::disk::Disk;
use crate::error::Break;
use crate::live::Live;
use crate::manifest::RUN;
use crate::row::{Row, widened};
use crate::segment::{Reader, Segment, Writer};
use crate::team::Shared;

/// Rows that are expanded together.
const BATCH: usize = 512;

/// Sorted rows without duplicates, reached by steps with one trace.
#[derive(Debug)]
pub(crate) struct MemoryRun<const N: usize> {
    pub(crate) rows: Vec<Row<N>>,
    pub(crate) trace: bool,
}

/// All successors of a layer.
#[derive(Default, Debug)]
pub(crate) struct Runs<const N: usize> {
    pub(crate) memory: Vec<MemoryRun<N>>,
    pub(crate) disk: Vec<Arc<[Segment<N>]>>,
}

/// State shared by the threads that expand a layer.
pub(crate) struct Expander<'a, const N: usize> {
    pub(crate) space: &'a dyn PackedRows,
    pub(crate) layer: &'a [Segment<N>],
    pub(crate) is_start: bool,
    /// The blocks of the layer: segment and block within it.
    pub(crate) blocks: Vec<(usize, usize)>,
    pub(crate) next: AtomicUsize,
    /// The number of rows that a buffer may hold. Each thread has two.
    pub(crate) capacity: usize,
    pub(crate) folder: &'a PathBuf,
    /// The number of the next file.
    pub(crate) files: &'a AtomicU64,
    pub(crate) disk: &'a Disk,
    pub(crate) shared: &'a Shared,
    pub(crate) live: &'a Live,
}

impl<const N: usize> Expander<'_, N> {
    /// Expands blocks until none is left. Runs on each thread.
    pub(crate) fn work(&self) -> Result<Runs<N>, Break> {
        let words = self.space.words();
        let mut gather = Gather::new(self);
        self.each_batch(|expansion| {
            for (rows, trace) in expansion.rows.iter().zip([false, true]) {
                gather.take(trace, rows.chunks_exact(words).map(widened::<N>))?;
            }
            gather.count();
            Ok(())
        })?;
        Ok(gather.finish())
    }

    /// The counts before, plus those of this layer so far.
    #[cfg(feature = "cluster")]
    pub(crate) fn counted(&self, base: &Stats) -> Stats {
        Stats {
            expanded: base.expanded + self.shared.expanded.load(Relaxed),
            generated: base.generated + self.shared.generated.load(Relaxed),
            ..*base
        }
    }

    /// Expands blocks until none is left, and passes on the successors of one batch after the
    /// other.
    pub(crate) fn each_batch(
        &self,
        mut take: impl FnMut(&mut Expansion) -> Result<(), Break>,
    ) -> Result<(), Break> {
        let words = self.space.words();
        let mut reader = Reader::new(self.folder)?;
        let (mut rows, mut traces) = (Vec::new(), Vec::new());
        let mut flat = Vec::with_capacity(BATCH * words);
        let mut expansion = Expansion::default();
        while let Some(&(segment, block)) = self.blocks.get(self.next.fetch_add(1, Relaxed)) {
            self.layer[segment].read(block, &mut reader, &mut rows, &mut traces)?;
            for (rows, traces) in rows.chunks(BATCH).zip(traces.chunks(BATCH)) {
                self.shared.check()?;
                flat.clear();
                rows.iter().for_each(|row| flat.extend_from_slice(&row[N - words..]));
                let traces = (!self.is_start).then_some(traces);
                self.space.expand(&flat, traces, &mut expansion);
                let following: usize = expansion.rows.iter().map(Vec::len).sum();
                self.shared.generated.fetch_add((following / words) as u64, Relaxed);
                self.shared.expanded.fetch_add(expansion.expanded, Relaxed);
                self.shared.dead_ends.fetch_add(expansion.dead_ends, Relaxed);
                self.shared.goals.fetch_add(expansion.goals, Relaxed);
                (expansion.expanded, expansion.dead_ends, expansion.goals) = (0, 0, 0);
                take(&mut expansion)?;
                expansion.rows.iter_mut().for_each(Vec::clear);
                self.live.advance(rows.len() as u64);
            }
        }
        Ok(())
    }
}

/// Collects the successors of a layer, in any order: in memory, and as a sorted run on disk
/// whenever a buffer is full.
pub(crate) struct Gather<'e, const N: usize> {
    expander: &'e Expander<'e, N>,
    /// By the trace of the step.
    buffers: [Vec<Row<N>>; 2],
    runs: Runs<N>,
    /// The number of bytes last reported.
    held: u64,
}

impl<'e, const N: usize> Gather<'e, N> {
    pub(crate) fn new(expander: &'e Expander<'e, N>) -> Self {
        Gather { expander, buffers: [Vec::new(), Vec::new()], runs: Runs::default(), held: 0 }
    }

    /// Adds rows that were reached by steps with one trace.
    pub(crate) fn take(
        &mut self,
        trace: bool,
        rows: impl ExactSizeIterator<Item = Row<N>>,
    ) -> Result<(), Break> {
        let trace = usize::from(trace);
        self.make_room(trace, rows.len());
        self.buffers[trace].extend(rows);
        if self.buffers[trace].len() >= self.expander.capacity { self.spill(trace) } else { Ok(()) }
    }

    /// Reports the number of bytes held.
    pub(crate) fn count(&mut self) {
        let capacities = self.buffers.iter().map(Vec::capacity);
        let bytes = (capacities.sum::<usize>() * size_of::<Row<N>>()) as u64;
        self.expander.shared.bytes.fetch_add(bytes, Relaxed);
        self.expander.shared.bytes.fetch_sub(self.held, Relaxed);
        self.held = bytes;
    }

    /// All runs; those in memory are sorted too.
    pub(crate) fn finish(mut self) -> Runs<N> {
        for (trace, mut rows) in self.buffers.into_iter().enumerate() {
            if !rows.is_empty() {
                rows.sort_unstable();
                rows.dedup();
                self.runs.memory.push(MemoryRun { rows, trace: trace == 1 });
            }
        }
        self.runs
    }

    /// Grows a buffer by doubling, up to its capacity and one batch.
    fn make_room(&mut self, trace: usize, more: usize) {
        let buffer = &mut self.buffers[trace];
        let needed = buffer.len() + more;
        if needed > buffer.capacity() {
            let most = self.expander.capacity.saturating_add(more);
            let new = (2 * buffer.capacity()).min(most).max(needed);
            buffer.reserve_exact(new - buffer.len());
        }
    }

    /// Writes a buffer as a sorted run.
    fn spill(&mut self, trace: usize) -> Result<(), Break> {
        let Expander { folder, files, disk, shared, .. } = self.expander;
        let buffer = &mut self.buffers[trace];
        buffer.sort_unstable();
        buffer.dedup();
        let path = folder.join(format!("{RUN}{}", files.fetch_add(1, Relaxed)));
        let mut writer = Writer::create(path, disk)?;
        for (number, &row) in buffer.iter().enumerate() {
            if number % (1 << 16) == 0 {
                shared.check()?;
            }
            writer.push(row, trace == 1)?;
        }
        buffer.clear();
        self.runs.disk.push(Arc::from([writer.finish()?]));
        Ok(())
    }
}
