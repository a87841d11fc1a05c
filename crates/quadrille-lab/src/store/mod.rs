//! Results: one SQLite file that a run adds to, trial by record.
//!
//! Every finished trial is one transaction with a unique key, so a run that is killed at any moment leaves whole rows and
//! goes on with those that are missing. The journal is a write-ahead log with `synchronous=NORMAL`: a process that dies
//! loses nothing that was committed; when the power fails the last rows may be missing, but the file stays whole, and
//! the next run makes them again. A stronger setting would cost two flushes to disk a row and save nothing but that
//! work. At the end the log is folded back, so that the results are one file.
//!
//! A second writer is kept out by a lock on a file beside the results, which the system releases however the first one ends;
//! SQLite's own exclusive mode would keep out readers too, and a report of a run that is under way is worth having.

mod error;
mod lock;
mod results;

pub use error::StoreError;
pub use results::Results;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use quadrille::levels::{Known, to_code};
use quadrille::record::Record;
use quadrille::search::Stop;
use rusqlite::{Connection, ErrorCode, named_params};

use crate::schedule::{Identity, Schedule};

use lock::{Lock, beside};

/// Marks the files as ours: "Qlab".
const APPLICATION: i32 = 0x516c_6162;
/// The version of the tables.
const FORMAT: i32 = 2;

const TABLES: &str = "
CREATE TABLE lab (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE levels (
    fingerprint TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, source TEXT NOT NULL,
    code TEXT NOT NULL, optimum INTEGER
) WITHOUT ROWID;
CREATE TABLE runs (
    task INTEGER PRIMARY KEY,
    experiment TEXT NOT NULL, fingerprint TEXT NOT NULL REFERENCES levels, method TEXT NOT NULL, repeat INTEGER NOT NULL,
    algorithm TEXT NOT NULL, heuristic TEXT,
    outcome TEXT NOT NULL, stop TEXT, error TEXT, plan TEXT, optimal INTEGER NOT NULL, cost INTEGER, lower_bound INTEGER,
    expanded INTEGER NOT NULL, generated INTEGER NOT NULL, duplicates INTEGER NOT NULL, reopened INTEGER NOT NULL,
    dead_ends INTEGER NOT NULL, peak_open INTEGER NOT NULL, peak_bytes INTEGER NOT NULL, depth INTEGER NOT NULL,
    seconds REAL NOT NULL, first_plan_seconds REAL,
    limit_seconds REAL, limit_nodes INTEGER, limit_bytes INTEGER,
    version TEXT NOT NULL, machine TEXT NOT NULL, jobs INTEGER NOT NULL, finished INTEGER NOT NULL,
    UNIQUE (experiment, fingerprint, method, repeat)
);";

const INSERT: &str = "
INSERT INTO runs VALUES (
    :task, :experiment, :fingerprint, :method, :repeat, :algorithm, :heuristic, :outcome, :stop, :error, :plan, :optimal,
    :cost, :lower_bound, :expanded, :generated, :duplicates, :reopened, :dead_ends, :peak_open, :peak_bytes, :depth,
    :seconds, :first_plan_seconds, :limit_seconds, :limit_nodes, :limit_bytes, :version, :machine, :jobs, :finished)";

/// Results that are open for more.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    done: HashSet<u64>,
    lock: Lock,
}

/// What is the same for all trials of a run.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// The machine.
    pub machine: String,
    /// How many trials run side by side.
    pub jobs: u32,
}

impl Store {
    /// Opens the results of a schedule, or makes the file if there is none.
    pub fn open(path: &Path, schedule: &Schedule) -> Result<Store, StoreError> {
        refuse_other_files(path)?;
        let lock = Lock::take(path)?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        let made: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if made == 0 {
            create(&mut connection, schedule)?;
        } else {
            check(&connection, Some(&schedule.identity))?;
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let done = {
            let mut tasks = connection.prepare("SELECT task FROM runs")?;
            let numbers = tasks.query_map([], |row| row.get::<_, i64>(0))?;
            numbers.map(|number| number.map(|n| n as u64)).collect::<Result<_, _>>()?
        };
        Ok(Store { connection, done, lock })
    }

    /// Whether the trial with this number in the schedule is there.
    pub fn has(&self, task: usize) -> bool {
        self.done.contains(&(task as u64))
    }

    /// How many trials are there.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Adds a finished record.
    pub fn add(
        &mut self,
        schedule: &Schedule,
        number: usize,
        record: &Record,
        around: &Circumstances,
    ) -> Result<(), StoreError> {
        let task = &schedule.tasks[number];
        let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        // A statement outside of a transaction is one: it is there in full or not at all.
        self.connection.prepare_cached(INSERT)?.execute(named_params! {
            ":task": number as i64,
            ":experiment": task.experiment,
            ":fingerprint": schedule.fingerprints[task.subject],
            ":method": record.method,
            ":repeat": task.repeat,
            ":algorithm": record.algorithm,
            ":heuristic": record.heuristic,
            ":outcome": record.outcome.name(),
            ":stop": record.stop.map(Stop::name),
            ":error": record.error.as_ref().map(|error| &error.message),
            ":plan": record.plan.as_ref().map(|plan| plan.join(" ")),
            ":optimal": record.optimal,
            ":cost": record.cost,
            ":lower_bound": record.lower_bound,
            ":expanded": whole(record.stats.expanded),
            ":generated": whole(record.stats.generated),
            ":duplicates": whole(record.stats.duplicates),
            ":reopened": whole(record.stats.reopened),
            ":dead_ends": whole(record.stats.dead_ends),
            ":peak_open": whole(record.stats.peak_open),
            ":peak_bytes": whole(record.stats.peak_bytes),
            ":depth": record.stats.depth,
            ":seconds": record.stats.seconds,
            ":first_plan_seconds": record.stats.first_plan_seconds,
            ":limit_seconds": task.limits.time.map(|time| time.as_secs_f64()),
            ":limit_nodes": task.limits.nodes.map(whole),
            ":limit_bytes": task.limits.memory.map(|bytes| whole(bytes as u64)),
            ":version": env!("CARGO_PKG_VERSION"),
            ":machine": around.machine,
            ":jobs": around.jobs,
            ":finished": whole(now.map_or(0, |now| now.as_secs())),
        })?;
        self.done.insert(number as u64);
        Ok(())
    }

    /// Folds the log into the file, so that it stands alone.
    pub fn close(self) -> Result<(), StoreError> {
        let Store { connection, lock, .. } = self;
        let folded = connection.pragma_update(None, "journal_mode", "DELETE");
        folded.or_else(|error| match error.sqlite_error_code() {
            // Someone reads: the log stays, and is folded in by whoever comes last.
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Ok(()),
            _ => Err(error),
        })?;
        connection.close().map_err(|(_, error)| error)?;
        drop(lock);
        Ok(())
    }
}

/// A file that is there and is no database is not touched, not even to look whether it is empty inside.
fn refuse_other_files(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(StoreError::NotResults),
        Ok(there) if there.len() == 0 => Ok(()),
        // A process that died while it made the file left a journal, from which SQLite sets things right.
        Ok(_) if beside(path, "-journal").exists() => Ok(()),
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
    let identity = serde_json::to_string(&schedule.identity)
        .map_err(|error| StoreError::Other(error.to_string()))?;
    let making = connection.transaction()?;
    making.pragma_update(None, "application_id", APPLICATION)?;
    making.pragma_update(None, "user_version", FORMAT)?;
    making.execute_batch(TABLES)?;
    let trials = schedule.tasks.len().to_string();
    for (key, value) in
        [("plan", identity.as_str()), ("title", &schedule.title), ("trials", &trials)]
    {
        making.execute("INSERT INTO lab VALUES (?1, ?2)", (key, value))?;
    }
    for (subject, fingerprint) in schedule.subjects.iter().zip(&schedule.fingerprints) {
        let optimum = match subject.level.known {
            Some(Known::Optimal(moves)) => Some(moves),
            _ => None,
        };
        let (game, code) = (subject.level.game.id(), to_code(&subject.level));
        making.execute(
            "INSERT INTO levels VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            (fingerprint, game, &subject.name, &subject.source, code, optimum),
        )?;
    }
    Ok(making.commit()?)
}

/// Makes sure that a file is ours, and of this plan.
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
    let text = value(connection, "plan")?;
    let old: Identity =
        serde_json::from_str(&text).map_err(|error| StoreError::Other(error.to_string()))?;
    match old.difference(identity) {
        None => Ok(()),
        Some(difference) => Err(StoreError::OtherPlan(difference)),
    }
}

fn value(connection: &Connection, key: &str) -> Result<String, StoreError> {
    let find = "SELECT value FROM lab WHERE key = ?1";
    Ok(connection.query_row(find, [key], |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{End, Plan, Subject, run};
    use quadrille::search::Cancel;

    #[test]
    fn a_full_disk_stops_the_run_and_loses_nothing() {
        let level = quadrille::levels::read("level one\nr . .\n. . .\n. . R\n", None);
        let level = level.levels().next().expect("a good level").clone();
        let subject = Subject { source: "test".into(), name: "one".into(), level };
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
        let error =
            run(&schedule, &mut store, 2, &Cancel::default(), |_, _| {}, |_| {}).unwrap_err();
        assert!(matches!(error, StoreError::Full), "{error}");
        let stored = store.len();
        assert!(stored > 0 && stored < schedule.tasks.len());
        drop(store);
        assert_eq!(Results::read(&path).unwrap().trials.len(), stored);
        // With room again it goes on where it was.
        let mut store = Store::open(&path, &schedule).unwrap();
        assert_eq!(store.len(), stored);
        let whole: String =
            store.connection.pragma_query_value(None, "integrity_check", |r| r.get(0)).unwrap();
        assert_eq!(whole, "ok");
        assert_eq!(
            run(&schedule, &mut store, 2, &Cancel::default(), |_, _| {}, |_| {}).unwrap(),
            End::Complete
        );
        store.close().unwrap();
        assert_eq!(Results::read(&path).unwrap().trials.len(), schedule.tasks.len());
    }
}
