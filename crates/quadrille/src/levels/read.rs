//! Reading levels from any text: detects the format and the game, and collects mistakes.

use super::{Level, code, detect, native, splits};
use crate::diagnostic::{Diagnostic, Place, message};
use crate::formats::MAX_LEVELS;
use crate::game::Game;
use crate::games::{self, Games};
use crate::registry;
use crate::text;

/// The contents of a text: its levels in order, good and bad.
#[derive(Clone, Debug)]
pub struct Document {
    /// The levels, in the order of the text.
    pub entries: Vec<Entry>,
    /// Mistakes of the text as a whole, if no levels could be read.
    pub errors: Vec<Diagnostic>,
    /// Assumptions about the text as a whole.
    pub notes: Vec<Diagnostic>,
    pub format: &'static str,
}

impl Document {
    /// The levels that are good.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.entries.iter().filter_map(|entry| entry.level.as_ref().ok())
    }

    /// All mistakes, in the order of the text.
    pub fn mistakes(&self) -> impl Iterator<Item = &Diagnostic> {
        self.errors
            .iter()
            .chain(self.entries.iter().filter_map(|entry| entry.level.as_ref().err()).flatten())
    }

    /// Assumptions about good levels that could have another meaning.
    pub fn notes(&self) -> impl Iterator<Item = &Diagnostic> {
        let good = self.entries.iter().filter(|entry| entry.level.is_ok());
        self.notes.iter().chain(good.flat_map(|entry| &entry.notes))
    }

    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.mistakes().chain(self.notes())
    }
}

/// A level of a text, or its mistakes.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of the level, or its index in the text (from 0) if it has none.
    pub label: String,
    /// Its start in bytes.
    pub offset: usize,
    pub level: Result<Level, Vec<Diagnostic>>,
    /// Assumptions where the level could have another meaning.
    pub notes: Vec<Diagnostic>,
}

/// Reads all levels of a text. Detects the format, and the game if none is given.
///
/// ```
/// use quadrille::levels::read;
/// let document = read("level a\n1.G\n\nlevel b\n1?G\n", None);
/// assert_eq!(document.levels().count(), 1);
/// let mistake = document.diagnostics().next().unwrap();
/// assert_eq!(mistake.code(), "unknown-format-cell");
/// assert_eq!(mistake.message(), "'?' is not a zhed cell");
/// ```
pub fn read(text: &str, game: Option<&'static dyn Game>) -> Document {
    let games = Games::default();
    read_with(&game.map_or(games.clone(), |game| games.with(game)), text, game)
}

/// Reads all levels of a text as [`read`] does, with these games.
pub fn read_with(games: &Games, text: &str, game: Option<&'static dyn Game>) -> Document {
    // A byte order mark is not part of the text, but counts for places.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut document = read_unmarked(games, &text[mark..], game);
    if let Some(entry) = document.entries.get(MAX_LEVELS) {
        let error = message::too_many_levels(MAX_LEVELS + 1, MAX_LEVELS);
        document = failed(error.at(entry.offset..entry.offset));
    }
    for entry in &mut document.entries {
        entry.offset += mark;
    }
    let of_entries = document
        .entries
        .iter_mut()
        .flat_map(|entry| entry.level.as_mut().err().into_iter().flatten().chain(&mut entry.notes));
    let all = document.errors.iter_mut().chain(&mut document.notes).chain(of_entries);
    locate(text, mark, all.collect());
    document
}

/// Sets the lines and columns of diagnostics. `mark` bytes precede the text. Scans a long text only
/// once, however many diagnostics there are.
fn locate(text: &str, mark: usize, mut diagnostics: Vec<&mut Diagnostic>) {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    let mut lines = text::lines(text).enumerate().peekable();
    // The line and column of a byte that was passed.
    let (mut place, mut passed) = (Place { line: 1, column: 1 }, 0);
    for diagnostic in diagnostics {
        *diagnostic = diagnostic.clone().shifted(mark);
        let offset = diagnostic.span().start.min(text.len());
        while let Some((index, line)) = lines.next_if(|(_, line)| line.start <= offset) {
            (place, passed) = (Place { line: index + 1, column: 1 }, line.start);
        }
        place.column += text.get(passed..offset).map_or(0, |text| text.chars().count());
        passed = offset;
        diagnostic.place = Some(place);
    }
}

fn read_unmarked(games: &Games, text: &str, game: Option<&'static dyn Game>) -> Document {
    if let Some(at) = text.find('\0') {
        return failed(message::zero_byte().at(at..at + 1));
    }
    if text.trim().is_empty() {
        return failed(message::empty_text().at(0..0));
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    if code::looks_like_code(first) && !native::looks_native(games, text) {
        return read_codes(games, text, game);
    }
    if let Some(error) = splits::oversized(text) {
        return failed(error);
    }
    if native::looks_native(games, text) {
        return plain_document(native::read(games, text, game), "native");
    }
    let wanted: Vec<&'static dyn Game> =
        game.map_or_else(|| games::ALL.to_vec(), |game| vec![game]);
    let strict = game.is_none();
    detect::read(text, &wanted, strict)
}

pub(super) fn failed(error: Diagnostic) -> Document {
    Document { errors: vec![error], ..plain_document(Vec::new(), "unknown") }
}

fn plain_document(entries: Vec<Entry>, format: &'static str) -> Document {
    Document { entries, errors: Vec::new(), notes: Vec::new(), format }
}

fn read_codes(games: &Games, text: &str, wanted: Option<&'static dyn Game>) -> Document {
    let mut entries = Vec::new();
    for line in text::lines(text) {
        for word in text::words(&line).into_iter().take(MAX_LEVELS + 1 - entries.len()) {
            let level = code::from_code_with(games, word.text).and_then(|level| match wanted {
                Some(game) if game != level.game => {
                    Err(message::wrong_game(level.game.id(), game.id()))
                }
                _ => Ok(level),
            });
            let level = level.map_err(|error| vec![error.at(word.span())]);
            let label = entries.len().to_string();
            entries.push(Entry { label, offset: word.start, level, notes: Vec::new() });
        }
    }
    plain_document(entries, "code")
}

impl Document {
    /// The nearest names of levels to a name that does not exist, as suggestions.
    pub fn nearest_labels(&self, name: &str) -> Vec<&str> {
        registry::nearest(name, self.entries.iter().map(|entry| entry.label.as_str()))
    }
}
