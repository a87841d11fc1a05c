//! The heuristics of tiles.

mod collinear;
mod collision;
mod distance;
#[cfg(test)]
mod misplaced;
mod relaxed;
mod table;

use super::rules::Tiles;
use crate::heuristics::{HeuristicInfo, Named, infos};

pub(super) use distance::{MANHATTAN, idle_folds};
pub(super) use relaxed::RELAXED;

impl<const N: usize> Tiles<N> {
    pub(super) const HEURISTICS: &'static [Named<Self>] = &[
        relaxed::relaxed(),
        distance::euclidean(),
        distance::manhattan(),
        collinear::collinear(),
        collision::collision(),
    ];
}

pub static HEURISTICS: &[HeuristicInfo] =
    &infos::<_, { Tiles::<1>::HEURISTICS.len() }>(Tiles::<1>::HEURISTICS);

/// The example of `docs/adding-a-heuristic.md`.
#[cfg(test)]
mod tests {
    use super::super::cell::Cell;
    use super::*;
    use crate::definition::Cell as _;
    use crate::grid::{Grid, Size};
    use crate::search::space::Space;

    #[test]
    fn the_example_of_the_guide_works_and_is_the_one_in_the_guide() {
        let guide = include_str!("../../../../../../docs/adding-a-heuristic.md");
        assert!(guide.contains(include_str!("misplaced.rs")), "the guide shows another text");
        // One slide to the right brings both blocks to their goals, and none is there yet.
        let cells = "r.Rb.B".chars().map(|glyph| Cell::from_glyph(&glyph.to_string()));
        let cells = cells.collect::<Option<Vec<Cell>>>().expect("cells of tiles");
        let size = Size::new(2, 3).expect("a size");
        let puzzle = Tiles::<1>::from_board(&Grid::from_cells(size, cells).expect("a board"));
        let misplaced = misplaced::misplaced();
        let estimate = (misplaced.build)(&puzzle, &[]);
        assert_eq!(estimate(&puzzle.start(), None), 2.0);
    }
}
