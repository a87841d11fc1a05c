//! The levels to choose from, grouped by game and pack.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use quadrille::games::{self, Game};
use quadrille::generate::{Batch, Spec};
use quadrille::levels::{self, Known, Level};
use quadrille::search::Control;

use crate::args::Selection;
use crate::errors::Fault;
use crate::input::{self, Item, PACK_SIGN};
use crate::printable;
use crate::puzzles::Puzzles;

/// The number of levels generated for a game without a pack, and the time limit.
const MADE: usize = 5;
const TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, Default)]
pub struct Library {
    /// The groups, sorted by game.
    pub groups: Vec<Group>,
}

#[derive(Debug)]
pub struct Group {
    pub game: &'static dyn Game,
    pub pack: String,
    pub levels: Vec<LibraryLevel>,
}

#[derive(Clone, Debug)]
pub struct LibraryLevel {
    pub title: String,
    pub level: Level,
    /// Its share code, which identifies its progress in any pack.
    pub code: String,
}

/// The place of a level in the library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Place {
    pub group: usize,
    pub level: usize,
}

/// The valid levels with their names.
pub fn good(items: &[Item]) -> Vec<(String, Level)> {
    items.iter().filter_map(|item| Some((item.title.clone(), item.level.clone().ok()?))).collect()
}

impl LibraryLevel {
    /// The fewest moves known from the level's file, and true if that is proved.
    pub fn known(&self) -> Option<(u32, bool)> {
        let written = self.level.solution.as_ref().map(|moves| (moves.len() as u32, false));
        match self.level.known {
            Some(Known::Optimal(moves)) => Some((moves, true)),
            Some(Known::Best(moves)) => Some((moves, false)),
            Some(Known::Unsolvable) | None => written,
        }
    }

    /// True if the level's file states that it has no plan.
    pub fn is_unsolvable(&self) -> bool {
        self.level.known == Some(Known::Unsolvable)
    }
}

impl Library {
    pub fn of_packs(puzzles: &mut Puzzles) -> Result<Library, Fault> {
        let mut library = Library::default();
        for name in input::pack_names() {
            let file = OsString::from(format!("{PACK_SIGN}{name}"));
            library.add(&name, good(&input::load(puzzles, &[file], &Selection::all())?));
        }
        Ok(library)
    }

    /// Adds the levels of a pack or file with their names. Returns their groups.
    pub fn add(&mut self, pack: &str, levels: Vec<(String, Level)>) -> Vec<usize> {
        let pack = printable::line(pack).into_owned();
        let mut games = games::ALL.to_vec();
        for (_, level) in &levels {
            if !games.contains(&level.game) {
                games.push(level.game);
            }
        }
        for game in games {
            let of_game = levels.iter().filter(|(_, level)| level.game == game);
            let choices: Vec<LibraryLevel> = of_game
                .map(|(title, level)| LibraryLevel {
                    title: printable::line(title).into_owned(),
                    level: level.clone(),
                    code: levels::to_code(level),
                })
                .collect();
            if !choices.is_empty() {
                self.groups.push(Group { game, pack: pack.clone(), levels: choices });
            }
        }
        // The built-in games come first, in their order.
        let rank = |game: &dyn Game| games::ALL.iter().position(|other| other.id() == game.id());
        self.groups.sort_by_key(|group| rank(group.game).unwrap_or(usize::MAX));
        self.groups_of(&pack)
    }

    /// Generates levels of a game without a pack. Returns a note.
    pub fn add_made(&mut self, game: &'static dyn Game) -> String {
        let (spec, started) = (Spec::default(), Instant::now());
        let mut batch = Batch::new(game, MADE);
        for number in 0.. {
            if batch.is_full() || started.elapsed() > TIMEOUT {
                break;
            }
            batch.take(game.attempt(&spec, number, &Control::default()));
        }
        let levels = batch.levels(&spec).into_iter();
        let levels = levels.map(|(level, _)| (level.name.clone().unwrap_or_default(), level));
        self.add("generated", levels.collect());
        let (title, id) = (game.title(), game.id());
        if batch.found() == 0 {
            return format!(
                "there is no pack of levels for {title}, and generating some takes too long: try 'quadrille generate {id}'"
            );
        }
        format!(
            "there is no pack of levels for {title}: these were generated; 'quadrille generate {id}' makes more"
        )
    }

    pub fn groups_of(&self, pack: &str) -> Vec<usize> {
        let groups = self.groups.iter().enumerate().filter(|(_, group)| group.pack == pack);
        groups.map(|(index, _)| index).collect()
    }

    pub fn choice(&self, place: Place) -> Option<&LibraryLevel> {
        self.groups.get(place.group)?.levels.get(place.level)
    }

    pub fn find(&self, code: &str) -> Option<Place> {
        self.places().find(|&place| self.choice(place).is_some_and(|choice| choice.code == code))
    }

    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.groups
            .iter()
            .enumerate()
            .flat_map(|(group, of)| (0..of.levels.len()).map(move |level| Place { group, level }))
    }

    pub fn beside(&self, place: Place, forward: bool) -> Option<Place> {
        let level =
            if forward { place.level.checked_add(1)? } else { place.level.checked_sub(1)? };
        let beside = Place { level, ..place };
        self.choice(beside).map(|_| beside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_a_pack_gets_levels() {
        for game in games::ALL {
            let mut library = Library::default();
            let note = library.add_made(*game);
            assert!(note.contains("there is no pack") && note.contains(game.id()), "{note}");
            assert_eq!(library.places().count(), MADE, "{}", game.id());
            let choice = library.choice(Place::default()).expect("a level");
            assert_eq!(choice.title, format!("{}-01", game.id()));
        }
    }
}
