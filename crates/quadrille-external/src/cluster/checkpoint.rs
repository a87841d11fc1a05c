//! Checkpoints of A*: the positions that a worker knows, with the paths to them.
//!
//! A checkpoint is written between two rounds, when no position is in transit, by all workers or by
//! none. It is one file of blocks, as those of layers: the positions of a block have the same cost
//! and are all in the open list, or none is. The rows of a block are sorted, the blocks are not.
//!
//! The checkpoint before is deleted when the next one is written: by then all workers have agreed
//! that they have this one.

use std::time::{Duration, Instant};

use quadrille_search::{Stats, toolkit::Deadline};

use super::known::{Known, Way};
use crate::Settings;
use crate::codec::BLOCK;
use crate::disk::Disk;
use crate::error::Break;
use crate::manifest::{CheckpointEntry, KEYS, Scratch};
use crate::row::{Row, widened};
use crate::segment::{Reader, Segment, Writer};

/// The search takes this many times as long as its checkpoints.
const SHARE: u32 = 40;
/// The expected time of the first checkpoint, with so much for each position.
const EXPECTED: (Duration, Duration) = (Duration::from_millis(50), Duration::from_nanos(100));

pub(super) struct Checkpoints {
    scratch: Scratch,
    disk: Disk,
    /// The time between two of them, if it is fixed.
    pause: Option<Duration>,
    last: Instant,
    took: Duration,
}

impl Checkpoints {
    pub(super) fn open(settings: &Settings, words: usize) -> Result<Checkpoints, Break> {
        let scratch = Scratch::open(&settings.scratch, &settings.identity, words)?;
        let disk = Disk::new(scratch.bytes(), settings.disk);
        let (pause, last) = (settings.checkpoint_pause, Instant::now());
        Ok(Checkpoints { scratch, disk, pause, last, took: Duration::ZERO })
    }

    pub(super) fn disk_bytes(&self) -> u64 {
        self.disk.used()
    }

    /// The number of the last checkpoint, from 1; 0 if there is none.
    pub(super) fn number(&self) -> u64 {
        self.scratch.manifest.checkpoints.last().map_or(0, |entry| entry.number)
    }

    /// True if it is time for the next one.
    pub(super) fn is_due<const N: usize>(&self, known: &Known<'_, N>) -> bool {
        let (least, each) = EXPECTED;
        let expected = self.took.max(least + each * known.nodes.len());
        self.last.elapsed() >= self.pause.unwrap_or(SHARE * expected)
    }

    pub(super) fn write<const N: usize>(
        &mut self,
        known: &Known<'_, N>,
        stats: &Stats,
        deadline: &Deadline,
    ) -> Result<(), Break> {
        let (began, words, number) = (Instant::now(), known.words(), self.number() + 1);
        let path = self.scratch.folder.join(format!("{KEYS}{number:06}"));
        let mut writer = Writer::<N>::create(path, &self.disk)?;
        let mut labels = Vec::new();
        // Rows with each label, up to a block.
        let mut waiting: Vec<Vec<(Row<N>, bool)>> = Vec::new();
        let mut put = |label: usize, rows: &mut Vec<(Row<N>, bool)>| -> Result<(), Break> {
            deadline.check(known.bytes())?;
            labels.push(label as u32);
            rows.sort_unstable();
            rows.drain(..).try_for_each(|(row, trace)| writer.push(row, trace))?;
            writer.end_block()
        };
        for node in 0..known.nodes.len() {
            let way = known.nodes.link(node);
            let label = way.label() as usize;
            if label >= waiting.len() {
                waiting.resize_with(label + 1, Vec::new);
            }
            let rows = &mut waiting[label];
            rows.push((*known.nodes.state(node), way.trace()));
            if rows.len() == (BLOCK / N).max(1) {
                put(label, rows)?;
            }
        }
        for (label, rows) in waiting.iter_mut().enumerate().filter(|(_, rows)| !rows.is_empty()) {
            put(label, rows)?;
        }
        let segment = writer.finish()?;
        segment.sync()?;
        let segment = segment.entry();
        let goal = known.goal.map(|(cost, row)| (cost, row[N - words..].to_vec()));
        let entry = CheckpointEntry { number, segment, labels, goal, stats: *stats };
        let entries = &mut self.scratch.manifest.checkpoints;
        entries.push(entry);
        let old = entries.len().saturating_sub(2);
        let old: Vec<CheckpointEntry> = entries.drain(..old).collect();
        self.scratch.commit()?;
        for entry in old {
            entry.segment.remove(&self.scratch.folder, &self.disk);
        }
        (self.took, self.last) = (began.elapsed(), Instant::now());
        Ok(())
    }

    /// Goes back to an earlier checkpoint, or to none, and reads it.
    pub(super) fn restore<const N: usize>(
        &mut self,
        number: u64,
        known: &mut Known<'_, N>,
        deadline: &Deadline,
    ) -> Result<Stats, Break> {
        let Scratch { folder, manifest, .. } = &mut self.scratch;
        let mut later = manifest.checkpoints.clone();
        later.retain(|entry| entry.number > number);
        manifest.checkpoints.retain(|entry| entry.number <= number);
        let folder = folder.clone();
        if !later.is_empty() {
            self.scratch.commit()?;
            later.iter().for_each(|entry| entry.segment.remove(&folder, &self.disk));
        }
        let Some(entry) = self.scratch.manifest.checkpoints.last() else {
            return Ok(Stats::default());
        };
        let segment: Segment<N> = entry.segment.open(&folder)?;
        if entry.labels.len() != segment.blocks.len() {
            return Err(Break::damaged(&segment.path, "it is not the file that was written"));
        }
        let (mut reader, mut rows, mut traces) = (Reader::new(&folder)?, Vec::new(), Vec::new());
        for (block, &label) in entry.labels.iter().enumerate() {
            deadline.check(known.bytes())?;
            segment.read(block, &mut reader, &mut rows, &mut traces)?;
            for (&row, &trace) in rows.iter().zip(&traces) {
                known.restore(row, Way::of_label(label, trace))?;
            }
        }
        known.goal = entry.goal.as_ref().map(|(cost, row)| (*cost, widened(row)));
        self.last = Instant::now();
        Ok(entry.stats)
    }
}
