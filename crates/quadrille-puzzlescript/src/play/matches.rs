//! Finds the matches of a rule.

use super::{MATCH_WORK, MOST_WORK, Play};
use crate::program::{Cell, DOWN, LEFT, Pattern, RIGHT, Row, Rule, UP, step};

/// A match of a row of a rule: its first cell, and the number of cells of each ellipsis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Match {
    pub(super) start: usize,
    pub(super) gaps: [usize; 2],
}

impl Play {
    pub(super) fn cell(&self, index: usize) -> &[u64] {
        let stride = self.program.stride;
        &self.objects[index * stride..(index + 1) * stride]
    }

    pub(super) fn cell_movements(&self, index: usize) -> &[u64] {
        let stride = self.program.movement_stride;
        &self.movements[index * stride..(index + 1) * stride]
    }

    pub(super) fn delta(&self, direction: u8) -> isize {
        let (columns, rows) = step(direction).unwrap_or((0, 0));
        columns * self.height as isize + rows
    }

    fn fits(&self, pattern: &Pattern, index: usize) -> bool {
        let (cell, movements) = (self.cell(index), self.cell_movements(index));
        pattern.present.is_within(cell)
            && !pattern.missing.meets(cell)
            && pattern.movements.is_within(movements)
            && !pattern.no_movements.meets(movements)
            && pattern.any.iter().all(|any| any.meets(cell))
    }

    /// True if cells of a row match from a place on.
    fn fits_all(&self, cells: &[Cell], start: usize, delta: isize) -> bool {
        cells.iter().enumerate().all(|(offset, cell)| match cell {
            Cell::Pattern(pattern) => {
                self.fits(pattern, start.wrapping_add_signed(delta * offset as isize))
            }
            Cell::Ellipsis => false,
        })
    }

    /// True if an earlier match of a row still holds.
    pub(super) fn holds(&self, row: &Row, place: Match, delta: isize) -> bool {
        let mut at = place.start;
        let mut gaps = place.gaps.into_iter();
        row.cells.split(|cell| matches!(cell, Cell::Ellipsis)).all(|part| {
            let fits = self.fits_all(part, at, delta);
            let gap = gaps.next().unwrap_or(0);
            at = at.wrapping_add_signed(delta * (part.len() + gap) as isize);
            fits
        })
    }

    fn row_matches(&mut self, row: &Row, direction: u8, matches: &mut Vec<Match>) {
        matches.clear();
        let length = row.cells.len() - row.ellipses;
        let (width, height) = (self.width, self.height);
        if row.cells.is_empty() || length == 0 {
            return;
        }
        let is_horizontal = matches!(direction, LEFT | RIGHT);
        let (lines, line_length) = if is_horizontal { (height, width) } else { (width, height) };
        if length > line_length {
            return;
        }
        let delta = self.delta(direction);
        let room = line_length - length;
        let is_backwards = matches!(direction, UP | LEFT);
        debug_assert!(is_backwards || matches!(direction, DOWN | RIGHT));
        self.work += (lines * (room + 1)) as u64;
        for line in 0..lines {
            for place in 0..=room {
                // Places are in ascending order; a row that goes backwards starts at its far end.
                let place = if is_backwards { place + length - 1 } else { place };
                let start =
                    if is_horizontal { place * height + line } else { line * height + place };
                let left = if is_backwards { place + 1 - length } else { room - place };
                self.matches_from(row, start, delta, left, matches);
                if self.work > MOST_WORK {
                    return;
                }
            }
        }
    }

    /// The matches of a row from a place on; `left` is the number of spare cells.
    fn matches_from(
        &mut self,
        row: &Row,
        start: usize,
        delta: isize,
        spare: usize,
        matches: &mut Vec<Match>,
    ) {
        if row.ellipses == 0 {
            if self.fits_all(&row.cells, start, delta) {
                matches.push(Match { start, gaps: [0; 2] });
            }
            return;
        }
        let mut parts = row.cells.split(|cell| matches!(cell, Cell::Ellipsis));
        let (Some(first), Some(second)) = (parts.next(), parts.next()) else { return };
        if !self.fits_all(first, start, delta) {
            return;
        }
        let third = parts.next();
        let known = matches.len();
        self.work += spare as u64;
        for gap in 0..=spare {
            let at = start.wrapping_add_signed(delta * (first.len() + gap) as isize);
            if !self.fits_all(second, at, delta) {
                continue;
            }
            let Some(third) = third else {
                matches.push(Match { start, gaps: [gap, 0] });
                continue;
            };
            self.work += (spare - gap) as u64;
            for further in 0..=spare - gap {
                let at = at.wrapping_add_signed(delta * (second.len() + further) as isize);
                if self.fits_all(third, at, delta) {
                    matches.push(Match { start, gaps: [gap, further] });
                }
            }
        }
        self.work += MATCH_WORK * (matches.len() - known) as u64;
    }

    /// The matches of every row of a rule; `None` if one of them has no match.
    pub(super) fn matches(&mut self, rule: &Rule) -> Option<Vec<Vec<Match>>> {
        let patterns = rule.rows.iter().flat_map(|row| &row.cells);
        for cell in patterns {
            if let Cell::Pattern(pattern) = cell
                && (!pattern.present.is_within(&self.on_board)
                    || !pattern.movements.is_within(&self.moving_on_board)
                    || !pattern.any.iter().all(|any| any.meets(&self.on_board)))
            {
                return None;
            }
        }
        let mut all = Vec::with_capacity(rule.rows.len());
        for row in &rule.rows {
            let mut matches = Vec::new();
            self.row_matches(row, rule.direction, &mut matches);
            if matches.is_empty() {
                return None;
            }
            all.push(matches);
        }
        Some(all)
    }
}
