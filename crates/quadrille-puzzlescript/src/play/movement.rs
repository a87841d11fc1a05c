//! Resolves movements after the rules: objects with room move, the others stay.

use std::sync::Arc;

use super::Play;
use crate::bits::{iterate, movement_place};
use crate::program::{ACTION, ANY_MOVEMENT, step};

impl Play {
    /// Gives every player the movement of an input, and returns the cells of the players.
    pub(super) fn start_movement(&mut self, movement: u8) -> Vec<usize> {
        let program = Arc::clone(&self.program);
        let cells = 0..self.width * self.height;
        let players: Vec<usize> =
            cells.filter(|index| program.player.accepts(self.cell(*index))).collect();
        for &index in &players {
            let both: Vec<u64> = self
                .cell(index)
                .iter()
                .zip(&program.player.objects.0)
                .map(|(cell, player)| cell & player)
                .collect();
            for object in iterate(&both) {
                let (word, shift) = movement_place(program.objects[object].layer);
                let at = index * program.movement_stride + word;
                self.movements[at] |= u64::from(movement) << shift;
            }
        }
        players
    }

    pub(super) fn movement(&self, index: usize, layer: usize) -> u8 {
        let (word, shift) = movement_place(layer);
        let movements = self.movements[index * self.program.movement_stride + word];
        (movements >> shift) as u8 & ANY_MOVEMENT
    }

    /// Moves objects that can move. Returns true if a rigid group was banned because something it
    /// moved is blocked.
    pub(super) fn resolve_movements(&mut self, banned: &mut [bool]) -> bool {
        let program = Arc::clone(&self.program);
        let cells = self.width * self.height;
        let mut has_moved = true;
        while has_moved {
            has_moved = false;
            self.work += cells as u64;
            for index in 0..cells {
                if self.cell_movements(index).iter().all(|word| *word == 0) {
                    continue;
                }
                for layer in 0..program.layers() {
                    let movement = self.movement(index, layer);
                    if movement != 0 && self.try_move(index, layer, movement) {
                        let (word, shift) = movement_place(layer);
                        let at = index * program.movement_stride + word;
                        self.movements[at] &= !(u64::from(movement) << shift);
                        has_moved = true;
                    }
                }
            }
        }
        let is_banned = self.ban_rigid(banned);
        self.movements.fill(0);
        self.rigid_groups.fill(0);
        self.rigid_layers.fill(0);
        is_banned
    }

    /// Moves the object in a layer of a cell, if there is room.
    fn try_move(&mut self, index: usize, layer: usize, movement: u8) -> bool {
        let program = Arc::clone(&self.program);
        let Some((columns, rows)) = step(movement) else { return false };
        let (x, y) =
            ((index / self.height) as isize + columns, (index % self.height) as isize + rows);
        if x < 0 || y < 0 || x >= self.width as isize || y >= self.height as isize {
            return false;
        }
        let target = x as usize * self.height + y as usize;
        let mask = &program.layer_masks[layer];
        if movement != ACTION && mask.meets(self.cell(target)) {
            return false;
        }
        self.sound_movement(index, layer, movement);
        if target != index {
            for (word, mask) in mask.0.iter().enumerate() {
                let moved = self.objects[index * program.stride + word] & mask;
                self.objects[index * program.stride + word] &= !mask;
                self.objects[target * program.stride + word] |= moved;
            }
        }
        true
    }

    /// Bans the groups whose rigid movements remain, and records the sounds of blocked objects.
    fn ban_rigid(&mut self, banned: &mut [bool]) -> bool {
        let program = Arc::clone(&self.program);
        let stride = program.movement_stride;
        let mut is_banned = false;
        for index in 0..self.width * self.height {
            let from = index * stride;
            if self.movements[from..from + stride].iter().all(|word| *word == 0) {
                continue;
            }
            let rigid = &self.rigid_layers[from..from + stride];
            if rigid.iter().any(|word| *word != 0) {
                for (word, rigid) in rigid.iter().enumerate() {
                    self.movements[from + word] &= rigid;
                }
                let layer = (0..program.layers()).find(|layer| self.movement(index, *layer) != 0);
                if let Some(layer) = layer {
                    let (word, shift) = movement_place(layer);
                    let number = (self.rigid_groups[from + word] >> shift) as u8 & ANY_MOVEMENT;
                    let group = usize::from(number).checked_sub(1);
                    let group = group.and_then(|number| program.rigid_groups.get(number));
                    if let Some(banned) = group.and_then(|group| banned.get_mut(*group)) {
                        is_banned |= !*banned;
                        *banned = true;
                    }
                }
            }
            self.sound_blocked(index);
        }
        is_banned
    }
}
