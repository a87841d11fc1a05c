//! The rules for many environments at once.
//!
//! Tiles keep the results of all slides, so that a step is a lookup. The other games use their
//! packed rules ([`Play`]), and boards that are too large for these the plain rules.

use std::collections::HashMap;
use std::hash::Hash;

use quadrille::games::tiles::Tiles;
use quadrille::games::{self, Cell as _, tiles};
use quadrille::grid::{Grid, Words};
use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::puzzle::{Play, Puzzle as _};
use quadrille::search::{Control, Cost, explore::Explore, space::Space};

use crate::layout::Layout;

/// The result of a step.
pub(crate) enum Step {
    /// The action was illegal, and nothing changed.
    Illegal,
    Moved {
        is_solved: bool,
        has_moves: bool,
    },
}

pub(crate) trait Rules: Send + Sync {
    type State: Clone + Send + Sync;

    /// Identifies positions that are the same for a search.
    type Key: Clone + Eq + Hash + Send + Sync;

    fn start(&self, level: usize) -> &Start<Self::State>;

    /// Plays an action, and updates observation and mask.
    fn step(
        &self,
        level: usize,
        state: &mut Self::State,
        action: usize,
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Step;

    fn board(&self, level: usize, state: &Self::State) -> Grid<u16>;

    /// The position of a board; `None` if it cannot be reached in the level.
    fn state(&self, level: usize, board: &Grid<u16>) -> Option<Self::State>;

    /// The distance of every position of a level, or `None` if there are too many.
    fn distances(&self, level: usize, control: &Control) -> Option<Distances<Self::Key>>;

    fn key(&self, level: usize, state: &Self::State) -> Self::Key;

    /// Calls `visit` for every legal action with the key of the next position.
    fn next_keys(&self, level: usize, state: &Self::State, visit: impl FnMut(usize, Self::Key));

    /// Replaces a level; false if the rules do not support the new one.
    fn replace(&mut self, number: usize, level: &Level) -> bool;

    /// A position as numbers, for pickling.
    fn save(&self, level: usize, state: &Self::State) -> Vec<u64>;

    /// Restores a saved position, its observation and its mask; `None` if they are of another set
    /// of levels.
    fn load(
        &self,
        level: usize,
        saved: &[u64],
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Option<Self::State>;
}

/// The distance of each position by its key; `None` for a dead end.
pub(crate) type Distances<K> = HashMap<K, Option<Cost>>;

/// The distances of all positions of a space, or `None` if there are too many.
pub(crate) fn explored<P>(space: &P, control: &Control) -> Option<Distances<P::State>>
where
    P: Space<Move = Move, State: Eq + Hash>,
{
    let found = Explore::new(space).control(control).atlas();
    let known = |number: usize| (found.state(number).clone(), found.distance(number));
    found.stop().is_none().then(|| (0..found.len()).map(known).collect())
}

/// Replaces an item; false if there is no item or no such index.
pub(crate) fn put<T>(items: &mut [T], number: usize, item: Option<T>) -> bool {
    match (items.get_mut(number), item) {
        (Some(place), Some(item)) => {
            *place = item;
            true
        }
        _ => false,
    }
}

#[inline]
pub(crate) fn key_of<P: Space>(space: &P, mut state: P::State) -> P::State {
    space.canonical(&mut state);
    state
}

/// The start of a level.
pub(crate) struct Start<S> {
    pub(crate) state: S,
    observation: Vec<u8>,
    mask: Vec<i8>,
}

impl<S> Start<S> {
    pub(crate) fn new(layout: &Layout, board: &Grid<u16>, state: S) -> Start<S> {
        let mut observation = vec![0; layout.values()];
        let mut mask = vec![0; layout.actions];
        layout.write(board, &mut observation);
        layout.mask(board, &mut mask);
        Start { state, observation, mask }
    }

    pub(crate) fn write(&self, observation: &mut [u8], mask: &mut [i8]) {
        observation.copy_from_slice(&self.observation);
        mask.copy_from_slice(&self.mask);
    }
}

/// Tiles by their fast rules, with at most `8 * N` blocks.
pub(crate) struct Fast<const N: usize> {
    layout: Layout,
    levels: Vec<FastLevel<N>>,
}

struct FastLevel<const N: usize> {
    rules: Tiles<N>,
    start: Start<Slides<N>>,
    /// The start of each block's plane in an observation.
    planes: Vec<usize>,
    /// The indices of the board's cells in a plane.
    cells: Vec<usize>,
}

/// A position and the results of the four slides.
#[derive(Clone)]
pub(crate) struct Slides<const N: usize> {
    state: Words<N>,
    next: [Words<N>; 4],
}

impl<const N: usize> Slides<N> {
    fn of(rules: &Tiles<N>, state: Words<N>) -> Slides<N> {
        let mut next = [state; 4];
        rules.slides(&state, |mv, after| {
            if let Move::All(way) = mv {
                next[way as usize] = after;
            }
        });
        Slides { state, next }
    }
}

impl<const N: usize> FastLevel<N> {
    fn new(layout: &Layout, level: &Level) -> Option<FastLevel<N>> {
        let rules = Tiles::<N>::new(&level.grid)?;
        let plane = |colour: &tiles::Colour| {
            let block = tiles::Cell::Floor { goal: None, block: Some(*colour) };
            let (_, mark) = block.look().piece?;
            Some(layout.piece_plane(mark)? * layout.area())
        };
        let planes = rules.colours().iter().map(plane).collect::<Option<_>>()?;
        let cells = level.grid.size().coords().map(|at| layout.cell(at)).collect();
        let start = Slides::of(&rules, rules.start());
        let start = Start::new(layout, &level.grid, start);
        Some(FastLevel { rules, start, planes, cells })
    }
}

impl<const N: usize> Fast<N> {
    /// The rules for these levels, if all of them fit.
    pub(crate) fn new(layout: &Layout, levels: &[&Level]) -> Option<Fast<N>> {
        let made = levels.iter().map(|level| FastLevel::new(layout, level));
        let levels = made.collect::<Option<_>>()?;
        Some(Fast { layout: layout.clone(), levels })
    }
}

impl<const N: usize> Rules for Fast<N> {
    type State = Slides<N>;
    type Key = Words<N>;

    fn start(&self, level: usize) -> &Start<Slides<N>> {
        &self.levels[level].start
    }

    #[inline]
    fn step(
        &self,
        level: usize,
        slides: &mut Slides<N>,
        action: usize,
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Step {
        let FastLevel { rules, planes, cells, .. } = &self.levels[level];
        let (before, after) = (slides.state, slides.next[action]);
        if before == after {
            return Step::Illegal;
        }
        // Two blocks of a colour may swap places: clear all before setting any.
        for (block, plane) in planes.iter().enumerate() {
            observation[plane + cells[usize::from(before.byte(block))]] = 0;
        }
        for (block, plane) in planes.iter().enumerate() {
            observation[plane + cells[usize::from(after.byte(block))]] = 1;
        }
        *slides = Slides::of(rules, after);
        let mut has_moves = false;
        for (next, bit) in slides.next.iter().zip(mask) {
            *bit = i8::from(*next != after);
            has_moves |= *bit != 0;
        }
        Step::Moved { is_solved: rules.is_goal(&after), has_moves }
    }

    fn board(&self, level: usize, slides: &Slides<N>) -> Grid<u16> {
        self.levels[level].rules.board(&slides.state)
    }

    fn state(&self, level: usize, board: &Grid<u16>) -> Option<Slides<N>> {
        let rules = &self.levels.get(level)?.rules;
        let state = rules.state(board)?;
        Some(Slides::of(rules, state))
    }

    fn distances(&self, level: usize, control: &Control) -> Option<Distances<Words<N>>> {
        explored(&self.levels.get(level)?.rules, control)
    }

    fn key(&self, level: usize, slides: &Slides<N>) -> Words<N> {
        key_of(&self.levels[level].rules, slides.state)
    }

    fn next_keys(&self, level: usize, slides: &Slides<N>, mut visit: impl FnMut(usize, Words<N>)) {
        let legal = slides.next.iter().enumerate().filter(|(_, next)| **next != slides.state);
        legal.for_each(|(action, next)| visit(action, key_of(&self.levels[level].rules, *next)));
    }

    fn replace(&mut self, number: usize, level: &Level) -> bool {
        put(&mut self.levels, number, FastLevel::new(&self.layout, level))
    }

    fn save(&self, _level: usize, slides: &Slides<N>) -> Vec<u64> {
        slides.state.0.to_vec()
    }

    fn load(
        &self,
        level: usize,
        saved: &[u64],
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Option<Slides<N>> {
        let FastLevel { rules, planes, cells, .. } = self.levels.get(level)?;
        let state = Words(saved.try_into().ok()?);
        if (0..planes.len()).any(|block| usize::from(state.byte(block)) >= cells.len()) {
            return None;
        }
        let board = rules.board(&state);
        self.layout.write(&board, observation);
        self.layout.mask(&board, mask);
        Some(Slides::of(rules, state))
    }
}

pub(crate) struct PackedRules<P: Play> {
    layout: Layout,
    levels: Vec<PackedLevel<P>>,
}

struct PackedLevel<P: Play> {
    rules: P,
    start: Start<P::State>,
    /// The indices of the board's cells in a plane.
    cells: Vec<u16>,
}

impl<P: Play> PackedLevel<P> {
    fn new(layout: &Layout, level: &Level) -> Option<PackedLevel<P>> {
        let rules = P::new(&level.grid)?;
        let start = Start::new(layout, &level.grid, rules.state(&level.grid)?);
        let cells = level.grid.size().coords().map(|at| layout.cell(at) as u16).collect();
        Some(PackedLevel { rules, start, cells })
    }
}

impl<P: Play> PackedRules<P> {
    /// The rules for these levels, if all of them fit.
    pub(crate) fn new(layout: &Layout, levels: &[&Level]) -> Option<PackedRules<P>> {
        let levels = levels.iter().map(|level| PackedLevel::new(layout, level));
        Some(PackedRules { layout: layout.clone(), levels: levels.collect::<Option<_>>()? })
    }
}

impl<P: Play> Rules for PackedRules<P> {
    type State = P::State;
    type Key = P::State;

    fn start(&self, level: usize) -> &Start<P::State> {
        &self.levels[level].start
    }

    #[inline]
    fn step(
        &self,
        level: usize,
        state: &mut P::State,
        action: usize,
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Step {
        let PackedLevel { rules, cells, .. } = &self.levels[level];
        let layout = &self.layout;
        let played = layout.move_of(action).and_then(|mv| rules.after(state, mv));
        let Some(after) = played else { return Step::Illegal };
        rules.changes(state, &after, |cell, old, new| {
            let cell = usize::from(cells[cell]);
            layout.set(cell, old, 0, observation);
            layout.set(cell, new, 1, observation);
        });
        let mut has_moves = false;
        mask.fill(0);
        rules.moves(&after, |mv| {
            mask[layout.action(mv)] = 1;
            has_moves = true;
        });
        *state = after;
        Step::Moved { is_solved: rules.is_solved(&after), has_moves }
    }

    fn board(&self, level: usize, state: &P::State) -> Grid<u16> {
        self.levels[level].rules.board(state)
    }

    fn state(&self, level: usize, board: &Grid<u16>) -> Option<P::State> {
        self.levels.get(level)?.rules.state(board)
    }

    fn distances(&self, level: usize, control: &Control) -> Option<Distances<P::State>> {
        explored(self.levels.get(level)?.rules.rules(), control)
    }

    fn key(&self, level: usize, state: &P::State) -> P::State {
        key_of(self.levels[level].rules.rules(), *state)
    }

    fn next_keys(&self, level: usize, state: &P::State, mut visit: impl FnMut(usize, P::State)) {
        let play = &self.levels[level].rules;
        play.moves(state, |mv| {
            if let Some(after) = play.after(state, mv) {
                visit(self.layout.action(mv), key_of(play.rules(), after));
            }
        });
    }

    fn replace(&mut self, number: usize, level: &Level) -> bool {
        put(&mut self.levels, number, PackedLevel::new(&self.layout, level))
    }

    fn save(&self, level: usize, state: &P::State) -> Vec<u64> {
        saved_board(&self.board(level, state))
    }

    fn load(
        &self,
        level: usize,
        saved: &[u64],
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Option<P::State> {
        let PackedLevel { rules, start, .. } = self.levels.get(level)?;
        let board = loaded_board(&rules.board(&start.state), saved)?;
        let state = rules.state(&board)?;
        self.layout.write(&board, observation);
        self.layout.mask(&board, mask);
        Some(state)
    }
}

fn saved_board(board: &Grid<u16>) -> Vec<u64> {
    board.cells().iter().copied().map(u64::from).collect()
}

/// The board of saved numbers, of the size of its level.
fn loaded_board(start: &Grid<u16>, saved: &[u64]) -> Option<Grid<u16>> {
    let cells = saved.iter().map(|&cell| u16::try_from(cell).ok()).collect::<Option<_>>()?;
    Grid::from_cells(start.size(), cells)
}

pub(crate) struct Plain {
    layout: Layout,
    starts: Vec<Start<Grid<u16>>>,
}

impl Plain {
    pub(crate) fn new(layout: Layout, levels: &[&Level]) -> Plain {
        let start = |level: &&Level| Start::new(&layout, &level.grid, level.grid.clone());
        Plain { starts: levels.iter().map(start).collect(), layout }
    }
}

impl Rules for Plain {
    type State = Grid<u16>;
    /// There is no table of distances.
    type Key = ();

    fn start(&self, level: usize) -> &Start<Grid<u16>> {
        &self.starts[level]
    }

    fn step(
        &self,
        _level: usize,
        board: &mut Grid<u16>,
        action: usize,
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Step {
        let game: &dyn games::Game = self.layout.game;
        let played = self.layout.move_of(action).and_then(|mv| game.play(board, mv).ok());
        let Some(after) = played else { return Step::Illegal };
        for ((at, old), (_, new)) in board.iter().zip(after.iter()) {
            if old != new {
                self.layout.set(self.layout.cell(at), old, 0, observation);
                self.layout.set(self.layout.cell(at), new, 1, observation);
            }
        }
        self.layout.mask(&after, mask);
        let is_solved = game.is_solved(&after);
        *board = after;
        Step::Moved { is_solved, has_moves: mask.contains(&1) }
    }

    fn board(&self, _level: usize, board: &Grid<u16>) -> Grid<u16> {
        board.clone()
    }

    fn state(&self, _level: usize, board: &Grid<u16>) -> Option<Grid<u16>> {
        Some(board.clone())
    }

    fn distances(&self, _level: usize, _control: &Control) -> Option<Distances<()>> {
        None
    }

    fn key(&self, _level: usize, _board: &Grid<u16>) {}

    fn next_keys(&self, _level: usize, _board: &Grid<u16>, _visit: impl FnMut(usize, ())) {}

    fn replace(&mut self, number: usize, level: &Level) -> bool {
        let start = Start::new(&self.layout, &level.grid, level.grid.clone());
        put(&mut self.starts, number, Some(start))
    }

    fn save(&self, _level: usize, board: &Grid<u16>) -> Vec<u64> {
        saved_board(board)
    }

    fn load(
        &self,
        level: usize,
        saved: &[u64],
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Option<Grid<u16>> {
        let board = loaded_board(&self.starts.get(level)?.state, saved)?;
        if board.cells().iter().any(|&code| self.layout.game.cell_glyph(code).is_none()) {
            return None;
        }
        self.layout.write(&board, observation);
        self.layout.mask(&board, mask);
        Some(board)
    }
}
