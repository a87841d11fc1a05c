//! Reading levels from a text of any kind: which format, which game, which mistakes.

use super::reading::{self, Reading};
use super::{Diagnostic, Level, code, native, text};
use crate::games::{self, Game};
<<<<<<< HEAD
use crate::grid::{Grid, Size};
use crate::noun::counted;
=======
>>>>>>> 489818c (Levels are read to the letter: frames, line ends, lists, keys, and notes about what was assumed)
use crate::registry;

/// What a text holds: its levels in their order, good and bad.
#[derive(Clone, Debug)]
pub struct Document {
    /// The levels.
    pub entries: Vec<Entry>,
    /// What is wrong with the text as a whole, when there are no levels to speak of.
    pub errors: Vec<Diagnostic>,
    /// What was assumed about the text as a whole.
    pub notes: Vec<Diagnostic>,
    /// The name of the format.
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

    /// What was assumed about good levels where they could have been meant otherwise.
    pub fn notes(&self) -> impl Iterator<Item = &Diagnostic> {
        let good = self.entries.iter().filter(|entry| entry.level.is_ok());
        self.notes.iter().chain(good.flat_map(|entry| &entry.notes))
    }

    /// All mistakes, then all notes.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.mistakes().chain(self.notes())
    }
}

/// A level of a text, or what is wrong with it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of the level, or its index in the text (from 0) when it has none.
    pub label: String,
    /// Where it starts, in bytes.
    pub offset: usize,
    /// The level.
    pub level: Result<Level, Vec<Diagnostic>>,
    /// What was assumed where the level could have been meant otherwise.
    pub notes: Vec<Diagnostic>,
}

/// The most levels of a text. More is not made by people, and would take more memory to read than it is worth.
pub const MAX_LEVELS: usize = 100_000;

/// Reads all levels of a text. The format is found out; the game is too when none is given.
///
/// ```
/// use quadrille::levels::read;
/// let document = read("level a\n1.G\n\nlevel b\n1?G\n", None);
/// assert_eq!(document.levels().count(), 1);
/// let mistake = document.diagnostics().next().unwrap();
/// assert_eq!(mistake.message, "'?' is no cell of zhed");
/// ```
pub fn read(text: &str, game: Option<&'static dyn Game>) -> Document {
    // A byte order mark is no part of the text, but of the places in it.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut document = read_unmarked(&text[mark..], game);
    if let Some(entry) = document.entries.get(MAX_LEVELS) {
        let message =
            format!("this is level {}, the limit of a text is {MAX_LEVELS}", MAX_LEVELS + 1);
        let error = Diagnostic::new(entry.offset..entry.offset, message);
        document = failed(error.help("split the text into several"));
    }
    for entry in &mut document.entries {
        entry.offset += mark;
        let errors = entry.level.as_mut().err().into_iter().flatten();
        errors.chain(&mut entry.notes).for_each(|told| shift(told, mark));
    }
    document.errors.iter_mut().chain(&mut document.notes).for_each(|told| shift(told, mark));
    document
}

fn shift(told: &mut Diagnostic, by: usize) {
    told.span = told.span.start + by..told.span.end + by;
}

fn read_unmarked(text: &str, game: Option<&'static dyn Game>) -> Document {
    if let Some(at) = text.find('\0') {
        return failed(
            Diagnostic::new(at..at + 1, "this is not text: it has a zero byte")
                .help("give a text file with levels"),
        );
    }
    if text.trim().is_empty() {
        return failed(
            Diagnostic::new(0..0, "there is no level here: the text is empty")
                .help("write rows of cells, one a line"),
        );
    }
    if native::looks_native(text) {
        return plain_document(native::read(text, game), "native");
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    if code::looks_like_code(first) {
        return read_codes(text, game);
    }
    let wanted: Vec<&'static dyn Game> =
        game.map_or_else(|| games::ALL.to_vec(), |game| vec![game]);
    let strict = game.is_none();
    let readings: Vec<Reading> =
        wanted.iter().filter_map(|&game| Reading::best_of(text, game, strict)).collect();
    reading::choose(text, readings, strict)
}

pub(super) fn failed(error: Diagnostic) -> Document {
    Document { errors: vec![error], ..plain_document(Vec::new(), "unknown") }
}

fn plain_document(entries: Vec<Entry>, format: &'static str) -> Document {
    Document { entries, errors: Vec::new(), notes: Vec::new(), format }
}

fn read_codes(text: &str, wanted: Option<&'static dyn Game>) -> Document {
    let mut entries = Vec::new();
    for line in text::lines(text) {
        for word in text::words(&line).into_iter().take(MAX_LEVELS + 1 - entries.len()) {
            let level =
                code::from_code(word.text).map_err(|error| error.to_string()).and_then(|level| {
                    match wanted {
                        Some(game) if game != level.game => Err(format!(
                            "this is a level of {}, not of {}",
                            level.game.id(),
                            game.id()
                        )),
                        _ => Ok(level),
                    }
                });
            let level = level.map_err(|message| {
                vec![
                    Diagnostic::new(word.span(), message)
                        .help("copy the whole code once more from where it was made"),
                ]
            });
            let label = entries.len().to_string();
            entries.push(Entry { label, offset: word.start, level, notes: Vec::new() });
        }
    }
<<<<<<< HEAD
    Document { entries, errors: Vec::new(), format: "code" }
}

/// A text read as levels of one game in one format.
struct Reading {
    game: &'static dyn Game,
    format: &'static Format,
    entries: Vec<Entry>,
    /// How many levels are good.
    good: usize,
    /// How many cells were understood.
    understood: usize,
}

impl Reading {
    /// The reading of a text in the format of a game that makes most sense of it.
    fn best_of(text: &str, game: &'static dyn Game, strict: bool) -> Option<Reading> {
        let mut best: Option<Reading> = None;
        for format in game.formats() {
            let mut boards = boards_of(text, format);
            boards.truncate(MAX_LEVELS + 1);
            if boards.is_empty() {
                continue;
            }
            let reading = Reading::new(boards, game, format, strict);
            if best.as_ref().is_none_or(|best| reading.rank() > best.rank()) {
                best = Some(reading);
            }
        }
        best
    }

    fn new(
        boards: Vec<RawBoard<'_>>,
        game: &'static dyn Game,
        format: &'static Format,
        strict: bool,
    ) -> Reading {
        let mut reading = Reading { game, format, entries: Vec::new(), good: 0, understood: 0 };
        for (index, board) in boards.into_iter().enumerate() {
            let offset = board.span.start;
            let label = board.name.clone().unwrap_or_else(|| index.to_string());
            let (level, understood) = reading.level(board, strict);
            reading.good += usize::from(level.is_ok());
            reading.understood += understood;
            reading.entries.push(Entry { label, offset, level });
        }
        reading
    }

    fn level(&self, board: RawBoard<'_>, strict: bool) -> (Result<Level, Vec<Diagnostic>>, usize) {
        if !board.errors.is_empty() {
            return (Err(board.errors), 0);
        }
        let (game, format) = (self.game, self.format);
        let help = {
            let tokens = format.tokens.unwrap_or_else(|| game.glyphs());
            format!("in the {} format of {} a cell is {tokens}", format.name, game.id())
        };
        let decode = |text: &str| (format.read_cell)(text, strict);
        let (grid, understood) = board_from_tokens(&board.rows, board.span, game, decode, &help);
        let level = grid.map(|grid| Level {
            name: board.name,
            known: board.known,
            ..Level::new(game, grid)
        });
        (level, understood)
    }

    /// How much sense it makes: good levels speak for it, bad ones against. A layout of a game's own is known by its
    /// outline, before any of its cells is understood: mistakes in such a text are mistakes of that layout. Of two that
    /// understand all cells, the one with fewer mistakes is likelier what was meant.
    fn rank(&self) -> (isize, bool, usize, Reverse<usize>) {
        let bad = self.entries.iter().filter_map(|entry| entry.level.as_ref().err());
        let (bad, mistakes) =
            bad.fold((0, 0), |(bad, mistakes), errors| (bad + 1, mistakes + errors.len()));
        let is_own_layout = matches!(self.format.layout, Layout::Cells(_));
        (self.good as isize - bad, is_own_layout, self.understood, Reverse(mistakes))
    }
}

fn boards_of<'t>(text: &'t str, format: &Format) -> Vec<RawBoard<'t>> {
    let is_list = lists::looks_like_lists(text);
    match format.layout {
        Layout::Lists { .. } if is_list => lists::split(text),
        Layout::Words | Layout::Characters if !is_list => lines::split(
            text,
            Style { hash_comments: format.hash_comments, optimum_line: format.optimum_line },
        ),
        Layout::Cells(cells) if !is_list => (cells.read)(text),
        _ => Vec::new(),
    }
}

/// Chooses among the games that the text could be of.
fn choose(text: &str, mut readings: Vec<Reading>) -> Document {
    let Some(top) = readings.iter().map(Reading::rank).max() else {
        return failed(
            Diagnostic::new(0..first_line(text), "this is no level in any known format")
                .help("'quadrille show --help' tells the formats"),
        );
    };
    readings.retain(|reading| reading.rank() == top);
    let names = readings.iter().map(|reading| reading.game.id()).collect::<Vec<_>>().join(", ");
    if readings.len() > 1 {
        if readings.iter().all(|reading| reading.good > 0) {
            return failed(
                Diagnostic::new(
                    0..first_line(text),
                    format!("this could be a level of several games: {names}"),
                )
                .help("say which one is meant: --game"),
            );
        }
        return failed(undecided(&readings, &names, text));
    }
    let reading = readings.pop().expect("the reading with the top rank is there");
    Document { entries: reading.entries, errors: Vec::new(), format: reading.format.name }
}

/// The mistake in a text that is a bad level of several games.
fn undecided(readings: &[Reading], names: &str, text: &str) -> Diagnostic {
    let first = |reading: &Reading| {
        reading
            .entries
            .iter()
            .find_map(|entry| entry.level.as_ref().err())
            .and_then(|errors| errors.first())
            .cloned()
    };
    let shared = readings.first().and_then(first);
    if let Some(shared) = &shared
        && readings
            .iter()
            .all(|reading| first(reading).is_some_and(|error| error.message == shared.message))
    {
        return shared.clone();
    }
    let told: Vec<String> = readings
        .iter()
        .filter_map(|reading| {
            first(reading).map(|error| format!("as {}: {}", reading.game.id(), error.message))
        })
        .collect();
    let span = shared.map_or(0..first_line(text), |error| error.span);
    Diagnostic::new(span, format!("this is no level of {names} ({})", told.join("; ")))
        .help("mend it, or say which game is meant: --game")
}

fn first_line(text: &str) -> usize {
    text.lines().next().map_or(0, str::len)
}

/// A board from its tokens, or its mistakes; and how many tokens were understood.
pub(super) fn board_from_tokens(
    rows: &[Vec<Token<'_>>],
    span: Range<usize>,
    game: &'static dyn Game,
    decode: impl Fn(&str) -> Option<u16>,
    help: &str,
) -> (Result<Grid<u16>, Vec<Diagnostic>>, usize) {
    let mut errors = Vec::new();
    let mut cells = Vec::new();
    let mut understood = 0;
    for token in rows.iter().flatten() {
        match decode(token.text) {
            Some(cell) => {
                understood += 1;
                cells.push(cell);
            }
            None if errors.len() == MISTAKES => {}
            None => {
                let shown: String = token.text.chars().take(20).collect();
                errors.push(
                    Diagnostic::new(token.span(), format!("'{shown}' is no cell of {}", game.id()))
                        .help(help),
                );
            }
        }
    }
    errors.extend(misfits(rows, &span));
    if !errors.is_empty() {
        return (Err(errors), understood);
    }
    let size = Size::new(rows.len(), rows[0].len());
    let grid =
        size.and_then(|size| Grid::from_cells(size, cells)).expect("misfits were told above");
    let problems: Vec<Diagnostic> = game
        .problems(&grid)
        .into_iter()
        .take(MISTAKES)
        .map(|problem| {
            let at = problem
                .at
                .and_then(|at| rows.iter().flatten().nth(at))
                .map_or(span.clone(), Token::span);
            Diagnostic::new(at, problem.message).help(problem.help)
        })
        .collect();
    (if problems.is_empty() { Ok(grid) } else { Err(problems) }, understood)
}

/// Rows that do not make a rectangle of an allowed size.
fn misfits(rows: &[Vec<Token<'_>>], span: &Range<usize>) -> Vec<Diagnostic> {
    let max = Size::MAX_SIDE;
    let row_span = |row: &Vec<Token<'_>>| match (row.first(), row.last()) {
        (Some(first), Some(last)) => first.start..last.span().end,
        _ => span.clone(),
    };
    if rows.is_empty() {
        return vec![
            Diagnostic::new(span.clone(), "the level has no board")
                .help("write its rows, one a line, below the rest"),
        ];
    }
    if rows.len() > max {
        return vec![
            Diagnostic::new(
                row_span(&rows[max]),
                format!("the board has {} rows, the limit is {max}", rows.len()),
            )
            .help(format!("boards go up to {max}x{max} cells")),
        ];
    }
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let count = |length: usize| lengths.iter().filter(|&&other| other == length).count();
    let width = lengths.iter().copied().max_by_key(|&length| (count(length), length)).unwrap_or(0);
    let ragged: Vec<_> = rows
        .iter()
        .filter(|row| row.len() != width)
        .take(MISTAKES)
        .map(|row| {
            Diagnostic::new(
                row_span(row),
                format!(
                    "this row has {}, the others have {width}",
                    counted(row.len() as u64, "cell")
                ),
            )
            .help("all rows of a board are equally long")
        })
        .collect();
    if !ragged.is_empty() {
        return ragged;
    }
    if width > max || width == 0 {
        return vec![
            Diagnostic::new(
                row_span(&rows[0]),
                format!("the board has {width} columns, the limit is {max}"),
            )
            .help(format!("boards go up to {max}x{max} cells")),
        ];
    }
    Vec::new()
=======
    plain_document(entries, "code")
>>>>>>> 489818c (Levels are read to the letter: frames, line ends, lists, keys, and notes about what was assumed)
}

impl Document {
    /// What can be asked for with a name that no level has: the nearest names, to propose them.
    pub fn nearest_labels(&self, name: &str) -> Vec<&str> {
        registry::nearest(name, self.entries.iter().map(|entry| entry.label.as_str()))
    }
}
