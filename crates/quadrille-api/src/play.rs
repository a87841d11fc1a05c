//! Moves on a board, one after the other.

use quadrille::games::{Game, Step};
use quadrille::levels::Level;
use quadrille::verify;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;
use crate::position::{CellRow, PositionRow, cells};

/// How many cells the positions of one answer may have together. The moves that are left can be played from the last
/// position.
const CELLS: usize = 1 << 15;

/// What is to be played.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    code: String,
    moves: String,
}

/// What comes of it.
#[derive(Serialize)]
pub(crate) struct Played {
    positions: Vec<PositionRow>,
    /// For each move the steps that show it.
    steps: Vec<Vec<ShownStep>>,
    solved: bool,
    /// How many of the moves were not played, since the answer would grow too long.
    left: usize,
}

/// A step of a move. The last one leads to the position; the others have the cells they lead to.
#[derive(Serialize)]
struct ShownStep {
    #[serde(flatten)]
    step: Step,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<CellRow>>,
}

impl ShownStep {
    fn new(game: &dyn Game, step: Step, is_last: bool) -> ShownStep {
        let cells = (!is_last).then(|| cells(game, &step.board));
        ShownStep { step, cells }
    }
}

/// Plays the moves.
pub(crate) fn play(asked: &Asked) -> Result<Played, Failure> {
    let Level { game, mut grid, .. } = level_of(&asked.code)?;
    let notation = game.notation();
    let moves = notation
        .read(&asked.moves)
        .map_err(|mistake| Failure::of(422, mistake.locate(&asked.moves)))?;
    let most = (CELLS / grid.size().cells()).max(1);
    let (mut positions, mut steps) = (Vec::new(), Vec::new());
    let mut solved = game.is_solved(&grid);
    for (index, &mv) in moves.iter().take(most).enumerate() {
        let refused = |error| Failure::of(422, error);
        let after = verify::play(game, &grid, index + 1, mv).map_err(refused)?;
        let shown = game.steps(&grid, mv).unwrap_or_default();
        grid = after;
        let last = shown.len().saturating_sub(1);
        let shown = shown.into_iter().enumerate();
        steps.push(shown.map(|(at, step)| ShownStep::new(game, step, at == last)).collect());
        solved = game.is_solved(&grid);
        positions.push(PositionRow::new(&Level::new(game, grid.clone())));
    }
    Ok(Played { left: moves.len() - positions.len(), positions, steps, solved })
}
