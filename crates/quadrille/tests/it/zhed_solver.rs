//! The constraint solver of ZHED: compared with breadth-first search, under limits, and on boards
//! that no search of positions solves.

use std::time::Duration;

use crate::solving::{best, proved, solve};
use crate::support::{Random, long_zhed_level, random_level};
use quadrille::Method;
use quadrille::games::zhed::{Cell, MAX_NUMBER};
use quadrille::games::{Cell as _, Game, by_id};
use quadrille::grid::{Grid, Size};
use quadrille::levels::{self, Level};
use quadrille::moves::Move;
use quadrille::search::{Algorithm, Cancel, Control, Event, Limits, Outcome, Report, Stop};

fn zhed() -> &'static dyn Game {
    by_id("zhed").expect("the game exists")
}

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("sides within the limit")
}

/// The parameters of a random board.
pub(crate) struct Recipe {
    pub(crate) size: Size,
    pub(crate) numbers: usize,
    pub(crate) largest: usize,
    pub(crate) goals: usize,
    pub(crate) filled: usize,
    /// The number of attempts to find a place that no single move reaches: boards that one move
    /// solves are poor tests.
    pub(crate) attempts: usize,
}

pub(crate) fn board(random: &mut Random, recipe: &Recipe) -> Level {
    let size = recipe.size;
    let mut grid = Grid::filled(size, Cell::Empty.code());
    let mut put = |random: &mut Random, cell: Cell| {
        grid[size.coord(random.below(size.cells()))] = cell.code();
    };
    for _ in 0..recipe.filled {
        put(random, Cell::Filled);
    }
    for _ in 0..recipe.numbers {
        let largest = if random.below(12) == 0 { usize::from(MAX_NUMBER) } else { recipe.largest };
        let number = random.between(1, largest) as u8;
        put(random, Cell::Number(number));
    }
    for goal in 0..recipe.goals {
        for attempt in 0..=recipe.attempts {
            let at = size.coord(random.below(size.cells()));
            let is_last = attempt == recipe.attempts;
            if !is_last && grid[at] > Cell::Reached.code() {
                continue;
            }
            let before = std::mem::replace(&mut grid[at], Cell::Goal.code());
            let is_reached =
                |mv| zhed().play(&grid, mv).is_ok_and(|after| zhed().is_solved(&after));
            if !zhed().moves(&grid).into_iter().any(is_reached) || (is_last && goal == 0) {
                break;
            }
            grid[at] = before;
        }
    }
    Level::new(zhed(), grid)
}

/// Compares with breadth-first search on `count` boards and returns the number of boards by
/// optimum; the last entry counts the unsolvable ones.
fn compare(seed: u64, count: usize, recipe: impl Fn(&mut Random) -> Recipe) -> [usize; 12] {
    let mut random = Random(seed);
    let mut tally = [0; 12];
    for _ in 0..count {
        let recipe = recipe(&mut random);
        let level = board(&mut random, &recipe);
        if !zhed().problems(&level.grid).is_empty() {
            continue;
        }
        let cost = proved(&best(&level));
        assert_eq!(cost, proved(&solve(&level, Algorithm::Bfs, Limits::default())), "{level:?}");
        tally[cost.map_or(11, |cost| cost as usize)] += 1;
    }
    tally
}

#[test]
fn small_rectangles_take_as_many_moves_as_breadth_first_search_says() {
    let tally = compare(1, 5000, |random| Recipe {
        size: size(random.between(1, 6), random.between(1, 6)),
        numbers: random.between(1, 6),
        largest: random.between(1, 3),
        goals: random.between(1, 3),
        filled: random.below(5),
        attempts: 10,
    });
    assert!(tally[2..5].iter().all(|&count| count > 20) && tally[11] > 500, "{tally:?}");
}

#[test]
fn single_lines_take_as_many_moves_as_breadth_first_search_says() {
    let tally = compare(2, 3000, |random| {
        let length = random.between(2, 16);
        Recipe {
            size: if random.below(2) == 0 { size(length, 1) } else { size(1, length) },
            numbers: random.between(1, 6),
            largest: 3,
            goals: random.between(1, 2),
            filled: random.below(3),
            attempts: 5,
        }
    });
    assert!(tally[2] > 20 && tally[3] > 5 && tally[11] > 300, "{tally:?}");
}

#[test]
fn crowded_boards_of_ones_take_as_many_moves_as_breadth_first_search_says() {
    let tally = compare(3, 250, |random| Recipe {
        size: size(random.between(5, 7), random.between(5, 7)),
        numbers: random.between(6, 7),
        largest: 1,
        goals: 1,
        filled: random.below(8),
        attempts: 20,
    });
    assert!(tally[3..7].iter().sum::<usize>() > 10, "{tally:?}");
}

#[test]
fn narrow_boards_take_as_many_moves_as_breadth_first_search_says() {
    let tally = compare(5, 300, |random| Recipe {
        size: size(random.between(2, 3), random.between(7, 12)),
        numbers: random.between(6, 7),
        largest: 2,
        goals: 1,
        filled: random.below(3),
        attempts: 20,
    });
    assert!(tally[3..8].iter().sum::<usize>() > 30, "{tally:?}");
}

#[test]
fn boards_with_many_goals_take_as_many_moves_as_breadth_first_search_says() {
    let tally = compare(4, 2000, |random| Recipe {
        size: size(random.between(1, 7), random.between(2, 5)),
        numbers: random.between(1, 5),
        largest: 5,
        goals: random.between(1, 6),
        filled: random.below(10),
        attempts: 0,
    });
    assert!(tally[1] > 100 && tally[11] > 100, "{tally:?}");
}

#[test]
fn random_levels_take_as_many_moves_as_breadth_first_search_says() {
    let mut random = Random(6);
    let (mut solvable, mut unsolvable) = (0, 0);
    for _ in 0..2000 {
        let level = random_level("zhed", &mut random, 6);
        let cost = proved(&best(&level));
        assert_eq!(cost, proved(&solve(&level, Algorithm::Bfs, Limits::default())), "{level:?}");
        *if cost.is_some() { &mut solvable } else { &mut unsolvable } += 1;
    }
    assert!(solvable > 500 && unsolvable > 100, "{solvable} {unsolvable}");
}

#[test]
fn long_plans_take_as_many_moves_as_breadth_first_search_says() {
    let mut random = Random(7);
    let mut tally = [0; 12];
    for _ in 0..150 {
        let size = size(random.between(5, 8), random.between(5, 8));
        let (level, made_with) = long_zhed_level(&mut random, size, 7);
        let cost = proved(&best(&level)).expect("it was made from a solution");
        assert!(cost as usize <= made_with);
        assert_eq!(Some(cost), proved(&solve(&level, Algorithm::Bfs, Limits::default())));
        tally[cost as usize] += 1;
    }
    assert!(tally[3..].iter().sum::<usize>() > 50, "{tally:?}");
}

#[test]
fn positions_in_the_middle_of_a_plan_need_the_rest_of_it() {
    let mut random = Random(8);
    for _ in 0..40 {
        let (level, _) = long_zhed_level(&mut random, size(10, 12), 16);
        let report = best(&level);
        let (plan, mut left) = report.plan().expect("it was made from a solution");
        let mut position = level.grid.clone();
        for &mv in plan {
            position = zhed().play(&position, mv).expect("a legal plan");
            left -= 1;
            assert_eq!(proved(&best(&Level::new(zhed(), position.clone()))), Some(left));
        }
    }
}

#[test]
fn a_board_without_use_for_its_numbers_is_unsolvable_and_a_solved_one_needs_no_move() {
    for text in ["G *\n* *\n", "3 * *\n. . .\n. . G\n"] {
        let document = levels::read(&format!("level one\n{text}"), Some(zhed()));
        let level = document.levels().next().expect("a level");
        assert_eq!(proved(&best(level)), None, "{text}");
    }
    let document = levels::read("level one\n1 @ .\n", Some(zhed()));
    let report = best(document.levels().next().expect("a level"));
    assert_eq!(report.plan(), Some((&[] as &[Move], 0)));
    assert_eq!(proved(&report), Some(0));
}

/// A board that needs a real search: made from a plan of 50 moves, then without the numbers of
/// every shorter one.
const HARD: &str = "level hard
.....11.......
1.1.....11...2
.1...2........
31.......3....
14..1.........
.............G
2...4.........
.....3...5....
....2....1....
..5.......3...
.3.......2....
...4..........
.3............
.1............
";

fn hard_level() -> Level {
    let document = levels::read(HARD, Some(zhed()));
    document.levels().next().expect("a level").clone()
}

#[test]
fn the_same_board_has_the_same_plan_and_the_same_effort() {
    let level = hard_level();
    let limits = Limits { max_nodes: Some(1000), ..Limits::default() };
    let run = || {
        let mut report = solve(&level, Algorithm::Best, limits);
        report.stats.seconds = 0.0;
        report.stats.first_plan_seconds = None;
        report
    };
    let report = run();
    assert_eq!(report, run());
    assert_eq!(report.stop, Some(Stop::Nodes));
}

#[test]
fn limits_leave_bounds_and_the_best_plan_so_far() {
    let level = hard_level();
    let cost = proved(&best(&level)).expect("it was made from a solution");
    let check = |report: &Report, limit: Stop| {
        assert!(report.lower_bound <= cost);
        assert!(report.plan().is_none_or(|(_, best)| best >= cost));
        match report.stop {
            Some(stop) => {
                assert_eq!(stop, limit);
                assert!(!report.is_optimal());
            }
            None => assert_eq!(proved(report), Some(cost)),
        }
    };
    let (mut plans, mut stopped) = (0, 0);
    for nodes in (0..14).map(|power| 1 << power) {
        let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
        let report = solve(&level, Algorithm::Best, limits);
        check(&report, Stop::Nodes);
        assert!(report.stats.expanded <= nodes);
        plans += u32::from(report.plan().is_some());
        stopped += u32::from(report.stop.is_some());
    }
    assert!(plans > 1 && stopped > 5, "{plans} {stopped}");
    let mut stopped = 0;
    for bytes in (10..24).map(|power| 1 << power) {
        let limits = Limits { max_memory: Some(bytes), ..Limits::default() };
        let report = solve(&level, Algorithm::Best, limits);
        check(&report, Stop::Memory);
        assert!(report.stats.peak_bytes <= bytes as u64, "{} {bytes}", report.stats.peak_bytes);
        stopped += u32::from(report.stop.is_some());
    }
    assert!(stopped > 5, "{stopped}");
    for micros in [0, 100, 1000, 50_000] {
        let limits = Limits { max_time: Some(Duration::from_micros(micros)), ..Limits::default() };
        let report = solve(&level, Algorithm::Best, limits);
        check(&report, Stop::Time);
        assert!(micros > 0 || report.stop.is_some());
    }
}

#[test]
fn a_cancelled_search_stops_at_once() {
    let cancel = Cancel::default();
    cancel.cancel();
    let control = Control { cancel, ..Control::default() };
    let level = hard_level();
    let report = zhed().solve(&level.grid, &Method::default(), &control, None).expect("a report");
    assert_eq!((report.stop, report.outcome), (Some(Stop::Cancelled), Outcome::Unknown));
}

#[test]
fn every_better_plan_and_bound_is_reported() {
    let level = hard_level();
    let (mut costs, mut bounds) = (Vec::new(), Vec::new());
    let mut watch = |event: Event| match event {
        Event::Improve { cost } => costs.push(cost),
        Event::Depth { depth } => bounds.push(depth),
        _ => {}
    };
    let control = Control::default();
    let report = zhed()
        .solve(&level.grid, &Method::default(), &control, Some(&mut watch))
        .expect("a report");
    let cost = proved(&report).expect("it was made from a solution");
    assert_eq!(costs.last(), Some(&cost));
    assert!(costs.windows(2).all(|pair| pair[0] > pair[1]), "{costs:?}");
    assert!(bounds.windows(2).all(|pair| pair[0] < pair[1]), "{bounds:?}");
    assert!(bounds.iter().all(|&bound| bound <= cost));
    assert_eq!(control.progress.best(), Some(cost));
    assert_eq!(control.progress.lower_bound(), cost);
    assert!(report.stats.first_plan_seconds.is_some());
}

#[test]
fn the_largest_boards_are_read_and_solved() {
    let mut random = Random(9);
    let whole = size(16, 16);
    // A number on every cell except for the goal: any that is in line and large enough fills it.
    let mut grid = Grid::filled(whole, Cell::Number(1).code());
    grid[whole.coord(100)] = Cell::Goal.code();
    assert_eq!(proved(&best(&Level::new(zhed(), grid))), Some(1));
    for numbers in [60, 120] {
        let recipe = Recipe { size: whole, numbers, largest: 3, goals: 1, filled: 0, attempts: 30 };
        let level = board(&mut random, &recipe);
        let limits = Limits { max_nodes: Some(200), ..Limits::default() };
        let report = solve(&level, Algorithm::Best, limits);
        assert!(report.plan().is_none_or(|(_, cost)| cost >= report.lower_bound));
    }
}

#[test]
fn moves_that_only_clear_the_way_for_others_are_found() {
    // The 1 on the left can only reach the goal over a cell that the other 1 fills from below.
    let document = levels::read("level one\n1 . G\n. 1 .\n", Some(zhed()));
    let report = best(document.levels().next().expect("a level"));
    let moves = |text: &str| zhed().notation().read(text).expect("moves");
    assert_eq!(report.plan(), Some((moves("1,1U 0,0R").as_slice(), 2)));
}
