//! A board as it is being painted, and what is still wrong with it.

use quadrille::diagnostic::Diagnostic;
use quadrille::games;
use quadrille::grid::{Grid, Size};
use quadrille::levels::{self, Level};
use quadrille::registry;
use quadrille_base::quantities::counted;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::position::{CellRow, PositionRow};

/// A board cell by cell.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Painted {
    game: String,
    rows: usize,
    cols: usize,
    cells: Vec<String>,
}

/// What there is to say about it.
#[derive(Serialize)]
pub(crate) struct Judged {
    code: Option<String>,
    position: Option<PositionRow>,
    /// How the cells look, also of a board that is no level yet; nothing where a glyph is unknown.
    cells: Vec<Option<CellRow>>,
    problems: Vec<Diagnostic>,
}

/// Says how a board looks and what is wrong with it.
pub(crate) fn judge(painted: &Painted) -> Result<Judged, Failure> {
    let game = games::by_id(&painted.game).ok_or_else(|| unknown_game(&painted.game))?;
    let size = Size::new(painted.rows, painted.cols).ok_or_else(|| {
        let most = Size::MAX_SIDE;
        Failure::unprocessable("bad-size", format!("boards go from 1x1 to {most}x{most} cells"))
    })?;
    if painted.cells.len() != size.cells() {
        let given = counted(painted.cells.len() as u64, "cell");
        let message = format!("{given} given, and a board of {size} has {}", size.cells());
        return Err(Failure::unprocessable("bad-size", message));
    }
    let codes: Vec<Option<u16>> =
        painted.cells.iter().map(|glyph| game.cell_from_glyph(glyph)).collect();
    let look = |code: u16| Some(CellRow::new(game.look(code)?, game.cell_glyph(code)?));
    let cells = codes.iter().map(|code| code.and_then(look)).collect();
    let strange = codes
        .iter()
        .enumerate()
        .filter(|(_, code)| code.is_none())
        .map(|(at, _)| game.unknown_cell(&painted.cells[at]).at_cell(at));
    let mut problems: Vec<Diagnostic> = strange.collect();
    let grid = codes
        .into_iter()
        .collect::<Option<Vec<u16>>>()
        .and_then(|cells| Grid::from_cells(size, cells));
    if let Some(grid) = &grid {
        problems.extend(game.problems(grid));
    }
    let level = grid.filter(|_| problems.is_empty()).map(|grid| Level::new(game, grid));
    Ok(Judged {
        code: level.as_ref().map(levels::to_code),
        position: level.as_ref().map(PositionRow::new),
        cells,
        problems,
    })
}

/// There is no such game.
pub(crate) fn unknown_game(id: &str) -> Failure {
    let id: String = id.chars().take(40).collect();
    Failure::unprocessable("unknown-game", format!("there is no game '{id}'"))
        .help(format!("there are {}", registry::game_ids()))
}
