//! Quadrille's own format, the same for all games and easy to type:
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
//!
//! r . .
//! . . .
//! . . R
//! ```
//!
//! Every level starts with `game:`; the other keys may be left out. `best: 7` stands for a plan that is not known to be
//! shortest, `optimal: none` for a level without one. The number of `difficulty:` is the score of a rating; the word behind it is
//! for people. Cells are separated by blanks; where all are one character wide
//! the blanks may be left out. Empty lines mean nothing.

use super::lines::{lines, tokens, words};
use super::read::{Entry, MAX_LEVELS, board_from_tokens};
use super::{Diagnostic, Known, Level, Token};
use crate::games::{self, Game};
use crate::generate::Difficulty;
use crate::grid::Size;
use crate::noun::counted;
use crate::{registry, verify};

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

/// Whether a text is of this kind: its first line that says anything is `game: …`.
pub(super) fn looks_native(text: &str) -> bool {
    lines(text)
        .find(|line| !line.text.trim().is_empty() && !is_comment(line))
        .and_then(|line| header(&line))
        .is_some_and(|(key, _)| key.text == "game")
}

struct Block<'t> {
    game: Token<'t>,
    headers: Vec<(Token<'t>, Token<'t>)>,
    rows: Vec<Token<'t>>,
}

/// The levels of a text. With a game given, levels of other games are mistakes.
pub(super) fn read(text: &str, wanted: Option<&'static dyn Game>) -> Vec<Entry> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for line in lines(text) {
        if line.text.trim().is_empty() || is_comment(&line) {
            continue;
        }
        if blocks.len() > MAX_LEVELS {
            break;
        }
        match (header(&line), blocks.last_mut()) {
            (Some((key, value)), _) if key.text == "game" => {
                blocks.push(Block { game: value, headers: Vec::new(), rows: Vec::new() });
            }
            (Some(pair), Some(block)) => block.headers.push(pair),
            (None, Some(block)) => {
                let trimmed = line.text.trim();
                let start = line.start + (line.text.len() - line.text.trim_start().len());
                block.rows.push(Token { text: trimmed, start });
            }
            (_, None) => {}
        }
    }
    blocks.iter().enumerate().map(|(index, block)| block.entry(index, wanted)).collect()
}

impl Block<'_> {
    fn entry(&self, index: usize, wanted: Option<&'static dyn Game>) -> Entry {
        let name =
            self.headers.iter().find(|(key, value)| key.text == "name" && !value.text.is_empty());
        Entry {
            label: name.map_or_else(|| index.to_string(), |(_, value)| value.text.to_string()),
            offset: self.game.start,
            level: self.level(wanted),
        }
    }

    fn level(&self, wanted: Option<&'static dyn Game>) -> Result<Level, Vec<Diagnostic>> {
        let Some(game) = games::by_id(self.game.text) else {
            return Err(vec![
                Diagnostic::new(self.game.span(), format!("there is no game '{}'", self.game.text))
                    .help(format!("the games are {}", registry::game_ids())),
            ]);
        };
        if let Some(wanted) = wanted.filter(|&wanted| wanted != game) {
            return Err(vec![
                Diagnostic::new(
                    self.game.span(),
                    format!("this is a level of {}, not of {}", game.id(), wanted.id()),
                )
                .help("leave the choice of the game out"),
            ]);
        }
        let mut errors = Vec::new();
        let rows = match self.size(&mut errors) {
            Some(size) if size.cols() == 1 => self.rows.iter().map(words).collect(),
            _ => tokens(&self.rows),
        };
        let span = match (self.rows.first(), self.rows.last()) {
            (Some(first), Some(last)) => first.start..last.span().end,
            _ => self.game.span(),
        };
        let help = format!("a cell of {} is {}", game.id(), game.glyphs());
        let (grid, _) =
            board_from_tokens(&rows, span, game, |text| game.cell_from_glyph(text), &help);
        let grid = match grid {
            Ok(grid) => grid,
            Err(mut mistakes) => {
                errors.append(&mut mistakes);
                return Err(errors);
            }
        };
        if let Some(size) = self.size(&mut Vec::new()).filter(|&size| size != grid.size()) {
            let value = self
                .headers
                .iter()
                .find(|(key, _)| key.text == "size")
                .map(|(_, value)| value.span());
            errors.push(
                Diagnostic::new(
                    value.unwrap_or_else(|| self.game.span()),
                    format!("the size says {size}, the board is {}", grid.size()),
                )
                .help("correct one of them"),
            );
        }
        let mut level = Level::new(game, grid);
        for (key, value) in &self.headers {
            if let Err(error) = apply(&mut level, key, value) {
                errors.push(error);
            }
        }
        if let (Some(solution), Some(Known::Optimal(moves))) = (&level.solution, level.known)
            && solution.len() < moves as usize
        {
            errors.push(
                Diagnostic::new(
                    self.game.span(),
                    format!(
                        "the solution has {}, but {moves} are said to be optimal",
                        counted(solution.len() as u64, "move")
                    ),
                )
                .help("correct one of them"),
            );
        }
        if errors.is_empty() { Ok(level) } else { Err(errors) }
    }

    fn size(&self, errors: &mut Vec<Diagnostic>) -> Option<Size> {
        let (_, value) = self.headers.iter().find(|(key, _)| key.text == "size")?;
        let size = value.text.split_once(['x', 'X', '×']).and_then(|(rows, cols)| {
            Size::new(rows.trim().parse().ok()?, cols.trim().parse().ok()?)
        });
        if size.is_none() {
            errors.push(
                Diagnostic::new(value.span(), format!("'{}' is no size of a board", value.text))
                    .help(format!(
                        "write rows x columns, as in 6x8; a side has 1 to {} cells",
                        Size::MAX_SIDE
                    )),
            );
        }
        size
    }
}

fn apply(level: &mut Level, key: &Token<'_>, value: &Token<'_>) -> Result<(), Diagnostic> {
    let text = value.text.to_string();
    match key.text {
        "name" => level.name = Some(text).filter(|name| !name.is_empty()),
        "author" => level.author = Some(text).filter(|author| !author.is_empty()),
        "note" => level.notes.push(text),
        "size" => {}
        "optimal" if value.text == "none" => level.known = Some(Known::Unsolvable),
        "optimal" | "best" => {
            let moves = value.text.parse().map_err(|_| {
                Diagnostic::new(value.span(), format!("'{}' is no number of moves", value.text))
                    .help("write a number, or none for a level without a solution")
            })?;
            level.known =
                Some(if key.text == "best" { Known::Best(moves) } else { Known::Optimal(moves) });
        }
        "solution" => {
            let moves = level.game.notation().read(value.text).map_err(|error| {
                let start = value.start + error.offset;
                Diagnostic::new(start..start + error.length, error.message)
                    .help("moves are separated by blanks")
            })?;
            verify::replay(level.game, &level.grid, &moves)
                .and_then(|replay| replay.solves(moves.len() as u32))
                .map_err(|refusal| {
                    Diagnostic::new(
                        value.span(),
                        format!("the solution does not solve the level: {refusal}"),
                    )
                    .help("correct it or leave it out")
                })?;
            level.solution = Some(moves);
        }
        "difficulty" => {
            let number = value.text.split_whitespace().next().unwrap_or_default();
            let score = number.parse().map_err(|_| {
                Diagnostic::new(value.span(), format!("'{}' is no difficulty", value.text))
                    .help("write the score of 'quadrille rate', a whole number")
            })?;
            level.difficulty = Some(score);
        }
        other => {
            return Err(Diagnostic::new(key.span(), format!("there is no key '{other}'")).help(
                "the keys are game, name, author, note, size, optimal, best, solution, difficulty",
            ));
        }
    }
    Ok(())
}

/// A text that stays on its line.
fn one_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim().to_string()
}

/// The text of a level.
pub(super) fn write(level: &Level) -> String {
    let mut text = format!("game: {}\n", level.game.id());
    let mut line = |key: &str, value: &str| text.push_str(&format!("{key}: {}\n", one_line(value)));
    if let Some(name) = &level.name {
        line("name", name);
    }
    if let Some(author) = &level.author {
        line("author", author);
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
    if level.grid.size().cols() == 1 {
        // Without blanks in a row it could not be told whether 12 is one cell or two.
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
