//! The searches for plans beside a proof: a plan is found long before a proof, and proved results
//! do not change.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::support::{Random, random_level};
use quadrille::Method;
use quadrille::definition::{Definition, PlanFinder};
use quadrille::games::{fold, sokoban, squares, tiles, zhed};
use quadrille::heuristics::Expression;
use quadrille::levels::{self, Level};
use quadrille::search::{Algorithm, Cancel, Control, Limits, Outcome, Stop};

/// A board on which the first stages of `best` find no plan, and a proof takes gigabytes.
const HARD: &str = "level hard
. a . . . . . . . . . . . . . .
. . . . # . . . . . . . . . . #
. a . . . . . b . . . . . . . #
. . . . . . c . . . # . . # . .
. . . . . # # # . . . . . . # .
. # . # C # . . . . . . c . . a
. . . . # . . . . # . . . . # .
. . . . . . # . . . . # . . . .
C . . . . . . . . . . . # . . .
# . . # . . # A . . . . a . . .
# bB . . . . . # # . . . . . . .
. # # . . # . . . . . # . . . #
. . . . . . # . # . . . . . # .
. c # A . . . . . . . . . . . .
. . . . . . . . . # A # . . . .
C # . . b . . # # A B B . . . .
";

fn hard() -> Level {
    levels::read(HARD, None).levels().next().expect("a level").clone()
}

#[test]
fn a_plan_is_published_while_the_proof_runs() {
    for cores in [None, NonZero::new(1)] {
        let limits = Limits {
            max_time: Some(Duration::from_secs(240)),
            max_memory: Some(3 << 30),
            max_nodes: None,
        };
        let control = Control { cores, ..Control::with_limits(limits) };
        let (level, progress) = (hard(), Arc::clone(&control.progress));
        let (cancel, over) = (control.cancel.clone(), Cancel::default());
        let report = thread::scope(|scope| {
            scope.spawn(|| {
                // The first published plan is enough.
                while progress.best().is_none() && !over.is_cancelled() {
                    thread::sleep(Duration::from_millis(5));
                }
                cancel.cancel();
            });
            let report = level.game.solve(&level.grid, &Method::default(), &control, None);
            over.cancel();
            report.expect("a level, and a plan that passes the plain rules")
        });
        let Outcome::Solved { cost, optimal, .. } = report.outcome else {
            panic!("with {cores:?} cores there is no plan: {report:?}")
        };
        assert!(optimal || report.stop == Some(Stop::Cancelled), "{report:?}");
        assert!(report.lower_bound <= cost);
        assert!(progress.best().is_some_and(|best| best >= cost), "{progress:?} {cost}");
    }
}

/// Finders start only when a proof has run for a while; here every proof is compared with that of a
/// search without them.
#[test]
fn proofs_are_the_same_with_and_without_finders() {
    let mut random = Random(5);
    for game in ["tiles", "zhed", "squares", "fold"] {
        for _ in 0..12 {
            let level = random_level(game, &mut random, 6);
            let few = Limits { max_nodes: Some(300_000), ..Limits::default() };
            let solve = |limits| {
                let control = Control::with_limits(limits);
                level.game.solve(&level.grid, &Method::default(), &control, None).unwrap()
            };
            let alone = solve(few);
            if alone.stop.is_some() {
                continue;
            }
            let beside = solve(Limits::default());
            let cost = |outcome: &Outcome| match outcome {
                Outcome::Solved { cost, optimal, .. } => Some((*cost, *optimal)),
                _ => None,
            };
            assert_eq!(beside.stop, None);
            assert_eq!(cost(&beside.outcome), cost(&alone.outcome));
        }
    }
}

/// Every finder uses a heuristic of its game, and the table of `docs/algorithms.md` has the same
/// finders.
#[test]
fn the_finders_of_every_game_are_methods_and_documented() {
    fn row<D: Definition>() -> String {
        let row: Vec<String> = D::FINDERS
            .iter()
            .map(|&PlanFinder { algorithm, heuristic, share }| {
                assert!(!matches!(algorithm, Algorithm::Best | Algorithm::Parallel { .. }));
                assert!(heuristic.is_none_or(|info| D::HEURISTICS.contains(info)));
                assert!(share > 0);
                let method = Method::new(algorithm, heuristic.map(Expression::from)).unwrap();
                format!("`{method}` {share}")
            })
            .collect();
        format!("| {} | {} |", D::ID, row.join(", "))
    }
    let page = include_str!("../../../../docs/algorithms.md");
    let rows = [
        row::<tiles::Game>(),
        row::<zhed::Game>(),
        row::<squares::Game>(),
        row::<fold::Game>(),
        row::<sokoban::Game>(),
    ];
    for row in rows {
        assert!(page.lines().any(|line| line == row), "docs/algorithms.md lacks this line:\n{row}");
    }
}
