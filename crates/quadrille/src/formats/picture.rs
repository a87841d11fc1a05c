//! Boards as pictures: a line per row, a character per cell, and blanks are cells too, as in XSB
//! files of Sokoban.
//!
//! ```text
//! ; First steps
//! #####
//! #@$.#
//! #####
//! Author: Ann
//! ```
//!
//! Many per file, separated by blank lines. A line with `;` or `Title:` before or after a board
//! names it, and every other `Key: value` is kept as a note. Rows may differ in length; they are
//! padded with blanks. `-` is a blank too.

use super::{MAX_LEVELS, MAX_ROWS, RawBoard, Token};
use crate::diagnostic::{Diagnostic, message};
use crate::text::{characters, content, is_line_end, lines, one_line, trimmed};

const ROW: [char; 8] = ['#', '-', '_', '.', '$', '*', '@', '+'];

enum Remark<'t> {
    /// After a `;`.
    Comment(Token<'t>),
    Key(Token<'t>, Token<'t>),
}

/// The parts of a text: the remarks before the first board, then each board with the remarks after
/// it.
#[derive(Default)]
struct Parts<'t> {
    before: Vec<Remark<'t>>,
    boards: Vec<(Vec<Token<'t>>, Vec<Remark<'t>>)>,
}

fn remark<'t>(line: &Token<'t>) -> Option<Remark<'t>> {
    let line = trimmed(line);
    if let Some(comment) = line.text.strip_prefix(';') {
        return Some(Remark::Comment(trimmed(&Token { text: comment, start: line.start + 1 })));
    }
    let (key, value) = line.text.split_once(':')?;
    let is_key = key.starts_with(char::is_alphabetic)
        && key.chars().all(|c| c.is_alphanumeric() || c == ' ');
    is_key.then(|| {
        let value = Token { text: value, start: line.start + key.len() + 1 };
        Remark::Key(Token { text: key.trim_end(), start: line.start }, trimmed(&value))
    })
}

fn parts(text: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    let mut is_open = false;
    for line in lines(text) {
        if line.text.trim().is_empty() {
            is_open = false;
        } else if let Some(remark) = remark(&line) {
            is_open = false;
            match parts.boards.last_mut() {
                Some((_, behind)) => behind.push(remark),
                None => parts.before.push(remark),
            }
        } else if let Some((rows, _)) = parts.boards.last_mut().filter(|_| is_open) {
            if rows.len() < MAX_ROWS {
                rows.push(line);
            }
        } else if parts.boards.len() > MAX_LEVELS {
            break;
        } else {
            parts.boards.push((vec![line], Vec::new()));
            is_open = true;
        }
    }
    parts
}

pub(crate) fn split(text: &str) -> Vec<RawBoard<'_>> {
    let Parts { before, boards } = parts(text);
    // If there are remarks after the last board, the remarks of all boards are after them, else
    // before them.
    let is_behind =
        boards.len() == 1 || boards.last().is_some_and(|(_, behind)| !behind.is_empty());
    let mut waiting = before;
    let mut raw = Vec::new();
    // True if only a blank line separates a board from the one before it, and neither has a wall
    // along that line.
    let mut is_apart = true;
    for (rows, behind) in boards {
        let mut board = laid_out(&rows);
        note_gap(&mut board, &rows, is_apart);
        is_apart = !behind.is_empty() || rows.last().is_some_and(is_wall);
        let own: Vec<Remark<'_>> = if is_behind {
            waiting.drain(..).chain(behind).collect()
        } else {
            std::mem::replace(&mut waiting, behind)
        };
        note_breaks(text, &mut board);
        note_rows(&mut board, &own);
        describe(&mut board, own);
        raw.push(board);
    }
    raw
}

/// The rows as characters, without their common margin, padded with blanks.
fn laid_out<'t>(rows: &[Token<'t>]) -> RawBoard<'t> {
    let margin = |row: &Token<'_>| row.text.len() - row.text.trim_start_matches(' ').len();
    let indent = rows.iter().map(margin).min().unwrap_or(0);
    let mut cells: Vec<Vec<Token<'t>>> = rows
        .iter()
        .map(|row| {
            characters(&Token { text: row.text[indent..].trim_end(), start: row.start + indent })
        })
        .collect();
    let width = cells.iter().map(Vec::len).max().unwrap_or(0);
    let notes = (0..cells.len()).find(|&row| is_open(&cells, row, width)).map(|row| {
        let span = cells[row].last().map_or(rows[row].span(), Token::span);
        message::open_row().at(span).note()
    });
    let mut notes: Vec<Diagnostic> = notes.into_iter().collect();
    let is_cut = |pair: &&[Token<'_>]| {
        pair.iter().all(is_wall) && pair[0].text.trim().len() + pair[1].text.trim().len() == width
    };
    if let Some(pair) = rows.windows(2).find(is_cut) {
        notes.push(message::cut_row().at(pair[0].span()).note());
    }
    let is_spaced = |row: &Vec<Token<'_>>| row.iter().skip(1).step_by(2).all(|c| c.text == " ");
    if let Some(first) = rows.first().filter(|_| width > 2 && cells.iter().all(is_spaced)) {
        notes.push(message::spaced_picture().at(first.span()).note());
    }
    for (row, line) in cells.iter_mut().zip(rows) {
        let end = row.last().map_or(line.start, |cell| cell.span().end);
        row.resize(width, Token { text: " ", start: end });
    }
    let start = rows.first().map_or(0, |row| row.start);
    let end = rows.last().map_or(start, |row| row.span().end);
    RawBoard { rows: cells, span: start..end, notes, ..RawBoard::default() }
}

/// True if the padding of a short row may be inside the walls: the row ends without a wall, or
/// there is something above or below the padding.
fn is_open(cells: &[Vec<Token<'_>>], row: usize, width: usize) -> bool {
    let end = cells[row].len();
    let is_inside = |cell: &Token<'_>| !matches!(cell.text, "#" | " " | "_");
    let beside = [row.checked_sub(1), Some(row + 1)];
    let mut beside = beside.into_iter().flatten().filter_map(|at| cells.get(at));
    end < width
        && (cells[row].last().is_some_and(|cell| cell.text != "#")
            || beside.any(|other| other.iter().skip(end).any(is_inside)))
}

fn is_wall(row: &Token<'_>) -> bool {
    row.text.trim().bytes().all(|cell| cell == b'#')
}

/// Adds a note if a board begins after a blank line that could also be part of a board without
/// walls around it.
fn note_gap(board: &mut RawBoard<'_>, rows: &[Token<'_>], is_apart: bool) {
    if let Some(first) = rows.first().filter(|first| !is_apart && !is_wall(first)) {
        board.notes.push(message::picture_split_by_blank_line().at(first.span()).note());
    }
}

/// Adds a note about a line end within a board that differs from the others.
fn note_breaks(text: &str, board: &mut RawBoard<'_>) {
    let rows = &text[board.span.clone()];
    let is_odd =
        |at: usize, c: char| is_line_end(c) && c != '\n' && !rows[at..].starts_with("\r\n");
    let odd = rows.char_indices().find(|&(at, c)| is_odd(at, c));
    if let Some((at, c)) = odd.filter(|_| text.contains('\n')) {
        let at = board.span.start + at;
        board.notes.push(message::odd_line_end().at(at..at + c.len_utf8()).note());
    }
}

/// Adds a note if a remark about a board ends with a possible row.
fn note_rows(board: &mut RawBoard<'_>, remarks: &[Remark<'_>]) {
    let width = board.rows.first().map_or(0, Vec::len).max(3);
    for remark in remarks {
        let (Remark::Comment(text) | Remark::Key(_, text)) = remark;
        let row = text.text.len() - text.text.trim_end_matches(ROW).len();
        // The comment sign may be in the place of a cell.
        let is_row = matches!(remark, Remark::Comment(_)) && row == text.text.len();
        if row + usize::from(is_row) >= width {
            let end = text.span().end;
            board.notes.push(message::row_in_remark().at(end - row..end).note());
        }
    }
}

fn describe(board: &mut RawBoard<'_>, remarks: Vec<Remark<'_>>) {
    let is = |key: &Token<'_>, name: &str| key.text.eq_ignore_ascii_case(name);
    let mut comments = Vec::new();
    for remark in remarks {
        match remark {
            Remark::Comment(Token { text: "", .. }) => {}
            Remark::Comment(comment) => comments.push(comment.text.to_string()),
            Remark::Key(key, value) if is(&key, "title") && board.name.is_none() => {
                board.name = content(&value);
            }
            Remark::Key(key, value) if is(&key, "author") && board.author.is_none() => {
                board.author = content(&value);
            }
            Remark::Key(key, value) => {
                let value = content(&value).unwrap_or_default();
                board.remarks.push(format!("{}: {value}", key.text));
            }
        }
    }
    // The comment next to the board names it, if nothing else does.
    if board.name.is_none() {
        board.name = comments.pop();
    }
    board.remarks.splice(0..0, comments);
}

/// The text of a board, given as a character for each cell, with remarks as pairs of key and value.
pub(crate) fn write(remarks: &[(&str, &str)], columns: usize, tokens: &[String]) -> String {
    let mut text = String::new();
    for (key, value) in remarks.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("{key}: {}\n", one_line(value)));
    }
    let mut rows: Vec<Vec<&str>> =
        tokens.chunks(columns).map(|row| row.iter().map(String::as_str).collect()).collect();
    // Blanks at the edge would be read as a margin, or dropped.
    for column in [0, columns - 1] {
        if rows.iter().all(|row| row[column] == " ") {
            rows[0][column] = "-";
        }
    }
    for row in &mut rows {
        if row.iter().all(|&cell| cell == " ") {
            row[0] = "-";
        }
    }
    let rows = rows.iter().map(|row| row.concat().trim_end().to_string() + "\n");
    text + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(board: &RawBoard<'_>) -> Vec<String> {
        board.rows.iter().map(|row| row.iter().map(|cell| cell.text).collect()).collect()
    }

    #[test]
    fn rows_are_filled_up_and_blanks_are_cells() {
        let text = "   ####\r\n  ##  #\r\n  #@$.#  \r\n  ####\r\n";
        let boards = split(text);
        assert_eq!(drawn(&boards[0]), [" ####", "##  #", "#@$.#", "#### "]);
        let cells = boards[0].rows.iter().flatten().filter(|cell| cell.text != " ");
        for cell in cells {
            assert_eq!(&text[cell.span()], cell.text);
        }
    }

    #[test]
    fn names_stand_before_or_behind() {
        let names = |text: &str| -> Vec<Option<String>> {
            split(text).into_iter().map(|board| board.name).collect()
        };
        let named = [Some("one".to_string()), Some("two".to_string())];
        assert_eq!(names("; one\n\n#@#\n\n; two\n#.#\n"), named);
        assert_eq!(names("#@#\n; one\n\n#.#\n; two\n"), named);
        assert_eq!(names("; a collection\n\n#@#\nTitle: one\n\n#.#\nTitle: two\n"), named);
        assert_eq!(names("#@#\n\n#.#\n"), [None, None]);
        assert_eq!(names("; nobody\n; one\n#@#\n"), [Some("one".to_string())]);
    }

    #[test]
    fn what_may_be_meant_otherwise_is_noted() {
        let notes = |text: &str| -> Vec<String> {
            let boards = split(text);
            boards
                .iter()
                .flat_map(|board| &board.notes)
                .map(|note| text[note.span()].to_string())
                .collect()
        };
        assert!(notes("Title: one\n #####\n##@$.#\n######\n").is_empty());
        assert!(notes("####\n#@ ####\n# $  .#\n#######\n").is_empty());
        assert_eq!(notes("-@$.---\n--#\n#\n-------\n"), ["#"], "a row was cut in two");
        assert_eq!(notes("######\n#@$.#\r#\n######\n"), ["#", "\r"]);
        assert_eq!(notes("Title: hard-10-----\n@$---\n---.-\n"), ["-----"]);
        assert_eq!(notes("; one#####\n#@$.#\n#####\n"), ["#####"]);
        assert_eq!(notes(";----\n@$.--\n-----\n"), ["----"]);
        assert_eq!(notes("#\n####\n#@$.#\n#####\n"), ["#"], "a row of walls was cut in two");
        assert_eq!(notes("@$.\n---\n\n---\n@$.\n"), ["---"], "a row may have changed its level");
        assert!(notes("#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n").is_empty());
        assert!(notes("@$.\n---\n; two\n\n---\n@$.\n").is_empty());
    }

    #[test]
    fn everything_that_is_said_is_kept() {
        let boards =
            split("; mine\nTitle: one\nAuthor: Ann\n#@#\nDate of birth: today\nComment: a: b\n");
        let [board] = boards.as_slice() else { panic!("one board") };
        assert_eq!(board.name.as_deref(), Some("one"));
        assert_eq!(board.author.as_deref(), Some("Ann"));
        assert_eq!(board.remarks, ["mine", "Date of birth: today", "Comment: a: b"]);
    }
}
