//! A level as it is told to others.

use quadrille::games::{Ground, Look};
use quadrille::generate::Difficulty;
use quadrille::levels::{self, Known, Level};
use serde::Serialize;

use crate::failure::Failure;

/// A level with its place and its name.
#[derive(Serialize)]
pub(crate) struct LevelRow {
    index: usize,
    game: &'static str,
    name: String,
    code: String,
    rows: usize,
    cols: usize,
    /// The glyphs of its cells, row by row; nothing for a cell outside of the level.
    cells: Vec<String>,
    known: Option<KnownRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<DifficultyRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// How hard a level is for a person.
#[derive(Serialize)]
struct DifficultyRow {
    label: &'static str,
    score: u32,
}

/// What is known about the plans of a level.
#[derive(Serialize)]
struct KnownRow {
    kind: &'static str,
    moves: Option<u32>,
}

impl From<Known> for KnownRow {
    fn from(known: Known) -> KnownRow {
        let (kind, moves) = match known {
            Known::Optimal(moves) => ("optimal", Some(moves)),
            Known::Best(moves) => ("best", Some(moves)),
            Known::Unsolvable => ("unsolvable", None),
        };
        KnownRow { kind, moves }
    }
}

impl LevelRow {
    /// A level with its number among others and its name.
    pub(crate) fn new(index: usize, name: &str, level: &Level) -> LevelRow {
        // Floor that no piece can come to, outside of walls, is no part of the picture.
        let glyph = |(&code, look): (&u16, &Look)| {
            let kind = level.game.kinds().get(code);
            let is_outside = look.ground == Ground::Hole
                && kind.is_some_and(|kind| kind.look.ground != Ground::Hole);
            if is_outside { String::new() } else { level.game.cell_glyph(code).unwrap_or_default() }
        };
        let looks = level.game.looks(&level.grid);
        LevelRow {
            index,
            game: level.game.id(),
            name: name.to_string(),
            code: levels::to_code(level),
            rows: level.grid.size().rows(),
            cols: level.grid.size().cols(),
            cells: level.grid.cells().iter().zip(looks.cells()).map(glyph).collect(),
            known: level.known.map(KnownRow::from),
            difficulty: level
                .difficulty
                .map(|score| DifficultyRow { label: Difficulty::of(score).name(), score }),
            note: (!level.notes.is_empty()).then(|| level.notes.join("\n")),
        }
    }
}

/// The level that a share code stands for.
pub(crate) fn level_of(code: &str) -> Result<Level, Failure> {
    levels::from_code(code).map_err(|error| {
        Failure::bad_request("bad-code", error.to_string())
            .help("copy the whole code once more from where it was made")
    })
}
