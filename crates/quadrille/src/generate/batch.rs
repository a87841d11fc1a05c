//! Collects candidates in the order of their numbers: distinct levels, and statistics of the rest.

use std::collections::{BTreeMap, HashSet};

use super::{Attempt, Made, Rejection, Spec};
use crate::game::Game;
use crate::grid::Grid;
use crate::levels::{Known, Level};
use crate::search::Cost;

/// The levels made so far.
#[derive(Debug)]
pub struct Batch {
    game: &'static dyn Game,
    wanted: usize,
    made: Vec<Made>,
    /// One board for each class of equivalent levels.
    known: HashSet<Grid<u16>>,
    tally: BTreeMap<Rejection, u64>,
    tried: u64,
    tried_at_last: u64,
    moves: Option<(Cost, Cost)>,
    failure: Option<String>,
}

impl Batch {
    /// An empty batch for `wanted` levels.
    pub fn new(game: &'static dyn Game, wanted: usize) -> Batch {
        Batch {
            game,
            wanted,
            made: Vec::new(),
            known: HashSet::new(),
            tally: BTreeMap::new(),
            tried: 0,
            tried_at_last: 0,
            moves: None,
            failure: None,
        }
    }

    pub fn take(&mut self, attempt: Attempt) {
        if self.is_full() {
            return;
        }
        let rejection = match attempt {
            Attempt::Cancelled => return,
            Attempt::Failed(why) => {
                self.failure = Some(why);
                return;
            }
            Attempt::Rejected(rejection, moves) => {
                self.note(moves);
                rejection
            }
            Attempt::Made(made) => {
                self.note(Some(made.plan.len() as Cost));
                if self.known.insert(self.game.canonical(&made.board)) {
                    self.made.push(*made);
                    self.tried += 1;
                    self.tried_at_last = self.tried;
                    return;
                }
                Rejection::Known
            }
        };
        self.tried += 1;
        *self.tally.entry(rejection).or_default() += 1;
    }

    fn note(&mut self, moves: Option<Cost>) {
        let Some(moves) = moves else { return };
        let (least, most) = self.moves.unwrap_or((moves, moves));
        self.moves = Some((least.min(moves), most.max(moves)));
    }

    /// The failure of the game's rules, which ends the batch.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// True if there are as many levels as requested.
    pub fn is_full(&self) -> bool {
        self.made.len() >= self.wanted
    }

    /// The number of levels.
    pub fn found(&self) -> usize {
        self.made.len()
    }

    /// The number of candidates.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// The number of candidates rejected since the last level.
    pub fn rejected_since_last(&self) -> u64 {
        if self.failure.is_some() { u64::MAX } else { self.tried - self.tried_at_last }
    }

    /// The fewest and the most moves of any candidate whose shortest plan was found.
    pub fn moves(&self) -> Option<(Cost, Cost)> {
        self.moves
    }

    /// The reasons for rejections, the most frequent first.
    pub fn reasons(&self) -> Vec<(Rejection, u64)> {
        let mut reasons: Vec<_> =
            self.tally.iter().map(|(&reason, &count)| (reason, count)).collect();
        reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        reasons
    }

    /// The levels with their ratings, from the easiest to the hardest, with names.
    pub fn levels(&self, spec: &Spec) -> Vec<(Level, &Made)> {
        let mut made: Vec<&Made> = self.made.iter().collect();
        // The sort is stable: equal levels stay in the order of their candidates.
        made.sort_by_key(|made| (made.rating.score, made.plan.len(), made.board.size().cells()));
        let word = spec.difficulty.map_or(self.game.id(), |difficulty| difficulty.name());
        let digits = self.wanted.to_string().len().max(2);
        made.into_iter()
            .enumerate()
            .map(|(index, made)| {
                let level = Level {
                    name: Some(format!("{word}-{:0digits$}", index + 1)),
                    ..made.level(self.game)
                };
                (level, made)
            })
            .collect()
    }
}

impl Made {
    /// The level with all its data except for a name.
    pub fn level(&self, game: &'static dyn Game) -> Level {
        Level {
            known: Some(Known::Optimal(self.plan.len() as Cost)),
            solution: Some(self.plan.clone()),
            difficulty: Some(self.rating.score),
            ..Level::new(game, self.board.clone())
        }
    }
}
