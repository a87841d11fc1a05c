//! What comes of candidates, taken in the order of their numbers: the levels without repetitions,
//! and a tally of the rest.

use std::collections::{BTreeMap, HashSet};

use super::{Attempt, Made, Rejection, Spec};
use crate::game::Game;
use crate::grid::Grid;
use crate::levels::{Known, Level};
use crate::search::Cost;

/// The levels that were made so far.
#[derive(Debug)]
pub struct Batch {
    game: &'static dyn Game,
    wanted: usize,
    made: Vec<Made>,
    /// One board for each kind of look-alikes.
    known: HashSet<Grid<u16>>,
    tally: BTreeMap<Rejection, u64>,
    tried: u64,
    tried_at_last: u64,
    moves: Option<(Cost, Cost)>,
    failure: Option<String>,
}

impl Batch {
    /// Nothing yet, of so many.
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

    /// Takes the next candidate.
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

    /// Why the rules of the game failed, which ends it all.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Whether there are as many levels as were wanted.
    pub fn is_full(&self) -> bool {
        self.made.len() >= self.wanted
    }

    /// How many levels there are.
    pub fn found(&self) -> usize {
        self.made.len()
    }

    /// How many candidates there were.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// How many candidates came to nothing since the last level.
    pub fn in_vain(&self) -> u64 {
        if self.failure.is_some() { u64::MAX } else { self.tried - self.tried_at_last }
    }

    /// The fewest and the most moves of any candidate whose shortest plan was found.
    pub fn moves(&self) -> Option<(Cost, Cost)> {
        self.moves
    }

    /// Why candidates were rejected, the commonest reason first.
    pub fn reasons(&self) -> Vec<(Rejection, u64)> {
        let mut reasons: Vec<_> =
            self.tally.iter().map(|(&reason, &count)| (reason, count)).collect();
        reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        reasons
    }

    /// The levels with their ratings, from the easiest to the hardest, with names.
    pub fn levels(&self, spec: &Spec) -> Vec<(Level, &Made)> {
        let mut made: Vec<&Made> = self.made.iter().collect();
        // The sort is stable: what is equal stays in the order of its coming.
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
    /// The level, with everything that is known about it but a name.
    pub fn level(&self, game: &'static dyn Game) -> Level {
        Level {
            known: Some(Known::Optimal(self.plan.len() as Cost)),
            solution: Some(self.plan.clone()),
            difficulty: Some(self.rating.score),
            ..Level::new(game, self.board.clone())
        }
    }
}
