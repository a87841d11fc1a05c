//! Helpers for tests of the solvers.

use quadrille::Method;
use quadrille::levels::Level;
use quadrille::search::{Algorithm, Control, Limits, Outcome, Report};

pub(crate) fn solve(level: &Level, algorithm: Algorithm, limits: Limits) -> Report {
    let request = Method { algorithm, ..Method::default() };
    level
        .game
        .solve(&level.grid, &request, &Control::with_limits(limits), None)
        .expect("a level, and a plan that passes the plain rules")
}

pub(crate) fn best(level: &Level) -> Report {
    solve(level, Algorithm::Best, Limits::default())
}

/// The proved cost of the cheapest plan, or `None` if it is proved that there is none.
pub(crate) fn proved(report: &Report) -> Option<u32> {
    assert_eq!(report.stop, None);
    match &report.outcome {
        Outcome::Solved { cost, optimal, .. } => {
            assert!(optimal);
            assert_eq!(report.lower_bound, *cost);
            Some(*cost)
        }
        Outcome::Unsolvable => None,
        Outcome::Unknown => panic!("no limit was set"),
    }
}
