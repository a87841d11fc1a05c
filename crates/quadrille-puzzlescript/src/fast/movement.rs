//! Moving objects at the end of a turn's rules.

use super::Fast;
use super::rules::{is_zero, meets};
use crate::bits::LAYERS_PER_WORD;
use crate::program::{ACTION, ANY_MOVEMENT, step};

impl<const N: usize, const M: usize> Fast<N, M> {
    /// Moves objects that can move, and clears the other movements.
    pub(super) fn resolve(&mut self) {
        let mut has_moved = true;
        while has_moved {
            has_moved = false;
            for word in 0..self.moving.len() {
                let mut left = self.moving[word];
                while left != 0 {
                    let index = word * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    has_moved |= self.resolve_cell(index);
                }
            }
        }
        for word in 0..self.moving.len() {
            let mut left = std::mem::take(&mut self.moving[word]);
            while left != 0 {
                let index = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                self.movements[index] = [0; M];
            }
        }
    }

    fn resolve_cell(&mut self, index: usize) -> bool {
        let mut has_moved = false;
        for word in 0..M {
            let mut left = self.movements[index][word];
            while left != 0 {
                let layer_in_word = left.trailing_zeros() / 5;
                let shift = 5 * layer_in_word;
                let movement = (left >> shift) as u8 & ANY_MOVEMENT;
                left &= !(u64::from(ANY_MOVEMENT) << shift);
                let layer = word * LAYERS_PER_WORD + layer_in_word as usize;
                if self.try_move(index, layer, movement) {
                    self.movements[index][word] &= !(u64::from(movement) << shift);
                    has_moved = true;
                }
            }
        }
        if is_zero(&self.movements[index]) {
            self.moving[index / 64] &= !(1 << (index % 64));
        }
        has_moved
    }

    #[inline(always)]
    fn try_move(&mut self, index: usize, layer: usize, movement: u8) -> bool {
        let Some((columns, rows)) = step(movement) else { return false };
        let x = (index / self.height) as isize + columns;
        let y = (index % self.height) as isize + rows;
        if x < 0 || y < 0 || x >= self.width as isize || y >= self.height as isize {
            return false;
        }
        let target = x as usize * self.height + y as usize;
        let mask = &self.layers[layer];
        if movement != ACTION && meets(mask, &self.objects[target]) {
            return false;
        }
        if target != index {
            let mut moved = [0; N];
            for word in 0..N {
                moved[word] = self.objects[index][word] & mask[word];
                self.objects[index][word] ^= moved[word];
                self.objects[target][word] |= moved[word];
            }
            self.planes.flip(index, &moved);
            self.planes.flip(target, &moved);
        }
        true
    }
}
