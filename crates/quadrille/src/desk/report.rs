//! The report of a level: plain sentences first, numbers second.

use std::num::NonZero;

use quadrille_base::runner::both;

use super::useless::{Useless, without_effect};
use super::ways::{self, Detour, Turn, Ways};
use super::{Timer, small, written};
use crate::atlas::{Atlas, Collect};
use crate::game::SolveError;
use crate::generate::Rating;
use crate::heuristics::Expression;
use crate::levels::Level;
use crate::method::Method;
use crate::moves::Move;
use crate::search::{Control, Cost, Outcome, Stop, toolkit::Deadline};
use crate::verify;

/// The report on a level for its designer. `None` means that it was not found within the limits.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelReport {
    /// True if the level has a solution.
    pub solvable: Option<bool>,
    /// The length of its shortest plans, proved.
    pub optimum: Option<Cost>,
    /// The number of shortest plans, up to the order of independent moves; a thousand for that
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
    /// The questions that were not answered, or not completely, within the limits.
    pub open: Vec<Question>,
}

/// A question that a report answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Question {
    /// Is there a solution, and how long is the shortest one?
    Optimum,
    /// How many shortest solutions are there?
    Plans,
    /// Which solutions are a little longer?
    OtherWays,
    /// From which positions can the level not be solved, or the start not be reached again?
    DeadEnds,
    /// Which losing moves look good?
    Traps,
    /// Which pieces and walls have no effect?
    Useless,
    /// How hard is the level?
    Rating,
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

/// The shares of the time after which the steps end on one core: searches, then exploring all
/// positions, then their estimates. On two cores, searches run beside the other steps and have all
/// of the time.
const SEARCHING: f64 = 0.4;
const EXPLORING: f64 = 0.8;
const ESTIMATING: f64 = 0.9;

/// Inspects a level. The limits on nodes and memory bound the positions that are examined; the time
/// limit bounds everything together. Steps that do not end in time leave their questions open.
///
/// What is answered does not depend on the time: an answer is complete or missing. Only of the
/// pieces and walls are some tested if not all can be.
pub fn inspect(level: &Level, control: &Control) -> Result<LevelReport, SolveError> {
    let timer = Timer::start(control);
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let found = match control.cores.map_or_else(cores, NonZero::get) {
        1 => {
            let searched = search(level, &timer, SEARCHING);
            searched.and_then(|searched| Ok((searched, explore(level, &timer)?)))
        }
        _ => {
            let (searched, explored) =
                both(|| search(level, &timer, 1.0), || explore(level, &timer));
            searched.and_then(|searched| Ok((searched, explored?)))
        }
    };
    let (searched, mut report) = found?;
    if report.positions.is_none() {
        let LevelReport { solvable, optimum, ref solutions, .. } = searched;
        report = LevelReport { solvable, optimum, solutions: solutions.clone(), ..report };
    }
    let LevelReport { plans, rating, useless, .. } = searched;
    report = LevelReport { plans, rating, useless, ..report };
    report.drop_reorderings();
    report.open = report.open_questions(level.game.has_unit_costs());
    Ok(report)
}

/// The part of a report that is answered by searches for plans, for the number of shortest plans,
/// for things without effect, and for the rating.
fn search(level: &Level, timer: &Timer<'_>, share: f64) -> Result<LevelReport, SolveError> {
    let (game, board) = (level.game, &level.grid);
    let within = |nodes: u64| timer.until(share, small(timer.control, nodes));
    let mut answers = LevelReport::default();
    let (plan, cost) =
        match game.solve(board, &Method::default(), &within(POSITIONS), None)?.outcome {
            Outcome::Solved { plan, cost, optimal } => {
                answers.solvable = Some(true);
                answers.optimum = optimal.then_some(cost);
                answers.solutions = vec![written(game, &plan)];
                (plan, cost)
            }
            outcome => {
                answers.solvable = (outcome == Outcome::Unsolvable).then_some(false);
                return Ok(answers);
            }
        };
    if answers.optimum.is_none() || cost == 0 || !game.has_unit_costs() {
        return Ok(answers);
    }
    let plans = game.plans(board, cost, &within(POSITIONS));
    answers.plans = plans.map(|plans| plans.count);
    answers.rating = game.rate_by(board, &plan, answers.plans, &within(NODES)).ok();
    answers.useless = plans.map(|plans| without_effect(level, cost, plans, &within(NODES)));
    Ok(answers)
}

/// The part of a report that follows from the complete list of positions.
fn explore(level: &Level, timer: &Timer<'_>) -> Result<LevelReport, SolveError> {
    let nodes = timer.control.limits.max_nodes.unwrap_or(POSITIONS);
    let mut control = timer.until(EXPLORING, timer.control.clone());
    control.limits.max_nodes = Some(nodes);
    let deadline = timer.until(ESTIMATING, control.clone()).deadline();
    let collect = Collect {
        heuristics: &[Expression::from(level.game.vocabulary().default)],
        control: &control,
        deadline: &deadline,
        estimated: Some(ways::near_losing),
        with_keys: false,
    };
    let mut report = LevelReport::default();
    match level.game.collected(&level.grid, collect) {
        Ok(atlas) => {
            (report.reached, report.stop) = (atlas.reached, atlas.stop);
            if atlas.stop.is_none() {
                let deadline = timer.until(1.0, control).deadline();
                report.by_positions(level, &atlas, &deadline);
            }
        }
        // Rules that may fail do so at the deadline.
        Err(SolveError::Rules(failure)) => {
            report.stop = Some(deadline.check(0).err().ok_or(SolveError::Rules(failure))?);
        }
        Err(error) => return Err(error),
    }
    Ok(report)
}

impl LevelReport {
    /// Adds everything that follows from the complete list of positions.
    fn by_positions(&mut self, level: &Level, atlas: &Atlas, deadline: &Deadline) {
        let places = &atlas.places;
        let returns = places.returning();
        let mut before = None;
        let is_first = |turn: &Turn| before.replace(turn.from) != Some(turn.from);
        self.positions = Some(Positions {
            all: places.len(),
            solved: places.iter().filter(|place| place.solved).count(),
            dead: places.iter().filter(|place| place.distance.is_none()).count(),
            points_of_no_return: ways::fatal(places).filter(is_first).count(),
            returning: returns.iter().filter(|&&returns| returns).count(),
        });
        self.optimum = places.distance(0);
        self.solvable = Some(self.optimum.is_some());
        let warning = |turn: Turn| Warning {
            after: written(level.game, &atlas.way_to(turn.from as usize)),
            mv: level.game.notation().write(turn.mv),
            loses: places.distance(turn.to as usize).is_none(),
        };
        self.irreversible = ways::leaving(places, &returns).take(WARNINGS).map(warning).collect();
        self.losing = ways::fatal(places).take(WARNINGS).map(warning).collect();
        self.find_traps(level, atlas);
        if self.optimum.is_none() || !level.game.has_unit_costs() {
            return;
        }
        let Some(ways) = Ways::new(atlas) else { return };
        let solutions = ways.shortest(SOLUTIONS);
        if let Some(first) = solutions.first() {
            let line = ways.along(first);
            let leaves =
                |&number: &u32| !returns[number as usize] && !places.at(number as usize).solved;
            self.first_irreversible = line.iter().position(leaves);
            let stretch = |(start, moves): (usize, usize)| Stretch { first: start + 1, moves };
            self.forced = ways.forced(first).into_iter().map(stretch).collect();
        }
        let known: Vec<_> = solutions.iter().filter_map(|plan| pushes(level, plan)).collect();
        let slack = (ways.optimum / 8).max(2);
        let is_other = |moves: &[Move]| {
            pushes(level, moves).is_none_or(|own| !known.contains(&own)) && !is_padded(level, moves)
        };
        let other = |detour: Detour| OtherWay {
            extra: detour.moves.len() as Cost - ways.optimum,
            plan: written(level.game, &detour.moves),
            shared: detour.shared,
        };
        match ways.detours(slack, OTHER_WAYS, is_other, deadline) {
            Ok(detours) => self.other_ways = detours.into_iter().map(other).collect(),
            Err(_) => self.open.push(Question::OtherWays),
        }
        self.solutions = solutions.iter().map(|plan| written(level.game, plan)).collect();
    }

    /// Finds losing moves that look like progress, and at least as good as every move that does not
    /// lose.
    fn find_traps(&mut self, level: &Level, atlas: &Atlas) {
        let places = &atlas.places;
        let Some(estimates) = atlas.estimates.first().filter(|all| all.len() == places.len())
        else {
            return;
        };
        let estimate = |number: u32| estimates[number as usize];
        let right = |from: u32| {
            let alive = places.at(from as usize).moves.iter();
            let alive = alive.filter(|(_, to)| places.distance(*to as usize).is_some());
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
            let place = places.at(turn.from as usize);
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

    fn open_questions(&self, has_unit_costs: bool) -> Vec<Question> {
        if self.solvable == Some(false) || self.optimum == Some(0) {
            return Vec::new();
        }
        let is_cut = |question: Question| self.positions.is_none() || self.open.contains(&question);
        let is_useless_open = self.useless.as_ref().is_none_or(|useless| useless.unsettled > 0);
        let questions = [
            (Question::Optimum, self.optimum.is_none()),
            (Question::Plans, has_unit_costs && self.plans.is_none()),
            (Question::OtherWays, has_unit_costs && is_cut(Question::OtherWays)),
            (Question::DeadEnds, self.positions.is_none()),
            (Question::Traps, self.trap_count.is_none()),
            (Question::Useless, has_unit_costs && is_useless_open),
            (Question::Rating, has_unit_costs && self.rating.is_none()),
        ];
        let open = questions.into_iter().filter(|(_, is_open)| *is_open);
        open.map(|(question, _)| question).collect()
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
