//! Estimates from the win conditions.

use quadrille::moves::Move;
use quadrille_search::{Claims, Heuristic};

use crate::program::{Filter, Quantifier};
use crate::{Position, Positions};

/// An estimate from the win conditions: how far the objects that must meet are apart.
///
/// For `all A on B` it adds up, over the cells with `A` outside of `B`, the steps to the nearest
/// `B`; for `some A on B` it takes the least of them; for `no A` it counts the cells. It orders
/// positions and claims nothing.
#[derive(Debug)]
pub struct Distance<'a> {
    positions: &'a Positions,
}

impl Distance<'_> {
    /// The estimate for a level.
    pub fn new(positions: &Positions) -> Distance<'_> {
        Distance { positions }
    }
}

impl Heuristic<Position, Move> for Distance<'_> {
    fn claims(&self) -> Claims {
        Claims { whole: true, ..Claims::NONE }
    }

    fn estimate(&self, state: &Position, _by: Option<&Move>) -> f64 {
        let positions = self.positions;
        let board = positions.board(state);
        let stride = positions.program.stride.max(1);
        let height = positions.height.max(1);
        let cells = |filter: &Filter| -> Vec<(usize, usize)> {
            let cells = board.objects.chunks_exact(stride).enumerate();
            let cells = cells.filter(|(_, cell)| filter.accepts(cell));
            cells.map(|(index, _)| (index / height, index % height)).collect()
        };
        let mut sum = 0;
        for win in &positions.program.wins {
            let what = cells(&win.what);
            let place = win.place.as_ref().map(&cells);
            let nearest = |from: &(usize, usize), to: &[(usize, usize)]| {
                let steps = to.iter().map(|to| from.0.abs_diff(to.0) + from.1.abs_diff(to.1));
                steps.min().unwrap_or(100)
            };
            sum += match (win.quantifier, place) {
                (Quantifier::All, Some(place)) => {
                    what.iter().map(|from| nearest(from, &place)).sum()
                }
                (Quantifier::All, None) => 0,
                (Quantifier::Some, Some(place)) => {
                    what.iter().map(|from| nearest(from, &place)).min().unwrap_or(100)
                }
                (Quantifier::Some, None) => usize::from(what.is_empty()),
                (Quantifier::No, Some(place)) => {
                    what.iter().filter(|cell| place.contains(cell)).count()
                }
                (Quantifier::No, None) => what.len(),
            };
        }
        sum as f64
    }
}
