//! The rules as many environments at once use them.
//!
//! Tiles are played by the fast rules: a position is a few words, and all slides of it are known before one is chosen. The other games are
//! played by their plain rules.

use quadrille::games::tiles::Tiles;
use quadrille::games::{self, Cell as _, tiles};
use quadrille::grid::{Grid, Words};
use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::puzzle::Puzzle as _;
use quadrille::search::Space;

use crate::layout::Layout;

/// What a step does.
pub(crate) enum Step {
    /// The action was illegal, and nothing changed.
    Illegal,
    /// The position changed; whether it is solved now.
    Moved(bool),
}

/// The rules of one game over a set of levels.
pub(crate) trait Rules: Send + Sync {
    /// A position.
    type State: Clone + Send;

    /// The start of a level.
    fn start(&self, level: usize) -> &Self::State;

    /// Writes the start of a level: its observation and its mask.
    fn write_start(&self, level: usize, observation: &mut [u8], mask: &mut [i8]);

    /// Plays an action, and brings observation and mask up to date.
    fn step(
        &self,
        level: usize,
        state: &mut Self::State,
        action: usize,
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Step;

    /// The board of a position.
    fn board(&self, level: usize, state: &Self::State) -> Grid<u16>;

    /// A position as numbers, for a copy that outlives the process.
    fn save(&self, state: &Self::State) -> Vec<u64>;

    /// The position of saved numbers, and its observation and mask; `None` where they are of another set of levels.
    fn load(
        &self,
        level: usize,
        saved: &[u64],
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Option<Self::State>;
}

/// How a level begins.
struct Start<S> {
    state: S,
    observation: Vec<u8>,
    mask: Vec<i8>,
}

impl<S> Start<S> {
    fn new(layout: &Layout, board: &Grid<u16>, state: S) -> Start<S> {
        let mut observation = vec![0; layout.values()];
        let mut mask = vec![0; layout.actions];
        layout.write(board, &mut observation);
        layout.mask(board, &mut mask);
        Start { state, observation, mask }
    }

    fn write(&self, observation: &mut [u8], mask: &mut [i8]) {
        observation.copy_from_slice(&self.observation);
        mask.copy_from_slice(&self.mask);
    }
}

/// Tiles by their fast rules, with at most `8 * N` blocks.
pub(crate) struct Fast<const N: usize>(Vec<FastLevel<N>>);

struct FastLevel<const N: usize> {
    rules: Tiles<N>,
    start: Start<Slides<N>>,
    /// Where the plane of each block begins in an observation.
    planes: Vec<usize>,
    /// Where the cells of the board are in a plane.
    cells: Vec<usize>,
}

/// A position and where the four slides lead.
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

impl<const N: usize> Fast<N> {
    /// The rules for these levels, if all of them fit.
    pub(crate) fn new(layout: &Layout, levels: &[&Level]) -> Option<Fast<N>> {
        let made = levels.iter().map(|level| {
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
        });
        made.collect::<Option<_>>().map(Fast)
    }
}

impl<const N: usize> Rules for Fast<N> {
    type State = Slides<N>;

    fn start(&self, level: usize) -> &Slides<N> {
        &self.0[level].start.state
    }

    fn write_start(&self, level: usize, observation: &mut [u8], mask: &mut [i8]) {
        self.0[level].start.write(observation, mask);
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
        let FastLevel { rules, planes, cells, .. } = &self.0[level];
        let (before, after) = (slides.state, slides.next[action]);
        if before == after {
            return Step::Illegal;
        }
        // Two blocks of a colour may change places on their way: all leave before any comes.
        for (block, plane) in planes.iter().enumerate() {
            observation[plane + cells[usize::from(before.byte(block))]] = 0;
        }
        for (block, plane) in planes.iter().enumerate() {
            observation[plane + cells[usize::from(after.byte(block))]] = 1;
        }
        *slides = Slides::of(rules, after);
        for (way, next) in slides.next.iter().enumerate() {
            mask[way] = i8::from(*next != after);
        }
        Step::Moved(rules.is_goal(&after))
    }

    fn board(&self, level: usize, slides: &Slides<N>) -> Grid<u16> {
        self.0[level].rules.board(&slides.state)
    }

    fn save(&self, slides: &Slides<N>) -> Vec<u64> {
        slides.state.0.to_vec()
    }

    fn load(
        &self,
        level: usize,
        saved: &[u64],
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Option<Slides<N>> {
        let FastLevel { rules, start, planes, cells } = self.0.get(level)?;
        let state = Words(saved.try_into().ok()?);
        let blocks = 0..planes.len();
        if blocks.clone().any(|block| usize::from(state.byte(block)) >= cells.len()) {
            return None;
        }
        start.write(observation, mask);
        for (block, plane) in planes.iter().enumerate() {
            observation[plane + cells[usize::from(start.state.state.byte(block))]] = 0;
        }
        for (block, plane) in planes.iter().enumerate() {
            observation[plane + cells[usize::from(state.byte(block))]] = 1;
        }
        let slides = Slides::of(rules, state);
        for (way, next) in slides.next.iter().enumerate() {
            mask[way] = i8::from(*next != state);
        }
        Some(slides)
    }
}

/// Any game by its plain rules.
pub(crate) struct Plain {
    layout: Layout,
    starts: Vec<Start<Grid<u16>>>,
}

impl Plain {
    /// The rules for these levels.
    pub(crate) fn new(layout: Layout, levels: &[&Level]) -> Plain {
        let start = |level: &&Level| Start::new(&layout, &level.grid, level.grid.clone());
        Plain { starts: levels.iter().map(start).collect(), layout }
    }
}

impl Rules for Plain {
    type State = Grid<u16>;

    fn start(&self, level: usize) -> &Grid<u16> {
        &self.starts[level].state
    }

    fn write_start(&self, level: usize, observation: &mut [u8], mask: &mut [i8]) {
        self.starts[level].write(observation, mask);
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
                self.layout.set(at, old, 0, observation);
                self.layout.set(at, new, 1, observation);
            }
        }
        self.layout.mask(&after, mask);
        let is_solved = game.is_solved(&after);
        *board = after;
        Step::Moved(is_solved)
    }

    fn board(&self, _level: usize, board: &Grid<u16>) -> Grid<u16> {
        board.clone()
    }

    fn save(&self, board: &Grid<u16>) -> Vec<u64> {
        board.cells().iter().copied().map(u64::from).collect()
    }

    fn load(
        &self,
        level: usize,
        saved: &[u64],
        observation: &mut [u8],
        mask: &mut [i8],
    ) -> Option<Grid<u16>> {
        let size = self.starts.get(level)?.state.size();
        let cells = saved.iter().map(|&cell| u16::try_from(cell).ok()).collect::<Option<_>>()?;
        let board = Grid::from_cells(size, cells)?;
        if board.cells().iter().any(|&code| self.layout.game.cell_glyph(code).is_none()) {
            return None;
        }
        self.layout.write(&board, observation);
        self.layout.mask(&board, mask);
        Some(board)
    }
}
