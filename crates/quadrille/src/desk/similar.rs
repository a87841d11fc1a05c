//! Levels that equal or resemble another, up to rotation, reflection and names.

use crate::candidates::Symmetry;
use crate::levels::Level;

/// A level that resembles another.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Similar {
    /// Its source, as named by the caller.
    pub name: String,
    /// The number of cells that differ after rotation and reflection; 0 for the same level, perhaps
    /// with other names for the same pieces.
    pub cells: usize,
}

/// The levels that resemble a level, the nearest first. One cell in twelve may differ, and at least
/// two.
pub fn similar<'a>(
    level: &Level,
    others: impl IntoIterator<Item = (&'a str, &'a Level)>,
) -> Vec<Similar> {
    let game = level.game;
    let sides = |level: &Level| {
        let size = level.grid.size();
        (size.rows().min(size.cols()), size.rows().max(size.cols()))
    };
    let most = (level.grid.size().cells() / 12).max(2);
    let canonical = game.canonical(&level.grid);
    let turned: Vec<_> = Symmetry::all().map(|way| way.of(&level.grid)).collect();
    let mut similar = Vec::new();
    for (name, other) in others {
        if other.game.id() != game.id() || sides(other) != sides(level) {
            continue;
        }
        let same_shape = turned.iter().filter(|board| board.size() == other.grid.size());
        let differing = same_shape.map(|board| {
            let cells = board.cells().iter().zip(other.grid.cells());
            cells.filter(|(one, other)| one != other).count()
        });
        let cells = match game.canonical(&other.grid) == canonical {
            true => 0,
            false => differing.min().unwrap_or(usize::MAX),
        };
        if cells <= most {
            similar.push(Similar { name: name.to_string(), cells });
        }
    }
    similar.sort_by(|one, other| (one.cells, &one.name).cmp(&(other.cells, &other.name)));
    similar
}
