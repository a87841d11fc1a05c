//! The lists of packs and levels: which line the cursor is on.

use quadrille::grid::Direction;

use super::progress::Progress;
use super::shelf::{Place, Shelf};

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Menu {
    /// The pack and the level under the cursors.
    pub place: Place,
    /// Whether the cursor is in the list of levels.
    pub in_levels: bool,
}

impl Menu {
    /// Goes in a direction by so many lines.
    pub fn go(&mut self, direction: Direction, lines: usize, shelf: &Shelf, progress: &Progress) {
        let levels = shelf.groups.get(self.place.group).map_or(0, |group| group.levels.len());
        match (direction, self.in_levels) {
            (Direction::Left, _) => self.in_levels = false,
            (Direction::Right, _) => self.in_levels = levels > 0,
            (Direction::Up, true) => self.place.level = self.place.level.saturating_sub(lines),
            (Direction::Down, true) => {
                self.place.level = (self.place.level + lines).min(levels.saturating_sub(1));
            }
            (Direction::Up, false) => {
                self.open_group(self.place.group.saturating_sub(lines), shelf, progress)
            }
            (Direction::Down, false) => {
                let last = shelf.groups.len().saturating_sub(1);
                self.open_group((self.place.group + lines).min(last), shelf, progress);
            }
        }
    }

    /// Goes to a pack, and to the first level there that is not solved yet.
    pub fn open_group(&mut self, group: usize, shelf: &Shelf, progress: &Progress) {
        if group == self.place.group {
            return;
        }
        let levels = shelf.groups.get(group).map_or(&[][..], |group| &group.levels);
        let unsolved = levels.iter().position(|choice| {
            progress.of(&choice.code).is_none_or(|record| record.best.is_none())
        });
        self.place = Place { group, level: unsolved.unwrap_or(0) };
    }
}
