//! The animation of a move: pieces that glide, cells that fill, pieces that vanish.
//!
//! A game defines the boards that a move passes through
//! ([`Definition::stages`](crate::definition::Definition::stages)). The changes between two of them
//! are derived from their looks and the kind of the move, so the page, the terminal and puzzles
//! read at run time all show the same.

use crate::definition::{Kinds, Look};
use crate::grid::{Coord, Direction, Grid};
use crate::moves::{Move, piece_glyph};

/// One step of a move: everything that happens at the same time. Cells are given by their index in
/// reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Step {
    /// The pieces that move from one cell to another.
    pub glides: Vec<Glide>,
    /// The cells that fill in the direction of the move.
    pub fills: Vec<Fill>,
    pub vanishes: Vec<usize>,
    /// All other cells whose look changes.
    pub changes: Vec<usize>,
    /// The board after the step, in cell codes.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub board: Grid<u16>,
}

/// A piece that moves from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Glide {
    pub from: usize,
    pub to: usize,
}

/// A cell that fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fill {
    pub cell: usize,
    /// Its order: cells of rank 0 fill first, and cells of the same rank together.
    pub rank: usize,
}

/// Something that a player can select.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pick {
    /// Its cells in reading order, by their index.
    pub cells: Vec<usize>,
    pub moves: Vec<Move>,
}

pub(super) struct Seen {
    pub(super) board: Grid<u16>,
    pub(super) looks: Grid<Look>,
}

impl Step {
    fn is_empty(&self) -> bool {
        self.glides.is_empty()
            && self.fills.is_empty()
            && self.vanishes.is_empty()
            && self.changes.is_empty()
    }

    /// The step from one board to the next; `None` if both look the same. The move is only given
    /// for the first step.
    pub(super) fn between(
        before: &Seen,
        after: &Seen,
        mv: Option<Move>,
        kinds: &Kinds,
    ) -> Option<Step> {
        let size = before.looks.size();
        let glides = glides(before, after, mv, kinds).unwrap_or_default();
        let mut moved = before.looks.clone();
        for glide in &glides {
            moved[size.coord(glide.from)].piece = None;
        }
        for glide in &glides {
            moved[size.coord(glide.to)].piece = before.looks[size.coord(glide.from)].piece;
        }
        let direction = match mv {
            Some(Move::Cell(_, direction) | Move::Piece(_, direction)) => Some(direction),
            _ => None,
        };
        let (mut filled, mut vanishes, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        for (at, new) in after.looks.iter().filter(|&(at, new)| moved[at] != new) {
            match (moved[at].piece, new.piece, direction) {
                (None, Some(_), Some(direction)) => filled.push((at, along(at, direction))),
                (Some(_), None, _) if new == (Look { piece: None, ..moved[at] }) => {
                    vanishes.push(size.index(at));
                }
                _ => changes.push(size.index(at)),
            }
        }
        let mut ranks: Vec<u8> = filled.iter().map(|&(_, along)| along).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let rank = |along| ranks.binary_search(&along).unwrap_or_default();
        let fill = |&(at, along): &_| Fill { cell: size.index(at), rank: rank(along) };
        let fills = filled.iter().map(fill).collect();
        let step = Step { glides, fills, vanishes, changes, board: after.board.clone() };
        (!step.is_empty()).then_some(step)
    }
}

/// The distance of a cell along a direction.
fn along(at: Coord, direction: Direction) -> u8 {
    match direction {
        Direction::Up => u8::MAX - at.row,
        Direction::Down => at.row,
        Direction::Left => u8::MAX - at.col,
        Direction::Right => at.col,
    }
}

/// The pieces that move, if the difference of the boards can be explained by movement.
fn glides(before: &Seen, after: &Seen, mv: Option<Move>, kinds: &Kinds) -> Option<Vec<Glide>> {
    let (old, new) = (&before.looks, &after.looks);
    match mv {
        None => in_lines(old, new, true).or_else(|| in_lines(old, new, false)),
        Some(Move::All(direction)) => {
            in_lines(old, new, direction.is_vertical()).or_else(|| one_cell_each(old, new))
        }
        Some(Move::Cell(at, direction)) => {
            swap(old, new, at, direction).or_else(|| slide(old, new, at, direction))
        }
        Some(Move::Piece(piece, _)) => {
            let cells = |board| piece_cells(kinds, board, piece);
            shift(&cells(&before.board), &cells(&after.board), old)
        }
        Some(Move::Touch(_)) => None,
        Some(Move::Action | Move::Wait) => one_cell_each(old, new),
    }
}

/// Pieces that move along their columns or rows, in the same order.
fn in_lines(before: &Grid<Look>, after: &Grid<Look>, columns: bool) -> Option<Vec<Glide>> {
    let size = before.size();
    let lines = if columns { size.cols() } else { size.rows() };
    let mut glides = Vec::new();
    for line in 0..lines {
        let on_line = |at: Coord| usize::from(if columns { at.col } else { at.row }) == line;
        let pieces = |looks: &Grid<Look>| -> Vec<_> {
            let cells = looks.iter().filter(|&(at, _)| on_line(at));
            cells.filter_map(|(at, look)| Some((size.index(at), look.piece?))).collect()
        };
        let (old, new) = (pieces(before), pieces(after));
        if old.iter().map(|(_, piece)| piece).ne(new.iter().map(|(_, piece)| piece)) {
            return None;
        }
        let moved = old.iter().zip(&new).filter(|((from, _), (to, _))| from != to);
        glides.extend(moved.map(|(&(from, _), &(to, _))| Glide { from, to }));
    }
    Some(glides)
}

/// A few pieces that each move to a neighbouring cell.
fn one_cell_each(before: &Grid<Look>, after: &Grid<Look>) -> Option<Vec<Glide>> {
    let size = before.size();
    let changed = size.coords().filter(|&at| before[at].piece != after[at].piece);
    let changed: Vec<Coord> = changed.take(MOST_WALKERS + 1).collect();
    if changed.len() > MOST_WALKERS {
        return None;
    }
    let mut left: Vec<Coord> =
        changed.iter().copied().filter(|&at| before[at].piece.is_some()).collect();
    let mut glides = Vec::new();
    for to in changed.into_iter().filter(|&at| after[at].piece.is_some()) {
        let is_source = |from: &Coord| {
            before[*from].piece == after[to].piece
                && Direction::ALL.iter().any(|&way| size.step(*from, way) == Some(to))
        };
        let from = left.remove(left.iter().position(is_source)?);
        glides.push(Glide { from: size.index(from), to: size.index(to) });
    }
    left.is_empty().then_some(glides)
}

/// The most cells with a change that are explained by single steps.
const MOST_WALKERS: usize = 4;

/// Two neighbours that change places.
fn swap(
    before: &Grid<Look>,
    after: &Grid<Look>,
    at: Coord,
    direction: Direction,
) -> Option<Vec<Glide>> {
    let size = before.size();
    let (one, beside) = (before.get(at)?.piece?, size.step(at, direction)?);
    let other = before[beside].piece?;
    if one == other || after[at].piece != Some(other) || after[beside].piece != Some(one) {
        return None;
    }
    let (at, beside) = (size.index(at), size.index(beside));
    Some(vec![Glide { from: at, to: beside }, Glide { from: beside, to: at }])
}

/// A piece that moves in a direction, to the first cell where it was not before.
fn slide(
    before: &Grid<Look>,
    after: &Grid<Look>,
    at: Coord,
    direction: Direction,
) -> Option<Vec<Glide>> {
    let size = before.size();
    let piece = Some(before.get(at)?.piece?).filter(|&piece| after[at].piece != Some(piece));
    let came = |to: &Coord| before[*to].piece != piece && after[*to].piece == piece;
    let to = size.ray(at, direction).find(came).filter(|_| piece.is_some())?;
    Some(vec![Glide { from: size.index(at), to: size.index(to) }])
}

/// A piece of several cells that keeps its shape.
fn shift(old: &[usize], new: &[usize], board: &Grid<Look>) -> Option<Vec<Glide>> {
    let size = board.size();
    let place = |index: &usize| {
        let at = size.coord(*index);
        (i16::from(at.row), i16::from(at.col))
    };
    let offset = |(from, to): (&usize, &usize)| {
        let (from, to) = (place(from), place(to));
        (to.0 - from.0, to.1 - from.1)
    };
    let mut offsets = old.iter().zip(new).map(offset);
    let first = offsets.next()?;
    let keeps_shape = old.len() == new.len() && offsets.all(|offset| offset == first);
    let glide = |(&from, &to): (&usize, &usize)| Glide { from, to };
    keeps_shape.then(|| old.iter().zip(new).map(glide).collect())
}

/// The cells of a piece, which have its character.
fn piece_cells(kinds: &Kinds, board: &Grid<u16>, piece: u8) -> Vec<usize> {
    let glyph = piece_glyph(piece).map_or_else(|| piece.to_string(), String::from);
    let is_part = |code: u16| kinds.get(code).is_some_and(|kind| kind.glyph == glyph);
    let cells = board.coords_where(is_part);
    cells.map(|at| board.size().index(at)).collect()
}

/// The things that a player can select, by the legal moves. If a move is only a direction, that is
/// the player on the board, if there is one.
pub(super) fn picks(
    kinds: &Kinds,
    board: &Grid<u16>,
    moves: Vec<Move>,
    player: Option<Coord>,
) -> Vec<Pick> {
    let size = board.size();
    let mut picks: Vec<Pick> = Vec::new();
    for mv in moves {
        let cells = match mv {
            Move::All(_) | Move::Action => player.map(|at| size.index(at)).into_iter().collect(),
            Move::Wait => Vec::new(),
            Move::Cell(at, _) | Move::Touch(at) => vec![size.index(at)],
            Move::Piece(piece, _) => piece_cells(kinds, board, piece),
        };
        match picks.iter_mut().find(|pick| pick.cells == cells) {
            Some(pick) => pick.moves.push(mv),
            None => picks.push(Pick { cells, moves: vec![mv] }),
        }
    }
    picks.retain(|pick| !pick.cells.is_empty());
    picks.sort_by_key(|pick| pick.cells[0]);
    picks
}
