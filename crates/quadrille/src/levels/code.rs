//! Share codes: a whole board in one URL-safe word, with its version and a checksum.
//!
//! `tiles1-…` is the game, the version of the coding and the board in base64: a byte for the size
//! (two from version 2 on), the different cells that occur, the cells as indices into that list
//! with as few bits as possible, and a CRC-32 over the game's name and all of it. Version 3 lists
//! the cells by their glyphs, for games whose cells have no permanent codes.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::Level;
use crate::definition::Kinds;
use crate::diagnostic::{Diagnostic, message};
use crate::game::Game;
use crate::games::{self, Games};
use crate::grid::{Grid, Size};
use crate::text::shown;

/// The version for boards of up to 16×16, whose size is one byte, and that for larger ones, with a
/// byte for each side.
const SMALL: char = '1';
const LARGE: char = '2';
/// The version for games whose cells are not all listed ([`Kinds::is_open`]).
const OPEN: char = '3';

/// The longest side in a code of the first version.
const SMALL_SIDE: usize = 16;

/// CRC-32 (IEEE), bit by bit: codes are short.
fn checksum(bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(!0, |sum: u32, byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

fn bits_for(kinds: usize) -> usize {
    kinds.next_power_of_two().trailing_zeros() as usize
}

/// The share code of a level's board.
///
/// ```
/// use quadrille::levels::{from_code, read, to_code};
/// let level = read("level one\n1.G\n", None).levels().next().unwrap().clone();
/// let code = to_code(&level);
/// assert!(code.starts_with("zhed1-"));
/// assert_eq!(from_code(&code).unwrap().grid, level.grid);
/// ```
pub fn to_code(level: &Level) -> String {
    let size = level.grid.size();
    let mut kinds: Vec<u16> = level.grid.cells().to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    let (rows, cols) = (size.rows() - 1, size.cols() - 1);
    let is_small = rows.max(cols) < SMALL_SIDE;
    let is_open = level.game.kinds().is_open();
    let (version, mut bytes) = match (is_open, is_small) {
        (true, _) => (OPEN, vec![rows as u8, cols as u8]),
        (false, true) => (SMALL, vec![(rows << 4 | cols) as u8]),
        (false, false) => (LARGE, vec![rows as u8, cols as u8]),
    };
    if is_open {
        kinds.sort_by_key(|&kind| level.game.cell_glyph(kind));
        bytes.extend((kinds.len() as u16 - 1).to_le_bytes());
        for &kind in &kinds {
            bytes.extend(level.game.cell_glyph(kind).unwrap_or_default().into_bytes());
            bytes.push(0);
        }
    } else {
        bytes.push((kinds.len() - 1) as u8);
        for kind in &kinds {
            // Seven bits per byte, the high bit set if more follow.
            let mut left = *kind;
            while left >= 0x80 {
                bytes.push(left as u8 | 0x80);
                left >>= 7;
            }
            bytes.push(left as u8);
        }
    }
    let numbers: HashMap<u16, u32> = kinds.iter().copied().zip(0..).collect();
    let width = bits_for(kinds.len());
    let (mut buffer, mut filled) = (0_u32, 0);
    for cell in level.grid.cells() {
        let index = numbers[cell];
        buffer |= index << filled;
        filled += width;
        while filled >= 8 {
            bytes.push(buffer as u8);
            buffer >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        bytes.push(buffer as u8);
    }
    let sum = checksum(level.game.id().bytes().chain(bytes.iter().copied()));
    bytes.extend(sum.to_le_bytes());
    format!("{}{version}-{}", level.game.id(), URL_SAFE_NO_PAD.encode(bytes))
}

/// True if a word is a share code, possibly a damaged one: it begins with a game, a digit and a
/// hyphen, or has the shape of a code for an unknown game.
pub fn looks_like_code(word: &str) -> bool {
    let is_prefix = |game: &&'static dyn Game| {
        let rest = word.strip_prefix(game.id());
        rest.is_some_and(|rest| {
            let mut rest = rest.chars();
            rest.next().is_some_and(|version| version.is_ascii_digit()) && rest.next() == Some('-')
        })
    };
    split(word).is_some() || games::ALL.iter().any(is_prefix)
}

fn split(word: &str) -> Option<(&str, char, &str)> {
    let (head, body) = word.split_once('-')?;
    let version = head.chars().last().filter(char::is_ascii_digit)?;
    let game = &head[..head.len() - 1];
    let fits = !game.is_empty()
        && game.bytes().all(|b| b.is_ascii_lowercase())
        && body.len() >= 8
        && body.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    fits.then_some((game, version, body))
}

/// Reads a share code of a level of a built-in game.
pub fn from_code(word: &str) -> Result<Level, Diagnostic> {
    from_code_with(&Games::default(), word)
}

/// Reads a share code of a level of one of these games.
pub fn from_code_with(games: &Games, word: &str) -> Result<Level, Diagnostic> {
    let (game, version, body) = split(word.trim()).ok_or_else(message::not_a_code)?;
    let game = games.by_id(game).ok_or_else(|| message::code_game(shown(game), games.names()))?;
    let newest = if game.kinds().is_open() { OPEN } else { LARGE };
    if !(SMALL..=newest).contains(&version) {
        return Err(message::code_version(version, newest));
    }
    // The largest board has 1024 cells of a byte each, and at most 256 kinds of cells: no code is
    // longer than this, unless it contains glyphs.
    if body.len() > if version == OPEN { 32_768 } else { 4096 } {
        return Err(message::damaged_code());
    }
    let bytes = URL_SAFE_NO_PAD.decode(body).map_err(|_| message::damaged_code())?;
    let grid = grid_from(game, version, &bytes).ok_or_else(message::damaged_code)?;
    match game.problems(&grid).into_iter().next() {
        None => Ok(Level::new(game, grid)),
        Some(problem) => Err(message::code_unfit(problem)),
    }
}

fn grid_from(game: &dyn Game, version: char, bytes: &[u8]) -> Option<Grid<u16>> {
    let (content, sum) = bytes.split_last_chunk::<4>()?;
    if checksum(game.id().bytes().chain(content.iter().copied())) != u32::from_le_bytes(*sum) {
        return None;
    }
    let mut rest = content.iter().copied();
    let first = rest.next()?;
    let (rows, cols) =
        if version == SMALL { (first >> 4, first & 15) } else { (first, rest.next()?) };
    let size = Size::new(usize::from(rows) + 1, usize::from(cols) + 1)?;
    // A board has exactly one code.
    let is_small = size.rows().max(size.cols()) <= SMALL_SIDE;
    let is_open = game.kinds().is_open();
    if is_open != (version == OPEN) || !is_open && is_small != (version == SMALL) {
        return None;
    }
    let kinds = if is_open { glyphs(game.kinds(), &mut rest)? } else { codes(game, &mut rest)? };
    let width = bits_for(kinds.len());
    let (mut buffer, mut filled) = (0_u32, 0);
    let mut cells = Vec::with_capacity(size.cells());
    for _ in 0..size.cells() {
        while filled < width {
            buffer |= u32::from(rest.next()?) << filled;
            filled += 8;
        }
        cells.push(*kinds.get((buffer & ((1 << width) - 1)) as usize)?);
        buffer >>= width;
        filled -= width;
    }
    (rest.next().is_none() && buffer == 0).then(|| Grid::from_cells(size, cells))?
}

/// Reads the list of cells by their glyphs, each of which ends with a zero.
fn glyphs(kinds: &Kinds, rest: &mut impl Iterator<Item = u8>) -> Option<Vec<u16>> {
    let count = u16::from_le_bytes([rest.next()?, rest.next()?]);
    let mut list = Vec::new();
    for _ in 0..=count {
        let glyph: Vec<u8> = rest.take_while(|&byte| byte != 0).collect();
        list.push(kinds.code_of(std::str::from_utf8(&glyph).ok()?)?);
    }
    Some(list)
}

/// Reads the list of cells by their codes.
fn codes(game: &dyn Game, rest: &mut impl Iterator<Item = u8>) -> Option<Vec<u16>> {
    let count = rest.next()? as usize + 1;
    let mut kinds = Vec::with_capacity(count);
    for _ in 0..count {
        let (mut kind, mut shift) = (0_u16, 0);
        loop {
            let byte = rest.next()?;
            kind |= u16::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        game.cell_glyph(kind)?;
        kinds.push(kind);
    }
    Some(kinds)
}
