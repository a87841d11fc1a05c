//! Boards as plain lines, one per row: one board per file, several separated by blank lines, or
//! many under `level NAME`.

use super::frame::{Unframed, unframed};
use super::{Known, MAX_LEVELS, MAX_ROWS, RawBoard, Token};
use crate::diagnostic::{Diagnostic, message};
use crate::text::{lines, quoted_length, shown, tokens, trimmed, unquoted, words};

/// Options for reading lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) hash_comments: bool,
    /// True if a last line with only a number is the length of the shortest plan.
    pub(crate) optimum_line: bool,
}

/// Splits a line into its text and its comment, both trimmed.
fn without_comment<'t>(line: &Token<'t>, style: Style) -> (Token<'t>, Option<Token<'t>>) {
    let line = trimmed(line);
    if line.text.starts_with(';') || line.text.starts_with("//") {
        return (Token { text: "", ..line }, Some(line));
    }
    match hash_comment(line.text).filter(|_| style.hash_comments) {
        None => (line, None),
        Some(at) => (
            trimmed(&Token { text: &line.text[..at], ..line }),
            Some(Token { text: &line.text[at..], start: line.start + at }),
        ),
    }
}

/// The position of a `#` at the beginning of a line or after a blank.
pub(crate) fn hash_apart(line: &str) -> Option<usize> {
    let is_apart = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').map(|(at, _)| at).find(|&at| is_apart(at))
}

/// The start of a comment with `#`. In other formats `#` is a wall, so a comment must contain
/// words.
fn hash_comment(line: &str) -> Option<usize> {
    let at = hash_apart(line)?;
    let letters: Vec<bool> = line[at..].chars().map(char::is_alphabetic).collect();
    letters.windows(2).any(|pair| pair == [true, true]).then_some(at)
}

#[derive(Default)]
struct Open<'t> {
    board: RawBoard<'t>,
    is_headed: bool,
    rows: Vec<Token<'t>>,
    /// True if a blank line follows the rows.
    is_ended: bool,
    /// The first row after a blank line.
    gap: Option<usize>,
}

impl<'t> Open<'t> {
    fn push(&mut self, row: Token<'t>) {
        if self.is_ended {
            self.gap = self.gap.or(Some(self.rows.len()));
        }
        if self.rows.len() < MAX_ROWS {
            self.rows.push(row);
        }
    }

    fn close(mut self, style: Style, boards: &mut Vec<RawBoard<'t>>) {
        let is_number =
            |row: &Token<'_>| row.text.len() < 6 && row.text.bytes().all(|b| b.is_ascii_digit());
        if style.optimum_line
            && let Some(row) = self.rows.pop_if(|row| is_number(row))
        {
            let stated = row.text.parse().ok().map(Known::Optimal);
            // A number separate from its board belongs to the last one.
            let apart = self.rows.is_empty() && !self.is_headed;
            let board = boards.last_mut().filter(|_| apart).unwrap_or(&mut self.board);
            if board.known.is_some() && board.known != stated {
                board.errors.push(message::optimum_twice().at(row.span()));
            }
            board.known = board.known.or(stated);
            if apart && !boards.is_empty() {
                return;
            }
        }
        if !self.is_headed && self.rows.is_empty() && self.board.known.is_none() {
            return;
        }
        if let (Some(first), Some(last)) = (self.rows.first(), self.rows.last()) {
            self.board.span = first.start..last.span().end;
        }
        self.board.errors.extend(self.misplaced());
        if self.rows.iter().any(|row| row.text.contains('|')) {
            match unframed(self.rows) {
                Ok(Unframed { rows, mut notes }) => {
                    self.board.rows = rows;
                    self.board.notes.append(&mut notes);
                }
                Err(error) => self.board.errors.push(error),
            }
        } else {
            self.board.rows = tokens(&self.rows);
        }
        if self.board.rows.is_empty() && self.board.errors.is_empty() {
            self.board.errors.push(message::no_board().at(self.board.span.clone()));
        }
        boards.push(self.board);
    }

    fn misplaced(&self) -> Option<Diagnostic> {
        if let Some(row) = self.gap.and_then(|gap| self.rows.get(gap)) {
            return Some(message::blank_line_in_level().at(row.span()));
        }
        let glued = self
            .rows
            .iter()
            .find(|row| row.text.len() > 5 && row.text.get(..5).is_some_and(is_level))?;
        Some(message::glued_head().at(glued.span()))
    }
}

pub(crate) fn is_level(word: &str) -> bool {
    matches!(word, "level" | "Level")
}

/// The header of a level: `level NAME`, with `optimal=N`, `best=N` or `unsolvable` after the name.
/// A name in quotes may be any text.
pub(crate) fn header<'t>(line: &Token<'t>) -> Option<RawBoard<'t>> {
    let line = trimmed(line);
    let word = line.text.split_whitespace().next().filter(|word| is_level(word))?;
    let mut board = RawBoard { span: line.span(), ..RawBoard::default() };
    let mut rest =
        trimmed(&Token { text: &line.text[word.len()..], start: line.start + word.len() });
    let mut names = Vec::new();
    let is_quoted = rest.text.starts_with('"');
    if is_quoted {
        let length = quoted_length(rest.text);
        match length.and_then(|length| unquoted(&rest.text[1..length - 1])) {
            Some(name) => board.name = Some(name),
            None => board.errors.push(message::bad_quoted_name().at(rest.span())),
        }
        let length = length.unwrap_or(rest.text.len());
        rest = Token { text: &rest.text[length..], start: rest.start + length };
    }
    for word in words(&rest) {
        let known = match word.text.split_once('=') {
            Some((key @ ("optimal" | "best"), value)) => match value.parse() {
                Ok(moves) if key == "best" => Known::Best(moves),
                Ok(moves) => Known::Optimal(moves),
                Err(_) if value == "none" => Known::Unsolvable,
                Err(_) => {
                    let error = message::bad_head_length(shown(value), key);
                    board.errors.push(error.at(word.span()));
                    continue;
                }
            },
            None if word.text == "unsolvable" && (is_quoted || !names.is_empty()) => {
                Known::Unsolvable
            }
            _ if is_quoted || board.known.is_some() => {
                board.errors.push(message::word_in_head(word.shown()).at(word.span()));
                break;
            }
            _ => {
                names.push(word.text);
                continue;
            }
        };
        if board.known.replace(known).is_some() {
            board.errors.push(message::optimum_twice().at(word.span()));
        }
    }
    if !is_quoted {
        board.name = Some(names.join(" "));
        board.is_name_open = board.known.is_none();
        if names.is_empty() {
            board.errors.push(message::unnamed_level().at(line.span()));
        }
    }
    board.name = board.name.filter(|name| !name.is_empty());
    Some(board)
}

/// True if a board has one row, long enough to have been two.
fn is_single_row(board: &RawBoard<'_>) -> bool {
    matches!(board.rows.as_slice(), [row] if row.len() > 3)
}

/// A note about a comment between the rows of a board that would be the header of a level without
/// its comment sign.
fn silenced(comment: Token<'_>) -> Option<Diagnostic> {
    let head = comment.text.trim_start_matches([';', '#', '/']);
    header(&Token { text: head, ..comment })?;
    Some(message::commented_head().at(comment.span()).note())
}

pub(crate) fn split(text: &str, style: Style) -> Vec<RawBoard<'_>> {
    let mut boards: Vec<RawBoard<'_>> = Vec::new();
    let mut open = Open::default();
    // The boards that end at a blank line.
    let mut cut = Vec::new();
    for line in lines(text) {
        if boards.len() > MAX_LEVELS {
            return boards;
        }
        if let Some(board) = header(&line) {
            let next = Open { board, is_headed: true, ..Open::default() };
            let mut last = std::mem::replace(&mut open, next);
            if let (Some(row), false) = (last.rows.last(), last.is_headed) {
                last.board.errors.push(message::row_above_head().at(row.span()));
            }
            last.close(style, &mut boards);
        } else if line.text.trim().is_empty() {
            if open.rows.is_empty() {
                open.board.asides.clear();
            } else if open.is_headed {
                open.is_ended = true;
            } else {
                std::mem::take(&mut open).close(style, &mut boards);
                cut.push(boards.len());
            }
        } else {
            let (content, comment) = without_comment(&line, style);
            let comment = comment.filter(|_| !open.is_ended);
            open.board.notes.extend(comment.filter(|_| !open.rows.is_empty()).and_then(silenced));
            open.board.asides.extend(comment);
            if !content.text.is_empty() {
                open.push(content);
            }
        }
    }
    let is_headed = open.is_headed;
    open.close(style, &mut boards);
    if !is_headed {
        cut.push(boards.len());
    }
    // Two rows that may have been joined.
    if boards.iter().any(|board| board.rows.len() > 1)
        && let Some(board) = boards.iter_mut().find(|board| is_single_row(board))
    {
        board.notes.push(message::single_row().at(board.span.clone()).note());
    }
    // Two boards that could be one.
    let pair = cut.windows(2).find(|pair| pair[0] > 0 && pair[0] + 1 == pair[1]);
    if let Some(&[second, _]) = pair {
        let span = boards[second].span.clone();
        boards[second].notes.push(message::split_by_blank_line().at(span).note());
    }
    boards
}
