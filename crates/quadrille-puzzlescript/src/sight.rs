//! The cells of a position that a filter accepts, as one bit each.

use crate::bits::iterate;
use crate::program::Filter;
use crate::{Position, Positions};

/// A filter over the positions of a level.
#[derive(Debug)]
pub(crate) struct Sight {
    /// The cells accepted because of objects that never change.
    fixed: Vec<u64>,
    planes: Vec<usize>,
    is_aggregate: bool,
}

impl Sight {
    pub(crate) fn new(positions: &Positions, filter: &Filter) -> Sight {
        let words = positions.words;
        let stride = positions.program.stride.max(1);
        let mut fixed = vec![if filter.is_aggregate { u64::MAX } else { 0 }; words];
        let mut planes = Vec::new();
        for object in filter.objects.iter() {
            if let Some(plane) = positions.planes[object] {
                planes.push(plane);
                continue;
            }
            let mut cells = vec![0_u64; words];
            for (index, cell) in positions.base.chunks_exact(stride).enumerate() {
                cells[index / 64] |= (cell[object / 64] >> (object % 64) & 1) << (index % 64);
            }
            for (word, cells) in fixed.iter_mut().zip(cells) {
                *word = if filter.is_aggregate { *word & cells } else { *word | cells };
            }
        }
        Sight { fixed, planes, is_aggregate: filter.is_aggregate }
    }

    /// The cells, as bits.
    pub(crate) fn bits(&self, position: &Position) -> Vec<u64> {
        let mut bits = self.fixed.clone();
        for &plane in &self.planes {
            let from = plane * bits.len();
            for (word, plane) in bits.iter_mut().zip(&position[from..]) {
                *word = if self.is_aggregate { *word & plane } else { *word | plane };
            }
        }
        bits
    }

    /// The cells, by their indices.
    pub(crate) fn cells(&self, position: &Position) -> Vec<usize> {
        iterate(&self.bits(position)).collect()
    }
}
