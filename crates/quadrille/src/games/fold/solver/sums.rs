//! A bound from the sizes of the pieces: the sizes of the shapes must add up to the board.
//!
//! A fold doubles a piece, so a shape's size follows from its folds. A knapsack over the pieces
//! gives the fewest folds with which the sizes add up and, run from both ends, the fold counts of
//! each piece that are part of a cheap enough sum.

use super::super::rules::Shapes;
use super::domains::{Contradiction, Domain, Propagation, ShapeSet};

/// A piece of one cell covers a board of 256 after 8 folds.
const MAX_FOLDS: usize = 8;

/// Impossible: more folds than any board takes. Each fold covers at least one more of at most 255
/// cells, and there are at most 61 pieces, so no sum of folds comes near.
const NEVER: u8 = u8::MAX;

/// The numbers of cells that pieces cover beyond their smallest sizes.
const TOTALS: usize = 256;

/// For each total, the fewest folds beyond the smallest that give it.
type Row = [u8; TOTALS];

#[derive(Clone, Debug)]
pub(super) struct Sizes {
    /// The number of cells at the start.
    size: usize,
    /// The shapes with each count of folds.
    by_folds: [ShapeSet; MAX_FOLDS + 1],
}

impl Sizes {
    pub(super) fn new<const C: usize>(table: &Shapes<C>) -> Sizes {
        let mut by_folds = [ShapeSet::EMPTY; MAX_FOLDS + 1];
        for (shape, &folds) in table.folds.iter().enumerate() {
            by_folds[usize::from(folds)].insert(shape);
        }
        Sizes { size: table.masks[0].count() as usize, by_folds }
    }

    /// The fold counts in a set of shapes, the lowest first.
    fn folds_in(&self, shapes: ShapeSet) -> impl Iterator<Item = usize> + '_ {
        (0..=MAX_FOLDS).filter(move |&folds| shapes.intersects(self.by_folds[folds]))
    }
}

/// The rows of the knapsack, reused between calls.
#[derive(Debug)]
pub(super) struct Sums {
    /// Before each undecided piece, the totals of those before it.
    rows: Vec<Row>,
    /// The undecided pieces with their fewest folds and the bits of their fold counts.
    open: Vec<(usize, usize, u16)>,
}

impl Sums {
    pub(super) fn new() -> Sums {
        Sums { rows: Vec::new(), open: Vec::new() }
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>()
    }

    /// Bounds the folds from below and removes the shapes whose size is part of no sum of at most
    /// `budget` folds.
    pub(super) fn check<const C: usize>(
        &mut self,
        tables: &[Shapes<C>],
        sizes: &[Sizes],
        domains: &mut [Domain<C>],
        cells: usize,
        budget: u32,
    ) -> Result<Propagation, Contradiction> {
        self.open.clear();
        let (mut covered, mut least) = (0, 0);
        for (piece, (domain, sizes)) in domains.iter().zip(sizes).enumerate() {
            let mut counts = sizes.folds_in(domain.shapes);
            let lowest = counts.next().ok_or(Contradiction)?;
            covered += sizes.size << lowest;
            least += lowest;
            let more = counts.fold(0, |bits, folds| bits | 1 << folds);
            if more != 0 {
                self.open.push((piece, lowest, more | 1 << lowest));
            }
        }
        let left = cells.checked_sub(covered).filter(|&left| left < TOTALS).ok_or(Contradiction)?;
        let spare = budget.checked_sub(least as u32).ok_or(Contradiction)?;
        let spare = spare.min(u32::from(NEVER) - 1) as u8;
        self.rows.resize(self.rows.len().max(self.open.len() + 1), [NEVER; TOTALS]);
        self.rows[0] = [NEVER; TOTALS];
        self.rows[0][0] = 0;
        for (index, &(piece, lowest, bits)) in self.open.iter().enumerate() {
            let (before, after) = self.rows.split_at_mut(index + 1);
            let (before, after) = (&before[index], &mut after[0]);
            add(before, after, sizes[piece].size, lowest, bits, left);
        }
        let folds = self.rows[self.open.len()][left];
        if folds > spare {
            return Err(Contradiction);
        }
        let bound = Propagation { folds: least as u32 + u32::from(folds), changed: false };
        Ok(Propagation { changed: self.filter(tables, sizes, domains, left, spare)?, ..bound })
    }

    /// The backward pass: tries every size of a piece with the totals of those after it.
    fn filter<const C: usize>(
        &self,
        tables: &[Shapes<C>],
        sizes: &[Sizes],
        domains: &mut [Domain<C>],
        left: usize,
        spare: u8,
    ) -> Result<bool, Contradiction> {
        let mut behind = [NEVER; TOTALS];
        behind[0] = 0;
        let mut changed = false;
        for (index, &(piece, lowest, bits)) in self.open.iter().enumerate().rev() {
            let front = &self.rows[index];
            // Reversed, so that both rows are walked in one direction.
            let mut needed = behind;
            needed[..=left].reverse();
            let mut out = ShapeSet::EMPTY;
            for folds in (lowest..=MAX_FOLDS).filter(|&folds| bits >> folds & 1 == 1) {
                let gain = (sizes[piece].size << folds) - (sizes[piece].size << lowest);
                let price = (folds - lowest) as u8;
                let fits = gain <= left
                    && front[..=left - gain]
                        .iter()
                        .zip(&needed[gain..=left])
                        .fold(NEVER, |best, (&one, &other)| best.min(one.saturating_add(other)))
                        .saturating_add(price)
                        <= spare;
                if !fits {
                    out |= sizes[piece].by_folds[folds];
                }
            }
            if domains[piece].shapes.intersects(out) {
                domains[piece].keep_set(&tables[piece], !out)?;
                changed = true;
            }
            let mut next = [NEVER; TOTALS];
            add(&behind, &mut next, sizes[piece].size, lowest, bits, left);
            behind = next;
        }
        Ok(changed)
    }
}

/// The sums with one piece more.
fn add(before: &Row, after: &mut Row, size: usize, lowest: usize, bits: u16, left: usize) {
    *after = [NEVER; TOTALS];
    for folds in (lowest..=MAX_FOLDS).filter(|&folds| bits >> folds & 1 == 1) {
        let gain = (size << folds) - (size << lowest);
        if gain > left {
            break;
        }
        let price = (folds - lowest) as u8;
        for (to, from) in after[gain..=left].iter_mut().zip(before) {
            *to = (*to).min(from.saturating_add(price));
        }
    }
}
