//! ZHED levels as lists of cells:
//!
//! ```text
//! 5 4        # width and height; 'p 5' stands for 5 5
//! 1 2 3      # column, row and value
//! 4 0 -2
//! ```
//!
//! The next line of two numbers begins the next level.

use super::cell::MAX_NUMBER;
use super::formats::write_value;
use crate::grid::{Grid, Size};
use crate::levels::{Diagnostic, RawBoard, Token, lines, words};
use crate::noun::counted;

/// At most this many mistakes are told of one level.
const MISTAKES: usize = 5;

/// The value of the lowest kind of cell, a goal that is filled.
const LOWEST: i64 = -3;
const HIGHEST: i64 = MAX_NUMBER as i64;

/// The words of the lines that say something.
fn content(text: &str) -> Vec<Vec<Token<'_>>> {
    lines(text)
        .filter(|line| !line.text.trim_start().starts_with(';'))
        .map(|line| Token { text: line.text.split('#').next().unwrap_or_default(), ..line })
        .map(|line| words(&line))
        .filter(|words| !words.is_empty())
        .collect()
}

fn is_integer(token: &Token<'_>) -> bool {
    let digits = token.text.strip_prefix('-').unwrap_or(token.text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The integer of a token; one that is too long for any board becomes the largest there is.
fn integer(token: &Token<'_>) -> Option<i64> {
    let extreme = if token.text.starts_with('-') { i64::MIN } else { i64::MAX };
    is_integer(token).then(|| token.text.parse().unwrap_or(extreme))
}

/// The width and the height that a line begins a level with.
fn sides<'t>(line: &[Token<'t>]) -> Option<[Token<'t>; 2]> {
    match line {
        [p, side] if p.text == "p" && is_integer(side) => Some([*side; 2]),
        [width, height] if is_integer(width) && is_integer(height) => Some([*width, *height]),
        _ => None,
    }
}

/// Whether the lines are a list of cells: a size first, and mostly two places and something behind.
fn is_list(lines: &[Vec<Token<'_>>]) -> bool {
    let is_cell = |line: &&Vec<Token<'_>>| line.len() == 3 && line[..2].iter().all(is_integer);
    let others = || lines.iter().filter(|line| sides(line).is_none());
    lines.first().is_some_and(|line| sides(line).is_some())
        && 2 * others().filter(is_cell).count() > others().count()
}

/// The levels of a text; none when it is no list of cells.
pub(super) fn read(text: &str) -> Vec<RawBoard<'_>> {
    let lines = content(text);
    if !is_list(&lines) {
        return Vec::new();
    }
    let begins: Vec<usize> = (0..lines.len()).filter(|&at| sides(&lines[at]).is_some()).collect();
    let ends = begins.iter().skip(1).copied().chain([lines.len()]);
    begins.iter().zip(ends).map(|(&begin, end)| board(&lines[begin..end])).collect()
}

/// One level: the line of its size and those of its cells.
fn board<'t>(lines: &[Vec<Token<'t>>]) -> RawBoard<'t> {
    let (first, cells) = (&lines[0], &lines[1..]);
    let start = first[0].start;
    let end = lines.last().and_then(|line| line.last()).map_or(start, |token| token.span().end);
    let mut board = RawBoard { span: start..end, ..RawBoard::default() };
    let size = match sides(first).map(size) {
        Some(Ok(size)) => size,
        Some(Err(error)) => {
            board.errors.push(error);
            return board;
        }
        None => return board,
    };
    board.rows = vec![vec![Token { text: "0", start }; size.cols()]; size.rows()];
    for line in cells {
        match cell(line, size) {
            Err(error) => board.errors.push(error),
            Ok((row, col, value)) => {
                let place = &mut board.rows[row][col];
                if place.start == start {
                    *place = value;
                } else {
                    let span = line[0].start..value.span().end;
                    board.errors.push(
                        Diagnostic::new(span, format!("the cell {col} {row} is given twice"))
                            .help("leave one of the lines out"),
                    );
                }
            }
        }
    }
    board.errors.truncate(MISTAKES);
    board
}

fn size([width, height]: [Token<'_>; 2]) -> Result<Size, Diagnostic> {
    let side = |token: Token<'_>, name: &str| {
        integer(&token)
            .and_then(|side| usize::try_from(side).ok())
            .filter(|side| (1..=Size::MAX_SIDE).contains(side))
            .ok_or_else(|| {
                Diagnostic::new(
                    token.span(),
                    format!("the {name} of the board cannot be {}", shown(token)),
                )
                .help(format!("a side of a board has 1 to {} cells", Size::MAX_SIDE))
            })
    };
    let (width, height) = (side(width, "width")?, side(height, "height")?);
    Ok(Size::new(height, width).expect("both sides are within their limits"))
}

/// The row, the column and the value of a cell.
fn cell<'t>(line: &[Token<'t>], size: Size) -> Result<(usize, usize, Token<'t>), Diagnostic> {
    let &[x, y, value] = line else {
        let span = line[0].start..line[line.len() - 1].span().end;
        let words = counted(line.len() as u64, "word");
        return Err(Diagnostic::new(span, format!("this line has {words}, a cell has three"))
            .help("write column, row and value, as in '3 0 2'"));
    };
    let number = |token: Token<'t>| {
        integer(&token).ok_or_else(|| {
            Diagnostic::new(token.span(), format!("'{}' is no whole number", shown(token)))
                .help("write column, row and value, as in '3 0 2'")
        })
    };
    let place = |token: Token<'t>, name: &str, side: usize| {
        let number = number(token)?;
        usize::try_from(number).ok().filter(|&place| place < side).ok_or_else(|| {
            Diagnostic::new(token.span(), format!("{name} {} is not on the board", shown(token)))
                .help(format!("the {name}s of this board are 0 to {}", side - 1))
        })
    };
    let (col, row) = (place(x, "column", size.cols())?, place(y, "row", size.rows())?);
    match number(value)? {
        LOWEST..=-1 | 1..=HIGHEST => Ok((row, col, value)),
        1.. => Err(Diagnostic::new(
            value.span(),
            format!("the number {} is too large, the limit is {MAX_NUMBER}", shown(value)),
        )
        .help(format!("numbers go from 1 to {MAX_NUMBER}"))),
        _ => Err(Diagnostic::new(value.span(), format!("{} is no value of a cell", shown(value)))
            .help(format!(
                "a value is a number from 1 to {MAX_NUMBER}, -2 for a goal, -1 for a filled cell, -3 for a filled goal"
            ))),
    }
}

/// The beginning of a token, for messages.
fn shown(token: Token<'_>) -> String {
    token.text.chars().take(20).collect()
}

/// The text of a board.
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
