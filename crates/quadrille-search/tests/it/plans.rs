//! Plans that are published while a search runs.

use quadrille_search::{Control, Search, space::Space};

use crate::support::{Graph, Random, forms};

/// The cost of the moves, if they lead to a goal.
fn cost_of(graph: &Graph, moves: &[usize]) -> Option<u32> {
    let (mut state, mut cost) = (graph.start(), 0);
    for &number in moves {
        let &(to, step) = graph.edges[state].get(number)?;
        (state, cost) = (to, cost + step);
    }
    graph.is_goal(&state).then_some(cost)
}

#[test]
fn the_plan_that_is_shown_is_a_plan_of_its_cost() {
    let mut random = Random(20);
    let mut shown = 0;
    for round in 0..200 {
        let graph = Graph::random(&mut random, round % 2 == 0);
        for algorithm in forms() {
            let control = Control::default();
            control.progress.show_plans();
            let report = Search::new(&graph).algorithm(algorithm).control(&control).run();
            let plan = control.progress.plan::<usize>(None);
            assert_eq!(plan.is_some(), report.plan().is_some(), "{algorithm} on {graph:?}");
            if let (Some((moves, cost)), Some((_, last))) = (plan, report.plan()) {
                assert_eq!(cost_of(&graph, &moves), Some(cost), "{algorithm} on {graph:?}");
                assert_eq!(cost, last, "{algorithm} on {graph:?}");
                assert_eq!(control.progress.plan::<usize>(Some(cost)), None, "only better ones");
                shown += 1;
            }
        }
    }
    assert!(shown > 500, "{shown} plans");
}

#[test]
fn plans_are_made_only_on_request() {
    let graph =
        Graph { edges: vec![vec![(1, 1)], vec![]], goals: vec![false, true], has_unit_costs: true };
    let control = Control::default();
    for algorithm in forms() {
        let _ = Search::new(&graph).algorithm(algorithm).control(&control).run();
        assert_eq!(control.progress.plan::<usize>(None), None, "{algorithm}");
    }
}
