//! The frame that console programs print around a board: a margin of `|`, row numbers before it, a
//! head of column numbers and rulers of `+-`.
//!
//! ```text
//!   | 0 1 2
//! --+------
//! 0 | 0 2 0
//! 1 | 0 0 -2
//! ```
//!
//! A frame is removed only if every row has it. If one row differs from the others, that row is an
//! error: what looks like a frame may be part of the board.

use super::Token;
use crate::diagnostic::{Diagnostic, message};
use crate::text::{characters, trimmed, words};

/// A board without its frame.
pub(crate) struct Unframed<'t> {
    pub(crate) rows: Vec<Vec<Token<'t>>>,
    /// Assumptions where the text has two meanings.
    pub(crate) notes: Vec<Diagnostic>,
}

/// A line with bars, cut at them.
struct Barred<'t> {
    line: Token<'t>,
    /// The text before the first bar, between the bars, and after the last one.
    parts: Vec<Token<'t>>,
}

impl<'t> Barred<'t> {
    fn new(line: Token<'t>) -> Barred<'t> {
        let mut start = line.start;
        let parts = line.text.split('|').map(|part| {
            let token = trimmed(&Token { text: part, start });
            start += part.len() + 1;
            token
        });
        Barred { line, parts: parts.collect() }
    }

    fn left(&self) -> Token<'t> {
        self.parts[0]
    }

    /// True if it ends with a bar that is not also its first.
    fn is_closed(&self) -> bool {
        self.parts.len() > 2 && self.parts.last().is_some_and(|part| part.text.is_empty())
    }

    /// The number of bars, and true if it is closed.
    fn outline(&self) -> (usize, bool) {
        (self.parts.len(), self.is_closed())
    }

    /// The parts with cells if the first one is a margin.
    fn inside(&self) -> &[Token<'t>] {
        &self.parts[1..self.parts.len() - usize::from(self.is_closed())]
    }
}

/// True if a line is only decoration: `+-----+`.
fn is_ruler(line: &Token<'_>) -> bool {
    line.text.contains('+')
        && line.text.contains(['-', '='])
        && line.text.chars().all(|c| matches!(c, '+' | '-' | '=') || c.is_whitespace())
}

/// True if tokens count up by one from 0 or 1.
fn counts_up<'a>(mut tokens: impl Iterator<Item = &'a str>) -> bool {
    let first = match tokens.next() {
        Some("0") => 0,
        Some("1") => 1,
        _ => return false,
    };
    tokens.zip(first + 1..).all(|(token, number)| token == number.to_string())
}

/// True if tokens count up from 0 or 1, all of three or all but one of more.
fn nearly_counts_up(tokens: &[Token<'_>]) -> bool {
    let odd = |first: usize| {
        let numbers = tokens.iter().zip(first..);
        numbers.filter(|(token, number)| token.text != number.to_string()).count()
    };
    tokens.len() > 2 && odd(0).min(odd(1)) <= usize::from(tokens.len() > 3)
}

fn all_words<'t>(parts: &[Token<'t>]) -> Vec<Token<'t>> {
    parts.iter().flat_map(words).collect()
}

/// Removes the frame from lines of which some have bars.
pub(crate) fn unframed(lines: Vec<Token<'_>>) -> Result<Unframed<'_>, Diagnostic> {
    let (mut body, mut rulers) = (Vec::new(), Vec::new());
    for line in lines {
        if is_ruler(&line) {
            rulers.push((body.len(), line));
        } else {
            body.push(line);
        }
    }
    // A line without bars is a head of column numbers if it is the first.
    let bare: Vec<usize> = (0..body.len()).filter(|&at| !body[at].text.contains('|')).collect();
    let bare_head = match bare.first() {
        None => None,
        Some(0) if bare.len() == 1 && counts_up(words(&body[0]).iter().map(|word| word.text)) => {
            Some(body.remove(0))
        }
        Some(&at) => return Err(without_bar(&body, at)),
    };
    let mut rows: Vec<Barred<'_>> = body.into_iter().map(Barred::new).collect();
    let mut notes = Vec::new();
    let mut head = bare_head.map(|line| words(&line));
    if head.is_none() {
        match is_head(&rows, &rulers) {
            Head::No => {}
            Head::Yes => head = Some(all_words(&rows.remove(0).parts)),
            Head::Perhaps => {
                let first = rows.remove(0);
                notes.push(message::column_numbers().at(first.line.span()).note());
                head = Some(all_words(&first.parts));
            }
        }
    }
    let heads = usize::from(head.is_some());
    let cells = cells(&rows, heads > 0 || !rulers.is_empty())?;
    check_rulers(&rulers, heads, rows.len() + heads)?;
    if let (Some(head), Some(first)) = (&head, cells.first())
        && head.len() != first.len()
    {
        let span = head.first().map_or(0..0, Token::span);
        return Err(message::head_length(head.len(), first.len()).at(span));
    }
    if let Some(first) = rows.first().filter(|_| counts_up(rows.iter().map(|row| row.left().text)))
    {
        let number = first.left().text;
        if let Some(column) = head.as_ref().and_then(|head| head.first())
            && column.text != number
        {
            return Err(message::numbering_differs(column.text, number).at(column.span()));
        }
    }
    if let [first, _, ..] = rows.as_slice()
        && head.is_none()
        && nearly_counts_up(&all_words(first.inside()))
    {
        notes.push(message::row_like_head().at(first.line.span()).note());
    }
    Ok(Unframed { rows: cells, notes })
}

fn without_bar(body: &[Token<'_>], at: usize) -> Diagnostic {
    let barred = body.iter().filter(|line| line.text.contains('|')).count();
    if 2 * barred <= body.len()
        && let Some(line) = body.iter().find(|line| line.text.contains('|'))
    {
        let bar = line.start + line.text.find('|').unwrap_or(0);
        return message::odd_bar().at(bar..bar + 1);
    }
    message::missing_bar().at(body[at].span())
}

enum Head {
    No,
    Yes,
    Perhaps,
}

/// Decides whether the first line is a head of column numbers or a row.
fn is_head(rows: &[Barred<'_>], rulers: &[(usize, Token<'_>)]) -> Head {
    let [first, others @ ..] = rows else { return Head::No };
    let Some(second) = others.first() else { return Head::No };
    if !first.left().text.is_empty() {
        return Head::No;
    }
    let inside = all_words(first.inside());
    if !second.left().text.is_empty() {
        // If the rows have numbers, a line without one is not a row. Its numbers are checked with
        // the rows.
        return if counts_up(inside.iter().map(|word| word.text)) { Head::Yes } else { Head::No };
    }
    let width = all_words(second.inside()).len();
    if inside.len() != width || !counts_up(inside.iter().map(|word| word.text)) {
        return Head::No;
    }
    let ruled = |at: usize| rulers.iter().any(|&(before, _)| before == at);
    match width {
        _ if ruled(1) && !(2..rows.len()).any(ruled) => Head::Yes,
        0..=2 => Head::No,
        _ => Head::Perhaps,
    }
}

/// Checks that rulers are above and below everything, below the head, or between all rows.
fn check_rulers(
    rulers: &[(usize, Token<'_>)],
    heads: usize,
    lines: usize,
) -> Result<(), Diagnostic> {
    let between = |at: &usize| (heads + 1..lines).contains(at);
    let count = rulers.iter().filter(|(at, _)| between(at)).count();
    match rulers.iter().find(|(at, _)| between(at)) {
        Some((_, ruler)) if count + heads + 1 != lines => {
            Err(message::ruler_between_rows().at(ruler.span()))
        }
        _ => Ok(()),
    }
}

/// The cells of rows that all have bars.
fn cells<'t>(rows: &[Barred<'t>], has_more: bool) -> Result<Vec<Vec<Token<'t>>>, Diagnostic> {
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let outlines: Vec<_> = rows.iter().map(Barred::outline).collect();
    let usual = outlines
        .iter()
        .copied()
        .max_by_key(|outline| outlines.iter().filter(|other| *other == outline).count())
        .unwrap_or(first.outline());
    if let Some(odd) = rows.iter().find(|row| row.outline() != usual) {
        let (here, there) = (odd.parts.len() - 1, usual.0 - 1);
        let error = if here == there {
            message::bars_misplaced()
        } else {
            message::bars_differ(here, there)
        };
        return Err(error.at(odd.line.span()));
    }
    let lefts = || rows.iter().map(|row| row.left());
    let has_margin = lefts().all(|left| left.text.is_empty());
    let numbered = counts_up(lefts().map(|left| left.text));
    let (parts, is_closed) = usual;
    let inside = parts - 1 - usize::from(is_closed);
    let is_table = rows.iter().all(|row| {
        row.parts[..parts - usize::from(is_closed)].iter().all(|part| words(part).len() == 1)
    });
    if !has_margin && is_table && !is_closed {
        // Bars between cells, or a margin of numbers before them: a single row cannot tell.
        if numbered && !has_more && rows.len() > 1 {
            return Err(message::numbers_or_cells().at(first.left().span()));
        }
        if !(numbered && has_more) {
            return Ok(rows.iter().map(|row| row.parts.clone()).collect());
        }
    } else if !has_margin && !numbered {
        return Err(misnumbered(rows));
    }
    if inside == 1 {
        let contents: Vec<Token<'t>> = rows.iter().map(|row| row.parts[1]).collect();
        if let Some(empty) = rows.iter().find(|row| row.parts[1].text.is_empty()) {
            return Err(message::row_without_cells().at(empty.line.span()));
        }
        let blanks = contents.iter().any(|row| row.text.contains(char::is_whitespace));
        let one_each = contents.iter().any(|row| row.text.starts_with('-'));
        let split = if blanks || one_each { words } else { characters };
        return Ok(contents.iter().map(split).collect());
    }
    for row in rows {
        if let Some(part) = row.inside().iter().find(|part| words(part).len() != 1) {
            let count = words(part).len();
            let span = if count == 0 { row.line.span() } else { part.span() };
            return Err(message::cells_between_bars(count).at(span));
        }
    }
    Ok(rows.iter().map(|row| row.inside().to_vec()).collect())
}

/// The first row with a wrong number.
fn misnumbered(rows: &[Barred<'_>]) -> Diagnostic {
    let from = usize::from(rows[0].left().text == "1");
    let odd = rows
        .iter()
        .zip(from..)
        .find(|(row, number)| row.left().text != number.to_string())
        .map_or(&rows[0], |(row, _)| row);
    let left = odd.left();
    if left.text.is_empty() {
        message::unnumbered_row().at(odd.line.span())
    } else {
        message::wrong_row_number(left.shown()).at(left.span())
    }
}
