//! Explanations have the figures of the searches and of the space.

use crate::common::subjects;
use quadrille::games::SolveError;
use quadrille::heuristics::Expression;
use quadrille::search::{Algorithm, Control, Pruning};
use quadrille_lab::explain::{Explanation, explain};

fn explained(level: usize, heuristics: &[&str], space: u64) -> Explanation {
    let subject = &subjects()[level];
    let heuristics: Vec<Expression> = heuristics.iter().map(|name| name.parse().unwrap()).collect();
    let control = Control::default();
    explain(&subject.level, Algorithm::Astar, &heuristics, space, &control, |_| {}).unwrap()
}

#[test]
fn figures_are_those_of_searches_and_space() {
    let explanation = explained(1, &["relaxed", "zero", "manhattan(max,max)"], 100_000);
    assert_eq!(explanation.optimum, Some(5));
    let solvable: usize = explanation.by_distance.iter().map(|row| row.positions).sum();
    let searched = (solvable + explanation.dead_ends.unwrap()) as u64;
    assert_eq!(explanation.positions.unwrap(), searched + explanation.behind_solved.unwrap());
    for one in &explanation.heuristics {
        let sum = one.below.unwrap() + one.at.unwrap() + one.above.unwrap();
        assert_eq!(sum, one.record.stats.expanded, "{}", one.heuristic);
        let space = one.space.unwrap();
        assert!(space.over == 0 || !one.admissible, "{}", one.heuristic);
        assert!(space.mean_error.abs() <= space.mean_absolute_error + 1e-12);
    }
    let [relaxed, zero, manhattan] = explanation.heuristics.as_slice() else { panic!("three") };
    // With an estimate of 0, the error is the distance, and every position nearer than the optimum
    // has f below it.
    let mean = explanation
        .by_distance
        .iter()
        .skip(1)
        .map(|row| f64::from(row.distance) * row.positions as f64)
        .sum::<f64>()
        / zero.space.unwrap().positions as f64;
    assert!((zero.space.unwrap().mean_error - mean).abs() < 1e-9);
    assert_eq!(zero.below, Some(zero.record.stats.expanded));
    assert!(relaxed.record.stats.expanded <= zero.record.stats.expanded);
    assert!(relaxed.branching.unwrap() <= zero.branching.unwrap());
    assert!(!manhattan.admissible);
    let last = explanation.along.last().unwrap();
    assert_eq!((last.distance, last.estimates[0]), (0, Some(0.0)));
    assert_eq!(explanation.along.len(), 6);
    let text = explanation.to_markdown("stopper");
    assert!(text.contains("## Along a shortest plan") && text.contains("`relaxed`"), "{text}");
}

#[test]
fn a_space_that_is_too_large_leaves_the_rest() {
    let explanation = explained(1, &["relaxed", "zero"], 5);
    assert_eq!((explanation.positions, explanation.dead_ends), (None, None));
    assert!(explanation.by_distance.is_empty() && explanation.heuristics[0].space.is_none());
    assert_eq!(explanation.along.len(), 6, "the plan is still there");
    assert!(explanation.findings.iter().any(|finding| finding.contains("too large")));
}

#[test]
fn a_level_without_a_plan_is_reported() {
    let explanation = explained(2, &["relaxed", "zero"], 1000);
    assert!(
        explanation.unsolvable && explanation.optimum.is_none() && explanation.along.is_empty()
    );
    assert_eq!(
        explanation.heuristics[0].start, None,
        "the relaxed blocks cannot reach the goals either"
    );
    assert_eq!(explanation.heuristics[1].below, None);
}

#[test]
fn heuristics_of_other_games_are_refused() {
    let heuristics = ["reach".parse().unwrap()];
    let level = &subjects()[0].level;
    let refused = explain(level, Algorithm::Astar, &heuristics, 10, &Control::default(), |_| {});
    assert!(matches!(refused, Err(SolveError::Heuristic(_))));
}

/// `space` and `describe` count all positions, those behind solved ones too.
#[test]
fn positions_are_counted_as_by_the_survey_of_the_space() {
    let pack = classics();
    let mut behind = 0;
    for level in &pack {
        let control = Control::default();
        let heuristics = ["zero".parse().unwrap()];
        let found = explain(level, Algorithm::Astar, &heuristics, 5_000, &control, |_| {}).unwrap();
        let Some(positions) = found.positions else { continue };
        let survey = level.game.survey(&level.grid, Pruning::ALL, &control).unwrap();
        let counted: u64 = survey.layers.iter().map(|layer| layer.positions).sum();
        assert_eq!(positions, counted, "{level:?}");
        let text = found.to_markdown("a");
        let positions = quadrille_base::quantities::counted(positions, "position");
        assert!(text.contains(&format!("\n{positions} can be reached")), "{text}");
        behind += found.behind_solved.unwrap();
    }
    assert!(behind > 0, "no level has positions behind a solved one");
}

fn classics() -> Vec<quadrille::levels::Level> {
    let text = include_str!("../../../../levels/classics.txt");
    quadrille::levels::read(text, None).levels().cloned().collect()
}
