//! Positions with what is true of them, to learn from: the exact distance to a solution, every move that keeps it, and dead ends.
//!
//! Small levels are explored whole by the plain rules, and distances are counted backwards from all solved positions. Of levels that
//! are too large for that, positions on and near a shortest plan are solved one by one.
//!
//! Levels that are the same but for turning, mirroring and the names of colours are in the same split, and a position that one split
//! has in any such form is left out of the others.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use quadrille::Method;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::levels::{Level, to_code};
use quadrille::moves::Move;
use quadrille::search::Cost;
use quadrille::search::{Cancel, Control, Limits, Outcome};

use crate::Subject;
use crate::measure::fnv;
use crate::table::npz::Array;
use crate::table::{Column, Kind, Value, text, whole};

/// How positions are chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The most positions of a level.
    pub per_level: usize,
    /// Levels with more positions than this are not explored whole.
    pub explored: usize,
    /// What the choice depends on, besides the levels.
    pub seed: u64,
    /// How many of 100 levels are for validation and for testing; the rest is for training.
    pub held_out: (u32, u32),
    /// How long the positions of a level that is not explored whole may take together.
    pub time: Duration,
}

/// A position with what is true of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// The name of its level.
    pub level: String,
    /// Where the level comes from.
    pub source: String,
    /// `train`, `valid` or `test`.
    pub split: &'static str,
    /// The game.
    pub game: &'static str,
    /// The position as a share code.
    pub code: String,
    /// Its cells as codes of the game.
    pub board: Grid<u16>,
    /// The moves to the nearest solved position; none for a dead end.
    pub distance: Option<Cost>,
    /// Every move that brings it nearer by one.
    pub best_moves: Vec<String>,
    /// How many legal moves there are.
    pub moves: usize,
    /// Whether it lies on the shortest plan that was followed.
    pub on_plan: bool,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// The positions, level by level.
    pub positions: Vec<Position>,
    /// Positions that another split has in some form.
    pub left_out: usize,
    /// Levels of which nothing could be said within the limits.
    pub unknown: Vec<String>,
}

/// The columns of the table.
pub static COLUMNS: &[Column<Position>] = &[
    Column {
        name: "level",
        kind: Kind::Text,
        required: true,
        about: "name of the level",
        value: |p| text(&p.level),
    },
    Column {
        name: "source",
        kind: Kind::Text,
        required: true,
        about: "where the level comes from",
        value: |p| text(&p.source),
    },
    Column {
        name: "split",
        kind: Kind::Text,
        required: true,
        about: "train, valid or test",
        value: |p| text(p.split),
    },
    Column {
        name: "game",
        kind: Kind::Text,
        required: true,
        about: "game",
        value: |p| text(p.game),
    },
    Column {
        name: "code",
        kind: Kind::Text,
        required: true,
        about: "the position as a share code",
        value: |p| text(&p.code),
    },
    Column {
        name: "rows",
        kind: Kind::Whole,
        required: true,
        about: "rows of the board",
        value: |p| whole(p.board.size().rows() as u64),
    },
    Column {
        name: "cols",
        kind: Kind::Whole,
        required: true,
        about: "columns of the board",
        value: |p| whole(p.board.size().cols() as u64),
    },
    Column {
        name: "cells",
        kind: Kind::Text,
        required: true,
        about: "codes of the cells in reading order, with blanks between them",
        value: |p| Some(Value::Text(joined(p.board.cells()).into())),
    },
    Column {
        name: "distance",
        kind: Kind::Whole,
        required: false,
        about: "moves to the nearest solved position; none for a dead end",
        value: |p| whole(p.distance?.into()),
    },
    Column {
        name: "dead_end",
        kind: Kind::Truth,
        required: true,
        about: "whether no plan leads on",
        value: |p| Some(Value::Truth(p.distance.is_none())),
    },
    Column {
        name: "best_moves",
        kind: Kind::Text,
        required: true,
        about: "every move of some shortest plan, with blanks between them",
        value: |p| Some(Value::Text(p.best_moves.join(" ").into())),
    },
    Column {
        name: "moves",
        kind: Kind::Whole,
        required: true,
        about: "legal moves",
        value: |p| whole(p.moves as u64),
    },
    Column {
        name: "on_plan",
        kind: Kind::Truth,
        required: true,
        about: "whether it lies on the shortest plan that was followed",
        value: |p| Some(Value::Truth(p.on_plan)),
    },
];

fn joined(cells: &[u16]) -> String {
    cells.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

/// The cell of an array where the board of a position has none.
pub const NO_CELL: u16 = u16::MAX;

/// The positions as arrays: `boards` (padded with [`NO_CELL`]), `distance` (-1 for a dead end) and the columns beside them.
pub fn arrays(positions: &[Position]) -> Vec<Array> {
    let sizes = positions.iter().map(|position| position.board.size());
    let (rows, cols) =
        sizes.fold((0, 0), |(rows, cols), size| (size.rows().max(rows), size.cols().max(cols)));
    let mut boards = vec![NO_CELL; positions.len() * rows * cols];
    for (number, position) in positions.iter().enumerate() {
        for (row, cells) in position.board.rows().enumerate() {
            let start = (number * rows + row) * cols;
            boards[start..start + cells.len()].copy_from_slice(cells);
        }
    }
    let texts = |value: fn(&Position) -> String| positions.iter().map(value).collect::<Vec<_>>();
    let ints = |value: fn(&Position) -> i32| positions.iter().map(value).collect::<Vec<_>>();
    let plan: Vec<bool> = positions.iter().map(|position| position.on_plan).collect();
    vec![
        Array::shorts("boards", vec![positions.len(), rows, cols], &boards),
        Array::ints("rows", &ints(|p| p.board.size().rows() as i32)),
        Array::ints("cols", &ints(|p| p.board.size().cols() as i32)),
        Array::ints("distance", &ints(|p| p.distance.map_or(-1, |d| d as i32))),
        Array::truths("on_plan", &plan),
        Array::texts("best_moves", &texts(|p| p.best_moves.join(" "))),
        Array::texts("split", &texts(|p| p.split.to_string())),
        Array::texts("level", &texts(|p| p.level.clone())),
        Array::texts("game", &texts(|p| p.game.to_string())),
    ]
}

/// Collects positions of levels; `tell` hears of each level that is done.
pub fn collect(
    subjects: &[Subject],
    choice: &Choice,
    cancel: &Cancel,
    mut tell: impl FnMut(usize),
) -> Dataset {
    let mut dataset = Dataset::default();
    // The split that has a position in any form.
    let mut seen: HashMap<(&'static str, Grid<u16>), &'static str> = HashMap::new();
    for (number, subject) in subjects.iter().enumerate() {
        if cancel.is_cancelled() {
            break;
        }
        let level = &subject.level;
        let split = split_of(level, choice);
        let Some(found) = labelled(level, choice, cancel) else {
            dataset.unknown.push(subject.name.clone());
            tell(number);
            continue;
        };
        for label in found {
            let form = (level.game.id(), level.game.canonical(&label.board));
            if *seen.entry(form).or_insert(split) != split {
                dataset.left_out += 1;
                continue;
            }
            let notation = level.game.notation();
            dataset.positions.push(Position {
                level: subject.name.clone(),
                source: subject.source.clone(),
                split,
                game: level.game.id(),
                code: to_code(&Level::new(level.game, label.board.clone())),
                board: label.board,
                distance: label.distance,
                best_moves: label.best.into_iter().map(|mv| notation.write(mv)).collect(),
                moves: label.moves,
                on_plan: label.on_plan,
            });
        }
        tell(number);
    }
    dataset
}

/// The split of a level, the same for all its forms.
fn split_of(level: &Level, choice: &Choice) -> &'static str {
    let form = Level::new(level.game, level.game.canonical(&level.grid));
    let number = fnv(format!("{} {}", choice.seed, to_code(&form)).as_bytes());
    let (valid, test) = choice.held_out;
    // The low bits of this hash follow the last letters; the high ones are mixed.
    match (number >> 32) as u32 % 100 {
        share if share < test => "test",
        share if share < test + valid => "valid",
        _ => "train",
    }
}

struct Label {
    board: Grid<u16>,
    distance: Option<Cost>,
    best: Vec<Move>,
    moves: usize,
    on_plan: bool,
}

fn labelled(level: &Level, choice: &Choice, cancel: &Cancel) -> Option<Vec<Label>> {
    let seed = choice.seed ^ fnv(to_code(level).as_bytes());
    match Space::explore(level.game, &level.grid, choice.explored, cancel) {
        Some(space) => Some(space.chosen(choice.per_level, seed)),
        None if cancel.is_cancelled() => None,
        None => solved(level, choice, seed, cancel),
    }
}

/// Numbers that look random: SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % count.max(1) as u64) as usize
    }
}

/// All positions that can be reached, with the moves between them.
struct Space {
    boards: Vec<Grid<u16>>,
    /// The moves of each position with where they lead; none from a solved one.
    moves: Vec<Vec<(Move, u32)>>,
    distances: Vec<Option<Cost>>,
}

impl Space {
    /// Everything that can be reached from a board; `None` when that is more than so many positions.
    fn explore(game: &dyn Game, start: &Grid<u16>, most: usize, cancel: &Cancel) -> Option<Space> {
        let mut numbers: HashMap<Grid<u16>, u32> = HashMap::from([(start.clone(), 0)]);
        let mut boards = vec![start.clone()];
        let mut moves: Vec<Vec<(Move, u32)>> = Vec::new();
        let mut solved = Vec::new();
        while let Some(board) = boards.get(moves.len()).cloned() {
            let mut next = Vec::new();
            if game.is_solved(&board) {
                solved.push(moves.len() as u32);
            } else {
                for mv in game.moves(&board) {
                    let Ok(after) = game.play(&board, mv) else { continue };
                    let number = *numbers.entry(after).or_insert_with_key(|after| {
                        boards.push(after.clone());
                        boards.len() as u32 - 1
                    });
                    next.push((mv, number));
                }
            }
            moves.push(next);
            if boards.len() > most || (moves.len().is_multiple_of(1024) && cancel.is_cancelled()) {
                return None;
            }
        }
        let distances = distances(&moves, &solved);
        Some(Space { boards, moves, distances })
    }

    fn label(&self, number: usize, on_plan: bool) -> Label {
        let distance = self.distances[number];
        let nearer = |&&(_, next): &&(Move, u32)| {
            distance.is_some_and(|d| d > 0 && self.distances[next as usize] == Some(d - 1))
        };
        Label {
            board: self.boards[number].clone(),
            distance,
            best: self.moves[number].iter().filter(nearer).map(|(mv, _)| *mv).collect(),
            moves: self.moves[number].len(),
            on_plan,
        }
    }

    /// The positions of one shortest plan, then others in a random order, so many in all.
    fn chosen(&self, most: usize, seed: u64) -> Vec<Label> {
        let mut plan = vec![0_usize];
        while let Some(distance) = self.distances[plan[plan.len() - 1]].filter(|&d| d > 0) {
            let next = self.moves[plan[plan.len() - 1]]
                .iter()
                .find(|(_, next)| self.distances[*next as usize] == Some(distance - 1));
            let Some((_, next)) = next else { break };
            plan.push(*next as usize);
        }
        if self.distances[0].is_none() {
            // Without a plan the start is a position like all others.
            plan.clear();
        }
        let mut others: Vec<usize> =
            (0..self.boards.len()).filter(|number| !plan.contains(number)).collect();
        let mut random = Random(seed);
        let wanted = most.saturating_sub(plan.len()).min(others.len());
        for place in 0..wanted {
            let chosen = place + random.below(others.len() - place);
            others.swap(place, chosen);
        }
        let on = plan.into_iter().take(most).map(|number| self.label(number, true));
        let off = others.into_iter().take(wanted).map(|number| self.label(number, false));
        on.chain(off).collect()
    }
}

/// How far every position is from the nearest solved one, counted backwards.
fn distances(moves: &[Vec<(Move, u32)>], solved: &[u32]) -> Vec<Option<Cost>> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); moves.len()];
    for (number, next) in moves.iter().enumerate() {
        for &(_, after) in next {
            before[after as usize].push(number as u32);
        }
    }
    let mut distances: Vec<Option<Cost>> = vec![None; moves.len()];
    let mut queue: VecDeque<u32> = VecDeque::new();
    for &number in solved {
        distances[number as usize] = Some(0);
        queue.push_back(number);
    }
    while let Some(number) = queue.pop_front() {
        let further = distances[number as usize].map(|distance| distance + 1);
        for &earlier in &before[number as usize] {
            if distances[earlier as usize].is_none() {
                distances[earlier as usize] = further;
                queue.push_back(earlier);
            }
        }
    }
    distances
}

/// Positions on a shortest plan and a few moves off it, solved one by one. `None` when the level itself is not solved with proof.
fn solved(level: &Level, choice: &Choice, seed: u64, cancel: &Cancel) -> Option<Vec<Label>> {
    let game = level.game;
    let mut known: HashMap<Grid<u16>, Option<Cost>> = HashMap::new();
    let end = Instant::now() + choice.time;
    let control = || {
        let left = end.saturating_duration_since(Instant::now());
        let limits = Limits { time: Some(left), ..Limits::default() };
        Control { cancel: cancel.clone(), ..Control::with_limits(limits) }
    };
    let mut answer = |board: &Grid<u16>| -> Option<Option<Cost>> {
        if let Some(found) = known.get(board) {
            return Some(*found);
        }
        let report = game.solve(board, &Method::default(), &control(), None).ok()?;
        let found = match report.outcome {
            Outcome::Solved { cost, optimal: true, .. } => Some(cost),
            Outcome::Unsolvable => None,
            _ => return None,
        };
        known.insert(board.clone(), found);
        Some(found)
    };
    let report = game.solve(&level.grid, &Method::default(), &control(), None).ok()?;
    let Outcome::Solved { plan, optimal: true, .. } = report.outcome else { return None };
    let mut boards = vec![level.grid.clone()];
    for mv in plan {
        let after = game.play(&boards[boards.len() - 1], mv).ok()?;
        boards.push(after);
    }
    let on_plan = boards.len();
    let mut random = Random(seed);
    let mut attempts = 0;
    while boards.len() < choice.per_level && attempts < 4 * choice.per_level {
        attempts += 1;
        let mut board = boards[random.below(on_plan)].clone();
        for _ in 0..=random.below(4) {
            let moves = game.moves(&board);
            if moves.is_empty() || game.is_solved(&board) {
                break;
            }
            board = game.play(&board, moves[random.below(moves.len())]).ok()?;
        }
        if !boards.contains(&board) {
            boards.push(board);
        }
    }
    let mut labels = Vec::new();
    for (number, board) in boards.into_iter().take(choice.per_level).enumerate() {
        if cancel.is_cancelled() {
            return None;
        }
        if Instant::now() >= end {
            break;
        }
        let Some(distance) = answer(&board) else { continue };
        let moves = if game.is_solved(&board) { Vec::new() } else { game.moves(&board) };
        let mut best = Vec::new();
        let mut is_whole = true;
        for &mv in moves.iter().filter(|_| distance.is_some()) {
            let after = game.play(&board, mv).ok()?;
            match answer(&after) {
                Some(found) if found.is_some_and(|found| Some(found + 1) == distance) => {
                    best.push(mv);
                }
                Some(_) => {}
                None => is_whole = false,
            }
        }
        // A position of which some best move may be missing says something false.
        if is_whole {
            let on_plan = number < on_plan;
            labels.push(Label { board, distance, best, moves: moves.len(), on_plan });
        }
    }
    (!labels.is_empty()).then_some(labels)
}
