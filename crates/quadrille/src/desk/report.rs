//! The report of a level: plain sentences first, numbers second.

use super::useless::{Useless, useless};
use super::ways::{self, Turn, Ways};
use super::{small, written};
use crate::atlas::Atlas;
use crate::definition::Plans;
use crate::game::SolveError;
use crate::generate::Rating;
use crate::heuristics::Expression;
use crate::levels::Level;
use crate::method::Method;
use crate::moves::Move;
use crate::search::{Control, Cost, Outcome, Stop};
use crate::verify;

/// The report on a level for its designer. `None` means that it was not found within the limits.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelReport {
    /// True if the level has a solution.
    pub solvable: Option<bool>,
    /// The length of its shortest plans, proved.
    pub optimum: Option<Cost>,
    /// The number of shortest plans, up to the order of independent moves; [`Plans::MANY`] for that
    /// many or more.
    pub plans: Option<u32>,
    /// Some of them, the first of each kind.
    pub solutions: Vec<Vec<String>>,
    /// Plans that are a little longer and differ from the shortest ones.
    pub other_ways: Vec<OtherWay>,
    /// The positions of the level, if all are known.
    pub positions: Option<Positions>,
    /// The number of positions examined, all or not.
    pub reached: usize,
    /// The reason why positions are missing, if any are.
    pub stop: Option<Stop>,
    /// The number of the first move of the first solution that cannot be undone, from 1.
    pub first_irreversible: Option<usize>,
    /// The earliest moves after which the start cannot be reached again.
    pub irreversible: Vec<Warning>,
    /// The earliest moves that lose the level.
    pub losing: Vec<Warning>,
    /// Losing moves that the game's heuristic rates as progress, and at least as good as every move
    /// that does not lose.
    pub traps: Vec<Trap>,
    /// The number of traps, listed or not.
    pub trap_count: Option<usize>,
    /// Parts of the first solution with only one reasonable move.
    pub forced: Vec<Stretch>,
    /// Pieces and walls without effect.
    pub useless: Option<Useless>,
    /// The difficulty of the level, with reasons.
    pub rating: Option<Rating>,
}

/// Figures of all positions of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Positions {
    /// The number of positions.
    pub all: usize,
    /// The number of solved positions.
    pub solved: usize,
    /// The number of positions from which no solution can be reached.
    pub dead: usize,
    /// The number of positions that can be solved but have a losing move: points of no return.
    pub points_of_no_return: usize,
    /// The number of positions from which the start can be reached again.
    pub returning: usize,
}

/// A plan that is a little longer than the shortest.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OtherWay {
    /// Its moves.
    pub plan: Vec<String>,
    /// The number of moves more than the shortest.
    pub extra: Cost,
    /// The number of positions between start and end that it shares with the shortest plans.
    pub shared: usize,
}

/// A move with consequences, and the moves that lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Warning {
    /// The moves before it, from the start.
    pub after: Vec<String>,
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// True if the level cannot be solved after it.
    pub loses: bool,
}

/// A move that loses the level but looks good.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trap {
    /// The moves before it, from the start.
    pub after: Vec<String>,
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// The estimate of the game's heuristic after it.
    pub estimate: f64,
    /// The least estimate after a move that does not lose.
    pub right: f64,
}

/// A part of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stretch {
    /// The number of its first move, from 1.
    pub first: usize,
    /// The number of its moves.
    pub moves: usize,
}

/// The most solutions, other plans, warnings and traps that are listed.
const SOLUTIONS: usize = 10;
const OTHER_WAYS: usize = 3;
const WARNINGS: usize = 5;

/// The limit on positions if none is given.
const POSITIONS: u64 = 1_000_000;

/// Positions that each search for useless things or for the rating may expand.
const NODES: u64 = 20_000;

/// The share of the time for exploring all positions; the rest is for the remaining steps.
const EXPLORING: f64 = 0.6;

/// Inspects a level. The limits on nodes and memory bound the positions that are examined; the time
/// limit bounds everything together. Steps without time left stay open. The rating is never cut
/// short, because it must not depend on time.
pub fn inspect(level: &Level, control: &Control) -> Result<LevelReport, SolveError> {
    let (game, board) = (level.game, &level.grid);
    let begun = control.clock.now();
    // The remaining time; `None` when it is over.
    let in_time = |mut own: Control, share: f64| {
        let elapsed = control.clock.now().saturating_sub(begun);
        let left = control.limits.max_time.map(|time| time.mul_f64(share).saturating_sub(elapsed));
        own.limits.max_time = left;
        (left.is_none_or(|left| !left.is_zero()) && !own.cancel.is_cancelled()).then_some(own)
    };
    let mut explore = control.clone();
    explore.limits.max_nodes = Some(control.limits.max_nodes.unwrap_or(POSITIONS));
    explore.limits.max_time = control.limits.max_time.map(|time| time.mul_f64(EXPLORING));
    let heuristic = Expression::from(game.vocabulary().default);
    let atlas = game.atlas(board, &[heuristic], &explore)?;
    let mut report =
        LevelReport { reached: atlas.reached, stop: atlas.stop, ..LevelReport::default() };
    match atlas.stop {
        None => report.by_positions(level, &atlas),
        Some(_) => {
            if let Some(search) = in_time(explore.clone(), 1.0) {
                report.by_search(level, &search)?;
            }
        }
    }
    if let Some(cost) = report.optimum.filter(|&cost| cost > 0 && game.has_unit_costs()) {
        let count = |control: Control| game.plans(board, cost, &control);
        let counted = in_time(small(control, explore.limits.max_nodes.unwrap_or(POSITIONS)), 1.0);
        report.plans = counted.and_then(count).map(|plans: Plans| plans.count);
        let each = small(control, NODES);
        let rated = in_time(each.clone(), 1.0).is_some();
        report.rating = rated.then(|| game.rate(board, &each).ok()).flatten();
        report.useless = in_time(each, 1.0).and_then(|timed| useless(level, &timed));
        report.drop_reorderings();
    }
    Ok(report)
}

impl LevelReport {
    /// Adds everything that follows from the complete list of positions.
    fn by_positions(&mut self, level: &Level, atlas: &Atlas) {
        let places = &atlas.places;
        let returns = ways::can_return(places);
        let mut before = None;
        let is_first = |turn: &Turn| before.replace(turn.from) != Some(turn.from);
        self.positions = Some(Positions {
            all: places.len(),
            solved: places.iter().filter(|place| place.solved).count(),
            dead: places.iter().filter(|place| place.distance.is_none()).count(),
            points_of_no_return: ways::fatal(places).filter(is_first).count(),
            returning: returns.iter().filter(|&&returns| returns).count(),
        });
        self.solvable = Some(places[0].distance.is_some());
        self.optimum = places[0].distance;
        let warning = |turn: &Turn| Warning {
            after: written(level.game, &atlas.way_to(turn.from as usize)),
            mv: level.game.notation().write(turn.mv),
            loses: places[turn.to as usize].distance.is_none(),
        };
        let leaving = ways::leaving(places, &returns);
        self.irreversible = leaving.iter().take(WARNINGS).map(warning).collect();
        self.losing = ways::fatal(places).take(WARNINGS).map(|turn| warning(&turn)).collect();
        self.find_traps(level, atlas);
        if self.optimum.is_none() || !level.game.has_unit_costs() {
            return;
        }
        let Some(ways) = Ways::new(atlas) else { return };
        let solutions = ways.shortest(SOLUTIONS);
        if let Some(first) = solutions.first() {
            let line = ways.along(first);
            let leaves =
                |&number: &u32| !returns[number as usize] && !places[number as usize].solved;
            self.first_irreversible = line.iter().position(leaves);
            let stretch = |(start, moves): (usize, usize)| Stretch { first: start + 1, moves };
            self.forced = ways.forced(first).into_iter().map(stretch).collect();
        }
        let known: Vec<_> = solutions.iter().filter_map(|plan| pushes(level, plan)).collect();
        let slack = (ways.optimum / 8).max(2);
        let is_other = |moves: &[Move]| {
            pushes(level, moves).is_none_or(|own| !known.contains(&own)) && !is_padded(level, moves)
        };
        self.other_ways = ways
            .detours(slack, OTHER_WAYS, is_other)
            .into_iter()
            .map(|detour| OtherWay {
                extra: detour.moves.len() as Cost - ways.optimum,
                plan: written(level.game, &detour.moves),
                shared: detour.shared,
            })
            .collect();
        self.solutions = solutions.iter().map(|plan| written(level.game, plan)).collect();
    }

    /// Finds losing moves that look like progress, and at least as good as every move that does not
    /// lose.
    fn find_traps(&mut self, level: &Level, atlas: &Atlas) {
        let (Some(estimates), places) = (atlas.estimates.first(), &atlas.places) else { return };
        let estimate = |number: u32| estimates[number as usize];
        let right = |from: u32| {
            let alive = places[from as usize].moves.iter();
            let alive = alive.filter(|(_, to)| places[*to as usize].distance.is_some());
            alive.map(|&(_, to)| estimate(to)).fold(f64::INFINITY, f64::min)
        };
        let mut traps: Vec<(Turn, f64)> = ways::fatal(places)
            .map(|turn| (turn, right(turn.from)))
            .filter(|&(turn, right)| {
                estimate(turn.to) <= right && estimate(turn.to) < estimate(turn.from)
            })
            .collect();
        self.trap_count = Some(traps.len());
        // Those nearest to shortest plans matter most.
        let off = |turn: &Turn| {
            let place = &places[turn.from as usize];
            place.depth.saturating_add(place.distance.unwrap_or(Cost::MAX))
        };
        traps.sort_by_key(|(turn, _)| (off(turn), turn.from));
        self.traps = traps
            .iter()
            .take(WARNINGS)
            .map(|&(turn, right)| Trap {
                after: written(level.game, &atlas.way_to(turn.from as usize)),
                mv: level.game.notation().write(turn.mv),
                estimate: estimate(turn.to),
                right,
            })
            .collect();
    }

    /// Adds what can be found by search if there are too many positions.
    fn by_search(&mut self, level: &Level, control: &Control) -> Result<(), SolveError> {
        let report = level.game.solve(&level.grid, &Method::default(), control, None)?;
        match report.outcome {
            Outcome::Solved { plan, cost, optimal } => {
                self.solvable = Some(true);
                self.optimum = optimal.then_some(cost);
                self.solutions = vec![written(level.game, &plan)];
            }
            Outcome::Unsolvable => self.solvable = Some(false),
            Outcome::Unknown => {}
        }
        Ok(())
    }

    /// Drops plans that differ only by order: a game may count two plans as one if they have the
    /// same moves.
    fn drop_reorderings(&mut self) {
        if self.plans.is_some_and(|plans| (plans as usize) < self.solutions.len()) {
            let mut seen = std::collections::HashSet::new();
            self.solutions.retain(|plan| {
                let mut moves = plan.clone();
                moves.sort_unstable();
                seen.insert(moves)
            });
        }
    }
}

/// True if a plan without one of its moves still is a plan.
fn is_padded(level: &Level, plan: &[Move]) -> bool {
    (0..plan.len()).any(|index| {
        let rest = [&plan[..index], &plan[index + 1..]].concat();
        verify::replay(level.game, &level.grid, &rest)
            .is_ok_and(|replay| replay.solved_after.is_some())
    })
}

/// The cells changed by each move of a plan that the game counts separately. In Sokoban two plans
/// with the same pushes are one, however the player walks.
fn pushes(level: &Level, plan: &[Move]) -> Option<Vec<Vec<usize>>> {
    level.game.tally(&level.grid, &[])?;
    let replay = verify::replay(level.game, &level.grid, plan).ok()?;
    let mut changes = Vec::new();
    for (boards, &mv) in replay.boards.windows(2).zip(plan) {
        if level.game.tally(&boards[0], &[mv])?.count > 0 {
            let cells = boards[0].cells().iter().zip(boards[1].cells());
            let changed = cells.enumerate().filter(|(_, (before, after))| before != after);
            changes.push(changed.map(|(index, _)| index).collect());
        }
    }
    Some(changes)
}
