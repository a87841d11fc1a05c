//! Match-the-Tiles in PDDL.

use super::cell::{Cell, Colour};
use crate::definition::{Pddl, PddlAction, Problem, pddl_cell as cell};
use crate::grid::{Coord, Direction, Grid};
use crate::moves::Move;

/// The segments of a board without walls along a direction, each from its far end.
fn lines(board: &Grid<Cell>, way: Direction) -> Vec<Vec<Coord>> {
    let is_floor = |at: &Coord| board[*at] != Cell::Wall;
    let is_end = |at: &Coord| board.size().step(*at, way).is_none_or(|next| !is_floor(&next));
    let ends = board.size().coords().filter(|at| is_floor(at) && is_end(at));
    ends.map(|end| {
        let rest = board.size().ray(end, way.opposite()).take_while(is_floor);
        std::iter::once(end).chain(rest).collect()
    })
    .collect()
}

/// A slide has its first cell and its direction as objects.
fn move_of(action: &[&str]) -> Option<Move> {
    let action = PddlAction(action);
    action.is(&["choose"]).then(|| action.direction(2)).flatten().map(Move::All)
}

pub(super) fn pddl(board: &Grid<Cell>) -> Pddl {
    let mut problem = Problem::new("quadrille-tiles", true);
    let floor = || board.coords_where(|cell| cell != Cell::Wall);
    let name = |colour: Colour| colour.block_letter().to_string();
    let mut colours: Vec<Colour> = board.cells().iter().filter_map(|cell| cell.block()).collect();
    colours.sort_unstable();
    colours.dedup();
    problem.objects(floor().map(cell), "cell");
    problem.objects(Direction::ALL.map(|way| way.to_string()), "direction");
    problem.objects(colours.into_iter().map(name), "colour");
    problem.fact(&["idle"]);
    // In the middle of a move nothing is solved.
    problem.goal(&["idle"]);
    for way in Direction::ALL {
        let word = way.to_string();
        let lines = lines(board, way);
        for line in &lines {
            for pair in line.windows(2) {
                problem.fact(&["behind", &cell(pair[0]), &cell(pair[1]), &word]);
            }
        }
        for pair in lines.windows(2) {
            let ends = pair[0].last().zip(pair[1].first());
            if let Some((&last, &first)) = ends {
                problem.fact(&["line-after", &cell(last), &cell(first), &word]);
            }
        }
        let ends = lines
            .first()
            .and_then(|line| line.first())
            .zip(lines.last().and_then(|line| line.last()));
        if let Some((&first, &last)) = ends {
            problem.fact(&["first", &cell(first), &word]);
            problem.fact(&["final", &cell(last), &word]);
        }
    }
    for at in floor() {
        match board[at].block() {
            Some(colour) => problem.fact(&["block", &cell(at), &name(colour)]),
            None => problem.fact(&["empty", &cell(at)]),
        }
        if let Some(colour) = board[at].goal() {
            problem.goal(&["block", &cell(at), &name(colour)]);
        }
    }
    problem.finish(include_str!("domain.pddl"), move_of)
}
