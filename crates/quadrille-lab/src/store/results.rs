//! Reading results.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use quadrille::search::Cost;
use rusqlite::{Connection, OpenFlags, Row};

use super::{StoreError, check, refuse_other_files, value};
use crate::{Outcome, Record, Trial};

/// Everything in a file of results.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// What the plan is about.
    pub title: String,
    /// How many trials the plan has.
    pub planned: usize,
    /// The trials that are there, in the order of the plan.
    pub records: Vec<Record>,
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
        let records = statement.query_map([], record)?.collect::<Result<Vec<_>, _>>()?;
        let mut results = Results {
            title: value(&connection, "title")?,
            planned: value(&connection, "trials")?.parse().unwrap_or(0),
            records,
        };
        results.spread_optima();
        Ok(results)
    }

    /// What one trial proved of a level holds for all of them.
    fn spread_optima(&mut self) {
        let mut optima: BTreeMap<String, Cost> = BTreeMap::new();
        for record in self.records.iter().filter(|record| record.trial.optimal) {
            if let Some(cost) = record.trial.cost {
                optima.insert(record.fingerprint.clone(), cost);
            }
        }
        for record in &mut self.records {
            record.optimum = optima.get(&record.fingerprint).copied().or(record.optimum);
        }
    }
}

fn record(row: &Row<'_>) -> Result<Record, rusqlite::Error> {
    let count = |name: &str| row.get::<_, i64>(name).map(|count| count as u64);
    let bound = |name: &str| row.get::<_, Option<i64>>(name).map(|count| count.map(|c| c as u64));
    let outcome: String = row.get("outcome")?;
    Ok(Record {
        task: count("task")?,
        experiment: row.get("experiment")?,
        game: row.get("game")?,
        level: row.get("name")?,
        source: row.get("source")?,
        fingerprint: row.get("fingerprint")?,
        repeat: row.get("repeat")?,
        optimum: row.get("optimum")?,
        trial: Trial {
            method: row.get("method")?,
            algorithm: row.get("algorithm")?,
            heuristic: row.get("heuristic")?,
            outcome: Outcome::from_name(&outcome).unwrap_or(Outcome::Failed),
            limit: row.get("limit_hit")?,
            error: row.get("error")?,
            optimal: row.get("optimal")?,
            cost: row.get("cost")?,
            lower_bound: row.get("lower_bound")?,
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
        limit_seconds: row.get("limit_seconds")?,
        limit_nodes: bound("limit_nodes")?,
        limit_bytes: bound("limit_bytes")?,
        version: row.get("version")?,
        machine: row.get("machine")?,
        jobs: row.get("jobs")?,
        finished: count("finished")?,
    })
}
