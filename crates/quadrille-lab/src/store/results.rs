//! Reading results.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use quadrille::record::{Error, Record, Verdict};
use quadrille::search::{Cost, Stats, Stop};
use rusqlite::{Connection, OpenFlags, Row};

use super::{StoreError, check, refuse_other_files, value};
use crate::Trial;

/// Everything in a file of results.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// What the plan is about.
    pub title: String,
    /// How many trials the plan has.
    pub planned: usize,
    /// The trials that are there, in the order of the plan.
    pub trials: Vec<Trial>,
}

impl Results {
    /// Reads results; also of a run that is under way.
    pub fn read(path: &Path) -> Result<Results, StoreError> {
        match fs::metadata(path) {
            Err(_) => return Err(StoreError::Missing),
            Ok(there) if there.len() == 0 => return Err(StoreError::NotResults),
            Ok(_) => refuse_other_files(path)?,
        }
        // A log that a killed run left has to be read with the file, which takes the right to write; where that is not
        // given the file alone is read.
        let open =
            |flags| Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        let connection = open(OpenFlags::SQLITE_OPEN_READ_WRITE)
            .or_else(|_| open(OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        connection.busy_timeout(Duration::from_secs(5))?;
        check(&connection, None)?;
        let mut statement = connection
            .prepare("SELECT * FROM runs JOIN levels USING (fingerprint) ORDER BY task")?;
        let trials = statement.query_map([], trial)?.collect::<Result<Vec<_>, _>>()?;
        let mut results = Results {
            title: value(&connection, "title")?,
            planned: value(&connection, "trials")?.parse().unwrap_or(0),
            trials,
        };
        results.spread_optima();
        Ok(results)
    }

    /// What one trial proved of a level holds for all of them.
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

/// A row of the results. What does not read as what it should be is damaged, and said to be.
fn trial(row: &Row<'_>) -> Result<Trial, rusqlite::Error> {
    let count = |name: &str| row.get::<_, i64>(name).map(|count| count as u64);
    let bound = |name: &str| row.get::<_, Option<i64>>(name).map(|count| count.map(|c| c as u64));
    let error: Option<String> = row.get("error")?;
    let plan: Option<String> = row.get("plan")?;
    Ok(Trial {
        task: count("task")?,
        experiment: row.get("experiment")?,
        game: row.get("game")?,
        level: row.get("name")?,
        source: row.get("source")?,
        fingerprint: row.get("fingerprint")?,
        repeat: row.get("repeat")?,
        optimum: row.get("optimum")?,
        record: Record {
            method: row.get("method")?,
            algorithm: row.get("algorithm")?,
            heuristic: row.get("heuristic")?,
            outcome: word(row, "outcome", Verdict::from_name)?
                .ok_or_else(|| damaged("outcome", "nothing"))?,
            optimal: row.get("optimal")?,
            cost: row.get("cost")?,
            lower_bound: row.get("lower_bound")?,
            stop: word(row, "stop", Stop::from_name)?,
            plan: plan.map(|plan| plan.split_whitespace().map(str::to_string).collect()),
            error: error.map(Error::new),
            stats: Stats {
                expanded: count("expanded")?,
                generated: count("generated")?,
                duplicates: count("duplicates")?,
                reopened: count("reopened")?,
                dead_ends: count("dead_ends")?,
                peak_open: count("peak_open")?,
                peak_bytes: count("peak_bytes")?,
                depth: row.get("depth")?,
                seconds: row.get("seconds")?,
                first_plan_seconds: row.get("first_plan_seconds")?,
            },
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

/// The value that the word in a column stands for.
fn word<T>(
    row: &Row<'_>,
    column: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, rusqlite::Error> {
    let Some(text) = row.get::<_, Option<String>>(column)? else { return Ok(None) };
    read(&text).map(Some).ok_or_else(|| damaged(column, &text))
}

fn damaged(column: &str, text: &str) -> rusqlite::Error {
    let message = format!("'{text}' is no {column}");
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, message.into())
}
