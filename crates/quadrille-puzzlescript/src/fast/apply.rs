//! Finding the matches of rules, and replacing them.

use super::Fast;
use super::rules::{
    CANCEL, FastCell, FastMade, FastPhase, FastRow, FastRule, MOST_ROWS, Match, RESTART, is_zero,
    meets, within,
};
use crate::bits::iterate;
use crate::play::{CHANGE_WORK, MATCH_WORK, MOST_JUMPS, MOST_ROUNDS, MOST_WORK, Trouble};
use crate::program::{DOWN, RIGHT, UP};

impl<const N: usize, const M: usize> Fast<N, M> {
    pub(super) fn phase(&mut self, is_late: bool) -> Result<(), Trouble> {
        let empty = FastPhase { groups: Vec::new(), loops: Vec::new() };
        let slot = if is_late { &mut self.late } else { &mut self.early };
        // The rules are taken out while they run, so they can change the rest.
        let phase = std::mem::replace(slot, empty);
        let done = self.groups(&phase, is_late);
        *(if is_late { &mut self.late } else { &mut self.early }) = phase;
        done
    }

    fn groups(&mut self, phase: &FastPhase<N, M>, is_late: bool) -> Result<(), Trouble> {
        let mut has_changed = false;
        let mut jumps = 0;
        let mut at = 0;
        while at < phase.groups.len() {
            let is_banned = self.rigid.as_ref().is_some_and(|rigid| !is_late && rigid.banned[at]);
            if !is_banned {
                has_changed |= self.group(&phase.groups[at])?;
            }
            if has_changed && let Some(start) = phase.loops[at] {
                at = start;
                has_changed = false;
                jumps += 1;
                if jumps > MOST_JUMPS {
                    return Ok(());
                }
                continue;
            }
            at += 1;
        }
        Ok(())
    }

    fn group(&mut self, rules: &[FastRule<N, M>]) -> Result<bool, Trouble> {
        let mut has_changed = false;
        for _ in 0..MOST_ROUNDS {
            let mut changes = false;
            self.work += rules.len() as u64;
            for rule in rules {
                if within(&rule.needed, &self.on_board)
                    && within(&rule.needed_movements, &self.movements_on_board)
                    && rule.needed_any.iter().all(|any| meets(any, &self.on_board))
                {
                    changes |= self.rule(rule);
                    if self.work > MOST_WORK {
                        return Err(Trouble::TooMuchWork);
                    }
                }
            }
            if !changes {
                break;
            }
            has_changed = true;
        }
        Ok(has_changed)
    }

    fn rule(&mut self, rule: &FastRule<N, M>) -> bool {
        for (number, row) in rule.rows.iter().enumerate() {
            let mut matches = std::mem::take(&mut self.matches[number]);
            matches.clear();
            self.find(row, rule, &mut matches);
            let is_empty = matches.is_empty();
            self.matches[number] = matches;
            if is_empty {
                return false;
            }
        }
        let mut has_changed = false;
        if rule.replaces {
            has_changed = if rule.rows.len() == 1 {
                let matches = std::mem::take(&mut self.matches[0]);
                let mut has_changed = false;
                for (number, place) in matches.iter().enumerate() {
                    if number == 0 || self.holds(&rule.rows[0], *place, rule.delta) {
                        has_changed |= self.replace(&rule.rows[0], *place, rule.delta);
                    }
                }
                self.matches[0] = matches;
                has_changed
            } else {
                self.replace_all(rule)
            };
        }
        self.queue(rule.commands);
        has_changed
    }

    fn queue(&mut self, commands: u8) {
        if commands == 0
            || self.queue & CANCEL != 0
            || self.queue & RESTART != 0 && commands & CANCEL == 0
        {
            return;
        }
        if commands & (CANCEL | RESTART) != 0 {
            self.queue = 0;
        }
        self.queue |= commands;
    }

    /// Replaces all combinations of one match per row, the first row varying fastest.
    fn replace_all(&mut self, rule: &FastRule<N, M>) -> bool {
        let rows = rule.rows.len();
        let mut indices = [0usize; MOST_ROWS];
        let mut has_changed = false;
        let mut is_first = true;
        let cells = rule.rows.iter().map(|row| row.cells.len() as u64).sum::<u64>();
        let cost = CHANGE_WORK * cells;
        loop {
            self.work += 1;
            let is_good = is_first
                || (0..rows).all(|row| {
                    self.holds(&rule.rows[row], self.matches[row][indices[row]], rule.delta)
                });
            is_first = false;
            if is_good {
                self.work += cost;
                for row in 0..rows {
                    let place = self.matches[row][indices[row]];
                    has_changed |= self.replace(&rule.rows[row], place, rule.delta);
                }
            }
            let mut row = 0;
            loop {
                if row == rows || self.work > MOST_WORK {
                    return has_changed;
                }
                indices[row] += 1;
                if indices[row] < self.matches[row].len() {
                    break;
                }
                indices[row] = 0;
                row += 1;
            }
        }
    }

    #[inline(always)]
    fn fits(&self, cell: &FastCell<N, M>, index: usize) -> bool {
        let objects = &self.objects[index];
        let movements = &self.movements[index];
        within(&cell.present, objects)
            && !meets(&cell.missing, objects)
            && within(&cell.movements, movements)
            && !meets(&cell.no_movements, movements)
            && cell.any.iter().all(|any| meets(any, objects))
    }

    #[inline(always)]
    fn fits_all(&self, cells: &[FastCell<N, M>], start: usize, delta: isize) -> bool {
        let mut at = start;
        for cell in cells {
            if !self.fits(cell, at) {
                return false;
            }
            at = at.wrapping_add_signed(delta);
        }
        true
    }

    fn holds(&self, row: &FastRow<N, M>, place: Match, delta: isize) -> bool {
        let start = place.start as usize;
        if row.ellipses == 0 {
            return self.fits_all(&row.cells, start, delta);
        }
        let mut at = start;
        for (number, cell) in row.cells.iter().enumerate() {
            for gap in 0..row.ellipses {
                if row.gaps[gap] == number {
                    at = at.wrapping_add_signed(delta * place.gaps[gap] as isize);
                }
            }
            if !self.fits(cell, at) {
                return false;
            }
            at = at.wrapping_add_signed(delta);
        }
        true
    }

    /// All matches of a row, in the order of the plain rules.
    fn find(&mut self, row: &FastRow<N, M>, rule: &FastRule<N, M>, matches: &mut Vec<Match>) {
        let (height, length) = (self.height, row.cells.len());
        let is_vertical = matches!(rule.direction, UP | DOWN);
        let line = if is_vertical { height } else { self.width };
        if length == 0 || length > line {
            return;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        self.planes.candidates(&row.keys, rule.delta, &mut candidates);
        if row.ellipses > 0 {
            self.find_with_gaps(row, rule, &candidates, matches);
        } else if let Some(anchor) = row.anchor {
            self.work += self.moving.len() as u64;
            for word in 0..self.moving.len() {
                let mut left = self.moving[word];
                while left != 0 {
                    let index = word * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if !within(&row.cells[anchor].movements, &self.movements[index]) {
                        continue;
                    }
                    let place = if is_vertical { index % height } else { index / height };
                    if place < anchor || place - anchor + length > line {
                        continue;
                    }
                    let start = index - anchor * rule.delta as usize;
                    if self.fits_all(&row.cells, start, rule.delta) {
                        matches.push(Match { start: start as u32, gaps: [0; 2] });
                    }
                }
            }
        } else {
            let end =
                if is_vertical { self.objects.len() } else { (self.width - length + 1) * height };
            self.work += end as u64;
            let is_match = |start: usize| {
                start < end
                    && (!is_vertical || start % height + length <= height)
                    && self.fits_all(&row.cells, start, rule.delta)
            };
            let found = |start: usize| Match { start: start as u32, gaps: [0; 2] };
            if row.keys.is_empty() {
                matches.extend((0..end).filter(|&start| is_match(start)).map(found));
            } else {
                let candidates = iterate(&candidates);
                matches.extend(candidates.filter(|&start| is_match(start)).map(found));
            }
        }
        self.candidates = candidates;
        // Cells are stored by column, but rows are searched from left to right.
        if !is_vertical && matches.len() > 1 && row.ellipses == 0 {
            let height = height as u32;
            matches.sort_unstable_by_key(|place| (place.start % height, place.start / height));
        }
    }

    fn find_with_gaps(
        &mut self,
        row: &FastRow<N, M>,
        rule: &FastRule<N, M>,
        candidates: &[u64],
        matches: &mut Vec<Match>,
    ) {
        let (width, height, length) = (self.width, self.height, row.cells.len());
        let is_vertical = matches!(rule.direction, UP | DOWN);
        let is_backwards = !matches!(rule.direction, DOWN | RIGHT);
        let (lines, line) = if is_vertical { (width, height) } else { (height, width) };
        let room = line - length;
        self.work += (lines * (room + 1)) as u64;
        let first = row.gaps[0];
        let second = if row.ellipses == 2 { row.gaps[1] } else { length };
        for number in 0..lines {
            for place in 0..=room {
                let place = if is_backwards { place + length - 1 } else { place };
                let start =
                    if is_vertical { number * height + place } else { place * height + number };
                let spare = if is_backwards { place + 1 - length } else { room - place };
                let is_candidate =
                    row.keys.is_empty() || candidates[start / 64] >> (start % 64) & 1 == 1;
                if !is_candidate || !self.fits_all(&row.cells[..first], start, rule.delta) {
                    continue;
                }
                if self.work > MOST_WORK {
                    return;
                }
                let known = matches.len();
                self.work += spare as u64;
                for gap in 0..=spare {
                    let at = start.wrapping_add_signed(rule.delta * (first + gap) as isize);
                    if !self.fits_all(&row.cells[first..second], at, rule.delta) {
                        continue;
                    }
                    let gaps = [gap as u32, 0];
                    if row.ellipses == 1 {
                        matches.push(Match { start: start as u32, gaps });
                        continue;
                    }
                    self.work += (spare - gap) as u64;
                    for further in 0..=spare - gap {
                        let offset = rule.delta * (second - first + further) as isize;
                        let at = at.wrapping_add_signed(offset);
                        if self.fits_all(&row.cells[second..], at, rule.delta) {
                            let gaps = [gap as u32, further as u32];
                            matches.push(Match { start: start as u32, gaps });
                        }
                    }
                }
                self.work += MATCH_WORK * (matches.len() - known) as u64;
            }
        }
    }

    fn replace(&mut self, row: &FastRow<N, M>, place: Match, delta: isize) -> bool {
        let mut has_changed = false;
        let mut at = place.start as usize;
        for (number, cell) in row.cells.iter().enumerate() {
            for gap in 0..row.ellipses {
                if row.gaps[gap] == number {
                    at = at.wrapping_add_signed(delta * place.gaps[gap] as isize);
                }
            }
            if let Some(made) = &cell.made {
                has_changed |= self.replace_cell(made, at);
            }
            at = at.wrapping_add_signed(delta);
        }
        has_changed
    }

    #[inline(always)]
    fn replace_cell(&mut self, made: &FastMade<N, M>, index: usize) -> bool {
        let mut change = 0;
        let mut changed = [0; N];
        let cell = &mut self.objects[index];
        for word in 0..N {
            let new = cell[word] & made.keep[word] | made.set[word];
            changed[word] = new ^ cell[word];
            change |= changed[word];
            self.on_board[word] |= new;
            cell[word] = new;
        }
        self.planes.flip(index, &changed);
        let movements = &mut self.movements[index];
        for word in 0..M {
            let new = movements[word] & made.keep_movements[word] | made.set_movements[word];
            change |= new ^ movements[word];
            self.movements_on_board[word] |= new;
            movements[word] = new;
        }
        let bit = 1 << (index % 64);
        if is_zero(movements) {
            self.moving[index / 64] &= !bit;
        } else {
            self.moving[index / 64] |= bit;
        }
        match &made.rigid {
            Some((groups, layers)) => self.mark_rigid(index, groups, layers) || change != 0,
            None => change != 0,
        }
    }
}
