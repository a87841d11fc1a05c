//! The fast rules: one move, with all the turns that `again` adds, on boards of words. They
//! allocate nothing while they run.
//!
//! Games with random rules use the plain rules ([`Play`](crate::Play)); [`Stepper`]
//! hides the difference. Random walks in the tests compare the two.

mod apply;
mod movement;
mod planes;
mod rules;
mod turn;

use std::sync::Arc;

use crate::play::{Chain, Input, Play, Trouble};
use crate::program::{Board, Phase, Program};
use planes::Planes;
use rules::{FastFilter, FastPhase, FastRule, FastWin, MOST_ROWS, Match, Words, fast_rule, words};

/// The effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Same,
    Changed,
    Won,
}

/// Steps boards of one level.
pub struct Stepper {
    engine: Engine,
}

enum Engine {
    One(Box<Fast<1, 1>>),
    Two(Box<Fast<2, 2>>),
    Four(Box<Fast<4, 4>>),
    Eight(Box<Fast<8, 16>>),
    Plain(Box<Play>),
}

macro_rules! on_fast {
    ($engine:expr, $fast:ident => $do:expr, $play:ident => $plain:expr) => {
        match $engine {
            Engine::One($fast) => $do,
            Engine::Two($fast) => $do,
            Engine::Four($fast) => $do,
            Engine::Eight($fast) => $do,
            Engine::Plain($play) => $plain,
        }
    };
}

impl Stepper {
    pub fn new(program: &Arc<Program>, width: usize, height: usize) -> Stepper {
        let is_plain =
            program.is_random() || program.all_rules().any(|rule| rule.rows.len() > MOST_ROWS);
        let (objects, movements) = (program.stride, program.movement_stride);
        let engine = if is_plain || width * height == 0 {
            Engine::Plain(Box::new(Play::for_steps(Arc::clone(program), width, height)))
        } else if objects <= 1 && movements <= 1 {
            Engine::One(Box::new(Fast::new(program, width, height)))
        } else if objects <= 2 && movements <= 2 {
            Engine::Two(Box::new(Fast::new(program, width, height)))
        } else if objects <= 4 && movements <= 4 {
            Engine::Four(Box::new(Fast::new(program, width, height)))
        } else if objects <= 8 && movements <= 16 {
            Engine::Eight(Box::new(Fast::new(program, width, height)))
        } else {
            Engine::Plain(Box::new(Play::for_steps(Arc::clone(program), width, height)))
        };
        Stepper { engine }
    }

    /// A stepper that uses the plain rules.
    pub fn plain(program: &Arc<Program>, width: usize, height: usize) -> Stepper {
        let play = Play::for_steps(Arc::clone(program), width, height);
        Stepper { engine: Engine::Plain(Box::new(play)) }
    }

    /// Sets the board, and the one that `restart` returns to.
    pub fn set(&mut self, board: &[u64], restart: &[u64]) {
        self.set_board(board);
        self.set_restart(restart);
    }

    pub(crate) fn set_board(&mut self, board: &[u64]) {
        on_fast!(&mut self.engine, fast => fast.set_board(board), play => play.set_board(board));
    }

    pub(crate) fn set_restart(&mut self, restart: &[u64]) {
        on_fast!(&mut self.engine, fast => fast.set_restart(restart), play => play.set_restart(restart));
    }

    /// Plays an input, with all the turns that `again` adds.
    pub fn step(&mut self, input: Input) -> Result<Step, Trouble> {
        on_fast!(&mut self.engine, fast => fast.step(input), play => play.step(input))
    }

    /// Runs the turn before the first input, if the game has one.
    pub fn begin(&mut self) -> Result<(), Trouble> {
        on_fast!(&mut self.engine, fast => fast.begin(), play => play.begin())
    }

    /// Copies the board into words, [`Program`]'s stride per cell.
    pub fn write(&self, board: &mut Vec<u64>) {
        on_fast!(&self.engine, fast => fast.write(board), play => play.write(board));
    }

    /// Calls a function with each word of objects that differs from a board: its cell, its number
    /// in the cell, and the objects that differ.
    pub(crate) fn each_change(&self, board: &[u64], visit: impl FnMut(usize, usize, u64)) {
        on_fast!(&self.engine, fast => fast.each_change(board, visit), play => play.each_change(board, visit));
    }

    /// Copies the board that `restart` returns to.
    pub fn write_restart(&self, board: &mut Vec<u64>) {
        on_fast!(&self.engine, fast => fast.write_restart(board), play => play.write_restart(board));
    }
}

/// The rules of a game for boards of one size, and one such board.
struct Fast<const N: usize, const M: usize> {
    program: Arc<Program>,
    height: usize,
    width: usize,
    stride: usize,
    early: FastPhase<N, M>,
    late: FastPhase<N, M>,
    layers: Vec<Words<N>>,
    player: FastFilter<N>,
    /// The layer of each object of the player.
    player_layers: Vec<(usize, u64, usize)>,
    wins: Vec<FastWin<N>>,
    objects: Vec<Words<N>>,
    planes: Planes<N>,
    /// The cells in which a row may begin, as bits.
    candidates: Vec<u64>,
    movements: Vec<Words<M>>,
    before: Vec<Words<N>>,
    restart: Vec<Words<N>>,
    moving: Vec<u64>,
    players: Vec<u32>,
    on_board: Words<N>,
    movements_on_board: Words<M>,
    matches: Vec<Vec<Match>>,
    queue: u8,
    /// The turns that `again` adds.
    chain: Chain<(Vec<Words<N>>, Vec<Words<N>>)>,
    /// In this turn.
    work: u64,
    /// In the turns before this one, since the last input.
    chain_work: u64,
    is_restarting: bool,
    /// Only in games with rigid rules.
    rigid: Option<Box<Rigid<M>>>,
}

/// The marks of rigid rules in a turn.
struct Rigid<const M: usize> {
    /// For each cell and layer, the number of the rigid group that moved it, laid out like
    /// movements, and the layers that are marked.
    groups: Vec<Words<M>>,
    layers: Vec<Words<M>>,
    /// The groups that are left out, since something that they moved is blocked.
    banned: Vec<bool>,
    /// The movements at the start of the turn.
    movements: Vec<Words<M>>,
    moving: Vec<u64>,
}

impl<const N: usize, const M: usize> Fast<N, M> {
    fn new(program: &Arc<Program>, width: usize, height: usize) -> Fast<N, M> {
        let cells = width * height;
        let phase = |phase: &Phase| FastPhase {
            groups: phase
                .groups
                .iter()
                .map(|group| {
                    let rules = group.rules.iter();
                    rules.map(|rule| fast_rule(rule, group.rigid, height)).collect()
                })
                .collect(),
            loops: phase.loops.clone(),
        };
        let (mut early, mut late) = (phase(&program.rules), phase(&program.late));
        let background = program.background_layer.and_then(|at| program.layer_masks.get(at));
        let background = background.map_or([0; N], words);
        let planes = Planes::new([&mut early, &mut late], background, cells);
        let rules = early.groups.iter().chain(&late.groups).flatten();
        let rows = rules.map(|rule: &FastRule<N, M>| rule.rows.len()).max().unwrap_or(0);
        let player_layers = program
            .player
            .objects
            .iter()
            .map(|object| (object / 64, 1 << (object % 64), program.objects[object].layer))
            .collect();
        let wins = program.wins.iter().map(|win| FastWin {
            quantifier: win.quantifier,
            what: FastFilter::new(&win.what),
            place: win.place.as_ref().map(FastFilter::new),
        });
        Fast {
            height,
            width,
            stride: program.stride,
            early,
            late,
            layers: program.layer_masks.iter().map(words).collect(),
            player: FastFilter::new(&program.player),
            player_layers,
            wins: wins.collect(),
            objects: vec![[0; N]; cells],
            planes,
            candidates: vec![0; cells.div_ceil(64)],
            movements: vec![[0; M]; cells],
            before: vec![[0; N]; cells],
            restart: vec![[0; N]; cells],
            moving: vec![0; cells.div_ceil(64)],
            players: Vec::with_capacity(cells),
            on_board: [0; N],
            movements_on_board: [0; M],
            matches: vec![Vec::with_capacity(cells); rows],
            queue: 0,
            chain: Chain::default(),
            work: 0,
            chain_work: 0,
            is_restarting: false,
            rigid: (!program.rigid_groups.is_empty()).then(|| {
                Box::new(Rigid {
                    groups: vec![[0; M]; cells],
                    layers: vec![[0; M]; cells],
                    banned: vec![false; program.rules.groups.len()],
                    movements: vec![[0; M]; cells],
                    moving: vec![0; cells.div_ceil(64)],
                })
            }),
            program: Arc::clone(program),
        }
    }

    fn set_board(&mut self, board: &[u64]) {
        let stride = self.stride;
        for (cell, words) in self.objects.iter_mut().zip(board.chunks_exact(stride)) {
            cell[..stride].copy_from_slice(words);
        }
        self.planes.forget();
        self.clear_movements();
    }

    fn set_restart(&mut self, restart: &[u64]) {
        let stride = self.stride;
        for (cell, words) in self.restart.iter_mut().zip(restart.chunks_exact(stride)) {
            cell[..stride].copy_from_slice(words);
        }
    }

    fn write(&self, board: &mut Vec<u64>) {
        board.clear();
        board.extend(self.objects.iter().flat_map(|cell| &cell[..self.stride]));
    }

    fn each_change(&self, board: &[u64], mut visit: impl FnMut(usize, usize, u64)) {
        let cells = self.objects.iter().zip(board.chunks_exact(self.stride));
        for (index, (cell, before)) in cells.enumerate() {
            for (number, (word, before)) in cell.iter().zip(before).enumerate() {
                if word != before {
                    visit(index, number, word ^ before);
                }
            }
        }
    }

    fn write_restart(&self, board: &mut Vec<u64>) {
        board.clear();
        board.extend(self.restart.iter().flat_map(|cell| &cell[..self.stride]));
    }

    fn clear_movements(&mut self) {
        self.movements.fill([0; M]);
        self.moving.fill(0);
        if let Some(rigid) = &mut self.rigid {
            rigid.groups.fill([0; M]);
            rigid.layers.fill([0; M]);
        }
    }
}

impl Board {
    pub fn words(&self) -> &[u64] {
        &self.objects
    }
}
