//! Moves on a board, one after the other.

use quadrille::levels::Level;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::level::level_of;
use crate::position::PositionRow;

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
    solved: bool,
    /// How many of the moves were not played, since the answer would grow too long.
    left: usize,
}

/// Plays the moves.
pub(crate) fn play(asked: &Asked) -> Result<Played, Failure> {
    let Level { game, mut grid, .. } = level_of(&asked.code)?;
    let notation = game.notation();
    let moves = notation.read(&asked.moves).map_err(|mistake| {
        let before = asked.moves.get(..mistake.span().start).unwrap_or_default();
        let number = notation.read(before).map_or(1, |moves| moves.len() + 1);
        Failure::unprocessable("no-move", mistake.message)
            .help("write moves with blanks between them")
            .of_move(number)
    })?;
    let most = (CELLS / grid.size().cells()).max(1);
    let mut positions = Vec::new();
    let mut solved = game.is_solved(&grid);
    for (index, &mv) in moves.iter().take(most).enumerate() {
        grid = game.play(&grid, mv).map_err(|reason| {
            let text = notation.write(mv);
            let message = format!("move {} ({text}) is illegal: {reason}", index + 1);
            Failure::unprocessable("illegal-move", message).of_move(index + 1)
        })?;
        solved = game.is_solved(&grid);
        positions.push(PositionRow::new(&Level::new(game, grid.clone())));
    }
    Ok(Played { left: moves.len() - positions.len(), positions, solved })
}
