//! Checks that `best` finds a plan if another method does: for hard boards of every game,
//! `cargo bench --bench plans` measures the least time t after which any other method has a plan,
//! and runs `best` for three times t. It prints a table as Markdown, and the boards on which `best`
//! had none.
//!
//! It measures the processor time of the calling thread, so other load matters little: with a core
//! for the finders, that is the wall-clock time of an idle machine.
//!
//! `cargo bench --bench plans -- tiles zhed` uses only those games, `kind="8x8"` only boards of
//! kinds with that text, `methods="greedy;beam(100) with score"` only those methods, `seconds=2`
//! gives every method that time, `boards=20` uses that many boards of each kind, `first=100` starts
//! with another seed, `every` prints every board, and `times` prints the times of all methods
//! instead of a table: the basis for the shares of a game's finders.
//!
//! `cargo bench --bench plans -- proofs` measures the cost of the finders for a proof: for every
//! board that is proved in the time, the processor time of the proof with finders and without.
//! `file=levels/classics.txt` uses the levels of a file instead of generated boards, in both modes.

#![allow(missing_docs)]

mod boards;
mod clock;
#[path = "../tests/it/support.rs"]
mod support;

use std::fs;
use std::time::Duration;

use boards::{draft, fold, game, squares, tiles, zhed};
use clock::processor_clock;
use quadrille::Method;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::levels::{self, Level};
use quadrille::search::{Control, Limits, Report};
use support::Random;

/// Shorter times do not matter to users, and are hard to measure.
const FLOOR: Duration = Duration::from_millis(50);
/// The memory of every search.
const MEMORY: usize = 4 << 30;
/// Methods with the default heuristic of the game, the quickest first.
const METHODS: [&str; 12] = [
    "greedy", "wastar(5)", "beam(100)", "wastar(2)", "beam(10000)", "beam(1000)", "dfs", "dfs(50)",
    "astar", "idastar", "bfs", "anytime",
];
/// Methods that are also tried with every other heuristic.
const GUIDED: [&str; 5] = ["greedy", "wastar(5)", "beam(100)", "wastar(2)", "beam(10000)"];

struct Options {
    games: Vec<String>,
    kind: String,
    methods: Option<String>,
    seconds: u64,
    boards: u64,
    first: u64,
    every: bool,
    times: bool,
    proofs: bool,
    files: Vec<String>,
}

impl Options {
    fn from_arguments() -> Options {
        let words: Vec<String> =
            std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
        let text =
            |name: &str| words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        let number = |name: &str| text(name)?.parse().ok();
        let is_game = |word: &&String| quadrille::games::by_id(word).is_some();
        Options {
            games: words.iter().filter(is_game).cloned().collect(),
            kind: text("kind").unwrap_or_default().to_string(),
            methods: text("methods").map(String::from),
            seconds: number("seconds").unwrap_or(4),
            boards: number("boards").unwrap_or(7),
            first: number("first").unwrap_or(0),
            every: words.iter().any(|word| word == "every"),
            times: words.iter().any(|word| word == "times"),
            proofs: words.iter().any(|word| word == "proofs"),
            files: words
                .iter()
                .filter_map(|word| word.strip_prefix("file="))
                .map(String::from)
                .collect(),
        }
    }
}

/// All methods except for `best`, or those that were selected.
fn methods(game: &dyn Game, options: &Options) -> Vec<Method> {
    if let Some(texts) = &options.methods {
        return texts.split(';').map(|text| text.parse().expect("a method")).collect();
    }
    let mut texts: Vec<String> = METHODS.map(String::from).into();
    let others = game.heuristics().iter().map(|info| info.name);
    for heuristic in others.filter(|&name| name != game.default_heuristic()) {
        texts.extend(GUIDED.map(|algorithm| format!("{algorithm} with {heuristic}")));
    }
    texts.iter().map(|text| text.parse().expect("a method")).collect()
}

fn solve(level: &Level, method: &Method, time: Duration) -> Report {
    solve_within(level, method, time, None)
}

fn solve_within(level: &Level, method: &Method, time: Duration, nodes: Option<u64>) -> Report {
    let limits = Limits { max_time: Some(time), max_memory: Some(MEMORY), max_nodes: nodes };
    let control = Control { clock: processor_clock(), ..Control::with_limits(limits) };
    level.game.solve(&level.grid, method, &control, None).expect("a level and a true plan")
}

/// The time of a search's first plan.
fn first_plan(report: &Report) -> Option<Duration> {
    report.plan()?;
    Some(Duration::from_secs_f64(report.stats.first_plan_seconds.unwrap_or(report.stats.seconds)))
}

/// The least time after which another method has a plan, and that method.
fn quickest(level: &Level, options: &Options) -> Option<(Duration, Method)> {
    let mut quickest: Option<(Duration, Method)> = None;
    let most = Duration::from_secs(options.seconds);
    for method in methods(level.game, options) {
        // Only methods faster than the quickest so far matter.
        let time = quickest.as_ref().map_or(most, |(time, _)| *time);
        if let Some(time) = first_plan(&solve(level, &method, time)).filter(|&it| it < time) {
            quickest = Some((time, method));
        }
    }
    quickest
}

/// Prints the time of each method's first plan in milliseconds, separated by tabs. Times above
/// three times the least, or three times [`FLOOR`], are left out.
fn print_times(kind: &str, seed: u64, level: &Level, options: &Options) {
    let (mut round, mut times) = (FLOOR, Vec::new());
    let mut left = methods(level.game, options);
    while times.is_empty() && round <= Duration::from_secs(options.seconds) {
        round *= 3;
        left.retain(|method| {
            let least = times.iter().map(|&(time, _)| time).min();
            let within = least.map_or(round, |least: Duration| 3 * least.max(FLOOR));
            let time = first_plan(&solve(level, method, within));
            times.extend(time.map(|time| (time, method.clone())));
            time.is_none()
        });
    }
    // Methods tried before the first plan had less time than the others.
    if let Some(least) = times.iter().map(|&(time, _)| time).min().filter(|&it| 3 * it > round) {
        for method in left {
            let time = first_plan(&solve(level, &method, 3 * least));
            times.extend(time.map(|time| (time, method.clone())));
        }
    }
    for (time, method) in &times {
        println!("{kind}\t{seed}\t{method}\t{:.1}", 1e3 * time.as_secs_f64());
    }
}

/// Prints the times of proofs with finders and without. The runs alternate, and the best of three
/// counts.
fn compare_proofs(kind: &str, boards: &[Grid<u16>], id: &str, options: &Options) {
    // No finder runs below ten million positions. A game without its own solver is then proved by
    // A*, after other searches.
    let (alone, nodes) = match id {
        "tiles" | "sokoban" => ("astar", None),
        _ => ("best", Some(9_999_999)),
    };
    let alone: Method = alone.parse().expect("a method");
    let (mut proofs, mut sums, mut most) = (0, [0.0; 2], 0.0_f64);
    for board in boards {
        let level = Level::new(game(id), board.clone());
        let mut times = [f64::INFINITY; 2];
        for _ in 0..3 {
            for (time, (method, nodes)) in
                times.iter_mut().zip([(&Method::default(), None), (&alone, nodes)])
            {
                let most = Duration::from_secs(options.seconds);
                let report = solve_within(&level, method, most, nodes);
                if report.stop.is_none() {
                    *time = time.min(report.stats.seconds);
                }
            }
            if times == [f64::INFINITY; 2] {
                break;
            }
        }
        if times[1] >= FLOOR.as_secs_f64() && times[1].is_finite() {
            proofs += 1;
            most = most.max(times[0] / times[1]);
            sums[0] += times[0];
            sums[1] += times[1];
        }
    }
    let ratio = sums[0] / sums[1];
    println!("| {kind} | {proofs} | {:.2} s | {ratio:.3} | {most:.3} |", sums[1]);
}

/// The results of one kind of boards.
#[derive(Default)]
struct Tally {
    boards: usize,
    with_plan: usize,
    met: usize,
    /// The first plan of `best` as a part of its time.
    parts: Vec<f64>,
}

fn compare(kind: &str, boards: &[Grid<u16>], id: &str, options: &Options) {
    let mut tally = Tally { boards: boards.len(), ..Tally::default() };
    for (number, board) in boards.iter().enumerate() {
        let level = Level::new(game(id), board.clone());
        if options.times {
            let seed = options.first + number as u64;
            print_times(kind, seed, &level, options);
            continue;
        }
        let Some((least, method)) = quickest(&level, options) else {
            continue;
        };
        tally.with_plan += 1;
        let time = 3 * least.max(FLOOR);
        let best = first_plan(&solve(&level, &Method::default(), time));
        tally.met += usize::from(best.is_some());
        tally.parts.push(best.map_or(f64::INFINITY, |it| it.as_secs_f64() / time.as_secs_f64()));
        if options.every || best.is_none() {
            eprintln!("{kind}, {number}: {method} after {least:.1?}, best {best:.1?}");
        }
        if best.is_none() {
            let late = first_plan(&solve(&level, &Method::default(), 10 * time));
            eprintln!("best in ten times that: {late:.1?}");
            eprintln!("{}", levels::write(&level, "native").expect("every level can be written"));
        }
    }
    tally.parts.sort_by(f64::total_cmp);
    let median = tally.parts.get(tally.parts.len() / 2).copied().unwrap_or(f64::NAN);
    let most = tally.parts.last().copied().unwrap_or(f64::NAN);
    let Tally { boards, with_plan, met, .. } = tally;
    println!("| {kind} | {boards} | {with_plan} | {met} | {median:.2} | {most:.2} |");
}

type Maker = Box<dyn Fn(u64) -> Grid<u16>>;

/// The kinds of boards, each with its game.
fn kinds() -> Vec<(String, &'static str, Maker)> {
    let mut kinds: Vec<(String, &'static str, Maker)> = Vec::new();
    for (blocks, colours) in [(10, 10), (12, 12), (16, 16), (10, 3), (12, 3), (16, 4), (24, 8)] {
        kinds.push((
            format!("tiles 16x16, {blocks} blocks of {colours} colours"),
            "tiles",
            Box::new(move |seed| tiles(16, blocks, colours, &mut Random(seed))),
        ));
    }
    for numbers in [40, 60] {
        kinds.push((
            format!("zhed 16x16, {numbers} numbers"),
            "zhed",
            Box::new(move |seed| zhed(numbers, &mut Random(seed))),
        ));
    }
    for numbers in [60, 100] {
        kinds.push((
            format!("zhed 16x16, {numbers} numbers of the generator"),
            "zhed",
            Box::new(move |seed| draft("zhed", (16, 16), numbers, seed)),
        ));
    }
    for (rows, cols) in [(6, 6), (8, 8), (10, 10)] {
        kinds.push((
            format!("squares {rows}x{cols}"),
            "squares",
            Box::new(move |seed| squares(rows, cols, &mut Random(seed))),
        ));
    }
    for (side, colours) in [(8, 5), (12, 8)] {
        kinds.push((
            format!("squares {side}x{side}, {colours} colours"),
            "squares",
            Box::new(move |seed| draft("squares", (side, side), colours, seed)),
        ));
    }
    for pieces in [32, 61] {
        kinds.push((
            format!("fold 16x16, {pieces} pieces"),
            "fold",
            Box::new(move |seed| fold(16, pieces, &mut Random(seed))),
        ));
    }
    kinds.push((
        "fold 16x16, 30 pieces of the generator".into(),
        "fold",
        Box::new(|seed| draft("fold", (16, 16), 30, seed)),
    ));
    for (side, boxes) in [(8, 4), (10, 6), (12, 8), (16, 10)] {
        kinds.push((
            format!("sokoban {side}x{side}, {boxes} boxes"),
            "sokoban",
            Box::new(move |seed| draft("sokoban", (side, side), boxes, seed)),
        ));
    }
    kinds
}

fn run(kind: &str, boards: &[Grid<u16>], id: &str, options: &Options) {
    let measure = if options.proofs { compare_proofs } else { compare };
    measure(kind, boards, id, options);
}

fn main() {
    // `cargo test` runs benchmarks once to check that they build; these take minutes.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let options = Options::from_arguments();
    if options.proofs {
        println!("| boards | proofs of 50 ms and more | time alone | with finders | longest |");
        println!("|---|---|---|---|---|");
    } else {
        println!(
            "| boards | made | with a plan of another method | `best` in 3 t | median | longest |"
        );
        println!("|---|---|---|---|---|---|");
    }
    for file in &options.files {
        let text = fs::read_to_string(file).expect("a file of levels");
        for id in ["tiles", "zhed", "squares", "fold", "sokoban"] {
            let levels = levels::read(&text, None);
            let of_game = levels.levels().filter(|level| level.game.id() == id);
            let boards: Vec<Grid<u16>> = of_game.map(|level| level.grid.clone()).collect();
            if !boards.is_empty() {
                run(&format!("{id} of {file}"), &boards, id, &options);
            }
        }
    }
    for (kind, id, make) in kinds().into_iter().filter(|_| options.files.is_empty()) {
        if !options.games.is_empty() && !options.games.iter().any(|game| game == id) {
            continue;
        }
        if !kind.contains(&options.kind) {
            continue;
        }
        let seeds = options.first..options.first + options.boards;
        let boards: Vec<Grid<u16>> = seeds.map(make).collect();
        run(&kind, &boards, id, &options);
    }
}
