//! External solvers, run as methods: a command reads a level from its standard input and writes a
//! plan to its standard output.
//!
//! A command with `{domain}` and `{problem}` in it is a planner: see [`planner`](crate::planner).
//!
//! The plan is replayed by the plain rules before it counts. The limits of time and memory are
//! enforced from outside: the command and all processes it started are killed when they exceed
//! them.

use std::collections::BTreeMap;
use std::io;
use std::process::Command;

use quadrille::diagnostic::Diagnostic;
use quadrille::levels::{self, Known, Level};
use quadrille::record::{Record, Verdict};
use quadrille::search::Cost;
use quadrille::search::{Control, Stats};
use quadrille::verify;
use serde::{Deserialize, Serialize};

use crate::child::{self, Ran};
use crate::planner;

/// A command that is run as a method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Foreign {
    /// Its name in results.
    pub name: String,
    pub command: String,
    /// The format in which it reads the level.
    pub format: String,
    /// The only game that it supports, if there is one.
    pub game: Option<String>,
    /// True if the level is written with its name, its optimum and its solution.
    #[serde(default)]
    pub with_optimum: bool,
    /// Figures to read from its output and its errors: by name, a part of a line with `{}` where
    /// the figure stands.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
}

impl Foreign {
    /// Runs the command on a level. Any error becomes a failed record.
    pub fn measure(&self, level: &Level, control: &Control) -> Record {
        if planner::is_planner(&self.command) {
            return self.plan(level, control);
        }
        self.measure_by(level, |text| child::run(shell(&self.command), text, control))
    }

    /// The same with a program that `run` starts, given the text of the level.
    pub fn measure_by(&self, level: &Level, run: impl FnOnce(String) -> io::Result<Ran>) -> Record {
        let bare = Level {
            // Names can tell the optimum, or which level of an assignment is hidden.
            name: None,
            known: None,
            solution: None,
            difficulty: None,
            notes: Vec::new(),
            ..level.clone()
        };
        let written = if self.with_optimum { level } else { &bare };
        let text = match levels::write(written, &self.format) {
            Ok(text) => text,
            Err(error) => return failed(Record::named(&self.name), error.to_string()),
        };
        let ran = match run(text) {
            Ok(ran) => ran,
            Err(error) => return failed(Record::named(&self.name), not_started(error)),
        };
        let mut stats = Stats { seconds: ran.seconds, ..Stats::default() };
        let mut attributes = self.attributes_of(&ran);
        let answer = Answer::read(&ran.output, &mut stats, &mut attributes);
        let record = Record {
            stop: ran.stop,
            stats,
            cpu_seconds: Some(ran.cpu_seconds),
            peak_rss: Some(ran.bytes),
            attributes,
            ..Record::named(&self.name)
        };
        if ran.stop.is_some() {
            return record;
        }
        if ran.crowded {
            return failed(record, "the command started too many processes".to_string());
        }
        if ran.code != Some(0) {
            return failed(record, ended("the command", &ran));
        }
        self.judged(level, answer, record)
    }

    /// Runs a planner on a level in PDDL.
    fn plan(&self, level: &Level, control: &Control) -> Record {
        let (ran, answer) = match planner::run(&self.command, level, control) {
            Ok(run) => run,
            Err(message) => return failed(Record::named(&self.name), message),
        };
        let mut stats = Stats { seconds: ran.seconds, ..Stats::default() };
        planner::read_counts(&ran.output, &mut stats);
        let record = Record {
            stop: ran.stop.or(planner::stop_of(ran.code)),
            stats,
            cpu_seconds: Some(ran.cpu_seconds),
            peak_rss: Some(ran.bytes),
            attributes: self.attributes_of(&ran),
            ..Record::named(&self.name)
        };
        match answer {
            Some(Err(error)) => failed(record, format!("its plan is refused: {error}")),
            Some(Ok(Answer::Unsolvable)) if record.stop.is_some() => record,
            Some(Ok(answer)) => self.judged(level, answer, record),
            None if record.stop.is_some() || planner::is_incomplete(ran.code) => record,
            None => failed(record, ended("the command", &ran)),
        }
    }

    /// The requested figures in its output and its errors. The last of several is used.
    fn attributes_of(&self, ran: &Ran) -> BTreeMap<String, f64> {
        let found = |pattern: &str| {
            let (before, after) = pattern.split_once(FIGURE)?;
            let lines = ran.output.lines().chain(ran.errors.lines());
            lines.filter_map(|line| figure_in(line, before, after)).next_back()
        };
        let all = self.attributes.iter();
        all.filter_map(|(name, pattern)| Some((name.clone(), found(pattern)?))).collect()
    }

    /// The record with the answer of the command, once it is checked.
    fn judged(&self, level: &Level, answer: Answer, record: Record) -> Record {
        match answer {
            Answer::Unsolvable
                if matches!(level.known, Some(Known::Optimal(_) | Known::Best(_))) =>
            {
                failed(record, "its answer is 'unsolvable', but the level has a plan".to_string())
            }
            // A claim of an external solver is not a proof.
            Answer::Unsolvable => Record { outcome: Verdict::Claimed, ..record },
            Answer::Nothing if !level.game.is_solved(&level.grid) => record,
            Answer::Nothing => solved(record, Vec::new(), 0),
            Answer::Moves(moves) => match self.checked(level, &moves) {
                Ok((plan, cost)) => solved(record, plan, cost),
                Err(message) => failed(record, message),
            },
        }
    }

    /// Replays the moves by the plain rules. Returns them with their cost.
    fn checked(&self, level: &Level, text: &str) -> Result<(Vec<String>, Cost), String> {
        let notation = level.game.notation();
        let moves = notation.read(text).map_err(|error| {
            let start: String = text.chars().take(60).collect();
            format!("'{start}' is not a plan: {error}")
        })?;
        let refused = |refusal: Diagnostic| format!("its plan is refused: {refusal}");
        let replay = verify::replay(level.game, &level.grid, &moves).map_err(refused)?;
        replay.is_plan().map_err(refused)?;
        Ok((moves.into_iter().map(|mv| notation.write(mv)).collect(), replay.cost))
    }
}

fn failed(record: Record, message: String) -> Record {
    Record { error: Some(Diagnostic::new("solver-failed", message)), ..record }
}

pub(crate) fn not_started(error: std::io::Error) -> String {
    format!("the command cannot be started: {error}")
}

fn solved(record: Record, plan: Vec<String>, cost: Cost) -> Record {
    // A plan without moves is always shortest.
    let optimal = plan.is_empty();
    Record { outcome: Verdict::Solved, cost: Some(cost), optimal, plan: Some(plan), ..record }
}

/// Describes the unexpected end of a command.
pub(crate) fn ended(what: &str, ran: &Ran) -> String {
    let code = child::end_in_words(ran.code, ran.signal).unwrap_or("exit code 0".to_string());
    let complaint = match ran.complaint.as_str() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    format!("{what} ended with {code}{complaint}")
}

pub(crate) fn shell(command: &str) -> Command {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut all = Command::new(shell);
    all.arg(flag).arg(command);
    all
}

/// The placeholder of a figure in a pattern.
pub(crate) const FIGURE: &str = "{}";

/// True if a name can be that of an attribute: a word that is not a column of all results.
pub(crate) fn is_attribute(name: &str) -> bool {
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    #[cfg(feature = "store")]
    let is_free = crate::export::COLUMNS.iter().all(|column| column.name != name);
    #[cfg(not(feature = "store"))]
    let is_free = true;
    is_word && is_free
}

/// The number between two texts in a line.
fn figure_in(line: &str, before: &str, after: &str) -> Option<f64> {
    line.match_indices(before).find_map(|(at, _)| {
        let rest = line[at + before.len()..].trim_start();
        let is_part =
            |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E' | ',');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        // A unit or a full stop may follow directly.
        let (text, behind) = (rest[..end].trim_end_matches(['.', 'e', 'E', ',']), &rest[end..]);
        let number: f64 = text.replace(',', "").parse().ok()?;
        let is_followed =
            after.is_empty() || rest[text.len()..].starts_with(after) || behind.starts_with(after);
        (number.is_finite() && is_followed).then_some(number)
    })
}

/// The answer of an external solver.
pub(crate) enum Answer {
    Unsolvable,
    Moves(String),
    Nothing,
}

impl Answer {
    /// Lines that start with '#' or ';' are comments; `expanded=…` and `generated=…` in them are
    /// read as statistics, and other figures as attributes.
    fn read(output: &str, stats: &mut Stats, attributes: &mut BTreeMap<String, f64>) -> Answer {
        let mut moves = String::new();
        for line in output.lines().map(str::trim) {
            let Some(remark) = line.strip_prefix(['#', ';']) else {
                moves += line;
                moves.push(' ');
                continue;
            };
            for (name, value) in remark.split_whitespace().filter_map(|word| word.split_once('=')) {
                match (name, value.parse(), value.parse::<f64>()) {
                    ("expanded", Ok(count), _) => stats.expanded = count,
                    ("generated", Ok(count), _) => stats.generated = count,
                    ("expanded" | "generated", ..) => {}
                    (name, _, Ok(figure)) if figure.is_finite() && is_attribute(name) => {
                        attributes.insert(name.to_string(), figure);
                    }
                    _ => {}
                }
            }
        }
        match moves.trim() {
            "" => Answer::Nothing,
            "unsolvable" => Answer::Unsolvable,
            moves => Answer::Moves(moves.to_string()),
        }
    }
}
