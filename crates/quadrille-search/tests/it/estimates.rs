//! Estimates that break a rule, and closures that claim nothing.

use std::time::Duration;

use quadrille_search::{Algorithm, Limits, Outcome, Search, Stop};

use crate::support::{Graph, Random, forms};

/// Endless numbers, one of which has an unusual estimate.
fn walk(algorithm: Algorithm, at_3: f64) -> Option<Stop> {
    let step = |&n: &u32| [('+', n.wrapping_add(1)), ('d', n.wrapping_mul(2))];
    let estimate = move |&n: &u32| if n == 3 { at_3 } else { 3.0 };
    let limits = Limits {
        max_nodes: Some(5_000),
        max_time: Some(Duration::from_secs(5)),
        max_memory: Some(64 << 20),
    };
    Search::from(1, step, |_| false)
        .estimate(estimate)
        .algorithm(algorithm)
        .limits(limits)
        .run()
        .stop
}

#[test]
fn an_estimate_that_is_not_a_number_ends_the_search() {
    for algorithm in forms().into_iter().filter(|form| form.uses_heuristic()) {
        for invalid in [f64::NAN, -f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(walk(algorithm, invalid), Some(Stop::Heuristic), "{algorithm} {invalid}");
        }
    }
}

#[test]
fn any_other_estimate_leaves_a_search_within_its_limits() {
    for algorithm in forms() {
        for odd in [-1.0, -1e300, 1e300, f64::INFINITY, f64::MIN_POSITIVE, -0.0] {
            let stop = walk(algorithm, odd);
            let expected = [Stop::Nodes, Stop::Depth, Stop::Width];
            assert!(
                stop.is_some_and(|stop| expected.contains(&stop)),
                "{algorithm} {odd}: {stop:?}"
            );
        }
    }
}

/// A closure without claims may exceed the true cost, so no plan is reported as optimal because of
/// it.
#[test]
fn a_closure_without_claims_proves_nothing() {
    let mut random = Random(9);
    let mut dear = 0;
    for round in 0..300 {
        let graph = Graph::random(&mut random, round % 2 == 0);
        let left = graph.costs_left();
        let far = |state: &usize| left[*state].map(|left| left * (1 + *state as u32 % 7));
        for algorithm in forms() {
            let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
            let search = Search::new(&graph).algorithm(algorithm).limits(limits);
            let report = search.estimate(far).run();
            if let Outcome::Solved { cost, optimal, .. } = report.outcome {
                let truth = left[0].expect("there is a plan");
                assert!(!optimal || cost == truth, "{algorithm} on {graph:?}");
                dear += u32::from(cost > truth);
            }
            assert!(
                left[0].is_none_or(|truth| report.lower_bound <= truth),
                "{algorithm} {graph:?}"
            );
        }
        let astar = Search::new(&graph).algorithm(Algorithm::Astar);
        let report = astar.admissible(|state: &usize| left[*state]).run();
        assert!(report.is_optimal() || left[0].is_none());
    }
    assert!(dear > 30, "{dear} plans are not the cheapest");
}

/// A solved start costs nothing, however little memory there is.
#[test]
fn a_solved_start_has_the_bound_0() {
    for algorithm in forms() {
        for memory in [0, 1, 100, 1 << 14] {
            let limits = Limits { max_memory: Some(memory), ..Limits::default() };
            let search = Search::from(0_u8, |&n| [((), n + 1)], |&n| n == 0).algorithm(algorithm);
            let report = search.limits(limits).run();
            assert_eq!(report.lower_bound, 0, "{algorithm} with {memory} bytes");
        }
    }
}
