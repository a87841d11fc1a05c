//! The hunt for counter-examples: it finds violations, and none for correct claims.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::support::{Random, random_level};
use quadrille::claims::{Counterexample, Property, shrink};
use quadrille::games::{self, Game};
use quadrille::heuristics::{Custom, Expression};
use quadrille::levels;
use quadrille::search::{Cancel, Control};
use quadrille::{Method, verify};

/// The first counter-example on random levels.
fn hunt(game: &dyn Game, text: &str, property: Property) -> Option<Counterexample> {
    let (mut random, heuristic) = (Random(11), text.parse::<Expression>().unwrap());
    (0..60).find_map(|_| {
        let level = random_level(game.id(), &mut random, 4);
        let examined = game.examine(&level.grid, &heuristic, 300, &Cancel::default()).unwrap();
        assert!(examined.positions >= 1);
        examined.against(property).cloned()
    })
}

#[test]
fn claims_have_no_counterexample() {
    for &game in games::ALL {
        let default = game.default_heuristic();
        assert_eq!(hunt(game, default, Property::Admissible), None, "{}", game.id());
        assert_eq!(hunt(game, "zero", Property::Consistent), None, "{}", game.id());
        assert_eq!(hunt(game, "1", Property::Admissible), None, "{}", game.id());
    }
}

#[test]
fn counterexamples_are_found_and_shrunk_to_a_small_board() {
    for &game in games::ALL {
        let text = format!("3*max({},1)", game.default_heuristic());
        let heuristic: Expression = text.parse().unwrap();
        let counterexample =
            hunt(game, &text, Property::Admissible).expect("it says three times as much");
        let limits = (300, &Cancel::default());
        let small = shrink(game, &heuristic, Property::Admissible, &counterexample, limits);
        assert!(small.board.size().cells() <= counterexample.board.size().cells());
        // The plan is valid and shorter than the estimate, and the board alone shows it.
        let replayed = verify::replay(game, &small.board, &small.moves).expect("legal moves");
        replayed.solves(small.moves.len() as u32).expect("a solution");
        let estimate = game.values(&small.board, &[heuristic]).unwrap()[0].value;
        assert!(estimate > small.moves.len() as f64, "{}", game.id());
        let best = game.solve(&small.board, &Method::default(), &Control::default(), None).unwrap();
        assert!(best.plan().is_some_and(|(_, cost)| f64::from(cost) < estimate));
    }
}

#[test]
fn a_move_along_which_it_falls_too_far_is_found() {
    let zhed = games::by_id("zhed").unwrap();
    let counterexample =
        hunt(zhed, "3*numbers_left", Property::Consistent).expect("each move uses a number");
    let after = counterexample.after.expect("an estimate after the move");
    assert!(counterexample.estimate - after > 1.0 && counterexample.moves.len() == 1);
    let heuristic = "3*numbers_left".parse().unwrap();
    let limits = (300, &Cancel::default());
    let small = shrink(zhed, &heuristic, Property::Consistent, &counterexample, limits);
    assert!(small.board.size().cells() <= 4, "{small:?}");
}

#[test]
fn there_are_as_many_random_boards_as_are_asked_for() {
    for &game in quadrille::games::ALL {
        assert_eq!(quadrille::claims::drafts(game, 100).count(), 100, "{}", game.id());
    }
}

#[test]
fn a_heuristic_that_is_cut_off_is_not_refuted() {
    let unsolvable = "r . . . .\n. . # . b\n. . . . .\n. B . # .\n. . . . R\n";
    let document = levels::read(unsolvable, None);
    let level = document.levels().next().unwrap();
    for last in 1..20 {
        let cancel = Cancel::default();
        let (token, calls) = (cancel.clone(), AtomicU64::new(0));
        let heuristic = Expression::Custom(Custom::of_boards("mine", 1, move |_| {
            if calls.fetch_add(1, Relaxed) < last {
                return Ok(3.0);
            }
            token.cancel();
            Err("the script was stopped".to_string())
        }));
        let examined = level.game.examine(&level.grid, &heuristic, 300, &cancel).unwrap();
        assert_eq!(examined.inconsistency, None, "after {last} calls");
    }
}
