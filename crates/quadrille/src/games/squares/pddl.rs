//! Squares in PDDL.

use std::cmp::Ordering;

use super::cell::Cell;
use crate::definition::{Pddl, PddlAction, Problem, pddl_cell as cell};
use crate::grid::{Coord, Direction, Grid, Size};
use crate::moves::Move;

/// The columns from the top, then the rows from the left: the order in which pieces close up.
fn lines(size: Size) -> Vec<(Direction, Vec<Coord>)> {
    let from = |way: Direction| {
        let ends = size.coords().filter(move |&at| size.step(at, way).is_none());
        ends.map(move |end| {
            (way, std::iter::once(end).chain(size.ray(end, way.opposite())).collect())
        })
    };
    from(Direction::Up).chain(from(Direction::Left)).collect()
}

/// The other cells of the square with this top left corner, if it is one.
fn square(size: Size, corner: Coord) -> Option<[Coord; 3]> {
    let right = size.step(corner, Direction::Right)?;
    let below = size.step(corner, Direction::Down)?;
    Some([right, below, size.step(below, Direction::Right)?])
}

/// The two cells are the first objects of a swap.
fn move_of(action: &[&str]) -> Option<Move> {
    let swap = PddlAction(action);
    let cells = swap.is(&["swap", "swap-equal"]).then(|| swap.cell(1).zip(swap.cell(2)));
    let (at, to) = cells.flatten()?;
    let way = match (to.row.cmp(&at.row), to.col.cmp(&at.col)) {
        (Ordering::Less, _) => Direction::Up,
        (Ordering::Greater, _) => Direction::Down,
        (_, Ordering::Less) => Direction::Left,
        _ => Direction::Right,
    };
    Some(Move::Cell(at, way))
}

pub(super) fn pddl(board: &Grid<Cell>) -> Pddl {
    let size = board.size();
    let mut problem = Problem::new("quadrille-squares", true);
    let pieces = board.cells().iter().filter_map(|&cell| match cell {
        Cell::Piece(colour) => Some(colour),
        Cell::Blank => None,
    });
    let mut colours: Vec<u8> = pieces.collect();
    colours.sort_unstable();
    colours.dedup();
    let name = |colour: u8| char::from(b'a' + colour).to_string();
    problem.objects(size.coords().map(cell), "cell");
    problem.objects([Direction::Up, Direction::Left].map(|way| way.to_string()), "direction");
    problem.objects(colours.iter().map(|&colour| name(colour)), "colour");
    problem.fact(&["idle"]);
    // In the middle of a move nothing is solved.
    problem.goal(&["idle"]);
    for (one, other) in colours.iter().flat_map(|one| colours.iter().map(move |other| (one, other)))
    {
        if one != other {
            problem.fact(&["different", &name(*one), &name(*other)]);
        }
    }
    let around = |at: Coord| Direction::ALL.into_iter().filter_map(move |way| size.step(at, way));
    for at in size.coords() {
        for to in around(at) {
            problem.fact(&["next-to", &cell(at), &cell(to)]);
            for other in around(to).filter(|&other| other != at) {
                problem.fact(&["beside", &cell(at), &cell(to), &cell(other)]);
            }
        }
        match board[at] {
            Cell::Blank => problem.fact(&["blank", &cell(at)]),
            Cell::Piece(colour) => problem.fact(&["piece", &cell(at), &name(colour)]),
        }
        problem.goal(&["blank", &cell(at)]);
    }
    write_corners(&mut problem, size);
    write_lines(&mut problem, size);
    problem.finish(include_str!("domain.pddl"), move_of)
}

fn write_corners(problem: &mut Problem, size: Size) {
    let corners = size.coords().filter_map(|at| Some((at, square(size, at)?)));
    let corners: Vec<(Coord, [Coord; 3])> = corners.collect();
    for &(at, others) in &corners {
        let [right, below, across] = others.map(cell);
        problem.fact(&["square", &cell(at), &right, &below, &across]);
        for other in [right, below, across] {
            problem.fact(&["in-square", &cell(at), &other]);
        }
    }
    for pair in corners.windows(2) {
        problem.fact(&["corner-after", &cell(pair[0].0), &cell(pair[1].0)]);
    }
    if let (Some((first, _)), Some((last, _))) = (corners.first(), corners.last()) {
        problem.fact(&["first-corner", &cell(*first)]);
        problem.fact(&["last-corner", &cell(*last)]);
    }
}

fn write_lines(problem: &mut Problem, size: Size) {
    let lines = lines(size);
    for (way, line) in &lines {
        for pair in line.windows(2) {
            problem.fact(&["behind", &cell(pair[0]), &cell(pair[1]), &way.to_string()]);
        }
    }
    for pair in lines.windows(2) {
        let ((way, line), (then, next)) = (&pair[0], &pair[1]);
        if let (Some(&last), Some(&first)) = (line.last(), next.first()) {
            let (way, then) = (way.to_string(), then.to_string());
            problem.fact(&["line-after", &cell(last), &cell(first), &way, &then]);
        }
    }
    if let (Some((way, first)), Some((then, last))) = (lines.first(), lines.last())
        && let (Some(&first), Some(&last)) = (first.first(), last.last())
    {
        problem.fact(&["first", &cell(first), &way.to_string()]);
        problem.fact(&["final", &cell(last), &then.to_string()]);
    }
}
