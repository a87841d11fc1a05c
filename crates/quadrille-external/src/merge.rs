//! Merges sorted runs into a layer, without duplicates and rows of earlier layers (delayed
//! duplicate detection, Korf 2003).
//!
//! The rows are cut into ranges of about the same size, and each range is merged separately by the
//! next free thread. Because they are cut by range and not by hash, the rows of a file lie near
//! each other and take fewer bits: sixteen parts by hash would need four bits more per row.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use quadrille_search::toolkit::PackedRows;

use crate::disk::Disk;
use crate::error::Break;
use crate::expand::Runs;
use crate::live::Live;
use crate::row::Row;
use crate::segment::{Cursor, Reader, Segment, Writer};
use crate::team::Shared;

/// Rows that are compared with the earlier layers together.
const CHUNK: usize = 1 << 15;
/// Fewer rows than this are not split.
const SMALL: u64 = 1 << 17;
/// Samples that determine the cuts.
const SAMPLES: u64 = 1 << 12;

/// State shared by the threads that merge.
pub(crate) struct Merger<'a, const N: usize> {
    pub(crate) space: &'a dyn PackedRows,
    pub(crate) runs: &'a Runs<N>,
    /// The layers that may contain known positions.
    pub(crate) earlier: &'a [Arc<[Segment<N>]>],
    /// The start of each range after the first.
    pub(crate) cuts: Vec<Row<N>>,
    pub(crate) next: AtomicUsize,
    /// True if rows may be goals.
    pub(crate) has_goals: bool,
    /// The path of the files without the number of the range.
    pub(crate) name: PathBuf,
    pub(crate) disk: &'a Disk,
    pub(crate) shared: &'a Shared,
    pub(crate) live: &'a Live,
}

/// The result of a range.
pub(crate) struct Merged<const N: usize> {
    pub(crate) range: usize,
    pub(crate) segment: Segment<N>,
    pub(crate) goals: u64,
    pub(crate) first_goal: Option<Row<N>>,
}

/// The cuts that split runs into about `ranges` ranges.
pub(crate) fn cuts<const N: usize>(runs: &Runs<N>, ranges: usize) -> Vec<Row<N>> {
    let blocks = || runs.disk.iter().flat_map(|run| run.iter()).flat_map(|run| &run.blocks);
    let total = runs.memory.iter().map(|run| run.rows.len() as u64).sum::<u64>()
        + blocks().map(|block| u64::from(block.rows)).sum::<u64>();
    if total < SMALL || ranges <= 1 {
        return Vec::new();
    }
    let step = (total / SAMPLES).max(1);
    let mut samples: Vec<Row<N>> = Vec::new();
    for run in &runs.memory {
        samples.extend(run.rows.iter().step_by(step as usize));
    }
    for block in blocks() {
        let weight = (u64::from(block.rows) / step).max(1);
        samples.extend((0..weight).map(|_| block.first));
    }
    samples.sort_unstable();
    let mut cuts: Vec<Row<N>> =
        (1..ranges).map(|range| samples[range * samples.len() / ranges]).collect();
    cuts.dedup();
    cuts
}

/// A run within a range.
enum Source<'r, const N: usize> {
    Memory { rows: &'r [Row<N>], trace: bool },
    Disk { cursor: Cursor<N>, end: Option<Row<N>> },
}

impl<const N: usize> Source<'_, N> {
    #[inline]
    fn get(&self) -> Option<(Row<N>, bool)> {
        match self {
            Source::Memory { rows, trace } => rows.first().map(|&row| (row, *trace)),
            Source::Disk { cursor, end } => {
                cursor.get().filter(|(row, _)| end.as_ref().is_none_or(|end| row < end))
            }
        }
    }

    #[inline]
    fn advance(&mut self, reader: &mut Reader) -> Result<(), Break> {
        match self {
            Source::Memory { rows, .. } => {
                *rows = &rows[1..];
                Ok(())
            }
            Source::Disk { cursor, .. } => cursor.advance(reader),
        }
    }
}

impl<const N: usize> Merger<'_, N> {
    /// Merges ranges until none is left. Runs on each thread.
    pub(crate) fn work(&self) -> Result<Vec<Merged<N>>, Break> {
        let mut done = Vec::new();
        let mut reader = Reader::new(&self.name)?;
        loop {
            let range = self.next.fetch_add(1, Relaxed);
            if range > self.cuts.len() {
                return Ok(done);
            }
            done.push(self.merge(range, &mut reader)?);
        }
    }

    fn sources(&self, range: usize, reader: &mut Reader) -> Result<Vec<Source<'_, N>>, Break> {
        let begin = range.checked_sub(1).map(|before| self.cuts[before]);
        let end = self.cuts.get(range).copied();
        let mut sources = Vec::new();
        for run in &self.runs.memory {
            let below = |bound: Option<Row<N>>, none: usize| {
                bound.map_or(none, |bound| run.rows.partition_point(|row| *row < bound))
            };
            let rows = &run.rows[below(begin, 0)..below(end, run.rows.len())];
            sources.push(Source::Memory { rows, trace: run.trace });
        }
        for run in &self.runs.disk {
            let mut cursor = Cursor::new(Arc::clone(run));
            cursor.seek(&begin.unwrap_or([0; N]), reader)?;
            sources.push(Source::Disk { cursor, end });
        }
        Ok(sources)
    }

    fn merge(&self, range: usize, reader: &mut Reader) -> Result<Merged<N>, Break> {
        let mut sources = self.sources(range, reader)?;
        let mut heads: Vec<Option<(Row<N>, bool)>> = sources.iter().map(Source::get).collect();
        let mut earlier: Vec<Cursor<N>> =
            self.earlier.iter().map(|layer| Cursor::new(Arc::clone(layer))).collect();
        let path = PathBuf::from(format!("{}-{range:03}", self.name.display()));
        let mut writer = Writer::create(path, self.disk)?;
        let mut rows: Vec<Row<N>> = Vec::with_capacity(CHUNK);
        let mut traces: Vec<bool> = Vec::with_capacity(CHUNK);
        let mut known = vec![false; CHUNK];
        let (mut goals, mut first_goal) = (0, None);
        loop {
            self.shared.check()?;
            rows.clear();
            traces.clear();
            while rows.len() < CHUNK {
                let Some(least) = heads.iter().flatten().map(|head| head.0).min() else { break };
                let mut trace = true;
                for (head, source) in heads.iter_mut().zip(&mut sources) {
                    if let Some((row, its)) = *head
                        && row == least
                    {
                        // Of several steps to a row any will do; the choice is deterministic.
                        trace &= its;
                        source.advance(reader)?;
                        *head = source.get();
                    }
                }
                rows.push(least);
                traces.push(trace);
            }
            if rows.is_empty() {
                break;
            }
            known[..rows.len()].fill(false);
            for cursor in &mut earlier {
                mark_known(&rows, &mut known, cursor, reader)?;
            }
            for ((&row, &trace), _) in
                rows.iter().zip(&traces).zip(&known).filter(|(_, known)| !**known)
            {
                if self.has_goals && self.space.is_goal(&row[N - self.space.words()..]) {
                    goals += 1;
                    first_goal = first_goal.or(Some(row));
                }
                writer.push(row, trace)?;
            }
            self.live.advance(rows.len() as u64);
        }
        Ok(Merged { range, segment: writer.finish()?, goals, first_goal })
    }
}

/// Marks the rows that the cursor also has. Both sides are sorted, and the one behind skips
/// forward.
fn mark_known<const N: usize>(
    rows: &[Row<N>],
    known: &mut [bool],
    cursor: &mut Cursor<N>,
    reader: &mut Reader,
) -> Result<(), Break> {
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        let Some(other) = cursor.seek(row, reader)? else { return Ok(()) };
        if other == *row {
            known[at] = true;
            at += 1;
        } else {
            at += leap(&rows[at..], &other);
        }
    }
    Ok(())
}

/// The number of rows less than `bound`, by galloping search, since it is usually near.
#[inline]
fn leap<const N: usize>(rows: &[Row<N>], bound: &Row<N>) -> usize {
    let mut step = 1;
    while step < rows.len() && rows[step] < *bound {
        step *= 2;
    }
    let (low, high) = (step / 2, (step + 1).min(rows.len()));
    low + rows[low..high].partition_point(|row| row < bound)
}
