//! ZHED levels as lists of cells:
//!
//! ```text
//! # level NAME
//! 5 4        # width and height; 'p 5' stands for 5 5
//! 1 2 3      # column, row and value
//! 4 0 -2
//! ```
//!
//! For other programs the name is a comment. The next level begins with its size after a blank
//! line, a comment or its name.

use super::cell::MAX_NUMBER;
use super::formats::write_value;
use crate::diagnostic::{Diagnostic, message};
use crate::formats::lines::{hash_apart, header};
use crate::formats::{MAX_LEVELS, RawBoard, Token};
use crate::grid::{Grid, Size};
use crate::text::{lines, words};

/// The most mistakes that are reported per level.
const MISTAKES: usize = 5;

/// The most cells of all boards of a text. A short line can stand for a large board, so the length
/// of the text does not bound them.
const MAX_CELLS: usize = 1 << 22;

/// The lowest value of a cell: a filled goal.
const LOWEST: i64 = -3;
const HIGHEST: i64 = MAX_NUMBER as i64;

enum ListLine<'t> {
    Blank,
    Comment(Token<'t>),
    /// A name, with the other facts in the line.
    Header(RawBoard<'t>),
    Words(Vec<Token<'t>>),
}

fn understood<'t>(line: Token<'t>) -> ListLine<'t> {
    let text = line.text.trim_start();
    let start = line.start + line.text.len() - text.len();
    let behind = text.trim_start_matches('#');
    let behind = Token { text: behind, start: start + text.len() - behind.len() };
    if let Some(board) = header(&behind) {
        return ListLine::Header(board);
    }
    if text.starts_with(';') || text.starts_with("//") || hash_apart(text) == Some(0) {
        return ListLine::Comment(Token { text, start });
    }
    let content = &line.text[..hash_apart(line.text).unwrap_or(line.text.len())];
    match words(&Token { text: content, ..line }) {
        words if words.is_empty() => ListLine::Blank,
        words => ListLine::Words(words),
    }
}

fn is_integer(token: &Token<'_>) -> bool {
    let digits = token.text.strip_prefix('-').unwrap_or(token.text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The integer of a token; one that is too long for any board is clamped to the largest.
fn integer(token: &Token<'_>) -> Option<i64> {
    let extreme = if token.text.starts_with('-') { i64::MIN } else { i64::MAX };
    is_integer(token).then(|| token.text.parse().unwrap_or(extreme))
}

/// The width and the height in the first line of a level.
fn sides<'t>(line: &[Token<'t>]) -> Option<[Token<'t>; 2]> {
    match line {
        [p, side] if p.text == "p" && is_integer(side) => Some([*side; 2]),
        [width, height] if is_integer(width) && is_integer(height) => Some([*width, *height]),
        _ => None,
    }
}

/// The lines of one level.
#[derive(Default)]
struct Part<'t> {
    board: RawBoard<'t>,
    size: Vec<Token<'t>>,
    cells: Vec<Vec<Token<'t>>>,
    /// The first cell after a blank line.
    gap: Option<Token<'t>>,
}

/// True if the lines are a list of cells: a size first, and mostly two numbers and something else.
fn is_list(parts: &[Part<'_>]) -> bool {
    let cells = || parts.iter().flat_map(|part| &part.cells);
    parts.iter().any(|part| !part.size.is_empty())
        && parts.first().is_some_and(|part| !part.size.is_empty() || part.cells.is_empty())
        && 2 * cells().filter(|line| is_cell(line)).count() > cells().count()
}

fn is_cell(line: &[Token<'_>]) -> bool {
    line.len() == 3 && line[..2].iter().all(is_integer)
}

/// The levels of a text; none when it is not a list of cells.
pub(super) fn read(text: &str) -> Vec<RawBoard<'_>> {
    let mut parts: Vec<Part<'_>> = vec![Part::default()];
    // True if a size may be here, and true after a blank line.
    let (mut is_fresh, mut is_apart) = (true, false);
    for line in lines(text) {
        let part = parts.last_mut().expect("there is a part from the start");
        match understood(line) {
            ListLine::Blank => (is_fresh, is_apart) = (true, true),
            ListLine::Comment(comment) => {
                part.board.asides.push(comment);
                is_fresh = true;
            }
            ListLine::Header(board) => {
                parts.push(Part { board, ..Part::default() });
                is_fresh = true;
            }
            ListLine::Words(words) => {
                let is_begun = !part.size.is_empty() || !part.cells.is_empty();
                if sides(&words).is_some() && is_fresh {
                    if is_begun {
                        parts.push(Part { size: words, ..Part::default() });
                    } else {
                        part.size = words;
                    }
                } else {
                    if is_apart && is_begun && !part.cells.is_empty() {
                        part.gap = part.gap.or(words.first().copied());
                    }
                    part.cells.push(words);
                }
                (is_fresh, is_apart) = (false, false);
            }
        }
    }
    parts.retain(|part| {
        part.board.name.is_some() || !part.size.is_empty() || !part.cells.is_empty()
    });
    if !is_list(&parts) {
        return sizeless(&parts).into_iter().collect();
    }
    let many = parts.len() > 1;
    let mut boards: Vec<RawBoard<'_>> = Vec::new();
    let mut cells = 0;
    for part in parts.into_iter().take(MAX_LEVELS + 1) {
        let mut board = board(part, many);
        cells += board.rows.iter().map(Vec::len).sum::<usize>();
        let is_over = cells > MAX_CELLS;
        if is_over {
            board.errors = vec![message::too_many_cells(MAX_CELLS).at(board.span.clone())];
            board.rows = Vec::new();
        }
        boards.push(board);
        if is_over {
            break;
        }
    }
    boards
}

/// The mistake of a list without its size, which could be read as a matrix with three columns.
fn sizeless<'t>(parts: &[Part<'t>]) -> Option<RawBoard<'t>> {
    let mut written = parts.iter().filter(|part| !part.size.is_empty() || !part.cells.is_empty());
    let (Some(Part { size, cells, .. }), None) = (written.next(), written.next()) else {
        return None;
    };
    let size_is_missing = size.is_empty()
        && cells.len() > 1
        && cells.iter().all(|line| {
            let places = line.iter().take(2).filter_map(integer);
            is_cell(line)
                && places.filter(|place| (0..Size::MAX_SIDE as i64).contains(place)).count() == 2
                && integer(&line[2]).is_some_and(|value| value != 0 && value >= LOWEST)
        });
    let places = || cells.iter().map(|line| (line[0].text, line[1].text));
    let differ = size_is_missing && {
        let mut places: Vec<_> = places().collect();
        places.sort_unstable();
        places.windows(2).all(|pair| pair[0] != pair[1])
    };
    differ.then(|| {
        let span = cells[0][0].start..cells[0][2].span().end;
        let error = message::missing_size().at(span.clone());
        RawBoard { span, errors: vec![error], ..RawBoard::default() }
    })
}

/// One level: the line with its size and those of its cells.
fn board(part: Part<'_>, many: bool) -> RawBoard<'_> {
    let Part { mut board, size: first, cells, gap } = part;
    let start = first.first().map_or(board.span.start, |token| token.start);
    let last = cells.last().unwrap_or(&first).last();
    let end = last.map_or(start, |token| token.span().end);
    board.span = start..end.max(start);
    if let Some(cell) = gap {
        let gap = message::blank_line_in_list().at(cell.span());
        if many {
            board.errors.push(gap);
        } else {
            board.notes.push(gap.note());
        }
    }
    for aside in board.asides.drain(..) {
        let content = aside.text.trim_start_matches([';', '#', '/']);
        if is_cell(&words(&Token { text: content, start: aside.start })) {
            board.notes.push(message::commented_cell().at(aside.span()).note());
        }
    }
    let size = match sides(&first).map(size) {
        Some(Ok(size)) => size,
        Some(Err(error)) => {
            board.errors.push(error);
            return board;
        }
        None => {
            board.errors.push(message::missing_size().at(board.span.clone()));
            return board;
        }
    };
    board.rows = vec![vec![Token { text: "0", start }; size.cols()]; size.rows()];
    for line in &cells {
        match cell(line, size) {
            Err(error) => board.errors.push(error),
            Ok((row, col, value)) => {
                let place = &mut board.rows[row][col];
                if place.start == start {
                    *place = value;
                } else {
                    let span = line[0].start..value.span().end;
                    board.errors.push(message::cell_twice(col, row).at(span));
                }
            }
        }
    }
    board.errors.truncate(MISTAKES);
    board
}

fn size([width, height]: [Token<'_>; 2]) -> Result<Size, Diagnostic> {
    let side = |token: Token<'_>| {
        let side = integer(&token).and_then(|side| usize::try_from(side).ok());
        side.filter(|side| (1..=Size::MAX_SIDE).contains(side))
    };
    let cols = side(width)
        .ok_or_else(|| message::bad_width(width.shown(), Size::MAX_SIDE).at(width.span()))?;
    let rows = side(height)
        .ok_or_else(|| message::bad_height(height.shown(), Size::MAX_SIDE).at(height.span()))?;
    Ok(Size::new(rows, cols).expect("both sides are within their limits"))
}

/// The row, the column and the value of a cell.
fn cell<'t>(line: &[Token<'t>], size: Size) -> Result<(usize, usize, Token<'t>), Diagnostic> {
    let &[x, y, value] = line else {
        let span = line[0].start..line[line.len() - 1].span().end;
        return Err(message::cell_words(line.len()).at(span));
    };
    let number = |token: Token<'t>| {
        integer(&token).ok_or_else(|| message::not_a_number(token.shown()).at(token.span()))
    };
    let below = |number: i64, side: usize| usize::try_from(number).ok().filter(|&at| at < side);
    let col = below(number(x)?, size.cols())
        .ok_or_else(|| message::column_off_board(x.shown(), size.cols() - 1).at(x.span()))?;
    let row = below(number(y)?, size.rows())
        .ok_or_else(|| message::row_off_board(y.shown(), size.rows() - 1).at(y.span()))?;
    let wrong = match number(value)? {
        LOWEST..=-1 | 1..=HIGHEST => return Ok((row, col, value)),
        1.. => message::number_too_large(value.shown(), MAX_NUMBER),
        _ => message::bad_cell_value(value.shown(), MAX_NUMBER),
    };
    Err(wrong.at(value.span()))
}

pub(super) fn write(board: &Grid<u16>) -> String {
    let size = board.size();
    let mut text = format!("{} {}\n", size.cols(), size.rows());
    for (at, code) in board.iter() {
        if let Some(value) = write_value(code).filter(|value| value != "0") {
            text.push_str(&format!("{} {} {value}\n", at.col, at.row));
        }
    }
    text
}
