//! Rules, groups and loops.

use std::sync::Arc;

use super::matches::Match;
use super::{CHANGE_WORK, MOST_WORK, Play};
use crate::bits::movement_place;
use crate::program::{
    ANY_MOVEMENT, Cell, Command, DOWN, Group, LEFT, Pattern, Phase, RIGHT, Rule, UP,
};

pub(crate) const MOST_ROUNDS: usize = 200;
/// The most jumps back to the start of a loop.
pub(crate) const MOST_JUMPS: usize = 200;

/// All combinations of one match per row, the first row varying fastest.
struct Choices<'a> {
    rows: &'a [Vec<Match>],
    indices: Vec<usize>,
    is_done: bool,
}

impl<'a> Choices<'a> {
    fn new(rows: &'a [Vec<Match>]) -> Choices<'a> {
        Choices { rows, indices: vec![0; rows.len()], is_done: false }
    }

    fn next(&mut self, chosen: &mut Vec<Match>) -> bool {
        if self.is_done {
            return false;
        }
        chosen.clear();
        chosen.extend(self.rows.iter().zip(&self.indices).map(|(row, index)| row[*index]));
        self.is_done = true;
        for (row, index) in self.rows.iter().zip(&mut self.indices) {
            *index += 1;
            if *index < row.len() {
                self.is_done = false;
                break;
            }
            *index = 0;
        }
        true
    }
}

impl Play {
    /// Applies the groups of a phase, except those that are banned.
    pub(super) fn apply_phase(&mut self, is_late: bool, banned: &[bool]) {
        let program = Arc::clone(&self.program);
        let phase: &Phase = if is_late { &program.late } else { &program.rules };
        let mut has_changed = false;
        let mut jumps = 0;
        let mut at = 0;
        while at < phase.groups.len() {
            if !banned.get(at).is_some_and(|banned| *banned) {
                has_changed |= self.apply_group(&phase.groups[at]);
            }
            if self.is_stuck {
                return;
            }
            if has_changed && let Some(start) = phase.loops[at] {
                at = start;
                has_changed = false;
                jumps += 1;
                if jumps > MOST_JUMPS {
                    return;
                }
                continue;
            }
            at += 1;
        }
    }

    fn apply_group(&mut self, group: &Group) -> bool {
        if group.is_random {
            return self.apply_at_random(group);
        }
        let mut has_changed = false;
        for _ in 0..MOST_ROUNDS {
            let mut changes = false;
            self.work += group.rules.len() as u64;
            for rule in &group.rules {
                changes |= self.apply_rule(rule, group.rigid);
                if self.work > MOST_WORK {
                    self.is_stuck = true;
                    return has_changed;
                }
            }
            if !changes {
                break;
            }
            has_changed = true;
        }
        has_changed
    }

    fn apply_at_random(&mut self, group: &Group) -> bool {
        self.work += group.rules.len() as u64;
        let matches: Vec<_> = group.rules.iter().map(|rule| self.matches(rule)).collect();
        if self.work > MOST_WORK {
            self.is_stuck = true;
            return false;
        }
        let counts: Vec<usize> = matches
            .iter()
            .map(|rows| {
                let rows = rows.iter().flatten().map(Vec::len);
                rows.reduce(usize::saturating_mul).unwrap_or(0)
            })
            .collect();
        let total = counts.iter().fold(0, |sum: usize, count| sum.saturating_add(*count));
        if total == 0 {
            return false;
        }
        let mut choice = self.random.below(total);
        for ((rule, rows), count) in group.rules.iter().zip(&matches).zip(counts) {
            if choice >= count {
                choice -= count;
                continue;
            }
            let Some(rows) = rows else { continue };
            let mut chosen = Vec::with_capacity(rows.len());
            for row in rows {
                chosen.push(row[choice % row.len()]);
                choice /= row.len();
            }
            // A rule without a right side replaces nothing, but its commands count.
            let has_changed = self.replace(rule, group.rigid, &chosen);
            self.queue_commands(rule);
            return has_changed;
        }
        false
    }

    fn apply_rule(&mut self, rule: &Rule, rigid: Option<u8>) -> bool {
        let Some(rows) = self.matches(rule) else { return false };
        let mut has_changed = false;
        if rule.replaces {
            let delta = self.delta(rule.direction);
            let mut choices = Choices::new(&rows);
            let mut chosen = Vec::with_capacity(rows.len());
            let mut is_first = true;
            let cost = match rows.len() {
                1 => 0,
                _ => CHANGE_WORK * rule.rows.iter().map(|row| row.cells.len() as u64).sum::<u64>(),
            };
            while choices.next(&mut chosen) {
                self.work += 1;
                let pairs = rule.rows.iter().zip(&chosen);
                let holds = is_first
                    || pairs.into_iter().all(|(row, place)| self.holds(row, *place, delta));
                is_first = false;
                if holds {
                    has_changed |= self.replace(rule, rigid, &chosen);
                    self.work += cost;
                }
                if self.work > MOST_WORK {
                    return has_changed;
                }
            }
        }
        self.queue_commands(rule);
        has_changed
    }

    /// Replaces the cells of a rule at its matches.
    fn replace(&mut self, rule: &Rule, rigid: Option<u8>, chosen: &[Match]) -> bool {
        let delta = self.delta(rule.direction);
        let rigid = rigid.filter(|_| rule.is_rigid);
        let mut has_changed = false;
        for (row, place) in rule.rows.iter().zip(chosen) {
            let mut at = place.start;
            let mut gaps = place.gaps.into_iter();
            for cell in &row.cells {
                match cell {
                    Cell::Ellipsis => {
                        let gap = gaps.next().unwrap_or(0);
                        at = at.wrapping_add_signed(delta * gap as isize);
                    }
                    Cell::Pattern(pattern) => {
                        has_changed |= self.replace_cell(pattern, rigid, at);
                        at = at.wrapping_add_signed(delta);
                    }
                }
            }
        }
        has_changed
    }

    fn replace_cell(&mut self, pattern: &Pattern, rigid: Option<u8>, index: usize) -> bool {
        let Some(made) = &pattern.replacement else { return false };
        let program = Arc::clone(&self.program);
        let mut set = made.set.clone();
        let mut clear = made.clear.clone();
        let mut set_movements = made.set_movements.clone();
        let mut clear_movements = made.clear_movements.clone();
        clear_movements.add(&made.layers);
        if !made.random.is_empty() {
            let choices: Vec<usize> = made.random.iter().collect();
            let chosen = choices[self.random.below(choices.len())];
            let layer = program.objects[chosen].layer;
            set.set(chosen);
            clear.add(&program.layer_masks[layer]);
            clear_movements.add_movement(layer, ANY_MOVEMENT);
        }
        for &layer in &made.random_layers {
            let direction = [UP, DOWN, LEFT, RIGHT][self.random.below(4)];
            set_movements.add_movement(layer, direction);
        }
        let is_marked = rigid.is_some_and(|group| self.mark_rigid(index, group, &made.layers.0));
        let mut has_changed = is_marked;
        let from = index * program.stride;
        for (word, cell) in self.objects[from..from + program.stride].iter_mut().enumerate() {
            let new = *cell & !clear.0[word] | set.0[word];
            has_changed |= new != *cell;
            self.turn_sounds.created[word] |= new & !*cell;
            self.turn_sounds.destroyed[word] |= *cell & !new;
            self.on_board[word] |= new;
            *cell = new;
        }
        let from = index * program.movement_stride;
        let cells = &mut self.movements[from..from + program.movement_stride];
        for (word, cell) in cells.iter_mut().enumerate() {
            let new = *cell & !clear_movements.0[word] | set_movements.0[word];
            has_changed |= new != *cell;
            self.moving_on_board[word] |= new;
            *cell = new;
        }
        has_changed
    }

    /// Marks the layers of a cell as moved by a rigid group.
    fn mark_rigid(&mut self, index: usize, group: u8, layers: &[u64]) -> bool {
        let program = Arc::clone(&self.program);
        let stride = program.movement_stride;
        let mut mask = vec![0u64; stride];
        for layer in 0..program.layers() {
            let (word, shift) = movement_place(layer);
            mask[word] |= u64::from(group) << shift & layers[word];
        }
        let cell = index * stride..(index + 1) * stride;
        let is_new = |mask: &[u64], known: &[u64]| {
            mask.iter().zip(known).any(|(mask, known)| mask & !known != 0)
        };
        if !is_new(&mask, &self.rigid_groups[cell.clone()])
            || !is_new(layers, &self.rigid_layers[cell.clone()])
        {
            return false;
        }
        for (word, at) in cell.enumerate() {
            self.rigid_groups[at] |= mask[word];
            self.rigid_layers[at] |= layers[word];
        }
        true
    }

    /// Queues the commands of a rule. `cancel` beats `restart`, and that beats all others.
    fn queue_commands(&mut self, rule: &Rule) {
        let cancels = rule.commands.contains(&Command::Cancel);
        if rule.commands.is_empty()
            || self.queue.contains(&Command::Cancel)
            || self.queue.contains(&Command::Restart) && !cancels
        {
            return;
        }
        if cancels || rule.commands.contains(&Command::Restart) {
            self.queue.clear();
        }
        for command in &rule.commands {
            let is_queued = self.queue.iter().any(|queued| match (queued, command) {
                (Command::Message(_), Command::Message(_)) => true,
                _ => queued == command,
            });
            if !is_queued {
                self.queue.push(command.clone());
            }
        }
    }
}
