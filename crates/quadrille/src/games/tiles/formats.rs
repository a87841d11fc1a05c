//! The formats of tiles levels.

use super::cell::{Cell, Colour};
use crate::definition::{Cell as _, glyph_format};
use crate::formats::{Format, Layout};

const MATRIX_TOKENS: &str = "'X' wall, '-' floor, I and a colour a block ('IR'), F and a colour a goal ('FR'), both a block on a goal ('IRFB')";
const OLD_TOKENS: &str =
    "'X' wall, '-' floor, a capital letter a block ('B'), letter and F a goal ('BF')";

/// The formats, the likelier first.
pub(super) const FORMATS: &[Format] = &[
    Format {
        optimum_line: true,
        ..glyph_format::<Cell>(
            "glyphs",
            "rows of glyphs with blanks between, many levels under 'level NAME'",
            Layout::Words,
        )
    },
    Format {
        write_cell: write_character,
        optimum_line: true,
        ..glyph_format::<Cell>(
            "compact",
            "rows of glyphs, one character per cell",
            Layout::Characters,
        )
    },
    Format {
        name: "matrix",
        about: "a Python or JSON list of lists: 'X', '-', 'IR', 'FR', 'IRFB'",
        layout: Layout::Lists { quoted: true },
        read_cell: read_matrix,
        write_cell: write_matrix,
        tokens: Some(MATRIX_TOKENS),
        hash_comments: false,
        optimum_line: false,
    },
    Format {
        name: "matrix-old",
        about: "a list of lists in the older legend: 'B' a block, 'BF' a goal",
        layout: Layout::Lists { quoted: true },
        read_cell: read_old,
        write_cell: write_old,
        tokens: Some(OLD_TOKENS),
        hash_comments: false,
        optimum_line: false,
    },
    Format {
        name: "matrix-lines",
        about: "the tokens of 'matrix' as plain lines",
        layout: Layout::Words,
        read_cell: read_matrix,
        write_cell: write_matrix,
        tokens: Some(MATRIX_TOKENS),
        hash_comments: true,
        optimum_line: true,
    },
    Format {
        name: "matrix-old-lines",
        about: "the tokens of 'matrix-old' as plain lines",
        layout: Layout::Words,
        read_cell: read_old,
        write_cell: write_old,
        tokens: Some(OLD_TOKENS),
        hash_comments: true,
        optimum_line: true,
    },
];

fn write_character(code: u16) -> Option<String> {
    let glyph = Cell::from_code(code)?.glyph();
    (glyph.len() == 1).then(|| glyph.to_string())
}

fn capital(letter: char) -> Option<Colour> {
    Colour::from_letter(letter).filter(|_| letter.is_ascii_uppercase())
}

/// A cell with at most one goal and one block.
fn cell_of(parts: impl Iterator<Item = Option<(bool, Colour)>>) -> Option<u16> {
    let (mut goal, mut block) = (None, None);
    for part in parts {
        let (is_goal, colour) = part?;
        if if is_goal { &mut goal } else { &mut block }.replace(colour).is_some() {
            return None;
        }
    }
    (goal.is_some() || block.is_some()).then(|| Cell::Floor { goal, block }.code())
}

fn bare(token: &str) -> Option<u16> {
    match token {
        "X" => Some(Cell::Wall.code()),
        "-" => Some(Cell::EMPTY.code()),
        _ => None,
    }
}

fn read_matrix(token: &str, _strict: bool) -> Option<u16> {
    if let Some(cell) = bare(token) {
        return Some(cell);
    }
    let letters: Vec<char> = token.chars().collect();
    cell_of(letters.chunks(2).map(|pair| match *pair {
        ['I', colour] => Some((false, capital(colour)?)),
        ['F', colour] => Some((true, capital(colour)?)),
        _ => None,
    }))
}

fn write_matrix(code: u16) -> Option<String> {
    Some(match Cell::from_code(code)? {
        Cell::Wall => "X".to_string(),
        Cell::EMPTY => "-".to_string(),
        Cell::Floor { goal, block } => {
            let block =
                block.map(|colour| format!("I{}", colour.goal_letter())).unwrap_or_default();
            let goal = goal.map(|colour| format!("F{}", colour.goal_letter())).unwrap_or_default();
            block + &goal
        }
    })
}

/// The older legend: a letter followed by F is a goal, a letter alone is a block. A block on a goal
/// is both, in either order.
fn read_old(token: &str, _strict: bool) -> Option<u16> {
    if let Some(cell) = bare(token) {
        return Some(cell);
    }
    let letters: Vec<char> = token.chars().collect();
    let block = |letter: char| capital(letter).map(|colour| (false, colour));
    let goal = |letter: char| capital(letter).map(|colour| (true, colour));
    match *letters.as_slice() {
        [colour] => cell_of([block(colour)].into_iter()),
        [colour, 'F'] => cell_of([goal(colour)].into_iter()),
        [mine, colour, 'F'] => cell_of([block(mine), goal(colour)].into_iter()),
        [colour, 'F', mine] => cell_of([block(mine), goal(colour)].into_iter()),
        _ => None,
    }
}

fn write_old(code: u16) -> Option<String> {
    Some(match Cell::from_code(code)? {
        Cell::Wall => "X".to_string(),
        Cell::EMPTY => "-".to_string(),
        Cell::Floor { goal, block } => {
            // A bare X is always a wall.
            if goal.is_none() && block == Colour::from_letter('X') {
                return None;
            }
            let block = block.map(|colour| colour.goal_letter().to_string()).unwrap_or_default();
            let goal = goal.map(|colour| format!("{}F", colour.goal_letter())).unwrap_or_default();
            block + &goal
        }
    })
}
