//! The domains of the pieces: a set of shapes for each, and the cells that follow from it.
//!
//! For each piece two masks are kept: the cells that some of its shapes cover (`may`) and those
//! that all of them cover (`must`). A shape is removed if it contains a cell that another piece
//! must cover, or lacks one that no other piece may cover.

use super::super::rules::{MAX_SHAPES, Shapes};
use crate::grid::Words;
use crate::search::Cost;

pub(super) type ShapeSet = Words<{ MAX_SHAPES / 64 }>;

/// The shapes that one piece can still take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Domain<const C: usize> {
    pub(super) shapes: ShapeSet,
    /// The cells that at least one of them covers.
    pub(super) may: Words<C>,
    /// The cells that all of them cover.
    pub(super) must: Words<C>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

/// The result of a bound on the domains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Propagation {
    /// No cover takes fewer folds.
    pub(super) folds: Cost,
    /// True if shapes were removed.
    pub(super) changed: bool,
}

impl<const C: usize> Domain<C> {
    pub(super) fn all(table: &Shapes<C>) -> Domain<C> {
        let mut domain = Domain {
            shapes: (0..table.masks.len()).collect(),
            may: Words::EMPTY,
            must: Words::EMPTY,
        };
        domain.measure(table);
        domain
    }

    /// Computes the masks from the set.
    fn measure(&mut self, table: &Shapes<C>) {
        self.may = Words::EMPTY;
        self.must = !Words::EMPTY;
        for shape in self.shapes.bits() {
            self.may |= table.masks[shape];
            self.must &= table.masks[shape];
        }
    }

    /// Keeps the shapes that cover all of `inside` and no cell of `outside`.
    pub(super) fn keep(
        &mut self,
        table: &Shapes<C>,
        inside: Words<C>,
        outside: Words<C>,
    ) -> Result<(), Contradiction> {
        let (mut may, mut must) = (Words::EMPTY, !Words::EMPTY);
        let mut left = self.shapes;
        for shape in self.shapes.bits() {
            let mask = table.masks[shape];
            if mask & inside == inside && !mask.intersects(outside) {
                may |= mask;
                must &= mask;
            } else {
                left.remove(shape);
            }
        }
        if left.is_empty() {
            return Err(Contradiction);
        }
        *self = Domain { shapes: left, may, must };
        Ok(())
    }

    pub(super) fn keep_set(
        &mut self,
        table: &Shapes<C>,
        set: ShapeSet,
    ) -> Result<(), Contradiction> {
        self.shapes &= set;
        if self.shapes.is_empty() {
            return Err(Contradiction);
        }
        self.measure(table);
        Ok(())
    }
}

/// Propagates the masks to a fixed point. Returns the cells that some piece must cover.
pub(super) fn propagate<const C: usize>(
    tables: &[Shapes<C>],
    domains: &mut [Domain<C>],
    whole: Words<C>,
) -> Result<Words<C>, Contradiction> {
    loop {
        let (mut once, mut twice) = (Words::EMPTY, Words::EMPTY);
        let mut claimed = Words::<C>::EMPTY;
        for domain in domains.iter() {
            twice |= once & domain.may;
            once |= domain.may;
            if claimed.intersects(domain.must) {
                return Err(Contradiction);
            }
            claimed |= domain.must;
        }
        if once != whole {
            return Err(Contradiction);
        }
        let mut changed = false;
        for (domain, table) in domains.iter_mut().zip(tables) {
            let own = domain.may & !twice;
            let others = claimed & !domain.must;
            if own & domain.must != own || domain.may.intersects(others) {
                domain.keep(table, own, others)?;
                claimed |= domain.must;
                changed = true;
            }
        }
        if !changed {
            return Ok(claimed);
        }
    }
}
