//! The progress of a player, and merging it with that of another process.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// The version of the file format.
pub const VERSION: u32 = 1;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedProgress {
    pub version: u32,
    pub last: Option<Last>,
    /// The levels played, by the share codes of their boards.
    pub levels: BTreeMap<String, LevelProgress>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Last {
    pub code: String,
    /// The time, in milliseconds since 1970.
    pub changed: u64,
}

#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct LevelProgress {
    /// The fewest moves in which the player solved it.
    pub best: Option<u32>,
    /// The length of a shortest plan, if proved.
    pub proved: Option<u32>,
    /// The moves of the unfinished game, with undone ones at the end.
    pub moves: String,
    /// The number of moves played; the rest are undone.
    pub played: usize,
    /// The time of the last move, in milliseconds since 1970.
    pub changed: u64,
}

impl Default for SavedProgress {
    fn default() -> Self {
        SavedProgress { version: VERSION, last: None, levels: BTreeMap::new() }
    }
}

impl SavedProgress {
    pub fn of(&self, code: &str) -> Option<&LevelProgress> {
        self.levels.get(code)
    }

    pub fn leave(&mut self, code: &str, moves: String, played: usize) {
        let changed = now();
        let record = self.levels.entry(code.to_string()).or_default();
        LevelProgress { moves, played, changed, ..record.clone() }.clone_into(record);
        self.last = Some(Last { code: code.to_string(), changed });
    }

    /// Stores that a level was solved in this many moves.
    pub fn solved(&mut self, code: &str, moves: u32) {
        let record = self.levels.entry(code.to_string()).or_default();
        record.best = fewest(record.best, Some(moves));
    }

    /// Stores the length of a shortest plan.
    pub fn proved(&mut self, code: &str, moves: u32) {
        self.levels.entry(code.to_string()).or_default().proved = Some(moves);
    }

    /// Merges the progress of another process. The later game of a level is kept.
    pub fn merge(&mut self, other: &SavedProgress) {
        for (code, other_record) in &other.levels {
            let own = self.levels.entry(code.clone()).or_default();
            let newer = if other_record.changed > own.changed { other_record } else { &*own };
            *own = LevelProgress {
                best: fewest(own.best, other_record.best),
                proved: fewest(own.proved, other_record.proved),
                ..newer.clone()
            };
        }
        let changed = |last: &Option<Last>| last.as_ref().map_or(0, |last| last.changed);
        if changed(&other.last) > changed(&self.last) {
            self.last.clone_from(&other.last);
        }
    }
}

fn fewest(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    one.into_iter().chain(other).min()
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(best: Option<u32>, moves: &str, changed: u64) -> LevelProgress {
        LevelProgress { best, moves: moves.to_string(), changed, ..LevelProgress::default() }
    }

    #[test]
    fn merging_keeps_the_best_result_and_the_latest_game() {
        let mut own = SavedProgress::default();
        own.levels.insert("a".into(), record(Some(9), "U", 5));
        own.levels.insert("b".into(), record(None, "D", 9));
        let mut other_record = SavedProgress::default();
        other_record.levels.insert("a".into(), record(Some(7), "L", 4));
        other_record.levels.insert("b".into(), record(Some(3), "R", 10));
        other_record.levels.insert("c".into(), record(None, "R", 1));
        other_record.last = Some(Last { code: "b".into(), changed: 10 });
        own.merge(&other_record);
        assert_eq!(own.levels["a"], record(Some(7), "U", 5));
        assert_eq!(own.levels["b"], record(Some(3), "R", 10));
        assert_eq!(own.levels["c"], record(None, "R", 1));
        assert_eq!(own.last, other_record.last);
    }
}
