//! A position: a board in play, with the moves that can be made on it.

use quadrille::games::{Game, Games, Look, Pick};
use quadrille::grid::{Direction, Grid};
use quadrille::levels::{self, Level};
use quadrille::moves::{Move, MoveKind, Notation, piece_glyph};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    pub(crate) code: String,
}

#[derive(Serialize)]
pub(crate) struct PositionView {
    game: &'static str,
    code: String,
    rows: usize,
    cols: usize,
    cells: Vec<Cell>,
    moves: Vec<LegalMove>,
    /// The pieces or cells that a player can select.
    picks: Vec<PickedMoves>,
    /// The noun for the moves that the game counts separately, such as the pushes of Sokoban.
    #[serde(skip_serializing_if = "Option::is_none")]
    tally: Option<String>,
    solved: bool,
}

/// A selectable piece: its cells by index, and its moves in the game's notation.
#[derive(Serialize)]
struct PickedMoves {
    cells: Vec<usize>,
    moves: Vec<String>,
}

/// A cell: its look and its glyph.
#[derive(Serialize)]
pub(crate) struct Cell {
    #[serde(flatten)]
    pub(crate) look: Look,
    pub(crate) glyph: String,
}

#[derive(Serialize)]
struct LegalMove {
    text: String,
    kind: MoveKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<Direction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    col: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
    /// True if the game counts it separately.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tallied: bool,
}

impl LegalMove {
    fn new(notation: Notation, mv: Move, tallied: bool) -> LegalMove {
        let (at, piece, direction) = match mv {
            Move::All(direction) => (None, None, Some(direction)),
            Move::Action | Move::Wait => (None, None, None),
            Move::Cell(at, direction) => (Some(at), None, Some(direction)),
            Move::Touch(at) => (Some(at), None, None),
            Move::Piece(piece, direction) => (None, Some(piece), Some(direction)),
        };
        LegalMove {
            text: notation.write(mv),
            kind: mv.kind(),
            direction,
            row: at.map(|at| at.row),
            col: at.map(|at| at.col),
            piece: piece
                .map(|piece| piece_glyph(piece).map_or_else(|| piece.to_string(), String::from)),
            tallied,
        }
    }
}

impl PositionView {
    pub(crate) fn new(level: &Level) -> PositionView {
        let (game, grid) = (level.game, &level.grid);
        let notation = game.notation();
        let tally = |plan: &[Move]| game.tally(grid, plan);
        let legal = |mv: Move| {
            let tallied = tally(&[mv]).is_some_and(|tally| tally.count > 0);
            LegalMove::new(notation, mv, tallied)
        };
        PositionView {
            game: game.id(),
            code: levels::to_code(level),
            rows: grid.size().rows(),
            cols: grid.size().cols(),
            cells: cells(game, grid),
            moves: game.moves(grid).into_iter().map(legal).collect(),
            picks: game
                .picks(grid)
                .into_iter()
                .map(|Pick { cells, moves }| PickedMoves {
                    cells,
                    moves: moves.into_iter().map(|mv| notation.write(mv)).collect(),
                })
                .collect(),
            tally: tally(&[]).map(|tally| tally.noun),
            solved: game.is_solved(grid),
        }
    }
}

pub(crate) fn cells(game: &dyn Game, board: &Grid<u16>) -> Vec<Cell> {
    let looks = game.looks(board);
    let cells = board.cells().iter().zip(looks.cells());
    let cell = |(&code, &look): (&u16, &Look)| Cell {
        look,
        glyph: game.cell_glyph(code).unwrap_or_default(),
    };
    cells.map(cell).collect()
}

pub(crate) fn position(request: &PositionRequest, games: &Games) -> Result<PositionView, Failure> {
    Ok(PositionView::new(&level_of(games, &request.code)?))
}
