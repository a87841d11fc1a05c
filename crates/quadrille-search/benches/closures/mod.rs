//! Races of two searches, and those against the `pathfinding` crate on state spaces given to both as
//! the same closures.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use pathfinding::prelude;
use quadrille_search::algorithm::{Astar, Bfs};
use quadrille_search::{Cost, Report, Search};

/// The least number of runs of each, and their least total time.
const ROUNDS: usize = 7;
const LEAST: Duration = Duration::from_millis(500);

/// The least seconds of a run: shorter searches are repeated, since reading the clock takes time.
const SHORT: f64 = 20e-6;

/// Rows whose ratio is below 1.
static SLOWER: AtomicUsize = AtomicUsize::new(0);

/// True if rows of this name were asked for.
pub(crate) fn is_wanted(name: &str) -> bool {
    let mut wanted = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    wanted.peek().is_none() || wanted.any(|part| name.contains(&part))
}

/// Prints the seconds of two searches with their ratio, and the goal for it. A row with a goal must
/// not be below 1.
pub(crate) fn row(name: &str, other: &str, [ours, theirs]: [f64; 2], goal: Option<f64>) {
    let ratio = theirs / ours;
    SLOWER.fetch_add(usize::from(goal.is_some() && ratio < 1.0), Relaxed);
    let time = |seconds: f64| match seconds < 1e-3 {
        true => format!("{:8.2} µs", seconds * 1e6),
        false => format!("{:8.2} ms", seconds * 1e3),
    };
    let goal = goal.map_or(String::new(), |goal| format!("   goal {goal:.1}"));
    println!(
        "{name:34} {}   {other:34} {}   {ratio:5.2} times as fast{goal}",
        time(ours),
        time(theirs),
    );
}

/// The end of a bench: a failure if any row was below 1.
pub(crate) fn verdict() -> std::process::ExitCode {
    match SLOWER.load(Relaxed) {
        0 => std::process::ExitCode::SUCCESS,
        slower => {
            eprintln!("{slower} of the rows with a goal are below 1");
            std::process::ExitCode::FAILURE
        }
    }
}

/// The seconds that a search takes, of several repeats, with the result of the last.
fn time<T>(search: impl Fn() -> T, repeats: usize) -> (f64, T) {
    let started = Instant::now();
    for _ in 1..repeats {
        black_box(search());
    }
    let result = black_box(search());
    (started.elapsed().as_secs_f64() / repeats as f64, result)
}

/// The best time of each of two alternating runs.
fn race(name: &str, goal: f64, ours: impl Fn() -> (Cost, u64), theirs: impl Fn() -> Cost) {
    if !is_wanted(name) {
        return;
    }
    let mut best = [f64::INFINITY; 2];
    let begun = Instant::now();
    let mut repeats = 1;
    for round in 0.. {
        if round >= ROUNDS && begun.elapsed() > LEAST {
            break;
        }
        let (seconds, (cost, _)) = time(&ours, repeats);
        best[0] = best[0].min(seconds);
        let (seconds, other) = time(&theirs, repeats);
        best[1] = best[1].min(seconds);
        assert_eq!(cost, other, "{name}: the costs differ");
        repeats = (SHORT / best[0].min(best[1])).ceil() as usize;
    }
    let name = format!("{name} ({} expanded)", ours().1);
    row(&name, "pathfinding", best, Some(goal));
}

/// Sliding tiles on a board of `W` × `W` cells; the hole is 0 and belongs into the first cell.
mod slide {
    pub(super) fn next<const W: usize, const C: usize>(
        board: &[u8; C],
    ) -> impl Iterator<Item = [u8; C]> + use<W, C> {
        let (board, hole) = (*board, board.iter().position(|&tile| tile == 0).unwrap_or(0));
        let from = [
            (hole % W > 0).then(|| hole - 1),
            (hole % W + 1 < W).then(|| hole + 1),
            hole.checked_sub(W),
            (hole + W < C).then(|| hole + W),
        ];
        from.into_iter().flatten().map(move |from| {
            let mut next = board;
            next.swap(hole, from);
            next
        })
    }

    pub(super) fn distance<const W: usize, const C: usize>(board: &[u8; C]) -> u32 {
        let steps = |at: usize, to: usize| (at / W).abs_diff(to / W) + (at % W).abs_diff(to % W);
        let tiles = (0..C).filter(|&at| board[at] != 0);
        tiles.map(|at| steps(at, usize::from(board[at])) as u32).sum()
    }

    pub(super) fn is_goal<const C: usize>(board: &[u8; C]) -> bool {
        board.iter().enumerate().all(|(at, &tile)| at == usize::from(tile))
    }
}

fn sliding<const W: usize, const C: usize>(name: &str, goal: f64, start: [u8; C]) {
    let ours = || {
        let moves = |board: &[u8; C]| slide::next::<W, C>(board).map(|next| ((), next));
        let report = Search::from(start, moves, slide::is_goal::<C>)
            .consistent(slide::distance::<W, C>)
            .algorithm(Astar)
            .run();
        (report.plan().map_or(0, |(_, cost)| cost), report.stats.expanded)
    };
    let theirs = || {
        let moves = |board: &[u8; C]| slide::next::<W, C>(board).map(|next| (next, 1));
        let result = prelude::astar(&start, moves, slide::distance::<W, C>, slide::is_goal::<C>);
        result.map_or(0, |(_, cost)| cost)
    };
    race(name, goal, ours, theirs);
}

/// A square of cells, about a third of them walls, with a path from corner to corner.
struct Maze {
    side: u16,
    walls: Vec<bool>,
}

impl Maze {
    fn new(side: u16) -> Maze {
        let mut random = 1_u64;
        let mut wall = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % 100 < 33
        };
        let mut walls: Vec<bool> = (0..usize::from(side).pow(2)).map(|_| wall()).collect();
        // The border is free, so there is always a path.
        for at in 0..usize::from(side) {
            for (row, col) in [(0, at), (at, usize::from(side) - 1)] {
                walls[row * usize::from(side) + col] = false;
            }
        }
        Maze { side, walls }
    }

    fn steps(&self, &(row, col): &(u16, u16)) -> impl Iterator<Item = (u16, u16)> + use<'_> {
        let near = [
            (row.wrapping_sub(1), col),
            (row, col + 1),
            (row + 1, col),
            (row, col.wrapping_sub(1)),
        ];
        near.into_iter().filter(|&(row, col)| {
            row < self.side
                && col < self.side
                && !self.walls[usize::from(row) * usize::from(self.side) + usize::from(col)]
        })
    }

    fn goal(&self) -> (u16, u16) {
        (self.side - 1, self.side - 1)
    }

    fn distance(&self, &(row, col): &(u16, u16)) -> u32 {
        u32::from(self.side - 1 - row) + u32::from(self.side - 1 - col)
    }
}

fn mazes(side: u16) {
    let maze = Maze::new(side);
    let start = (0, 0);
    let is_goal = |at: &(u16, u16)| *at == maze.goal();
    let moves = |at: &(u16, u16)| maze.steps(at).map(|next| ((), next));
    let result = |report: Report<(), (u16, u16)>| {
        (report.plan().map_or(0, |(_, cost)| cost), report.stats.expanded)
    };
    let ours = || result(Search::from(start, moves, is_goal).algorithm(Bfs).run());
    let theirs = || {
        let result = prelude::bfs(&start, |at| maze.steps(at), is_goal);
        result.map_or(0, |way| way.len() as Cost - 1)
    };
    race(&format!("maze {side}x{side}, bfs"), 2.0, ours, theirs);
    let ours = || {
        let search = Search::from(start, moves, is_goal).consistent(|at: &_| maze.distance(at));
        result(search.algorithm(Astar).run())
    };
    let theirs = || {
        let moves = |at: &(u16, u16)| maze.steps(at).map(|next| (next, 1));
        let result = prelude::astar(&start, moves, |at| maze.distance(at), is_goal);
        result.map_or(0, |(_, cost)| cost)
    };
    race(&format!("maze {side}x{side}, astar"), 1.2, ours, theirs);
}

fn jugs(name: &str, (a_holds, b_holds, wanted): (u16, u16, u16)) {
    let pour = move |&(a, b): &(u16, u16)| {
        let (ab, ba) = (a.min(b_holds - b), b.min(a_holds - a));
        [
            ("fill A", (a_holds, b)),
            ("fill B", (a, b_holds)),
            ("empty A", (0, b)),
            ("empty B", (a, 0)),
            ("A to B", (a - ab, b + ab)),
            ("B to A", (a + ba, b - ba)),
        ]
    };
    let is_goal = move |&(_, b): &(u16, u16)| b == wanted;
    let ours = || {
        let report = Search::from((0, 0), pour, is_goal).algorithm(Bfs).run();
        (report.plan().map_or(0, |(_, cost)| cost), report.stats.expanded)
    };
    let theirs = || {
        let result = prelude::bfs(&(0, 0), |jugs| pour(jugs).map(|(_, next)| next), is_goal);
        result.map_or(0, |way| way.len() as Cost - 1)
    };
    race(name, 1.2, ours, theirs);
}

/// Prints the rows.
pub(crate) fn rows() {
    sliding::<3, 9>("8-puzzle, astar", 1.2, [8, 0, 6, 5, 4, 7, 2, 3, 1]);
    let board = [13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11];
    sliding::<4, 16>("15-puzzle, astar", 1.2, board);
    sliding::<4, 16>(
        "15-puzzle, long, astar",
        1.2,
        [6, 8, 2, 10, 13, 12, 1, 7, 15, 4, 0, 3, 14, 11, 5, 9],
    );
    mazes(1000);
    jugs("jugs of 3 and 5, bfs", (3, 5, 4));
    jugs("jugs of 9973 and 9967, bfs", (9973, 9967, 4986));
}
