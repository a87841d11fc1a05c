//! Compression of a block of sorted rows.
//!
//! A row is written as its difference to the one before: the index of the first byte that differs,
//! the increase of that byte, and the bytes after it. The three are stored separately, since their
//! distributions differ, and so are the traces of the steps to the rows, unless all are the same.
//! Each is compressed by Zstandard at its fastest level.

use crate::row::{Row, first_difference, from_bytes, to_bytes};

pub(crate) const BLOCK: usize = 1 << 14;

/// The level of Zstandard: layers are read many times and written once, but higher levels save
/// almost nothing here.
const LEVEL: i32 = 1;

/// The bytes are not a valid block.
#[derive(Debug)]
pub(crate) struct Damaged;

/// Buffers for writing, reused from block to block.
pub(crate) struct Encoder {
    compressor: zstd::bulk::Compressor<'static>,
    streams: [Vec<u8>; 4],
}

impl Encoder {
    pub(crate) fn new() -> std::io::Result<Encoder> {
        let compressor = zstd::bulk::Compressor::new(LEVEL)?;
        Ok(Encoder { compressor, streams: Default::default() })
    }

    /// Appends rows, at least one, strictly increasing, with their traces.
    pub(crate) fn encode<const N: usize>(
        &mut self,
        rows: &[Row<N>],
        traces: &[bool],
        out: &mut Vec<u8>,
    ) -> std::io::Result<()> {
        self.streams.iter_mut().for_each(Vec::clear);
        let [lengths, firsts, rests, steps] = &mut self.streams;
        for pair in rows.windows(2) {
            let at = first_difference(&pair[0], &pair[1]);
            lengths.push(at as u8);
            let (word, byte) = (at / 8, at % 8);
            let (old, new) = (pair[0][word].to_be_bytes(), pair[1][word].to_be_bytes());
            firsts.push(new[byte].wrapping_sub(old[byte]));
            rests.extend_from_slice(&new[byte + 1..]);
            pair[1][word + 1..].iter().for_each(|word| rests.extend(word.to_be_bytes()));
        }
        out.extend((rows.len() as u32).to_le_bytes());
        let is_first = traces[0];
        let is_mixed = traces.iter().any(|&trace| trace != is_first);
        if is_mixed {
            let byte = |bits: &[bool]| bits.iter().rev().fold(0, |b, &bit| b << 1 | u8::from(bit));
            steps.extend(traces.chunks(8).map(byte));
        }
        out.push(if is_mixed { 2 } else { u8::from(is_first) });
        to_bytes(&rows[0], out);
        for stream in &self.streams {
            let compressed = self.compressor.compress(stream)?;
            out.extend((stream.len() as u32).to_le_bytes());
            out.extend((compressed.len() as u32).to_le_bytes());
            out.extend(compressed);
        }
        Ok(())
    }
}

/// Buffers for reading, reused from block to block.
pub(crate) struct Decoder {
    decompressor: zstd::bulk::Decompressor<'static>,
    streams: [Vec<u8>; 4],
}

impl Decoder {
    pub(crate) fn new() -> std::io::Result<Decoder> {
        let decompressor = zstd::bulk::Decompressor::new()?;
        Ok(Decoder { decompressor, streams: Default::default() })
    }

    /// Decodes a block into the lists, replacing their contents.
    pub(crate) fn decode<const N: usize>(
        &mut self,
        bytes: &[u8],
        rows: &mut Vec<Row<N>>,
        traces: &mut Vec<bool>,
    ) -> Result<(), Damaged> {
        let mut bytes = bytes;
        let mut take = |count: usize| -> Result<&[u8], Damaged> {
            let (taken, rest) = bytes.split_at_checked(count).ok_or(Damaged)?;
            bytes = rest;
            Ok(taken)
        };
        let number = |bytes: &[u8]| -> Result<usize, Damaged> {
            Ok(u32::from_le_bytes(bytes.try_into().map_err(|_| Damaged)?) as usize)
        };
        let count = number(take(4)?)?;
        if count == 0 || count > BLOCK {
            return Err(Damaged);
        }
        let flag = take(1)?[0];
        let mut row: Row<N> = from_bytes(take(8 * N)?).ok_or(Damaged)?;
        for stream in &mut self.streams {
            let (length, compressed) = (number(take(4)?)?, number(take(4)?)?);
            if length > count * 8 * N {
                return Err(Damaged);
            }
            stream.clear();
            // Room to read eight bytes at once after the last.
            stream.reserve(length + 8);
            stream.resize(length, 0);
            let read = self.decompressor.decompress_to_buffer(take(compressed)?, &mut stream[..]);
            if read.map_err(|_| Damaged)? != length {
                return Err(Damaged);
            }
        }
        rows.clear();
        rows.push(row);
        let [lengths, firsts, rests, steps] = &mut self.streams;
        if lengths.len() != count - 1 || firsts.len() != count - 1 {
            return Err(Damaged);
        }
        let known = rests.len();
        rests.resize(known + 8, 0);
        let mut used = 0;
        for (&at, &first) in lengths.iter().zip(firsts.iter()) {
            let at = usize::from(at);
            if at >= 8 * N || used + 8 * N - 1 - at > known {
                return Err(Damaged);
            }
            let (word, byte) = (at / 8, at % 8);
            // The bytes before the one that differs stay, that one increases, and those after it
            // are new.
            let behind = 56 - 8 * byte as u32;
            let new = u64::from_be_bytes(rests[used..used + 8].try_into().map_err(|_| Damaged)?);
            let kept = (row[word] >> behind).wrapping_add(u64::from(first));
            row[word] = kept << behind | new.checked_shr(64 - behind).unwrap_or(0);
            used += 7 - byte;
            for word in &mut row[word + 1..] {
                let new = rests[used..used + 8].try_into().map_err(|_| Damaged)?;
                *word = u64::from_be_bytes(new);
                used += 8;
            }
            rows.push(row);
        }
        traces.clear();
        match flag {
            0 | 1 => traces.resize(count, flag == 1),
            2 if steps.len() == count.div_ceil(8) => {
                traces.extend((0..count).map(|at| steps[at / 8] >> (at % 8) & 1 == 1));
            }
            _ => return Err(Damaged),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back<const N: usize>(rows: &[Row<N>]) {
        let traces: Vec<bool> = rows.iter().map(|row| row[N - 1] % 3 == 0).collect();
        let mut bytes = Vec::new();
        Encoder::new().unwrap().encode(rows, &traces, &mut bytes).unwrap();
        let (mut read, mut read_traces) = (Vec::new(), Vec::new());
        let mut decoder = Decoder::new().unwrap();
        decoder.decode(&bytes, &mut read, &mut read_traces).unwrap();
        assert_eq!((read.as_slice(), &read_traces), (rows, &traces));
        // Damaged bytes must not cause a panic.
        for at in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            let _ = decoder.decode::<N>(&damaged, &mut read, &mut read_traces);
            let _ = decoder.decode::<N>(&bytes[..at], &mut read, &mut read_traces);
        }
    }

    #[test]
    fn rows_come_back() {
        let mixed = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut one: Vec<Row<1>> = (0..BLOCK as u64).map(|n| [mixed(n) >> (n % 50)]).collect();
        one.extend([[0], [u64::MAX]]);
        one.sort_unstable();
        one.dedup();
        one.truncate(BLOCK);
        there_and_back(&one);
        there_and_back(&one[..1]);
        let mut three: Vec<Row<3>> = (0..999).map(|n| [n % 3, mixed(n), n << 17]).collect();
        three.sort_unstable();
        there_and_back(&three);
    }
}
