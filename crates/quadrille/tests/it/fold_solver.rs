//! The cover solver of fold: compared with breadth-first search, under limits, and on boards that
//! no search of positions solves.

use crate::solving::{best, proved, solve};
use crate::support::{Random, random_level};
use quadrille::Method;
use quadrille::games::fold::Cell;
use quadrille::games::{Cell as _, Game, by_id};
use quadrille::grid::{Coord, Direction, Grid, Size};
use quadrille::levels::Level;
use quadrille::moves::{MAX_PIECE, Move};
use quadrille::search::{Algorithm, Cancel, Control, Event, Limits, Outcome, Stop};

fn fold() -> &'static dyn Game {
    by_id("fold").expect("the game exists")
}

/// A level with a solution, and the folds of that solution: pieces are put on free cells and folded
/// at random, and cells that stay free become holes. With `dots`, pieces are single cells.
fn solvable_level(random: &mut Random, size: Size, most: usize, dots: bool) -> (Level, u32) {
    let mut board = Grid::filled(size, Cell::Empty.code());
    let mut start = Grid::filled(size, Cell::Hole.code());
    let mut folds = 0;
    let mut pieces = 0;
    for _ in 0..4 * most {
        let (height, width) =
            if dots { (1, 1) } else { (random.between(1, 3), random.between(1, 2)) };
        let at = size.coord(random.below(size.cells()));
        let block = (0..height * width).map(|index| Coord {
            row: at.row + (index / width) as u8,
            col: at.col + (index % width) as u8,
        });
        let block: Vec<Coord> = block.filter(|_| dots || random.below(4) > 0).collect();
        let is_free = |at: &Coord| board.get(*at) == Some(Cell::Empty.code());
        if pieces == most.min(usize::from(MAX_PIECE))
            || block.is_empty()
            || !block.iter().all(is_free)
        {
            continue;
        }
        pieces += 1;
        let piece = Cell::Piece(pieces as u8);
        for at in block {
            board[at] = piece.code();
            start[at] = piece.code();
        }
        for _ in 0..random.below(9) {
            let direction = Direction::ALL[random.below(4)];
            if let Ok(after) = fold().play(&board, Move::Piece(pieces as u8, direction)) {
                board = after;
                folds += 1;
            }
        }
    }
    for at in size.coords() {
        if start[at] == Cell::Hole.code() && board[at] != Cell::Empty.code() {
            start[at] = Cell::Empty.code();
        }
    }
    (Level::new(fold(), start), folds)
}

fn small_size(random: &mut Random, side: usize) -> Size {
    Size::new(random.between(1, side), random.between(1, side)).expect("sides within the limit")
}

#[test]
fn solvable_boards_take_as_many_folds_as_breadth_first_search_says() {
    let mut random = Random(1);
    let (mut compared, mut cheaper) = (0, 0);
    for _ in 0..3000 {
        let size = small_size(&mut random, 6);
        let dots = random.below(3) == 0;
        let (level, folds) = solvable_level(&mut random, size, 4, dots);
        if !fold().problems(&level.grid).is_empty() {
            continue;
        }
        let cost = proved(&best(&level)).expect("it was made from a solution");
        assert_eq!(proved(&solve(&level, Algorithm::Bfs, Limits::default())), Some(cost));
        assert!(cost <= folds);
        compared += 1;
        cheaper += u32::from(cost < folds);
    }
    // Some have fewer folds than they were made with: the optimum is not just any solution.
    assert!(compared > 2000 && cheaper > 20, "{compared} {cheaper}");
}

#[test]
fn random_boards_are_solved_exactly_when_breadth_first_search_solves_them() {
    let mut random = Random(2);
    let (mut solvable, mut unsolvable) = (0, 0);
    for _ in 0..6000 {
        let level = random_level("fold", &mut random, 5);
        let cost = proved(&best(&level));
        assert_eq!(proved(&solve(&level, Algorithm::Bfs, Limits::default())), cost);
        *if cost.is_some() { &mut solvable } else { &mut unsolvable } += 1;
    }
    assert!(solvable > 500 && unsolvable > 500, "{solvable} {unsolvable}");
}

#[test]
fn boards_with_a_piece_moved_get_the_verdict_of_breadth_first_search() {
    let mut random = Random(3);
    let (mut solvable, mut unsolvable) = (0, 0);
    for _ in 0..4000 {
        let size = small_size(&mut random, 7);
        let (mut level, _) = solvable_level(&mut random, size, 3, true);
        let pieces: Vec<Coord> = level.grid.coords_where(|cell| cell > 1).collect();
        let Some(&from) = pieces.get(random.below(pieces.len())) else { continue };
        let Some(to) = size.step(from, Direction::ALL[random.below(4)]) else { continue };
        if level.grid[to] != Cell::Empty.code() {
            continue;
        }
        level.grid[to] = level.grid[from];
        level.grid[from] = Cell::Empty.code();
        let cost = proved(&best(&level));
        assert_eq!(proved(&solve(&level, Algorithm::Bfs, Limits::default())), cost);
        *if cost.is_some() { &mut solvable } else { &mut unsolvable } += 1;
    }
    assert!(solvable > 100 && unsolvable > 100, "{solvable} {unsolvable}");
}

#[test]
fn large_boards_are_solved_with_proof() {
    let mut random = Random(4);
    for pieces in [4, 12, 25, 40] {
        for dots in [false, true] {
            let size = Size::new(16, 16).expect("the largest board");
            let (level, folds) = solvable_level(&mut random, size, pieces, dots);
            let cost = proved(&best(&level)).expect("it was made from a solution");
            assert!(cost <= folds);
        }
    }
}

/// A 16×16 board with many dots, which needs branching.
fn hard_level() -> Level {
    let mut random = Random(5);
    let size = Size::new(16, 16).expect("the largest board");
    solvable_level(&mut random, size, 61, true).0
}

#[test]
fn the_same_board_has_the_same_plan_and_the_same_effort() {
    let level = hard_level();
    // With so few positions no finder runs beside the proof, however long that takes.
    let few = Limits { max_nodes: Some(1_000_000), ..Limits::default() };
    let (one, other) = [few; 2].map(|few| solve(&level, Algorithm::Best, few)).into();
    assert_eq!(one.outcome, other.outcome);
    assert_eq!(
        (one.stats.expanded, one.stats.generated),
        (other.stats.expanded, other.stats.generated)
    );
    assert!(one.stats.expanded > 20);
}

#[test]
fn limits_leave_bounds_and_the_best_plan_so_far() {
    let level = hard_level();
    let cost = proved(&best(&level)).expect("it was made from a solution");
    let (mut plans, mut stopped) = (0, 0);
    for nodes in (1..200).step_by(7) {
        let report =
            solve(&level, Algorithm::Best, Limits { max_nodes: Some(nodes), ..Limits::default() });
        assert!(report.lower_bound <= cost);
        assert!(report.stats.expanded <= nodes);
        if let Some((_, best)) = report.plan() {
            assert!(best >= cost);
            plans += 1;
        }
        if report.stop == Some(Stop::Nodes) {
            assert!(!report.is_optimal() || report.plan().is_some_and(|(_, best)| best == cost));
            stopped += 1;
        } else {
            assert_eq!(proved(&report), Some(cost));
        }
    }
    assert!(plans > 3 && stopped > 3, "{plans} {stopped}");
    let report =
        solve(&level, Algorithm::Best, Limits { max_memory: Some(1000), ..Limits::default() });
    assert_eq!((report.stop, report.outcome), (Some(Stop::Memory), Outcome::Unknown));
}

#[test]
fn a_cancelled_search_stops_at_once() {
    let cancel = Cancel::default();
    cancel.cancel();
    let control = Control { cancel, ..Control::default() };
    let level = hard_level();
    let report = fold().solve(&level.grid, &Method::default(), &control, None).expect("a report");
    assert_eq!((report.stop, report.outcome), (Some(Stop::Cancelled), Outcome::Unknown));
}

#[test]
fn every_better_plan_is_reported() {
    let level = hard_level();
    let mut costs = Vec::new();
    let mut budgets = Vec::new();
    let mut watch = |event: Event| match event {
        Event::Improve { cost } => costs.push(cost),
        Event::Depth { depth } => budgets.push(depth),
        _ => {}
    };
    let control = Control::default();
    let report = fold()
        .solve(&level.grid, &Method::default(), &control, Some(&mut watch))
        .expect("a report");
    let cost = proved(&report).expect("it was made from a solution");
    assert_eq!(costs.last(), Some(&cost));
    assert!(costs.windows(2).all(|pair| pair[0] > pair[1]), "{costs:?}");
    assert!(budgets.windows(2).all(|pair| pair[0] < pair[1]), "{budgets:?}");
    assert_eq!(control.progress.best(), Some(cost));
    assert_eq!(control.progress.lower_bound(), cost);
}
