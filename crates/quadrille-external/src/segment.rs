//! Files of sorted rows: blocks, each with a checksum, and an index of their first rows.
//!
//! ```text
//! blocks   length, checksum and bytes of one block after the other
//! index    first row, offset and number of rows of each block
//! end      offset of the index, number of blocks, number of rows, checksum of the index and these
//!          numbers, and a mark
//! ```

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::codec::{BLOCK, Decoder, Encoder};
use crate::disk::Disk;
use crate::error::Break;
use crate::manifest::SegmentEntry;
use crate::row::{Row, from_bytes, to_bytes};

const MARK: &[u8; 8] = b"QUADLAY2";
/// The bytes after the index.
const END: usize = 8 + 4 + 8 + 4 + 8;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<const N: usize> {
    pub(crate) first: Row<N>,
    offset: u64,
    pub(crate) rows: u32,
}

#[derive(Debug)]
pub(crate) struct Segment<const N: usize> {
    pub(crate) path: PathBuf,
    pub(crate) blocks: Vec<Block<N>>,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) checksum: u32,
}

pub(crate) struct Writer<'d, const N: usize> {
    path: PathBuf,
    file: BufWriter<File>,
    disk: &'d Disk,
    encoder: Encoder,
    rows: Vec<Row<N>>,
    traces: Vec<bool>,
    buffer: Vec<u8>,
    blocks: Vec<Block<N>>,
    count: u64,
    bytes: u64,
}

impl<'d, const N: usize> Writer<'d, N> {
    pub(crate) fn create(path: PathBuf, disk: &'d Disk) -> Result<Self, Break> {
        let file = File::create(&path).map_err(|error| Break::io(&path, error))?;
        let encoder = Encoder::new().map_err(|error| Break::io(&path, error))?;
        Ok(Writer {
            path,
            file: BufWriter::with_capacity(1 << 18, file),
            disk,
            encoder,
            rows: Vec::with_capacity(BLOCK),
            traces: Vec::with_capacity(BLOCK),
            buffer: Vec::new(),
            blocks: Vec::new(),
            count: 0,
            bytes: 0,
        })
    }

    /// Adds a row greater than all before.
    #[inline]
    pub(crate) fn push(&mut self, row: Row<N>, trace: bool) -> Result<(), Break> {
        self.rows.push(row);
        self.traces.push(trace);
        if self.rows.len() == BLOCK { self.write_block() } else { Ok(()) }
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn end_block(&mut self) -> Result<(), Break> {
        if self.rows.is_empty() { Ok(()) } else { self.write_block() }
    }

    fn write_block(&mut self) -> Result<(), Break> {
        self.buffer.clear();
        let done = self.encoder.encode(&self.rows, &self.traces, &mut self.buffer);
        done.map_err(|error| Break::io(&self.path, error))?;
        let (first, rows) = (self.rows[0], self.rows.len() as u32);
        self.blocks.push(Block { first, offset: self.bytes, rows });
        self.count += u64::from(rows);
        self.rows.clear();
        self.traces.clear();
        let length = (self.buffer.len() as u32).to_le_bytes();
        let checksum = crc32fast::hash(&self.buffer).to_le_bytes();
        let body = std::mem::take(&mut self.buffer);
        self.write(&[&length[..], &checksum[..], &body])?;
        self.buffer = body;
        Ok(())
    }

    fn write(&mut self, parts: &[&[u8]]) -> Result<(), Break> {
        let bytes = parts.iter().map(|part| part.len() as u64).sum();
        self.disk.take(bytes)?;
        self.bytes += bytes;
        let mut all = parts.iter();
        all.try_for_each(|part| self.file.write_all(part))
            .map_err(|error| Break::io(&self.path, error))
    }

    /// Completes the file. It survives a crash only after [`Segment::sync`].
    pub(crate) fn finish(mut self) -> Result<Segment<N>, Break> {
        if !self.rows.is_empty() {
            self.write_block()?;
        }
        let offset = self.bytes;
        let mut index = Vec::with_capacity(self.blocks.len() * (8 * N + 12) + END);
        for block in &self.blocks {
            to_bytes(&block.first, &mut index);
            index.extend(block.offset.to_le_bytes());
            index.extend(block.rows.to_le_bytes());
        }
        index.extend(offset.to_le_bytes());
        index.extend((self.blocks.len() as u32).to_le_bytes());
        index.extend(self.count.to_le_bytes());
        let checksum = crc32fast::hash(&index);
        index.extend(checksum.to_le_bytes());
        index.extend(MARK);
        self.write(&[&index])?;
        let Writer { path, mut file, blocks, count, bytes, .. } = self;
        file.flush().map_err(|error| Break::io(&path, error))?;
        Ok(Segment { path, blocks, rows: count, bytes, checksum })
    }
}

impl<const N: usize> Segment<N> {
    /// Opens an existing file with its index. Its blocks are checked when they are read.
    pub(crate) fn open(path: PathBuf) -> Result<Segment<N>, Break> {
        let failed = |error| Break::io(&path, error);
        let mut file = File::open(&path).map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        let damaged = |what| Break::damaged(&path, what);
        let mut end = [0; END];
        let from = bytes.checked_sub(END as u64).ok_or(damaged("it is too short"))?;
        file.seek(SeekFrom::Start(from)).map_err(failed)?;
        file.read_exact(&mut end).map_err(failed)?;
        let offset = u64::from_le_bytes(end[..8].try_into().unwrap_or_default());
        let count = u32::from_le_bytes(end[8..12].try_into().unwrap_or_default());
        let rows = u64::from_le_bytes(end[12..20].try_into().unwrap_or_default());
        let checksum = u32::from_le_bytes(end[20..24].try_into().unwrap_or_default());
        let length = u64::from(count) * (8 * N as u64 + 12);
        if &end[24..] != MARK || offset.checked_add(length) != Some(from) {
            return Err(damaged("its last bytes are not those of a layer"));
        }
        let mut index = vec![0; length as usize];
        file.seek(SeekFrom::Start(offset)).map_err(failed)?;
        file.read_exact(&mut index).map_err(failed)?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&index);
        hasher.update(&end[..20]);
        if hasher.finalize() != checksum {
            return Err(damaged("the checksum of its index is wrong"));
        }
        let entry = |bytes: &[u8]| {
            Some(Block {
                first: from_bytes(bytes)?,
                offset: u64::from_le_bytes(bytes[8 * N..8 * N + 8].try_into().ok()?),
                rows: u32::from_le_bytes(bytes[8 * N + 8..].try_into().ok()?),
            })
        };
        let blocks: Option<Vec<Block<N>>> = index.chunks_exact(8 * N + 12).map(entry).collect();
        let blocks = blocks.ok_or(damaged("its index cannot be read"))?;
        Ok(Segment { path, blocks, rows, bytes, checksum })
    }

    /// The entry of the file in a manifest.
    pub(crate) fn entry(&self) -> SegmentEntry {
        let name = self.path.file_name().map(|name| name.to_string_lossy().into_owned());
        SegmentEntry {
            file: name.unwrap_or_default(),
            rows: self.rows,
            bytes: self.bytes,
            checksum: self.checksum,
        }
    }

    /// Reads a block into the lists, replacing their contents.
    pub(crate) fn read(
        &self,
        block: usize,
        reader: &mut Reader,
        rows: &mut Vec<Row<N>>,
        traces: &mut Vec<bool>,
    ) -> Result<(), Break> {
        let failed = |error| Break::io(&self.path, error);
        let Block { first, offset, rows: count } = self.blocks[block];
        // Not kept open: there may be more layers than a process may have open files.
        let mut file = File::open(&self.path).map_err(failed)?;
        file.seek(SeekFrom::Start(offset)).map_err(failed)?;
        let mut head = [0; 8];
        file.read_exact(&mut head).map_err(failed)?;
        let length = u32::from_le_bytes(head[..4].try_into().unwrap_or_default());
        let checksum = u32::from_le_bytes(head[4..].try_into().unwrap_or_default());
        if u64::from(length) > self.bytes {
            return Err(Break::damaged(&self.path, "a block is longer than the file"));
        }
        reader.bytes.resize(length as usize, 0);
        file.read_exact(&mut reader.bytes).map_err(failed)?;
        if crc32fast::hash(&reader.bytes) != checksum {
            return Err(Break::damaged(&self.path, "the checksum of a block is wrong"));
        }
        let decoded = reader.decoder.decode(&reader.bytes, rows, traces);
        if decoded.is_err() || rows.len() != count as usize || rows[0] != first {
            return Err(Break::damaged(&self.path, "a block cannot be read"));
        }
        Ok(())
    }

    pub(crate) fn sync(&self) -> Result<(), Break> {
        // Some systems sync only files that are open for writing.
        let file = File::options().write(true).open(&self.path);
        file.and_then(|file| file.sync_all()).map_err(|error| Break::io(&self.path, error))
    }

    pub(crate) fn remove(&self, disk: &Disk) {
        // A file that cannot be deleted now is deleted at the next start.
        if std::fs::remove_file(&self.path).is_ok() {
            disk.release(self.bytes);
        }
    }
}

pub(crate) struct Reader {
    bytes: Vec<u8>,
    decoder: Decoder,
}

impl Reader {
    pub(crate) fn new(path: &Path) -> Result<Reader, Break> {
        let decoder = Decoder::new().map_err(|error| Break::io(path, error))?;
        Ok(Reader { bytes: Vec::new(), decoder })
    }
}

/// A position in segments whose rows increase from one to the next. It only moves forwards.
pub(crate) struct Cursor<const N: usize> {
    segments: Arc<[Segment<N>]>,
    segment: usize,
    block: usize,
    rows: Vec<Row<N>>,
    traces: Vec<bool>,
    at: usize,
}

impl<const N: usize> Cursor<N> {
    pub(crate) fn new(segments: Arc<[Segment<N>]>) -> Cursor<N> {
        Cursor { segments, segment: 0, block: 0, rows: Vec::new(), traces: Vec::new(), at: 0 }
    }

    #[inline]
    pub(crate) fn get(&self) -> Option<(Row<N>, bool)> {
        let row = self.rows.get(self.at)?;
        Some((*row, self.traces[self.at]))
    }

    #[inline]
    pub(crate) fn advance(&mut self, reader: &mut Reader) -> Result<(), Break> {
        self.at += 1;
        if self.at >= self.rows.len() { self.next_block(reader) } else { Ok(()) }
    }

    fn next_block(&mut self, reader: &mut Reader) -> Result<(), Break> {
        self.rows.clear();
        self.at = 0;
        while let Some(segment) = self.segments.get(self.segment) {
            if self.block < segment.blocks.len() {
                segment.read(self.block, reader, &mut self.rows, &mut self.traces)?;
                self.block += 1;
                return Ok(());
            }
            self.segment += 1;
            self.block = 0;
        }
        Ok(())
    }

    /// Moves to the first row that is not less than `row`, and returns it.
    #[inline]
    pub(crate) fn seek(
        &mut self,
        row: &Row<N>,
        reader: &mut Reader,
    ) -> Result<Option<Row<N>>, Break> {
        // Usually it is near.
        for _ in 0..8 {
            match self.rows.get(self.at) {
                Some(here) if here < row => self.at += 1,
                Some(here) => return Ok(Some(*here)),
                None => break,
            }
        }
        self.seek_far(row, reader)
    }

    fn seek_far(&mut self, row: &Row<N>, reader: &mut Reader) -> Result<Option<Row<N>>, Break> {
        if self.rows.last().is_none_or(|last| last < row) {
            // The last block that begins before the row, or the next one.
            while let Some(segment) = self.segments.get(self.segment) {
                let blocks = &segment.blocks[self.block.min(segment.blocks.len())..];
                let before = blocks.partition_point(|block| block.first <= *row);
                let is_last = before == blocks.len();
                let later = self.segments.get(self.segment + 1);
                if is_last
                    && later.is_some_and(|next| next.blocks.first().is_none_or(|b| b.first <= *row))
                {
                    self.segment += 1;
                    self.block = 0;
                    continue;
                }
                self.block += before.saturating_sub(1);
                break;
            }
            loop {
                self.next_block(reader)?;
                match self.rows.last() {
                    None => return Ok(None),
                    Some(last) if last < row => {}
                    Some(_) => break,
                }
            }
        }
        self.at += self.rows[self.at..].partition_point(|here| here < row);
        Ok(self.rows.get(self.at).copied())
    }
}
