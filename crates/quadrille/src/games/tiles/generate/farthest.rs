//! The hardest goals for blocks that stay in place.
//!
//! If a ground has too many positions for [`super::sweep`], a breadth-first search from the start
//! gives the distance of each position. The last one within its limit takes as many moves as the
//! depth of its layer, even if the search is cut off: layers are complete before the next one
//! begins.

use super::super::cell::Cell;
use super::super::plain;
use super::super::rules::Tiles;
use crate::definition::Hardest;
use crate::grid::{Grid, Words};
use crate::moves::Move;
use crate::search::{
    space::Space,
    toolkit::{Deadline, Inserted, Nodes, Parent},
};

/// The goals that are farthest from the blocks, among the first positions. `None` if some blocks
/// have no goal: then many positions are equivalent.
pub(super) fn hardest(board: &Grid<Cell>, nodes: u64) -> Option<Hardest<Cell>> {
    match plain::blocks(board).count() {
        ..=8 => within::<1>(board, nodes),
        9..=16 => within::<2>(board, nodes),
        _ => None,
    }
}

fn within<const N: usize>(board: &Grid<Cell>, most: u64) -> Option<Hardest<Cell>> {
    let puzzle = Tiles::<N>::from_board(board);
    if puzzle.groups().iter().any(|group| !group.is_bound()) {
        return None;
    }
    let mut nodes: Nodes<Words<N>> = Nodes::new(usize::MAX, Deadline::default());
    nodes.insert(puzzle.canonical_form(puzzle.start()), Parent::NONE).ok()?;
    let (mut depth, mut layer_end, mut next) = (0, 1, 0);
    while next < nodes.len() && u64::from(next) < most {
        if next == layer_end {
            depth += 1;
            layer_end = nodes.len();
        }
        let (here, trace) = (*nodes.state(next), nodes.link(next).trace());
        let mut is_full = false;
        puzzle.slides_after(&here, trace, &mut |mv, state| {
            let is_vertical = matches!(mv, Move::All(direction) if direction.is_vertical());
            let known: Result<Inserted, _> =
                nodes.insert(puzzle.canonical_form(state), Parent::new(next, is_vertical));
            is_full |= known.is_err();
        });
        if is_full {
            return None;
        }
        next += 1;
    }
    let last = nodes.len() - 1;
    // Positions reached after the last layer that was begun are one move farther.
    let moves = if last >= layer_end { depth + 1 } else { depth };
    (moves > 0).then(|| Hardest {
        board: super::placed(board, &puzzle, None, *nodes.state(last)),
        moves,
        rated: u64::from(last),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::Game;
    use super::*;
    use crate::definition::{Cell as _, Definition};
    use crate::grid::Size;
    use crate::search::Control;

    const ROWS: [&str; 6] = [
        "aA . . # . .", ". # . . . bB", ". . cC . . .", "dD . . . # .", ". # . eE . .",
        "fF . . . . gG",
    ];

    fn board() -> Grid<Cell> {
        let cells = ROWS.iter().flat_map(|row| row.split(' '));
        let cells = cells.map(|glyph| Cell::from_glyph(glyph).unwrap()).collect();
        Grid::from_cells(Size::new(6, 6).unwrap(), cells).unwrap()
    }

    #[test]
    fn the_farthest_goals_take_as_many_moves_as_are_told() {
        for nodes in [1, 2, 100, 5_000, 200_000] {
            let hardest = hardest(&board(), nodes).unwrap();
            let report = Game.best(&hardest.board, &mut Control::default().start(), None);
            assert!(report.is_optimal());
            assert_eq!(report.plan().map(|(_, moves)| moves), Some(hardest.moves), "{nodes}");
        }
    }
}
