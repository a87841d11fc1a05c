//! Positions that differ only by rotation or reflection.
//!
//! A transformation of the board is a symmetry of the level if it maps the start to itself and
//! every move to a move between the transformed positions. That is checked for every move of every
//! position, so it works for any game; a game with gravity simply has fewer symmetries.

use crate::atlas::{Atlas, Place};
use crate::candidates::Symmetry;
use crate::grid::{Coord, Grid, Size};
use crate::moves::Move;
use crate::search::explore::Graph;

/// For each position, the lowest number among those that differ only by rotation and reflection.
pub(super) fn orbits(atlas: &Atlas, size: Size) -> Vec<u32> {
    let mut stands: Vec<u32> = (0..atlas.places.len() as u32).collect();
    for way in Symmetry::all().skip(1) {
        let Some(image) = image(&atlas.places, size, way) else { continue };
        for (number, other) in image.into_iter().enumerate() {
            stands[number] = stands[number].min(other);
        }
    }
    stands
}

/// The image of each position under a symmetry; `None` if it is not a symmetry of the level.
fn image(places: &Graph<Move>, size: Size, way: Symmetry) -> Option<Vec<u32>> {
    const UNKNOWN: u32 = u32::MAX;
    // The source of each cell, and from it the target.
    let cells: Vec<usize> = (0..size.cells()).collect();
    let turned = way.of(&Grid::from_cells(size, cells)?);
    if turned.size() != size {
        return None;
    }
    let mut goes_to = vec![Coord { row: 0, col: 0 }; size.cells()];
    turned.iter().for_each(|(at, from)| goes_to[from] = at);
    let cell = |at: Coord| size.contains(at).then(|| goes_to[size.index(at)]);
    let turn = |mv: Move| turned_move(mv, way, &cell);
    let mut image = vec![UNKNOWN; places.len()];
    *image.first_mut()? = 0;
    for (number, place) in places.iter().enumerate() {
        let other = places.at(image[number] as usize);
        if (other.solved, other.moves.len()) != (place.solved, place.moves.len()) {
            return None;
        }
        for &(mv, to) in place.moves {
            let to_image = follow(&other, turn(mv)?, size)?;
            match &mut image[to as usize] {
                unknown if *unknown == UNKNOWN => *unknown = to_image,
                known if *known == to_image => {}
                _ => return None,
            }
        }
    }
    Some(image)
}

/// A move on the transformed board.
fn turned_move(mv: Move, way: Symmetry, cell: &impl Fn(Coord) -> Option<Coord>) -> Option<Move> {
    Some(match mv {
        Move::All(direction) => Move::All(way.direction(direction)),
        Move::Piece(piece, direction) => Move::Piece(piece, way.direction(direction)),
        Move::Cell(at, direction) => Move::Cell(cell(at)?, way.direction(direction)),
        Move::Touch(at) => Move::Touch(cell(at)?),
        Move::Action | Move::Wait => mv,
    })
}

/// The target of a move, or of an equivalent one: swapping two neighbours is the same from either
/// side.
fn follow(place: &Place<'_>, mv: Move, size: Size) -> Option<u32> {
    let find = |mv: Move| place.moves.iter().find(|(other, _)| *other == mv).map(|(_, to)| *to);
    find(mv).or_else(|| match mv {
        Move::Cell(at, direction) => {
            find(Move::Cell(size.step(at, direction)?, direction.opposite()))
        }
        _ => None,
    })
}
