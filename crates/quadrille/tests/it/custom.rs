//! Custom heuristics: they guide searches, prove nothing, and end the search if they fail.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::support::{Random, random_level};
use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{self, SolveError};
use quadrille::grid::Grid;
use quadrille::heuristics::{Custom, Expression};
use quadrille::levels::{self, Level};
use quadrille::search::toolkit::Deadline;
use quadrille::search::{Control, Limits, Outcome, Report, Stop};

const ALGORITHMS: [&str; 9] = [
    "astar", "wastar(3)", "greedy", "idastar", "idastar(0)", "anytime", "beam(50)", "parallel(2)",
    "ordered(1,2)",
];

fn level() -> Level {
    let text = "level first\nr . . . .\n. . # . b\n. . . . .\n. B . # .\n. . . . R\n";
    levels::read(text, None).levels().next().expect("one good level").clone()
}

fn solve(
    level: &Level,
    method: &str,
    find: impl FnMut(&str) -> Result<Custom, Diagnostic>,
    control: &Control,
) -> Result<Report, SolveError> {
    let method = method.parse::<Method>().unwrap().with_customs(find).unwrap();
    level.game.solve(&level.grid, &method, control, None)
}

fn of(estimate: impl Fn(&Grid<u16>) -> Result<f64, String> + Send + Sync + 'static) -> Custom {
    Custom::of_boards("mine", 1, estimate)
}

/// A pseudo-random number that depends on the whole board.
fn wild(board: &Grid<u16>) -> f64 {
    let mixed = board
        .cells()
        .iter()
        .fold(7_u64, |all, &code| all.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(code));
    (mixed >> 56) as f64 - 20.0
}

#[test]
fn no_wild_estimate_makes_a_search_claim_a_wrong_proof() {
    let mut random = Random(5);
    for game in games::ALL {
        for _ in 0..12 {
            let level = random_level(game.id(), &mut random, 4);
            let best = level
                .game
                .solve(&level.grid, &Method::default(), &Control::default(), None)
                .expect("a report");
            for algorithm in ALGORITHMS {
                let method = format!("{algorithm} with @mine");
                let find = |_: &str| {
                    // Sometimes it wrongly reports a dead end, which must not be trusted.
                    let far = |value: f64| if value > 200.0 { f64::INFINITY } else { value };
                    Ok(of(move |board| Ok(far(wild(board)))))
                };
                let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
                let control = Control::with_limits(limits);
                let report = solve(&level, &method, find, &control).unwrap();
                let least = best.plan().map(|(_, cost)| cost);
                match report.outcome {
                    Outcome::Solved { cost, optimal, .. } => {
                        assert!(least.is_some_and(|least| cost >= least), "{method} {level:?}");
                        assert!(!optimal || Some(cost) == least, "{method} {level:?}");
                    }
                    Outcome::Unsolvable => assert_eq!(least, None, "{method} {level:?}"),
                    Outcome::Unknown => assert!(report.stop.is_some()),
                }
                assert!(least.is_none_or(|least| report.lower_bound <= least), "{method}");
            }
        }
    }
}

#[test]
fn a_heuristic_that_fails_ends_every_search_with_its_message() {
    let (level, control) = (level(), Control::default());
    for algorithm in ALGORITHMS {
        for last in [1, 2, 30] {
            let find = |_: &str| {
                let calls = AtomicU64::new(0);
                Ok(of(move |_| match calls.fetch_add(1, Relaxed) {
                    call if call < last => Ok(0.0),
                    _ => Err("line 3: no such word".to_string()),
                }))
            };
            let method = format!("{algorithm} with max(@mine,relaxed)");
            match solve(&level, &method, find, &control) {
                Err(SolveError::Failed(failure)) => assert_eq!(
                    failure.to_string(),
                    "the heuristic @mine failed: line 3: no such word"
                ),
                // A plan may be found before the call that fails.
                Ok(report) => assert!(last == 30 && report.plan().is_some(), "{method}"),
                Err(error) => panic!("{method}: {error}"),
            }
        }
    }
    assert!(!control.cancel.is_cancelled(), "the caller's own token is left alone");
}

#[test]
fn estimates_that_are_no_number_or_change_are_refused() {
    let message = |estimate: fn(&Grid<u16>) -> Result<f64, String>| {
        let result = solve(&level(), "astar with @mine", |_| Ok(of(estimate)), &Control::default());
        match result {
            Err(SolveError::Failed(failure)) => failure.message,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(message(|_| Ok(f64::NAN)), "it gave NaN, which is not an estimate");
    assert_eq!(message(|_| Ok(f64::NEG_INFINITY)), "it gave -inf, which is not an estimate");
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let restless = message(|_| Ok(CALLS.fetch_add(1, Relaxed) as f64));
    assert_eq!(restless, "it gave 0 and then 1 for the same board");
}

#[test]
fn cancelling_from_outside_still_works() {
    let control = Control::default();
    control.cancel.cancel();
    let report = solve(&level(), "astar with @mine", |_| Ok(of(|_| Ok(0.0))), &control).unwrap();
    assert_eq!(report.stop, Some(Stop::Cancelled));
}

#[test]
fn a_heuristic_is_made_for_the_game_and_the_board_at_hand() {
    let level = level();
    let grid = level.grid.clone();
    let find = |_: &str| {
        let grid = grid.clone();
        Ok(Custom::new("mine", 1, move |game, board| {
            assert_eq!((game, board), ("tiles", &grid));
            let start = board.clone();
            Ok(Box::new(move |board: &Grid<u16>, _: &Deadline| {
                Ok(board.cells().iter().zip(start.cells()).filter(|(a, b)| a != b).count() as f64)
            }))
        }))
    };
    // All positions were evaluated, in any order.
    let report = solve(&level, "greedy with @mine", find, &Control::default()).unwrap();
    assert_eq!(report.outcome, Outcome::Unsolvable);
    let refuse = |_: &str| {
        let make = |game: &'static str, _: &Grid<u16>| Err(format!("it knows nothing of {game}"));
        Ok(Custom::new("mine", 1, make))
    };
    let refused = solve(&level, "greedy with relaxed+@mine", refuse, &Control::default());
    let Err(SolveError::Heuristic(error)) = refused else { panic!("{refused:?}") };
    assert_eq!(error.span(), 8..13);
    assert_eq!(error.message(), "it knows nothing of tiles");
}

#[test]
fn values_are_combined_and_failures_are_reported() {
    let level = level();
    let values_of = |text: &str, custom: &Custom| {
        let heuristic = Expression::parse_with(text, |_| Ok(custom.clone())).unwrap();
        level.game.values(&level.grid, &[heuristic])
    };
    let values = values_of("max(@mine,zero)", &of(|_| Ok(2.5))).unwrap();
    assert_eq!(values[0].to_string(), "max(@mine,zero): 2.5 (@mine: 2.5, zero: 0)");
    let failed = values_of("@mine", &of(|_| Err("not today".to_string()))).unwrap_err();
    assert_eq!(failed.to_string(), "the heuristic @mine failed: not today");
    let unknown: Expression = "zero+@other".parse().unwrap();
    let error = level.game.values(&level.grid, &[unknown]).unwrap_err();
    assert_eq!(error.to_string(), "there is no heuristic with the name @other here");
}
