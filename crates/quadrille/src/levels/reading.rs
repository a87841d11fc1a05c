//! A text read as levels of one game in one format.

use std::cmp::Reverse;

use super::read::{Document, Entry, failed};
use super::splits::Splits;
use super::{Level, fit};
use crate::diagnostic::{Diagnostic, message};
use crate::formats::{Format, Known, Layout, MAX_LEVELS, RawBoard, Token};
use crate::game::Game;
use crate::games;
use crate::text::shown;

/// A text read as levels of one game in one format.
pub(super) struct Reading {
    pub game: &'static dyn Game,
    pub format: &'static Format,
    pub entries: Vec<Entry>,
    pub good: usize,
    /// The number of cells understood.
    pub understood: usize,
    /// A note about another format of the game.
    pub notes: Vec<Diagnostic>,
}

impl Reading {
    /// The reading of a text in the format of a game that fits best. `strict` if the game is to be
    /// detected.
    pub(super) fn best_of(
        texts: &Splits<'_>,
        game: &'static dyn Game,
        strict: bool,
        sample: usize,
    ) -> Option<Reading> {
        let mut readings: Vec<Reading> = Vec::new();
        for format in game.formats() {
            let boards = texts.boards(format);
            let boards = &boards[..boards.len().min(sample)];
            let is_likely = !strict || !is_unlikely_picture(game, format, boards);
            if is_likely && !boards.is_empty() {
                readings.push(Reading::new(boards, game, format, strict));
            }
        }
        // The first of equal ones: a game lists the likelier format first.
        let best = (0..readings.len()).max_by_key(|&at| (readings[at].rank(), Reverse(at)))?;
        let mut best = readings.swap_remove(best);
        // A layout of a game's own is known by its shape. If the text has it but is read otherwise,
        // a note mentions it.
        let own = readings.iter().find(|other| other.has_own_layout() && best.good > 0);
        if let Some(other) = own.filter(|_| !best.has_own_layout())
            && let Some(error) = other.first_error()
        {
            let (format, other) = (best.format.name, other.format.name);
            let note = message::other_format(format, other, game.id(), error.clone());
            best.notes.push(note.at(error.span()).note());
        }
        Some(best)
    }

    fn new(
        boards: &[RawBoard<'_>],
        game: &'static dyn Game,
        format: &'static Format,
        strict: bool,
    ) -> Reading {
        let mut reading = Reading {
            game,
            format,
            entries: Vec::new(),
            good: 0,
            understood: 0,
            notes: Vec::new(),
        };
        reading.extend(boards, strict);
        reading
    }

    /// Reads more boards of the same text.
    pub(super) fn extend(&mut self, boards: &[RawBoard<'_>], strict: bool) {
        for board in boards {
            let entry = self.entry(board, self.entries.len(), strict);
            self.good += usize::from(entry.level.is_ok());
            self.entries.push(entry);
        }
    }

    fn entry(&mut self, board: &RawBoard<'_>, index: usize, strict: bool) -> Entry {
        let label = board.name.clone().unwrap_or_else(|| index.to_string());
        let offset = board.span.start;
        let (game, format) = (self.game, self.format);
        if !board.errors.is_empty() {
            // The cells still indicate the game.
            let cells = board.rows.iter().flatten();
            let known = cells.filter(|cell| (format.read_cell)(cell.text, strict).is_some());
            self.understood += known.count();
            let level = Err(board.errors.clone());
            return Entry { label, offset, level, notes: Vec::new() };
        }
        let tokens = format.tokens.unwrap_or_else(|| game.glyphs());
        let unknown =
            |cell: String| message::unknown_format_cell(cell, game.id(), format.name, tokens);
        let read = |strict: bool| {
            let decode = |text: &str| (format.read_cell)(text, strict);
            fit::board_from_tokens(&board.rows, board.span.clone(), game, decode, unknown)
        };
        let mut notes = board.notes.clone();
        let (mut grid, mut understood) = read(strict);
        if strict && grid.is_err() && is_foreign_to_others(game, &board.rows) {
            let (relaxed, more) = read(false);
            if relaxed.is_ok() {
                notes.push(message::only_game(game.id()).at(board.span.clone()).note());
                (grid, understood) = (relaxed, more);
            }
        }
        self.understood += understood;
        if matches!(format.layout, Layout::Picture) {
            // Any text has blanks, so blanks that are cells of a picture are no evidence.
            let blanks = board.rows.iter().flatten().filter(|token| token.text.trim().is_empty());
            self.understood = self.understood.saturating_sub(blanks.count());
        }
        let width = board.rows.first().map_or(0, Vec::len);
        let decode = |text: &str| (format.read_cell)(text, false);
        notes.extend(
            board.asides.iter().filter_map(|aside| fit::row_in_comment(aside, width, decode)),
        );
        if matches!(format.layout, Layout::Words | Layout::Characters) {
            notes.extend(fit::two_rows_in_one(&board.rows, decode));
        }
        if let Some(name) = board.name.as_deref().filter(|_| board.is_name_open)
            && fit::ends_like_row(name, width, decode)
        {
            notes.push(message::name_like_row(shown(name)).at(board.span.clone()).note());
        }
        let level = grid.and_then(|grid| {
            if board.known == Some(Known::Optimal(0)) && !game.is_solved(&grid) {
                return Err(vec![message::not_solved_at_start().at(board.span.clone())]);
            }
            Ok(Level {
                name: board.name.clone(),
                author: board.author.clone(),
                notes: board.remarks.clone(),
                known: board.known,
                ..Level::new(game, grid)
            })
        });
        Entry { label, offset, level, notes }
    }

    pub(super) fn has_own_layout(&self) -> bool {
        matches!(self.format.layout, Layout::Cells(_))
    }

    pub(super) fn first_error(&self) -> Option<&Diagnostic> {
        self.entries.iter().find_map(|entry| entry.level.as_ref().err())?.first()
    }

    /// The rank of the reading: good levels count for it, bad ones against it. A layout of a game's
    /// own is known by its shape, before any of its cells is understood: mistakes in such a text
    /// are mistakes of that layout. Of two readings that understand all cells, the one with fewer
    /// mistakes is likelier.
    pub(super) fn rank(&self) -> (isize, bool, usize, Reverse<usize>) {
        let bad = self.entries.iter().filter_map(|entry| entry.level.as_ref().err());
        let (bad, mistakes) =
            bad.fold((0, 0), |(bad, mistakes), errors| (bad + 1, mistakes + errors.len()));
        (self.good as isize - bad, self.has_own_layout(), self.understood, Reverse(mistakes))
    }

    /// True if all boards are empty, so that they could be of any game.
    pub(super) fn is_empty(&self) -> bool {
        let nothing = (self.format.read_cell)(".", true);
        self.entries.iter().all(|entry| {
            entry
                .level
                .as_ref()
                .is_ok_and(|level| level.grid.cells().iter().all(|&cell| Some(cell) == nothing))
        })
    }

    /// Reads the remaining boards of the text.
    pub(super) fn complete(mut self, texts: &Splits<'_>, strict: bool) -> Document {
        let boards = texts.boards(self.format);
        if let Some(surplus) = boards.get(MAX_LEVELS) {
            let error = message::too_many_levels(MAX_LEVELS + 1, MAX_LEVELS);
            return failed(error.at(surplus.span.start..surplus.span.start));
        }
        self.extend(&boards[self.entries.len()..], strict);
        let Reading { entries, notes, format, .. } = self;
        Document { entries, errors: Vec::new(), notes, format: format.name }
    }
}

/// The number of cells that no other game has, from which on ambiguous cells are read as cells of
/// this game.
const FOREIGN: usize = 4;

/// True if a board has more cells that no other game has than could be typing errors.
fn is_foreign_to_others(game: &dyn Game, rows: &[Vec<Token<'_>>]) -> bool {
    games::ALL.iter().filter(|other| other.id() != game.id()).all(|other| {
        let is_known = |token: &Token<'_>| {
            other.formats().iter().any(|format| (format.read_cell)(token.text, true).is_some())
        };
        rows.iter().flatten().filter(|token| !is_known(token)).take(FOREIGN).count() == FOREIGN
    })
}

/// True if boards in which every character is a cell have no cell that only their game has. Rows of
/// any game can be split into characters, so such a text is not read as a picture unless its game
/// is given.
fn is_unlikely_picture(game: &dyn Game, format: &Format, boards: &[RawBoard<'_>]) -> bool {
    let others = || games::ALL.iter().filter(|other| other.id() != game.id());
    let is_own = |token: &Token<'_>| {
        let knows = |format: &Format| (format.read_cell)(token.text, true).is_some();
        // A '+' may be the corner of a ruler.
        !matches!(token.text.trim(), "" | "+")
            && knows(format)
            && !others().any(|other| other.formats().iter().any(knows))
    };
    matches!(format.layout, Layout::Picture)
        && !boards.iter().flat_map(|board| board.rows.iter().flatten()).any(is_own)
}
