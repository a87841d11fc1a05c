//! The plain rules: one turn after the other, with undo and restart, as people play.

mod apply;
mod matches;
mod movement;
mod turn;

use std::fmt;
use std::sync::Arc;

pub(crate) use apply::{MOST_JUMPS, MOST_ROUNDS};

use quadrille::grid::Direction;
use quadrille::moves::Move;

use crate::bits::iterate;
use crate::fast::Step;
use crate::program::{ACTION, Board, Command, DOWN, LEFT, LevelEntry, Program, RIGHT, UP};
use crate::random::Random;

/// An input of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    Up,
    Left,
    Down,
    Right,
    Action,
    /// No key, while time passes.
    Tick,
    /// Back to the last saved board.
    Undo,
    /// Back to the start or the last checkpoint.
    Restart,
}

impl Input {
    /// The input of a move; `None` if a move names a cell or a piece.
    pub const fn of(mv: Move) -> Option<Input> {
        Some(match mv {
            Move::All(Direction::Up) => Input::Up,
            Move::All(Direction::Down) => Input::Down,
            Move::All(Direction::Left) => Input::Left,
            Move::All(Direction::Right) => Input::Right,
            Move::Action => Input::Action,
            Move::Wait => Input::Tick,
            Move::Cell(..) | Move::Touch(_) | Move::Piece(..) => return None,
        })
    }

    /// The letter for it in plans: `u d l r`, `x` for the action key, `.` for a turn without input.
    pub const fn letter(self) -> char {
        match self {
            Input::Up => 'u',
            Input::Left => 'l',
            Input::Down => 'd',
            Input::Right => 'r',
            Input::Action => 'x',
            Input::Tick => '.',
            Input::Undo => 'z',
            Input::Restart => '!',
        }
    }

    pub(crate) const fn movement(self) -> Option<u8> {
        match self {
            Input::Up => Some(UP),
            Input::Left => Some(LEFT),
            Input::Down => Some(DOWN),
            Input::Right => Some(RIGHT),
            Input::Action => Some(ACTION),
            Input::Tick | Input::Undo | Input::Restart => None,
        }
    }
}

/// The reason why a turn did not end by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The rules took more steps than a turn may take.
    TooMuchWork,
    /// The turns that `again` adds return to a board that was there before. Such a key starts an
    /// animation that never ends, in which the original takes no key: it is part of no plan.
    EndlessAgain,
    /// `again` adds more turns than it may.
    LongAgain,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trouble::TooMuchWork => "the rules of one turn take too many steps",
            Trouble::EndlessAgain => "'again' does not end",
            Trouble::LongAgain => "'again' adds too many turns",
        })
    }
}

impl std::error::Error for Trouble {}

/// The most cells examined in one turn. A turn of the recorded games needs up to 8 million.
pub(crate) const MOST_WORK: u64 = 20_000_000;

/// The most cells examined in all turns of one input.
pub(crate) const MOST_CHAIN_WORK: u64 = 25 * MOST_WORK;

/// The work of keeping a match: matches of rows with ellipses can fill the memory.
pub(crate) const MATCH_WORK: u64 = 4;

/// The work of replacing a cell for one of many combinations of matches.
pub(crate) const CHANGE_WORK: u64 = 4;

/// Turns that `again` may add to one input.
pub(crate) const MOST_AGAIN: usize = 5_000;

/// Turns that `again` adds before a board is kept, to see whether it comes again.
const FIRST_KEPT: usize = 16;

/// The boards of a chain of turns that `again` adds, of which a few are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain<B> {
    turns: usize,
    kept: B,
}

impl<B> Chain<B> {
    /// Counts a turn. Returns true if its board is the one that was kept: then the chain never
    /// ends, since a turn without input depends on the board alone. The board is kept after 16, 32,
    /// 64 … turns.
    pub(crate) fn repeats(
        &mut self,
        is_kept: impl FnOnce(&B) -> bool,
        keep: impl FnOnce(&mut B),
    ) -> bool {
        self.turns += 1;
        if self.turns >= FIRST_KEPT && self.turns.is_power_of_two() {
            keep(&mut self.kept);
            return false;
        }
        self.turns > FIRST_KEPT && is_kept(&self.kept)
    }

    /// True if no further turn may come.
    pub(crate) fn is_full(&self) -> bool {
        self.turns >= MOST_AGAIN
    }

    pub(crate) fn clear(&mut self) {
        self.turns = 0;
    }
}

/// A game in play.
#[derive(Clone, Debug)]
pub struct Play {
    program: Arc<Program>,
    level: usize,
    width: usize,
    height: usize,
    objects: Vec<u64>,
    movements: Vec<u64>,
    /// For each cell and layer, the number of the rigid group that moved it, laid out like
    /// movements.
    rigid_groups: Vec<u64>,
    rigid_layers: Vec<u64>,
    /// The objects that may be on the board in this turn.
    on_board: Vec<u64>,
    moving_on_board: Vec<u64>,
    saved: Vec<Vec<u64>>,
    restart: Vec<u64>,
    random: Random,
    seed: String,
    queue: Vec<Command>,
    again: bool,
    is_restarting: bool,
    looks_for_wins: bool,
    is_finished: bool,
    won: usize,
    sounds: Vec<String>,
    turn_sounds: turn::TurnSounds,
    /// In this turn.
    work: u64,
    /// In the turns before this one, since the last input.
    chain_work: u64,
    is_stuck: bool,
    /// Counts a win and keeps the board.
    stays_after_win: bool,
}

impl Play {
    /// Starts a level, given by its index in [`Program::levels`]; `None` if that is not a board.
    /// The seed is for games with random rules.
    pub fn new(program: Arc<Program>, level: usize, seed: Option<&str>) -> Option<Play> {
        let Some(LevelEntry::Board(board, _)) = program.levels.get(level) else { return None };
        let board = board.clone();
        let mut play = Play::unloaded(program, level, seed);
        play.load(&board);
        // The original keeps no sounds of the turn before the first input.
        play.sounds.clear();
        Some(play)
    }

    fn unloaded(program: Arc<Program>, level: usize, seed: Option<&str>) -> Play {
        let seed = seed.unwrap_or("quadrille").to_string();
        Play {
            program,
            level,
            width: 0,
            height: 0,
            objects: Vec::new(),
            movements: Vec::new(),
            rigid_groups: Vec::new(),
            rigid_layers: Vec::new(),
            on_board: Vec::new(),
            moving_on_board: Vec::new(),
            saved: Vec::new(),
            restart: Vec::new(),
            random: Random::new(&seed),
            seed,
            queue: Vec::new(),
            again: false,
            is_restarting: false,
            looks_for_wins: true,
            is_finished: false,
            won: 0,
            sounds: Vec::new(),
            turn_sounds: turn::TurnSounds::default(),
            work: 0,
            chain_work: 0,
            is_stuck: false,
            stays_after_win: false,
        }
    }

    /// A game that plays single moves on any board of this size.
    pub(crate) fn for_steps(program: Arc<Program>, width: usize, height: usize) -> Play {
        let objects = vec![0; width * height * program.stride];
        let mut play = Play::unloaded(program, 0, None);
        play.stays_after_win = true;
        play.clear(&Board { width, height, objects });
        play
    }

    /// Sets the board. Random numbers start again from the seed.
    pub(crate) fn set_board(&mut self, board: &[u64]) {
        self.restore(board);
        self.saved.clear();
        self.random = Random::new(&self.seed);
        self.won = 0;
        self.is_stuck = false;
    }

    pub(crate) fn set_restart(&mut self, restart: &[u64]) {
        self.restart.copy_from_slice(restart);
    }

    /// Draws random numbers from another seed from here on.
    pub(crate) fn reseed(&mut self, seed: String) {
        self.random = Random::new(&seed);
        self.seed = seed;
    }

    /// Runs the turn before the first input, if the game has one.
    pub(crate) fn begin(&mut self) -> Result<(), Trouble> {
        if self.program.settings.run_rules_on_level_start {
            self.turn(None, true, false);
        }
        self.settle()
    }

    pub(crate) fn step(&mut self, input: Input) -> Result<Step, Trouble> {
        let before = self.objects.clone();
        self.won = 0;
        self.input(input)?;
        self.saved.clear();
        self.sounds.clear();
        Ok(match self.won {
            0 if self.objects == before => Step::Same,
            0 => Step::Changed,
            _ => Step::Won,
        })
    }

    pub(crate) fn write(&self, board: &mut Vec<u64>) {
        board.clone_from(&self.objects);
    }

    /// Calls a function with each word of objects that differs from a board: its cell, its number
    /// in the cell, and the objects that differ.
    pub(crate) fn each_change(&self, board: &[u64], mut visit: impl FnMut(usize, usize, u64)) {
        let stride = self.program.stride;
        for (at, (word, before)) in self.objects.iter().zip(board).enumerate() {
            if word != before {
                visit(at / stride, at % stride, word ^ before);
            }
        }
    }

    pub(crate) fn write_restart(&self, board: &mut Vec<u64>) {
        board.clone_from(&self.restart);
    }

    fn load(&mut self, board: &Board) {
        self.clear(board);
        if self.program.settings.run_rules_on_level_start {
            self.turn(None, true, false);
        }
    }

    /// Sets a board and clears all state of the last one.
    fn clear(&mut self, board: &Board) {
        let cells = board.width * board.height;
        let moves = cells * self.program.movement_stride;
        self.random = Random::new(&self.seed);
        self.again = false;
        self.is_finished = false;
        self.looks_for_wins = true;
        self.width = board.width;
        self.height = board.height;
        self.objects.clone_from(&board.objects);
        self.movements = vec![0; moves];
        self.rigid_groups = vec![0; moves];
        self.rigid_layers = vec![0; moves];
        self.on_board = vec![0; self.program.stride];
        self.moving_on_board = vec![0; self.program.movement_stride];
        self.queue.clear();
        self.saved.clear();
        self.restart.clone_from(&self.objects);
    }

    /// The index of the level in [`Program::levels`].
    pub fn level(&self) -> usize {
        self.level
    }

    /// The number of levels won so far.
    pub fn won(&self) -> usize {
        self.won
    }

    pub fn board(&self) -> Board {
        Board { width: self.width, height: self.height, objects: self.objects.clone() }
    }

    /// The sounds of objects so far.
    pub fn sounds(&self) -> &[String] {
        &self.sounds
    }

    /// Runs the turns that `again` adds.
    pub fn settle(&mut self) -> Result<(), Trouble> {
        self.chain_work = 0;
        self.check()?;
        let mut chain = Chain::<(Vec<u64>, Vec<u64>, usize)>::default();
        let is_random = self.program.is_random();
        while self.again && !(self.stays_after_win && self.won > 0) {
            if chain.is_full() || self.chain_work > MOST_CHAIN_WORK {
                return Err(Trouble::LongAgain);
            }
            self.again = false;
            self.turn(None, false, false);
            self.check()?;
            let repeats = chain.repeats(
                |(objects, restart, won)| {
                    (objects, restart, *won) == (&self.objects, &self.restart, self.won)
                },
                |kept| *kept = (self.objects.clone(), self.restart.clone(), self.won),
            );
            if repeats && self.again && !is_random {
                return Err(Trouble::EndlessAgain);
            }
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), Trouble> {
        self.chain_work += std::mem::take(&mut self.work);
        if self.is_stuck { Err(Trouble::TooMuchWork) } else { Ok(()) }
    }

    /// Takes an input, and runs the turns that `again` adds to it.
    pub fn input(&mut self, input: Input) -> Result<(), Trouble> {
        match input {
            Input::Undo => {
                if !self.program.settings.no_undo {
                    self.undo(true);
                }
            }
            Input::Restart => self.restart(false),
            _ => {
                self.turn(input.movement(), false, false);
            }
        }
        self.settle()
    }

    fn undo(&mut self, skips_equal: bool) {
        if skips_equal {
            while self.saved.last() == Some(&self.objects) {
                self.saved.pop();
            }
        }
        if let Some(objects) = self.saved.pop() {
            self.restore(&objects);
        }
    }

    fn restore(&mut self, objects: &[u64]) {
        self.objects.copy_from_slice(objects);
        self.movements.fill(0);
        self.rigid_groups.fill(0);
        self.rigid_layers.fill(0);
        self.again = false;
        self.queue.clear();
    }

    /// Returns to the start or the last checkpoint. Rules may force it.
    fn restart(&mut self, is_forced: bool) {
        if self.is_restarting || !is_forced && self.program.settings.no_restart {
            return;
        }
        self.is_restarting = true;
        if !is_forced {
            self.saved.push(self.objects.clone());
        }
        let start = self.restart.clone();
        self.restore(&start);
        if self.program.settings.run_rules_on_level_start {
            self.turn(None, true, false);
        }
        self.queue.clear();
        self.is_restarting = false;
    }

    /// Continues with the next board after a win. If a message or nothing comes next, the board
    /// stays and further wins are ignored.
    fn advance(&mut self) {
        self.won += 1;
        self.again = false;
        if self.stays_after_win {
            self.queue.clear();
            return;
        }
        let program = Arc::clone(&self.program);
        if self.is_finished {
            self.level = 0;
        } else if self.level + 1 < program.levels.len() {
            self.level += 1;
        } else {
            self.level = 0;
            self.is_finished = true;
            self.looks_for_wins = false;
            return;
        }
        match &program.levels[self.level] {
            LevelEntry::Board(board, _) => self.load(board),
            LevelEntry::Message(_) => {
                self.is_finished = false;
                self.looks_for_wins = false;
            }
        }
    }
}

impl Program {
    /// The names of the objects in a cell, sorted, with blanks between them.
    fn cell_text(&self, cell: &[u64]) -> String {
        let mut names: Vec<&str> =
            iterate(cell).filter_map(|id| self.objects.get(id)).map(|o| o.name.as_str()).collect();
        names.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
        names.join(" ")
    }

    /// A board in the text form of the recorded plays: cells column by column, a line break after
    /// every `width` cells. A combination of objects is written by its names the first time and by
    /// its number later.
    pub fn board_text(&self, board: &Board) -> String {
        let mut seen: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
        let mut text = String::new();
        for index in 0..board.width * board.height {
            let from = index * self.stride;
            let name = self.cell_text(&board.objects[from..from + self.stride]);
            let number = seen.len();
            match seen.entry(name) {
                std::collections::hash_map::Entry::Occupied(known) => {
                    text += &format!("{},", known.get());
                }
                std::collections::hash_map::Entry::Vacant(new) => {
                    text += &format!("{}:{number},", new.key());
                    new.insert(number);
                }
            }
            if index % board.width == board.width - 1 {
                text.push('\n');
            }
        }
        text
    }
}
