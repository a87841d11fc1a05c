//! Boards as plain lines, a line a row: one to a file, separated by blank lines, or many under `level NAME`.

use super::read::MAX_LEVELS;
use super::{Diagnostic, Known, RawBoard, Token};

/// How lines are to be understood.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Whether `#` starts a comment.
    pub(super) hash_comments: bool,
    /// Whether a last line with a number alone is the length of the shortest plan.
    pub(super) optimum_line: bool,
}

/// A line without its comment and white space around it.
fn content<'t>(line: &Token<'t>, style: Style) -> Option<Token<'t>> {
    let mut text = line.text;
    if style.hash_comments {
        text = text.split('#').next().unwrap_or_default();
    }
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed.starts_with(';') || trimmed.starts_with("//") {
        return None;
    }
    Some(Token { text: trimmed, start: line.start + text.len() - text.trim_start().len() })
}

/// All lines of a text with their places, line ends cut off.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let token = Token { text: line.strip_suffix('\r').unwrap_or(line), start };
        start += line.len() + 1;
        token
    })
}

/// The words of a line.
pub(crate) fn words<'t>(line: &Token<'t>) -> Vec<Token<'t>> {
    let start = line.text.as_ptr() as usize;
    line.text
        .split_whitespace()
        .map(|word| Token { text: word, start: line.start + (word.as_ptr() as usize - start) })
        .collect()
}

/// The characters of a line.
fn characters<'t>(line: &Token<'t>) -> Vec<Token<'t>> {
    line.text
        .char_indices()
        .map(|(at, c)| Token { text: &line.text[at..at + c.len_utf8()], start: line.start + at })
        .collect()
}

/// Rows of a board as tokens: words when any row has blanks inside, else characters.
pub(super) fn tokens<'t>(rows: &[Token<'t>]) -> Vec<Vec<Token<'t>>> {
    if rows.iter().any(|row| row.text.contains(char::is_whitespace)) {
        rows.iter().map(words).collect()
    } else {
        rows.iter().map(characters).collect()
    }
}

/// Takes the frame of the console form away: row numbers before a `|`, the bars, ruled lines and column numbers.
fn unframed<'t>(rows: Vec<Token<'t>>) -> Vec<Token<'t>> {
    if !rows.iter().any(|row| row.text.contains('|')) {
        return rows;
    }
    rows.into_iter()
        .filter_map(|row| {
            let first = row.text.find('|')?;
            let rest = &row.text[first + 1..];
            let inside = rest.strip_suffix('|').unwrap_or(rest);
            (!inside.trim().is_empty())
                .then_some(Token { text: inside, start: row.start + first + 1 })
        })
        .collect()
}

fn words_between_bars<'t>(row: &Token<'t>) -> Vec<Token<'t>> {
    let mut start = row.start;
    let mut found = Vec::new();
    for part in row.text.split('|') {
        found.extend(words(&Token { text: part, start }));
        start += part.len() + 1;
    }
    found
}

#[derive(Default)]
struct Open<'t> {
    board: RawBoard<'t>,
    rows: Vec<Token<'t>>,
}

impl<'t> Open<'t> {
    fn close(mut self, style: Style, boards: &mut Vec<RawBoard<'t>>) {
        let is_number =
            |row: &Token<'_>| row.text.len() < 6 && row.text.bytes().all(|b| b.is_ascii_digit());
        if style.optimum_line && self.rows.last().is_some_and(is_number) {
            let number = self.rows.pop().and_then(|row| row.text.parse().ok()).map(Known::Optimal);
            if self.rows.is_empty() && self.board.name.is_none() {
                // The number stood apart from its board.
                if let Some(last) = boards.last_mut() {
                    last.known = last.known.or(number);
                    return;
                }
            }
            self.board.known = self.board.known.or(number);
        }
        let barred = self.rows.iter().any(|row| row.text.contains('|'));
        let rows = unframed(self.rows);
        if let (Some(first), Some(last)) = (rows.first(), rows.last()) {
            self.board.span = first.start..last.span().end;
        }
        self.board.rows =
            if barred { rows.iter().map(words_between_bars).collect() } else { tokens(&rows) };
        if self.board.rows.is_empty() && self.board.name.is_some() {
            self.board.errors.push(
                Diagnostic::new(self.board.span.clone(), "the level has no board")
                    .help("write its rows on the lines below its name"),
            );
        }
        if self.board.name.is_some() || !self.board.rows.is_empty() {
            boards.push(self.board);
        }
    }
}

/// The header of a level: `level NAME`, with `optimal=N`, `best=N` or `unsolvable` behind the name.
fn header<'t>(line: &Token<'t>) -> Option<RawBoard<'t>> {
    let mut rest = words(line);
    if rest.first()?.text != "level" || rest.len() < 2 {
        return None;
    }
    rest.remove(0);
    let mut board = RawBoard { span: line.span(), ..RawBoard::default() };
    let mut name = Vec::new();
    for word in rest {
        match word.text.split_once('=') {
            Some((key @ ("optimal" | "best"), value)) => match value.parse() {
                Ok(moves) if key == "best" => board.known = Some(Known::Best(moves)),
                Ok(moves) => board.known = Some(Known::Optimal(moves)),
                Err(_) if value == "none" => board.known = Some(Known::Unsolvable),
                Err(_) => board.errors.push(
                    Diagnostic::new(word.span(), format!("'{value}' is no number of moves"))
                        .help(format!("write {key}=12, or unsolvable")),
                ),
            },
            None if word.text == "unsolvable" && !name.is_empty() => {
                board.known = Some(Known::Unsolvable)
            }
            _ => name.push(word.text),
        }
    }
    board.name = Some(name.join(" "));
    Some(board)
}

/// The boards of a text.
pub(super) fn split(text: &str, style: Style) -> Vec<RawBoard<'_>> {
    let mut boards = Vec::new();
    let mut open = Open::default();
    for line in lines(text) {
        if boards.len() > MAX_LEVELS {
            return boards;
        }
        let Some(content) = content(&line, style) else {
            // Under a header blank lines mean nothing; without one they end a board. A comment never does.
            if line.text.trim().is_empty() && open.board.name.is_none() && !open.rows.is_empty() {
                std::mem::take(&mut open).close(style, &mut boards);
            }
            continue;
        };
        match header(&content) {
            Some(board) => {
                std::mem::replace(&mut open, Open { board, rows: Vec::new() })
                    .close(style, &mut boards);
            }
            None => open.rows.push(content),
        }
    }
    open.close(style, &mut boards);
    boards
}
