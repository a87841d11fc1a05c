//! Exact labels for the positions of a level.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use quadrille::Method;
use quadrille::atlas::Atlas;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::levels::{Level, to_code};
use quadrille::moves::Move;
use quadrille::search::{Cancel, Control, Cost, Limits, Outcome};
use quadrille_base::hash::fnv1a;
use quadrille_base::random::Random;

use super::DatasetOptions;

pub(super) struct Label {
    pub(super) board: Grid<u16>,
    pub(super) distance: Option<Cost>,
    pub(super) best: Vec<Move>,
    pub(super) moves: usize,
    pub(super) on_plan: bool,
}

/// The memory limit of the tables of one level.
const MEMORY: usize = 512 << 20;

/// Labels positions of a level, within the time limit per level and until `end`. `None` if nothing
/// was proved.
pub(super) fn labelled(
    level: &Level,
    options: &DatasetOptions,
    end: Option<Instant>,
    cancel: &Cancel,
) -> Option<Vec<Label>> {
    let seed = options.seed ^ fnv1a(to_code(level).as_bytes());
    let own = Instant::now() + options.time;
    let end = end.map_or(own, |end| own.min(end));
    let left = || end.saturating_duration_since(Instant::now());
    // Exploring a space that turns out to be too large must leave time for the positions near a
    // plan.
    let limits = Limits {
        max_nodes: Some(options.explored as u64),
        max_time: Some(left() / 2),
        max_memory: Some(MEMORY),
    };
    let control = Control { cancel: cancel.clone(), ..Control::with_limits(limits) };
    let atlas = level.game.atlas(&level.grid, &[], &control).ok()?;
    if atlas.stop.is_none() {
        return chosen(level, &atlas, options.per_level, seed, end);
    }
    drop(atlas);
    if cancel.is_cancelled() { None } else { solved(level, options, seed, &left, cancel) }
}

/// The positions of one shortest plan, then others in random order, up to `most`.
fn chosen(
    level: &Level,
    atlas: &Atlas,
    most: usize,
    seed: u64,
    end: Instant,
) -> Option<Vec<Label>> {
    let plan: Vec<usize> = atlas.shortest().into_iter().map(|(number, _)| number).collect();
    let mut is_on_plan = vec![false; atlas.places.len()];
    for &number in &plan {
        is_on_plan[number] = true;
    }
    let mut others: Vec<usize> =
        (0..atlas.places.len()).filter(|&number| !is_on_plan[number]).collect();
    let mut random = Random::new(seed, 0);
    let wanted = most.saturating_sub(plan.len()).min(others.len());
    for place in 0..wanted {
        let chosen = place + random.below(others.len() - place);
        others.swap(place, chosen);
    }
    let mut boards = Boards { level, atlas, known: HashMap::new() };
    let on = plan.into_iter().take(most).map(|number| (number, true));
    let off = others.into_iter().take(wanted).map(|number| (number, false));
    let mut labels = Vec::new();
    for (number, on_plan) in on.chain(off) {
        if labels.len() % 256 == 255 && Instant::now() >= end {
            break;
        }
        labels.push(boards.label(number, on_plan)?);
    }
    Some(labels)
}

/// Boards of positions, by the plain rules.
struct Boards<'a> {
    level: &'a Level,
    atlas: &'a Atlas,
    known: HashMap<usize, Grid<u16>>,
}

impl Boards<'_> {
    fn board(&mut self, number: usize) -> Option<Grid<u16>> {
        // Go back to a known position, then forward again: paths may be long.
        let mut way = Vec::new();
        let mut at = number;
        let mut board = loop {
            if let Some(board) = self.known.get(&at) {
                break board.clone();
            }
            match self.atlas.places.from(at) {
                Some((from, &mv)) => {
                    way.push((at, mv));
                    at = from;
                }
                None => break self.level.grid.clone(),
            }
        };
        for (reached, mv) in way.into_iter().rev() {
            board = self.level.game.play(&board, mv).ok()?;
            self.known.insert(reached, board.clone());
        }
        Some(board)
    }

    fn label(&mut self, number: usize, on_plan: bool) -> Option<Label> {
        let board = self.board(number)?;
        let place = self.atlas.places.at(number);
        let distance = place.distance;
        let is_nearer = |&&(_, to): &&(Move, u32)| {
            let after = self.atlas.places.distance(to as usize);
            distance.is_some_and(|distance| distance > 0 && after == Some(distance - 1))
        };
        let mut best: Vec<Move> = place.moves.iter().filter(is_nearer).map(|&(mv, _)| mv).collect();
        let legal = moves_of(self.level.game, &board);
        if legal.len() > place.moves.len() && !best.is_empty() {
            // The atlas keeps one of several moves with the same effect; all of them are best.
            let play = |&mv: &Move| self.level.game.play(&board, mv).ok();
            let nearer: Vec<Grid<u16>> = best.iter().filter_map(play).collect();
            let is_best = |mv: &Move| play(mv).is_some_and(|after| nearer.contains(&after));
            best = legal.iter().copied().filter(is_best).collect();
        }
        Some(Label { board, distance, best, moves: legal.len(), on_plan })
    }
}

fn moves_of(game: &dyn Game, board: &Grid<u16>) -> Vec<Move> {
    if game.is_solved(board) { Vec::new() } else { game.moves(board) }
}

/// Solves the positions on a shortest plan and a few moves off it one by one. `None` if the level
/// itself is not solved with proof.
fn solved(
    level: &Level,
    options: &DatasetOptions,
    seed: u64,
    left: &dyn Fn() -> Duration,
    cancel: &Cancel,
) -> Option<Vec<Label>> {
    let game = level.game;
    let mut known: HashMap<Grid<u16>, Option<Cost>> = HashMap::new();
    let control = || {
        let limits =
            Limits { max_time: Some(left()), max_memory: Some(MEMORY), ..Limits::default() };
        let cores = std::num::NonZero::new(1);
        Control { cancel: cancel.clone(), cores, ..Control::with_limits(limits) }
    };
    let mut answer = |board: &Grid<u16>| -> Option<Option<Cost>> {
        if let Some(found) = known.get(board) {
            return Some(*found);
        }
        if left().is_zero() {
            return None;
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
    let mut random = Random::new(seed, 0);
    let mut attempts = 0;
    while boards.len() < options.per_level && attempts < 4 * options.per_level && !left().is_zero()
    {
        attempts += 1;
        let mut board = boards[random.below(on_plan)].clone();
        for _ in 0..=random.below(4) {
            let moves = moves_of(game, &board);
            if moves.is_empty() {
                break;
            }
            board = game.play(&board, moves[random.below(moves.len())]).ok()?;
        }
        if !boards.contains(&board) {
            boards.push(board);
        }
    }
    let mut labels = Vec::new();
    for (number, board) in boards.into_iter().take(options.per_level).enumerate() {
        if cancel.is_cancelled() {
            return None;
        }
        if left().is_zero() {
            break;
        }
        let Some(distance) = answer(&board) else { continue };
        let moves = moves_of(game, &board);
        let mut best = Vec::new();
        let mut is_whole = true;
        for &mv in moves.iter().filter(|_| distance.is_some()) {
            let after = game.play(&board, mv).ok()?;
            match answer(&after) {
                Some(found) if found.is_some_and(|found| Some(found + 1) == distance) => {
                    best.push(mv);
                }
                Some(_) => {}
                None => {
                    is_whole = false;
                    break;
                }
            }
        }
        // A position with a best move missing would be labelled wrongly.
        if is_whole {
            let on_plan = number < on_plan;
            labels.push(Label { board, distance, best, moves: moves.len(), on_plan });
        }
    }
    (!labels.is_empty()).then_some(labels)
}
