//! From a layer to sorted runs of what follows from it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use quadrille_search::{Expansion, PackedSpace};

use crate::disk::Disk;
use crate::failure::Break;
use crate::live::Live;
use crate::manifest::RUN;
use crate::row::{Row, widened};
use crate::segment::{Reader, Segment, Writer};
use crate::team::Shared;

/// Rows that are expanded together.
const BATCH: usize = 512;

/// Sorted rows, each once, that were reached by steps of one trace.
#[derive(Debug)]
pub(crate) struct MemoryRun<const N: usize> {
    pub(crate) rows: Vec<Row<N>>,
    pub(crate) trace: bool,
}

/// Everything that follows from a layer.
#[derive(Default, Debug)]
pub(crate) struct Runs<const N: usize> {
    pub(crate) memory: Vec<MemoryRun<N>>,
    pub(crate) disk: Vec<Arc<[Segment<N>]>>,
}

/// What all threads that expand a layer share.
pub(crate) struct Expander<'a, M, const N: usize> {
    pub(crate) space: &'a dyn PackedSpace<Move = M>,
    pub(crate) layer: &'a [Segment<N>],
    pub(crate) is_start: bool,
    /// The blocks of the layer: which of its segments, and which block of that.
    pub(crate) blocks: Vec<(usize, usize)>,
    pub(crate) next: AtomicUsize,
    /// How many rows a buffer may hold. Each thread has two.
    pub(crate) capacity: usize,
    pub(crate) folder: &'a PathBuf,
    /// The number of the next file.
    pub(crate) files: &'a AtomicU64,
    pub(crate) disk: &'a Disk,
    pub(crate) shared: &'a Shared,
    pub(crate) live: &'a Live,
}

impl<M, const N: usize> Expander<'_, M, N> {
    /// Expands blocks until none is left. The work of one thread.
    pub(crate) fn work(&self) -> Result<Runs<N>, Break> {
        let words = self.space.words();
        let mut reader = Reader::new(self.folder)?;
        let (mut rows, mut traces) = (Vec::new(), Vec::new());
        let mut flat = Vec::with_capacity(BATCH * words);
        let mut expansion = Expansion::default();
        let mut buffers: [Vec<Row<N>>; 2] = [Vec::new(), Vec::new()];
        let mut runs = Runs::default();
        let mut held = 0;
        while let Some(&(segment, block)) = self.blocks.get(self.next.fetch_add(1, Relaxed)) {
            self.layer[segment].read(block, &mut reader, &mut rows, &mut traces)?;
            for (rows, traces) in rows.chunks(BATCH).zip(traces.chunks(BATCH)) {
                self.shared.check()?;
                flat.clear();
                rows.iter().for_each(|row| flat.extend_from_slice(&row[N - words..]));
                let traces = (!self.is_start).then_some(traces);
                self.space.expand(&flat, traces, &mut expansion);
                for (trace, following) in expansion.rows.iter_mut().enumerate() {
                    let count = following.len() / words;
                    self.shared.generated.fetch_add(count as u64, Relaxed);
                    self.make_room(&mut buffers[trace], count);
                    buffers[trace].extend(following.chunks_exact(words).map(widened::<N>));
                    following.clear();
                    if buffers[trace].len() >= self.capacity {
                        let run = self.spill(&mut buffers[trace], trace == 1)?;
                        runs.disk.push(Arc::from([run]));
                    }
                }
                let bytes: usize =
                    buffers.iter().map(|buffer| buffer.capacity() * size_of::<Row<N>>()).sum();
                self.shared.bytes.fetch_add(bytes as u64, Relaxed);
                self.shared.bytes.fetch_sub(held, Relaxed);
                held = bytes as u64;
                self.shared.expanded.fetch_add(expansion.expanded, Relaxed);
                self.shared.dead_ends.fetch_add(expansion.dead_ends, Relaxed);
                self.shared.goals.fetch_add(expansion.goals, Relaxed);
                (expansion.expanded, expansion.dead_ends, expansion.goals) = (0, 0, 0);
                self.live.advance(rows.len() as u64);
            }
        }
        for (trace, mut rows) in buffers.into_iter().enumerate() {
            if !rows.is_empty() {
                rows.sort_unstable();
                rows.dedup();
                runs.memory.push(MemoryRun { rows, trace: trace == 1 });
            }
        }
        Ok(runs)
    }

    /// Grows a buffer by doubling, but not beyond what it may hold and a batch.
    fn make_room(&self, buffer: &mut Vec<Row<N>>, more: usize) {
        let needed = buffer.len() + more;
        if needed > buffer.capacity() {
            let new = (2 * buffer.capacity()).min(self.capacity + more).max(needed);
            buffer.reserve_exact(new - buffer.len());
        }
    }

    /// Writes a buffer as a sorted run.
    fn spill(&self, buffer: &mut Vec<Row<N>>, trace: bool) -> Result<Segment<N>, Break> {
        buffer.sort_unstable();
        buffer.dedup();
        let path = self.folder.join(format!("{RUN}{}", self.files.fetch_add(1, Relaxed)));
        let mut writer = Writer::create(path, self.disk)?;
        for (number, &row) in buffer.iter().enumerate() {
            if number % (1 << 16) == 0 {
                self.shared.check()?;
            }
            writer.push(row, trace)?;
        }
        buffer.clear();
        writer.finish(false)
    }
}
