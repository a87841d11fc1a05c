//! The cells of a game: combinations of objects, numbered in the order in which they come up.
//!
//! A cell is what it holds, what `restart` puts there where that differs, and whether the level is
//! won (in the first cell of a board alone). With this a position is a board and nothing else.
//! Combinations that no level has come up in play, so the table grows. A cell that the legend has a
//! glyph for is written by it, every other one by the names of its objects: `crate+target`. `~`
//! stands for a cell without a background, `@` begins what `restart` puts there, and `!` ends the
//! first cell of a board that is won.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use quadrille::definition::{Cell, Entry, Ground, Kind, Kinds, LateKinds, Look, Table};

use super::looks::Looks;
use crate::bits::{Bits, iterate};
use crate::program::{Board, LevelEntry, Program};

/// The number of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Code(pub(crate) u16);

impl Cell for Code {
    /// A table that is large enough for codes of two bytes; the cells are those of the game.
    fn table() -> &'static Table<Code> {
        static TABLE: OnceLock<Table<Code>> = OnceLock::new();
        let floor = Look::bare(Ground::Floor);
        let entry = |code: u16| Entry::new(Code(code), code.to_string(), code.to_string(), floor);
        TABLE.get_or_init(|| Table::new((0..=256).map(entry)))
    }

    fn code(self) -> u16 {
        self.0
    }

    fn from_code(code: u16) -> Option<Code> {
        Some(Code(code))
    }
}

/// The content of a cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Content {
    pub(super) objects: Box<[u64]>,
    /// The objects that `restart` puts there, if they differ.
    pub(super) restart: Option<Box<[u64]>>,
    pub(super) is_won: bool,
}

impl Content {
    pub(super) fn of(objects: &[u64]) -> Content {
        Content { objects: objects.into(), restart: None, is_won: false }
    }
}

/// Cells that are listed: those of the legend and of the levels.
const MOST_LISTED: usize = 256;
/// Cells that come up while the game is played.
const MOST: usize = u16::MAX as usize;
/// Cells that texts may bring in, so that rules have room for theirs.
const MOST_TYPED: usize = MOST / 2;

/// Characters that mean something else in texts of levels.
const RESERVED: &str = "=:;,|[](){}\"'\\/+@~!";

/// The cells of one game.
pub(super) struct Cells {
    program: Arc<Program>,
    looks: Looks,
    /// The background of a cell that names none.
    background: Bits,
    known: RwLock<Known>,
}

#[derive(Default)]
struct Known {
    codes: HashMap<Content, u16>,
    contents: Vec<Content>,
    kinds: Vec<&'static Kind>,
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cells").finish_non_exhaustive()
    }
}

impl Cells {
    /// The cells of a game, kept for as long as the program runs, and the list of those of its
    /// legend and levels, the empty one first.
    pub(super) fn of(program: &Arc<Program>) -> (&'static Cells, &'static Kinds) {
        let background = background(program);
        let looks = Looks::new(program, &background);
        let known = RwLock::default();
        let cells = Cells { program: Arc::clone(program), looks, background, known };
        let cells: &'static Cells = Box::leak(Box::new(cells));
        cells.listed(&cells.background.0);
        for glyph in &program.glyph_order {
            if let Some(mask) = program.glyphs.get(glyph) {
                cells.listed(&cells.with_background(mask));
            }
        }
        let stride = program.stride.max(1);
        for level in &program.levels {
            if let LevelEntry::Board(board, _) = level {
                board.objects.chunks_exact(stride).for_each(|cell| cells.listed(cell));
            }
        }
        let known = cells.read();
        let kinds = known.kinds.iter().map(|&kind| kind.clone()).collect();
        (cells, Box::leak(Box::new(Kinds::open(kinds, cells))))
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn listed(&self, objects: &[u64]) {
        self.code(&Content::of(objects), MOST_LISTED);
    }

    /// The code of a cell; none where there are as many already.
    fn code(&self, content: &Content, most: usize) -> Option<u16> {
        if let Some(&code) = self.read().codes.get(content) {
            return Some(code);
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&code) = known.codes.get(content) {
            return Some(code);
        }
        let code = u16::try_from(known.kinds.len()).ok()?;
        if known.kinds.len() >= most {
            return None;
        }
        let objects = &content.objects;
        let kind = Kind::new(self.glyph(content), self.name(objects), self.looks.of(objects));
        known.kinds.push(Box::leak(Box::new(kind)));
        known.contents.push(content.clone());
        known.codes.insert(content.clone(), code);
        Some(code)
    }

    /// The codes of cells that rules have made.
    pub(super) fn codes(&self, contents: &[Content]) -> Option<Vec<Code>> {
        contents.iter().map(|content| self.code(content, MOST).map(Code)).collect()
    }

    /// Calls a function with each of these cells; false where one is not a cell of the game.
    pub(super) fn each(&self, codes: &[Code], mut take: impl FnMut(usize, &Content)) -> bool {
        let known = self.read();
        codes.iter().enumerate().all(|(at, code)| {
            let content = known.contents.get(usize::from(code.0));
            content.map(|content| take(at, content)).is_some()
        })
    }

    fn with_background(&self, objects: &Bits) -> Box<[u64]> {
        let mut all = objects.clone();
        if !self.has_background(&objects.0) {
            all.add(&self.background);
        }
        all.0
    }

    fn has_background(&self, objects: &[u64]) -> bool {
        let layer = self.program.background_layer.and_then(|at| self.program.layer_masks.get(at));
        layer.is_some_and(|layer| layer.meets(objects))
    }

    fn name(&self, objects: &[u64]) -> String {
        let shown = iterate(objects).filter(|&object| !self.background.has(object));
        let names: Vec<&str> = shown.map(|object| self.object_name(object)).collect();
        if names.is_empty() { "background".to_string() } else { names.join(" and ") }
    }

    fn object_name(&self, object: usize) -> &str {
        self.program.objects.get(object).map_or("?", |object| &object.name)
    }

    fn glyph(&self, content: &Content) -> String {
        if content.restart.is_none() && !content.is_won {
            let is_meant = |glyph: &&char| {
                !RESERVED.contains(**glyph)
                    && !glyph.is_whitespace()
                    && self
                        .program
                        .glyphs
                        .get(glyph)
                        .is_some_and(|mask| self.with_background(mask) == content.objects)
            };
            if let Some(glyph) = self.program.glyph_order.iter().find(is_meant) {
                return glyph.to_string();
            }
        }
        let mut text = self.written(&content.objects);
        if let Some(restart) = &content.restart {
            text = format!("{text}@{}", self.written(restart));
        }
        if content.is_won { text + "!" } else { text }
    }

    /// Objects by their names.
    fn written(&self, objects: &[u64]) -> String {
        let mut rest = Bits(objects.into());
        rest.remove(&self.background);
        // The usual background is left out.
        let is_usual = self.background.is_within(objects) && !self.has_background(&rest.0);
        let is_named = |object: &usize| !is_usual || !self.background.has(*object);
        let mut names: Vec<&str> =
            iterate(objects).filter(is_named).map(|object| self.object_name(object)).collect();
        if !self.has_background(objects) {
            names.insert(0, "~");
        } else if names.is_empty() {
            names = self.background.iter().map(|object| self.object_name(object)).collect();
        }
        names.join("+")
    }

    /// The objects of a text such as `crate+target`. A faulty game may have two of one layer in a
    /// cell.
    fn objects(&self, text: &str) -> Option<Box<[u64]>> {
        let mut objects = Bits::new(self.program.stride);
        let mut has_background = true;
        for name in text.split('+') {
            if name == "~" {
                has_background = false;
                continue;
            }
            // Of an object that is listed twice in the layers the last counts.
            let object = self.program.objects.iter().rposition(|object| object.name == name)?;
            if objects.has(object) {
                return None;
            }
            objects.set(object);
        }
        match has_background {
            true => Some(self.with_background(&objects)),
            false => (!self.has_background(&objects.0)).then_some(objects.0),
        }
    }
}

/// The background of cells without one: that of the first board.
fn background(program: &Program) -> Bits {
    let mut background = Bits::new(program.stride);
    let layer = program.background_layer.and_then(|at| program.layer_masks.get(at));
    let boards = program.levels.iter().filter_map(|level| match level {
        LevelEntry::Board(board, _) => Some(board),
        LevelEntry::Message(_) => None,
    });
    let mut cells =
        boards.flat_map(|board: &Board| board.objects.chunks_exact(program.stride.max(1)));
    let Some(layer) = layer else { return background };
    if let Some(cell) = cells.find(|cell| layer.meets(cell)) {
        let words = cell.iter().zip(&layer.0).map(|(word, mask)| word & mask);
        background = Bits(words.collect());
    } else if let Some(first) = layer.iter().next() {
        background.set(first);
    }
    background
}

impl LateKinds for Cells {
    fn get(&self, code: u16) -> Option<&'static Kind> {
        self.read().kinds.get(usize::from(code)).copied()
    }

    fn code_of(&self, glyph: &str) -> Option<u16> {
        let (text, is_won) = match glyph.strip_suffix('!') {
            Some(text) => (text, true),
            None => (glyph, false),
        };
        let (text, restart) = match text.split_once('@') {
            Some((text, restart)) => (text, Some(self.objects(restart)?)),
            None => (text, None),
        };
        let objects = self.objects(text)?;
        let restart = restart.filter(|restart| *restart != objects);
        self.code(&Content { objects, restart, is_won }, MOST_TYPED)
    }
}
