//! The games of this crate compile without a fault, and every level has a plan that the reference
//! rules accept.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use quadrille::moves::Move;
use quadrille_puzzlescript::{LevelEntry, Outcome, Positions, Source, Trouble, compile};
use quadrille_search::{Algorithm, Control, Limits};

#[test]
fn every_game_of_ours_is_sound_and_solvable() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut games = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let compiled = compile(&text);
        let faults: Vec<_> = compiled.faults.iter().map(|f| (f.line(), f.message())).collect();
        assert_eq!(faults, [], "{}", path.display());
        let program = Arc::new(compiled.program.unwrap());
        for (place, level) in program.levels.iter().enumerate() {
            if matches!(level, LevelEntry::Message(_)) {
                continue;
            }
            let positions = Positions::new(Arc::clone(&program), place).unwrap().unwrap();
            let limits = Limits { max_nodes: Some(50_000), ..Limits::default() };
            let control = Control::with_limits(limits);
            let report = positions.solve(Algorithm::Bfs, &control);
            let Outcome::Solved { plan, cost, optimal: true } = report.outcome else {
                panic!("{}, {place}: {:?}", path.display(), report.outcome);
            };
            assert!(cost >= 2, "{}, {place}: {cost}", path.display());
            assert!(positions.verify(&plan), "{}, {place}: {plan:?}", path.display());
        }
        games += 1;
    }
    assert!(games >= 6);
}

fn source(rules: &str, level: &str) -> String {
    format!(
        "OBJECTS\nBackground\ngreen\n\nPlayer\nred\n\nA\nblue\n\nB\nwhite\n\nC\npink\n\nLEGEND\n. = Background\nP = Player\n\
         SOUNDS\nCOLLISIONLAYERS\nBackground\nPlayer\nA, B, C\nRULES\n{rules}\nWINCONDITIONS\nNo Player\nLEVELS\n{level}\n"
    )
}

/// The search of a level with these rules, and its trouble.
fn searched(rules: &str, level: &str) -> (Outcome, Option<Trouble>) {
    let program = Arc::new(compile(&source(rules, level)).program.unwrap());
    let positions = Positions::new(program, 0).unwrap().unwrap();
    let report = positions.solve(Algorithm::Bfs, &Control::default());
    (report.outcome, positions.trouble())
}

/// A key after which the same boards come again and again, and no further key is taken, is part of
/// no plan.
#[test]
fn again_that_returns_is_a_dead_end() {
    // In every turn A becomes B or B becomes A.
    let rules = "[ A ] -> [ C ] again\n[ B ] -> [ A ] again\n[ C ] -> [ B ]\n\
                 [ right Player no A no B ] -> [ Player B ] again";
    assert_eq!(searched(rules, "P."), (Outcome::Unsolvable, None));
    let wins = format!("{rules}\n[ action Player ] -> win");
    let (outcome, trouble) = searched(&wins, "P.");
    assert!(matches!(outcome, Outcome::Solved { cost: 1, optimal: true, .. }), "{outcome:?}");
    assert_eq!(trouble, None);
    let source = Source::read(&source(&wins, "P."));
    let level = &source.levels[0];
    let right = Move::All(quadrille::grid::Direction::Right);
    assert_eq!(level.game.play(&level.grid, right).unwrap_err().code(), "key-never-ends");
    assert_eq!(level.game.moves(&level.grid), [Move::Action]);
}

/// A walk over more cells than turns that `again` may add.
#[test]
fn again_that_goes_on_for_long_is_an_error() {
    let rules = "[ > Player ] [ C ] -> [ Player ] [ C ]\n\
                 right [ > Player | ] -> [ Player | C ]\n[ > Player ] -> [ Player ]\n[ C ] -> [ right C ] again";
    let level = |cells: usize| format!("P{}", ".".repeat(cells));
    assert_eq!(searched(rules, &level(1_000)), (Outcome::Unsolvable, None));
    let (outcome, trouble) = searched(rules, &level(5_100));
    assert!(!matches!(outcome, Outcome::Solved { .. }));
    assert_eq!(trouble, Some(Trouble::LongAgain));
}

#[test]
fn sources_that_are_too_large_are_refused() {
    let code = |source: &str| {
        let compiled = compile(source);
        assert!(compiled.program.is_none());
        compiled.faults.last().unwrap().code.name()
    };
    let rules = "[ > Player | A ] -> [ > Player | > A ]\n".repeat(100_000);
    assert_eq!(code(&source(&rules, "P.")), "too-large");
    let row = ".".repeat(1000) + "\n";
    assert_eq!(code(&source("", &row.repeat(1000))), "too-large");
    let moving = "[ moving A | ".to_string() + &"moving A | ".repeat(12) + "A ] -> cancel";
    assert_eq!(code(&source(&moving, "P.")), "too-large");
}
