//! Games, algorithms, heuristics, limits and colours.

use quadrille::draw::PALETTE;
use quadrille::games::{self, Game};
use quadrille::grid::Size;
use quadrille::heuristics::{HeuristicInfo, ZERO};
use quadrille::levels;
use quadrille::moves::MoveKind;
use quadrille::registry::{ALGORITHMS, AlgorithmInfo};
use quadrille::search::algorithm::Optimality;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::limits::{Bounds, BoundsRow};
use crate::options::{OptionRow, call, rows};
use crate::position::CellRow;

#[derive(Serialize)]
struct Catalogue {
    version: &'static str,
    limits: BoundsRow,
    games: Vec<GameRow>,
    algorithms: Vec<AlgorithmRow>,
    /// What the colours of pieces and goals count in.
    palette_rgb: Vec<String>,
    /// For each colour whether black writing is easier to read on it than white.
    palette_light: Vec<bool>,
}

#[derive(Serialize)]
struct GameRow {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    cells: &'static str,
    move_kind: &'static str,
    example_move: String,
    formats: Vec<FormatRow>,
    default_heuristic: &'static str,
    heuristics: Vec<HeuristicRow>,
    palette: Vec<PaintRow>,
    /// How long the sides of a board may be.
    size: SizeRow,
}

#[derive(Serialize)]
struct SizeRow {
    min: usize,
    max: usize,
}

#[derive(Serialize)]
struct FormatRow {
    id: &'static str,
    title: &'static str,
}

#[derive(Serialize)]
struct HeuristicRow {
    id: &'static str,
    usage: String,
    about: &'static str,
    options: Vec<OptionRow>,
    admissible: bool,
    consistent: bool,
}

#[derive(Serialize)]
struct AlgorithmRow {
    id: &'static str,
    usage: String,
    about: &'static str,
    options: Vec<OptionRow>,
    /// `always`, `with_admissible` (heuristics) or `never`.
    optimal: &'static str,
    uses_heuristic: bool,
}

/// Something that can be painted on a cell.
#[derive(Serialize)]
struct PaintRow {
    glyph: String,
    name: String,
    look: CellRow,
    /// Whether it is one of the first few of its kind, which are enough for most levels.
    common: bool,
    /// The goals that it can stand on.
    on: Vec<OnRow>,
}

/// A goal that a piece can stand on.
#[derive(Serialize)]
struct OnRow {
    /// The glyph of the goal.
    target: String,
    /// The glyph of the cell with both.
    glyph: String,
}

fn heuristic(info: &HeuristicInfo) -> HeuristicRow {
    HeuristicRow {
        id: info.name,
        usage: call(info.name, info.options),
        about: info.about,
        options: rows(info.options),
        admissible: info.admissible,
        consistent: info.consistent,
    }
}

fn algorithm(info: &AlgorithmInfo) -> AlgorithmRow {
    AlgorithmRow {
        id: info.name,
        usage: call(info.name, info.options),
        about: info.about,
        options: rows(info.options),
        optimal: match info.optimality {
            Optimality::Always => "always",
            Optimality::WithAdmissible => "with_admissible",
            Optimality::Never => "never",
        },
        uses_heuristic: info.uses_heuristic,
    }
}

fn game(game: &dyn Game) -> GameRow {
    let formats = levels::formats(game).into_iter().map(|(id, title)| FormatRow { id, title });
    GameRow {
        id: game.id(),
        title: game.title(),
        about: game.about(),
        cells: game.glyphs(),
        move_kind: match game.notation().kind {
            MoveKind::All => "all",
            MoveKind::Cell => "cell",
            MoveKind::Touch => "touch",
            MoveKind::Piece => "piece",
        },
        example_move: game.notation().example(),
        formats: formats.collect(),
        default_heuristic: game.default_heuristic(),
        heuristics: game.heuristics().iter().chain([&ZERO]).map(heuristic).collect(),
        palette: palette(game),
        size: SizeRow { min: 1, max: Size::MAX_SIDE },
    }
}

/// What can be painted. A piece on a goal is painted in two strokes.
fn palette(game: &dyn Game) -> Vec<PaintRow> {
    let kinds = game.kinds();
    let combinations = kinds.combinations();
    let glyph = |code: u16| game.cell_glyph(code).unwrap_or_default();
    let paints = kinds.brushes().into_iter().filter_map(|brush| {
        let kind = kinds.get(brush.code)?;
        let of_brush = combinations.iter().filter(|(piece, ..)| *piece == brush.code);
        Some(PaintRow {
            glyph: kind.glyph.clone(),
            name: kind.name.clone(),
            look: CellRow::new(kind.look, kind.glyph.clone()),
            common: brush.is_common,
            on: of_brush
                .map(|&(_, target, both)| OnRow { target: glyph(target), glyph: glyph(both) })
                .collect(),
        })
    });
    paints.collect()
}

/// The catalogue as JSON. It never changes while the program runs.
pub fn catalogue(bounds: &Bounds) -> Result<Answer, Failure> {
    let hex = |colour: &quadrille::draw::Rgb| {
        format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
    };
    let catalogue = Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        limits: bounds.row(),
        games: games::Games::served().iter().map(game).collect(),
        algorithms: ALGORITHMS.iter().map(algorithm).collect(),
        palette_rgb: PALETTE.iter().map(hex).collect(),
        palette_light: PALETTE.iter().map(|colour| colour.is_light()).collect(),
    };
    Answer::json(&catalogue)
}
