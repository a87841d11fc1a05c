//! A level as a state space: what can change on its board, packed into words.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use quadrille_search::Claims;
use quadrille_search::toolkit::Packed;
use quadrille_search::{Algorithm, Control, Heuristic, Search, Space, Successors};

use crate::bits::{Bits, iterate};
use crate::program::{Command, Filter, Pattern, Program, Quantifier};
use crate::{Board, Input, Level, Report, Step, Stepper, Trouble};

/// A position: for each object that can change, the cells that hold it; in the last word, whether
/// the level is won.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position(Box<[u64]>);

impl Packed for Position {
    fn words(&self) -> usize {
        self.0.len()
    }

    fn pack(&self, words: &mut [u64]) {
        words.copy_from_slice(&self.0);
    }

    fn unpack(&self, words: &[u64]) -> Position {
        Position(words.into())
    }
}

/// The positions of a level.
///
/// Objects that no rule can create, destroy or move are not part of a position. Neither are objects
/// that change and are seen by no rule, win condition or collision, if the game has no `again`.
pub struct Positions {
    program: Arc<Program>,
    width: usize,
    height: usize,
    /// What never changes, with the first board's view of what is not seen.
    base: Vec<u64>,
    live: Bits,
    /// The objects of the planes.
    objects: Vec<usize>,
    /// The plane of each object.
    planes: Vec<Option<usize>>,
    /// Words of a plane.
    words: usize,
    /// The checkpoint is part of a position, since a rule can lead back to it.
    has_checkpoint: bool,
    restart: Vec<u64>,
    inputs: Vec<Input>,
    start: Position,
    pool: Mutex<Vec<Worker>>,
    trouble: OnceLock<Trouble>,
}

/// What one thread steps with.
struct Worker {
    stepper: Stepper,
    board: Vec<u64>,
    restart: Vec<u64>,
    after: Vec<u64>,
    after_restart: Vec<u64>,
}

/// The objects that rules can create, destroy or move, and those that a rule, a win condition or a
/// collision can see.
struct Uses {
    changing: Bits,
    movable: Bits,
    seen: Bits,
}

impl Uses {
    fn new(program: &Program) -> Uses {
        let empty = Bits::new(program.stride);
        let mut uses = Uses { changing: empty.clone(), movable: empty.clone(), seen: empty };
        uses.movable.add(&program.player.objects);
        uses.seen.add(&program.player.objects);
        for pattern in program.patterns() {
            uses.add(pattern, program);
        }
        for win in &program.wins {
            for filter in [Some(&win.what), win.place.as_ref()].into_iter().flatten() {
                uses.seen.add(&filter.objects);
            }
        }
        // What can move is stopped by what shares its layer.
        for layer in &program.layer_masks {
            if uses.movable.meets(&layer.0) {
                uses.seen.add(layer);
            }
        }
        let movable = uses.movable.clone();
        uses.changing.add(&movable);
        uses
    }

    fn add(&mut self, pattern: &Pattern, program: &Program) {
        self.seen.add(&pattern.present);
        self.seen.add(&pattern.missing);
        pattern.any.iter().for_each(|any| self.seen.add(any));
        let Some(made) = &pattern.replacement else { return };
        let mut created = made.set.clone();
        created.remove(&pattern.present);
        self.changing.add(&created);
        self.changing.add(&made.random);
        for (layer, mask) in program.layer_masks.iter().enumerate() {
            let common = |bits: &Bits| {
                let words = bits.0.iter().zip(&mask.0).map(|(one, other)| one & other);
                Bits(words.collect())
            };
            // What the cell may hold in this layer before.
            let mut held = common(&pattern.present);
            if held.is_empty() {
                for any in &pattern.any {
                    held.add(&common(any));
                }
            }
            if held.is_empty() {
                held = mask.clone();
                held.remove(&pattern.missing);
            }
            let (word, shift) = crate::bits::movement_place(layer);
            let moves = made.set_movements.0[word] >> shift & 31 != 0
                || made.random_layers.contains(&layer);
            if moves {
                self.movable.add(&held);
                self.movable.add(&common(&made.set));
            }
            let mut destroyed = held;
            destroyed.remove(&made.set);
            let words = destroyed.0.iter().zip(&made.clear.0).map(|(one, other)| one & other);
            self.changing.add(&Bits(words.collect()));
            if !made.random.is_empty() && made.random.meets(&mask.0) {
                self.changing.add(mask);
            }
        }
    }
}

impl Positions {
    /// The positions of a level, given by its place in [`Program::levels`]; none where that is not
    /// a board.
    pub fn new(program: Arc<Program>, level: usize) -> Option<Result<Positions, Trouble>> {
        let Some(Level::Board(board, _)) = program.levels.get(level) else { return None };
        let board = board.clone();
        Some(Positions::of_board(program, &board))
    }

    /// The positions that follow from a board before its first turn.
    pub fn of_board(program: Arc<Program>, board: &Board) -> Result<Positions, Trouble> {
        let (width, height) = (board.width, board.height);
        let uses = Uses::new(&program);
        let mut live = uses.changing;
        if !program.has_command(&Command::Again) {
            let mut unseen = live.clone();
            unseen.remove(&uses.seen);
            live.remove(&unseen);
        }
        let objects: Vec<usize> = live.iter().collect();
        let mut planes = vec![None; program.objects.len()];
        for (plane, object) in objects.iter().enumerate() {
            planes[*object] = Some(plane);
        }
        let mut inputs = vec![Input::Up, Input::Down, Input::Left, Input::Right];
        if !program.settings.no_action {
            inputs.push(Input::Action);
        }
        if program.settings.realtime.is_some() {
            inputs.push(Input::Tick);
        }
        let has_checkpoint =
            program.has_command(&Command::Checkpoint) && program.has_command(&Command::Restart);
        let mut positions = Positions {
            width,
            height,
            base: Vec::new(),
            objects,
            planes,
            words: (width * height).div_ceil(64),
            has_checkpoint,
            restart: board.objects.clone(),
            inputs,
            start: Position(Box::default()),
            pool: Mutex::default(),
            trouble: OnceLock::new(),
            live,
            program,
        };
        let mut worker = positions.worker();
        worker.stepper.set(&board.objects, &board.objects);
        worker.stepper.begin()?;
        worker.stepper.write(&mut worker.after);
        worker.stepper.write_restart(&mut worker.after_restart);
        positions.base = worker.after.clone();
        let stride = positions.program.stride.max(1);
        for cell in positions.base.chunks_exact_mut(stride) {
            for (word, live) in cell.iter_mut().zip(&positions.live.0) {
                *word &= !live;
            }
        }
        positions.start = positions.pack(&worker.after, &worker.after_restart, false);
        positions.give_back(worker);
        Ok(positions)
    }

    /// The game.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The bytes of a position.
    pub fn bytes(&self) -> usize {
        self.start.0.len() * 8
    }

    /// Why the rules did not end somewhere. A search that met such a position proves nothing.
    pub fn trouble(&self) -> Option<Trouble> {
        self.trouble.get().copied()
    }

    /// Searches for a plan, with [`Distance`] as the heuristic.
    pub fn solve(&self, algorithm: Algorithm, control: &Control) -> Report {
        Search::new(self).heuristic(Distance::new(self)).algorithm(algorithm).control(control).run()
    }

    /// Whether a plan wins by the plain rules.
    pub fn verify(&self, plan: &[Input]) -> bool {
        let mut stepper = Stepper::plain(&self.program, self.width, self.height);
        stepper.set(&self.restart, &self.restart);
        let wins = |step: Result<Step, Trouble>| step == Ok(Step::Won);
        match plan.split_last() {
            Some((last, plan)) => {
                stepper.begin().is_ok()
                    && plan
                        .iter()
                        .all(|input| matches!(stepper.step(*input), Ok(Step::Same | Step::Changed)))
                    && wins(stepper.step(*last))
            }
            None => false,
        }
    }

    fn worker(&self) -> Worker {
        let taken = self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        taken.unwrap_or_else(|| Worker {
            stepper: Stepper::new(&self.program, self.width, self.height),
            board: Vec::new(),
            restart: Vec::new(),
            after: Vec::new(),
            after_restart: Vec::new(),
        })
    }

    fn give_back(&self, worker: Worker) {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }

    fn pack(&self, board: &[u64], restart: &[u64], is_won: bool) -> Position {
        let planes = self.objects.len() * self.words;
        let boards = 1 + usize::from(self.has_checkpoint);
        let mut words = vec![0; planes * boards + 1];
        self.pack_planes(board, &mut words[..planes]);
        if self.has_checkpoint {
            self.pack_planes(restart, &mut words[planes..2 * planes]);
        }
        words[planes * boards] = u64::from(is_won);
        Position(words.into())
    }

    fn pack_planes(&self, board: &[u64], planes: &mut [u64]) {
        let stride = self.program.stride;
        for (index, cell) in board.chunks_exact(stride.max(1)).enumerate() {
            for (number, (word, live)) in cell.iter().zip(&self.live.0).enumerate() {
                let mut left = word & live;
                while left != 0 {
                    let object = number * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if let Some(plane) = self.planes[object] {
                        planes[plane * self.words + index / 64] |= 1 << (index % 64);
                    }
                }
            }
        }
    }

    fn unpack_into(&self, planes: &[u64], board: &mut Vec<u64>) {
        board.clone_from(&self.base);
        let stride = self.program.stride;
        for (plane, &object) in planes.chunks_exact(self.words.max(1)).zip(&self.objects) {
            for index in iterate(plane) {
                board[index * stride + object / 64] |= 1 << (object % 64);
            }
        }
    }

    fn planes<'a>(&self, position: &'a Position) -> &'a [u64] {
        &position.0[..self.objects.len() * self.words]
    }

    /// The board of a position.
    pub fn board(&self, position: &Position) -> Board {
        let mut objects = Vec::new();
        self.unpack_into(self.planes(position), &mut objects);
        Board { width: self.width, height: self.height, objects }
    }

    /// The position after an input; none where it changes nothing or the rules do not end.
    fn follow(&self, worker: &mut Worker, input: Input) -> Option<Position> {
        worker.stepper.set(&worker.board, &worker.restart);
        match worker.stepper.step(input) {
            Ok(Step::Same) => None,
            Ok(step) => {
                worker.stepper.write(&mut worker.after);
                if self.has_checkpoint {
                    worker.stepper.write_restart(&mut worker.after_restart);
                }
                Some(self.pack(&worker.after, &worker.after_restart, step == Step::Won))
            }
            Err(trouble) => {
                let _first_stays = self.trouble.set(trouble);
                None
            }
        }
    }
}

impl Space for Positions {
    type State = Position;
    type Move = Input;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn is_goal(&self, state: &Position) -> bool {
        state.0.last() == Some(&1)
    }

    fn successors(&self, state: &Position, next: &mut Successors<Position, Input>) {
        if self.is_goal(state) {
            return;
        }
        let mut worker = self.worker();
        let planes = self.planes(state);
        self.unpack_into(planes, &mut worker.board);
        if self.has_checkpoint {
            let checkpoint = &state.0[planes.len()..2 * planes.len()];
            self.unpack_into(checkpoint, &mut worker.restart);
        } else {
            worker.restart.clone_from(&self.restart);
        }
        for &input in &self.inputs {
            if let Some(after) = self.follow(&mut worker, input) {
                next.push(input, after);
            }
        }
        self.give_back(worker);
    }

    fn heap_bytes(&self) -> usize {
        self.bytes()
    }
}

/// An estimate from the win conditions: how far the objects that must meet are apart.
///
/// For `all A on B` it adds up, over the cells with `A` outside of `B`, the steps to the nearest
/// `B`; for `some A on B` it takes the least of them; for `no A` it counts the cells. It orders
/// positions and claims nothing.
#[derive(Debug)]
pub struct Distance<'a> {
    positions: &'a Positions,
}

impl std::fmt::Debug for Positions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Positions").field("width", &self.width).finish_non_exhaustive()
    }
}

impl Distance<'_> {
    /// The estimate for a level.
    pub fn new(positions: &Positions) -> Distance<'_> {
        Distance { positions }
    }
}

impl Heuristic<Position, Input> for Distance<'_> {
    fn claims(&self) -> Claims {
        Claims { whole: true, ..Claims::NONE }
    }

    fn estimate(&self, state: &Position, _by: Option<&Input>) -> f64 {
        let positions = self.positions;
        let board = positions.board(state);
        let stride = positions.program.stride.max(1);
        let height = positions.height.max(1);
        let cells = |filter: &Filter| -> Vec<(usize, usize)> {
            let cells = board.objects.chunks_exact(stride).enumerate();
            let cells = cells.filter(|(_, cell)| filter.accepts(cell));
            cells.map(|(index, _)| (index / height, index % height)).collect()
        };
        let mut sum = 0;
        for win in &positions.program.wins {
            let what = cells(&win.what);
            let place = win.place.as_ref().map(&cells);
            let nearest = |from: &(usize, usize), to: &[(usize, usize)]| {
                let steps = to.iter().map(|to| from.0.abs_diff(to.0) + from.1.abs_diff(to.1));
                steps.min().unwrap_or(100)
            };
            sum += match (win.quantifier, place) {
                (Quantifier::All, Some(place)) => {
                    what.iter().map(|from| nearest(from, &place)).sum()
                }
                (Quantifier::All, None) => 0,
                (Quantifier::Some, Some(place)) => {
                    what.iter().map(|from| nearest(from, &place)).min().unwrap_or(100)
                }
                (Quantifier::Some, None) => usize::from(what.is_empty()),
                (Quantifier::No, Some(place)) => {
                    what.iter().filter(|cell| place.contains(cell)).count()
                }
                (Quantifier::No, None) => what.len(),
            };
        }
        sum as f64
    }
}
