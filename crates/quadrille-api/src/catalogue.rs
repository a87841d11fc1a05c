//! The catalogue: games, algorithms, heuristics, limits and colours.

use quadrille::draw::PALETTE;
use quadrille::games::{Game, Games};
use quadrille::grid::Size;
use quadrille::heuristics::{HeuristicInfo, ZERO};
use quadrille::levels;
use quadrille::moves::MoveKind;
use quadrille::record::SCHEMA;
use quadrille::registry::{ALGORITHMS, AlgorithmInfo};
use quadrille::search::Limits;
use serde::Serialize;

use crate::failure::Failure;
use crate::position::Cell;
use crate::response::Response;

#[derive(Serialize)]
struct Catalogue<'a> {
    schema: u32,
    version: &'static str,
    limits: &'a Limits,
    games: Vec<GameEntry>,
    algorithms: &'static [AlgorithmInfo],
    /// The colours that pieces and goals refer to by index.
    palette_rgb: Vec<String>,
    /// For each colour, true if black text is easier to read on it than white.
    palette_light: Vec<bool>,
}

#[derive(Serialize)]
pub(crate) struct GameEntry {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    cells: &'static str,
    move_kind: MoveKind,
    example_move: String,
    formats: Vec<FormatEntry>,
    default_heuristic: &'static str,
    heuristics: Vec<&'static HeuristicInfo>,
    palette: Vec<Brush>,
    size: SideLengths,
}

#[derive(Serialize)]
struct SideLengths {
    min: usize,
    max: usize,
}

#[derive(Serialize)]
struct FormatEntry {
    name: &'static str,
    title: &'static str,
}

/// A kind of cell that can be painted.
#[derive(Serialize)]
struct Brush {
    glyph: String,
    name: String,
    look: Cell,
    /// True for the first few of its kind, which are enough for most levels.
    common: bool,
    /// The goals it can stand on.
    on: Vec<Combination>,
}

#[derive(Serialize)]
struct Combination {
    target: String,
    /// The glyph of the cell that shows the piece on the goal.
    glyph: String,
}

pub(crate) fn game_entry(game: &'static dyn Game) -> GameEntry {
    let formats = levels::formats(game).into_iter();
    GameEntry {
        name: game.id(),
        title: game.title(),
        about: game.about(),
        cells: game.glyphs(),
        move_kind: game.notation().kind,
        example_move: game.notation().example(),
        formats: formats.map(|(name, title)| FormatEntry { name, title }).collect(),
        default_heuristic: game.default_heuristic(),
        heuristics: game.heuristics().iter().chain([&ZERO]).collect(),
        palette: palette(game),
        size: SideLengths { min: 1, max: Size::MAX_SIDE },
    }
}

/// The brushes of a game. A piece on a goal is painted in two strokes.
fn palette(game: &dyn Game) -> Vec<Brush> {
    let kinds = game.kinds();
    // A game with a legend has a cell for what its author wants to paint.
    let combinations = if kinds.is_open() { Vec::new() } else { kinds.combinations() };
    let glyph = |code: u16| game.cell_glyph(code).unwrap_or_default();
    let brushes = kinds.brushes().into_iter().filter_map(|brush| {
        let kind = kinds.get(brush.code)?;
        let own = combinations.iter().filter(|(piece, ..)| *piece == brush.code);
        Some(Brush {
            glyph: kind.glyph.clone(),
            name: kind.name.clone(),
            look: Cell { look: kind.look, glyph: kind.glyph.clone() },
            common: brush.is_common,
            on: own
                .map(|&(_, target, both)| Combination { target: glyph(target), glyph: glyph(both) })
                .collect(),
        })
    });
    brushes.collect()
}

/// The catalogue as JSON. It does not change while the program runs.
pub fn catalogue(games: &Games, limits: &Limits) -> Result<Response, Failure> {
    Response::json(&Catalogue {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        limits,
        games: games.iter().map(game_entry).collect(),
        algorithms: ALGORITHMS,
        palette_rgb: PALETTE.iter().map(|colour| colour.hex()).collect(),
        palette_light: PALETTE.iter().map(|colour| colour.is_light()).collect(),
    })
}
