//! Playing moves on a board.

use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Game, Games, Step};
use quadrille::levels::Level;
use quadrille::verify;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;
use crate::position::{Cell, PositionView, cells};

/// The most cells in the positions of one response together. The remaining moves can be played
/// from the last position.
const MAX_CELLS: usize = 1 << 15;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    code: String,
    moves: String,
    /// Stop at an illegal move and return its reason, instead of failing.
    #[serde(default)]
    refusals: bool,
}

#[derive(Serialize)]
pub(crate) struct Play {
    positions: Vec<PositionView>,
    /// The steps of each move, for an animation.
    steps: Vec<Vec<ShownStep>>,
    solved: bool,
    /// The number of moves not played because the response would be too long.
    left: usize,
    /// Why the next move is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Diagnostic>,
}

/// A step of a move. The last one leads to the position; the others have the cells they lead to.
#[derive(Serialize)]
struct ShownStep {
    #[serde(flatten)]
    step: Step,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<Cell>>,
}

impl ShownStep {
    fn new(game: &dyn Game, step: Step, is_last: bool) -> ShownStep {
        let cells = (!is_last).then(|| cells(game, &step.board));
        ShownStep { step, cells }
    }
}

pub(crate) fn play(request: &PlayRequest, games: &Games) -> Result<Play, Failure> {
    let Level { game, mut grid, .. } = level_of(games, &request.code)?;
    let notation = game.notation();
    let moves = notation
        .read(&request.moves)
        .map_err(|mistake| Failure::of(422, mistake.locate(&request.moves)))?;
    let most = (MAX_CELLS / grid.size().cells()).max(1);
    let (mut positions, mut steps) = (Vec::new(), Vec::new());
    let mut solved = game.is_solved(&grid);
    let mut refused = None;
    for (index, &mv) in moves.iter().take(most).enumerate() {
        let after = match verify::play(game, &grid, index + 1, mv) {
            Ok(after) => after,
            Err(reason) if request.refusals => {
                refused = Some(reason);
                break;
            }
            Err(reason) => return Err(Failure::of(422, reason)),
        };
        let shown = game.steps(&grid, mv).unwrap_or_default();
        grid = after;
        let last = shown.len().saturating_sub(1);
        let shown = shown.into_iter().enumerate();
        steps.push(shown.map(|(at, step)| ShownStep::new(game, step, at == last)).collect());
        solved = game.is_solved(&grid);
        positions.push(PositionView::new(&Level::new(game, grid.clone())));
    }
    Ok(Play { left: moves.len() - positions.len(), positions, steps, solved, refused })
}
