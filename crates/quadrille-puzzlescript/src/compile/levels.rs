//! Levels as boards.

use super::symbols::Symbols;
use crate::bits::Bits;
use crate::fault::{At, Code, Faults};
use crate::parse::{LevelText, Source};
use crate::program::{Board, LevelEntry};

/// The number of cells a board may have. The largest of the recorded boards has 8,349.
pub const MOST_CELLS: usize = 65_536;

pub(super) struct Boards<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) glyph: &'a dyn Fn(char) -> Option<Bits>,
    /// The background, and the objects of its layer.
    pub(super) background: Option<(usize, &'a Bits)>,
    pub(super) stride: usize,
}

/// The number of lines of a text wrapped at this width.
pub(super) fn wrapped(text: &str, width: usize) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let is_break = |at: usize| at == chars.len() || chars[at].is_whitespace();
    let mut lines = 0;
    let mut at = 0;
    while at < chars.len() {
        let longest = (1..=width.min(chars.len() - at)).rev().find(|length| is_break(at + length));
        at += longest.map_or(width, |length| length + 1);
        lines += 1;
    }
    lines
}

impl Boards<'_> {
    pub(super) fn read(&self, source: &Source, faults: &mut Faults) -> Option<Vec<LevelEntry>> {
        let mut levels = Vec::with_capacity(source.levels.len());
        for level in &source.levels {
            levels.push(match level {
                LevelText::Message { text, line } => {
                    if wrapped(text, 34) > 12 {
                        faults.add(Code::LongMessage, At::Line(*line), &[]);
                    }
                    LevelEntry::Message(text.clone())
                }
                LevelText::Board { rows, line } => {
                    let (width, height) = (rows[0].len(), rows.len());
                    if width * height > MOST_CELLS {
                        let why = format!(
                            "the board has {width} by {height} cells; {MOST_CELLS} are possible"
                        );
                        faults.add(Code::TooLarge, At::Line(*line), &[&why]);
                        return None;
                    }
                    LevelEntry::Board(self.board(rows, *line, faults), *line)
                }
            });
        }
        Some(levels)
    }

    fn board(&self, rows: &[Vec<char>], line: usize, faults: &mut Faults) -> Board {
        let (width, height) = (rows[0].len(), rows.len());
        let objects = vec![0; width * height * self.stride];
        let mut board = Board { width, height, objects };
        for x in 0..width {
            for (y, row) in rows.iter().enumerate() {
                // A short row is filled with its last glyph.
                let Some(&glyph) = row.get(x).or(row.last()) else { continue };
                let Some(mask) = (self.glyph)(glyph) else {
                    let name = glyph.to_string();
                    let meaning = self.symbols.named(&name);
                    let is_property = meaning.is_some_and(|meaning| meaning.property.is_some());
                    let code = if is_property { Code::MapProperty } else { Code::MapGlyph };
                    faults.add(code, At::Line(line + y), &[&name]);
                    return board;
                };
                let cell = (x * height + y) * self.stride;
                board.objects[cell..cell + self.stride].copy_from_slice(&mask.0);
            }
        }
        self.fill_background(&mut board, faults);
        board
    }

    /// Gives every cell without a background the first one of the board.
    fn fill_background(&self, board: &mut Board, faults: &mut Faults) {
        let stride = self.stride;
        let Some((background, mask)) = self.background else {
            faults.add(Code::BackgroundLayer, At::Nowhere, &[]);
            return;
        };
        let first = board.objects.chunks_exact(stride).find(|cell| mask.meets(cell));
        let fill = match first {
            Some(cell) => Bits(cell.iter().zip(&mask.0).map(|(word, mask)| word & mask).collect()),
            None => {
                let mut fill = Bits::new(stride);
                fill.set(background);
                fill
            }
        };
        for cell in board.objects.chunks_exact_mut(stride) {
            if !mask.meets(cell) {
                for (word, fill) in cell.iter_mut().zip(&fill.0) {
                    *word |= fill;
                }
            }
        }
    }
}
