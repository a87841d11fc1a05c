//! The contents of boards of each game, as lists of things with a row and a column.

use std::collections::BTreeMap;

use quadrille::games::{Cell, fold, squares, tiles, zhed};
use quadrille::grid::{Coord, Grid};
use quadrille::moves::piece_glyph;
use rhai::{Array, Dynamic, INT, Map};

/// A list of things on a board.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) is_fixed: bool,
    /// True if there is one thing, which is given instead of a list of one.
    pub(crate) is_single: bool,
    pub(crate) make: fn(&Grid<u16>) -> Array,
}

/// A thing at a place.
pub(crate) fn placed(at: Coord) -> Map {
    let mut map = Map::new();
    map.insert("row".into(), INT::from(at.row).into());
    map.insert("col".into(), INT::from(at.col).into());
    map
}

fn with(at: Coord, name: &str, value: impl Into<Dynamic>) -> Map {
    let mut map = placed(at);
    map.insert(name.into(), value.into());
    map
}

fn letter(letter: char) -> Dynamic {
    letter.to_string().into()
}

/// The values that `make` returns for cells.
fn things<C: Cell>(board: &Grid<u16>, make: impl Fn(Coord, C) -> Option<Map>) -> Array {
    let cells = board.iter().filter_map(|(at, code)| make(at, C::from_code(code)?));
    cells.map(Dynamic::from).collect()
}

fn cells<C: Cell>(board: &Grid<u16>, test: impl Fn(C) -> bool) -> Array {
    things(board, |at, cell| test(cell).then(|| placed(at)))
}

const fn list(name: &'static str, about: &'static str, make: fn(&Grid<u16>) -> Array) -> List {
    List { name, about, is_fixed: false, is_single: false, make }
}

const fn fixed(name: &'static str, about: &'static str, make: fn(&Grid<u16>) -> Array) -> List {
    List { is_fixed: true, ..list(name, about, make) }
}

static TILES: &[List] = &[
    list("blocks", "the blocks: row, col, colour (a small letter)", |board| {
        things(board, |at, cell: tiles::Cell| {
            Some(with(at, "colour", letter(cell.block()?.block_letter())))
        })
    }),
    list("goals", "the goals: row, col, colour, covered (by a block of the colour)", |board| {
        things(board, |at, cell: tiles::Cell| {
            let goal = cell.goal()?;
            let mut map = with(at, "colour", letter(goal.block_letter()));
            map.insert("covered".into(), (cell.block() == Some(goal)).into());
            Some(map)
        })
    }),
    fixed("walls", "the walls: row, col", |board| {
        cells(board, |cell: tiles::Cell| cell == tiles::Cell::Wall)
    }),
];

static ZHED: &[List] = &[
    list("numbers", "the numbers that are not used: row, col, value", |board| {
        things(board, |at, cell: zhed::Cell| Some(with(at, "value", INT::from(cell.number()?))))
    }),
    list("goals", "the goals: row, col, reached", |board| {
        things(board, |at, cell: zhed::Cell| match cell {
            zhed::Cell::Goal => Some(with(at, "reached", false)),
            zhed::Cell::Reached => Some(with(at, "reached", true)),
            _ => None,
        })
    }),
    list("filled", "filled cells and used numbers: row, col", |board| {
        cells(board, |cell| matches!(cell, zhed::Cell::Filled | zhed::Cell::Reached))
    }),
    list("empty", "cells that are not filled, goals apart: row, col", |board| {
        cells(board, |cell: zhed::Cell| cell == zhed::Cell::Empty)
    }),
];

static SQUARES: &[List] = &[
    list("pieces", "the pieces: row, col, colour (a capital letter)", |board| {
        things(board, |at, cell: squares::Cell| match cell {
            squares::Cell::Piece(colour) => {
                Some(with(at, "colour", letter(char::from(b'A' + colour))))
            }
            squares::Cell::Blank => None,
        })
    }),
    list("blanks", "the cells without a piece: row, col", |board| {
        cells(board, |cell: squares::Cell| cell == squares::Cell::Blank)
    }),
    list(
        "groups",
        "the colours in the order of their first pieces: each an array of its pieces",
        |board| {
            let mut groups: Vec<(squares::Cell, Array)> = Vec::new();
            for (at, code) in board.iter() {
                let cell = squares::Cell::from_code(code);
                let Some(cell @ squares::Cell::Piece(_)) = cell else { continue };
                match groups.iter_mut().find(|(other, _)| *other == cell) {
                    Some((_, group)) => group.push(placed(at).into()),
                    None => groups.push((cell, vec![placed(at).into()])),
                }
            }
            groups.into_iter().map(|(_, group)| group.into()).collect()
        },
    ),
];

static FOLD: &[List] = &[
    list("pieces", "the pieces: id (its glyph), cells (each with row, col)", |board| {
        let mut pieces: BTreeMap<u8, Array> = BTreeMap::new();
        for (at, code) in board.iter() {
            if let Some(piece) = fold::Cell::from_code(code).and_then(fold::Cell::piece) {
                pieces.entry(piece).or_default().push(placed(at).into());
            }
        }
        let piece = |(id, cells): (u8, Array)| {
            let mut map = Map::new();
            map.insert("id".into(), letter(piece_glyph(id).unwrap_or('?')));
            map.insert("cells".into(), cells.into());
            Dynamic::from(map)
        };
        pieces.into_iter().map(piece).collect()
    }),
    list("empty", "the cells that are not covered: row, col", |board| {
        cells(board, |cell: fold::Cell| cell == fold::Cell::Empty)
    }),
    fixed("holes", "the cells that are not part of the board: row, col", |board| {
        cells(board, |cell: fold::Cell| cell == fold::Cell::Hole)
    }),
];

fn glyphs(board: &Grid<u16>, of: &str) -> Array {
    let of: Vec<Option<u16>> = of.chars().map(code_of).collect();
    let there = board.iter().filter(|(_, code)| of.contains(&Some(*code)));
    there.map(|(at, _)| placed(at).into()).collect()
}

fn code_of(glyph: char) -> Option<u16> {
    quadrille::games::by_id("sokoban")?.cell_from_glyph(&glyph.to_string())
}

static SOKOBAN: &[List] = &[
    List { is_single: true, ..list("player", "the player: row, col", |board| glyphs(board, "@+")) },
    list("boxes", "the boxes: row, col, on_goal", |board| {
        let (bare, placed_on) = (code_of('$'), code_of('*'));
        let there = board.iter().filter_map(|(at, code)| {
            let (code, on_goal) = (Some(code), Some(code) == placed_on);
            (on_goal || code == bare).then(|| with(at, "on_goal", on_goal).into())
        });
        there.collect()
    }),
    list("goals", "the goals: row, col, covered (by a box)", |board| {
        let (goals, covered) = ([code_of('.'), code_of('+')], code_of('*'));
        let there = board.iter().filter_map(|(at, code)| {
            let (code, covered) = (Some(code), Some(code) == covered);
            (covered || goals.contains(&code)).then(|| with(at, "covered", covered).into())
        });
        there.collect()
    }),
    fixed("walls", "the walls: row, col", |board| glyphs(board, "#")),
];

pub(crate) fn of_game(id: &str) -> &'static [List] {
    match id {
        "tiles" => TILES,
        "zhed" => ZHED,
        "squares" => SQUARES,
        "fold" => FOLD,
        "sokoban" => SOKOBAN,
        _ => &[],
    }
}
