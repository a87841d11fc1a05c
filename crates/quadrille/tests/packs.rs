//! The packs that ship: every level is good, every claim in it true.

#![allow(missing_docs)]

use std::fs;
use std::path::Path;

use quadrille::games::Request;
use quadrille::levels::{Known, read};
use quadrille::search::{Control, Outcome};

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
                .solve(&level.grid, &Request::default(), &Control::default(), None)
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
