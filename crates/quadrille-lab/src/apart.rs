//! Runs trials of built-in methods in their own processes, so that their memory and processor time
//! are measured like those of external solvers, and a crash ends only one trial.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::heuristics::Custom;
use quadrille::levels::{self, Level};
use quadrille::record::Record;
use quadrille::search::{Control, Limits, Stats};
use quadrille_base::memory::peak_resident;
use serde::{Deserialize, Serialize};

use crate::foreign::ended;
use crate::measure::process_time;
use crate::{child, measure};

/// The time that a process may take beyond the time limit, which its search enforces itself.
const GRACE: Duration = Duration::from_secs(10);

/// A command that reads an [`Errand`] from its standard input and writes a [`Record`] to its
/// standard output.
#[derive(Clone, Debug)]
pub struct Apart {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

/// A trial for another process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Errand {
    code: String,
    method: String,
    milliseconds: Option<u64>,
    nodes: Option<u64>,
    bytes: Option<usize>,
    /// The number of trials run in parallel.
    jobs: usize,
}

impl Apart {
    /// Runs the method on the level. Any error becomes a failed record.
    pub(crate) fn measure(
        &self,
        level: &Level,
        method: &Method,
        control: &Control,
        jobs: usize,
    ) -> Record {
        let failed =
            |message: String| Record::failed(method, Diagnostic::new("trial-failed", message));
        let limits = control.limits;
        let errand = Errand {
            code: levels::to_code(level),
            method: method.to_string(),
            milliseconds: limits
                .max_time
                .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            nodes: limits.max_nodes,
            bytes: limits.max_memory,
            jobs,
        };
        let text = match serde_json::to_string(&errand) {
            Ok(text) => text,
            Err(error) => return failed(error.to_string()),
        };
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        let time = limits.max_time.map(|time| time + GRACE);
        let outside = Limits { max_time: time, max_nodes: None, max_memory: None };
        let ran =
            match child::run_own(command, &text, &Control { limits: outside, ..control.clone() }) {
                Ok(ran) => ran,
                Err(error) => return failed(format!("the trial cannot be started: {error}")),
            };
        if ran.stop.is_some() {
            let stats = Stats { seconds: ran.seconds, ..Stats::default() };
            let record = Record::failed(method, Diagnostic::new("trial-failed", "it did not end"));
            return Record { stop: ran.stop, error: None, stats, ..record };
        }
        match serde_json::from_str::<Record>(&ran.output) {
            Ok(record) => record,
            Err(_) => failed(ended("the trial", &ran)),
        }
    }
}

impl Errand {
    /// Runs the trial in this process, which runs no other.
    pub fn run(
        &self,
        games: &Games,
        find: impl FnMut(&str) -> Result<Custom, Diagnostic>,
    ) -> Result<Record, Diagnostic> {
        let level = levels::from_code_with(games, &self.code)?;
        let method = self.method.parse::<Method>()?.with_customs(find)?;
        let limits = Limits {
            max_time: self.milliseconds.map(Duration::from_millis),
            max_nodes: self.nodes,
            max_memory: self.bytes,
        };
        let control = Control::with_limits(limits).side_by_side(self.jobs);
        let begun = process_time();
        let record = measure(&level, &method, &control);
        // A search with threads uses the processor time of the process.
        let used = begun.zip(process_time()).map(|(begun, ended)| ended - begun);
        Ok(Record { cpu_seconds: record.cpu_seconds.or(used), peak_rss: peak_resident(), ..record })
    }
}
