//! A position as it is told to others.

use quadrille::games::{Game, Ground, Look, Mark, Pick, Shape};
use quadrille::grid::{Direction, Grid};
use quadrille::levels::{self, Level};
use quadrille::moves::{Move, Notation, piece_glyph};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;

/// A board with everything that can be seen on it and done with it.
#[derive(Serialize)]
pub(crate) struct PositionRow {
    game: &'static str,
    code: String,
    rows: usize,
    cols: usize,
    cells: Vec<CellRow>,
    moves: Vec<MoveRow>,
    /// What a player can take hold of.
    picks: Vec<PickRow>,
    /// What a move is called that the game counts beside all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    tally: Option<String>,
    solved: bool,
}

/// Something that a player can take hold of: its cells by index, and its moves as they are written.
#[derive(Serialize)]
struct PickRow {
    cells: Vec<usize>,
    moves: Vec<String>,
}

/// How a cell looks.
#[derive(Serialize)]
pub(crate) struct CellRow {
    ground: &'static str,
    target: Option<MarkRow>,
    piece: Option<PieceRow>,
    glyph: String,
}

#[derive(Serialize)]
struct MarkRow {
    colour: u8,
    label: String,
}

#[derive(Serialize)]
struct PieceRow {
    shape: &'static str,
    #[serde(flatten)]
    mark: MarkRow,
}

/// A move that can be made.
#[derive(Serialize)]
pub(crate) struct MoveRow {
    text: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    col: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
    /// Whether the game counts it beside all moves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tallied: bool,
}

impl From<Mark> for MarkRow {
    fn from(mark: Mark) -> MarkRow {
        MarkRow { colour: mark.colour, label: mark.text() }
    }
}

impl CellRow {
    /// A cell by its look, with the glyph that stands for it.
    pub(crate) fn new(look: Look, glyph: String) -> CellRow {
        CellRow {
            ground: match look.ground {
                Ground::Floor => "floor",
                Ground::Wall => "wall",
                Ground::Hole => "hole",
                Ground::Goal => "goal",
            },
            target: look.target.map(MarkRow::from),
            piece: look.piece.map(|(shape, mark)| PieceRow {
                shape: match shape {
                    Shape::Block => "block",
                    Shape::Disc => "disc",
                    Shape::Joined => "joined",
                },
                mark: mark.into(),
            }),
            glyph,
        }
    }
}

impl MoveRow {
    /// A move as a game writes it.
    pub(crate) fn new(notation: Notation, mv: Move) -> MoveRow {
        let (kind, at, piece, direction) = match mv {
            Move::All(direction) => ("all", None, None, Some(direction)),
            Move::Cell(at, direction) => ("cell", Some(at), None, Some(direction)),
            Move::Touch(at) => ("touch", Some(at), None, None),
            Move::Piece(piece, direction) => ("piece", None, Some(piece), Some(direction)),
        };
        MoveRow {
            text: notation.write(mv),
            kind,
            direction: direction.map(|direction| match direction {
                Direction::Up => "up",
                Direction::Down => "down",
                Direction::Left => "left",
                Direction::Right => "right",
            }),
            row: at.map(|at| at.row),
            col: at.map(|at| at.col),
            // As it stands on its cells and in the text.
            piece: piece
                .map(|piece| piece_glyph(piece).map_or_else(|| piece.to_string(), String::from)),
            tallied: false,
        }
    }
}

impl PositionRow {
    /// The position of a level.
    pub(crate) fn new(level: &Level) -> PositionRow {
        let (game, grid): (_, &Grid<u16>) = (level.game, &level.grid);
        let notation = game.notation();
        let tally = |plan: &[Move]| game.tally(grid, plan);
        let mv = |mv: Move| MoveRow {
            tallied: tally(&[mv]).is_some_and(|tally| tally.count > 0),
            ..MoveRow::new(notation, mv)
        };
        PositionRow {
            game: game.id(),
            code: levels::to_code(level),
            rows: grid.size().rows(),
            cols: grid.size().cols(),
            cells: cells(game, grid),
            moves: game.moves(grid).into_iter().map(mv).collect(),
            picks: game
                .picks(grid)
                .into_iter()
                .map(|Pick { cells, moves }| PickRow {
                    cells,
                    moves: moves.into_iter().map(|mv| notation.write(mv)).collect(),
                })
                .collect(),
            tally: tally(&[]).map(|tally| tally.noun),
            solved: game.is_solved(grid),
        }
    }
}

/// The cells of a board in reading order.
pub(crate) fn cells(game: &dyn Game, board: &Grid<u16>) -> Vec<CellRow> {
    let looks = game.looks(board);
    let cells = board.cells().iter().zip(looks.cells());
    let cell = |(&code, &look)| CellRow::new(look, game.cell_glyph(code).unwrap_or_default());
    cells.map(cell).collect()
}

/// Which position is meant.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    /// Its share code.
    pub(crate) code: String,
}

/// The position that a share code stands for.
pub(crate) fn position(which: &Which) -> Result<PositionRow, Failure> {
    Ok(PositionRow::new(&level_of(&which.code)?))
}
