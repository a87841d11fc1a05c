//! The loop over the layers: expand, merge, commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use quadrille_search::{
    Cost, Stats, Stop,
    toolkit::{Expansion, Meter, PackedRows},
};

use crate::Settings;
use crate::codec::BLOCK;
use crate::disk::Disk;
use crate::error::Break;
use crate::expand::{Expander, Runs};
use crate::live::{Live, Phase};
use crate::manifest::{Effort, LAYER, LayerEntry, Manifest, RUN, Scratch};
use crate::merge::{Merger, cuts};
use crate::row::{Row, widened};
use crate::segment::{Reader, Segment, Writer};
use crate::team::{self, Shared};

/// The most runs on disk that are merged at once; more are first merged among themselves.
const FAN: usize = 64;
/// Ranges for each of several threads, so no thread waits long for the last one.
const RANGES: usize = 4;
/// The search takes this many times as long as its commits: where layers are small, several are
/// committed together.
const SHARE: u32 = 20;
/// A layer with fewer rows is expanded by one thread.
const SMALL: u64 = 1 << 14;
/// The least memory that buffers have, whatever the limit.
const LEAST_BUFFERS: usize = 8 << 20;

/// The part of each layer that an engine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Whole,
    /// The part of one of several workers; it may be empty.
    #[cfg(feature = "cluster")]
    Owned {
        has_start: bool,
    },
}

/// Collects the successors of a layer. Receives the counts of the layers before.
pub(crate) type Follow<'f, const N: usize> =
    &'f mut dyn FnMut(&Expander<'_, N>, &mut Meter<'_>, &Stats) -> Result<Runs<N>, Break>;

/// A search in its folder.
pub(crate) struct Engine<'a, const N: usize> {
    space: &'a dyn PackedRows,
    settings: &'a Settings,
    live: &'a Live,
    part: Part,
    scratch: Scratch,
    disk: Disk,
    layers: Vec<Arc<[Segment<N>]>>,
    files: AtomicU64,
    peak_bytes: u64,
    /// The number of layers that are committed, and whether they are all.
    committed: (usize, bool),
    /// The end of the last commit, and the time that it took.
    last_commit: (Instant, Duration),
}

impl<'a, const N: usize> Engine<'a, N> {
    /// Opens the folder and resumes from the last complete layer, if any.
    pub(crate) fn open(
        space: &'a dyn PackedRows,
        settings: &'a Settings,
        live: &'a Live,
        part: Part,
    ) -> Result<Self, Break> {
        let scratch = Scratch::open(&settings.scratch, &settings.identity, space.words())?;
        let disk = Disk::new(scratch.bytes(), settings.disk);
        let mut layers = Vec::new();
        for layer in &scratch.manifest.layers {
            let segments: Result<Vec<Segment<N>>, Break> =
                layer.segments.iter().map(|entry| entry.open(&scratch.folder)).collect();
            layers.push(Arc::from(segments?));
        }
        live.set_disk(disk.used());
        Ok(Engine {
            space,
            settings,
            live,
            part,
            committed: (layers.len(), scratch.manifest.is_exhausted),
            scratch,
            disk,
            layers,
            files: AtomicU64::new(0),
            peak_bytes: 0,
            last_commit: (Instant::now(), Duration::ZERO),
        })
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        &self.scratch.manifest
    }

    /// The counts of all layers, including those of earlier runs.
    pub(crate) fn stats(&self) -> Stats {
        let manifest = self.manifest();
        let mut stats = Stats {
            depth: manifest.layers.len().saturating_sub(1) as Cost,
            peak_open: manifest.layers.iter().map(|layer| layer.positions).max().unwrap_or(0),
            peak_bytes: self.peak_bytes,
            ..Stats::default()
        };
        for effort in &manifest.efforts {
            stats.expanded += effort.expanded;
            stats.generated += effort.generated;
            stats.dead_ends += effort.dead_ends;
        }
        let known: u64 = manifest.layers.iter().map(|layer| layer.positions).sum();
        stats.duplicates = (stats.generated + 1).saturating_sub(known);
        stats
    }

    /// The most bytes on disk at any time, and the bytes now.
    pub(crate) fn disk_bytes(&self) -> (u64, u64) {
        (self.disk.peak(), self.disk.used())
    }

    /// The time spent on all layers, including earlier runs.
    pub(crate) fn seconds(&self) -> f64 {
        self.manifest().efforts.iter().map(|effort| effort.seconds).sum()
    }

    /// The number of threads for this many rows; 0 if the calling thread works alone.
    fn threads(&self, rows: u64) -> usize {
        if rows < SMALL { 0 } else { self.settings.threads.max(1) }
    }

    /// Makes the next layer, and commits it if the last commit is long enough ago.
    pub(crate) fn next_layer(&mut self, meter: &mut Meter<'_>) -> Result<(), Break> {
        let rows = self.manifest().layers.last().map_or(0, |layer| layer.positions);
        let threads = self.threads(rows);
        self.next_layer_by(meter, &mut |expander, meter, base| {
            let watched = (expander.shared, expander.live, expander.disk);
            let mut runs = Runs::default();
            for part in team::run(threads, meter, base, watched, || expander.work())? {
                runs.memory.extend(part.memory);
                runs.disk.extend(part.disk);
            }
            Ok(runs)
        })?;
        if self.is_due() { self.commit() } else { Ok(()) }
    }

    /// Makes the next layer with the rows that `follow` collects. After a stop the state is that
    /// after the last layer.
    pub(crate) fn next_layer_by(
        &mut self,
        meter: &mut Meter<'_>,
        follow: Follow<'_, N>,
    ) -> Result<(), Break> {
        let began = Instant::now();
        let shared = Shared::default();
        let depth = self.layers.len();
        let end = self.make_layer(depth, meter, &shared, follow);
        let (entry, segments) = match end {
            Ok(made) => made,
            Err(end) => {
                self.clean_up(depth);
                return Err(end);
            }
        };
        let manifest = &mut self.scratch.manifest;
        if depth > 0 {
            manifest.efforts.push(Effort {
                expanded: shared.expanded.load(Relaxed),
                generated: shared.generated.load(Relaxed),
                dead_ends: shared.dead_ends.load(Relaxed),
                seconds: began.elapsed().as_secs_f64(),
            });
        }
        manifest.is_exhausted = entry.positions == 0 && self.part == Part::Whole;
        if !manifest.is_exhausted {
            manifest.layers.push(entry);
            self.layers.push(Arc::from(segments));
        }
        self.live.set_disk(self.disk.used());
        Ok(())
    }

    /// True if the last commit is long enough ago for another.
    pub(crate) fn is_due(&self) -> bool {
        let (last, took) = self.last_commit;
        last.elapsed() >= SHARE * took
    }

    /// Writes all layers to the disk and makes them valid. If that fails, those since the last
    /// commit are lost.
    pub(crate) fn commit(&mut self) -> Result<(), Break> {
        let began = Instant::now();
        let manifest = &self.scratch.manifest;
        let all = (manifest.layers.len(), manifest.is_exhausted);
        if self.committed == all {
            return Ok(());
        }
        let mut new = self.layers[self.committed.0..].iter().flat_map(|layer| layer.iter());
        let end = new.try_for_each(Segment::sync).and_then(|()| self.scratch.commit());
        match end {
            Ok(()) => self.committed = all,
            Err(_) => {
                let lost = self.truncate(self.committed.0);
                self.remove(&lost);
            }
        }
        self.last_commit = (Instant::now(), began.elapsed());
        end
    }

    /// Forgets all layers except the first `count`. Returns their files.
    fn truncate(&mut self, count: usize) -> Vec<Arc<[Segment<N>]>> {
        let manifest = &mut self.scratch.manifest;
        manifest.layers.truncate(count);
        manifest.efforts.truncate(count.saturating_sub(1));
        manifest.is_exhausted = false;
        self.committed = (self.committed.0.min(count), false);
        self.layers.split_off(count)
    }

    fn remove(&self, layers: &[Arc<[Segment<N>]>]) {
        layers.iter().flat_map(|layer| layer.iter()).for_each(|segment| segment.remove(&self.disk));
    }

    /// Deletes the files of an incomplete layer. Files that cannot be deleted now are deleted at
    /// the next start.
    fn clean_up(&self, depth: usize) {
        let Ok(entries) = std::fs::read_dir(&self.scratch.folder) else { return };
        let layer = layer_name(depth);
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let length = entry.metadata().map_or(0, |data| data.len());
            let is_left = name.starts_with(RUN) || name.starts_with(&layer);
            if is_left && std::fs::remove_file(entry.path()).is_ok() {
                self.disk.release(length.min(self.disk.used()));
            }
        }
    }

    fn make_layer(
        &mut self,
        depth: usize,
        meter: &mut Meter<'_>,
        shared: &Shared,
        follow: Follow<'_, N>,
    ) -> Result<(LayerEntry, Vec<Segment<N>>), Break> {
        let Some(depth_before) = depth.checked_sub(1) else { return self.first_layer() };
        let sizes =
            |depth: Option<usize>| depth.map_or(0, |depth| self.manifest().layers[depth].positions);
        let frontier = sizes(Some(depth_before));
        let positions = self.manifest().layers.iter().map(|layer| layer.positions).sum();
        self.live.begin_layer(
            depth as u32,
            positions,
            [frontier, sizes(depth_before.checked_sub(1))],
        );
        let runs = self.expand(depth_before, frontier, meter, shared, follow)?;
        let made = self.merge(depth, &runs, meter, shared)?;
        runs.disk.iter().flat_map(|run| run.iter()).for_each(|run| run.remove(&self.disk));
        Ok(made)
    }

    fn first_layer(&self) -> Result<(LayerEntry, Vec<Segment<N>>), Break> {
        #[cfg(feature = "cluster")]
        if self.part == (Part::Owned { has_start: false }) {
            return Ok((LayerEntry::default(), Vec::new()));
        }
        let start = self.space.start();
        let path = self.scratch.folder.join(format!("{}-000", layer_name(0)));
        let mut writer = Writer::create(path, &self.disk)?;
        writer.push(widened::<N>(&start), false)?;
        let segment = writer.finish()?;
        let is_goal = self.space.is_goal(&start);
        let goal = is_goal.then_some(start);
        let entry = LayerEntry {
            positions: 1,
            solved: u64::from(is_goal),
            goal,
            segments: vec![segment.entry()],
        };
        Ok((entry, vec![segment]))
    }

    /// The number of rows that a buffer may hold: the memory left by the blocks of all layers that
    /// a merge reads.
    fn capacity(&self, threads: usize) -> usize {
        if let Some(rows) = self.settings.buffer_rows {
            return rows.max(1);
        }
        let row = size_of::<Row<N>>();
        let read: usize = self
            .layers
            .iter()
            .map(|layer| {
                layer.iter().map(|segment| segment.rows as usize).sum::<usize>().min(BLOCK)
            })
            .sum();
        let blocks = (read + FAN * BLOCK) * (row + 1) * threads;
        let left = self.settings.memory.saturating_sub(blocks).max(LEAST_BUFFERS);
        // Batches may exceed the mark, and blocks are written through buffers.
        (left / 8 * 7 / (2 * threads) / row).max(1)
    }

    fn expand(
        &mut self,
        depth: usize,
        rows: u64,
        meter: &mut Meter<'_>,
        shared: &Shared,
        follow: Follow<'_, N>,
    ) -> Result<Runs<N>, Break> {
        let base = self.stats();
        let layer = Arc::clone(&self.layers[depth]);
        let expander = Expander {
            space: self.space,
            layer: &layer,
            is_start: depth == 0,
            blocks: blocks_of(&layer),
            next: AtomicUsize::new(0),
            capacity: self.capacity(self.threads(rows).max(1)),
            folder: &self.scratch.folder,
            files: &self.files,
            disk: &self.disk,
            shared,
            live: self.live,
        };
        self.live.begin_phase(Phase::Expand, rows);
        let mut runs = follow(&expander, meter, &base)?;
        self.peak_bytes = self.peak_bytes.max(shared.bytes.load(Relaxed));
        while runs.disk.len() > FAN {
            let first = Runs { memory: Vec::new(), disk: runs.disk.drain(..FAN).collect() };
            let name = format!("{RUN}{}", self.files.fetch_add(1, Relaxed));
            let merged = self.merge_runs(&first, &[], &name, false, meter, shared)?;
            first.disk.iter().flat_map(|run| run.iter()).for_each(|run| run.remove(&self.disk));
            runs.disk.push(Arc::from(merged.0));
        }
        Ok(runs)
    }

    fn merge(
        &mut self,
        depth: usize,
        runs: &Runs<N>,
        meter: &mut Meter<'_>,
        shared: &Shared,
    ) -> Result<(LayerEntry, Vec<Segment<N>>), Break> {
        // Successors of the layer before this one have a depth of at least `depth - locality`.
        let first = self
            .space
            .locality()
            .map_or(0, |locality| depth.saturating_sub(locality as usize).min(self.layers.len()));
        let earlier: Vec<Arc<[Segment<N>]>> = self.layers[first..].to_vec();
        let name = layer_name(depth);
        let (segments, solved, goal) =
            self.merge_runs(runs, &earlier, &name, true, meter, shared)?;
        let entry = LayerEntry {
            positions: segments.iter().map(|segment| segment.rows).sum(),
            solved,
            goal: goal.map(|goal| goal[N - self.space.words()..].to_vec()),
            segments: segments.iter().map(Segment::entry).collect(),
        };
        Ok((entry, segments))
    }

    /// Merges runs into one sorted sequence of segments without the rows of earlier layers.
    fn merge_runs(
        &self,
        runs: &Runs<N>,
        earlier: &[Arc<[Segment<N>]>],
        name: &str,
        is_layer: bool,
        meter: &mut Meter<'_>,
        shared: &Shared,
    ) -> Result<(Vec<Segment<N>>, u64, Option<Row<N>>), Break> {
        let in_memory: u64 = runs.memory.iter().map(|run| run.rows.len() as u64).sum();
        let on_disk: u64 = runs.disk.iter().flat_map(|run| run.iter()).map(|run| run.rows).sum();
        let threads = self.threads(in_memory + on_disk);
        let merger = Merger {
            space: self.space,
            runs,
            earlier,
            cuts: cuts(runs, if threads > 1 { RANGES * threads } else { 1 }),
            next: AtomicUsize::new(0),
            // Rows from other workers may be goals that were not counted here.
            has_goals: is_layer && (shared.goals.load(Relaxed) > 0 || self.part != Part::Whole),
            name: self.scratch.folder.join(name),
            disk: &self.disk,
            shared,
            live: self.live,
        };
        self.live.begin_phase(Phase::Merge, in_memory + on_disk);
        // The expanded positions are counted already.
        let base = self.stats();
        let watched = (shared, self.live, &self.disk);
        let all = team::run(threads, meter, &base, watched, || merger.work())?;
        let mut parts: Vec<_> = all.into_iter().flatten().collect();
        parts.sort_by_key(|part| part.range);
        let solved = parts.iter().map(|part| part.goals).sum();
        let goal = parts.iter().find_map(|part| part.first_goal);
        let mut segments = Vec::new();
        for part in parts {
            if part.segment.rows == 0 {
                part.segment.remove(&self.disk);
            } else {
                segments.push(part.segment);
            }
        }
        Ok((segments, solved, goal))
    }

    /// The positions from the start to one at this depth. The parent of each is looked for in the
    /// layer before, in order, so the line is always the same. Rows of the space's own width, one
    /// after the other.
    pub(crate) fn line_to(
        &self,
        depth: usize,
        row: &[u64],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u64>, Break> {
        let mut line = vec![row.to_vec()];
        for depth in (0..depth).rev() {
            let target = line.last().map_or(&[][..], Vec::as_slice).to_vec();
            let parent = self.parent(depth, &target, meter)?;
            line.push(parent.ok_or_else(|| self.broken_line())?);
        }
        Ok(line.into_iter().rev().flatten().collect())
    }

    /// The least position at this depth that leads to another.
    pub(crate) fn parent(
        &self,
        depth: usize,
        target: &[u64],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<u64>>, Break> {
        let layer = &self.layers[depth];
        let rows: u64 = layer.iter().map(|segment| segment.rows).sum();
        self.live.begin_layer(
            depth as u32,
            self.manifest().layers.iter().map(|l| l.positions).sum(),
            [0, 0],
        );
        self.live.begin_phase(Phase::Trace, rows);
        let blocks = blocks_of(layer);
        let next = AtomicUsize::new(0);
        let first = AtomicUsize::new(usize::MAX);
        let shared = Shared::default();
        let search = || -> Result<Option<(usize, Vec<u64>)>, Break> {
            let words = self.space.words();
            let mut reader = Reader::new(&self.scratch.folder)?;
            let (mut rows, mut traces) = (Vec::new(), Vec::new());
            let mut expansion = Expansion::default();
            loop {
                let number = next.fetch_add(1, Relaxed);
                // Blocks are taken in order, so a block before the first match is always examined.
                if number >= blocks.len() || number > first.load(Relaxed) {
                    return Ok(None);
                }
                let (segment, block) = blocks[number];
                layer[segment].read(block, &mut reader, &mut rows, &mut traces)?;
                for (row, trace) in rows.iter().zip(&traces) {
                    let row = &row[N - words..];
                    let trace = std::slice::from_ref(trace);
                    self.space.expand(row, (depth > 0).then_some(trace), &mut expansion);
                    let mut following =
                        expansion.rows.iter().flat_map(|all| all.chunks_exact(words));
                    let leads_there = following.any(|following| following == target);
                    expansion.rows.iter_mut().for_each(Vec::clear);
                    if leads_there {
                        first.fetch_min(number, Relaxed);
                        return Ok(Some((number, row.to_vec())));
                    }
                }
                self.live.advance(rows.len() as u64);
                shared.check()?;
            }
        };
        let watched = (&shared, self.live, &self.disk);
        let all = team::run(self.threads(rows), meter, &self.stats(), watched, search)?;
        let first = all.into_iter().flatten().min_by_key(|(number, _)| *number);
        Ok(first.map(|(_, row)| row))
    }

    /// The error if positions of one layer do not lead to the next.
    pub(crate) fn broken_line(&self) -> Break {
        Break::broken_line(&self.scratch.folder)
    }

    pub(crate) fn first_row(&self, depth: usize) -> Option<Vec<u64>> {
        let block = self.layers.get(depth)?.first()?.blocks.first()?;
        Some(block.first[N - self.space.words()..].to_vec())
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn keep_layers(&mut self, count: usize) -> Result<(), Break> {
        if count >= self.layers.len() {
            return Ok(());
        }
        let forgotten = self.truncate(count);
        self.scratch.commit()?;
        self.remove(&forgotten);
        Ok(())
    }

    /// The lower bound: no goal is in the complete layers.
    pub(crate) fn lower_bound(&self) -> Cost {
        self.layers.len() as Cost
    }

    pub(crate) fn check(&self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        meter.check_now(&self.stats(), 0)
    }
}

fn layer_name(depth: usize) -> String {
    format!("{LAYER}{depth:05}")
}

fn blocks_of<const N: usize>(segments: &[Segment<N>]) -> Vec<(usize, usize)> {
    let blocks = |(number, segment): (usize, &Segment<N>)| {
        (0..segment.blocks.len()).map(move |block| (number, block))
    };
    segments.iter().enumerate().flat_map(blocks).collect()
}
