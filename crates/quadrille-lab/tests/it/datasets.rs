//! Datasets: distances are exact, and no position is in two splits.

use std::collections::HashMap;
use std::time::Duration;

use crate::common::subjects;
use quadrille::Method;
use quadrille::generate::Symmetry;
use quadrille::grid::Grid;
use quadrille::levels::from_code;
use quadrille::search::{Cancel, Control, Outcome};
use quadrille_lab::dataset::{Dataset, DatasetOptions, arrays, collect};
use quadrille_lab::{Subject, table};

fn made(subjects: &[Subject], held_out: (u32, u32)) -> Dataset {
    let time = Duration::from_secs(60);
    let (total, jobs) = (None, 2);
    let options =
        DatasetOptions { per_level: 60, explored: 3000, seed: 1, held_out, time, total, jobs };
    collect(subjects, &options, &Cancel::default(), |_| {})
}

#[test]
fn distances_and_moves_are_those_of_the_solver() {
    let small: Vec<Subject> = subjects().into_iter().take(4).collect();
    let dataset = made(&small, (0, 0));
    assert!(dataset.positions.iter().any(|position| position.distance.is_none()));
    for position in &dataset.positions {
        let level = from_code(&position.code).unwrap();
        let solve = |board: &Grid<u16>| {
            let control = Control::default();
            match level.game.solve(board, &Method::default(), &control, None).unwrap().outcome {
                Outcome::Solved { cost, optimal: true, .. } => Some(cost),
                Outcome::Unsolvable => None,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(position.distance, solve(&level.grid), "{}", position.code);
        let Some(distance) = position.distance.filter(|&distance| distance > 0) else { continue };
        let notation = level.game.notation();
        for mv in level.game.moves(&level.grid) {
            let nearer = solve(&level.game.play(&level.grid, mv).unwrap()) == Some(distance - 1);
            assert_eq!(position.best_moves.contains(&notation.write(mv)), nearer);
        }
    }
}

#[test]
fn no_position_is_in_two_splits() {
    // Every level is also rotated and mirrored, under other names.
    let mut all = Vec::new();
    for subject in subjects().into_iter().take(4) {
        for (number, way) in Symmetry::all().enumerate() {
            let mut turned = subject.clone();
            turned.level.grid = way.of(&subject.level.grid);
            turned.name = format!("{} {number}", subject.name);
            all.push(turned);
        }
    }
    let dataset = made(&all, (30, 30));
    let mut splits = HashMap::new();
    for position in &dataset.positions {
        let level = from_code(&position.code).unwrap();
        let form = (position.game, level.game.canonical(&level.grid));
        assert_eq!(*splits.entry(form).or_insert(position.split), position.split);
    }
    assert_eq!(dataset.positions, made(&all, (30, 30)).positions, "the same in every run");
    let mut archive = Vec::new();
    table::npz::write(&arrays(&dataset.positions), &mut archive).unwrap();
    assert!(archive.starts_with(b"PK\x03\x04\x14\x00"));
}
