//! Levels with known answers from others. They are stored outside of the project, in `../shared` or
//! in the folder that `QUADRILLE_SHARED` names. If they are missing, these tests are ignored with
//! that reason; if `CI` is set they fail, unless `QUADRILLE_SHARED` is `none`. This is a separate
//! program, since only its own harness can ignore a test at run time.

use std::path::{Path, PathBuf};
use std::{env, fs};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use quadrille::Method;
use quadrille::games::{self, Game};
use quadrille::generate::{self, Rating};
use quadrille::levels::{self, Known, Level};
use quadrille::search::{Control, Limits, Outcome, Report};

fn main() {
    let tests = [
        ("short_searches_contradict_no_known_optimum", short_searches as fn(&Path)),
        ("the_app_s_levels_of_zhed_take_the_known_number_of_moves", levels_of_zhed),
        ("six_hundred_boards_of_squares_have_their_known_optima", boards_of_squares),
        ("ratings_rise_with_the_order_of_the_app_s_levels", ratings_rise),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::ignorable_test(name, move || {
            let Some(folder) = folder()? else {
                return Ok(Completion::ignored_with("there are no levels beside the project"));
            };
            test(&folder);
            Ok(Completion::Completed)
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit();
}

/// The folder of the levels; an error if it is required and missing.
fn folder() -> Result<Option<PathBuf>, Failed> {
    let named = env::var_os("QUADRILLE_SHARED").filter(|name| !name.is_empty());
    if named.as_ref().is_some_and(|name| name == "none") {
        return Ok(None);
    }
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = named.map_or(beside, PathBuf::from).join("levels");
    match (folder.is_dir(), env::var_os("CI")) {
        (true, _) => Ok(Some(folder)),
        (false, None) => Ok(None),
        (false, Some(_)) => Err(format!(
            "there are no levels at {}; set QUADRILLE_SHARED=none to skip these tests",
            folder.display()
        )
        .into()),
    }
}

fn text(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn solve(level: &Level, algorithm: &str, limits: Limits) -> Report {
    let method: Method = algorithm.parse().unwrap();
    level
        .game
        .solve(&level.grid, &method, &Control::with_limits(limits), None)
        .expect("a level, and a plan that passes the plain rules")
}

/// The proved result of the default search without limits: the least number of moves, or `None` if
/// there is no plan.
fn optimum(level: &Level) -> Option<u32> {
    let report = solve(level, "best", Limits::default());
    let is_proved = report.is_optimal() || report.outcome == Outcome::Unsolvable;
    assert!(is_proved, "{:?}: {report:?}", level.name);
    report.plan().map(|(_, cost)| cost)
}

fn short_searches(folder: &Path) {
    let mut solved = 0;
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "txt")) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let game: &'static dyn Game = games::ALL
            .iter()
            .copied()
            .find(|game| name.starts_with(game.id()))
            .expect("files are named after their games");
        for level in levels::read(&text(folder, &name), Some(game)).levels() {
            let Some(Known::Optimal(truth)) = level.known else { continue };
            for algorithm in ["bfs", "ids", "ucs", "astar", "idastar", "anytime", "parallel(2)"] {
                let report =
                    solve(level, algorithm, Limits { max_nodes: Some(3_000), ..Limits::default() });
                let context = format!("{algorithm} on {name} {:?}: {report:?}", level.name);
                assert!(report.lower_bound <= truth, "{context}");
                match report.outcome {
                    Outcome::Solved { cost, optimal, .. } => {
                        assert!(cost >= truth && (!optimal || cost == truth), "{context}");
                    }
                    Outcome::Unsolvable => panic!("{context}"),
                    Outcome::Unknown => assert!(report.stop.is_some(), "{context}"),
                }
                solved += u32::from(report.is_optimal());
            }
        }
    }
    assert!(solved > 500, "{solved}");
}

fn levels_of_zhed(folder: &Path) {
    let document = levels::read(&text(folder, "zhed-app.txt"), None);
    let mut optimal = 0;
    for level in document.levels() {
        let Some(Known::Optimal(known) | Known::Best(known)) = level.known else {
            continue;
        };
        assert_eq!(optimum(level), Some(known), "{:?}", level.name);
        optimal += 1;
    }
    assert_eq!(optimal, 50);
}

fn boards_of_squares(folder: &Path) {
    let document = levels::read(&text(folder, "squares-4x4.json"), games::by_id("squares"));
    let optima = text(folder, "squares-4x4.csv");
    let optima = optima.lines().skip(1).filter_map(|line| line.split(',').nth(1));
    let mut solved = 0;
    for (level, known) in document.levels().zip(optima) {
        assert_eq!(optimum(level), known.trim().parse().ok());
        solved += 1;
    }
    assert_eq!(solved, 600);
}

fn ratings_rise(folder: &Path) {
    let worlds = [
        ("zhed-app.txt", "", 1, 60, 0.75),
        ("tiles-many.txt", "app-multi/", 1, 59, 0.9),
        ("tiles-many.txt", "app-multi/", 61, 179, 0.9),
        ("tiles-many.txt", "app-single/", 1, 99, 0.9),
        ("tiles-many.txt", "app-single/", 101, 219, 0.9),
    ];
    for (file, prefix, first, last, least) in worlds {
        let ratings: Vec<Rating> = levels::read(&text(folder, file), None)
            .levels()
            .filter(|level| {
                let number = level.name.as_deref().and_then(|name| name.strip_prefix(prefix));
                number
                    .and_then(|number| number.parse().ok())
                    .is_some_and(|number: u32| (first..=last).contains(&number))
            })
            .map(|level| generate::rate(level, &Control::default()).unwrap())
            .collect();
        let places: Vec<f64> = (0..ratings.len()).map(|index| index as f64).collect();
        let correlation = |figure: fn(&Rating) -> f64| {
            rank_correlation(&places, &ratings.iter().map(figure).collect::<Vec<_>>())
        };
        let score = correlation(|rating| rating.score.into());
        assert!(score > least, "{file} {prefix}{first}..{last}: {score}");
        // The order follows the app at least as well as the length of plans, in ZHED better.
        let (order, moves) =
            (correlation(|rating| rating.order), correlation(|rating| rating.parts.moves.into()));
        let gain = if prefix.is_empty() { 0.01 } else { 0.0 };
        assert!(order >= moves + gain, "{file} {prefix}{first}..{last}: {order}, {moves}");
    }
}

/// Spearman's coefficient of rank correlation.
fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        values
            .iter()
            .map(|value| {
                let below = values.iter().filter(|other| *other < value).count();
                let equal = values.iter().filter(|other| *other == value).count();
                below as f64 + (equal - 1) as f64 / 2.0
            })
            .collect()
    };
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() - 1) as f64 / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}
