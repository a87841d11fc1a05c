//! An estimate from the win conditions that orders positions.

use quadrille::moves::Move;
use quadrille_search::space::{Claims, Heuristic};

use crate::program::Quantifier;
use crate::sight::Sight;
use crate::{Position, Positions};

/// An estimate from the win conditions: the distances between objects that must meet.
///
/// For `all A on B` it adds up, over the cells with `A` outside of `B`, the steps to the nearest
/// `B`; for `some A on B` it takes the least of them; for `no A` it counts the cells. It only
/// orders positions; it is not admissible.
#[derive(Debug)]
pub struct Distance {
    height: usize,
    conditions: Vec<(Quantifier, Sight, Option<Sight>)>,
}

/// The distance to an object that does not exist.
const FAR: usize = 100;

impl Distance {
    /// The estimate for a level.
    pub fn new(positions: &Positions) -> Distance {
        let conditions = positions.program.wins.iter().map(|win| {
            let place = win.place.as_ref().map(|place| Sight::new(positions, place));
            (win.quantifier, Sight::new(positions, &win.what), place)
        });
        Distance { height: positions.height.max(1), conditions: conditions.collect() }
    }

    fn nearest(&self, from: usize, to: &[usize]) -> usize {
        let place = |cell: usize| (cell / self.height, cell % self.height);
        let (column, row) = place(from);
        let steps = to.iter().map(|&to| {
            let (other_column, other_row) = place(to);
            column.abs_diff(other_column) + row.abs_diff(other_row)
        });
        steps.min().unwrap_or(FAR)
    }
}

impl Heuristic<Position, Move> for Distance {
    fn claims(&self) -> Claims {
        Claims { whole: true, ..Claims::NONE }
    }

    fn estimate(&self, state: &Position, _by: Option<&Move>) -> f64 {
        let sum: usize = self
            .conditions
            .iter()
            .map(|(quantifier, what, place)| {
                let what = what.cells(state);
                let place = place.as_ref().map(|place| place.cells(state));
                match (quantifier, place) {
                    (Quantifier::All, Some(place)) => {
                        what.iter().map(|&from| self.nearest(from, &place)).sum()
                    }
                    (Quantifier::All, None) => 0,
                    (Quantifier::Some, Some(place)) => {
                        what.iter().map(|&from| self.nearest(from, &place)).min().unwrap_or(FAR)
                    }
                    (Quantifier::Some, None) => usize::from(what.is_empty()),
                    (Quantifier::No, Some(place)) => {
                        what.iter().filter(|cell| place.contains(cell)).count()
                    }
                    (Quantifier::No, None) => what.len(),
                }
            })
            .sum();
        sum as f64
    }
}
