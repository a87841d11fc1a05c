//! `GET /api/packs`: the levels that come with the program.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use quadrille::games::{Ground, Look};
use quadrille::generate::Difficulty;
use quadrille::levels::{self, Known, Level};
use serde::Serialize;

use super::{Server, answer};
use crate::args::Selection;
use crate::input::{self, PACK_SIGN};

#[derive(Serialize)]
struct PackRow {
    id: String,
    title: String,
    levels: Vec<LevelRow>,
}

/// A level as it stands in a pack.
#[derive(Serialize)]
pub struct LevelRow {
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
pub struct KnownRow {
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
    /// A level with its number in its pack and its name; without a name the number stands for it.
    pub fn new(index: usize, name: Option<String>, level: &Level) -> LevelRow {
        // Floor that no piece can come to, outside of walls, is no part of the picture.
        let glyph = |(&code, look): (&u16, &Look)| {
            let is_outside = look.ground == Ground::Hole
                && level
                    .game
                    .kinds()
                    .get(code)
                    .is_some_and(|kind| kind.look.ground != Ground::Hole);
            if is_outside { String::new() } else { level.game.cell_glyph(code).unwrap_or_default() }
        };
        let looks = level.game.looks(&level.grid);
        LevelRow {
            index,
            game: level.game.id(),
            name: name.unwrap_or_else(|| index.to_string()),
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

/// All packs as JSON. They never change while the program runs.
pub fn text() -> Result<Bytes, serde_json::Error> {
    let packs: Vec<PackRow> = input::pack_names().into_iter().map(pack).collect();
    Ok(serde_json::to_vec(&packs)?.into())
}

fn pack(id: String) -> PackRow {
    let everything = Selection { game: None, levels: Vec::new() };
    let items = input::load(&[format!("{PACK_SIGN}{id}").into()], &everything);
    let levels = items.into_iter().enumerate().filter_map(|(index, item)| {
        let level = item.level.ok()?;
        Some(LevelRow::new(index, item.label, &level))
    });
    let levels = levels.collect();
    PackRow { title: title(&id), id, levels }
}

/// A name for people: `my-pack` is `My pack`.
fn title(id: &str) -> String {
    let words = id.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `GET /api/packs`.
pub async fn get(State(server): State<Arc<Server>>) -> Response {
    answer::json_text(server.packs.clone())
}
