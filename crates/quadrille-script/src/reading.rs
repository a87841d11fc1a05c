//! Functions of boards that find cells by their glyphs.

use quadrille::grid::Coord;
use rhai::{Array, Dynamic, Engine, INT, ImmutableString};

use crate::board::{Mistake, ScriptBoard};
use crate::lists;

pub(crate) fn register(engine: &mut Engine) {
    engine.register_fn("get", |board: &mut ScriptBoard, row: INT, col: INT| board.get(row, col));
    by_glyphs(engine, "count", |board, codes| {
        let there = board.cells.cells().iter().filter(|code| codes.contains(code));
        Dynamic::from(there.count() as INT)
    });
    by_glyphs(engine, "cells", |board, codes| {
        let cells = board.places(codes).into_iter().map(|at| board.cell(at).into());
        cells.collect::<Array>().into()
    });
    by_glyphs(engine, "first", |board, codes| placed(board.places(codes).first()));
    by_glyphs(engine, "last", |board, codes| placed(board.places(codes).last()));
}

/// Registers a function that takes glyphs as a text or as a list. Each has its own entry, which is
/// faster than one for any value.
pub(crate) fn by_glyphs(
    engine: &mut Engine,
    name: &str,
    word: fn(&mut ScriptBoard, &[u16]) -> Dynamic,
) {
    engine.register_fn(
        name,
        move |board: &mut ScriptBoard, glyphs: &str| -> Result<Dynamic, Mistake> {
            let codes = board.level.codes(glyphs)?;
            Ok(word(board, &codes))
        },
    );
    engine.register_fn(
        name,
        move |board: &mut ScriptBoard, glyphs: Array| -> Result<Dynamic, Mistake> {
            let codes = board.level.codes_of(&glyphs)?;
            Ok(word(board, &codes))
        },
    );
}

fn placed(at: Option<&Coord>) -> Dynamic {
    at.map_or(Dynamic::UNIT, |&at| lists::placed(at).into())
}

impl ScriptBoard {
    fn get(&self, row: INT, col: INT) -> ImmutableString {
        self.position(row, col).map(|at| self.level.glyph(self.cells[at])).unwrap_or_default()
    }

    /// The cells with these codes, row by row.
    pub(crate) fn places(&self, codes: &[u16]) -> Vec<Coord> {
        self.cells.coords_where(|code| codes.contains(&code)).collect()
    }
}
