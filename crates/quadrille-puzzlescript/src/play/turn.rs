//! One turn.

use std::sync::Arc;

use super::Play;
use crate::bits::iterate;
use crate::program::{Command, Quantifier};

/// The sounds of a turn.
#[derive(Clone, Default, Debug)]
pub(super) struct TurnSounds {
    pub(super) created: Vec<u64>,
    pub(super) destroyed: Vec<u64>,
    moved: Vec<String>,
    blocked: Vec<String>,
}

/// The most attempts of a turn, each with fewer rigid groups.
pub(crate) const MOST_ATTEMPTS: usize = 50;

impl Play {
    /// Runs a turn. Returns true if it changed anything; a trial only reports whether it would.
    pub(super) fn turn(&mut self, movement: Option<u8>, ignores_win: bool, is_trial: bool) -> bool {
        let program = Arc::clone(&self.program);
        self.again = false;
        let before = self.objects.clone();
        let players = movement.map_or_else(Vec::new, |movement| self.start_movement(movement));
        let start_movements = self.movements.clone();
        let mut banned = vec![false; program.rules.groups.len()];
        self.queue.clear();
        self.turn_sounds = TurnSounds {
            created: vec![0; program.stride],
            destroyed: vec![0; program.stride],
            ..TurnSounds::default()
        };
        self.survey();
        for _ in 0..MOST_ATTEMPTS {
            self.apply_phase(false, &banned);
            if !self.resolve_movements(&mut banned) {
                self.apply_phase(true, &[]);
                break;
            }
            self.objects.copy_from_slice(&before);
            self.movements.copy_from_slice(&start_movements);
            self.queue.clear();
            self.turn_sounds.created.fill(0);
            self.turn_sounds.destroyed.fill(0);
            self.turn_sounds.moved.clear();
        }
        if program.settings.require_player_movement && !players.is_empty() {
            let stays = |index: &usize| program.player.objects.meets(self.cell(*index));
            if players.iter().all(stays) {
                self.restore(&before);
                self.looks_for_wins = true;
                return false;
            }
        }
        self.run_commands(&before, movement.is_some(), ignores_win, is_trial)
    }

    /// Records the objects and movements on the board.
    fn survey(&mut self) {
        self.on_board.fill(0);
        self.moving_on_board.fill(0);
        for cell in self.objects.chunks_exact(self.program.stride.max(1)) {
            for (all, word) in self.on_board.iter_mut().zip(cell) {
                *all |= word;
            }
        }
        for cell in self.movements.chunks_exact(self.program.movement_stride.max(1)) {
            for (all, word) in self.moving_on_board.iter_mut().zip(cell) {
                *all |= word;
            }
        }
    }

    fn run_commands(
        &mut self,
        before: &[u64],
        is_input: bool,
        ignores_win: bool,
        is_trial: bool,
    ) -> bool {
        if self.queue.contains(&Command::Cancel) {
            let has_more = self.queue.len() > 1;
            self.restore(before);
            return has_more;
        }
        if self.queue.contains(&Command::Restart) {
            self.saved.push(before.to_vec());
            if !is_trial {
                self.restart(true);
            }
        }
        let has_changed = self.objects != before;
        if has_changed && is_trial {
            self.restore(before);
            return true;
        }
        if has_changed && is_input {
            self.saved.push(before.to_vec());
        }
        if is_trial && [Command::Win, Command::Restart].iter().any(|c| self.queue.contains(c)) {
            return true;
        }
        if !is_trial {
            self.play_sounds();
        }
        if self.looks_for_wins && self.is_won() && !ignores_win {
            self.advance();
        }
        if self.queue.contains(&Command::Checkpoint) {
            self.restart.clone_from(&self.objects);
        }
        if has_changed && self.queue.contains(&Command::Again) {
            let again = self.turn(None, true, true);
            self.again = again;
        }
        self.queue.clear();
        has_changed
    }

    fn is_won(&self) -> bool {
        if self.queue.contains(&Command::Win) {
            return true;
        }
        let cells = || (0..self.width * self.height).map(|index| self.cell(index));
        !self.program.wins.is_empty()
            && self.program.wins.iter().all(|win| {
                let mut what = cells().filter(|cell| win.what.accepts(cell));
                match win.quantifier {
                    Quantifier::No => !what.any(|cell| win.is_at(cell)),
                    Quantifier::Some => what.any(|cell| win.is_at(cell)),
                    Quantifier::All => what.all(|cell| win.is_at(cell)),
                }
            })
    }

    pub(super) fn sound_movement(&mut self, index: usize, layer: usize, movement: u8) {
        let program = Arc::clone(&self.program);
        for (object, directions, sound) in &program.sounds.movement[layer] {
            if directions & movement != 0
                && iterate(self.cell(index)).any(|present| present == *object)
                && !self.turn_sounds.moved.contains(sound)
            {
                self.turn_sounds.moved.push(sound.clone());
            }
        }
    }

    pub(super) fn sound_blocked(&mut self, index: usize) {
        let program = Arc::clone(&self.program);
        for (object, layer, directions, sound) in &program.sounds.blocked {
            if directions & self.movement(index, *layer) != 0
                && iterate(self.cell(index)).any(|present| present == *object)
                && !self.turn_sounds.blocked.contains(sound)
            {
                self.turn_sounds.blocked.push(sound.clone());
            }
        }
    }

    fn play_sounds(&mut self) {
        let program = Arc::clone(&self.program);
        self.sounds.extend(self.turn_sounds.blocked.iter().chain(&self.turn_sounds.moved).cloned());
        let lists = [
            (&program.sounds.create, &self.turn_sounds.created),
            (&program.sounds.destroy, &self.turn_sounds.destroyed),
        ];
        for (sounds, objects) in lists {
            let made = sounds.iter().filter(|(mask, _)| mask.meets(objects));
            self.sounds.extend(made.map(|(_, sound)| sound.clone()));
        }
    }
}
