//! Reading results.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::levels::{self, Known};
use quadrille::record::{Record, Verdict};
use quadrille::search::{Cost, Stats, Stop};
use quadrille::{Measure, Method};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};

use super::{StoreError, check, identity, refuse_other_files, value};
use crate::fields::{stat_names, stats_from};
use crate::schedule::{Schedule, Subject};
use crate::trial::{Key, Trial};

#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// The title of the plan.
    pub title: String,
    /// The number of trials in the plan.
    pub planned: usize,
    pub levels_hash: String,
    /// The stored trials, in the order of the plan.
    pub trials: Vec<Trial>,
}

impl Results {
    /// Reads results, also of a running experiment.
    pub fn read(path: &Path) -> Result<Results, StoreError> {
        match fs::metadata(path) {
            Err(_) => return Err(StoreError::Missing),
            Ok(there) if there.len() == 0 => return Err(StoreError::NotResults),
            Ok(_) => refuse_other_files(path)?,
        }
        // A log left by a killed run is read with the file, which needs write permission; without
        // it only the file is read.
        let open =
            |flags| Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        let connection = open(OpenFlags::SQLITE_OPEN_READ_WRITE)
            .or_else(|_| open(OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        connection.busy_timeout(Duration::from_secs(5))?;
        check(&connection, None)?;
        let (trials, damaged) = rows(&connection)?;
        if !damaged.is_empty() {
            return Err(StoreError::Damaged(damaged.len()));
        }
        let mut results = Results {
            title: value(&connection, "title")?,
            planned: value(&connection, "trials")?.parse().unwrap_or(0),
            levels_hash: value(&connection, "levels")?,
            trials,
        };
        results.spread_optima();
        Ok(results)
    }

    /// Restores the plan and its levels from the file alone, to run it again.
    pub fn schedule(games: &Games, path: &Path) -> Result<Schedule, StoreError> {
        if fs::metadata(path).is_err() {
            return Err(StoreError::Missing);
        }
        refuse_other_files(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        check(&connection, None)?;
        let commands = serde_json::from_str(&value(&connection, "commands")?)
            .map_err(|error| StoreError::Other(error.to_string()))?;
        let mut statement = connection
            .prepare("SELECT code, name, source, difficulty, made_by, optimum FROM levels")?;
        let mut found = statement.query([])?;
        let mut subjects = Vec::new();
        while let Some(row) = found.next()? {
            let code: String = row.get("code")?;
            let mut level = levels::from_code_with(games, &code)
                .map_err(|error| StoreError::Other(format!("a level is damaged: {error}")))?;
            let optimum: Option<Cost> = row.get("optimum")?;
            level.known = optimum.map(Known::Optimal);
            level.difficulty = row.get("difficulty")?;
            let (name, source) = (row.get("name")?, row.get("source")?);
            subjects.push(Subject { source, name, level, made_by: row.get("made_by")? });
        }
        let title = value(&connection, "title")?;
        Schedule::restored(&title, &identity(&connection)?, subjects, commands)
            .map_err(StoreError::Other)
    }

    /// Merges results. Trials of the same method on the same level become repeats.
    pub fn merged(parts: Vec<Results>) -> Results {
        let mut titles: Vec<String> = Vec::new();
        let mut all = Results {
            title: String::new(),
            planned: 0,
            levels_hash: String::new(),
            trials: Vec::new(),
        };
        let mut hashes: Vec<String> = Vec::new();
        let mut counts: BTreeMap<(String, String, String), u32> = BTreeMap::new();
        for part in parts {
            if !titles.contains(&part.title) {
                titles.push(part.title);
            }
            if !hashes.contains(&part.levels_hash) {
                hashes.push(part.levels_hash);
            }
            all.planned += part.planned;
            for mut trial in part.trials {
                let key = (
                    trial.experiment.clone(),
                    trial.fingerprint.clone(),
                    trial.record.method.clone(),
                );
                let count = counts.entry(key).or_default();
                trial.repeat = *count;
                *count += 1;
                trial.task = all.trials.len() as u64;
                all.trials.push(trial);
            }
        }
        all.title = titles.join("; ");
        all.levels_hash = hashes.join(" ");
        all.spread_optima();
        all
    }

    /// The differences from other results, except times and trials that a time limit ended.
    pub fn difference(&self, other: &Results) -> Differences {
        let keyed = |results: &Results| -> BTreeMap<Key, Trial> {
            results.trials.iter().map(|trial| (trial.key(), trial.clone())).collect()
        };
        let (here, there) = (keyed(self), keyed(other));
        let (mut found, mut timed) = (Vec::new(), 0);
        for (key, trial) in &here {
            let what = match there.get(key) {
                None => "only in the first".to_string(),
                // The figures of a search that a time limit stopped depend on the machine.
                Some(other) if is_timed(trial) || is_timed(other) => {
                    timed += 1;
                    continue;
                }
                Some(other) => match unlike(trial, other) {
                    Some(what) => what,
                    None => continue,
                },
            };
            found.push(Difference::new(trial, what));
        }
        for (key, trial) in there.iter().filter(|(key, _)| !here.contains_key(*key)) {
            let _ = key;
            found.push(Difference::new(trial, "only in the second".to_string()));
        }
        Differences { found, timed }
    }

    /// Copies an optimum that one trial proved to all trials of the level.
    fn spread_optima(&mut self) {
        let mut optima: BTreeMap<String, Cost> = BTreeMap::new();
        for trial in self.trials.iter().filter(|trial| trial.record.optimal) {
            if let Some(cost) = trial.record.cost {
                optima.insert(trial.fingerprint.clone(), cost);
            }
        }
        for trial in &mut self.trials {
            trial.optimum = optima.get(&trial.fingerprint).copied().or(trial.optimum);
        }
    }
}

/// Differences between two results, except times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differences {
    pub found: Vec<Difference>,
    /// The number of trials not compared because a time limit stopped one of the two.
    pub timed: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Difference {
    pub experiment: String,
    pub level: String,
    pub method: String,
    /// The index of the repeat, from 0.
    pub repeat: u32,
    pub what: String,
}

impl Difference {
    fn new(trial: &Trial, what: String) -> Difference {
        Difference {
            experiment: trial.experiment.clone(),
            level: trial.level.clone(),
            method: trial.record.method.clone(),
            repeat: trial.repeat,
            what,
        }
    }
}

fn is_timed(trial: &Trial) -> bool {
    trial.record.stop == Some(Stop::Time)
}

/// The first difference between two trials of the same method on the same level, except times.
fn unlike(a: &Trial, b: &Trial) -> Option<String> {
    let (a, b) = (&a.record, &b.record);
    let text = |cost: Option<Cost>| cost.map_or("none".to_string(), |cost| cost.to_string());
    let failed =
        |record: &Record| record.error.as_ref().map_or("none".to_string(), Diagnostic::message);
    let texts = [
        ("outcome", a.outcome.name().to_string(), b.outcome.name().to_string()),
        ("error", failed(a), failed(b)),
        ("moves", text(a.cost), text(b.cost)),
        ("proved shortest", a.optimal.to_string(), b.optimal.to_string()),
        ("lower bound", text(a.lower_bound), text(b.lower_bound)),
    ];
    // Several threads count differently in each run.
    let counts = (!a.algorithm.starts_with("parallel")).then(|| {
        [
            ("expanded", a.stats.expanded.to_string(), b.stats.expanded.to_string()),
            ("generated", a.stats.generated.to_string(), b.stats.generated.to_string()),
        ]
    });
    let all = texts.into_iter().chain(counts.into_iter().flatten());
    all.into_iter()
        .find(|(_, one, other)| one != other)
        .map(|(name, one, other)| format!("{name}: {one} and {other}"))
}

/// All trials in the order of the plan, and the indices of damaged rows.
pub(super) fn rows(connection: &Connection) -> Result<(Vec<Trial>, Vec<i64>), StoreError> {
    let mut statement = connection
        .prepare("SELECT * FROM runs LEFT JOIN levels USING (fingerprint) ORDER BY task")?;
    let mut found = statement.query([])?;
    let (mut good, mut damaged) = (Vec::new(), Vec::new());
    while let Some(row) = found.next()? {
        let checksum = row.get::<_, i64>("checksum");
        match (trial(row), checksum) {
            (Ok(trial), Ok(checksum)) if trial.checksum() == checksum => good.push(trial),
            _ => damaged.push(row.get("task")?),
        }
    }
    Ok((good, damaged))
}

/// Reads a row as a trial. Invalid values are errors.
fn trial(row: &Row<'_>) -> Result<Trial, rusqlite::Error> {
    let count = |name: &str| row.get::<_, i64>(name).map(|count| count as u64);
    let bound = |name: &str| row.get::<_, Option<i64>>(name).map(|count| count.map(|c| c as u64));
    let error: Option<String> = row.get("error")?;
    let plan: Option<String> = row.get("plan")?;
    let method: String = row.get("method")?;
    Ok(Trial {
        task: count("task")?,
        experiment: row.get("experiment")?,
        game: row.get("game")?,
        level: row.get("name")?,
        source: row.get("source")?,
        fingerprint: row.get("fingerprint")?,
        code: row.get("code")?,
        rows: row.get("rows")?,
        cols: row.get("cols")?,
        difficulty: row.get("difficulty")?,
        made_by: row.get("made_by")?,
        repeat: row.get("repeat")?,
        optimum: row.get("optimum")?,
        record: Record {
            // The text of a method names its measure.
            measure: method.parse().map_or(Measure::Moves, |method: Method| method.measure),
            method,
            algorithm: row.get("algorithm")?,
            heuristic: row.get("heuristic")?,
            outcome: word(row, "outcome", Verdict::from_name)?
                .ok_or_else(|| damaged("outcome", "nothing"))?,
            optimal: row.get("optimal")?,
            cost: row.get("cost")?,
            lower_bound: row.get("lower_bound")?,
            stop: word(row, "stop", Stop::from_name)?,
            plan: plan.map(|plan| plan.split_whitespace().map(str::to_string).collect()),
            tally: None,
            error: error
                .map(|error| serde_json::from_str(&error).map_err(|_| damaged("error", &error)))
                .transpose()?,
            stats: stats(row)?,
            cpu_seconds: row.get("cpu_seconds")?,
            peak_rss: bound("peak_rss")?,
            attributes: attributes(row)?,
        },
        limit_seconds: row.get("limit_seconds")?,
        limit_nodes: bound("limit_nodes")?,
        limit_bytes: bound("limit_bytes")?,
        version: row.get("version")?,
        machine: row.get("machine")?,
        jobs: row.get("jobs")?,
        finished: count("finished")?,
    })
}

/// The attributes: words of the form `name=figure`.
fn attributes(row: &Row<'_>) -> Result<BTreeMap<String, f64>, rusqlite::Error> {
    let text: Option<String> = row.get("attributes")?;
    let text = text.unwrap_or_default();
    let read = |word: &str| {
        let (name, figure) = word.split_once('=')?;
        Some((name.to_string(), figure.parse().ok()?))
    };
    let all: Option<BTreeMap<String, f64>> = text.split_whitespace().map(read).collect();
    all.ok_or_else(|| damaged("attributes", &text))
}

fn stats(row: &Row<'_>) -> Result<Stats, rusqlite::Error> {
    let mut values = Vec::new();
    for name in stat_names() {
        let value = match row.get_ref(*name)? {
            ValueRef::Integer(count) => (count as u64).into(),
            ValueRef::Real(number) => number.into(),
            ValueRef::Null => serde_json::Value::Null,
            ValueRef::Text(_) | ValueRef::Blob(_) => return Err(damaged(name, "a text")),
        };
        values.push((name.to_string(), value));
    }
    stats_from(values).map_err(|error| damaged("statistics", &error.to_string()))
}

/// Parses the word in a column.
fn word<T>(
    row: &Row<'_>,
    column: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, rusqlite::Error> {
    let Some(text) = row.get::<_, Option<String>>(column)? else { return Ok(None) };
    read(&text).map(Some).ok_or_else(|| damaged(column, &text))
}

fn damaged(column: &str, text: &str) -> rusqlite::Error {
    let message = format!("'{text}' is not a valid {column}");
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, message.into())
}
