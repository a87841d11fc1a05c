//! The lists of packs and levels, and the selected entry.

use quadrille::grid::Direction;

use super::library::{Library, Place};
use super::progress::SavedProgress;

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Menu {
    /// The selected pack and level.
    pub place: Place,
    /// True if the cursor is in the list of levels.
    pub in_levels: bool,
}

impl Menu {
    pub fn go(
        &mut self,
        direction: Direction,
        lines: usize,
        library: &Library,
        progress: &SavedProgress,
    ) {
        let levels = library.groups.get(self.place.group).map_or(0, |group| group.levels.len());
        match (direction, self.in_levels) {
            (Direction::Left, _) => self.in_levels = false,
            (Direction::Right, _) => self.in_levels = levels > 0,
            (Direction::Up, true) => self.place.level = self.place.level.saturating_sub(lines),
            (Direction::Down, true) => {
                self.place.level = (self.place.level + lines).min(levels.saturating_sub(1));
            }
            (Direction::Up, false) => {
                self.open_group(self.place.group.saturating_sub(lines), library, progress)
            }
            (Direction::Down, false) => {
                let last = library.groups.len().saturating_sub(1);
                self.open_group((self.place.group + lines).min(last), library, progress);
            }
        }
    }

    /// Selects a pack, and its first unsolved level.
    pub fn open_group(&mut self, group: usize, library: &Library, progress: &SavedProgress) {
        if group == self.place.group {
            return;
        }
        let levels = library.groups.get(group).map_or(&[][..], |group| &group.levels);
        let unsolved = levels.iter().position(|choice| {
            progress.of(&choice.code).is_none_or(|record| record.best.is_none())
        });
        self.place = Place { group, level: unsolved.unwrap_or(0) };
    }
}
