//! Folding Blocks in PDDL.

use super::cell::Cell;
use crate::definition::{Pddl, PddlAction, Problem, pddl_cell as cell, pddl_direction};
use crate::grid::{Coord, Direction, Grid, Size};
use crate::moves::{Move, piece_glyph};

/// The image of a cell on the side of the piece, across the far edge of a line of cells.
fn image(size: Size, at: Coord, way: Direction, line: u8) -> Option<Coord> {
    let over = |place: u8| {
        let twice = 2 * i32::from(line)
            + if matches!(way, Direction::Down | Direction::Right) { 1 } else { -1 };
        u8::try_from(twice - i32::from(place)).ok()
    };
    let to = match way.is_vertical() {
        true => Coord { row: over(at.row)?, ..at },
        false => Coord { col: over(at.col)?, ..at },
    };
    size.contains(to).then_some(to)
}

/// A fold is chosen with its piece, `p3-3`, and its axis, `up-2`.
fn move_of(action: &[&str]) -> Option<Move> {
    let action = PddlAction(action);
    let piece = action.object(1)?.strip_prefix('p')?.split('-').next()?.parse().ok();
    let way = pddl_direction(action.object(2)?.split('-').next()?);
    let chosen = action.is(&["choose"]).then(|| piece.zip(way)).flatten();
    chosen.map(|(piece, way)| Move::Piece(piece, way))
}

pub(super) fn pddl(board: &Grid<Cell>) -> Pddl {
    let mut problem = Problem::new("quadrille-fold", true);
    let size = board.size();
    let is_cell = |at: &Coord| board[*at] != Cell::Hole;
    let all: Vec<Coord> = size.coords().filter(is_cell).collect();
    let mut pieces: Vec<u8> = board.cells().iter().filter_map(|cell| cell.piece()).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let name = |piece: u8| format!("p{}-{}", piece, piece_glyph(piece).unwrap_or('x'));
    let axes = || {
        Direction::ALL.into_iter().flat_map(|way| {
            let lines = if way.is_vertical() { size.rows() } else { size.cols() };
            (0..lines as u8).map(move |line| (way, line))
        })
    };
    let axis_name = |(way, line): (Direction, u8)| format!("{way}-{line}");
    problem.objects(all.iter().copied().map(cell), "cell");
    problem.objects(pieces.iter().copied().map(name), "piece");
    problem.objects(axes().map(axis_name), "axis");
    problem.fact(&["idle"]);
    // In the middle of a move nothing is solved.
    problem.goal(&["idle"]);
    for (way, line) in axes() {
        let axis = axis_name((way, line));
        let place = |at: &Coord| if way.is_vertical() { at.row } else { at.col };
        let is_near = |at: &Coord| match way {
            Direction::Down | Direction::Right => place(at) <= line,
            Direction::Up | Direction::Left => place(at) >= line,
        };
        let image = |at: Coord| image(size, at, way, line).filter(is_cell);
        // Cells on the far side with their sources, and all cells that neither have an image nor
        // are one.
        let mut looked_at = Vec::new();
        for &at in &all {
            if is_near(&at) {
                if place(&at) == line {
                    problem.fact(&["edge", &cell(at), &axis]);
                }
                if image(at).is_none() {
                    problem.fact(&["lone", &cell(at), &axis]);
                    looked_at.push(at);
                }
                continue;
            }
            let from = all.iter().find(|from| is_near(from) && image(**from) == Some(at));
            match from {
                Some(&from) => problem.fact(&["image", &cell(from), &cell(at), &axis]),
                None => problem.fact(&["lone", &cell(at), &axis]),
            }
            looked_at.push(at);
        }
        if let (Some(&first), Some(&last)) = (looked_at.first(), looked_at.last()) {
            problem.fact(&["first", &cell(first), &axis]);
            problem.fact(&["final", &cell(last), &axis]);
        }
        for pair in looked_at.windows(2) {
            problem.fact(&["after", &cell(pair[0]), &cell(pair[1]), &axis]);
        }
    }
    for &at in &all {
        let here = cell(at);
        problem.fact(&[if board[at].piece().is_some() { "covered" } else { "free" }, &here]);
        for &piece in &pieces {
            let is_of = board[at].piece() == Some(piece);
            problem.fact(&[if is_of { "of" } else { "not-of" }, &here, &name(piece)]);
        }
        problem.goal(&["covered", &here]);
    }
    problem.finish(include_str!("domain.pddl"), move_of)
}
