//! One turn, and the turns that `again` adds.

use super::rules::{AGAIN, CANCEL, CHECKPOINT, RESTART, WIN, Words, is_zero, meets};
use super::{Fast, Step};
use crate::bits::movement_place;
use crate::play::{Input, MOST_CHAIN_WORK, Trouble};
use crate::program::Quantifier;

/// The effect of a turn.
struct Turn {
    has_changed: bool,
    is_won: bool,
    again: bool,
    has_restarted: bool,
}

impl<const N: usize, const M: usize> Fast<N, M> {
    pub(super) fn begin(&mut self) -> Result<(), Trouble> {
        (self.work, self.chain_work) = (0, 0);
        if self.program.settings.run_rules_on_level_start {
            let turn = self.turn(None, true)?;
            if turn.again {
                self.go_on()?;
            }
        }
        Ok(())
    }

    pub(super) fn step(&mut self, input: Input) -> Result<Step, Trouble> {
        (self.work, self.chain_work) = (0, 0);
        let turn = self.turn(input.movement(), false)?;
        if turn.is_won {
            return Ok(Step::Won);
        }
        if turn.again && self.go_on()? {
            return Ok(Step::Won);
        }
        Ok(if turn.has_changed { Step::Changed } else { Step::Same })
    }

    /// Runs the turns that `again` adds. A turn that would change nothing is not one of them.
    fn go_on(&mut self) -> Result<bool, Trouble> {
        self.chain.clear();
        loop {
            let turn = self.turn(None, false)?;
            if turn.is_won {
                return Ok(true);
            }
            if !turn.again || !(turn.has_changed || turn.has_restarted) {
                return Ok(false);
            }
            let (objects, restart) = (&self.objects, &self.restart);
            let repeats = self.chain.repeats(
                |kept| kept.0 == *objects && kept.1 == *restart,
                |kept| {
                    kept.0.clone_from(objects);
                    kept.1.clone_from(restart);
                },
            );
            if repeats {
                return Err(Trouble::EndlessAgain);
            }
            if self.chain.is_full() || self.chain_work > MOST_CHAIN_WORK {
                return Err(Trouble::LongAgain);
            }
        }
    }

    fn turn(&mut self, movement: Option<u8>, ignores_win: bool) -> Result<Turn, Trouble> {
        self.chain_work += std::mem::take(&mut self.work);
        self.before.copy_from_slice(&self.objects);
        self.survey(movement);
        self.queue = 0;
        self.begin_rigid();
        loop {
            self.phase(false)?;
            if !self.resolve() {
                break;
            }
            self.begin_again();
        }
        self.phase(true)?;
        let nothing =
            Turn { has_changed: false, is_won: false, again: false, has_restarted: false };
        if self.program.settings.require_player_movement && !self.players.is_empty() {
            let player = self.player.objects;
            let stays = |index: &u32| meets(&player, &self.objects[*index as usize]);
            if self.players.iter().all(stays) {
                self.restore_before();
                return Ok(nothing);
            }
        }
        if self.queue & CANCEL != 0 {
            self.restore_before();
            return Ok(nothing);
        }
        let mut again = false;
        let mut has_restarted = false;
        if self.queue & RESTART != 0 && !self.is_restarting {
            has_restarted = true;
            again = self.restart()?;
        }
        let has_changed = self.objects != self.before;
        let is_won = !ignores_win && self.is_won();
        if !is_won && self.queue & CHECKPOINT != 0 {
            self.restart.copy_from_slice(&self.objects);
        }
        again |= has_changed && self.queue & AGAIN != 0;
        Ok(Turn { has_changed, is_won, again: again && !is_won, has_restarted })
    }

    /// Keeps the start of a turn in games with rigid rules.
    fn begin_rigid(&mut self) {
        if let Some(rigid) = &mut self.rigid {
            rigid.banned.fill(false);
            rigid.movements.copy_from_slice(&self.movements);
            rigid.moving.copy_from_slice(&self.moving);
        }
    }

    /// Returns to the start of the turn, after a rigid group was banned. Every group is banned once
    /// at most, and there are fewer than attempts of the plain rules.
    fn begin_again(&mut self) {
        self.restore_before();
        self.planes.read(&self.objects);
        if let Some(rigid) = &self.rigid {
            self.movements.copy_from_slice(&rigid.movements);
            self.moving.copy_from_slice(&rigid.moving);
        }
    }

    /// Returns to the start and runs its first turn. Returns true if that turn requests another.
    fn restart(&mut self) -> Result<bool, Trouble> {
        self.is_restarting = true;
        let before = self.before.clone();
        self.objects.copy_from_slice(&self.restart);
        self.planes.forget();
        self.clear_movements();
        let mut again = false;
        if self.program.settings.run_rules_on_level_start {
            again = self.turn(None, true)?.again;
        }
        self.before = before;
        self.queue = 0;
        self.is_restarting = false;
        Ok(again)
    }

    fn restore_before(&mut self) {
        self.objects.copy_from_slice(&self.before);
        self.planes.forget();
        self.clear_movements();
        self.queue = 0;
    }

    /// Records the objects on the board, and starts the movement of the players.
    fn survey(&mut self, movement: Option<u8>) {
        self.planes.read(&self.objects);
        let mut on_board = [0; N];
        self.players.clear();
        for (index, cell) in self.objects.iter().enumerate() {
            for word in 0..N {
                on_board[word] |= cell[word];
            }
            if movement.is_some() && self.player.accepts(cell) {
                self.players.push(index as u32);
            }
        }
        self.on_board = on_board;
        if let Some(movement) = movement {
            for &index in &self.players {
                let index = index as usize;
                for &(word, bit, layer) in &self.player_layers {
                    if self.objects[index][word] & bit != 0 {
                        let (word, shift) = movement_place(layer);
                        self.movements[index][word] |= u64::from(movement) << shift;
                    }
                }
                self.moving[index / 64] |= 1 << (index % 64);
            }
        }
        self.movements_on_board = [0; M];
        for index in 0..self.moving.len() {
            let mut left = self.moving[index];
            while left != 0 {
                let cell = index * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                for word in 0..M {
                    self.movements_on_board[word] |= self.movements[cell][word];
                }
            }
        }
    }

    fn is_won(&self) -> bool {
        if self.queue & WIN != 0 {
            return true;
        }
        !self.wins.is_empty()
            && self.wins.iter().all(|win| {
                let is_at = |cell: &&Words<N>| match &win.place {
                    Some(place) => place.accepts(cell),
                    None => !is_zero(cell),
                };
                let mut what = self.objects.iter().filter(|cell| win.what.accepts(cell));
                match win.quantifier {
                    Quantifier::No => !what.any(|cell| is_at(&cell)),
                    Quantifier::Some => what.any(|cell| is_at(&cell)),
                    Quantifier::All => what.all(|cell| is_at(&cell)),
                }
            })
    }
}
