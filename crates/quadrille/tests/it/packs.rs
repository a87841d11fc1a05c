//! The included packs: every level is valid, and its metadata is correct.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quadrille::Method;
use quadrille::desk;
use quadrille::games;
use quadrille::generate::{self, Difficulty, Theme};
use quadrille::grid::Size;
use quadrille::levels::{Known, Level, read};
use quadrille::search::{Control, Limits, Outcome};

#[test]
fn every_level_that_ships_is_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let mut levels = 0;
    for file in fs::read_dir(&folder).expect("the packs are part of the repository") {
        let path = file.expect("a file of the folder").path();
        let text = fs::read_to_string(&path).expect("a pack is text");
        let document = read(&text, None);
        let mistakes: Vec<_> = document.diagnostics().collect();
        assert!(mistakes.is_empty(), "{}: {mistakes:?}", path.display());
        for level in document.levels() {
            let name = level.name.as_deref().expect("levels that ship have names");
            let report = level
                .game
                .solve(&level.grid, &Method::default(), &Control::default(), None)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            match (level.known, report.outcome) {
                (Some(Known::Optimal(moves)), Outcome::Solved { cost, optimal: true, .. }) => {
                    assert_eq!(cost, moves, "{name}");
                    let solution = level.solution.as_ref().expect("with an optimum comes a plan");
                    assert_eq!(solution.len(), moves as usize, "{name}");
                }
                (Some(Known::Unsolvable), Outcome::Unsolvable) => {}
                (known, outcome) => panic!("{name}: known {known:?}, found {outcome:?}"),
            }
            levels += 1;
        }
    }
    assert!(levels > 0, "there are packs");
}

/// The levels of the pack of a game; none when it has no pack.
fn pack(id: &str) -> Vec<Level> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../levels/{id}.txt"));
    let text = fs::read_to_string(path).unwrap_or_default();
    read(&text, None).levels().cloned().collect()
}

#[test]
fn packs_go_from_a_first_lesson_to_expert() {
    for &game in games::ALL {
        let levels = pack(game.id());
        // A new game may have no pack yet.
        if levels.is_empty() {
            continue;
        }
        assert!(levels.len() >= 30, "{}: {}", game.id(), levels.len());
        assert!(levels.iter().all(|level| level.game == game));
        let scores: Vec<u32> =
            levels.iter().map(|level| level.difficulty.expect("rated")).collect();
        assert!(scores.is_sorted(), "{}: {scores:?}", game.id());
        let first = levels[0].solution.as_ref().map(Vec::len);
        assert!(first.is_some_and(|moves| moves <= 8), "{} starts with a lesson", game.id());
        let words: BTreeSet<Difficulty> =
            scores.iter().map(|&score| Difficulty::of(score)).collect();
        assert_eq!(words.len(), 4, "{}: {words:?}", game.id());
        let sizes: BTreeSet<Size> = levels.iter().map(|level| level.grid.size()).collect();
        assert!(sizes.len() >= 5, "{}: {sizes:?}", game.id());
        let boards: BTreeSet<Vec<u16>> =
            levels.iter().map(|level| game.canonical(&level.grid).cells().to_vec()).collect();
        assert_eq!(boards.len(), levels.len(), "{}: some are the same", game.id());
        let names: BTreeSet<&str> =
            levels.iter().filter_map(|level| level.name.as_deref()).collect();
        assert_eq!(names.len(), levels.len(), "{}: some have the same name", game.id());
    }
}

#[test]
fn packs_are_rated_right_and_hold_nothing_useless() {
    const NODES: u64 = 100_000;
    let control = Control::with_limits(Limits { max_nodes: Some(NODES), ..Limits::default() });
    for &game in games::ALL {
        // The hardest take long: every fourth of them is enough.
        let levels = pack(game.id());
        let is_looked_at = |(index, level): &(usize, &Level)| {
            index % 4 == 0 || level.difficulty.is_some_and(|score| score < 35)
        };
        for (_, level) in levels.iter().enumerate().filter(is_looked_at) {
            let name = format!("{} {:?}", game.id(), level.name);
            let rating =
                generate::rate(level, &control).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Some(rating.score), level.difficulty, "{name}");
            assert_eq!(Theme::of(level.grid.size(), &rating), level.themes, "{name}");
            let useless = desk::useless(level, &control);
            assert!(useless.is_some_and(|useless| useless.is_free()), "{name}");
        }
    }
}
