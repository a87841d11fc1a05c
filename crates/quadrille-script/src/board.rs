//! The board as a script sees it.

use std::sync::{Arc, OnceLock};

use quadrille::games::{self, Game};
use quadrille::grid::{Direction, Grid, Position, Size};
use rhai::{Array, Dynamic, EvalAltResult, INT, Map};

use crate::lists::{self, List};

/// A mistake of a script.
pub(crate) type Mistake = Box<EvalAltResult>;

/// What is the same for all boards of a level.
#[derive(Debug)]
pub(crate) struct Level {
    game: &'static dyn Game,
    lists: &'static [List],
    start: Grid<u16>,
    /// The lists that no move changes, made when they are first asked for.
    fixed: Vec<OnceLock<Array>>,
}

impl Level {
    pub(crate) fn new(game: &str, start: &Grid<u16>) -> Result<Arc<Level>, String> {
        let game = games::by_id(game).ok_or_else(|| format!("scripts know nothing of {game}"))?;
        let lists = lists::of_game(game.id());
        let fixed = lists.iter().map(|_| OnceLock::new()).collect();
        Ok(Arc::new(Level { game, lists, start: start.clone(), fixed }))
    }
}

/// A board.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    level: Arc<Level>,
    cells: Arc<Grid<u16>>,
}

impl Board {
    pub(crate) fn new(level: &Arc<Level>, cells: &Grid<u16>) -> Board {
        Board { level: Arc::clone(level), cells: Arc::new(cells.clone()) }
    }

    pub(crate) fn size(&self) -> Size {
        self.cells.size()
    }

    /// The list or the count with this name.
    pub(crate) fn word(&self, name: &str) -> Result<Dynamic, Mistake> {
        let Level { lists, fixed, start, game } = &*self.level;
        if let Some((list, fixed)) = lists.iter().zip(fixed).find(|(list, _)| list.name == name) {
            return Ok(if list.is_fixed {
                fixed.get_or_init(|| (list.make)(start)).clone().into()
            } else if list.is_single {
                (list.make)(&self.cells).into_iter().next().unwrap_or(Dynamic::UNIT)
            } else {
                (list.make)(&self.cells).into()
            });
        }
        if let Some(feature) = game.features().iter().find(|feature| feature.name == name) {
            return Ok(Dynamic::from(INT::from((feature.count)(&self.cells))));
        }
        let lists = lists.iter().map(|list| list.name);
        let counts = game.features().iter().map(|feature| feature.name);
        let all: Vec<&str> = lists.chain(counts).chain(["rows", "cols"]).collect();
        let id = game.id();
        Err(format!("a board of {id} has no '{name}'; it has {}", all.join(", ")).into())
    }

    /// What stands at a place; nothing beyond the border.
    pub(crate) fn at(&self, row: INT, col: INT) -> Dynamic {
        let place = (u8::try_from(row), u8::try_from(col));
        let (Ok(row), Ok(col)) = place else { return Dynamic::UNIT };
        let at = Position { row, col };
        if self.size().contains(at) { self.cell(at).into() } else { Dynamic::UNIT }
    }

    /// The cells that one passes from a place to the border.
    pub(crate) fn ray(&self, from: &Map, direction: &str) -> Result<Array, Mistake> {
        let way = Direction::ALL.into_iter().find(|way| way.to_string() == direction);
        let way = way.ok_or_else(|| {
            format!(
                "'{direction}' is no direction; there are \"up\", \"down\", \"left\", \"right\""
            )
        })?;
        let from = place(from)?;
        Ok(self.size().ray(from, way).map(|at| self.cell(at).into()).collect())
    }

    /// The cells behind one place up to another, which is among them; none where the two are not in line.
    pub(crate) fn line(&self, from: &Map, to: &Map) -> Result<Array, Mistake> {
        let (from, to) = (place(from)?, place(to)?);
        let mut cells = Array::new();
        for way in Direction::ALL {
            let ray: Vec<Position> = self.size().ray(from, way).collect();
            if let Some(last) = ray.iter().position(|&at| at == to) {
                cells.extend(ray[..=last].iter().map(|&at| Dynamic::from(self.cell(at))));
            }
        }
        Ok(cells)
    }

    fn cell(&self, at: Position) -> Map {
        let mut map = lists::placed(at);
        let glyph = self.level.game.kinds().get(self.cells[at]).map_or("?", |kind| &kind.glyph);
        map.insert("glyph".into(), glyph.into());
        map
    }
}

/// The place of anything that has a row and a column.
pub(crate) fn place(map: &Map) -> Result<Position, Mistake> {
    let side = |name: &str| {
        let number = map.get(name).and_then(|value| value.as_int().ok());
        number.and_then(|number| u8::try_from(number).ok())
    };
    match (side("row"), side("col")) {
        (Some(row), Some(col)) => Ok(Position { row, col }),
        _ => Err("something with a row and a col is expected here".into()),
    }
}
