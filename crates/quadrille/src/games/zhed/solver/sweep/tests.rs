//! The relaxation against exhaustive search, on small boards.

use super::super::claims::Claims;
use super::super::effort::Effort;
use super::super::lines::Lines;
use super::super::prices::Pricing;
use super::{Sweep, sweep_along};
use crate::games::zhed::{Cell, Zhed};
use crate::grid::{Grid, Size};
use crate::moves::Move;
use crate::search::{Control, Cost, Outcome, Search, algorithm::Bfs};

/// The next number below `bound` of a fixed sequence.
fn below(dice: &mut u64, bound: usize) -> usize {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*dice >> 33) as usize % bound
}

/// A board with one goal, some filled cells and up to seven numbers.
fn board(dice: &mut u64) -> (Grid<Cell>, usize) {
    let (rows, cols) = (3 + below(dice, 4), 3 + below(dice, 5));
    let size = Size::new(rows, cols).expect("sides within the limit");
    let mut cells = vec![Cell::Empty; size.cells()];
    for _ in 0..below(dice, 3) {
        cells[below(dice, size.cells())] = Cell::Filled;
    }
    for _ in 0..3 + below(dice, 5) {
        cells[below(dice, size.cells())] = Cell::Number(1 + below(dice, 3) as u8);
    }
    let goal = below(dice, size.cells());
    cells[goal] = Cell::Goal;
    (Grid::from_cells(size, cells).expect("as many cells as the size says"), goal)
}

/// The fewest numbers of a solution of the relaxation, up to `most`, by a sweep along an axis.
fn fewest(pricing: &Pricing, axis: usize, most: Cost, effort: &mut Effort<'_, '_>) -> Option<Cost> {
    (0..=most).find(|&limit| {
        let result = sweep_along(axis, pricing, limit, usize::MAX, effort).expect("no limits");
        matches!(result, Sweep::Solutions(_))
    })
}

#[test]
fn the_relaxation_is_a_bound_however_it_is_priced_and_swept() {
    let control = Control::default();
    let mut meter = control.start();
    let mut effort = Effort::new(&mut meter);
    let mut dice = 17;
    let (mut solved, mut tight, mut priced) = (0, 0, 0);
    for _ in 0..1500 {
        let (board, goal) = board(&mut dice);
        let claims = Claims::of(&board, &mut effort).expect("no limits");
        let lines = Lines::of(&board, &claims, goal);
        let truth = Search::new(&Zhed::<4>::from_board(&board)).algorithm(Bfs).run();
        let Outcome::Solved { plan, cost, .. } = truth.outcome else { continue };
        solved += 1;
        let free = Pricing::of(lines.clone(), cost, 0, &mut effort).expect("no limits");
        let good = Pricing::of(lines, cost, 200, &mut effort).expect("no limits");
        let least = fewest(&good, 0, cost, &mut effort).expect("a plan is a solution");
        assert_eq!(fewest(&good, 1, cost, &mut effort), Some(least));
        assert_eq!(fewest(&free, 0, cost, &mut effort), Some(least));
        assert_eq!(fewest(&free, 1, cost, &mut effort), Some(least));
        assert!(free.lower_bound() <= least && good.lower_bound() <= least && least <= cost);
        tight += usize::from(least == cost);
        priced += usize::from(good.lower_bound() == cost);
        let Ok(Sweep::Solutions(solutions)) = sweep_along(0, &good, cost, usize::MAX, &mut effort)
        else {
            panic!("a plan is a solution")
        };
        // The plan uses each of its numbers in a direction that some solution has.
        for (at, value) in board.size().coords().zip(board.cells()) {
            let cell = board.size().index(at);
            let goes = plan.iter().find_map(|mv| match mv {
                Move::Cell(from, direction) if *from == at => Some(*direction),
                _ => None,
            });
            match goes {
                Some(direction) => assert!(solutions.goes[cell][direction as usize], "{at:?}"),
                None if value.number().is_some() => assert!(solutions.unused[cell], "{at:?}"),
                None => {}
            }
        }
        let used = solutions.one.iter().flatten().count();
        assert_eq!(used as Cost, least);
    }
    assert!(solved > 300, "{solved}");
    assert!(tight * 100 > solved * 95 && priced * 100 > solved * 80, "{solved} {tight} {priced}");
}
