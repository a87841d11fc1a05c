//! The difficulty of a level for a person.
//!
//! The rating follows a shortest plan and examines every choice on the way as a player sees it who
//! does not know the plan: the number of moves, how many of them are right (part of a shortest
//! plan), how many are fatal (no plan is left), and how many of those that look best (least
//! estimate of the game's heuristic) are right. Such a player takes one of the moves that look best
//! one time in four, and otherwise any move. The probability that this is right is that of the
//! step; its negative logarithm is the insight of the step in bits. `docs/difficulty.md` has the
//! reasons, and the ranking of known levels.

use std::fmt::Debug;
use std::sync::Arc;

use super::Difficulty;
use crate::definition::{self, Cell, Definition, Plans, Workshop};
use crate::grid::Grid;
use crate::heuristics::{Expression, Heuristic};
use crate::moves::Move;
use crate::puzzle::{self, Puzzle, Visit};
use crate::search::{Control, Cost, Limits, Outcome, Stop, toolkit::Packed};

/// The difficulty of a level, and its reasons.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rating {
    /// Higher is harder.
    pub score: u32,
    /// The degree for the score.
    pub difficulty: Difficulty,
    /// Rises with the place that people give a level in a series: the moves, the pieces and the
    /// side of the board together.
    pub order: f64,
    /// The figures behind the score.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub parts: Parts,
}

/// The figures behind a rating.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Parts {
    /// The length of the shortest plan.
    pub moves: Cost,
    /// The average number of different decisions per step.
    pub choices: f64,
    /// The share of them that are right.
    pub right: f64,
    /// The share of wrong moves among those that look best.
    pub misleading: f64,
    /// The share of moves after which the level can no longer be solved.
    pub dead_ends: f64,
    /// The share of the board that a shortest plan changes.
    pub board: f64,
    /// The insight of all steps together, in bits.
    pub insight: f64,
    /// The number of pieces on the board.
    pub pieces: u32,
    /// The number of shortest plans, up to the order of independent moves, if they could be
    /// counted.
    pub plans: Option<u32>,
}

/// The reason why a level has no rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unrated {
    /// The board is not a level of the game.
    Unfit,
    /// Moves have different costs.
    Costs,
    /// It has no plan.
    Unsolvable,
    /// No shortest plan was found within the limits.
    Unsolved(Stop),
}

impl std::fmt::Display for Unrated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unrated::Unfit => f.write_str("the board is not a level of the game"),
            Unrated::Costs => f.write_str("its moves have different costs"),
            Unrated::Unsolvable => f.write_str("it has no plan"),
            Unrated::Unsolved(stop) => write!(f, "no shortest plan was found: {stop}"),
        }
    }
}

impl std::error::Error for Unrated {}

/// The most moves of a position that are examined; of more, an evenly spread sample.
const LOOKED_AT: usize = 24;

/// With this node limit a proof has no searches for plans beside it. They find the plan that is
/// rated sooner on some runs than on others, and plans of one length differ in their ratings.
const ALONE: u64 = 5_000_000;

/// Positions that the search after one wrong move may expand. An open result counts as not fatal.
const NODES_A_MOVE: u64 = 5_000;

/// The probability that a player chooses by looks.
const BY_LOOKS: f64 = 0.25;

/// The extra weight of a step if all other moves are fatal.
const FATAL: f64 = 0.25;

/// The base weight of a decision, since it has to be remembered. Up to half as much again if the
/// plan changes the whole board.
const MOVE: f64 = 1.0;
const BOARD: f64 = 0.5;

struct Choice {
    /// The number of different moves.
    moves: usize,
    right: f64,
    misleading: f64,
    dead: f64,
}

impl Choice {
    /// The probability that the player's move is right.
    fn chance(&self) -> f64 {
        BY_LOOKS * (1.0 - self.misleading) + (1.0 - BY_LOOKS) * self.right
    }

    fn insight(&self) -> f64 {
        // A wrong move that can be repaired teaches something; a fatal one is often noticed late.
        bits(self.chance()) * (1.0 + FATAL * self.dead)
    }
}

/// The negative logarithm to base 2 of a positive probability. It uses only products, which are the
/// same on every machine; logarithms need not be.
fn bits(mut chance: f64) -> f64 {
    let mut bits = 0.0;
    while chance <= 0.5 && bits < 16.0 {
        chance *= 2.0;
        bits += 1.0;
    }
    let mut digit = 0.5;
    for _ in 0..20 {
        chance *= chance;
        if chance <= 0.5 {
            chance *= 2.0;
            bits += digit;
        }
        digit /= 2.0;
    }
    bits
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Solved(Cost),
    Lost,
    Open,
}

fn fate<D: Definition>(game: &D, board: &Grid<D::Cell>, control: &Control) -> Result<Fate, Stop> {
    if game.is_solved(board) {
        return Ok(Fate::Solved(0));
    }
    if !game.problems(board).is_empty() {
        return Ok(Fate::Lost);
    }
    let report = definition::best(game, board, &mut control.start(), None);
    match (report.outcome, report.stop) {
        (Outcome::Solved { cost, optimal: true, .. }, _) => Ok(Fate::Solved(cost)),
        (Outcome::Unsolvable, _) => Ok(Fate::Lost),
        (_, Some(stop @ (Stop::Time | Stop::Cancelled))) => Err(stop),
        _ => Ok(Fate::Open),
    }
}

/// The estimate of a position: less is better.
fn estimate<D: Definition>(game: &D, board: &Grid<D::Cell>) -> f64 {
    if !game.problems(board).is_empty() {
        return f64::INFINITY;
    }
    Look.run(&definition::level(game, board))
}

/// Computes the default estimate of the first position.
struct Look;

impl Visit for Look {
    type Output = f64;

    fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) -> f64 {
        let start = puzzle.start();
        match puzzle::formula(puzzle, &Expression::from(puzzle.vocabulary().default)) {
            Ok(formula) if !puzzle.is_goal(&start) => formula.estimate(&start, None),
            _ => 0.0,
        }
    }
}

puzzle::run_on_levels!(Look);

/// The distinct boards that the decisions at a board lead to, with the number of moves each takes,
/// in order.
fn decisions<D: Workshop>(game: &D, board: &Grid<D::Cell>) -> Vec<(Cost, Grid<D::Cell>)> {
    let mut boards: Vec<(Cost, Grid<D::Cell>)> = Vec::new();
    for (moves, next) in game.decisions(board) {
        if next != *board && !boards.iter().any(|(_, other)| *other == next) {
            boards.push((moves, next));
        }
    }
    boards
}

/// The choice at a board from which the plan needs `left` more moves and continues with the board
/// `next`. It is complete or fails: it must not depend on the time.
fn choice<D: Workshop>(
    game: &D,
    boards: &[(Cost, Grid<D::Cell>)],
    next: &Grid<D::Cell>,
    left: Cost,
    brief: &impl Fn() -> Control,
) -> Result<Choice, Stop> {
    let moves = boards.len().max(1);
    let looked_at = moves.min(LOOKED_AT);
    let sample: Vec<&(Cost, Grid<D::Cell>)> = (0..looked_at)
        .filter_map(|index| boards.get(index * moves / looked_at))
        .filter(|(_, other)| other != next)
        .collect();
    let (mut right, mut dead) = (1, 0);
    // The decision of the plan is right, whatever its estimate.
    let mut best_looks = estimate(game, next);
    let (mut obvious, mut obvious_wrong) = (1, 0);
    for (moves, other) in &sample {
        let fate = fate(game, other, &brief())?;
        let is_right = matches!(fate, Fate::Solved(cost) if cost + moves == left);
        right += usize::from(is_right);
        dead += usize::from(fate == Fate::Lost);
        let looks = estimate(game, other);
        if looks < best_looks {
            (best_looks, obvious, obvious_wrong) = (looks, 0, 0);
        }
        if looks <= best_looks {
            obvious += 1;
            obvious_wrong += usize::from(!is_right);
        }
    }
    let all = (sample.len() + 1) as f64;
    Ok(Choice {
        moves,
        right: right as f64 / all,
        misleading: obvious_wrong as f64 / f64::from(obvious),
        dead: dead as f64 / all,
    })
}

/// Rates a level. The node limit applies to each search, and to the counting of plans.
pub(crate) fn rate<D: Workshop>(
    game: &D,
    board: &Grid<D::Cell>,
    control: &Control,
) -> Result<Rating, Unrated> {
    if !game.problems(board).is_empty() {
        return Err(Unrated::Unfit);
    }
    if !D::HAS_UNIT_COSTS {
        return Err(Unrated::Costs);
    }
    let begun = control.clock.now();
    let solve = |limits: Limits| {
        let control = Control { limits, ..control.clone() };
        definition::best(game, board, &mut control.start(), None)
    };
    let Limits { max_nodes, max_time, .. } = control.limits;
    let mut report = solve(Limits {
        max_nodes: Some(max_nodes.map_or(ALONE, |n| n.min(ALONE))),
        ..control.limits
    });
    if report.stop == Some(Stop::Nodes) && max_nodes.is_none_or(|nodes| nodes > ALONE) {
        let elapsed = control.clock.now().saturating_sub(begun);
        let max_time = max_time.map(|time| time.saturating_sub(elapsed));
        report = solve(Limits { max_time, ..control.limits });
    }
    let (plan, moves) = match (report.outcome, report.stop) {
        (Outcome::Solved { plan, cost, optimal: true }, _) => (plan, cost),
        (Outcome::Unsolvable, _) => return Err(Unrated::Unsolvable),
        (_, stop) => return Err(Unrated::Unsolved(stop.unwrap_or(Stop::Cancelled))),
    };
    let plans = definition::plans(game, board, moves, control).map(|plans: Plans| plans.count);
    rate_by(game, board, &plan, plans, control)
}

/// Rates a level, given a shortest plan and the number of all of them. The node limit applies to
/// each search, the time limit to all together.
pub(crate) fn rate_by<D: Workshop>(
    game: &D,
    board: &Grid<D::Cell>,
    plan: &[Move],
    plans: Option<u32>,
    control: &Control,
) -> Result<Rating, Unrated> {
    let _tables = definition::keep_tables(game, board);
    let moves = plan.len() as Cost;
    let nodes = control.limits.max_nodes.unwrap_or(u64::MAX).min(NODES_A_MOVE);
    let deadline = control.deadline();
    let begun = control.clock.now();
    let brief = || {
        let elapsed = control.clock.now().saturating_sub(begun);
        let max_time = control.limits.max_time.map(|time| time.saturating_sub(elapsed));
        Control {
            limits: Limits { max_nodes: Some(nodes), max_time, ..control.limits },
            progress: Arc::default(),
            ..control.clone()
        }
    };
    let mut here = board.clone();
    let mut changed = vec![false; board.size().cells()];
    let mut choices = Vec::new();
    let (mut open, mut left) = (decisions(game, board), moves);
    for (index, &mv) in plan.iter().enumerate() {
        deadline.check(0).map_err(Unrated::Unsolved)?;
        let next = game.play(&here, mv).map_err(|_| Unrated::Unfit)?;
        let after = moves - index as Cost - 1;
        if after == 0 || open.iter().any(|(taken, board)| left - after == *taken && *board == next)
        {
            let choice = choice(game, &open, &next, left, &brief);
            choices.push(choice.map_err(Unrated::Unsolved)?);
            (open, left) = (decisions(game, &next), after);
        }
        for (changed, (before, after)) in
            changed.iter_mut().zip(here.cells().iter().zip(next.cells()))
        {
            *changed |= before.code() != after.code();
        }
        here = next;
    }
    let pieces = board.cells().iter().filter(|cell| cell.look().piece.is_some()).count() as u32;
    let parts = parts(moves, &choices, &changed, pieces, plans);
    let score = score(&parts, choices.len());
    let order = f64::from(moves) + f64::from(pieces) + (changed.len() as f64).sqrt();
    Ok(Rating { score, difficulty: Difficulty::of(score), order, parts })
}

fn parts(
    moves: Cost,
    choices: &[Choice],
    changed: &[bool],
    pieces: u32,
    plans: Option<u32>,
) -> Parts {
    let mean = |value: fn(&Choice) -> f64| {
        choices.iter().map(value).sum::<f64>() / choices.len().max(1) as f64
    };
    Parts {
        moves,
        choices: mean(|choice| choice.moves as f64),
        right: mean(|choice| choice.right),
        misleading: mean(|choice| choice.misleading),
        dead_ends: mean(|choice| choice.dead),
        board: changed.iter().filter(|&&changed| changed).count() as f64 / changed.len() as f64,
        insight: choices.iter().map(Choice::insight).sum(),
        pieces,
        plans,
    }
}

fn score(parts: &Parts, decisions: usize) -> u32 {
    (parts.insight + decisions as f64 * (MOVE + BOARD * parts.board)).round() as u32
}
