//! `POST /api/play`: moves on a board, one after the other.

use axum::response::Response;
use quadrille::levels::Level;
use serde::{Deserialize, Serialize};

use super::answer;
use super::asked::Sent;
use super::failure::Failure;
use super::position::{PositionRow, level_of};
use super::work;

/// How many cells the positions of one answer may have together. The moves that are left can be played from the last
/// position.
const CELLS: usize = 1 << 15;

/// What is to be played.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    code: String,
    moves: String,
}

#[derive(Serialize)]
struct Played {
    positions: Vec<PositionRow>,
    solved: bool,
    /// How many of the moves were not played, since the answer would grow too long.
    left: usize,
}

/// `POST /api/play`.
pub async fn post(Sent(asked): Sent<Asked>) -> Result<Response, Failure> {
    work::apart(move || Ok(answer::json(&play(&asked)?))).await
}

fn play(asked: &Asked) -> Result<Played, Failure> {
    let Level { game, mut grid, .. } = level_of(&asked.code)?;
    let notation = game.notation();
    let moves = notation.read(&asked.moves).map_err(|mistake| {
        let before = asked.moves.get(..mistake.offset).unwrap_or_default();
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
