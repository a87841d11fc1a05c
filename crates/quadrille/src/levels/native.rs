//! Quadrille's own format, the same for all games:
//!
//! ```text
//! ; a comment
//! game: tiles
//! name: First steps
//! author: Ann
//! note: Right, then down.
//! optimal: 2
//! solution: R D
//! difficulty: 3 easy
//! themes: forgiving
//!
//! r . .
//! . . .
//! . . R
//! ```
//!
//! `game:` may be left out if the game is known; all other keys are optional. `best: 7` is the
//! length of a plan that is not known to be shortest, `optimal: none` marks a level without a plan.
//! The number of `difficulty:` is the score of a rating; the word after it is ignored. A text that
//! does not fit on its line is written in quotes, as in JSON. Cells are separated by blanks; if all
//! are one character wide the blanks may be left out. Keys are above the board: a key after a board
//! begins the next level, and so does a second `game:`. A board contains no blank line.

use std::ops::Range;

use super::fit::{self, board_from_tokens, grid_from_tokens};
use super::read::Entry;
use super::{Known, Level};
use crate::candidates::{Difficulty, Theme};
use crate::definition::Kinds;
use crate::diagnostic::{Diagnostic, message};
use crate::formats::{MAX_LEVELS, MAX_ROWS, Token};
use crate::game::Game;
use crate::games::Games;
use crate::grid::{Grid, Size};
use crate::text::{content, lines, one_line, shown, tokens, trimmed, words};
use crate::verify;

/// The key and the value of a line `key: value`.
fn header<'t>(line: &Token<'t>) -> Option<(Token<'t>, Token<'t>)> {
    let (key, value) = line.text.split_once(':')?;
    let name = key.trim();
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    let key_start = line.start + (key.len() - key.trim_start().len());
    let value_start = line.start + key.len() + 1 + (value.len() - value.trim_start().len());
    Some((Token { text: name, start: key_start }, Token { text: value.trim(), start: value_start }))
}

fn is_comment(line: &Token<'_>) -> bool {
    line.text.trim_start().starts_with(';')
}

/// The keys, except for `author` and `licence`, which texts in other formats have too.
const KEYS: [&str; 9] =
    ["game", "name", "note", "size", "optimal", "best", "solution", "difficulty", "themes"];
const AUTHOR: &str = "author";
const LICENCES: [&str; 2] = ["licence", "license"];

fn every_key() -> impl Iterator<Item = &'static str> {
    KEYS.into_iter().chain([AUTHOR]).chain(LICENCES)
}

fn is(key: &Token<'_>, name: &str) -> bool {
    key.text.eq_ignore_ascii_case(name)
}

/// True if a text is in this format: its first line with content is one of the keys, or it names a
/// game.
pub(super) fn looks_native(games: &Games, text: &str) -> bool {
    let mut headers = lines(text)
        .filter(|line| !line.text.trim().is_empty() && !is_comment(line))
        .map(|line| header(&line));
    let first = headers.next().flatten();
    let begins = |(key, _): &(Token<'_>, Token<'_>)| KEYS.iter().any(|name| is(key, name));
    let names_game = |(key, value): &(Token<'_>, Token<'_>)| {
        is(key, "game") && games.by_id(&value.text.to_ascii_lowercase()).is_some()
    };
    first.as_ref().is_some_and(begins) || headers.flatten().any(|header| names_game(&header))
}

/// A level as its lines.
#[derive(Default)]
struct Block<'t> {
    headers: Vec<(Token<'t>, Token<'t>)>,
    rows: Vec<Token<'t>>,
    asides: Vec<Token<'t>>,
    /// True if a blank line follows the rows.
    is_ended: bool,
    /// The first row after a blank line.
    gap: Option<Token<'t>>,
}

/// The levels of a text. With a game given, levels of other games are mistakes.
pub(super) fn read(games: &Games, text: &str, wanted: Option<&'static dyn Game>) -> Vec<Entry> {
    let blocks = blocks(text);
    blocks.iter().enumerate().map(|(index, block)| block.entry(index, games, wanted)).collect()
}

/// A board of a text, or its mistakes.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedBoard {
    /// The name of the level, or its number (from 0) if it has none.
    pub name: String,
    pub board: Result<Grid<u16>, Vec<Diagnostic>>,
}

/// Reads the boards of a text in Quadrille's own format, for a game that need not be registered.
/// The rules are not applied to them. A blank text has none.
///
/// ```
/// use quadrille::levels::boards;
/// let zhed = quadrille::games::by_id("zhed").unwrap();
/// let read = boards("name: one\n1 . G\n\nname: two\n1 ? G\n", "zhed", zhed.kinds());
/// assert_eq!(read[0].name, "one");
/// assert!(read[0].board.is_ok() && read[1].board.is_err());
/// ```
pub fn boards(text: &str, id: &str, kinds: &Kinds) -> Vec<NamedBoard> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let blocks = blocks(text);
    let mut boards: Vec<NamedBoard> = blocks
        .iter()
        .enumerate()
        .map(|(index, block)| NamedBoard {
            name: block.label(index),
            board: block.board(id, kinds),
        })
        .collect();
    if let ([block, ..], [first, ..]) = (&blocks[..], &mut boards[..])
        && !looks_native(&Games::default(), text)
    {
        first.board = Err(vec![message::first_level_unnamed().at(block.first().span())]);
    }
    boards
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = vec![Block::default()];
    for line in lines(text) {
        if blocks.len() > MAX_LEVELS + 1 {
            break;
        }
        let block = blocks.last_mut().expect("there is a block from the start");
        if line.text.trim().is_empty() {
            block.is_ended = !block.rows.is_empty();
            if !block.is_ended {
                block.asides.clear();
            }
        } else if is_comment(&line) {
            if !block.is_ended {
                block.asides.push(trimmed(&line));
            }
        } else if let Some((key, value)) = header(&line) {
            let is_next =
                !block.rows.is_empty() || is(&key, "game") && block.find("game").is_some();
            if is_next {
                blocks.push(Block { headers: vec![(key, value)], ..Block::default() });
            } else {
                block.asides.clear();
                block.headers.push((key, value));
            }
        } else {
            let row = trimmed(&line);
            if block.is_ended {
                block.gap = block.gap.or(Some(row));
            }
            if block.rows.len() < MAX_ROWS {
                block.rows.push(row);
            }
        }
    }
    blocks
}

impl<'t> Block<'t> {
    fn find(&self, name: &str) -> Option<Token<'t>> {
        self.headers.iter().find(|(key, _)| is(key, name)).map(|(_, value)| *value)
    }

    /// The line that represents the level in messages.
    fn first(&self) -> Token<'t> {
        let game = self.find("game");
        let key = self.headers.first().map(|(key, _)| *key);
        game.or(key).or(self.rows.first().copied()).unwrap_or(Token { text: "", start: 0 })
    }

    fn label(&self, index: usize) -> String {
        let name = self.find("name").and_then(|value| content(&value));
        name.unwrap_or_else(|| index.to_string())
    }

    fn entry(&self, index: usize, games: &Games, wanted: Option<&'static dyn Game>) -> Entry {
        let level = self.level(games, wanted);
        let notes = level.as_ref().map_or_else(|_| Vec::new(), |level| self.notes(level));
        Entry { label: self.label(index), offset: self.first().start, level, notes }
    }

    fn notes(&self, level: &Level) -> Vec<Diagnostic> {
        let decode = |text: &str| level.game.cell_from_glyph(text);
        let width = level.grid.size().cols();
        self.asides.iter().filter_map(|aside| fit::row_in_comment(aside, width, decode)).collect()
    }

    fn game(
        &self,
        games: &Games,
        wanted: Option<&'static dyn Game>,
    ) -> Result<&'static dyn Game, Diagnostic> {
        let Some(stated) = self.find("game") else {
            return wanted
                .ok_or_else(|| message::game_missing(games.names()).at(self.first().span()));
        };
        let game = games.by_id(&stated.text.to_ascii_lowercase()).ok_or_else(|| {
            message::unknown_game(stated.shown(), games.names()).at(stated.span())
        })?;
        match wanted.filter(|&wanted| wanted != game) {
            None => Ok(game),
            Some(wanted) => Err(message::wrong_game(game.id(), wanted.id()).at(stated.span())),
        }
    }

    /// The board, as far as it is cells of the game.
    fn board(&self, id: &str, kinds: &Kinds) -> Result<Grid<u16>, Vec<Diagnostic>> {
        let mut errors = self.misplaced();
        if let Some(stated) =
            self.find("game").filter(|stated| !stated.text.eq_ignore_ascii_case(id))
        {
            errors.push(message::wrong_game(stated.shown(), id).at(stated.span()));
        }
        let is_known = |key: &Token<'_>| every_key().any(|name| is(key, name));
        let strange = self.headers.iter().filter(|(key, _)| !is_known(key));
        errors.extend(strange.map(|(key, _)| unknown_key(key)));
        let (rows, span) = self.cells(&mut errors);
        let unknown = |cell: String| message::unknown_cell(cell, id, kinds.help());
        let (grid, _) = grid_from_tokens(&rows, span, |text| kinds.code_of(text), unknown);
        let grid = grid.map_err(|mut mistakes| errors.append(&mut mistakes)).ok();
        errors.extend(grid.as_ref().and_then(|grid| self.other_size(grid)));
        grid.filter(|_| errors.is_empty()).ok_or(errors)
    }

    /// The tokens of the rows, and their place.
    fn cells(&self, errors: &mut Vec<Diagnostic>) -> (Vec<Vec<Token<'t>>>, Range<usize>) {
        let rows = match self.size(errors) {
            Some(size) if size.cols() == 1 => self.rows.iter().map(words).collect(),
            _ => tokens(&self.rows),
        };
        let span = match (self.rows.first(), self.rows.last()) {
            (Some(first), Some(last)) => first.start..last.span().end,
            _ => self.first().span(),
        };
        (rows, span)
    }

    /// A mistake if the stated size is not that of the board.
    fn other_size(&self, grid: &Grid<u16>) -> Option<Diagnostic> {
        let size = self.size(&mut Vec::new()).filter(|&size| size != grid.size())?;
        let span = self.find("size").unwrap_or_else(|| self.first()).span();
        Some(message::size_differs(size, grid.size()).at(span))
    }

    /// A single row that is the beginning of a key: the text was cut off there. Cells that are
    /// letters may have blanks between them.
    fn cut_key(&self) -> Option<Diagnostic> {
        let [row] = self.rows[..] else { return None };
        let text = row.text.to_ascii_lowercase();
        let key = every_key().find(|key| key.starts_with(&text))?;
        (text.len() > 1).then(|| message::cut_key(row.shown(), key).at(row.span()))
    }

    /// Keys that occur more than once, and rows after a blank line.
    fn misplaced(&self) -> Vec<Diagnostic> {
        let same = |one: &Token<'_>, other: &Token<'_>| {
            let is_known = |key: &Token<'_>| is(key, "optimal") || is(key, "best");
            is(one, other.text) && !is(one, "note") || is_known(one) && is_known(other)
        };
        let twice = self.headers.iter().enumerate().filter_map(|(at, (key, _))| {
            let first = self.headers[..at].iter().find(|(other, _)| same(other, key))?;
            let error = if is(key, first.0.text) {
                message::key_twice(key.shown())
            } else {
                message::keys_exclude(first.0.shown(), key.shown())
            };
            Some(error.at(key.span()))
        });
        let gap = self.gap.map(|row| message::blank_line_in_board().at(row.span()));
        twice.chain(gap).collect()
    }

    fn level(
        &self,
        games: &Games,
        wanted: Option<&'static dyn Game>,
    ) -> Result<Level, Vec<Diagnostic>> {
        let game = self.game(games, wanted).map_err(|error| vec![error])?;
        let mut errors = self.misplaced();
        let (rows, span) = self.cells(&mut errors);
        let unknown = |cell: String| message::unknown_cell(cell, game.id(), game.glyphs());
        let (grid, _) =
            board_from_tokens(&rows, span, game, |text| game.cell_from_glyph(text), unknown);
        let grid = match grid {
            Ok(grid) => grid,
            Err(mut mistakes) => {
                errors.append(&mut mistakes);
                return Err(errors);
            }
        };
        errors.extend(self.other_size(&grid));
        errors.extend(self.cut_key());
        let mut level = Level::new(game, grid);
        for (key, value) in &self.headers {
            if let Err(error) = apply(&mut level, key, value) {
                errors.push(error);
            }
        }
        if let (Some(solution), Some(Known::Optimal(optimum))) = (&level.solution, level.known)
            && let Ok(replay) = verify::replay(game, &level.grid, solution)
            && replay.cost < optimum
        {
            let error = message::shorter_solution(replay.cost, optimum);
            errors.push(error.at(self.first().span()));
        }
        if errors.is_empty() { Ok(level) } else { Err(errors) }
    }

    fn size(&self, errors: &mut Vec<Diagnostic>) -> Option<Size> {
        let value = self.find("size")?;
        let size = value.text.split_once(['x', 'X', '×']).and_then(|(rows, cols)| {
            Size::new(rows.trim().parse().ok()?, cols.trim().parse().ok()?)
        });
        if size.is_none() {
            errors.push(message::bad_size(value.shown(), Size::MAX_SIDE).at(value.span()));
        }
        size
    }
}

fn apply(level: &mut Level, key: &Token<'_>, value: &Token<'_>) -> Result<(), Diagnostic> {
    match key.text.to_ascii_lowercase().as_str() {
        "name" => level.name = content(value),
        AUTHOR => level.author = content(value),
        "licence" | "license" => level.licence = content(value),
        "note" => level.notes.push(content(value).unwrap_or_default()),
        "game" | "size" => {}
        "optimal" if value.text == "none" => level.known = Some(Known::Unsolvable),
        word @ ("optimal" | "best") => {
            let moves = value
                .text
                .parse()
                .map_err(|_| message::bad_length(value.shown()).at(value.span()))?;
            level.known =
                Some(if word == "best" { Known::Best(moves) } else { Known::Optimal(moves) });
        }
        "solution" => {
            let read = level.game.notation().read(value.text);
            let moves = read.map_err(|error| error.shifted(value.start))?;
            verify::replay(level.game, &level.grid, &moves)
                .and_then(|replay| replay.is_plan())
                .map_err(|cause| message::bad_solution(cause).at(value.span()))?;
            level.solution = Some(moves);
        }
        "difficulty" => {
            let number = value.text.split_whitespace().next().unwrap_or_default();
            let score = number
                .parse()
                .map_err(|_| message::bad_difficulty(value.shown()).at(value.span()))?;
            level.difficulty = Some(score);
        }
        "themes" => {
            let theme = |word: Token<'_>| {
                let read = word.text.parse();
                read.map_err(|_| message::bad_theme(word.shown(), Theme::names()).at(word.span()))
            };
            level.themes = words(value).into_iter().map(theme).collect::<Result<_, _>>()?;
        }
        _ => return Err(unknown_key(key)),
    }
    Ok(())
}

fn unknown_key(key: &Token<'_>) -> Diagnostic {
    let keys =
        "game, name, author, licence, note, size, optimal, best, solution, difficulty, themes";
    message::unknown_key(shown(&key.text.to_ascii_lowercase()), keys).at(key.span())
}

pub(super) fn write(level: &Level) -> String {
    let mut text = format!("game: {}\n", level.game.id());
    let mut line = |key: &str, value: &str| text.push_str(&format!("{key}: {}\n", one_line(value)));
    if let Some(name) = level.name.as_ref().filter(|name| !name.is_empty()) {
        line("name", name);
    }
    if let Some(author) = level.author.as_ref().filter(|author| !author.is_empty()) {
        line("author", author);
    }
    if let Some(licence) = level.licence.as_ref().filter(|licence| !licence.is_empty()) {
        line("licence", licence);
    }
    for note in &level.notes {
        line("note", note);
    }
    match level.known {
        Some(Known::Optimal(moves)) => line("optimal", &moves.to_string()),
        Some(Known::Best(moves)) => line("best", &moves.to_string()),
        Some(Known::Unsolvable) => line("optimal", "none"),
        None => {}
    }
    if let Some(solution) = &level.solution {
        line("solution", &level.game.notation().write_all(solution));
    }
    if let Some(score) = level.difficulty {
        line("difficulty", &format!("{score} {}", Difficulty::of(score)));
    }
    if !level.themes.is_empty() {
        line(
            "themes",
            &level.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(" "),
        );
    }
    if level.grid.size().cols() == 1 {
        // Without blanks in a row, 12 could be one cell or two.
        line("size", &level.grid.size().to_string());
    }
    text.push('\n');
    let glyphs: Vec<String> = level
        .grid
        .cells()
        .iter()
        .map(|&cell| level.game.cell_glyph(cell).unwrap_or_else(|| "?".into()))
        .collect();
    text.push_str(&super::write::aligned(&glyphs, level.grid.size()));
    text
}
