//! Every algorithm on random graphs, with and without costs, against an oracle that does not
//! search.

use std::collections::HashSet;

use quadrille_search::{
    Algorithm, Control, Cost, Limits, Outcome, Report, Search,
    space::{Claims, Heuristic, Space},
};

use crate::support::{Graph, Random, forms};

/// The true remaining cost, times a factor.
struct Scaled {
    left: Vec<Option<Cost>>,
    factor: f64,
    claims: Claims,
}

impl Heuristic<usize, usize> for Scaled {
    fn claims(&self) -> Claims {
        self.claims
    }

    fn estimate(&self, state: &usize, _by: Option<&usize>) -> f64 {
        self.left[*state].map_or(f64::INFINITY, |left| f64::from(left) * self.factor)
    }
}

/// Checks that the plan leads along edges from the start to a goal, through the states, at the
/// reported cost.
fn assert_plan_holds(graph: &Graph, report: &Report<usize, usize>) {
    let Some((plan, cost)) = report.plan() else {
        assert_eq!(report.states, []);
        return;
    };
    assert_eq!(report.states.len(), plan.len() + 1);
    assert_eq!(report.states[0], graph.start());
    let mut sum = 0;
    for (&edge, pair) in plan.iter().zip(report.states.windows(2)) {
        let (to, price) = graph.edges[pair[0]][edge];
        assert_eq!(to, pair[1]);
        sum += price;
    }
    assert_eq!(sum, cost);
    assert!(graph.goals[report.states[plan.len()]]);
}

#[test]
fn every_algorithm_agrees_with_the_oracle() {
    let mut random = Random(1);
    let mut unsolvable = 0;
    for round in 0..400 {
        let graph = Graph::random(&mut random, round % 3 == 0);
        let left = graph.costs_left();
        let truth = left[0];
        unsolvable += u32::from(truth.is_none());
        let claims = |admissible, whole| Claims { admissible, consistent: f64::INFINITY, whole };
        let heuristics: [&dyn Heuristic<usize, usize>; 4] = [
            &(),
            &Scaled { left: left.clone(), factor: 1.0, claims: claims(1.0, true) },
            &Scaled { left: left.clone(), factor: 0.4, claims: claims(1.0, false) },
            &Scaled { left: left.clone(), factor: 3.0, claims: claims(3.0, true) },
        ];
        for algorithm in forms() {
            for heuristic in heuristics {
                // Without a table, a search that only stores its path may take very long on a graph
                // with many paths.
                let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
                let control = Control::with_limits(limits);
                let search = Search::new(&graph).heuristic(heuristic).algorithm(algorithm);
                let report = search.control(&control).run();
                let context = format!("{algorithm} {:?} {graph:?} {report:?}", heuristic.claims());
                assert_plan_holds(&graph, &report);
                assert_eq!(
                    control.progress.best(),
                    report.plan().map(|(_, cost)| cost),
                    "{context}"
                );
                match (&report.outcome, truth) {
                    (Outcome::Solved { cost, optimal, .. }, Some(truth)) => {
                        assert!(*cost >= truth, "{context}");
                        assert!(!optimal || *cost == truth, "{context}");
                    }
                    (Outcome::Solved { .. }, None) => panic!("{context}"),
                    (Outcome::Unsolvable, truth) => assert_eq!(truth, None, "{context}"),
                    (Outcome::Unknown, _) => assert!(report.stop.is_some(), "{context}"),
                }
                if let Some(truth) = truth {
                    assert!(report.lower_bound <= truth, "{context}");
                }
                // Layers of moves are not layers of costs.
                let counts_moves = matches!(algorithm, Algorithm::Bfs);
                let promises = match algorithm {
                    Algorithm::Best
                    | Algorithm::Bfs
                    | Algorithm::Ids { .. }
                    | Algorithm::Ucs
                    | Algorithm::Anytime { .. } => graph.has_unit_costs || !counts_moves,
                    Algorithm::Astar | Algorithm::Idastar { .. } | Algorithm::Parallel { .. } => {
                        heuristic.claims().is_admissible()
                    }
                    _ => false,
                };
                if promises && report.stop.is_none() {
                    assert_eq!(report.plan().map(|(_, cost)| cost), truth, "{context}");
                    assert!(report.is_optimal() || truth.is_none(), "{context}");
                }
            }
        }
    }
    assert!((40..360).contains(&unsolvable), "{unsolvable}");
}

#[test]
fn every_algorithm_is_tried() {
    let tried: HashSet<&str> = forms().into_iter().map(|form| form.name()).collect();
    assert_eq!(tried.len(), Algorithm::ALL.len());
}

/// States and moves that own memory: from one word to another, one letter at a time.
#[test]
fn states_and_moves_may_own_memory() {
    const WORDS: &[&str] =
        &["cold", "cord", "card", "ward", "warm", "word", "worm", "wold", "calm"];
    let differ =
        |one: &str, other: &str| one.chars().zip(other.chars()).filter(|(a, b)| a != b).count();
    let change = |word: &String| {
        let word = word.clone();
        let near = WORDS.iter().filter(move |other| differ(&word, other) == 1);
        near.map(|other| (format!("to {other}"), other.to_string())).collect::<Vec<_>>()
    };
    let ladder = || {
        Search::from("cold".to_string(), change, |word| word == "warm")
            .heap_bytes(8)
            .consistent(|word: &String| differ(word, "warm"))
    };
    for algorithm in forms() {
        let report = ladder().algorithm(algorithm).run();
        let context = format!("{algorithm}: {report:?}");
        match report.outcome {
            Outcome::Solved { ref plan, cost, optimal } => {
                assert!(cost >= 4 && (cost == 4) >= optimal, "{context}");
                assert_eq!(plan.last().map(String::as_str), Some("to warm"), "{context}");
                assert_eq!(report.states[0], "cold", "{context}");
            }
            Outcome::Unsolvable => panic!("{context}"),
            Outcome::Unknown => assert!(report.stop.is_some(), "{context}"),
        }
    }
    assert_eq!(ladder().algorithm(Algorithm::Astar).run().plan().map(|(_, cost)| cost), Some(4));
}

/// Estimates and costs far above the range of the buckets come out in order.
#[test]
fn large_costs_are_ordered() {
    let mut random = Random(3);
    for _ in 0..200 {
        let mut graph = Graph::random(&mut random, false);
        let scale = 1 + random.below(20_000) as Cost;
        graph.edges.iter_mut().flatten().for_each(|(_, cost)| *cost = *cost * scale % 1_000_000);
        let left = graph.costs_left();
        let claims = Claims { admissible: 1.0, consistent: 1.0, whole: true };
        // Exact in one state and 0 in the next: small keys with large estimates and the reverse.
        let ragged = left.iter().enumerate().map(|(state, &left)| match state % 2 {
            0 => left,
            _ => left.map(|_| 0),
        });
        let heuristic = Scaled { left: ragged.collect(), factor: 1.0, claims };
        for algorithm in [Algorithm::Ucs, Algorithm::Astar, Algorithm::Parallel { threads: 2 }] {
            let report = Search::new(&graph).heuristic(&heuristic).algorithm(algorithm).run();
            assert_plan_holds(&graph, &report);
            assert_eq!(report.plan().map(|(_, cost)| cost), left[0], "{algorithm} {graph:?}");
        }
    }
}
