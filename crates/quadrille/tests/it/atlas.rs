//! Whole spaces: distances equal those of the solver, no admissible estimate exceeds one, and
//! descriptions are correct.

use quadrille::Method;
use quadrille::describe::describe;
use quadrille::games::{self, Game};
use quadrille::heuristics::Expression;
use quadrille::levels::{Level, read};
use quadrille::search::{Control, Limits, Outcome, Pruning, Stop};
use quadrille::verify;

/// A small level of each game, its example, and some with more pieces.
fn levels() -> Vec<Level> {
    let examples = games::ALL.iter().filter_map(|game| {
        let document = read(game.formulation()?.example, Some(*game));
        Some(document.levels().next().expect("the example is a level").clone())
    });
    let more = [
        "game: tiles\n\nr . . b\n. # . .\n. . R .\nB . . r\n",
        "game: zhed\n\n. . . .\nG . 1 .\n. 1 . .\n2 . . .\n",
        "game: squares\n\nA B C C\nB A C A\nB B A C\n",
        "game: fold\n\n1 . . 2\n. . . .\n. . . .\n3 . . .\n",
    ];
    let more = more.iter().map(|text| read(text, None).levels().next().expect("a level").clone());
    examples.chain(more).collect()
}

#[test]
fn distances_are_those_of_the_solver() {
    for level in levels() {
        let atlas = level.game.atlas(&level.grid, &[], &Control::default()).unwrap();
        assert_eq!(atlas.stop, None);
        assert_eq!(atlas.reached, atlas.places.len());
        let step = atlas.places.len().div_ceil(300);
        for number in (0..atlas.places.len()).step_by(step) {
            let place = atlas.places.at(number);
            let way = atlas.way_to(number);
            assert_eq!(way.len(), place.depth as usize);
            let replay = verify::replay(level.game, &level.grid, &way).unwrap();
            let board = replay.boards.last().unwrap();
            assert_eq!(level.game.is_solved(board), place.solved);
            let report =
                level.game.solve(board, &Method::default(), &Control::default(), None).unwrap();
            let distance = match report.outcome {
                Outcome::Solved { cost, optimal: true, .. } => Some(cost),
                Outcome::Unsolvable => None,
                other => panic!("{other:?}"),
            };
            assert_eq!(place.distance, distance, "{} {way:?}", level.game.id());
            // Every move is a move of the board; of equivalent moves one is listed.
            let boards = |moves: &[quadrille::moves::Move]| {
                let play = |&mv| level.game.play(board, mv).expect("a legal move");
                let mut boards: Vec<_> = moves.iter().map(play).collect();
                boards.sort_by(|one, other| one.cells().cmp(other.cells()));
                boards.dedup();
                boards.retain(|after| after != board);
                boards
            };
            let moves: Vec<_> = place.moves.iter().map(|&(mv, _)| mv).collect();
            let legal = if place.solved { Vec::new() } else { level.game.moves(board) };
            assert_eq!(boards(&moves), boards(&legal), "{} {way:?}", level.game.id());
        }
        let layers = level.game.layers(&level.grid, u32::MAX, Pruning::ALL).unwrap();
        assert!(atlas.layers().iter().zip(&layers).all(|(ours, all)| ours <= all));
        let plan = atlas.shortest();
        assert_eq!(plan.len(), atlas.places.distance(0).map_or(0, |moves| moves as usize + 1));
    }
}

#[test]
fn no_admissible_estimate_exceeds_a_distance() {
    for level in levels() {
        let game: &dyn Game = level.game;
        let claims = |heuristic: &Expression| heuristic.check(game.vocabulary()).unwrap();
        let all = game.every_heuristic();
        let admissible: Vec<Expression> =
            all.into_iter().filter(|heuristic| claims(heuristic).is_admissible()).collect();
        let atlas = game.atlas(&level.grid, &admissible, &Control::default()).unwrap();
        for (heuristic, estimates) in admissible.iter().zip(&atlas.estimates) {
            assert_eq!(estimates.len(), atlas.places.len());
            for (place, &estimate) in atlas.places.iter().zip(estimates) {
                let truth = place.distance.map_or(f64::INFINITY, f64::from);
                assert!(
                    estimate <= truth + 1e-9,
                    "{} {heuristic}: {estimate} > {truth}",
                    game.id()
                );
            }
        }
    }
}

#[test]
fn a_limit_is_reported_and_leaves_no_distances() {
    let levels = levels();
    let level = levels.iter().rfind(|level| level.game.id() == "tiles").expect("one of tiles");
    let limits = Limits { max_nodes: Some(10), ..Limits::default() };
    let heuristics = ["relaxed".parse().unwrap()];
    let control = Control::with_limits(limits);
    let atlas = level.game.atlas(&level.grid, &heuristics, &control).unwrap();
    assert_eq!(atlas.stop, Some(Stop::Nodes));
    assert!(atlas.places.len() <= 10 && atlas.estimates[0].is_empty());
    assert!(atlas.places.iter().all(|place| place.distance.is_none()));
    let described = describe(level.game, Some(level), &control).unwrap();
    assert!(described.to_markdown().contains("at least"));
    assert_eq!(described.level.space.dead_ends, None);
    assert_eq!(described.level.space.mean_branching, None);
}

#[test]
fn descriptions_are_whole_and_true() {
    for level in levels() {
        let game = level.game;
        let described = describe(game, Some(&level), &Control::default()).unwrap();
        let space = &described.level.space;
        let bound = space.at_most.as_ref().expect("every game has a bound");
        assert!((space.reachable as f64).log10() <= bound.log10 + 1e-9, "{}", game.id());
        assert!(!described.operators.is_empty() && !described.facts.is_empty());
        assert_eq!(described.level.worked.legal.len(), game.moves(&level.grid).len());
        let text = described.to_markdown();
        for part in
            ["State", "Initial state", "Goal test", "Operators", "Path cost", "Size of the space"]
        {
            assert!(text.contains(&format!("\n## {part}\n")), "{}: {part}\n{text}", game.id());
        }
        // A name stays on one line.
        let named = Level { name: Some("a | b\n# c `d`".to_string()), ..level.clone() };
        let text = describe(game, Some(&named), &Control::default()).unwrap().to_markdown();
        assert!(text.contains("Here 'a \\| b # c \\`d\\`'"), "{text}");
    }
}

#[test]
fn parts_make_up_the_value() {
    for level in levels() {
        let values = level.game.values(&level.grid, &level.game.every_heuristic()).unwrap();
        for valued in values {
            // Boards without tables have no value per colour.
            let may_be_bare = valued.name == "lone";
            assert!(may_be_bare || !valued.parts.is_empty(), "{valued}");
            let parts = || valued.parts.iter().map(|part| part.value);
            let (sum, least, most) = (
                parts().sum::<f64>(),
                parts().fold(f64::INFINITY, f64::min),
                parts().fold(f64::NEG_INFINITY, f64::max),
            );
            match valued.name.as_str() {
                "cover" | "pushes" => assert_eq!(sum, valued.value, "{valued}"),
                "reach" => assert_eq!(least, valued.value, "{valued}"),
                "gather" => assert_eq!(least.max(1.0), valued.value, "{valued}"),
                // All blocks must be there at the same time, and all colours cleared.
                "relaxed" | "lone" if !valued.parts.is_empty() => {
                    assert!(most <= valued.value, "{valued}");
                }
                _ => {}
            }
        }
    }
}
