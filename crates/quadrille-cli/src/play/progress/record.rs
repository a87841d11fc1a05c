//! The progress of a player, and how the progress of two programs becomes one.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// The version of the file that this program reads and writes.
pub const VERSION: u32 = 1;

/// Everything that is remembered between two runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Progress {
    pub version: u32,
    /// The level that was played last.
    pub last: Option<Last>,
    /// The levels that were touched, by the share codes of their boards.
    pub levels: BTreeMap<String, Record>,
}

/// The level that was played last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Last {
    pub code: String,
    /// When, in milliseconds since 1970.
    pub changed: u64,
}

/// What is remembered of a level.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The fewest moves in which the player solved it.
    pub best: Option<u32>,
    /// The fewest moves there can be, once a search has proved them.
    pub proved: Option<u32>,
    /// The moves of the game that was left, with those taken back at the end.
    pub moves: String,
    /// How many of the moves stand.
    pub played: usize,
    /// When it was left, in milliseconds since 1970.
    pub changed: u64,
}

impl Default for Progress {
    fn default() -> Self {
        Progress { version: VERSION, last: None, levels: BTreeMap::new() }
    }
}

impl Progress {
    /// What is remembered of a level.
    pub fn of(&self, code: &str) -> Option<&Record> {
        self.levels.get(code)
    }

    /// Remembers where a level was left.
    pub fn leave(&mut self, code: &str, moves: String, played: usize) {
        let changed = now();
        let record = self.levels.entry(code.to_string()).or_default();
        Record { moves, played, changed, ..record.clone() }.clone_into(record);
        self.last = Some(Last { code: code.to_string(), changed });
    }

    /// Remembers that a level was solved in so many moves.
    pub fn solved(&mut self, code: &str, moves: u32) {
        let record = self.levels.entry(code.to_string()).or_default();
        record.best = fewest(record.best, Some(moves));
    }

    /// Remembers the fewest moves there can be.
    pub fn proved(&mut self, code: &str, moves: u32) {
        self.levels.entry(code.to_string()).or_default().proved = Some(moves);
    }

    /// Adds what another program remembers. Of two games of a level the one that was left later
    /// stays.
    pub fn merge(&mut self, other: &Progress) {
        for (code, theirs) in &other.levels {
            let ours = self.levels.entry(code.clone()).or_default();
            let newer = if theirs.changed > ours.changed { theirs } else { &*ours };
            *ours = Record {
                best: fewest(ours.best, theirs.best),
                proved: fewest(ours.proved, theirs.proved),
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

    fn record(best: Option<u32>, moves: &str, changed: u64) -> Record {
        Record { best, moves: moves.to_string(), changed, ..Record::default() }
    }

    #[test]
    fn merging_keeps_the_best_result_and_the_latest_game() {
        let mut ours = Progress::default();
        ours.levels.insert("a".into(), record(Some(9), "U", 5));
        ours.levels.insert("b".into(), record(None, "D", 9));
        let mut theirs = Progress::default();
        theirs.levels.insert("a".into(), record(Some(7), "L", 4));
        theirs.levels.insert("b".into(), record(Some(3), "R", 10));
        theirs.levels.insert("c".into(), record(None, "R", 1));
        theirs.last = Some(Last { code: "b".into(), changed: 10 });
        ours.merge(&theirs);
        assert_eq!(ours.levels["a"], record(Some(7), "U", 5));
        assert_eq!(ours.levels["b"], record(Some(3), "R", 10));
        assert_eq!(ours.levels["c"], record(None, "R", 1));
        assert_eq!(ours.last, theirs.last);
    }
}
