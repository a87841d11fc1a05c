//! Results: one SQLite file, one row per trial.
//!
//! Every finished trial is one transaction with a unique key, so a run that is killed at any moment
//! leaves complete rows, and the next run adds the missing ones. The journal is a write-ahead log
//! with `synchronous=NORMAL`: a process that dies loses nothing that was committed; after a power
//! failure the last rows may be missing, but the file stays intact. A stronger setting would cost
//! two flushes to disk per row and only save that work. At the end the log is merged, so that the
//! results are one file.
//!
//! A second writer is kept out by a system lock on the file, which ends with the process. SQLite's
//! exclusive mode would keep out readers, too, and a report of a running experiment is useful.
//! Every row has a checksum: damage on the disk is detected when the row is read.

mod error;
mod lock;
mod results;

pub use error::StoreError;
pub use results::{Difference, Differences, Results};

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille::levels::{Known, to_code};
use quadrille::record::Record;
use quadrille::search::Stop;
use rusqlite::types::{ToSql, Value};
use rusqlite::{Connection, ErrorCode, Transaction, params};

use crate::fields::{stat_names, stat_values};
use crate::schedule::{Identity, Schedule, Subject};
use crate::trial::{Key, Trial};

use lock::Lock;

/// The application id of the files: "Qlab".
const APPLICATION: i32 = 0x516c_6162;
/// The version of the tables.
const FORMAT: i32 = 5;

const TABLES: &str = "
CREATE TABLE lab (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE levels (
    fingerprint TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, source TEXT NOT NULL,
    code TEXT NOT NULL, rows INTEGER NOT NULL, cols INTEGER NOT NULL, difficulty INTEGER, made_by TEXT, optimum INTEGER
) WITHOUT ROWID;
CREATE TABLE runs (
    task INTEGER PRIMARY KEY,
    experiment TEXT NOT NULL, fingerprint TEXT NOT NULL REFERENCES levels, method TEXT NOT NULL, repeat INTEGER NOT NULL,
    algorithm TEXT NOT NULL, heuristic TEXT,
    outcome TEXT NOT NULL, stop TEXT, error TEXT, plan TEXT, optimal INTEGER NOT NULL, cost INTEGER, lower_bound INTEGER,
    {statistics}, cpu_seconds REAL, peak_rss INTEGER, attributes TEXT,
    limit_seconds REAL, limit_nodes INTEGER, limit_bytes INTEGER,
    version TEXT NOT NULL, machine TEXT NOT NULL, jobs INTEGER NOT NULL, finished INTEGER NOT NULL, checksum INTEGER NOT NULL,
    UNIQUE (experiment, fingerprint, method, repeat)
);";

/// The columns of `runs` apart from the statistics, in the order in which [`insert`] binds them.
const COLUMNS: &str = "task, experiment, fingerprint, method, repeat, algorithm, heuristic, outcome, stop, error, plan, optimal, \
    cost, lower_bound, cpu_seconds, peak_rss, attributes, limit_seconds, limit_nodes, limit_bytes, version, machine, jobs, finished, checksum";

/// A results file that is open for writing.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    done: HashSet<u64>,
    damaged: usize,
    lock: Lock,
}

/// Properties that all trials of a run share.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// The version of the program, with its commit and build.
    pub version: String,
    pub machine: String,
    /// The number of trials run in parallel.
    pub jobs: u32,
}

impl Store {
    /// Opens the results of a schedule, or creates the file. Rows that were damaged on the disk are
    /// removed, so that they are made again.
    pub fn open(path: &Path, schedule: &Schedule) -> Result<Store, StoreError> {
        Store::prepare(path, schedule, false)
    }

    /// Opens results for a schedule with more methods, levels or repeats than before.
    pub fn extend(path: &Path, schedule: &Schedule) -> Result<Store, StoreError> {
        Store::prepare(path, schedule, true)
    }

    fn prepare(path: &Path, schedule: &Schedule, extends: bool) -> Result<Store, StoreError> {
        refuse_other_files(path)?;
        let lock = Lock::take(path)?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        let made: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if made == 0 {
            create(&mut connection, schedule)?;
        } else if extends {
            check(&connection, None)?;
            grow(&mut connection, schedule)?;
        } else {
            check(&connection, Some(&schedule.identity))?;
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let (done, damaged) = results::rows(&connection)?;
        if !damaged.is_empty() {
            // The index still has the old values of the rows.
            connection.execute_batch("REINDEX")?;
        }
        for task in &damaged {
            connection.execute("DELETE FROM runs WHERE task = ?1", [task])?;
        }
        let done = done.into_iter().map(|trial| trial.task).collect();
        Ok(Store { connection, done, damaged: damaged.len(), lock })
    }

    /// The number of damaged rows that were removed.
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// True if the trial with this index in the schedule is stored.
    pub fn has(&self, task: usize) -> bool {
        self.done.contains(&(task as u64))
    }

    /// The number of stored trials.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    pub fn add(
        &mut self,
        schedule: &Schedule,
        number: usize,
        record: &Record,
        around: &Circumstances,
    ) -> Result<(), StoreError> {
        let task = &schedule.tasks[number];
        let subject = &schedule.subjects[task.subject];
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let size = subject.level.grid.size();
        let trial = Trial {
            task: number as u64,
            experiment: task.experiment.clone(),
            game: subject.level.game.id().to_string(),
            level: subject.name.clone(),
            source: subject.source.clone(),
            fingerprint: schedule.fingerprints[task.subject].clone(),
            code: to_code(&subject.level),
            rows: size.rows() as u32,
            cols: size.cols() as u32,
            difficulty: subject.level.difficulty,
            made_by: subject.made_by.clone(),
            repeat: task.repeat,
            optimum: None,
            record: record.clone(),
            limit_seconds: task.limits.max_time.map(|time| time.as_secs_f64()),
            limit_nodes: task.limits.max_nodes,
            limit_bytes: task.limits.max_memory.map(|bytes| bytes as u64),
            version: around.version.clone(),
            machine: around.machine.clone(),
            jobs: around.jobs,
            finished: now.map_or(0, |now| now.as_secs()),
        };
        // A statement outside of a transaction is atomic.
        insert(&self.connection, &trial)?;
        self.done.insert(number as u64);
        Ok(())
    }

    /// Merges the log into the file.
    pub fn close(self) -> Result<(), StoreError> {
        let Store { connection, lock, .. } = self;
        let folded = connection.pragma_update(None, "journal_mode", "DELETE");
        folded.or_else(|error| match error.sqlite_error_code() {
            // Another process is reading: the log stays, and the last process to close merges it.
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Ok(()),
            _ => Err(error),
        })?;
        connection.close().map_err(|(_, error)| error)?;
        drop(lock);
        Ok(())
    }
}

fn insert(connection: &Connection, trial: &Trial) -> Result<(), StoreError> {
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let record = &trial.record;
    let error = record.error.as_ref().and_then(|error| serde_json::to_string(error).ok());
    let attributes = record.attributes.iter().map(|(name, figure)| format!("{name}={figure}"));
    let attributes: Vec<String> = attributes.collect();
    let attributes = (!attributes.is_empty()).then(|| attributes.join(" "));
    let values = stat_values(&record.stats);
    let statistics: Vec<Value> = stat_names()
        .iter()
        .map(|&name| match values.get(name) {
            Some(serde_json::Value::Number(number)) => match number.as_u64() {
                Some(count) => Value::Integer(whole(count)),
                None => number.as_f64().map_or(Value::Null, Value::Real),
            },
            _ => Value::Null,
        })
        .collect();
    let others: &[&dyn ToSql] = params![
        whole(trial.task),
        trial.experiment,
        trial.fingerprint,
        record.method,
        trial.repeat,
        record.algorithm,
        record.heuristic,
        record.outcome.name(),
        record.stop.map(Stop::name),
        error,
        record.plan.as_ref().map(|plan| plan.join(" ")),
        record.optimal,
        record.cost,
        record.lower_bound,
        record.cpu_seconds,
        record.peak_rss.map(whole),
        attributes,
        trial.limit_seconds,
        trial.limit_nodes.map(whole),
        trial.limit_bytes.map(whole),
        trial.version,
        trial.machine,
        trial.jobs,
        whole(trial.finished),
        trial.checksum(),
    ];
    let bound: Vec<&dyn ToSql> =
        statistics.iter().map(|value| value as &dyn ToSql).chain(others.iter().copied()).collect();
    let marks = vec!["?"; bound.len()].join(", ");
    let statement =
        format!("INSERT INTO runs ({}, {COLUMNS}) VALUES ({marks})", stat_names().join(", "));
    connection.prepare_cached(&statement)?.execute(bound.as_slice())?;
    Ok(())
}

/// Rejects a file that is not a database, without opening it as one.
fn refuse_other_files(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(StoreError::NotResults),
        Ok(there) if there.len() == 0 => Ok(()),
        // A process that died while creating the file left a journal, from which SQLite recovers.
        Ok(_) if journal_of(path).exists() => Ok(()),
        Ok(_) => {
            let mut head = [0; 16];
            let read =
                File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut head));
            match read {
                Ok(()) if &head == b"SQLite format 3\0" => Ok(()),
                _ => Err(StoreError::NotResults),
            }
        }
        Err(_) => Ok(()),
    }
}

fn create(connection: &mut Connection, schedule: &Schedule) -> Result<(), StoreError> {
    let making = connection.transaction()?;
    making.pragma_update(None, "application_id", APPLICATION)?;
    making.pragma_update(None, "user_version", FORMAT)?;
    // A column without a type keeps numbers as they are.
    making.execute_batch(&TABLES.replace("{statistics}", &stat_names().join(", ")))?;
    describe(&making, schedule)?;
    Ok(making.commit()?)
}

/// Writes the schedule and its levels.
fn describe(making: &Transaction<'_>, schedule: &Schedule) -> Result<(), StoreError> {
    let json = |value: Result<String, serde_json::Error>| {
        value.map_err(|error| StoreError::Other(error.to_string()))
    };
    let plan = json(serde_json::to_string(&schedule.identity))?;
    let commands = json(serde_json::to_string(&schedule.commands()))?;
    let trials = schedule.tasks.len().to_string();
    let hash = schedule.levels_hash();
    for (key, value) in [
        ("plan", plan.as_str()),
        ("title", &schedule.title),
        ("trials", &trials),
        ("commands", &commands),
        ("levels", &hash),
    ] {
        making.execute("INSERT OR REPLACE INTO lab VALUES (?1, ?2)", (key, value))?;
    }
    for (subject, fingerprint) in schedule.subjects.iter().zip(&schedule.fingerprints) {
        add_level(making, subject, fingerprint)?;
    }
    Ok(())
}

fn add_level(
    making: &Transaction<'_>,
    subject: &Subject,
    fingerprint: &str,
) -> Result<(), StoreError> {
    let level = &subject.level;
    let optimum = match level.known {
        Some(Known::Optimal(moves)) => Some(moves),
        _ => None,
    };
    let size = level.grid.size();
    making.execute(
        "INSERT OR IGNORE INTO levels VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        (
            fingerprint,
            level.game.id(),
            &subject.name,
            &subject.source,
            to_code(level),
            size.rows() as u32,
            size.cols() as u32,
            level.difficulty,
            &subject.made_by,
            optimum,
        ),
    )?;
    Ok(())
}

/// Extends results to a schedule that has all of their trials, and more.
fn grow(connection: &mut Connection, schedule: &Schedule) -> Result<(), StoreError> {
    let old = identity(connection)?;
    if let Some(difference) = old.lacks(&schedule.identity) {
        return Err(StoreError::OtherPlan(difference));
    }
    let numbers: HashMap<Key, usize> =
        (0..schedule.tasks.len()).map(|number| (schedule.key(number), number)).collect();
    let (trials, damaged) = results::rows(connection)?;
    let growing = connection.transaction()?;
    if !damaged.is_empty() {
        growing.execute_batch("REINDEX")?;
    }
    for task in damaged {
        growing.execute("DELETE FROM runs WHERE task = ?1", [task])?;
    }
    let mut moved = Vec::new();
    for trial in &trials {
        let number = numbers.get(&trial.key()).ok_or_else(|| {
            let (experiment, _, method, _) = trial.key();
            let what = format!("'{method}' on '{}' in '{experiment}' was removed", trial.level);
            StoreError::OtherPlan(what)
        })?;
        moved.push((trial.task as i64, *number as i64));
    }
    // Task numbers must be unique at every moment: first move all to unused numbers, then to their
    // places.
    for (old, new) in &moved {
        growing.execute("UPDATE runs SET task = ?2 WHERE task = ?1", [*old, -1 - *new])?;
    }
    growing.execute("UPDATE runs SET task = -1 - task WHERE task < 0", [])?;
    describe(&growing, schedule)?;
    Ok(growing.commit()?)
}

/// Writes imported trials to a new file of results.
pub(crate) fn write_imported(
    path: &Path,
    title: &str,
    subjects: &[Subject],
    trials: &[Trial],
) -> Result<(), StoreError> {
    if fs::metadata(path).is_ok_and(|there| there.len() > 0) {
        return Err(StoreError::Exists);
    }
    let lock = Lock::take(path)?;
    let mut connection = Connection::open(path)?;
    let schedule = Schedule::imported(title, subjects);
    create(&mut connection, &schedule)?;
    let adding = connection.transaction()?;
    let count = trials.len().to_string();
    adding.execute("UPDATE lab SET value = ?1 WHERE key = 'trials'", [count])?;
    for trial in trials {
        insert(&adding, trial)?;
    }
    adding.commit()?;
    connection.close().map_err(|(_, error)| error)?;
    drop(lock);
    Ok(())
}

fn identity(connection: &Connection) -> Result<Identity, StoreError> {
    let text = value(connection, "plan")?;
    serde_json::from_str(&text).map_err(|error| StoreError::Other(error.to_string()))
}

/// Checks that the file is a results file, and of this plan.
fn check(connection: &Connection, identity: Option<&Identity>) -> Result<(), StoreError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    if number("application_id")? != APPLICATION {
        return Err(StoreError::NotResults);
    }
    match number("user_version")? {
        FORMAT => {}
        older if older < FORMAT => return Err(StoreError::Older),
        _ => return Err(StoreError::Newer),
    }
    let Some(identity) = identity else { return Ok(()) };
    match self::identity(connection)?.difference(identity) {
        None => Ok(()),
        Some(difference) => Err(StoreError::OtherPlan(difference)),
    }
}

/// The SQLite journal of a file.
fn journal_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push("-journal");
    PathBuf::from(name)
}

fn value(connection: &Connection, key: &str) -> Result<String, StoreError> {
    let find = "SELECT value FROM lab WHERE key = ?1";
    Ok(connection.query_row(find, [key], |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Conditions, End, Plan, Subject, run};
    use quadrille::search::Cancel;

    #[test]
    fn a_full_disk_stops_the_run_and_loses_nothing() {
        let level = quadrille::levels::read("level one\nr . .\n. . .\n. . R\n", None);
        let level = level.levels().next().expect("a good level").clone();
        let subject = Subject { source: "test".into(), name: "one".into(), level, made_by: None };
        let plan = Plan::parse(
            "[[experiment]]\nlevels = ['x']\nmethods = ['bfs', 'best']\nrepeats = 200\n",
        )
        .unwrap();
        let schedule = Schedule::new(&plan, vec![vec![vec![subject]]]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.sqlite");
        let mut store = Store::open(&path, &schedule).unwrap();
        let pages: i64 =
            store.connection.pragma_query_value(None, "page_count", |r| r.get(0)).unwrap();
        store.connection.pragma_update(None, "max_page_count", pages + 3).unwrap();
        let error = run(
            &schedule,
            &mut store,
            &Conditions::new(2, "test"),
            &Cancel::default(),
            |_, _| {},
            |_| {},
        )
        .unwrap_err();
        assert!(matches!(error, StoreError::Full), "{error}");
        let stored = store.len();
        assert!(stored > 0 && stored < schedule.tasks.len());
        drop(store);
        assert_eq!(Results::read(&path).unwrap().trials.len(), stored);
        // With free space the run continues where it stopped.
        let mut store = Store::open(&path, &schedule).unwrap();
        assert_eq!(store.len(), stored);
        let whole: String =
            store.connection.pragma_query_value(None, "integrity_check", |r| r.get(0)).unwrap();
        assert_eq!(whole, "ok");
        assert_eq!(
            run(
                &schedule,
                &mut store,
                &Conditions::new(2, "test"),
                &Cancel::default(),
                |_, _| {},
                |_| {}
            )
            .unwrap(),
            End::Complete
        );
        store.close().unwrap();
        assert_eq!(Results::read(&path).unwrap().trials.len(), schedule.tasks.len());
    }
}
