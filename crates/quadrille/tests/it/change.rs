//! One change in a text with levels, and the check that reading it gives the same levels with that
//! change.

#![allow(dead_code, missing_docs, unreachable_pub)]

use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::levels::{Level, read};

/// The extent of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A line end became another one: nothing may change.
    Nothing,
    /// A character or a word.
    Cell,
    /// A line.
    Line,
}

/// Characters with a meaning in some format, in addition to those of the text.
const SIGNS: &str = "||||[](){}<>,,;;::==\"\"''##..--__++**@@//\\\\!?$&%~^0123456789ABGIFRXZabgrxz\u{a0}\u{200b}\u{feff}\u{3000}é😀 \t\u{1c}\u{7f}";

const LINE_ENDS: [&str; 8] =
    ["\n", "\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"];

/// The text with one change; `pick(n)` returns a number below `n`.
pub fn changed(text: &str, pick: &mut dyn FnMut(usize) -> usize) -> (String, Extent) {
    match pick(12) {
        0 => {
            let end = LINE_ENDS[pick(LINE_ENDS.len())];
            (text.replace('\n', end), Extent::Nothing)
        }
        1..=3 => (with_line_changed(text, pick), Extent::Line),
        4 | 5 => with_word_changed(text, pick),
        _ => (with_character_changed(text, pick), Extent::Cell),
    }
}

fn with_line_changed(text: &str, pick: &mut dyn FnMut(usize) -> usize) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return String::new();
    }
    let at = pick(lines.len());
    match pick(5) {
        0 | 1 => drop(lines.remove(at)),
        2 => lines.insert(at, lines[at]),
        3 => lines.insert(at, "\n"),
        _ if at + 1 < lines.len() => lines.swap(at, at + 1),
        _ => {}
    }
    lines.concat()
}

fn with_word_changed(text: &str, pick: &mut dyn FnMut(usize) -> usize) -> (String, Extent) {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return (String::new(), Extent::Cell);
    }
    let word = words[pick(words.len())];
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    let (before, behind) = (&text[..start], &text[start + word.len()..]);
    let is_line = before.rsplit('\n').next().unwrap_or_default().trim().is_empty()
        && behind.lines().next().unwrap_or_default().trim().is_empty();
    let text = match pick(3) {
        0 => format!("{before}{}", behind.trim_start_matches(' ')),
        1 => format!("{before}{word} {word}{behind}"),
        _ => format!("{before}{}{behind}", words[pick(words.len())]),
    };
    (text, if is_line { Extent::Line } else { Extent::Cell })
}

fn with_character_changed(text: &str, pick: &mut dyn FnMut(usize) -> usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    let signs: Vec<char> = SIGNS.chars().collect();
    let sign = match pick(8) {
        0 => "\n".to_string(),
        1 => LINE_ENDS[pick(LINE_ENDS.len())].to_string(),
        2..=4 if !characters.is_empty() => characters[pick(characters.len())].to_string(),
        _ => signs[pick(signs.len())].to_string(),
    };
    let at = pick(characters.len().max(1));
    let before: String = characters[..at].iter().collect();
    let same: String = characters.iter().skip(at).take(1).collect();
    let behind: String = characters.iter().skip(at + 1).collect();
    match pick(4) {
        0 => format!("{before}{behind}"),
        1 => format!("{before}{same}{same}{behind}"),
        2 => format!("{before}{sign}{same}{behind}"),
        _ => format!("{before}{sign}{behind}"),
    }
}

/// Checks that reading a changed text gives the levels from before with that change, a mistake, or
/// a note. Returns the wrong result otherwise.
pub fn judge(
    before: &[Level],
    text: &str,
    game: Option<&'static dyn Game>,
    extent: Extent,
) -> Result<(), String> {
    let document = read(text, game);
    if document.diagnostics().next().is_some() {
        return if extent == Extent::Nothing && document.mistakes().next().is_some() {
            Err(format!("another line end is a mistake: {:?}", document.mistakes().next()))
        } else {
            Ok(())
        };
    }
    let after: Vec<&Level> = document.levels().collect();
    if extent == Extent::Line && is_one_more_or_less(before, &after) {
        // A line may be a whole level.
        return Ok(());
    }
    if after.len() != before.len() {
        return Err(format!("{} levels, not {}", after.len(), before.len()));
    }
    let differ: Vec<_> = before
        .iter()
        .zip(after)
        .filter(|(before, after)| before.game != after.game || before.grid != after.grid)
        .collect();
    match differ.as_slice() {
        [] => Ok(()),
        // A goal among numbers makes a board one of ZHED, as the text says. If the numbers could be
        // pieces, there is a note.
        [(before, after)]
            if before.game.id() == "fold"
                && after.game.id() == "zhed"
                && text.contains(['G', '-'])
                && (!before.game.is_typical(&before.grid)
                    || after.grid.cells().iter().filter(|&&cell| cell != 0).count() < 3) =>
        {
            Ok(())
        }
        [(before, after)] if before.game != after.game => {
            Err(format!("{} became {}", before.game.id(), after.game.id()))
        }
        [(before, after)] => {
            let (from, to) = (before.grid.size(), after.grid.size());
            let is_picture = document.format == "xsb";
            if is_changed(&before.grid, &after.grid, extent)
                || is_picture && has_one_row_changed(&before.grid, &after.grid)
            {
                Ok(())
            } else {
                Err(format!("a board of {from} became another of {to}"))
            }
        }
        several => Err(format!("{} levels changed", several.len())),
    }
}

/// True if a level occurs twice, or is missing.
fn is_one_more_or_less(before: &[Level], after: &[&Level]) -> bool {
    let boards = |levels: &mut dyn Iterator<Item = &Level>| -> Vec<Grid<u16>> {
        levels.map(|level| level.grid.clone()).collect()
    };
    let before = boards(&mut before.iter());
    let after = boards(&mut after.iter().copied());
    let (few, many) = if before.len() < after.len() { (before, after) } else { (after, before) };
    few.len() + 1 == many.len()
        && (0..many.len()).any(|at| [&many[..at], &many[at + 1..]].concat() == few)
}

/// True if a board is another one with a change of this extent.
fn is_changed(before: &Grid<u16>, after: &Grid<u16>, extent: Extent) -> bool {
    let (from, to) = (before.size(), after.size());
    let same = |(a, b): &(&u16, &u16)| a == b;
    let (old, new) = (before.cells(), after.cells());
    let start = old.iter().zip(new).take_while(same).count();
    let shorter = old.len().min(new.len());
    let end = old.iter().rev().zip(new.iter().rev()).take_while(same).count().min(shorter - start);
    // The cells that were removed, and those that replace them.
    let (gone, come) = (old.len() - start - end, new.len() - start - end);
    let differences = old.iter().zip(new).filter(|pair| !same(pair)).count();
    match extent {
        Extent::Nothing => false,
        // A change may move a cell of a list.
        Extent::Cell if from == to => differences <= 2,
        // One cell more or less in the only row or column.
        Extent::Cell
            if (from.rows() == 1 && to.rows() == 1) || (from.cols() == 1 && to.cols() == 1) =>
        {
            gone <= 2 && come <= 2
        }
        // One row became two, or two became one, if nothing else determines the length of rows.
        Extent::Cell if from.cells() == to.cells() && old == new => {
            from.rows() <= 2 && to.rows() <= 2
        }
        // A line end in the header of a level turns its rest into a row, if that is possible.
        Extent::Cell if to.rows() == from.rows() + 1 && to.cols() == from.cols() => {
            new.ends_with(old)
        }
        Extent::Cell => is_cut(before, after),
        Extent::Line if from == to => gone <= 2 * from.cols(),
        Extent::Line if from.cols() == to.cols() && from.rows().abs_diff(to.rows()) == 1 => {
            gone.min(come) == 0
        }
        Extent::Line => false,
    }
}

/// True if one row of a picture differs. Rows of a picture may differ in length; missing cells are
/// floor.
fn has_one_row_changed(before: &Grid<u16>, after: &Grid<u16>) -> bool {
    let rows = |grid: &Grid<u16>| -> Vec<Vec<u16>> {
        let row = |row: &[u16]| {
            let length = row.iter().rposition(|&cell| cell != 0).map_or(0, |last| last + 1);
            row[..length].to_vec()
        };
        grid.cells().chunks(grid.size().cols()).map(row).collect()
    };
    let (before, after) = (rows(before), rows(after));
    before.len() == after.len()
        && before.iter().zip(&after).filter(|(before, after)| before != after).count() == 1
}

/// True if two boards differ only in size: all cells that only one of them has are empty, as when a
/// size is written before the cells.
fn is_cut(before: &Grid<u16>, after: &Grid<u16>) -> bool {
    let inside = |one: &Grid<u16>, other: &Grid<u16>| {
        one.iter().all(|(at, cell)| other.get(at).unwrap_or(0) == cell)
    };
    inside(before, after) && inside(after, before)
}
