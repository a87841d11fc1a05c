//! A census as JSON.

use quadrille::census::Route;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::search::{Stats, Stop};
use serde::Serialize;

use super::CensusResult;

#[derive(Serialize)]
pub struct CensusFields {
    /// True if every board was examined.
    complete: bool,
    stop: Option<Stop>,
    boards: Option<u64>,
    /// The number of positions reachable from them.
    positions: u64,
    #[serde(flatten)]
    kind: Kind,
    stats: Stats,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Kind {
    Census {
        solvable: Option<u64>,
        unsolvable: Option<u64>,
        moves: Option<usize>,
        /// The number of boards that take 0, 1, 2 … moves at least.
        to_goal: Option<Vec<u64>>,
        hardest: Option<Example>,
        unsolvable_board: Option<Vec<String>>,
    },
    Distances {
        /// The largest distance from a board to a position reachable from it.
        moves: Option<u32>,
        /// The number of boards whose farthest position is 0, 1, 2 … moves away.
        by_distance: Vec<u64>,
        farthest: Option<Example>,
    },
}

#[derive(Serialize)]
struct Example {
    board: Vec<String>,
    plan: Vec<String>,
}

pub fn of(game: &dyn Game, found: &CensusResult) -> CensusFields {
    let rows = |board: &Grid<u16>| -> Vec<String> {
        let glyph = |&cell: &u16| game.cell_glyph(cell).unwrap_or_default();
        board.rows().map(|row| row.iter().map(glyph).collect::<Vec<_>>().join(" ")).collect()
    };
    let example = |Route { board, moves }: &Route| Example {
        board: rows(board),
        plan: moves.iter().map(|&mv| game.notation().write(mv)).collect(),
    };
    match found {
        CensusResult::Census(census) => {
            let solvable = census.solvable();
            let unsolvable = census.starts.zip(solvable).map(|(all, solvable)| all - solvable);
            let to_goal = census.to_goal.clone();
            CensusFields {
                complete: census.stop.is_none(),
                stop: census.stop,
                boards: census.starts,
                positions: census.positions,
                kind: Kind::Census {
                    solvable,
                    unsolvable,
                    moves: to_goal.as_ref().and_then(|counts| counts.len().checked_sub(1)),
                    to_goal,
                    hardest: census.hardest.as_ref().map(example),
                    unsolvable_board: census.unsolvable.as_ref().map(|route| rows(&route.board)),
                },
                stats: census.stats,
            }
        }
        CensusResult::Distances(distances) => CensusFields {
            complete: distances.stop.is_none(),
            stop: distances.stop,
            boards: distances.starts,
            positions: distances.positions,
            kind: Kind::Distances {
                moves: distances.most(),
                by_distance: distances.by_distance.clone(),
                farthest: distances.farthest.as_ref().map(example),
            },
            stats: distances.stats,
        },
    }
}
