//! Functions that only puzzles have: moves, changes of a board, random numbers.

use std::sync::{Arc, Mutex, PoisonError};

use quadrille::grid::{Coord, Direction};
use quadrille::moves::{Move, piece_glyph, piece_identity};
use quadrille_base::random::Random;
use rhai::{Array, Dynamic, Engine, INT};

use crate::board::{Mistake, ScriptBoard, way};
use crate::reading::by_glyphs;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step(pub(crate) Move);

#[derive(Clone, Debug)]
pub(crate) struct Chance(pub(crate) Arc<Mutex<Random>>);

impl Step {
    fn way(self) -> Result<Direction, Mistake> {
        match self.0 {
            Move::All(way) | Move::Cell(_, way) | Move::Piece(_, way) => Ok(way),
            Move::Touch(_) => Err("a move of this puzzle is a cell, and has no direction".into()),
            Move::Action | Move::Wait => Err("this move has no direction".into()),
        }
    }

    fn place(self) -> Result<Coord, Mistake> {
        match self.0 {
            Move::Touch(at) | Move::Cell(at, _) => Ok(at),
            _ => Err("a move of this puzzle has no row and no column".into()),
        }
    }
}

fn name(way: Direction) -> &'static str {
    match way {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

pub(crate) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Step>("move");
    engine.register_type_with_name::<Chance>("random");
    engine.register_get("row", |step: &mut Step| step.place().map(|at| INT::from(at.row)));
    engine.register_get("col", |step: &mut Step| step.place().map(|at| INT::from(at.col)));
    engine.register_get("way", |step: &mut Step| step.way().map(name));
    engine.register_get("dr", |step: &mut Step| step.way().map(|way| INT::from(way.step().0)));
    engine.register_get("dc", |step: &mut Step| step.way().map(|way| INT::from(way.step().1)));
    engine.register_get("piece", |step: &mut Step| -> Result<String, Mistake> {
        match step.0 {
            Move::Piece(piece, _) => Ok(piece_glyph(piece).map(String::from).unwrap_or_default()),
            _ => Err("a move of this puzzle has no piece".into()),
        }
    });
    makers(engine);
    changes(engine);
    chances(engine);
}

/// `to("up")`, `to(3, 4)`, `to(3, 4, "up")`, `to("a", "up")`.
fn makers(engine: &mut Engine) {
    fn place(row: INT, col: INT) -> Result<Coord, Mistake> {
        match (u8::try_from(row), u8::try_from(col)) {
            (Ok(row), Ok(col)) => Ok(Coord { row, col }),
            _ => Err(format!("there is no cell {row},{col}").into()),
        }
    }
    engine.register_fn("to", |direction: &str| way(direction).map(|way| Step(Move::All(way))));
    engine.register_fn("to", |row: INT, col: INT| place(row, col).map(|at| Step(Move::Touch(at))));
    engine.register_fn("to", |row: INT, col: INT, direction: &str| -> Result<Step, Mistake> {
        Ok(Step(Move::Cell(place(row, col)?, way(direction)?)))
    });
    engine.register_fn("to", |piece: &str, direction: &str| -> Result<Step, Mistake> {
        let mut letters = piece.chars();
        let identity = letters.next().and_then(piece_identity).filter(|_| letters.next().is_none());
        let identity =
            identity.ok_or_else(|| format!("'{piece}' is not a piece: 1-9, a-z or A-Z"))?;
        Ok(Step(Move::Piece(identity, way(direction)?)))
    });
}

fn changes(engine: &mut Engine) {
    engine.register_fn("put", |board: &mut ScriptBoard, row: INT, col: INT, glyph: &str| {
        board.put(row, col, glyph)
    });
    engine.register_fn("swap", ScriptBoard::swap);
    engine.register_fn(
        "cycle",
        |board: &mut ScriptBoard, row: INT, col: INT, glyphs: &str| -> Result<(), Mistake> {
            let codes = board.level.codes(glyphs)?;
            board.cycle(row, col, &codes);
            Ok(())
        },
    );
    engine.register_fn(
        "cycle",
        |board: &mut ScriptBoard, row: INT, col: INT, glyphs: Array| -> Result<(), Mistake> {
            let codes = board.level.codes_of(&glyphs)?;
            board.cycle(row, col, &codes);
            Ok(())
        },
    );
    engine.register_fn(
        "cycle_cross",
        |board: &mut ScriptBoard, row: INT, col: INT, glyphs: &str| -> Result<(), Mistake> {
            let codes = board.level.codes(glyphs)?;
            for (row, col) in
                [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
            {
                board.cycle(row, col, &codes);
            }
            Ok(())
        },
    );
    engine.register_fn("reads", |board: &mut ScriptBoard, step: Step, glyphs: &str| {
        board.level.codes(glyphs).and_then(|codes| board.reads(step, &codes))
    });
    engine.register_fn("reads", |board: &mut ScriptBoard, step: Step, glyphs: Array| {
        board.level.codes_of(&glyphs).and_then(|codes| board.reads(step, &codes))
    });
    engine.register_fn("write", |board: &mut ScriptBoard, step: Step, glyphs: &str| {
        board.level.codes(glyphs).and_then(|codes| board.write(step, &codes))
    });
    engine.register_fn("write", |board: &mut ScriptBoard, step: Step, glyphs: Array| {
        board.level.codes_of(&glyphs).and_then(|codes| board.write(step, &codes))
    });
    by_glyphs(engine, "find", |board, codes| board.find(codes).into());
    by_glyphs(engine, "slides", |board, free| board.slides(free).into());
    engine.register_fn("along", |board: &mut ScriptBoard, glyphs: &str, direction: &str| {
        let codes = board.level.codes(glyphs)?;
        way(direction).map(|way| board.along(&codes, way))
    });
    engine.register_fn("along", |board: &mut ScriptBoard, glyphs: Array, direction: &str| {
        let codes = board.level.codes_of(&glyphs)?;
        way(direction).map(|way| board.along(&codes, way))
    });
    engine.register_fn(
        "shift",
        |board: &mut ScriptBoard, glyphs: &str, direction: &str, free: &str| {
            let (codes, free) = (board.level.codes(glyphs)?, board.level.codes(free)?);
            board.shift(&codes, way(direction)?, &free)
        },
    );
    engine.register_fn(
        "shift",
        |board: &mut ScriptBoard, glyphs: Array, direction: &str, free: &str| {
            let (codes, free) = (board.level.codes_of(&glyphs)?, board.level.codes(free)?);
            board.shift(&codes, way(direction)?, &free)
        },
    );
}

fn chances(engine: &mut Engine) {
    fn with<T>(chance: &Chance, take: impl FnOnce(&mut Random) -> T) -> T {
        take(&mut chance.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
    engine.register_fn("below", |chance: &mut Chance, bound: INT| {
        with(chance, |random| random.below(usize::try_from(bound).unwrap_or(0)) as INT)
    });
    engine.register_fn("pick", |chance: &mut Chance, list: Array| -> Dynamic {
        let place = with(chance, |random| random.below(list.len()));
        list.get(place).cloned().unwrap_or(Dynamic::UNIT)
    });
    engine.register_fn("shuffle", |chance: &mut Chance, mut list: Array| -> Array {
        with(chance, |random| random.shuffle(&mut list));
        list
    });
}

impl ScriptBoard {
    fn place(&self, row: INT, col: INT) -> Result<Coord, Mistake> {
        self.position(row, col).ok_or_else(|| format!("{row},{col} is not on the board").into())
    }

    fn set(&mut self, at: Coord, code: u16) {
        Arc::make_mut(&mut self.cells)[at] = code;
    }

    fn put(&mut self, row: INT, col: INT, glyph: &str) -> Result<(), Mistake> {
        let (at, code) = (self.place(row, col)?, self.level.code(glyph)?);
        self.set(at, code);
        Ok(())
    }

    fn swap(&mut self, row: INT, col: INT, other_row: INT, other_col: INT) -> Result<(), Mistake> {
        let (one, other) = (self.place(row, col)?, self.place(other_row, other_col)?);
        let (first, second) = (self.cells[one], self.cells[other]);
        self.set(one, second);
        self.set(other, first);
        Ok(())
    }

    /// Replaces one of these cells by the next. Does nothing outside the board and at other cells.
    fn cycle(&mut self, row: INT, col: INT, codes: &[u16]) {
        if let Some(at) = self.position(row, col)
            && let Some(place) = codes.iter().position(|&code| code == self.cells[at])
        {
            self.set(at, codes[(place + 1) % codes.len()]);
        }
    }

    /// The cells from that of a move in its direction, that one included.
    fn stretch(&self, step: Step) -> Result<impl Iterator<Item = Coord>, Mistake> {
        let at = step.place()?;
        let at = self.place(at.row.into(), at.col.into())?;
        let ray = step.way().ok().map(|way| self.size().ray(at, way));
        Ok(std::iter::once(at).chain(ray.into_iter().flatten()))
    }

    fn reads(&self, step: Step, codes: &[u16]) -> Result<bool, Mistake> {
        let mut stretch = self.stretch(step)?;
        Ok(codes.iter().all(|&code| stretch.next().is_some_and(|at| self.cells[at] == code)))
    }

    fn write(&mut self, step: Step, codes: &[u16]) -> Result<(), Mistake> {
        let places: Vec<Coord> = self.stretch(step)?.take(codes.len()).collect();
        if places.len() < codes.len() {
            return Err("the text does not fit on the board from there".into());
        }
        for (at, &code) in places.into_iter().zip(codes) {
            self.set(at, code);
        }
        Ok(())
    }

    /// The moves from whose cell the board reads like this: in every direction, or only cells for a
    /// single glyph.
    fn find(&self, codes: &[u16]) -> Array {
        let Some(&first) = codes.first() else { return Array::new() };
        let mut moves = Array::new();
        for at in self.cells.coords_where(|code| code == first) {
            if codes.len() == 1 {
                moves.push(Dynamic::from(Step(Move::Touch(at))));
                continue;
            }
            for way in Direction::ALL {
                let mut ray = self.size().ray(at, way);
                let reads = |&code: &u16| ray.next().is_some_and(|at| self.cells[at] == code);
                if codes[1..].iter().all(reads) {
                    moves.push(Dynamic::from(Step(Move::Cell(at, way))));
                }
            }
        }
        moves
    }

    /// True if these cells are in one line along a direction.
    fn along(&self, codes: &[u16], way: Direction) -> bool {
        let is_in_line = |pair: &[Coord]| {
            if way.is_vertical() { pair[0].col == pair[1].col } else { pair[0].row == pair[1].row }
        };
        self.places(codes).windows(2).all(is_in_line)
    }

    /// The moves of pieces that are in one line and can move a step along it, over free cells.
    fn slides(&self, free: &[u16]) -> Array {
        let mut pieces: Vec<(u16, u8)> = Vec::new();
        for &code in self.cells.cells() {
            if let Some(piece) = self.level.piece(code)
                && !pieces.contains(&(code, piece))
            {
                pieces.push((code, piece));
            }
        }
        let mut moves = Array::new();
        for (code, piece) in pieces {
            let places = self.places(&[code]);
            for way in Direction::ALL {
                let is_open = |at: &Coord| {
                    let next = self.size().step(*at, way).map(|to| self.cells[to]);
                    next.is_some_and(|next| next == code || free.contains(&next))
                };
                if self.along(&[code], way) && places.iter().all(is_open) {
                    moves.push(Dynamic::from(Step(Move::Piece(piece, way))));
                }
            }
        }
        moves
    }

    /// Moves these cells a step, if nothing but free cells is in the way. The cells they leave get
    /// the first free glyph.
    fn shift(&mut self, codes: &[u16], way: Direction, free: &[u16]) -> Result<bool, Mistake> {
        let &left = free.first().ok_or("shift needs a glyph for free cells")?;
        let (size, from) = (self.size(), self.places(codes));
        let to: Option<Vec<Coord>> = from.iter().map(|&at| size.step(at, way)).collect();
        let Some(to) = to.filter(|to| !to.is_empty()) else { return Ok(false) };
        let is_open = |&at: &Coord| {
            let code = self.cells[at];
            free.contains(&code) || codes.contains(&code)
        };
        if !to.iter().all(is_open) {
            return Ok(false);
        }
        let moved: Vec<u16> = from.iter().map(|&at| self.cells[at]).collect();
        for &at in &from {
            self.set(at, left);
        }
        for (at, code) in to.into_iter().zip(moved) {
            self.set(at, code);
        }
        Ok(true)
    }
}
