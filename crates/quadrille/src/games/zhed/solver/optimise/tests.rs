//! The alternation of proof and improvement, on boards where the descent alone would be enough.

use super::super::super::Cell;
use super::{SHARES, Shares, solve_by_shares};
use crate::grid::{Grid, Size};
use crate::search::{Control, Event, Limits, Observer, Outcome, Report};

/// Shares so small that every method gets its turn on small boards too.
const TINY: Shares = Shares {
    first_tries: 2,
    descent: 0,
    first_turn: 2,
    longest_turn: 40,
    neighbourhood: 3,
    exchange: 3,
    exchanges: 2,
    rounds: 3,
    sweep_bytes: 4096,
};

/// A board of a fixed pseudo-random sequence.
fn board(dice: &mut u64, rows: usize, cols: usize, numbers: usize) -> Grid<Cell> {
    let mut below = |bound: usize| {
        *dice =
            dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*dice >> 33) as usize % bound
    };
    let size = Size::new(rows, cols).expect("sides within the limit");
    let mut cells = vec![Cell::Empty; size.cells()];
    for _ in 0..numbers {
        // Away from the border, where goals are out of line more often.
        let (row, col) = (1 + below(rows - 2), 1 + below(cols - 2));
        cells[row * cols + col] = Cell::Number(1 + below(2) as u8);
    }
    cells[below(cols)] = Cell::Goal;
    Grid::from_cells(size, cells).expect("as many cells as the size says")
}

/// Solves within this many decisions; also returns the reported bounds.
fn solve(board: &Grid<Cell>, shares: Shares, nodes: Option<u64>) -> (Report, Vec<u32>) {
    let control = Control::with_limits(Limits { max_nodes: nodes, ..Limits::default() });
    let mut bounds = Vec::new();
    let mut listen = |event: Event| {
        if let Event::Depth { depth } = event {
            bounds.push(depth);
        }
    };
    let mut observer: Observer<'_> = Some(&mut listen);
    let report = solve_by_shares(board, &mut control.start(), &mut observer, shares);
    (report, bounds)
}

#[test]
fn turns_come_to_the_same_length_as_the_descent() {
    let mut dice = 11;
    let (mut solved, mut unsolved, mut by_bound) = (0, 0, 0);
    for _ in 0..400 {
        let board = board(&mut dice, 9, 10, 18);
        let (plain, _) = solve(&board, SHARES, None);
        let (turns, bounds) = solve(&board, TINY, None);
        match (plain.plan(), turns.plan()) {
            (Some((_, cost)), Some((_, other))) => {
                assert_eq!(cost, other);
                assert!(plain.is_optimal() && turns.is_optimal());
                assert!(bounds.iter().all(|&bound| bound <= cost));
                solved += 1;
                by_bound += usize::from(bounds.len() > 1);
            }
            _ => {
                assert_eq!(
                    (plain.outcome, turns.outcome),
                    (Outcome::Unsolvable, Outcome::Unsolvable)
                );
                unsolved += 1;
            }
        }
    }
    assert!(solved > 50 && unsolved > 5 && by_bound > 20, "{solved} {unsolved} {by_bound}");
}

#[test]
fn a_stopped_search_hands_out_what_it_has() {
    let mut dice = 5;
    let mut stopped = 0;
    for _ in 0..60 {
        let board = board(&mut dice, 12, 12, 40);
        let (optimal, _) = solve(&board, SHARES, None);
        for nodes in [1, 10, 50, 100, 200] {
            let (report, _) = solve(&board, TINY, Some(nodes));
            if report.stop.is_none() {
                continue;
            }
            stopped += 1;
            match optimal.plan() {
                Some((_, cost)) => {
                    assert!(report.lower_bound <= cost);
                    assert!(report.plan().is_none_or(|(_, found)| found >= cost));
                }
                None => assert_eq!(report.outcome, Outcome::Unknown),
            }
        }
    }
    assert!(stopped > 10, "{stopped}");
}
