//! The solver of squares: compared with breadth-first search, its bounds and dead ends on whole
//! state graphs, under limits, and on known boards.

use std::collections::HashMap;
use std::fmt::Debug;
use std::time::Duration;

use crate::solving::{best, proved, solve};
use crate::support::{Random, random_level};
use quadrille::Method;
use quadrille::games::squares::{self, Cell};
use quadrille::games::{Cell as _, Definition as _, Game, by_id};
use quadrille::grid::{Direction, Grid, Size};
use quadrille::heuristics::{DEAD_END, Heuristic as _};
use quadrille::levels::{Level, read};
use quadrille::puzzle::{self, Puzzle, Visit, visit};
use quadrille::search::{
    Algorithm, Control, Event, Limits, Outcome, Report, Stop, toolkit::Packed,
};

fn game() -> &'static dyn Game {
    by_id("squares").expect("the game exists")
}

/// The result of breadth-first search, unless it would take long.
fn truth(level: &Level, nodes: u64) -> Option<Option<u32>> {
    let report =
        solve(level, Algorithm::Bfs, Limits { max_nodes: Some(nodes), ..Limits::default() });
    report.stop.is_none().then(|| proved(&report))
}

fn letters(rows: &[&str]) -> Level {
    let document = read(&format!("level one\n{}\n", rows.join("\n")), Some(game()));
    document.levels().next().expect("a good level").clone()
}

/// A random board with this many squares' worth of pieces in this many colours, on the first cells
/// or anywhere.
fn random_board(
    random: &mut Random,
    (rows, cols): (usize, usize),
    squares: usize,
    colours: usize,
    gaps: bool,
) -> Level {
    let size = Size::new(rows, cols).expect("sides within the limit");
    let mut cells = vec![Cell::Blank.code(); size.cells()];
    for square in 0..squares {
        cells[4 * square..4 * square + 4].fill(Cell::Piece((square % colours) as u8).code());
    }
    let shuffled = if gaps { cells.len() } else { 4 * squares };
    for last in (1..shuffled).rev() {
        cells.swap(last, random.below(last + 1));
    }
    let level =
        Level::new(game(), Grid::from_cells(size, cells).expect("as many as the size says"));
    assert_eq!(game().problems(&level.grid), []);
    level
}

/// A full board with as many colours as possible.
fn full_board(random: &mut Random, rows: usize, cols: usize) -> Level {
    let squares = rows * cols / 4;
    random_board(random, (rows, cols), squares, squares.min(25), false)
}

/// True if the start has squares.
fn is_unsettled(level: &Level) -> bool {
    let (grid, size) = (&level.grid, level.grid.size());
    size.coords().any(|at| {
        let right = size.step(at, Direction::Right);
        let below = size.step(at, Direction::Down);
        let across = below.and_then(|below| size.step(below, Direction::Right));
        let same = |other| grid.get(other) == grid.get(at);
        grid[at] != Cell::Blank.code()
            && [right, below, across].into_iter().all(|other| other.is_some_and(same))
    })
}

/// True if a blank is before a piece in its row or column.
fn has_gaps(level: &Level) -> bool {
    let (grid, size) = (&level.grid, level.grid.size());
    let is_blank = |at| grid[at] == Cell::Blank.code();
    size.coords().any(|at| {
        let after = [Direction::Right, Direction::Down].map(|direction| size.step(at, direction));
        is_blank(at) && after.into_iter().flatten().any(|next| !is_blank(next))
    })
}

#[test]
fn random_boards_get_the_verdict_of_breadth_first_search() {
    let mut random = Random(1);
    let (mut solvable, mut unsolvable, mut gapped, mut unsettled) = (0, 0, 0, 0);
    let mut compared = 0;
    while compared < 4000 {
        let level = random_level("squares", &mut random, 4);
        let Some(optimum) = truth(&level, 4000) else { continue };
        assert_eq!(proved(&best(&level)), optimum, "{:?}", level.grid);
        compared += 1;
        solvable += u32::from(optimum.is_some());
        unsolvable += u32::from(optimum.is_none());
        gapped += u32::from(optimum.is_some() && has_gaps(&level));
        unsettled += u32::from(optimum.is_some() && is_unsettled(&level));
    }
    assert!(solvable > 1000 && unsolvable > 1000, "{solvable} {unsolvable}");
    assert!(gapped > 50 && unsettled > 500, "{gapped} {unsettled}");
}

#[test]
fn longer_boards_get_the_verdict_of_breadth_first_search() {
    const SIDES: [(usize, usize); 9] =
        [(2, 8), (8, 2), (2, 6), (6, 2), (4, 3), (4, 5), (6, 4), (5, 5), (4, 8)];
    let mut random = Random(3);
    let (mut compared, mut solvable) = (0, 0);
    while compared < 300 {
        let sides = random.pick(&SIDES);
        let squares = random.between(2, (sides.0 * sides.1 / 4).min(4));
        let (colours, gaps) = (random.between(1, squares), random.below(3) == 0);
        let level = random_board(&mut random, sides, squares, colours, gaps);
        let Some(optimum) = truth(&level, 20_000) else { continue };
        assert_eq!(proved(&best(&level)), optimum, "{:?}", level.grid);
        compared += 1;
        solvable += u32::from(optimum.is_some());
    }
    assert!(solvable > 60, "{solvable}");
}

/// The number of bounds tested and dead ends detected.
#[derive(Default, Debug)]
struct Findings {
    solvable: usize,
    tight: usize,
    dead: usize,
    dead_by_bound: usize,
    dead_by_law: usize,
}

/// Compares the bound and the dead ends with the exact values of all positions from a start, if
/// there are not too many.
struct Examine<'a>(&'a mut Findings);

impl Visit for Examine<'_> {
    type Output = ();

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) {
        let start = puzzle.canonical_form(puzzle.start());
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut following: Vec<Vec<usize>> = Vec::new();
        while following.len() < states.len() {
            let next = puzzle.following(&states[following.len()]);
            let next = next.into_iter().map(|(_, after)| {
                let after = puzzle.canonical_form(after);
                *numbers.entry(after.clone()).or_insert_with(|| {
                    states.push(after);
                    states.len() - 1
                })
            });
            following.push(next.collect());
            if states.len() > 8000 {
                return;
            }
        }
        let left = moves_left(puzzle, &states, &following);
        let expression = "lone".parse().expect("the name of a heuristic");
        let lone = puzzle::formula(puzzle, &expression).expect("a heuristic of squares");
        let bound = |number: usize| match puzzle.is_goal(&states[number]) {
            true => 0.0,
            false => lone.estimate(&states[number], None),
        };
        let bounds: Vec<f64> = (0..states.len()).map(bound).collect();
        let findings = self.0;
        for (number, &bound) in bounds.iter().enumerate() {
            let state = &states[number];
            match left[number] {
                Some(moves) => {
                    assert!(bound <= f64::from(moves), "{state:?} takes {moves}, not {bound}");
                    assert!(!puzzle.is_dead_end(state), "{state:?} takes {moves}");
                    findings.solvable += 1;
                    findings.tight += usize::from(bound == f64::from(moves));
                }
                None => {
                    findings.dead += 1;
                    findings.dead_by_bound += usize::from(bound == DEAD_END);
                    findings.dead_by_law += usize::from(puzzle.is_dead_end(state));
                }
            }
            if bound != DEAD_END {
                for &next in &following[number] {
                    assert!(bounds[next] + 1.0 >= bound, "{state:?}: {bound}, {}", bounds[next]);
                }
            }
        }
    }
}

/// The least number of moves from each position, computed backwards from the solved ones.
fn moves_left<S: Packed>(
    puzzle: &dyn Puzzle<State = S>,
    states: &[S],
    following: &[Vec<usize>],
) -> Vec<Option<u32>> {
    let mut before = vec![Vec::new(); states.len()];
    for (number, next) in following.iter().enumerate() {
        next.iter().for_each(|&next| before[next].push(number));
    }
    let mut left = vec![None; states.len()];
    let mut layer: Vec<usize> =
        (0..states.len()).filter(|&number| puzzle.is_goal(&states[number])).collect();
    for moves in 0.. {
        layer.retain(|&number| left[number].is_none());
        if layer.is_empty() {
            break;
        }
        layer.iter().for_each(|&number| left[number] = Some(moves));
        layer = layer.iter().flat_map(|&number| before[number].iter().copied()).collect();
    }
    left
}

#[test]
fn bounds_hold_and_dead_ends_are_dead() {
    const SIDES: [(usize, usize); 9] =
        [(4, 4), (4, 4), (4, 3), (3, 4), (2, 6), (6, 2), (4, 5), (6, 3), (8, 2)];
    let mut random = Random(4);
    let mut findings = Findings::default();
    for round in 0..400 {
        let sides = random.pick(&SIDES);
        let most = (sides.0 * sides.1 / 4).min(4);
        let squares = if round % 3 == 0 { random.between(1, most) } else { most };
        let (colours, gaps) = (random.between(1, squares), random.below(3) == 0);
        let level = random_board(&mut random, sides, squares, colours, gaps);
        let cells = level.grid.map(|code| Cell::from_code(code).expect("a cell of the game"));
        visit(&|run| squares::Game.with_puzzle(&cells, run), Examine(&mut findings));
    }
    println!("{findings:?}");
    let Findings { solvable, tight, dead, dead_by_bound, dead_by_law } = findings;
    assert!(solvable > 20_000 && tight > 1000, "{findings:?}");
    assert!(dead > 20_000 && dead_by_bound > 1000 && dead_by_law > 500, "{findings:?}");
}

#[test]
fn known_boards() {
    for (rows, optimum) in [
        (&["BGBY", "GBYY", "GGYZ", "BZZZ"][..], None),
        // A square at the start is cleared by the first move, and a swap of equal pieces is a move.
        (&["AA", "AA"], Some(1)),
        (&["AA.", "AA.", "..."], Some(1)),
        (&["..", ".."], Some(0)),
        (&["AAAA"; 4], Some(1)),
        (&["AAAA"; 3], None),
        (&["A.A", "...", "A.A"], None),
        (&["A.A.", "A.A.", "...."], None),
    ] {
        assert_eq!(proved(&best(&letters(rows))), optimum, "{rows:?}");
    }
}

#[test]
fn full_boards_with_an_odd_number_of_rows_are_never_solvable() {
    let mut random = Random(6);
    for (rows, cols) in [(5, 4), (3, 4), (7, 8), (15, 16), (5, 16)] {
        let level = full_board(&mut random, rows, cols);
        for algorithm in [Algorithm::Best, Algorithm::Bfs, Algorithm::Astar] {
            let report = solve(&level, algorithm, Limits::default());
            assert_eq!(proved(&report), None);
            assert_eq!(report.stats.expanded, 0, "context from the start");
        }
    }
}

/// Checks the report of a stopped search.
fn assert_sane(level: &Level, report: &Report) {
    assert!(report.lower_bound >= 1);
    match &report.outcome {
        Outcome::Solved { cost, optimal, .. } => {
            assert!(*cost >= report.lower_bound);
            assert_eq!(*optimal, *cost == report.lower_bound);
            assert_eq!(*optimal, report.stop.is_none());
        }
        Outcome::Unknown => assert!(report.stop.is_some()),
        Outcome::Unsolvable => panic!("{:?} is not known to be unsolvable", level.grid),
    }
}

#[test]
fn the_limit_on_positions_is_exact_and_leaves_what_is_known() {
    let mut random = Random(7);
    let small = full_board(&mut random, 4, 5);
    let optimum = proved(&best(&small)).expect("most such boards have a plan");
    for nodes in [0, 1, 17, 300] {
        let report =
            solve(&small, Algorithm::Best, Limits { max_nodes: Some(nodes), ..Limits::default() });
        assert_sane(&small, &report);
        assert!(report.lower_bound <= optimum);
        assert_eq!(report.stop, Some(Stop::Nodes));
        assert_eq!(report.stats.expanded, nodes);
    }
    let large = full_board(&mut random, 6, 6);
    let report =
        solve(&large, Algorithm::Best, Limits { max_nodes: Some(90_000), ..Limits::default() });
    assert_sane(&large, &report);
    assert_eq!((report.stop, report.stats.expanded), (Some(Stop::Nodes), 90_000));
    assert!(
        report.plan().is_some_and(|(_, cost)| cost > report.lower_bound),
        "a beam found a plan"
    );
    assert!(report.lower_bound > 5);
}

#[test]
fn the_limit_on_memory_holds() {
    let mut random = Random(8);
    for (rows, cols, plan) in [(6, 6, true), (8, 8, true), (10, 10, false), (16, 16, false)] {
        let level = full_board(&mut random, rows, cols);
        for memory in [1 << 10, 200 << 10, 3 << 20] {
            let limits =
                Limits { max_memory: Some(memory), max_nodes: Some(200_000), ..Limits::default() };
            let report = solve(&level, Algorithm::Best, limits);
            assert_sane(&level, &report);
            let context = format!("{rows}x{cols} {memory}: {report:?}");
            assert!(report.stats.peak_bytes <= memory as u64, "{context}");
            assert!(report.stop.is_some(), "{context}");
            if plan && memory == 3 << 20 {
                assert_eq!(report.stop, Some(Stop::Memory), "{context}");
                assert!(report.plan().is_some(), "{context}");
            }
        }
    }
}

#[test]
fn time_and_cancelling_stop_every_phase() {
    let mut random = Random(9);
    for (rows, cols) in [(4, 5), (6, 6), (8, 8), (16, 16)] {
        let level = full_board(&mut random, rows, cols);
        for millis in [0, 3, 30] {
            let limits =
                Limits { max_time: Some(Duration::from_millis(millis)), ..Limits::default() };
            let report = solve(&level, Algorithm::Best, limits);
            if millis == 0 || rows > 5 {
                assert_eq!(report.stop, Some(Stop::Time));
            }
            if report.stop.is_some() {
                assert_sane(&level, &report);
            }
        }
        let control = Control::default();
        control.cancel.cancel();
        let report =
            game().solve(&level.grid, &Method::default(), &control, None).expect("a report");
        assert_eq!((report.stop, &report.outcome), (Some(Stop::Cancelled), &Outcome::Unknown));
        assert_sane(&level, &report);
    }
}

#[test]
fn positions_bounds_and_plans_are_reported() {
    let mut random = Random(10);
    let level = full_board(&mut random, 4, 5);
    let (mut positions, mut expanded, mut bounds, mut plans) = (1, 0, Vec::new(), Vec::new());
    let mut watch = |event: Event| match event {
        Event::Generate { node, parent, .. } => {
            assert!(parent < node);
            assert_eq!(node, positions);
            positions += 1;
        }
        Event::Expand { node, .. } => {
            assert!(node < positions);
            expanded += 1;
        }
        Event::Depth { depth } => bounds.push(depth),
        Event::Improve { cost } => plans.push(cost),
        Event::Duplicate { .. } | Event::Reopen { .. } => {}
    };
    // Below ten million positions no finder runs, so counts are the same in every run.
    let limits = Limits { max_nodes: Some(1_000_000), ..Limits::default() };
    let control = Control { limits, ..Control::default() };
    let report = game()
        .solve(&level.grid, &Method::default(), &control, Some(&mut watch))
        .expect("a report");
    let cost = proved(&report).expect("most such boards have a plan");
    assert_eq!(expanded, report.stats.expanded);
    assert!(positions > 100 && bounds.is_sorted_by(|a, b| a < b), "{positions} {bounds:?}");
    assert_eq!((plans.last(), bounds.last()), (Some(&cost), Some(&cost)));
    assert_eq!((control.progress.best(), control.progress.lower_bound()), (Some(cost), cost));
    let alone = game()
        .solve(&level.grid, &Method::default(), &Control { limits, ..Control::default() }, None)
        .expect("a report");
    assert_eq!(
        (&alone.outcome, alone.stats.expanded, alone.stats.generated),
        (&report.outcome, report.stats.expanded, report.stats.generated)
    );
}
