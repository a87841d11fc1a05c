//! The fast rules: one move, with all the turns that `again` adds, on boards of words. Nothing is
//! allocated while rules run.
//!
//! Games with random or rigid rules are stepped by the plain rules; [`Stepper`] hides the
//! difference. Random walks tie the two.

use std::sync::Arc;

use crate::bits::{Bits, movement_place};
use crate::play::{Input, MOST_AGAIN, MOST_JUMPS, MOST_ROUNDS, MOST_WORK, Play, Trouble};
use crate::program::{
    ACTION, ANY_MOVEMENT, Board, Cell, Command, DOWN, Filter, Phase, Program, Quantifier, RIGHT,
    Replacement, Row, Rule, UP, step,
};

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The board is as it was.
    Same,
    /// The board is another.
    Changed,
    /// The level is won.
    Won,
}

/// Rows of a rule that the fast rules can do.
const MOST_ROWS: usize = 16;

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
    /// A stepper for boards of this size.
    pub fn new(program: &Arc<Program>, width: usize, height: usize) -> Stepper {
        let is_plain = program.is_random()
            || !program.rigid_groups.is_empty()
            || program.all_rules().any(|rule| rule.rows.len() > MOST_ROWS);
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

    /// A stepper by the plain rules.
    pub fn plain(program: &Arc<Program>, width: usize, height: usize) -> Stepper {
        let play = Play::for_steps(Arc::clone(program), width, height);
        Stepper { engine: Engine::Plain(Box::new(play)) }
    }

    /// Takes a board, and the one that `restart` leads to.
    pub fn set(&mut self, board: &[u64], restart: &[u64]) {
        on_fast!(&mut self.engine, fast => fast.set(board, restart), play => play.set(board, restart));
    }

    /// Plays an input, with all the turns that `again` adds.
    pub fn step(&mut self, input: Input) -> Result<Step, Trouble> {
        on_fast!(&mut self.engine, fast => fast.step(input), play => play.step(input))
    }

    /// Runs the turn before the first input, where the game asks for it.
    pub fn begin(&mut self) -> Result<(), Trouble> {
        on_fast!(&mut self.engine, fast => fast.begin(), play => play.begin())
    }

    /// Copies the board into words, [`Program`]'s stride to a cell.
    pub fn write(&self, board: &mut Vec<u64>) {
        on_fast!(&self.engine, fast => fast.write(board), play => play.write(board));
    }

    /// Copies the board that `restart` leads to.
    pub fn write_restart(&self, board: &mut Vec<u64>) {
        on_fast!(&self.engine, fast => fast.write_restart(board), play => play.write_restart(board));
    }
}

type Words<const N: usize> = [u64; N];

#[inline(always)]
fn within<const N: usize>(own: &Words<N>, other: &Words<N>) -> bool {
    let mut rest = 0;
    for word in 0..N {
        rest |= own[word] & !other[word];
    }
    rest == 0
}

#[inline(always)]
fn meets<const N: usize>(own: &Words<N>, other: &Words<N>) -> bool {
    let mut both = 0;
    for word in 0..N {
        both |= own[word] & other[word];
    }
    both != 0
}

#[inline(always)]
fn is_zero<const N: usize>(own: &Words<N>) -> bool {
    own.iter().all(|word| *word == 0)
}

fn words<const N: usize>(bits: &Bits) -> Words<N> {
    let mut words = [0; N];
    words[..bits.0.len()].copy_from_slice(&bits.0);
    words
}

struct FastCell<const N: usize, const M: usize> {
    present: Words<N>,
    missing: Words<N>,
    movements: Words<M>,
    no_movements: Words<M>,
    any: Vec<Words<N>>,
    made: Option<FastMade<N, M>>,
}

struct FastMade<const N: usize, const M: usize> {
    keep: Words<N>,
    set: Words<N>,
    keep_movements: Words<M>,
    set_movements: Words<M>,
}

impl<const N: usize, const M: usize> FastMade<N, M> {
    fn new(made: &Replacement) -> FastMade<N, M> {
        let mut clear_movements = made.clear_movements.clone();
        clear_movements.add(&made.layers);
        FastMade {
            keep: words::<N>(&made.clear).map(|word| !word),
            set: words(&made.set),
            keep_movements: words::<M>(&clear_movements).map(|word| !word),
            set_movements: words(&made.set_movements),
        }
    }
}

struct FastRow<const N: usize, const M: usize> {
    cells: Vec<FastCell<N, M>>,
    /// The places of ellipses: before the cell with this number.
    gaps: [usize; 2],
    ellipses: usize,
    /// A cell that must move, and the cells before it, where the row has no ellipsis.
    anchor: Option<usize>,
}

struct FastRule<const N: usize, const M: usize> {
    rows: Vec<FastRow<N, M>>,
    direction: u8,
    delta: isize,
    needed: Words<N>,
    needed_movements: Words<M>,
    needed_any: Vec<Words<N>>,
    replaces: bool,
    commands: u8,
}

const CANCEL: u8 = 1;
const RESTART: u8 = 2;
const WIN: u8 = 4;
const CHECKPOINT: u8 = 8;
const AGAIN: u8 = 16;

#[derive(Default)]
struct FastPhase<const N: usize, const M: usize> {
    groups: Vec<Vec<FastRule<N, M>>>,
    loops: Vec<Option<usize>>,
}

struct FastFilter<const N: usize> {
    objects: Words<N>,
    is_aggregate: bool,
}

impl<const N: usize> FastFilter<N> {
    fn new(filter: &Filter) -> FastFilter<N> {
        FastFilter { objects: words(&filter.objects), is_aggregate: filter.is_aggregate }
    }

    #[inline(always)]
    fn accepts(&self, cell: &Words<N>) -> bool {
        if self.is_aggregate { within(&self.objects, cell) } else { meets(&self.objects, cell) }
    }
}

struct FastWin<const N: usize> {
    quantifier: Quantifier,
    what: FastFilter<N>,
    place: Option<FastFilter<N>>,
}

#[derive(Clone, Copy)]
struct Match {
    start: u32,
    gaps: [u32; 2],
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
    movements: Vec<Words<M>>,
    before: Vec<Words<N>>,
    restart: Vec<Words<N>>,
    /// The cells that move.
    moving: Vec<u64>,
    players: Vec<u32>,
    on_board: Words<N>,
    movements_on_board: Words<M>,
    matches: Vec<Vec<Match>>,
    queue: u8,
    work: u64,
    is_restarting: bool,
}

/// What a turn did.
struct Turn {
    has_changed: bool,
    is_won: bool,
    again: bool,
    has_restarted: bool,
}

impl<const N: usize, const M: usize> Fast<N, M> {
    fn new(program: &Arc<Program>, width: usize, height: usize) -> Fast<N, M> {
        let cells = width * height;
        let phase = |phase: &Phase| FastPhase {
            groups: phase
                .groups
                .iter()
                .map(|group| group.rules.iter().map(|rule| fast_rule(rule, height)).collect())
                .collect(),
            loops: phase.loops.clone(),
        };
        let (early, late) = (phase(&program.rules), phase(&program.late));
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
            movements: vec![[0; M]; cells],
            before: vec![[0; N]; cells],
            restart: vec![[0; N]; cells],
            moving: vec![0; cells.div_ceil(64)],
            players: Vec::with_capacity(cells),
            on_board: [0; N],
            movements_on_board: [0; M],
            matches: vec![Vec::with_capacity(cells); rows],
            queue: 0,
            work: 0,
            is_restarting: false,
            program: Arc::clone(program),
        }
    }

    fn set(&mut self, board: &[u64], restart: &[u64]) {
        let stride = self.stride;
        for (cell, words) in self.objects.iter_mut().zip(board.chunks_exact(stride)) {
            cell[..stride].copy_from_slice(words);
        }
        for (cell, words) in self.restart.iter_mut().zip(restart.chunks_exact(stride)) {
            cell[..stride].copy_from_slice(words);
        }
        self.clear_movements();
    }

    fn write(&self, board: &mut Vec<u64>) {
        board.clear();
        board.extend(self.objects.iter().flat_map(|cell| &cell[..self.stride]));
    }

    fn write_restart(&self, board: &mut Vec<u64>) {
        board.clear();
        board.extend(self.restart.iter().flat_map(|cell| &cell[..self.stride]));
    }

    fn clear_movements(&mut self) {
        self.movements.fill([0; M]);
        self.moving.fill(0);
    }

    fn begin(&mut self) -> Result<(), Trouble> {
        if self.program.settings.run_rules_on_level_start {
            let turn = self.turn(None, true)?;
            if turn.again {
                self.go_on()?;
            }
        }
        Ok(())
    }

    fn step(&mut self, input: Input) -> Result<Step, Trouble> {
        self.work = 0;
        let turn = self.turn(input.movement(), false)?;
        if turn.is_won {
            return Ok(Step::Won);
        }
        if turn.again && self.go_on()? {
            return Ok(Step::Won);
        }
        Ok(if turn.has_changed { Step::Changed } else { Step::Same })
    }

    /// Runs the turns that `again` asks for. A turn that would do nothing is not one of them.
    fn go_on(&mut self) -> Result<bool, Trouble> {
        for _ in 0..MOST_AGAIN {
            let turn = self.turn(None, false)?;
            if turn.is_won {
                return Ok(true);
            }
            if !turn.again || !(turn.has_changed || turn.has_restarted) {
                return Ok(false);
            }
        }
        Err(Trouble::EndlessAgain)
    }

    fn turn(&mut self, movement: Option<u8>, ignores_win: bool) -> Result<Turn, Trouble> {
        self.before.copy_from_slice(&self.objects);
        self.survey(movement);
        self.queue = 0;
        self.phase(false)?;
        self.resolve();
        self.phase(true)?;
        let nothing =
            Turn { has_changed: false, is_won: false, again: false, has_restarted: false };
        if self.program.settings.require_player_movement && !self.players.is_empty() {
            let player = self.player.objects;
            let stays = |index: &u32| meets(&player, &self.objects[*index as usize]);
            if self.players.iter().all(stays) {
                self.restore_before();
                return Ok(nothing);
            }
        }
        if self.queue & CANCEL != 0 {
            self.restore_before();
            return Ok(nothing);
        }
        let mut again = false;
        let mut has_restarted = false;
        if self.queue & RESTART != 0 && !self.is_restarting {
            has_restarted = true;
            again = self.restart()?;
        }
        let has_changed = self.objects != self.before;
        let is_won = !ignores_win && self.is_won();
        if !is_won && self.queue & CHECKPOINT != 0 {
            self.restart.copy_from_slice(&self.objects);
        }
        again |= has_changed && self.queue & AGAIN != 0;
        Ok(Turn { has_changed, is_won, again: again && !is_won, has_restarted })
    }

    /// Goes back to the start, and runs the turn that belongs to it. Returns whether that asks for
    /// another.
    fn restart(&mut self) -> Result<bool, Trouble> {
        self.is_restarting = true;
        let before = self.before.clone();
        self.objects.copy_from_slice(&self.restart);
        self.clear_movements();
        let mut again = false;
        if self.program.settings.run_rules_on_level_start {
            again = self.turn(None, true)?.again;
        }
        self.before = before;
        self.queue = 0;
        self.is_restarting = false;
        Ok(again)
    }

    fn restore_before(&mut self) {
        self.objects.copy_from_slice(&self.before);
        self.clear_movements();
        self.queue = 0;
    }

    /// Notes what is on the board, and starts the movement of the players.
    fn survey(&mut self, movement: Option<u8>) {
        let mut on_board = [0; N];
        self.players.clear();
        for (index, cell) in self.objects.iter().enumerate() {
            for word in 0..N {
                on_board[word] |= cell[word];
            }
            if movement.is_some() && self.player.accepts(cell) {
                self.players.push(index as u32);
            }
        }
        self.on_board = on_board;
        if let Some(movement) = movement {
            for &index in &self.players {
                let index = index as usize;
                for &(word, bit, layer) in &self.player_layers {
                    if self.objects[index][word] & bit != 0 {
                        let (word, shift) = movement_place(layer);
                        self.movements[index][word] |= u64::from(movement) << shift;
                    }
                }
                self.moving[index / 64] |= 1 << (index % 64);
            }
        }
        self.movements_on_board = [0; M];
        for index in 0..self.moving.len() {
            let mut left = self.moving[index];
            while left != 0 {
                let cell = index * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                for word in 0..M {
                    self.movements_on_board[word] |= self.movements[cell][word];
                }
            }
        }
    }

    fn phase(&mut self, is_late: bool) -> Result<(), Trouble> {
        let empty = FastPhase { groups: Vec::new(), loops: Vec::new() };
        let slot = if is_late { &mut self.late } else { &mut self.early };
        // The rules are taken out while they run, so that they can change the rest.
        let phase = std::mem::replace(slot, empty);
        let done = self.groups(&phase);
        *(if is_late { &mut self.late } else { &mut self.early }) = phase;
        done
    }

    fn groups(&mut self, phase: &FastPhase<N, M>) -> Result<(), Trouble> {
        let mut has_changed = false;
        let mut jumps = 0;
        let mut at = 0;
        while at < phase.groups.len() {
            has_changed |= self.group(&phase.groups[at])?;
            if has_changed && let Some(start) = phase.loops[at] {
                at = start;
                has_changed = false;
                jumps += 1;
                if jumps > MOST_JUMPS {
                    return Ok(());
                }
                continue;
            }
            at += 1;
        }
        Ok(())
    }

    fn group(&mut self, rules: &[FastRule<N, M>]) -> Result<bool, Trouble> {
        let mut has_changed = false;
        for _ in 0..MOST_ROUNDS {
            let mut changes = false;
            for rule in rules {
                if within(&rule.needed, &self.on_board)
                    && within(&rule.needed_movements, &self.movements_on_board)
                    && rule.needed_any.iter().all(|any| meets(any, &self.on_board))
                {
                    changes |= self.rule(rule);
                    if self.work > MOST_WORK {
                        return Err(Trouble::TooMuchWork);
                    }
                }
            }
            if !changes {
                break;
            }
            has_changed = true;
        }
        Ok(has_changed)
    }

    fn rule(&mut self, rule: &FastRule<N, M>) -> bool {
        for (number, row) in rule.rows.iter().enumerate() {
            let mut found = std::mem::take(&mut self.matches[number]);
            found.clear();
            self.find(row, rule, &mut found);
            let is_empty = found.is_empty();
            self.matches[number] = found;
            if is_empty {
                return false;
            }
        }
        let mut has_changed = false;
        if rule.replaces {
            has_changed = if rule.rows.len() == 1 {
                let found = std::mem::take(&mut self.matches[0]);
                let mut has_changed = false;
                for (number, place) in found.iter().enumerate() {
                    if number == 0 || self.holds(&rule.rows[0], *place, rule.delta) {
                        has_changed |= self.replace(&rule.rows[0], *place, rule.delta);
                    }
                }
                self.matches[0] = found;
                has_changed
            } else {
                self.replace_all(rule)
            };
        }
        self.queue(rule.commands);
        has_changed
    }

    fn queue(&mut self, commands: u8) {
        if commands == 0
            || self.queue & CANCEL != 0
            || self.queue & RESTART != 0 && commands & CANCEL == 0
        {
            return;
        }
        if commands & (CANCEL | RESTART) != 0 {
            self.queue = 0;
        }
        self.queue |= commands;
    }

    /// Replaces all choices of one match for each row, the first row varying fastest.
    fn replace_all(&mut self, rule: &FastRule<N, M>) -> bool {
        let rows = rule.rows.len();
        let mut indices = [0usize; MOST_ROWS];
        let mut has_changed = false;
        let mut is_first = true;
        loop {
            self.work += 1;
            let is_good = is_first
                || (0..rows).all(|row| {
                    self.holds(&rule.rows[row], self.matches[row][indices[row]], rule.delta)
                });
            is_first = false;
            if is_good {
                for row in 0..rows {
                    let place = self.matches[row][indices[row]];
                    has_changed |= self.replace(&rule.rows[row], place, rule.delta);
                }
            }
            let mut row = 0;
            loop {
                if row == rows || self.work > MOST_WORK {
                    return has_changed;
                }
                indices[row] += 1;
                if indices[row] < self.matches[row].len() {
                    break;
                }
                indices[row] = 0;
                row += 1;
            }
        }
    }

    #[inline(always)]
    fn fits(&self, cell: &FastCell<N, M>, index: usize) -> bool {
        let objects = &self.objects[index];
        let movements = &self.movements[index];
        within(&cell.present, objects)
            && !meets(&cell.missing, objects)
            && within(&cell.movements, movements)
            && !meets(&cell.no_movements, movements)
            && cell.any.iter().all(|any| meets(any, objects))
    }

    #[inline(always)]
    fn fits_all(&self, cells: &[FastCell<N, M>], start: usize, delta: isize) -> bool {
        let mut at = start;
        for cell in cells {
            if !self.fits(cell, at) {
                return false;
            }
            at = at.wrapping_add_signed(delta);
        }
        true
    }

    fn holds(&self, row: &FastRow<N, M>, place: Match, delta: isize) -> bool {
        let start = place.start as usize;
        if row.ellipses == 0 {
            return self.fits_all(&row.cells, start, delta);
        }
        let mut at = start;
        for (number, cell) in row.cells.iter().enumerate() {
            for gap in 0..row.ellipses {
                if row.gaps[gap] == number {
                    at = at.wrapping_add_signed(delta * place.gaps[gap] as isize);
                }
            }
            if !self.fits(cell, at) {
                return false;
            }
            at = at.wrapping_add_signed(delta);
        }
        true
    }

    /// All matches of a row, in the order of the plain rules.
    fn find(&mut self, row: &FastRow<N, M>, rule: &FastRule<N, M>, found: &mut Vec<Match>) {
        let (height, length) = (self.height, row.cells.len());
        let is_vertical = matches!(rule.direction, UP | DOWN);
        let line = if is_vertical { height } else { self.width };
        if length == 0 || length > line {
            return;
        }
        if row.ellipses > 0 {
            self.find_with_gaps(row, rule, found);
        } else if let Some(anchor) = row.anchor {
            self.work += self.moving.len() as u64;
            for word in 0..self.moving.len() {
                let mut left = self.moving[word];
                while left != 0 {
                    let index = word * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    if !within(&row.cells[anchor].movements, &self.movements[index]) {
                        continue;
                    }
                    let place = if is_vertical { index % height } else { index / height };
                    if place < anchor || place - anchor + length > line {
                        continue;
                    }
                    let start = index - anchor * rule.delta as usize;
                    if self.fits_all(&row.cells, start, rule.delta) {
                        found.push(Match { start: start as u32, gaps: [0; 2] });
                    }
                }
            }
        } else {
            let end =
                if is_vertical { self.objects.len() } else { (self.width - length + 1) * height };
            self.work += end as u64;
            let first = &row.cells[0];
            for start in 0..end {
                if self.fits(first, start)
                    && (!is_vertical || start % height + length <= height)
                    && self.fits_all(
                        &row.cells[1..],
                        start.wrapping_add_signed(rule.delta),
                        rule.delta,
                    )
                {
                    found.push(Match { start: start as u32, gaps: [0; 2] });
                }
            }
        }
        // Cells are stored by column, and rows are looked through from left to right.
        if !is_vertical && found.len() > 1 && row.ellipses == 0 {
            let height = height as u32;
            found.sort_unstable_by_key(|place| (place.start % height, place.start / height));
        }
    }

    fn find_with_gaps(
        &mut self,
        row: &FastRow<N, M>,
        rule: &FastRule<N, M>,
        found: &mut Vec<Match>,
    ) {
        let (width, height, length) = (self.width, self.height, row.cells.len());
        let is_vertical = matches!(rule.direction, UP | DOWN);
        let is_backwards = !matches!(rule.direction, DOWN | RIGHT);
        let (lines, line) = if is_vertical { (width, height) } else { (height, width) };
        let room = line - length;
        self.work += (lines * (room + 1)) as u64;
        let first = row.gaps[0];
        let second = if row.ellipses == 2 { row.gaps[1] } else { length };
        for number in 0..lines {
            for place in 0..=room {
                let place = if is_backwards { place + length - 1 } else { place };
                let start =
                    if is_vertical { number * height + place } else { place * height + number };
                let spare = if is_backwards { place + 1 - length } else { room - place };
                if !self.fits_all(&row.cells[..first], start, rule.delta) {
                    continue;
                }
                for gap in 0..=spare {
                    let at = start.wrapping_add_signed(rule.delta * (first + gap) as isize);
                    if !self.fits_all(&row.cells[first..second], at, rule.delta) {
                        continue;
                    }
                    let gaps = [gap as u32, 0];
                    if row.ellipses == 1 {
                        found.push(Match { start: start as u32, gaps });
                        continue;
                    }
                    for further in 0..=spare - gap {
                        let offset = rule.delta * (second - first + further) as isize;
                        let at = at.wrapping_add_signed(offset);
                        if self.fits_all(&row.cells[second..], at, rule.delta) {
                            let gaps = [gap as u32, further as u32];
                            found.push(Match { start: start as u32, gaps });
                        }
                    }
                }
            }
        }
    }

    fn replace(&mut self, row: &FastRow<N, M>, place: Match, delta: isize) -> bool {
        let mut has_changed = false;
        let mut at = place.start as usize;
        for (number, cell) in row.cells.iter().enumerate() {
            for gap in 0..row.ellipses {
                if row.gaps[gap] == number {
                    at = at.wrapping_add_signed(delta * place.gaps[gap] as isize);
                }
            }
            if let Some(made) = &cell.made {
                has_changed |= self.replace_cell(made, at);
            }
            at = at.wrapping_add_signed(delta);
        }
        has_changed
    }

    #[inline(always)]
    fn replace_cell(&mut self, made: &FastMade<N, M>, index: usize) -> bool {
        let mut change = 0;
        let cell = &mut self.objects[index];
        for word in 0..N {
            let new = cell[word] & made.keep[word] | made.set[word];
            change |= new ^ cell[word];
            self.on_board[word] |= new;
            cell[word] = new;
        }
        let movements = &mut self.movements[index];
        for word in 0..M {
            let new = movements[word] & made.keep_movements[word] | made.set_movements[word];
            change |= new ^ movements[word];
            self.movements_on_board[word] |= new;
            movements[word] = new;
        }
        let bit = 1 << (index % 64);
        if is_zero(movements) {
            self.moving[index / 64] &= !bit;
        } else {
            self.moving[index / 64] |= bit;
        }
        change != 0
    }

    /// Moves what can move, and forgets the other movements.
    fn resolve(&mut self) {
        let mut has_moved = true;
        while has_moved {
            has_moved = false;
            for word in 0..self.moving.len() {
                let mut left = self.moving[word];
                while left != 0 {
                    let index = word * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    has_moved |= self.resolve_cell(index);
                }
            }
        }
        for word in 0..self.moving.len() {
            let mut left = std::mem::take(&mut self.moving[word]);
            while left != 0 {
                let index = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                self.movements[index] = [0; M];
            }
        }
    }

    fn resolve_cell(&mut self, index: usize) -> bool {
        let mut has_moved = false;
        for word in 0..M {
            let mut left = self.movements[index][word];
            while left != 0 {
                let layer_in_word = left.trailing_zeros() / 5;
                let shift = 5 * layer_in_word;
                let movement = (left >> shift) as u8 & ANY_MOVEMENT;
                left &= !(u64::from(ANY_MOVEMENT) << shift);
                let layer = word * crate::bits::LAYERS_PER_WORD + layer_in_word as usize;
                if self.try_move(index, layer, movement) {
                    self.movements[index][word] &= !(u64::from(movement) << shift);
                    has_moved = true;
                }
            }
        }
        if is_zero(&self.movements[index]) {
            self.moving[index / 64] &= !(1 << (index % 64));
        }
        has_moved
    }

    #[inline(always)]
    fn try_move(&mut self, index: usize, layer: usize, movement: u8) -> bool {
        let Some((columns, rows)) = step(movement) else { return false };
        let x = (index / self.height) as isize + columns;
        let y = (index % self.height) as isize + rows;
        if x < 0 || y < 0 || x >= self.width as isize || y >= self.height as isize {
            return false;
        }
        let target = x as usize * self.height + y as usize;
        let mask = &self.layers[layer];
        if movement != ACTION && meets(mask, &self.objects[target]) {
            return false;
        }
        if target != index {
            for word in 0..N {
                let moved = self.objects[index][word] & mask[word];
                self.objects[index][word] ^= moved;
                self.objects[target][word] |= moved;
            }
        }
        true
    }

    fn is_won(&self) -> bool {
        if self.queue & WIN != 0 {
            return true;
        }
        !self.wins.is_empty()
            && self.wins.iter().all(|win| {
                let is_at = |cell: &&Words<N>| match &win.place {
                    Some(place) => place.accepts(cell),
                    None => !is_zero(cell),
                };
                let mut what = self.objects.iter().filter(|cell| win.what.accepts(cell));
                match win.quantifier {
                    Quantifier::No => !what.any(|cell| is_at(&cell)),
                    Quantifier::Some => what.any(|cell| is_at(&cell)),
                    Quantifier::All => what.all(|cell| is_at(&cell)),
                }
            })
    }
}

fn fast_rule<const N: usize, const M: usize>(rule: &Rule, height: usize) -> FastRule<N, M> {
    let (columns, rows) = step(rule.direction).unwrap_or((0, 0));
    let rows_of: Vec<FastRow<N, M>> = rule.rows.iter().map(fast_row).collect();
    let mut needed = Bits::new(N);
    let mut needed_movements = Bits::new(M);
    let mut needed_any = Vec::new();
    for cell in rows_of.iter().flat_map(|row| &row.cells) {
        needed.add(&Bits(cell.present.to_vec().into()));
        needed_movements.add(&Bits(cell.movements.to_vec().into()));
        needed_any.extend(cell.any.iter().copied());
    }
    let flag = |command: &Command| match command {
        Command::Cancel => CANCEL,
        Command::Restart => RESTART,
        Command::Win => WIN,
        Command::Checkpoint => CHECKPOINT,
        Command::Again => AGAIN,
        Command::Message(_) | Command::Sound(_) => 0,
    };
    FastRule {
        rows: rows_of,
        direction: rule.direction,
        delta: columns * height as isize + rows,
        needed: words(&needed),
        needed_movements: words(&needed_movements),
        needed_any,
        replaces: rule.replaces,
        commands: rule.commands.iter().map(flag).fold(0, |all, flag| all | flag),
    }
}

fn fast_row<const N: usize, const M: usize>(row: &Row) -> FastRow<N, M> {
    let mut cells = Vec::new();
    let mut gaps = [usize::MAX; 2];
    let mut ellipses = 0;
    for cell in &row.cells {
        match cell {
            Cell::Ellipsis => {
                gaps[ellipses] = cells.len();
                ellipses += 1;
            }
            Cell::Pattern(pattern) => cells.push(FastCell {
                present: words(&pattern.present),
                missing: words(&pattern.missing),
                movements: words(&pattern.movements),
                no_movements: words(&pattern.no_movements),
                any: pattern.any.iter().map(words).collect(),
                made: pattern.replacement.as_ref().map(FastMade::new),
            }),
        }
    }
    let anchor = cells.iter().position(|cell: &FastCell<N, M>| !is_zero(&cell.movements));
    FastRow { cells, gaps, ellipses, anchor: anchor.filter(|_| ellipses == 0) }
}

impl Board {
    /// The words of its cells.
    pub fn words(&self) -> &[u64] {
        &self.objects
    }
}
