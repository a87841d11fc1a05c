//! A level as a search problem by the plain rules, for games and boards without fast ones.

use super::{Cell, Definition};
use crate::grid::{Grid, Size};
use crate::heuristics::{Estimate, Vocabulary};
use crate::moves::Move;
use crate::puzzle::Puzzle;
use crate::registry::Value;
use crate::search::space::{Space, Successors};

/// The positions of a level, each packed as the codes of its cells: eight to a word, or four in a
/// game with more than 256 kinds. A position is unpacked and played by the plain rules. The search
/// is blind: every estimate is 0.
#[derive(Clone, Debug)]
pub struct Boards<'a, D: Definition> {
    game: &'a D,
    size: Size,
    start: Box<[u64]>,
}

impl<'a, D: Definition> Boards<'a, D> {
    pub fn new(game: &'a D, board: &Grid<D::Cell>) -> Boards<'a, D> {
        Boards { game, size: board.size(), start: packed(board) }
    }

    fn unpacked(&self, state: &[u64]) -> Grid<D::Cell> {
        let codes = unpack_codes(state, width::<D::Cell>()).take(self.size.cells());
        let cells: Option<Vec<D::Cell>> = codes.map(D::Cell::from_code).collect();
        let board = cells.and_then(|cells| Grid::from_cells(self.size, cells));
        board.expect("a state was packed from a board of this size")
    }
}

/// The bits of a code.
fn width<C: Cell>() -> u32 {
    if C::table().cells().len() > 256 { 16 } else { 8 }
}

fn packed<C: Cell>(board: &Grid<C>) -> Box<[u64]> {
    pack_codes(board.cells().iter().map(|cell| cell.code()), width::<C>())
}

/// Packs codes of 8 or 16 bits into words, the first code highest.
pub fn pack_codes(codes: impl IntoIterator<Item = u16>, bits: u32) -> Box<[u64]> {
    let mut words = Vec::new();
    let mut free = 0;
    for code in codes {
        if free == 0 {
            words.push(0);
            free = u64::BITS;
        }
        free -= bits;
        *words.last_mut().expect("there is a word") |= u64::from(code) << free;
    }
    words.into()
}

/// The codes in words, and zeros up to the end of the last word.
pub fn unpack_codes(words: &[u64], bits: u32) -> impl Iterator<Item = u16> {
    let mask = (1 << bits) - 1;
    let places = move |word: &u64| {
        let word = *word;
        (1..=u64::BITS / bits).map(move |at| (word >> (u64::BITS - at * bits) & mask) as u16)
    };
    words.iter().flat_map(places)
}

impl<D: Definition> Space for Boards<'_, D> {
    type State = Box<[u64]>;
    type Move = Move;

    fn start(&self) -> Box<[u64]> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Box<[u64]>) -> bool {
        self.game.is_solved(&self.unpacked(state))
    }

    fn successors(&self, state: &Box<[u64]>, next: &mut Successors<Box<[u64]>, Move>) {
        let board = self.unpacked(state);
        for mv in self.game.moves(&board) {
            if let Ok(after) = self.game.play(&board, mv) {
                next.push_with_cost(mv, packed(&after), self.game.cost(&board, mv, &after));
            }
        }
    }

    fn has_unit_costs(&self) -> bool {
        D::HAS_UNIT_COSTS
    }

    fn heap_bytes(&self) -> usize {
        self.start.len()
    }
}

impl<D: Definition> Puzzle for Boards<'_, D> {
    fn vocabulary(&self) -> Vocabulary {
        self.game.vocabulary()
    }

    fn board(&self, state: &Box<[u64]>) -> Grid<u16> {
        self.unpacked(state).map(D::Cell::code)
    }

    fn heuristic(&self, name: &str, _options: &[Value]) -> Option<Estimate<'_, Box<[u64]>>> {
        let is_known = D::HEURISTICS.iter().any(|info| info.name == name);
        is_known.then(|| Box::new(|_: &_, _: Option<&_>| 0.0) as Estimate<'_, _>)
    }
}
