//! A level as a state space: the parts of its board that can change, packed into words.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use quadrille::grid::Direction;
use quadrille::moves::Move;
use quadrille_search::{
    Algorithm, Control,
    space::{Space, Successors},
};

use crate::bits::{Bits, iterate};
use crate::program::{Command, Program};
use crate::uses::Uses;
use crate::{Board, Distance, Input, LevelEntry, Report, Step, Stepper, Trouble};

/// A position: for each object that can change, the cells that hold it; the last word is 1 if the
/// level is won.
pub type Position = Box<[u64]>;

/// The positions of a level.
///
/// Objects that no rule can create, destroy or move are not part of a position. Neither are objects
/// that no rule, win condition or collision depends on, if the game has no `again`.
pub struct Positions {
    pub(crate) program: Arc<Program>,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The objects that never change, and those of the first board that nothing depends on.
    pub(crate) base: Vec<u64>,
    live: Bits,
    /// The planes of objects that nothing sees; positions that differ in these alone are the same.
    unseen: Vec<usize>,
    objects: Vec<usize>,
    pub(crate) planes: Vec<Option<usize>>,
    /// Words of a plane.
    pub(crate) words: usize,
    /// The checkpoint is part of a position, since a rule can return to it.
    has_checkpoint: bool,
    restart: Vec<u64>,
    moves: Vec<(Move, Input)>,
    start: Position,
    pool: Mutex<Vec<Worker>>,
    trouble: OnceLock<Trouble>,
}

/// The buffers of one thread.
struct Worker {
    stepper: Stepper,
    board: Vec<u64>,
    restart: Vec<u64>,
    after_restart: Vec<u64>,
}

impl Positions {
    /// The positions of a level, given by its index in [`Program::levels`]; `None` if that is not a
    /// board.
    pub fn new(program: Arc<Program>, level: usize) -> Option<Result<Positions, Trouble>> {
        let Some(LevelEntry::Board(board, _)) = program.levels.get(level) else { return None };
        let board = board.clone();
        Some(Positions::of_board(program, &board))
    }

    /// The positions that follow from a board before its first turn.
    pub fn of_board(program: Arc<Program>, board: &Board) -> Result<Positions, Trouble> {
        let (board, restart) = started(&program, board)?;
        Ok(Positions::of_position(program, &board, &restart, false))
    }

    /// The positions that follow from a board in play, with the board that `restart` returns to.
    pub(crate) fn of_position(
        program: Arc<Program>,
        board: &Board,
        restart: &[u64],
        is_won: bool,
    ) -> Positions {
        Positions::with_objects(program, board, restart, is_won, false)
    }

    /// The same, with objects that nothing sees on every board.
    pub(crate) fn with_unseen(
        program: Arc<Program>,
        board: &Board,
        restart: &[u64],
        is_won: bool,
    ) -> Positions {
        Positions::with_objects(program, board, restart, is_won, true)
    }

    fn with_objects(
        program: Arc<Program>,
        board: &Board,
        restart: &[u64],
        is_won: bool,
        is_whole: bool,
    ) -> Positions {
        let (width, height) = (board.width, board.height);
        let uses = Uses::new(&program);
        let mut live = uses.changing;
        let mut unseen = Bits::new(program.stride);
        if !program.has_command(&Command::Again) {
            unseen = live.clone();
            unseen.remove(&uses.seen);
            if !is_whole {
                live.remove(&unseen);
            }
        }
        let objects: Vec<usize> = live.iter().collect();
        let mut planes = vec![None; program.objects.len()];
        for (plane, object) in objects.iter().enumerate() {
            planes[*object] = Some(plane);
        }
        let has_checkpoint =
            program.has_command(&Command::Checkpoint) && program.has_command(&Command::Restart);
        let mut positions = Positions {
            width,
            height,
            base: Vec::new(),
            objects,
            unseen: unseen.iter().filter_map(|object| planes[object]).collect(),
            planes,
            words: (width * height).div_ceil(64),
            has_checkpoint,
            restart: restart.to_vec(),
            moves: moves(&program),
            start: Position::default(),
            pool: Mutex::default(),
            trouble: OnceLock::new(),
            live,
            program,
        };
        positions.base = board.objects.clone();
        let stride = positions.program.stride.max(1);
        for cell in positions.base.chunks_exact_mut(stride) {
            for (word, live) in cell.iter_mut().zip(&positions.live.0) {
                *word &= !live;
            }
        }
        positions.start = positions.pack(&board.objects, restart, is_won);
        positions
    }

    /// The same level without moves.
    #[must_use]
    pub(crate) fn frozen(self) -> Positions {
        Positions { moves: Vec::new(), ..self }
    }

    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The size of a position in bytes.
    pub fn bytes(&self) -> usize {
        self.start.len() * 8
    }

    /// The reason why the rules did not end in some position. A search that met such a position
    /// proves nothing.
    pub fn trouble(&self) -> Option<Trouble> {
        self.trouble.get().copied()
    }

    /// Searches for a plan, with [`Distance`] as the heuristic.
    pub fn solve(&self, algorithm: Algorithm, control: &Control) -> Report {
        quadrille::search::boxed(self, &Distance::new(self), algorithm, control)
    }

    /// Returns true if a plan wins by the plain rules.
    pub fn verify(&self, plan: &[Move]) -> bool {
        let mut stepper = Stepper::plain(&self.program, self.width, self.height);
        stepper.set(&self.board(&self.start).objects, &self.restart);
        let inputs: Option<Vec<Input>> = plan.iter().map(|&mv| Input::of(mv)).collect();
        let Some(plan) = inputs else { return false };
        let wins = |step: Result<Step, Trouble>| step == Ok(Step::Won);
        match plan.split_last() {
            Some((last, plan)) => {
                plan.iter()
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
            after_restart: Vec::new(),
        })
    }

    fn release(&self, worker: Worker) {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }

    /// Calls a function with each move and the position that it leads to, also where the rules did
    /// not end from another one. Where they do not end here, the other moves are left out: each may
    /// take as long.
    pub(crate) fn each_move(&self, state: &Position, mut visit: impl FnMut(Move, Position)) {
        let mut worker = self.worker();
        self.unpack_into(self.planes(state), &mut worker.board);
        if self.has_checkpoint {
            worker.restart = self.restart_of(state);
        } else {
            worker.restart.clone_from(&self.restart);
        }
        worker.stepper.set_restart(&worker.restart);
        for &(mv, input) in &self.moves {
            match self.follow(state, &mut worker, input) {
                Ok(Some(after)) => visit(mv, after),
                Ok(None) => {}
                Err(trouble) => {
                    let _first_stays = self.trouble.set(trouble);
                    break;
                }
            }
        }
        self.release(worker);
    }

    /// The position of a board in play; none where something else than what can change differs.
    pub(crate) fn position(
        &self,
        board: &Board,
        restart: &[u64],
        is_won: bool,
    ) -> Option<Position> {
        let position = self.pack(&board.objects, restart, is_won);
        let is_own = (board.width, board.height) == (self.width, self.height)
            && self.board(&position).objects == board.objects;
        is_own.then_some(position)
    }

    /// Calls a function with each object that can change and each cell, column by column, that it
    /// is on.
    pub(crate) fn each_object(&self, state: &Position, mut visit: impl FnMut(usize, usize)) {
        let planes = self.planes(state).chunks_exact(self.words.max(1));
        for (plane, &object) in planes.zip(&self.objects) {
            iterate(plane).for_each(|cell| visit(object, cell));
        }
    }

    pub(crate) fn objects(&self) -> &[usize] {
        &self.objects
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
        words.into()
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
        &position[..self.objects.len() * self.words]
    }

    pub fn board(&self, position: &Position) -> Board {
        let mut objects = Vec::new();
        self.unpack_into(self.planes(position), &mut objects);
        Board { width: self.width, height: self.height, objects }
    }

    /// The position of these words; none where they are not those of a position.
    pub fn restored(&self, words: &[u64]) -> Option<Position> {
        let spare = self.width * self.height % 64;
        let (planes, last) = words.split_at_checked(self.start.len().checked_sub(1)?)?;
        let is_inside =
            |plane: &[u64]| spare == 0 || plane.last().is_none_or(|word| word >> spare == 0);
        let is_one = matches!(last, [0 | 1]) && planes.chunks(self.words.max(1)).all(is_inside);
        is_one.then(|| words.into())
    }

    pub(crate) fn first(&self) -> &Position {
        &self.start
    }

    /// The board that `restart` returns to from a position.
    pub(crate) fn restart_of(&self, position: &Position) -> Vec<u64> {
        if !self.has_checkpoint {
            return self.restart.clone();
        }
        let planes = self.planes(position).len();
        let mut objects = Vec::new();
        self.unpack_into(&position[planes..2 * planes], &mut objects);
        objects
    }

    /// The position after an input; `None` if it changes nothing, and if no key can follow it.
    fn follow(
        &self,
        state: &Position,
        worker: &mut Worker,
        input: Input,
    ) -> Result<Option<Position>, Trouble> {
        if self.has_checkpoint {
            worker.stepper.set_restart(&worker.restart);
        }
        worker.stepper.set_board(&worker.board);
        let step = match worker.stepper.step(input) {
            Ok(Step::Same) | Err(Trouble::EndlessAgain) => return Ok(None),
            step => step?,
        };
        let mut after = state.clone();
        // Few cells change in a move, so the rest of the position stays.
        worker.stepper.each_change(&worker.board, |cell, number, changed| {
            let mut left = changed & self.live.0[number];
            while left != 0 {
                let object = number * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(plane) = self.planes[object] {
                    after[plane * self.words + cell / 64] ^= 1 << (cell % 64);
                }
            }
        });
        if self.has_checkpoint {
            worker.stepper.write_restart(&mut worker.after_restart);
            let planes = self.planes(state).len();
            after[planes..2 * planes].fill(0);
            self.pack_planes(&worker.after_restart, &mut after[planes..2 * planes]);
        }
        let last = after.len() - 1;
        after[last] = u64::from(step == Step::Won);
        Ok(Some(after))
    }
}

impl Space for Positions {
    type State = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn is_goal(&self, state: &Position) -> bool {
        state.last() == Some(&1)
    }

    fn successors(&self, state: &Position, next: &mut Successors<Position, Move>) {
        // If the rules did not end in some position, the search proves nothing.
        if !self.is_goal(state) && self.trouble().is_none() {
            self.each_move(state, |mv, after| next.push(mv, after));
        }
    }

    fn canonical(&self, state: &mut Position) {
        for plane in &self.unseen {
            state[plane * self.words..][..self.words].fill(0);
        }
    }

    fn heap_bytes(&self) -> usize {
        self.bytes()
    }
}

impl std::fmt::Debug for Positions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Positions").field("width", &self.width).finish_non_exhaustive()
    }
}

/// The moves of a game: the arrows, the action key if the game has one, and a turn without input in
/// real-time games.
pub(crate) fn moves(program: &Program) -> Vec<(Move, Input)> {
    let mut moves: Vec<Move> = Direction::ALL.map(Move::All).to_vec();
    if !program.settings.no_action {
        moves.push(Move::Action);
    }
    if program.settings.realtime.is_some() {
        moves.push(Move::Wait);
    }
    moves.into_iter().filter_map(|mv| Some((mv, Input::of(mv)?))).collect()
}

/// A board of a level after the turn before the first input, and the board that `restart` returns
/// to.
pub(crate) fn started(program: &Arc<Program>, board: &Board) -> Result<(Board, Vec<u64>), Trouble> {
    let mut stepper = Stepper::new(program, board.width, board.height);
    let (mut objects, mut restart) = (Vec::new(), Vec::new());
    stepper.set(&board.objects, &board.objects);
    stepper.begin()?;
    stepper.write(&mut objects);
    stepper.write_restart(&mut restart);
    Ok((Board { objects, ..*board }, restart))
}
