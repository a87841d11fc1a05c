//! The map of a level: its positions by the distance from the start and the distance to a solution.

use std::collections::HashMap;

use super::symmetry::orbits;
use super::ways::{self, Ways};
use super::{small, written};
use crate::atlas::{Atlas, Place};
use crate::game::SolveError;
use crate::levels::Level;
use crate::method::Method;
use crate::moves::Move;
use crate::search::{Control, Cost, Outcome};
use crate::verify;

/// Every position of a level, or a sample along a plan, laid out in columns by depth and in rows by
/// the distance to a solution. Dead positions have their own row below all others.
///
/// Positions are numbered from 0, the start; every list has an entry for each.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Map {
    /// The length of the shortest plan.
    pub optimum: Option<Cost>,
    /// The number of positions of the level that the map represents.
    pub positions: usize,
    /// True if it is a sample along a plan, because there are too many positions.
    pub sampled: bool,
    /// The fewest moves from the start; in a sample, those of a known path.
    pub depths: Vec<u32>,
    /// The fewest moves to a solution; `None` for dead positions, and where it is unknown.
    pub distances: Vec<Option<Cost>>,
    /// The marks of each position: a sum of [`Map::ON_PLAN`] and the others.
    pub marks: Vec<u8>,
    /// The number of positions that each represents: those that differ only by rotation and
    /// reflection.
    pub weights: Vec<u32>,
    /// The previous position on the path from the start; 0 for the start itself.
    pub from: Vec<u32>,
    /// The move from there, as an index in [`Map::moves`].
    pub by: Vec<u16>,
    /// The distinct moves in writing.
    pub moves: Vec<String>,
    /// The moves of all shortest plans as pairs of positions.
    pub steps: Vec<(u32, u32)>,
    /// The place of each position, in dots from the left and from the top.
    pub places: Vec<(u32, u32)>,
    /// The width and the height in dots.
    pub size: (u32, u32),
    /// The rows: distance (`None` for dead positions) and first line of dots.
    pub rows: Vec<(Option<Cost>, u32)>,
    /// The width of a column in dots, with the gap to the next.
    pub column: u32,
    /// The keys of the level's positions as `Game::keys_along`
    /// returns them, each with the number of the position that represents it; in a sample those of
    /// the plan. They locate a player on the map.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub keys: Vec<(u64, u32)>,
}

/// The limit on positions if none is given.
const POSITIONS: u64 = 1_000_000;

/// Positions that each search of a sample may expand.
const NODES: u64 = 20_000;

/// The ratio of width to height of a map.
const ASPECT: f64 = 1.6;

/// The most dots in a line of a column.
const WIDEST: u32 = 64;

impl Map {
    /// On a shortest plan.
    pub const ON_PLAN: u8 = 1;
    /// Solved.
    pub const SOLVED: u8 = 2;
    /// Solvable, with a move that loses the level.
    pub const NO_RETURN: u8 = 4;
    /// No solution can be reached.
    pub const DEAD: u8 = 8;

    /// Draws the map of a level. The limits bound the positions that are examined; if they are not
    /// enough, the map shows the positions of a shortest plan and all that are one move off it.
    pub fn draw(level: &Level, control: &Control) -> Result<Map, SolveError> {
        let mut explore = control.clone();
        explore.limits.max_nodes = Some(control.limits.max_nodes.unwrap_or(POSITIONS));
        let atlas = level.game.atlas(&level.grid, &[], &explore)?;
        let mut map = match atlas.stop {
            None => Map::whole(level, &atlas),
            Some(_) => Map::sample(level, &explore, atlas.reached)?,
        };
        map.lay_out();
        Ok(map)
    }

    /// The moves from the start to a position.
    pub fn way_to(&self, number: usize) -> Vec<&str> {
        let mut moves = Vec::new();
        let mut at = number;
        while at != 0 {
            moves.push(self.moves[usize::from(self.by[at])].as_str());
            at = self.from[at] as usize;
        }
        moves.reverse();
        moves
    }

    /// The number of positions with a mark, symmetric ones counted individually.
    pub fn count(&self, mark: u8) -> u64 {
        let marked = self.marks.iter().zip(&self.weights).filter(|(marks, _)| *marks & mark != 0);
        marked.map(|(_, &weight)| u64::from(weight)).sum()
    }

    fn whole(level: &Level, atlas: &Atlas) -> Map {
        let stands = orbits(atlas, level.grid.size());
        let mut weights = vec![0_u32; stands.len()];
        stands.iter().for_each(|&number| weights[number as usize] += 1);
        let mut marks = vec![0_u8; stands.len()];
        for (mark, place) in marks.iter_mut().zip(atlas.places.iter()) {
            *mark |= if place.solved { Map::SOLVED } else { 0 };
            *mark |= if place.distance.is_none() { Map::DEAD } else { 0 };
        }
        ways::fatal(&atlas.places).for_each(|turn| marks[turn.from as usize] |= Map::NO_RETURN);
        let ways = level.game.has_unit_costs().then(|| Ways::new(atlas)).flatten();
        let mut map = Map {
            optimum: atlas.places.distance(0),
            positions: atlas.places.len(),
            ..Map::default()
        };
        let mut pen = Pen { map: &mut map, level, moves: HashMap::new() };
        // The start, then every class of symmetric positions when it is first reached from one that
        // is drawn. One position of a class is drawn, and its moves lead to all classes.
        let mut names = vec![u32::MAX; stands.len()];
        let mut drawn: Vec<u32> = Vec::new();
        let mut next = 0;
        names[0] = pen.add(atlas.places.at(0), None, (marks[0], weights[0]));
        drawn.push(0);
        while let Some(&number) = drawn.get(next) {
            for &(mv, to) in atlas.places.at(number as usize).moves {
                let kind = stands[to as usize] as usize;
                if names[kind] == u32::MAX {
                    let figures = (marks[to as usize], weights[kind]);
                    let by = Some((next as u32, mv));
                    names[kind] = pen.add(atlas.places.at(to as usize), by, figures);
                    drawn.push(to);
                }
            }
            next += 1;
        }
        let name = |number: u32| names[stands[number as usize] as usize];
        let keys = atlas.keys.iter().copied().zip(0..);
        map.keys = keys.map(|(key, number)| (key, name(number))).collect();
        if let Some(ways) = ways {
            map.steps = ways.plan_turns().map(|turn| (name(turn.from), name(turn.to))).collect();
            map.steps.sort_unstable();
            map.steps.dedup();
            for (from, to) in map.steps.clone() {
                map.marks[from as usize] |= Map::ON_PLAN;
                map.marks[to as usize] |= Map::ON_PLAN;
            }
        }
        map
    }

    /// The positions of a shortest plan and all that are one move off it, each solved separately.
    fn sample(level: &Level, control: &Control, reached: usize) -> Result<Map, SolveError> {
        let (game, deadline) = (level.game, control.deadline());
        let mut map = Map { sampled: true, positions: reached, ..Map::default() };
        let report = game.solve(&level.grid, &Method::default(), control, None)?;
        let (plan, cost) = match report.outcome {
            Outcome::Solved { plan, cost, optimal } => {
                map.optimum = optimal.then_some(cost);
                (plan, cost)
            }
            _ => (Vec::new(), 0),
        };
        let (solvable, is_exact) = (!plan.is_empty(), map.optimum.is_some());
        let replay = verify::replay(game, &level.grid, &plan).map_err(SolveError::Refused)?;
        let mut pen = Pen { map: &mut map, level, moves: HashMap::new() };
        let mut known: HashMap<_, u32> = HashMap::new();
        let last = plan.len();
        for (index, board) in replay.boards.iter().enumerate() {
            let by = index.checked_sub(1).map(|before| (before as u32, plan[before]));
            let distance = is_exact.then(|| cost - index as Cost);
            let mut marks = if solvable { Map::ON_PLAN } else { 0 };
            marks |= if solvable && index == last { Map::SOLVED } else { 0 };
            known.insert(board.clone(), pen.push(index as u32, distance, by, (marks, 1)));
        }
        for (index, board) in replay.boards.iter().enumerate().take(last.max(1)) {
            for mv in game.moves(board) {
                let Ok(next) = game.play(board, mv) else { continue };
                if known.contains_key(&next) || deadline.check(0).is_err() {
                    continue;
                }
                let each = small(control, NODES);
                let (mut marks, mut distance) = (0, None);
                if game.is_solved(&next) {
                    (marks, distance) = (Map::SOLVED, Some(0));
                } else if !game.problems(&next).is_empty() {
                    marks = Map::DEAD;
                } else {
                    match game.solve(&next, &Method::default(), &each, None)?.outcome {
                        Outcome::Solved { cost, optimal: true, .. } => distance = Some(cost),
                        Outcome::Unsolvable => marks = Map::DEAD,
                        _ => {}
                    }
                }
                if marks == Map::DEAD && solvable {
                    pen.map.marks[index] |= Map::NO_RETURN;
                }
                let by = Some((index as u32, mv));
                let number = pen.push(index as u32 + 1, distance, by, (marks, 1));
                known.insert(next, number);
            }
        }
        map.steps = (0..last as u32).map(|number| (number, number + 1)).collect();
        map.keys = game.keys_along(&level.grid, &plan)?.into_iter().zip(0..).collect();
        Ok(map)
    }

    fn lay_out(&mut self) {
        let row_of = |map: &Map, number: usize| match map.distances[number] {
            Some(distance) => (0, Some(distance)),
            None if map.marks[number] & Map::DEAD != 0 => (2, None),
            None => (1, None),
        };
        // The farthest from a solution on top, then the unknown, then the dead.
        let mut rows: Vec<(u8, Option<Cost>)> =
            (0..self.depths.len()).map(|number| row_of(self, number)).collect();
        let order = |&(band, distance): &(u8, Option<Cost>)| {
            (band, std::cmp::Reverse(distance.unwrap_or(0)))
        };
        let own = rows.clone();
        rows.sort_by_key(order);
        rows.dedup();
        let place_of: HashMap<(u8, Option<Cost>), usize> =
            rows.iter().enumerate().map(|(place, &row)| (row, place)).collect();
        let columns = self.depths.iter().max().map_or(1, |&deepest| deepest as usize + 1);
        let cell = |number: usize| place_of[&own[number]] * columns + self.depths[number] as usize;
        let mut counts = vec![0_u32; rows.len() * columns];
        (0..self.depths.len()).for_each(|number| counts[cell(number)] += 1);
        let heights = |wide: u32| {
            let height = |row: &[u32]| row.iter().map(|count| count.div_ceil(wide)).max();
            counts.chunks(columns).map(move |row| height(row).unwrap_or(0) + 1).collect::<Vec<_>>()
        };
        let error = |wide: u32| {
            let (width, height) = (columns as u32 * (wide + 1), heights(wide).iter().sum::<u32>());
            (f64::from(width) / f64::from(height.max(1)) / ASPECT).ln().abs()
        };
        let widths = 1..=WIDEST;
        let wide = widths.min_by(|&one, &other| error(one).total_cmp(&error(other))).unwrap_or(1);
        let heights = heights(wide);
        let mut tops = Vec::new();
        let mut top = 0;
        for height in heights {
            tops.push(top);
            top += height;
        }
        self.rows = rows.iter().zip(&tops).map(|(&(_, distance), &top)| (distance, top)).collect();
        self.column = wide + 1;
        self.size = (columns as u32 * self.column, top);
        // Positions on plans come first in their cells, so plans are straight lines.
        let mut numbers: Vec<usize> = (0..self.depths.len()).collect();
        let class = |number: usize| {
            let marks = self.marks[number];
            (marks & Map::ON_PLAN == 0, marks & Map::SOLVED == 0, marks & Map::NO_RETURN != 0)
        };
        numbers.sort_by_key(|&number| (class(number), number));
        let mut used = vec![0_u32; counts.len()];
        let mut places = vec![(0, 0); self.depths.len()];
        for number in numbers {
            let cell = cell(number);
            let index = used[cell];
            used[cell] += 1;
            let left = self.depths[number] * self.column;
            places[number] = (left + index % wide, tops[cell / columns] + index / wide);
        }
        self.places = places;
    }
}

/// Adds positions to a map.
struct Pen<'a> {
    map: &'a mut Map,
    level: &'a Level,
    moves: HashMap<Move, u16>,
}

impl Pen<'_> {
    fn add(&mut self, place: Place<'_>, by: Option<(u32, Move)>, figures: (u8, u32)) -> u32 {
        self.push(place.depth, place.distance, by, figures)
    }

    fn push(
        &mut self,
        depth: u32,
        distance: Option<Cost>,
        by: Option<(u32, Move)>,
        (marks, weight): (u8, u32),
    ) -> u32 {
        let map = &mut *self.map;
        map.depths.push(depth);
        map.distances.push(distance);
        map.marks.push(marks);
        map.weights.push(weight);
        map.from.push(by.map_or(0, |(from, _)| from));
        let number = by.map_or(0, |(_, mv)| {
            *self.moves.entry(mv).or_insert_with(|| {
                map.moves.extend(written(self.level.game, &[mv]));
                map.moves.len() as u16 - 1
            })
        });
        map.by.push(number);
        map.depths.len() as u32 - 1
    }
}
