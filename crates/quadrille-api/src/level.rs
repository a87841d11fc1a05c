//! Levels in lists.

use quadrille::games::{Games, Ground, Look};
use quadrille::generate::{Difficulty, Theme};
use quadrille::levels::{self, Known, Level};
use serde::Serialize;

use crate::failure::Failure;

#[derive(Serialize)]
pub(crate) struct ListedLevel {
    index: usize,
    game: &'static str,
    name: String,
    code: String,
    rows: usize,
    cols: usize,
    /// The glyphs of its cells in reading order; empty for a cell outside the level.
    cells: Vec<String>,
    known: Option<Known>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Rated>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    themes: Vec<Theme>,
}

#[derive(Serialize)]
struct Rated {
    label: Difficulty,
    score: u32,
}

impl ListedLevel {
    pub(crate) fn new(index: usize, name: &str, level: &Level) -> ListedLevel {
        // Floor outside the walls is unreachable and not drawn.
        let glyph = |(&code, look): (&u16, &Look)| {
            let kind = level.game.kinds().get(code);
            let is_outside = look.ground == Ground::Hole
                && kind.is_some_and(|kind| kind.look.ground != Ground::Hole);
            if is_outside { String::new() } else { level.game.cell_glyph(code).unwrap_or_default() }
        };
        let looks = level.game.looks(&level.grid);
        ListedLevel {
            index,
            game: level.game.id(),
            name: name.to_string(),
            code: levels::to_code(level),
            rows: level.grid.size().rows(),
            cols: level.grid.size().cols(),
            cells: level.grid.cells().iter().zip(looks.cells()).map(glyph).collect(),
            known: level.known,
            difficulty: level.difficulty.map(|score| Rated { label: Difficulty::of(score), score }),
            themes: level.themes.clone(),
            note: (!level.notes.is_empty()).then(|| level.notes.join("\n")),
        }
    }
}

pub(crate) fn level_of(games: &Games, code: &str) -> Result<Level, Failure> {
    levels::from_code_with(games, code).map_err(|error| {
        Failure::bad_request("bad-code", error.to_string())
            .help("copy the whole code again from where it was made")
    })
}
