//! Moving objects at the end of a turn's rules.

use super::Fast;
use super::rules::{Words, is_zero, meets, within};
use crate::bits::{LAYERS_PER_WORD, iterate};
use crate::program::{ACTION, ANY_MOVEMENT, step};

impl<const N: usize, const M: usize> Fast<N, M> {
    /// Moves objects that can move, and clears the other movements. Returns true if a rigid group
    /// was banned because something it moved is blocked.
    pub(super) fn resolve(&mut self) -> bool {
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
        let is_banned = self.ban_rigid();
        for word in 0..self.moving.len() {
            let mut left = std::mem::take(&mut self.moving[word]);
            while left != 0 {
                let index = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                self.movements[index] = [0; M];
            }
        }
        is_banned
    }

    /// Marks the layers of a cell as moved by a rigid group.
    pub(super) fn mark_rigid(
        &mut self,
        index: usize,
        groups: &Words<M>,
        layers: &Words<M>,
    ) -> bool {
        let Some(rigid) = &mut self.rigid else { return false };
        if within(groups, &rigid.groups[index]) || within(layers, &rigid.layers[index]) {
            return false;
        }
        for word in 0..M {
            rigid.groups[index][word] |= groups[word];
            rigid.layers[index][word] |= layers[word];
        }
        true
    }

    /// Bans the groups whose rigid movements remain, and clears the marks.
    fn ban_rigid(&mut self) -> bool {
        let Some(rigid) = &mut self.rigid else { return false };
        let mut is_banned = false;
        for index in iterate(&self.moving) {
            for word in 0..M {
                let left = self.movements[index][word] & rigid.layers[index][word];
                if left == 0 {
                    continue;
                }
                let number = rigid.groups[index][word] >> (left.trailing_zeros() / 5 * 5);
                let number = usize::from(number as u8 & ANY_MOVEMENT).checked_sub(1);
                let group = number.and_then(|number| self.program.rigid_groups.get(number));
                if let Some(&group) = group {
                    is_banned |= !rigid.banned[group];
                    rigid.banned[group] = true;
                }
                break;
            }
        }
        rigid.groups.fill([0; M]);
        rigid.layers.fill([0; M]);
        is_banned
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
