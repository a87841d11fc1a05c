//! Turns rows of tokens into a board, or reports why they are not one.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, message};
use crate::formats::Token;
use crate::game::Game;
use crate::grid::{Grid, Size};
use crate::text::{characters, words};

/// The most mistakes of a kind that are reported per board: the rest usually follow from the first
/// ones.
const MISTAKES: usize = 5;

/// A board from its tokens that is a level, or its mistakes; and the number of tokens understood.
pub(super) fn board_from_tokens(
    rows: &[Vec<Token<'_>>],
    span: Range<usize>,
    game: &'static dyn Game,
    decode: impl Fn(&str) -> Option<u16>,
    unknown: impl Fn(String) -> Diagnostic,
) -> (Result<Grid<u16>, Vec<Diagnostic>>, usize) {
    let (grid, understood) = grid_from_tokens(rows, span.clone(), decode, unknown);
    let grid = grid.and_then(|grid| {
        let problems: Vec<Diagnostic> = game
            .problems(&grid)
            .into_iter()
            .take(MISTAKES)
            .map(|problem| {
                let token = problem.cell().and_then(|at| rows.iter().flatten().nth(at));
                problem.at(token.map_or_else(|| span.clone(), Token::span))
            })
            .collect();
        if problems.is_empty() { Ok(grid) } else { Err(problems) }
    });
    (grid, understood)
}

/// A board from its tokens, whether it is a level or not; or mistakes for tokens that are not cells
/// and for misshapen rows.
pub(super) fn grid_from_tokens(
    rows: &[Vec<Token<'_>>],
    span: Range<usize>,
    decode: impl Fn(&str) -> Option<u16>,
    unknown: impl Fn(String) -> Diagnostic,
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
            None => errors.push(unknown(token.shown()).at(token.span())),
        }
    }
    errors.extend(misfits(rows, &span));
    if !errors.is_empty() {
        return (Err(errors), understood);
    }
    let size = Size::new(rows.len(), rows[0].len());
    let grid =
        size.and_then(|size| Grid::from_cells(size, cells)).expect("misfits were reported above");
    (Ok(grid), understood)
}

/// Rows that do not form a rectangle of an allowed size.
fn misfits(rows: &[Vec<Token<'_>>], span: &Range<usize>) -> Vec<Diagnostic> {
    let max = Size::MAX_SIDE;
    let row_span = |row: &Vec<Token<'_>>| match (row.first(), row.last()) {
        (Some(first), Some(last)) => first.start..last.span().end,
        _ => span.clone(),
    };
    if rows.is_empty() {
        return vec![message::no_board().at(span.clone())];
    }
    if rows.len() > max {
        return vec![message::too_many_rows(max).at(row_span(&rows[max]))];
    }
    if let Some(row) = rows.iter().find(|row| row.len() > max) {
        return vec![message::too_many_columns(max).at(row_span(row))];
    }
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let count = |length: usize| lengths.iter().filter(|&&other| other == length).count();
    let width = lengths.iter().copied().max_by_key(|&length| (count(length), length)).unwrap_or(0);
    let ragged: Vec<_> = rows
        .iter()
        .filter(|row| row.len() != width)
        .take(MISTAKES)
        .map(|row| message::ragged_row(row.len(), width).at(row_span(row)))
        .collect();
    if !ragged.is_empty() {
        return ragged;
    }
    if width == 0 {
        return vec![message::no_board().at(span.clone())];
    }
    Vec::new()
}

/// A note about a comment that would be a row without its sign, or that ends like a row: the line
/// end between them may have been lost.
pub(super) fn row_in_comment(
    aside: &Token<'_>,
    width: usize,
    decode: impl Fn(&str) -> Option<u16>,
) -> Option<Diagnostic> {
    let content = aside.text.trim_start_matches([';', '#', '/']);
    let content = Token { text: content.trim(), start: aside.start };
    let is_row = |cells: Vec<Token<'_>>| {
        // The comment sign may be in the place of a cell.
        !cells.is_empty()
            && (cells.len() == width || cells.len() + 1 == width)
            && cells.iter().all(|cell| decode(cell.text).is_some())
    };
    let is_row = is_row(words(&content))
        || is_row(characters(&content))
        || ends_like_row(content.text, width, &decode);
    is_row.then(|| message::commented_row().at(aside.span()).note())
}

/// A note about the only row of a board if it could be two rows whose line end was lost, which
/// joined two cells.
pub(super) fn two_rows_in_one(
    rows: &[Vec<Token<'_>>],
    decode: impl Fn(&str) -> Option<u16>,
) -> Option<Diagnostic> {
    let [row] = rows else { return None };
    let width = row.len().div_ceil(2);
    let joined = row.get(width.checked_sub(1)?).filter(|_| row.len() == 2 * width - 1)?;
    let mut ends = joined.text.char_indices().map(|(at, _)| at).skip(1);
    ends.any(|at| {
        let (last, first) = joined.text.split_at(at);
        decode(last).is_some() && decode(first).is_some()
    })
    .then(|| message::joined_rows(joined.shown()).at(joined.span()).note())
}

/// True if a text ends with the cells of a row. Small letters could also be words.
pub(super) fn ends_like_row(
    text: &str,
    width: usize,
    decode: impl Fn(&str) -> Option<u16>,
) -> bool {
    let is_sign = |cell: &Token<'_>| {
        cell.text.contains(['.', '#', '*', '@'])
            || cell.text.len() > 1 && cell.text.starts_with('-')
    };
    let is_small = |cell: &Token<'_>| cell.text.contains(char::is_lowercase);
    let is_row = |cells: &[Token<'_>], count: usize| {
        let end = &cells[cells.len().saturating_sub(count)..];
        // Some of the text must be left over.
        (1..cells.len()).contains(&count)
            && end.iter().all(|cell| decode(cell.text).is_some())
            && (end.iter().any(is_sign) || !end.iter().any(is_small))
    };
    let line = Token { text, start: 0 };
    let (words, characters) = (words(&line), characters(&line));
    // The first word of a row may be joined to the one before.
    is_row(&words, width) || is_row(&words, width.saturating_sub(1)) || is_row(&characters, width)
}
