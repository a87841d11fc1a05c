//! Every algorithm compared with exhaustive search, on random levels of every game and on known
//! ones.

use std::cell::RefCell;

use crate::support::{Random, random_level};
use quadrille::Method;
use quadrille::games;
use quadrille::heuristics::Expression;
use quadrille::levels::{self, Level};
use quadrille::registry::{ALGORITHMS, Optimality, algorithm};
use quadrille::search::{Control, Event, Limits, Outcome, Pruning, Report, Stats, Stop};

const FORMS: &[&str] = &[
    "bfs", "dfs", "dfs(6)", "ids", "ids(0)", "ucs", "greedy", "astar", "wastar", "wastar(1.5)",
    "idastar", "idastar(0)", "beam", "beam(3)", "ordered", "ordered(0.5,2)", "anytime",
    "parallel(2)", "parallel(3)", "best",
];

fn solve(level: &Level, request: &Method, limits: Limits) -> Report {
    level
        .game
        .solve(&level.grid, request, &Control::with_limits(limits), None)
        .unwrap_or_else(|error| panic!("{}: {error}", picture(level)))
}

fn request(algorithm: &str, heuristic: Option<&str>) -> Method {
    Method {
        algorithm: quadrille::registry::algorithm(algorithm).unwrap(),
        heuristic: heuristic.map(|text| text.parse().unwrap()),
        ..Method::default()
    }
}

fn picture(level: &Level) -> String {
    let rows = level.grid.rows().map(|row| {
        row.iter()
            .map(|&cell| level.game.cell_glyph(cell).unwrap_or_default())
            .collect::<Vec<_>>()
            .join(" ")
    });
    format!("{}\n{}", level.game.id(), rows.collect::<Vec<_>>().join("\n"))
}

const GENEROUS: Limits = Limits { max_nodes: Some(20_000), max_time: None, max_memory: None };

/// A random level that exhaustive search settles, with its least number of moves, if it has a plan.
fn settled_level(id: &str, random: &mut Random) -> (Level, Option<u32>) {
    loop {
        let side = if id == "squares" { 4 } else { 5 };
        let level = random_level(id, random, side);
        match solve(&level, &request("bfs", None), GENEROUS).outcome {
            Outcome::Solved { cost, optimal, .. } => {
                assert!(optimal);
                return (level, Some(cost));
            }
            Outcome::Unsolvable => return (level, None),
            Outcome::Unknown => {}
        }
    }
}

/// Checks a report against the truth, and against the guarantees of the algorithm.
fn assert_true(level: &Level, form: &Method, report: &Report, truth: Option<u32>) {
    let Method { algorithm, heuristic, .. } = form;
    let context = format!("{algorithm} {heuristic:?}\n{}\n{report:?}\n{truth:?}", picture(level));
    if let Some(truth) = truth {
        assert!(report.lower_bound <= truth, "{context}");
    }
    match &report.outcome {
        Outcome::Solved { cost, optimal, .. } => {
            let truth = truth.expect(&context);
            assert!(*cost >= truth, "{context}");
            assert!(!*optimal || *cost == truth, "{context}");
            assert_eq!(*optimal, report.lower_bound == *cost, "{context}");
        }
        Outcome::Unsolvable => assert!(truth.is_none() && report.stop.is_none(), "{context}"),
        Outcome::Unknown => assert!(report.stop.is_some(), "{context}"),
    }
    if report.stop.is_some() {
        return;
    }
    let info = ALGORITHMS.iter().find(|info| info.name == algorithm.name()).unwrap();
    let proves = match info.optimality {
        Optimality::Always => true,
        Optimality::WithAdmissible => {
            let game = level.game;
            let default: Expression = game.default_heuristic().parse().unwrap();
            let heuristic = heuristic.as_ref().unwrap_or(&default);
            heuristic.check(game.vocabulary()).unwrap().is_admissible()
        }
        Optimality::Never => false,
    };
    assert!(
        !proves || !matches!(report.outcome, Outcome::Solved { optimal: false, .. }),
        "{context}"
    );
}

#[test]
fn every_algorithm_agrees_with_exhaustive_search() {
    let mut random = Random(11);
    let mut unsolvable = 0;
    for game in games::ALL {
        let heuristics = game.heuristics();
        for round in 0..60 {
            let (level, truth) = settled_level(game.id(), &mut random);
            unsolvable += u32::from(truth.is_none());
            for form in FORMS {
                let named = match heuristics.len() {
                    0 => None,
                    count => Some(heuristics[round % (count + 1) % count].name),
                };
                let heuristic = if round % 2 == 0 { None } else { named };
                let request = request(form, heuristic);
                let report = solve(&level, &request, GENEROUS);
                assert_true(&level, &request, &report, truth);
                let may_stop =
                    matches!(*form, "ids" | "ids(0)" | "idastar" | "idastar(0)" | "dfs(6)")
                        || form.starts_with("beam");
                let context = || format!("{form} {heuristic:?}\n{}\n{report:?}", picture(&level));
                assert!(may_stop || report.stop.is_none(), "{}", context());
            }
        }
    }
    assert!(unsolvable > 20, "{unsolvable} unsolvable levels are too few to test proofs with");
}

#[test]
fn switching_prunings_off_changes_no_answer() {
    let mut random = Random(12);
    for game in games::ALL {
        for _ in 0..10 {
            let (level, truth) = settled_level(game.id(), &mut random);
            for (canonical, dead_ends) in [(false, true), (true, false), (false, false)] {
                for form in ["bfs", "astar", "idastar", "parallel(2)", "anytime", "dfs"] {
                    let pruning = Pruning { canonical, dead_ends };
                    let request = Method { pruning, ..request(form, None) };
                    let limits = Limits { max_nodes: Some(200_000), ..Limits::default() };
                    assert_true(&level, &request, &solve(&level, &request, limits), truth);
                }
            }
        }
    }
}

fn counts(stats: &Stats) -> Stats {
    Stats { seconds: 0.0, first_plan_seconds: None, ..*stats }
}

#[test]
fn two_runs_are_the_same_run() {
    let mut random = Random(13);
    for game in games::ALL {
        for _ in 0..12 {
            let (level, _) = settled_level(game.id(), &mut random);
            for form in FORMS.iter().filter(|form| !form.starts_with("parallel")) {
                let run = || solve(&level, &request(form, None), GENEROUS);
                let (one, other) = (run(), run());
                assert_eq!(one.outcome, other.outcome, "{form}");
                assert_eq!(counts(&one.stats), counts(&other.stats), "{form}");
            }
        }
    }
}

#[test]
fn events_match_the_counts_and_change_nothing() {
    let mut random = Random(14);
    for game in games::ALL {
        for _ in 0..12 {
            let (level, _) = settled_level(game.id(), &mut random);
            for form in FORMS.iter().filter(|form| **form != "best") {
                let seen = RefCell::new(Stats::default());
                let plans = RefCell::new(Vec::new());
                let highest = RefCell::new(0);
                let mut watch = |event: Event| {
                    let mut seen = seen.borrow_mut();
                    match event {
                        Event::Expand { .. } => seen.expanded += 1,
                        Event::Generate { node, parent, .. } => {
                            seen.generated += 1;
                            assert!(parent < node, "{form}: a parent comes before its child");
                            *highest.borrow_mut() = node;
                        }
                        Event::Duplicate { .. } => seen.duplicates += 1,
                        Event::Reopen { .. } => seen.reopened += 1,
                        Event::Improve { cost } => plans.borrow_mut().push(cost),
                        Event::Depth { .. } => {}
                    }
                };
                let request = request(form, None);
                let control = Control::with_limits(GENEROUS);
                let watched =
                    level.game.solve(&level.grid, &request, &control, Some(&mut watch)).unwrap();
                let (seen, plans) = (seen.into_inner(), plans.into_inner());
                let stats = &watched.stats;
                let context = format!("{form}\n{}\n{watched:?}\n{seen:?}", picture(&level));
                assert_eq!(seen.expanded, stats.expanded, "{context}");
                assert_eq!(seen.duplicates, stats.duplicates, "{context}");
                assert_eq!(seen.reopened, stats.reopened, "{context}");
                assert_eq!(
                    seen.generated + seen.duplicates + seen.reopened,
                    stats.generated,
                    "{context}"
                );
                assert_eq!(
                    plans.last().copied(),
                    watched.plan().map(|(_, cost)| cost),
                    "{context}"
                );
                assert!(plans.is_sorted_by(|a, b| a > b), "{context}: plans get better");
                if !form.starts_with("parallel") {
                    let alone = solve(&level, &request, GENEROUS);
                    assert_eq!(alone.outcome, watched.outcome, "{context}");
                    assert_eq!(counts(&alone.stats), counts(&watched.stats), "{context}");
                }
            }
        }
    }
}

/// A level of tiles with too many positions for the limits of these tests.
fn large_level() -> Level {
    let text = "level large\n\
                a . . # . . . .\n\
                . b . . . . # .\n\
                . . c . # . . .\n\
                # . . d . . . .\n\
                . . . . e . . #\n\
                . # . . . f . .\n\
                . . . . . . g .\n\
                . . # A B C D E\n\
                . F G . . . . .\n";
    levels::read(text, None).levels().next().expect("a level").clone()
}

#[test]
fn the_limit_on_positions_is_exact() {
    let level = large_level();
    for form in FORMS.iter().filter(|form| !matches!(**form, "best" | "dfs(6)" | "beam(3)")) {
        for nodes in [0, 1, 17, 1000] {
            let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
            let report = solve(&level, &request(form, Some("zero")), limits);
            if report.stop.is_none() {
                assert!(report.stats.expanded <= nodes, "{form}");
                continue;
            }
            assert_eq!(report.stop, Some(Stop::Nodes), "{form}");
            if form.starts_with("parallel") {
                assert!(report.stats.expanded <= nodes, "{form}");
            } else {
                assert_eq!(report.stats.expanded, nodes, "{form}");
            }
        }
    }
}

#[test]
fn the_limit_on_memory_holds() {
    let level = large_level();
    let memory = 2 << 20;
    let limits =
        Limits { max_memory: Some(memory), max_nodes: Some(3_000_000), ..Limits::default() };
    for form in ["bfs", "dfs", "ucs", "astar", "greedy", "anytime", "beam(100000)", "parallel(2)"] {
        let report = solve(&level, &request(form, Some("zero")), limits);
        assert!(report.stats.peak_bytes <= memory as u64, "{form}: {report:?}");
        if report.plan().is_none() {
            assert_eq!(report.stop, Some(Stop::Memory), "{form}");
            assert!(report.stats.peak_bytes > memory as u64 / 2, "{form}: {report:?}");
        }
    }
    for form in ["ids", "idastar"] {
        let limits = Limits { max_nodes: Some(100_000), ..limits };
        let report = solve(&level, &request(form, Some("zero")), limits);
        assert!(report.stats.peak_bytes <= memory as u64, "{form}: {report:?}");
    }
}

#[test]
fn a_cancelled_search_stops() {
    let level = large_level();
    for form in FORMS.iter().filter(|form| **form != "best") {
        let control =
            Control::with_limits(Limits { max_nodes: Some(5_000_000), ..Limits::default() });
        control.cancel.cancel();
        let request = request(form, Some("zero"));
        let report = level.game.solve(&level.grid, &request, &control, None).unwrap();
        assert_eq!(report.stop, Some(Stop::Cancelled), "{form}");
        assert_eq!(report.outcome, Outcome::Unknown, "{form}");
    }
}

#[test]
fn the_anytime_search_reports_each_plan_and_ends_with_the_best() {
    let mut random = Random(15);
    let mut improved = 0;
    for game in games::ALL {
        for round in 0..200 {
            let (level, truth) = settled_level(game.id(), &mut random);
            let mut plans = Vec::new();
            let mut watch = |event: Event| {
                if let Event::Improve { cost } = event {
                    plans.push(cost);
                }
            };
            let control = Control::default();
            // The best heuristic often leaves nothing to improve after the first plan.
            let all = game.every_heuristic();
            let heuristic = all[round % all.len()].to_string();
            let request = request("anytime", Some(&heuristic));
            let report =
                level.game.solve(&level.grid, &request, &control, Some(&mut watch)).unwrap();
            assert_eq!(plans.last().copied(), truth);
            assert_eq!(control.progress.best(), truth);
            assert!(truth.is_none() || report.is_optimal());
            improved += plans.len().saturating_sub(1);
        }
    }
    assert!(improved > 5, "only {improved} plans were bettered");
}

#[test]
fn every_algorithm_in_the_list_is_tested() {
    for info in ALGORITHMS {
        let is_form = |form: &&str| algorithm(form).unwrap().name() == info.name;
        assert!(FORMS.iter().any(is_form), "{}", info.name);
    }
}

#[test]
fn an_unknown_heuristic_is_an_error_with_a_hint() {
    let level = large_level();
    let request = request("astar", Some("2*relaxd"));
    let error =
        level.game.solve(&level.grid, &request, &Control::default(), None).unwrap_err().to_string();
    assert!(error.contains("relaxed"), "{error}");
}
