//! Variations of a level: solved with proof, rated, and selected for variety.

use std::collections::HashSet;
use std::time::Duration;

use quadrille_base::random::Random;

#[cfg(feature = "serde")]
use super::as_code;
use super::edits::{self, Change, changes};
use super::{small, written};
use crate::candidates::Symmetry;
use crate::game::Game;
use crate::generate::Rating;
use crate::grid::Grid;
use crate::levels::{Known, Level};
use crate::method::Method;
use crate::moves::Move;
use crate::search::{Control, Cost, Outcome};

/// The purpose of a variation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Goal {
    /// It is rated harder.
    Harder,
    /// It is rated easier.
    Easier,
    /// It has one shortest plan; the level has more.
    Unique,
    /// Its board is smaller, or it has fewer things.
    Smaller,
    /// It is the level rotated or mirrored.
    Mirrored,
    /// It is rated the same.
    Alike,
    /// It has a solution; the level has none.
    Solvable,
}

impl Goal {
    /// Its name: `harder`.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Harder => "harder",
            Goal::Easier => "easier",
            Goal::Unique => "unique",
            Goal::Smaller => "smaller",
            Goal::Mirrored => "mirrored",
            Goal::Alike => "alike",
            Goal::Solvable => "solvable",
        }
    }
}

/// A variation of a level.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Variation {
    /// Its purpose.
    pub goal: Goal,
    /// The difference in words.
    pub what: String,
    /// The change of the board as a whole: `mirrored-left-to-right`, `without-the-last-row`.
    pub whole: Option<String>,
    /// The changed cells, unless the board changed as a whole.
    pub changes: Vec<Change>,
    /// The level, with its optimum, a shortest plan and its rating; serialised as its share code.
    #[cfg_attr(feature = "serde", serde(rename = "code", serialize_with = "as_code"))]
    pub level: Level,
    /// A shortest plan.
    pub plan: Vec<String>,
    /// Its difficulty, and the number of its shortest plans.
    pub rating: Rating,
}

/// The number of each kind among twenty variations, if there are enough.
const SHARES: [(Goal, usize); 5] = [
    (Goal::Harder, 6),
    (Goal::Easier, 5),
    (Goal::Unique, 4),
    (Goal::Smaller, 3),
    (Goal::Mirrored, 2),
];

/// Positions that each search may expand.
const NODES: u64 = 20_000;

/// The most boards that are tried, and the random ones among them.
const TRIED: usize = 600;
const RANDOM: u64 = 200;

/// The part of the time limit for finding solvable boards; the rest is for ratings.
const SEARCHING: f64 = 0.5;

/// A board that may become a variation.
struct Draft {
    board: Grid<u16>,
    /// Set in advance for mirrored and smaller boards.
    goal: Option<Goal>,
    what: Option<&'static str>,
}

/// A draft with its shortest plan.
struct Solved {
    draft: Draft,
    plan: Vec<Move>,
}

/// Up to `count` variations of a level, the hardest of each kind first. The time limit applies to
/// all together, the node limit to each search.
pub fn vary(level: &Level, count: usize, control: &Control) -> Vec<Variation> {
    let (game, begun) = (level.game, control.clock.now());
    let is_over = |share: f64| {
        let elapsed = control.clock.now().saturating_sub(begun);
        let is_late = |time: Duration| elapsed >= time.mul_f64(share);
        control.cancel.is_cancelled() || control.limits.max_time.is_some_and(is_late)
    };
    let each = small(control, NODES);
    let base = game.rate(&level.grid, &each).ok();
    let mut known = HashSet::from([game.canonical(&level.grid)]);
    let mut solved = Vec::new();
    for draft in drafts(level).into_iter().take(TRIED) {
        if is_over(SEARCHING) {
            break;
        }
        let is_level = edits::is_level(game, &level.grid, &draft.board);
        let is_new =
            draft.goal == Some(Goal::Mirrored) || known.insert(game.canonical(&draft.board));
        let plan = (is_level && is_new).then(|| plan_of(game, &draft.board, &each)).flatten();
        solved.extend(plan.map(|plan| Solved { draft, plan }));
    }
    let mut rated = Vec::new();
    for Solved { draft, plan } in solved {
        if is_over(1.0) {
            break;
        }
        let Ok(rating) = game.rate(&draft.board, &each) else { continue };
        rated.push(variation(level, base.as_ref(), draft, plan, rating));
    }
    choose(rated, count)
}

/// A shortest plan, proved.
fn plan_of(game: &dyn Game, board: &Grid<u16>, control: &Control) -> Option<Vec<Move>> {
    match game.solve(board, &Method::default(), control, None).ok()?.outcome {
        Outcome::Solved { plan, optimal: true, .. } => Some(plan),
        _ => None,
    }
}

/// Boards near a level: mirrored and smaller ones, then small changes and random ones alternating.
fn drafts(level: &Level) -> Vec<Draft> {
    let (game, board) = (level.game, &level.grid);
    let mut drafts: Vec<Draft> = Vec::new();
    for way in Symmetry::all().skip(1) {
        let turned = way.of(board);
        if turned != *board && drafts.iter().all(|draft| draft.board != turned) {
            let (goal, what) = (Some(Goal::Mirrored), Some(way.name()));
            drafts.push(Draft { board: turned, goal, what });
        }
    }
    let cut = edits::smaller(game, board).into_iter();
    let cut = cut.map(|(what, board)| Draft { board, goal: Some(Goal::Smaller), what: Some(what) });
    let simpler = game.without_one(board).into_iter();
    let simpler = simpler.map(|board| Draft { board, goal: Some(Goal::Smaller), what: None });
    drafts.extend(cut.chain(simpler));
    let plain = |board| Draft { board, goal: None, what: None };
    let mut near = edits::small(game, board);
    Random::new(0, 0).shuffle(&mut near);
    let steps = |number: u64| 1 + number as usize % 3;
    let mut random =
        (0..RANDOM).filter_map(|number| edits::random(game, board, steps(number), number));
    for board in near {
        drafts.push(plain(board));
        drafts.extend(random.next().map(plain));
    }
    drafts.extend(random.map(plain));
    drafts
}

fn variation(
    level: &Level,
    base: Option<&Rating>,
    draft: Draft,
    plan: Vec<Move>,
    rating: Rating,
) -> Variation {
    let Draft { board, goal, what } = draft;
    let is_unique = |rating: &Rating| rating.parts.plans == Some(1);
    let goal = goal.unwrap_or_else(|| match base {
        None => Goal::Solvable,
        Some(base) if is_unique(&rating) && !is_unique(base) => Goal::Unique,
        Some(base) if rating.score > base.score => Goal::Harder,
        Some(base) if rating.score < base.score => Goal::Easier,
        Some(_) => Goal::Alike,
    });
    let changes = match what {
        Some(_) => Vec::new(),
        None => changes(level.game, &level.grid, &board),
    };
    let whole = what.map(|what| what.replace(' ', "-"));
    let what = what.map_or_else(|| edits::words(&changes), str::to_string);
    let known = Some(Known::Optimal(plan.len() as Cost));
    let moves = written(level.game, &plan);
    let level = Level {
        known,
        solution: Some(plan),
        difficulty: Some(rating.score),
        ..Level::new(level.game, board)
    };
    Variation { goal, what, whole, changes, level, plan: moves, rating }
}

/// Selects some of each kind, spread evenly from the hardest to the easiest, then others up to the
/// count.
fn choose(mut all: Vec<Variation>, count: usize) -> Vec<Variation> {
    let figures = |variation: &Variation| {
        (variation.rating.score, variation.rating.parts.moves, variation.rating.parts.plans)
    };
    all.sort_by_key(|variation| (variation.goal, std::cmp::Reverse(variation.rating.score)));
    // Of those with the same figures, the first few are enough.
    let mut seen: HashSet<(Goal, (u32, Cost, Option<u32>))> = HashSet::new();
    let (fresh, rest): (Vec<Variation>, Vec<Variation>) =
        all.into_iter().partition(|variation| seen.insert((variation.goal, figures(variation))));
    let mut chosen = Vec::new();
    let mut left = Vec::new();
    let mut fresh = fresh.into_iter().peekable();
    while let Some(goal) = fresh.peek().map(|variation| variation.goal) {
        let mut kind: Vec<Option<Variation>> = Vec::new();
        while let Some(variation) = fresh.next_if(|variation| variation.goal == goal) {
            kind.push(Some(variation));
        }
        let share = SHARES.iter().find(|(other, _)| *other == goal).map_or(0, |(_, share)| *share);
        let wanted = (share * count).div_ceil(20).min(kind.len());
        for index in 0..wanted {
            let at = index * (kind.len() - 1) / (wanted - 1).max(1);
            chosen.extend(kind[at].take());
        }
        left.extend(kind.into_iter().flatten());
    }
    left.extend(rest);
    chosen.truncate(count);
    let missing = count - chosen.len();
    chosen.extend(left.into_iter().take(missing));
    chosen.sort_by_key(|variation| (variation.goal, std::cmp::Reverse(variation.rating.score)));
    chosen
}
