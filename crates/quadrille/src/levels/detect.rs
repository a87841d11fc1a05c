//! The choice among the readings of a text: its game and its format.

use super::Level;
use super::read::{Document, Entry, failed};
use super::reading::Reading;
use super::splits::Splits;
use crate::diagnostic::{Diagnostic, Place, message};
use crate::formats::{RawBoard, Token, lists};
use crate::game::Game;
use crate::grid::{Coord, Grid};
use crate::text;

/// The number of levels from which the game of a long text is detected.
const SAMPLE: usize = 200;

/// The number of levels that decide if the sample does not. Every one is kept in each format of
/// each game.
const LARGE_SAMPLE: usize = 10 * SAMPLE;

/// The bytes of a long text by which its game and format are detected: splitting it in every layout
/// takes time and memory.
const BEGINNING: usize = 128 << 10;

/// Reads a text as levels of one of these games. `strict` if the game is to be detected.
pub(super) fn read(text: &str, games: &[&'static dyn Game], strict: bool) -> Document {
    let first = beginning(text).map(|text| {
        let texts = Splits::new(text);
        let reading = detect(&texts, games, strict);
        // Where so many levels decide nothing, more would not either.
        (reading, texts.most_boards() > LARGE_SAMPLE)
    });
    let texts = Splits::new(text);
    let reading = match first {
        Some((Err(error), true)) => return failed(error),
        Some((Ok(reading), is_enough)) if is_enough || reading.good > 0 => {
            Reading { entries: Vec::new(), good: 0, understood: 0, ..reading }
        }
        _ => match detect(&texts, games, strict) {
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
    // If the sample is undecided, more levels may decide.
    if is_long && all.iter().filter(|reading| Some(reading.rank()) == top).count() > 1 {
        all = readings(LARGE_SAMPLE);
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
