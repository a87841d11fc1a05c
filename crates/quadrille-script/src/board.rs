//! The board that a script receives.

use std::sync::{Arc, OnceLock};

use quadrille::games::{Game, Kinds};
use quadrille::grid::{Coord, Direction, Grid, Size};
use quadrille::heuristics::Feature;
use quadrille::moves::piece_identity;
use rhai::{Array, Dynamic, EvalAltResult, INT, ImmutableString, Map};

use crate::lists::{self, List};

pub(crate) type Mistake = Box<EvalAltResult>;

/// Facts that are the same for all boards of a level.
#[derive(Debug)]
pub(crate) struct LevelFacts {
    id: &'static str,
    kinds: &'static Kinds,
    features: &'static [Feature],
    lists: &'static [List],
    start: Grid<u16>,
    /// The lists that no move changes, made on first use.
    fixed: Vec<OnceLock<Array>>,
    /// The glyphs by code, as strings of the script engine.
    glyphs: Vec<ImmutableString>,
    /// The cells whose glyphs are one byte, by that byte.
    simple: Vec<Option<u16>>,
    /// The shortest glyph of more than one character, in bytes. Each character of a shorter text is
    /// a glyph.
    shortest: usize,
}

impl LevelFacts {
    pub(crate) fn of_game(game: &dyn Game, start: &Grid<u16>) -> Arc<LevelFacts> {
        Arc::new(LevelFacts::of(game.id(), game.kinds(), game.features(), start))
    }

    pub(crate) fn of(
        id: &'static str,
        kinds: &'static Kinds,
        features: &'static [Feature],
        start: &Grid<u16>,
    ) -> LevelFacts {
        let lists = lists::of_game(id);
        let fixed = lists.iter().map(|_| OnceLock::new()).collect();
        let glyphs = kinds.iter().map(|(_, kind)| kind.glyph.as_str().into()).collect();
        let mut buffer = [0; 4];
        let simple =
            (0..128_u8).map(|byte| kinds.code_of(char::from(byte).encode_utf8(&mut buffer)));
        let simple = simple.collect();
        let all = kinds.iter().flat_map(|(_, kind)| kind.aliases.iter().chain([&kind.glyph]));
        let longer = all.filter(|glyph| glyph.chars().nth(1).is_some()).map(String::len);
        let shortest = longer.min().unwrap_or(usize::MAX);
        LevelFacts {
            id,
            kinds,
            features,
            lists,
            start: start.clone(),
            fixed,
            glyphs,
            simple,
            shortest,
        }
    }

    pub(crate) fn glyph(&self, code: u16) -> ImmutableString {
        self.glyphs.get(usize::from(code)).cloned().unwrap_or_default()
    }

    /// The piece that a cell belongs to: its glyph is one of those that moves name.
    pub(crate) fn piece(&self, code: u16) -> Option<u8> {
        let mut letters = self.glyphs.get(usize::from(code))?.chars();
        letters.next().and_then(piece_identity).filter(|_| letters.next().is_none())
    }

    pub(crate) fn code(&self, glyph: &str) -> Result<u16, Mistake> {
        if let &[byte] = glyph.as_bytes()
            && let Some(Some(code)) = self.simple.get(usize::from(byte))
        {
            return Ok(*code);
        }
        self.kinds.code_of(glyph).ok_or_else(|| {
            let all: Vec<String> =
                self.kinds.iter().take(40).map(|(_, kind)| format!("'{}'", kind.glyph)).collect();
            format!("there is no cell '{glyph}' in {}; there are {}", self.id, all.join(", "))
                .into()
        })
    }

    /// The cells of a text: one glyph, or one glyph per character.
    pub(crate) fn codes(&self, text: &str) -> Result<Vec<u16>, Mistake> {
        // Most glyphs are one character, and most texts are short.
        if text.len() < self.shortest {
            let simple = |byte: u8| self.simple.get(usize::from(byte)).copied().flatten();
            let codes: Option<Vec<u16>> = text.bytes().map(simple).collect();
            if let Some(codes) = codes {
                return Ok(codes);
            }
        }
        if let Some(code) = self.kinds.code_of(text) {
            return Ok(vec![code]);
        }
        let mut buffer = [0; 4];
        text.chars().map(|glyph| self.code(glyph.encode_utf8(&mut buffer))).collect()
    }

    /// The cells of a list of glyphs.
    pub(crate) fn codes_of(&self, list: &Array) -> Result<Vec<u16>, Mistake> {
        let glyph = |glyph: &Dynamic| match glyph.as_immutable_string_ref() {
            Ok(glyph) => self.code(&glyph),
            Err(kind) => Err(format!("a list of glyphs has a {kind} in it").into()),
        };
        list.iter().map(glyph).collect()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ScriptBoard {
    pub(crate) level: Arc<LevelFacts>,
    pub(crate) cells: Arc<Grid<u16>>,
}

impl ScriptBoard {
    pub(crate) fn new(level: &Arc<LevelFacts>, cells: Grid<u16>) -> ScriptBoard {
        ScriptBoard { level: Arc::clone(level), cells: Arc::new(cells) }
    }

    pub(crate) fn size(&self) -> Size {
        self.cells.size()
    }

    /// The list or the count with this name.
    pub(crate) fn word(&self, name: &str) -> Result<Dynamic, Mistake> {
        let LevelFacts { lists, fixed, start, features, id, .. } = &*self.level;
        if let Some((list, fixed)) = lists.iter().zip(fixed).find(|(list, _)| list.name == name) {
            return Ok(if list.is_fixed {
                fixed.get_or_init(|| (list.make)(start)).clone().into()
            } else if list.is_single {
                (list.make)(&self.cells).into_iter().next().unwrap_or(Dynamic::UNIT)
            } else {
                (list.make)(&self.cells).into()
            });
        }
        if let Some(feature) = features.iter().find(|feature| feature.name == name) {
            return Ok(Dynamic::from(INT::from((feature.count)(&self.cells))));
        }
        let lists = lists.iter().map(|list| list.name);
        let counts = features.iter().map(|feature| feature.name);
        let all: Vec<&str> = lists.chain(counts).chain(["rows", "cols"]).collect();
        Err(format!("a board of {id} has no '{name}'; it has {}", all.join(", ")).into())
    }

    /// The cell at a place; `()` outside the board.
    pub(crate) fn at(&self, row: INT, col: INT) -> Dynamic {
        self.position(row, col).map_or(Dynamic::UNIT, |at| self.cell(at).into())
    }

    /// The place in this row and column, unless it is outside the board.
    pub(crate) fn position(&self, row: INT, col: INT) -> Option<Coord> {
        let at = Coord { row: u8::try_from(row).ok()?, col: u8::try_from(col).ok()? };
        self.size().contains(at).then_some(at)
    }

    /// The cells from a place to the border, without the first.
    pub(crate) fn ray(&self, from: &Map, direction: &str) -> Result<Array, Mistake> {
        let (way, from) = (way(direction)?, place(from)?);
        Ok(self.size().ray(from, way).map(|at| self.cell(at).into()).collect())
    }

    /// The cells from one place to another, without the first and with the last; none if the two
    /// are not in line.
    pub(crate) fn line(&self, from: &Map, to: &Map) -> Result<Array, Mistake> {
        let (from, to) = (place(from)?, place(to)?);
        let mut cells = Array::new();
        for way in Direction::ALL {
            let ray: Vec<Coord> = self.size().ray(from, way).collect();
            if let Some(last) = ray.iter().position(|&at| at == to) {
                cells.extend(ray[..=last].iter().map(|&at| Dynamic::from(self.cell(at))));
            }
        }
        Ok(cells)
    }

    pub(crate) fn cell(&self, at: Coord) -> Map {
        let mut map = lists::placed(at);
        map.insert("glyph".into(), self.level.glyph(self.cells[at]).into());
        map
    }
}

/// The place of a value with a row and a column.
pub(crate) fn place(map: &Map) -> Result<Coord, Mistake> {
    let side = |name: &str| {
        let number = map.get(name).and_then(|value| value.as_int().ok());
        number.and_then(|number| u8::try_from(number).ok())
    };
    match (side("row"), side("col")) {
        (Some(row), Some(col)) => Ok(Coord { row, col }),
        _ => Err("something with a row and a col is expected here".into()),
    }
}

pub(crate) fn way(name: &str) -> Result<Direction, Mistake> {
    Ok(match name {
        "up" => Direction::Up,
        "down" => Direction::Down,
        "left" => Direction::Left,
        "right" => Direction::Right,
        _ => {
            let all = "there are \"up\", \"down\", \"left\", \"right\"";
            return Err(format!("'{name}' is not a direction; {all}").into());
        }
    })
}
