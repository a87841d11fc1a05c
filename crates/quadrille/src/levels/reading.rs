//! Readings of one text as levels of each game, and the choice among them.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::rc::Rc;

use super::read::{Document, Entry, failed};
use super::{Level, fit};
use crate::diagnostic::{Diagnostic, Place, message};
use crate::formats::lines::Style;
use crate::formats::{Format, Known, Layout, MAX_LEVELS, RawBoard, Token, lines, lists, picture};
use crate::game::Game;
use crate::games;
use crate::grid::{Coord, Grid, Size};
use crate::text::{self, shown};

/// A text read as levels of one game in one format.
pub(super) struct Reading {
    game: &'static dyn Game,
    format: &'static Format,
    entries: Vec<Entry>,
    good: usize,
    /// The number of cells understood.
    understood: usize,
    /// A note about another format of the game.
    notes: Vec<Diagnostic>,
}

impl Reading {
    /// The reading of a text in the format of a game that fits best. `strict` if the game is to be
    /// detected.
    fn best_of(
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
    fn extend(&mut self, boards: &[RawBoard<'_>], strict: bool) {
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

    fn has_own_layout(&self) -> bool {
        matches!(self.format.layout, Layout::Cells(_))
    }

    fn first_error(&self) -> Option<&Diagnostic> {
        self.entries.iter().find_map(|entry| entry.level.as_ref().err())?.first()
    }

    /// The rank of the reading: good levels count for it, bad ones against it. A layout of a game's
    /// own is known by its shape, before any of its cells is understood: mistakes in such a text
    /// are mistakes of that layout. Of two readings that understand all cells, the one with fewer
    /// mistakes is likelier.
    fn rank(&self) -> (isize, bool, usize, Reverse<usize>) {
        let bad = self.entries.iter().filter_map(|entry| entry.level.as_ref().err());
        let (bad, mistakes) =
            bad.fold((0, 0), |(bad, mistakes), errors| (bad + 1, mistakes + errors.len()));
        (self.good as isize - bad, self.has_own_layout(), self.understood, Reverse(mistakes))
    }

    /// True if all boards are empty, so that they could be of any game.
    fn is_empty(&self) -> bool {
        let nothing = (self.format.read_cell)(".", true);
        self.entries.iter().all(|entry| {
            entry
                .level
                .as_ref()
                .is_ok_and(|level| level.grid.cells().iter().all(|&cell| Some(cell) == nothing))
        })
    }

    /// Reads the remaining boards of the text.
    fn complete(mut self, texts: &Splits<'_>, strict: bool) -> Document {
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

/// A text split into boards by each layout, once.
struct Splits<'t> {
    text: &'t str,
    is_list: bool,
    cut: RefCell<Vec<(Key, Rc<[RawBoard<'t>]>)>>,
}

/// The parameters of a split: the layout and the options for lines.
type Key = (std::mem::Discriminant<Layout>, Option<usize>, Option<(bool, bool)>);

impl<'t> Splits<'t> {
    fn new(text: &'t str) -> Splits<'t> {
        Splits { text, is_list: lists::looks_like_lists(text), cut: RefCell::default() }
    }

    /// The boards of the text in the layout of a format, up to one more than the limit.
    fn boards(&self, format: &Format) -> Rc<[RawBoard<'t>]> {
        let style =
            Style { hash_comments: format.hash_comments, optimum_line: format.optimum_line };
        let (own, lines_of) = match format.layout {
            Layout::Cells(cells) => (Some(cells.read as usize), None),
            Layout::Words | Layout::Characters => {
                (None, Some((style.hash_comments, style.optimum_line)))
            }
            Layout::Lists { .. } | Layout::Picture => (None, None),
        };
        // The rows themselves show if cells are words or characters.
        let layout = if lines_of.is_some() { Layout::Words } else { format.layout };
        let key = (std::mem::discriminant(&layout), own, lines_of);
        if let Some((_, boards)) = self.cut.borrow().iter().find(|(other, _)| *other == key) {
            return boards.clone();
        }
        let mut boards = match format.layout {
            Layout::Lists { .. } if self.is_list => lists::split(self.text),
            Layout::Words | Layout::Characters if !self.is_list => lines::split(self.text, style),
            Layout::Picture if !self.is_list => picture::split(self.text),
            Layout::Cells(cells) if !self.is_list => (cells.read)(self.text),
            _ => Vec::new(),
        };
        boards.truncate(MAX_LEVELS + 1);
        let boards: Rc<[RawBoard<'t>]> = boards.into();
        self.cut.borrow_mut().push((key, boards.clone()));
        boards
    }
}

/// The longest line of a board, in bytes: many times what 32 cells take.
const MAX_LINE: usize = 20_000;

/// The most lines without a blank line or a header among them: many times what the longest form, a
/// line per cell, takes.
const MAX_LINES: usize = 20_000;

/// The error of a text with a longer line or more lines than any board has. It is found before the
/// text is split. Lists may have any line ends.
pub(super) fn oversized(text: &str) -> Option<Diagnostic> {
    if lists::looks_like_lists(text) {
        return None;
    }
    let (mut run, mut surplus) = (0, 0..0);
    for line in text::lines(text) {
        let content = line.text.trim_start();
        if content.len() > MAX_LINE && !content.starts_with([';', '#', '/']) {
            return Some(message::line_too_long(Size::MAX_SIDE).at(line.span()));
        }
        let begins = |word: &str| lines::is_level(word) || word.eq_ignore_ascii_case("game:");
        let is_new = content.is_empty() || content.get(..5).is_some_and(begins);
        run = if is_new { 0 } else { run + 1 };
        if run == Size::MAX_SIDE + 1 {
            surplus = line.span();
        }
        if run > MAX_LINES {
            return Some(message::too_many_rows(Size::MAX_SIDE).at(surplus));
        }
    }
    None
}

/// The number of levels from which the game of a long text is detected.
const SAMPLE: usize = 200;

/// The bytes of a long text by which its game and format are detected: splitting it in every layout
/// takes time and memory.
const BEGINNING: usize = 128 << 10;

/// Reads a text as levels of one of these games. `strict` if the game is to be detected.
pub(super) fn read(text: &str, games: &[&'static dyn Game], strict: bool) -> Document {
    let first = beginning(text).and_then(|text| detect(&Splits::new(text), games, strict).ok());
    let texts = Splits::new(text);
    let reading = match first.filter(|reading| reading.good > 0) {
        Some(reading) => Reading { entries: Vec::new(), good: 0, understood: 0, ..reading },
        None => match detect(&texts, games, strict) {
            Ok(reading) => reading,
            Err(error) => return failed(error),
        },
    };
    reading.complete(&texts, strict)
}

/// The beginning of a long text, up to a blank line.
fn beginning(text: &str) -> Option<&str> {
    if text.len() <= 2 * BEGINNING || lists::looks_like_lists(text) {
        return None;
    }
    let middle = (BEGINNING..).find(|&at| text.is_char_boundary(at))?;
    let near = |line: &Token<'_>| line.start < BEGINNING;
    let mut lines = text::lines(&text[middle..]).skip(1).take_while(near);
    let blank = lines.find(|line| line.text.trim().is_empty())?;
    Some(&text[..middle + blank.start])
}

/// The game and the format of a text, with its first levels.
fn detect(
    texts: &Splits<'_>,
    games: &[&'static dyn Game],
    strict: bool,
) -> Result<Reading, Diagnostic> {
    let readings = |sample| -> Vec<Reading> {
        games.iter().filter_map(|game| Reading::best_of(texts, *game, strict, sample)).collect()
    };
    let mut all = readings(if strict { SAMPLE } else { usize::MAX });
    let top = all.iter().map(Reading::rank).max();
    let is_long = all.iter().any(|reading| reading.entries.len() == SAMPLE);
    // If the sample is undecided, the rest may decide.
    if is_long && all.iter().filter(|reading| Some(reading.rank()) == top).count() > 1 {
        all = readings(usize::MAX);
    }
    choose(texts, all, strict)
}

/// Chooses among the games that the text could be of.
fn choose(
    texts: &Splits<'_>,
    mut readings: Vec<Reading>,
    strict: bool,
) -> Result<Reading, Diagnostic> {
    let text = texts.text;
    let Some(top) = readings.iter().map(Reading::rank).max() else {
        return Err(message::unknown_format().at(0..first_line(text)));
    };
    let (mut chosen, others): (Vec<Reading>, Vec<Reading>) =
        readings.drain(..).partition(|reading| reading.rank() == top);
    if chosen.iter().any(|reading| !reading.game.yields()) {
        chosen.retain(|reading| !reading.game.yields());
    }
    let names = chosen.iter().map(|reading| reading.game.id()).collect::<Vec<_>>().join(", ");
    if chosen.len() > 1 {
        if chosen.iter().all(|reading| reading.good > 0) {
            let first = chosen[0].game.id();
            return Err(message::several_games(names, first).at(0..first_line(text)));
        }
        return Err(undecided(&chosen, &names, text));
    }
    let mut reading = chosen.pop().expect("the reading with the top rank is there");
    let boards = texts.boards(reading.format);
    reading.extend(&boards[reading.entries.len()..], strict);
    if strict && reading.good > 0 {
        if reading.is_empty() {
            return Err(message::empty_board(reading.game.id()).at(0..first_line(text)));
        }
        let misses = others.iter().filter(|other| !other.game.yields()).filter_map(|other| {
            other.narrow_miss(texts, &reading).map(|note| (other.rank(), note))
        });
        // The one that understands most.
        let nearest = misses.max_by_key(|&(rank, _)| rank).map(|(_, note)| note);
        // A list of cells without its size has the shape of a narrow board. A few rows of a board
        // can have the shape of a list, unless the board is already solved.
        let is_outlined = |entry: &Entry| {
            entry.level.as_ref().is_ok_and(|level| {
                level.grid.size().rows() >= OUTLINE || level.game.is_solved(&level.grid)
            })
        };
        let own = others.iter().filter(|other| other.has_own_layout());
        let outlined = own.filter(|_| reading.entries.iter().all(is_outlined)).find_map(|other| {
            let error = other.first_error()?;
            let note = message::other_game(reading.game.id(), other.game.id(), error.clone());
            Some(note.at(error.span()).note())
        });
        reading.notes.extend(nearest.or(outlined));
    }
    Ok(reading)
}

/// The number of rows from which on a board that is also a list of cells is more likely the list.
const OUTLINE: usize = 4;

/// The number of levels of a text that are checked for another intended game.
const LOOKED_AT: usize = 20;

/// The number of cells that must look like those of a game before another one among them counts as
/// a typing error.
const MEANT: usize = 2;

impl Reading {
    /// A note if the text is one cell away from being of this game and not of the chosen one: a
    /// goal may have been lost.
    fn narrow_miss(&self, texts: &Splits<'_>, chosen: &Reading) -> Option<Diagnostic> {
        let error = self.first_error().filter(|_| self.good == 0)?;
        let boards = texts.boards(self.format);
        let is_close = boards.len() == chosen.entries.len()
            && boards.iter().zip(&chosen.entries).take(LOOKED_AT).all(|(board, entry)| {
                entry.level.as_ref().is_ok_and(|level| self.is_close(board, level))
            });
        is_close.then(|| {
            let (chosen, other) = (chosen.game.id(), self.game.id());
            message::other_game(chosen, other, error.clone()).at(error.span()).note()
        })
    }

    /// True if a board that was read as a level of another game would be one of this game with one
    /// change.
    fn is_close(&self, board: &RawBoard<'_>, level: &Level) -> bool {
        let cells: Vec<Option<u16>> = board
            .rows
            .iter()
            .flatten()
            .map(|token| (self.format.read_cell)(token.text, true))
            .collect();
        let unknown: Vec<usize> =
            (0..cells.len()).filter(|&at| cells[at].is_none()).take(2).collect();
        let size = level.grid.size();
        let cells = cells.into_iter().map(Option::unwrap_or_default).collect();
        let is_same_size = board.rows.len() == size.rows()
            && board.rows.iter().all(|row| row.len() == size.cols());
        let Some(mut grid) = Grid::from_cells(size, cells).filter(|_| is_same_size) else {
            return false;
        };
        match *unknown {
            // If every cell matters, as the number of each colour does in squares, the other game
            // is intended, unless the board has one kind of piece only.
            [] => {
                let mut stand = grid.cells().iter().filter(|&&cell| cell != 0);
                let first = stand.next();
                stand.all(|cell| Some(cell) == first)
                    || size.coords().any(|at| !is_essential(level, at))
            }
            // A cell that is essential for the other game shows that this game is not intended,
            // unless all others suggest it.
            [at] => {
                let at = size.coord(at);
                let is_open = !is_essential(level, at) || level.game.is_solved(&level.grid);
                let stand = grid.cells().iter().filter(|&&cell| cell != 0).count();
                self.game.kinds().iter().any(|(code, _)| {
                    grid[at] = code;
                    self.game.problems(&grid).is_empty()
                        && (is_open || stand >= MEANT && self.game.is_typical(&grid))
                })
            }
            _ => false,
        }
    }
}

/// True if a level becomes invalid when this cell is replaced by another of its cells.
fn is_essential(level: &Level, at: Coord) -> bool {
    let mut others: Vec<u16> = level.grid.cells().to_vec();
    others.sort_unstable();
    others.dedup();
    others.retain(|&other| other != level.grid[at]);
    let mut grid = level.grid.clone();
    let mut is_level = |other| {
        grid[at] = other;
        level.game.problems(&grid).is_empty()
    };
    !others.is_empty() && !others.into_iter().any(&mut is_level)
}

/// The error for a text that is a bad level of several games.
fn undecided(readings: &[Reading], names: &str, text: &str) -> Diagnostic {
    let shared = readings.first().and_then(Reading::first_error).cloned();
    if let Some(shared) = &shared
        && readings.iter().all(|reading| {
            reading.first_error().is_some_and(|error| error.message() == shared.message())
        })
    {
        return shared.clone();
    }
    let causes: Vec<Diagnostic> = readings
        .iter()
        .filter_map(|reading| {
            let error = reading.first_error()?;
            let place = Place::of(text, error.span().start).to_string();
            Some(message::as_game(reading.game.id(), place, error.clone()))
        })
        .collect();
    // The narrowest of their places: a cell is more specific than a board.
    let errors = readings.iter().filter_map(Reading::first_error);
    let span = errors.map(|error| error.span()).min_by_key(ExactSizeIterator::len);
    let span = span.unwrap_or(0..first_line(text));
    message::no_level(names, causes, readings[0].game.id()).at(span)
}

fn first_line(text: &str) -> usize {
    text::lines(text).next().map_or(0, |line| line.text.len())
}
