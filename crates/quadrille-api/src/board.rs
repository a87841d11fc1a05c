//! A board in the editor, and its problems.

use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Game, Games};
use quadrille::grid::{Grid, Size};
use quadrille::levels::{self, Level};
use quadrille_base::quantities::counted;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::position::{Cell, PositionView};

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardRequest {
    game: String,
    rows: usize,
    cols: usize,
    cells: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct CheckedBoard {
    code: Option<String>,
    position: Option<PositionView>,
    /// The cells; `null` where a glyph is unknown. Also filled in for a board that is not a level
    /// yet.
    cells: Vec<Option<Cell>>,
    problems: Vec<Diagnostic>,
}

pub(crate) fn board(request: &BoardRequest, games: &Games) -> Result<CheckedBoard, Failure> {
    let game = game_of(games, &request.game)?;
    let size = Size::new(request.rows, request.cols).ok_or_else(|| {
        let most = Size::MAX_SIDE;
        Failure::unprocessable("bad-size", format!("boards go from 1x1 to {most}x{most} cells"))
    })?;
    if request.cells.len() != size.cells() {
        let given = counted(request.cells.len() as u64, "cell");
        let message = format!("{given} given, but a board of {size} has {}", size.cells());
        return Err(Failure::unprocessable("bad-size", message));
    }
    let codes: Vec<Option<u16>> =
        request.cells.iter().map(|glyph| game.cell_from_glyph(glyph)).collect();
    let look = |code: u16| Some(Cell { look: game.look(code)?, glyph: game.cell_glyph(code)? });
    let cells = codes.iter().map(|code| code.and_then(look)).collect();
    let strange = codes
        .iter()
        .enumerate()
        .filter(|(_, code)| code.is_none())
        .map(|(at, _)| game.unknown_cell(&request.cells[at]).at_cell(at));
    let mut problems: Vec<Diagnostic> = strange.collect();
    let grid = codes
        .into_iter()
        .collect::<Option<Vec<u16>>>()
        .and_then(|cells| Grid::from_cells(size, cells));
    if let Some(grid) = &grid {
        problems.extend(game.problems(grid));
    }
    let level = grid.filter(|_| problems.is_empty()).map(|grid| Level::new(game, grid));
    Ok(CheckedBoard {
        code: level.as_ref().map(levels::to_code),
        position: level.as_ref().map(PositionView::new),
        cells,
        problems,
    })
}

pub(crate) fn game_of(games: &Games, name: &str) -> Result<&'static dyn Game, Failure> {
    games.by_id(name).ok_or_else(|| {
        let name: String = name.chars().take(40).collect();
        Failure::unprocessable("unknown-game", format!("unknown game '{name}'"))
            .help(format!("the games are {}", games.names()))
    })
}
