//! External solvers, run as methods: a command reads a level from its standard input and writes a
//! plan to its standard output.
//!
//! A command with `{domain}` and `{problem}` in it is a planner: see [`planner`](crate::planner).
//!
//! The plan is replayed by the plain rules before it counts. The limits of time and memory are
//! enforced from outside: the command and all processes it started are killed when they exceed
//! them.

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

/// A command as a method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Foreign {
    /// What it is called in results.
    pub name: String,
    pub command: String,
    /// The format that it gets the level in.
    pub format: String,
    /// The only game that it knows, if it knows one only.
    pub game: Option<String>,
    /// Whether the level is written with its optimum and its solution, where it has them.
    #[serde(default)]
    pub with_optimum: bool,
}

impl Foreign {
    /// Runs the command on a level. Whatever goes wrong becomes a record that failed.
    pub fn measure(&self, level: &Level, control: &Control) -> Record {
        if planner::is_planner(&self.command) {
            return self.plan(level, control);
        }
        self.measure_by(level, |text| child::run(shell(&self.command), text, control))
    }

    /// The same with a program that `run` starts, given the text of the level.
    pub fn measure_by(&self, level: &Level, run: impl FnOnce(String) -> io::Result<Ran>) -> Record {
        let bare = Level {
            known: None,
            solution: None,
            difficulty: None,
            notes: Vec::new(),
            ..level.clone()
        };
        let written = if self.with_optimum { level } else { &bare };
        let text = match levels::write(written, &self.format) {
            Ok(text) => text,
            Err(error) => return self.failed(error.to_string(), Stats::default()),
        };
        let ran = match run(text) {
            Ok(ran) => ran,
            Err(error) => return self.not_started(&error),
        };
        let mut stats = Stats { seconds: ran.seconds, ..Stats::default() };
        let said = Said::read(&ran.output, &mut stats);
        let record = Record {
            stop: ran.stop,
            stats,
            cpu_seconds: Some(ran.cpu_seconds),
            peak_rss: Some(ran.bytes),
            ..Record::named(&self.name)
        };
        if ran.stop.is_some() {
            return record;
        }
        if ran.crowded {
            return self.failed("the command started too many processes".to_string(), stats);
        }
        if ran.code != Some(0) {
            return self.failed(ended(&ran), stats);
        }
        self.judged(level, said, record)
    }

    /// Runs a planner on a level in PDDL.
    fn plan(&self, level: &Level, control: &Control) -> Record {
        let (ran, said) = match planner::run(&self.command, level, control) {
            Ok(run) => run,
            Err(planner::Failure::NoPddl) => {
                let message = format!("levels of {} cannot be written in PDDL", level.game.id());
                return self.failed(message, Stats::default());
            }
            Err(planner::Failure::Files(error)) => {
                let message = format!("the files of the planner cannot be written: {error}");
                return self.failed(message, Stats::default());
            }
            Err(planner::Failure::NotStarted(error)) => return self.not_started(&error),
        };
        let mut stats = Stats { seconds: ran.seconds, ..Stats::default() };
        planner::read_counts(&ran.output, &mut stats);
        let record = Record {
            stop: ran.stop.or(planner::stop_of(ran.code)),
            stats,
            cpu_seconds: Some(ran.cpu_seconds),
            peak_rss: Some(ran.bytes),
            ..Record::named(&self.name)
        };
        match said {
            planner::Said::Plan(moves) => {
                let notation = level.game.notation();
                let moves: Vec<String> = moves.into_iter().map(|mv| notation.write(mv)).collect();
                let said =
                    if moves.is_empty() { Said::Nothing } else { Said::Moves(moves.join(" ")) };
                self.judged(level, said, record)
            }
            planner::Said::Bad(error) => {
                self.failed(format!("its plan is refused: {error}"), stats)
            }
            planner::Said::Unsolvable if record.stop.is_none() => {
                self.judged(level, Said::Unsolvable, record)
            }
            _ if record.stop.is_some() || planner::is_incomplete(ran.code) => record,
            _ => self.failed(ended(&ran), stats),
        }
    }

    /// The record with what the command said, once that is checked.
    fn judged(&self, level: &Level, said: Said, record: Record) -> Record {
        let stats = record.stats;
        match said {
            Said::Unsolvable if matches!(level.known, Some(Known::Optimal(_) | Known::Best(_))) => {
                self.failed("it says 'unsolvable', but the level has a plan".to_string(), stats)
            }
            // A claim of the external solver does not count as a proof.
            Said::Unsolvable => Record { outcome: Verdict::Claimed, ..record },
            Said::Nothing if !level.game.is_solved(&level.grid) => record,
            Said::Nothing => solved(record, Vec::new(), 0),
            Said::Moves(moves) => match self.checked(level, &moves) {
                Ok((plan, cost)) => solved(record, plan, cost),
                Err(message) => self.failed(message, stats),
            },
        }
    }

    /// The moves that were written, replayed by the plain rules, and what they cost.
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

    fn not_started(&self, error: &std::io::Error) -> Record {
        self.failed(format!("the command cannot be started: {error}"), Stats::default())
    }

    fn failed(&self, message: String, stats: Stats) -> Record {
        Record {
            error: Some(Diagnostic::new("solver-failed", message)),
            stats,
            ..Record::named(&self.name)
        }
    }
}

fn solved(record: Record, plan: Vec<String>, cost: Cost) -> Record {
    // A plan without a move is always shortest.
    let optimal = plan.is_empty();
    Record { outcome: Verdict::Solved, cost: Some(cost), optimal, plan: Some(plan), ..record }
}

/// How a command ended that should have ended otherwise.
fn ended(ran: &Ran) -> String {
    let code = child::end_in_words(ran.code, ran.signal).unwrap_or("exit code 0".to_string());
    let complaint = match ran.complaint.as_str() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    format!("the command ended with {code}{complaint}")
}

pub(crate) fn shell(command: &str) -> Command {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut all = Command::new(shell);
    all.arg(flag).arg(command);
    all
}

enum Said {
    /// The claim that there is no plan.
    Unsolvable,
    Moves(String),
    Nothing,
}

impl Said {
    /// Lines that start with '#' or ';' are remarks; of these `expanded=…` and `generated=…` are
    /// taken over.
    fn read(output: &str, stats: &mut Stats) -> Said {
        let mut moves = String::new();
        for line in output.lines().map(str::trim) {
            let Some(remark) = line.strip_prefix(['#', ';']) else {
                moves += line;
                moves.push(' ');
                continue;
            };
            for (name, value) in remark.split_whitespace().filter_map(|word| word.split_once('=')) {
                match (name, value.parse()) {
                    ("expanded", Ok(count)) => stats.expanded = count,
                    ("generated", Ok(count)) => stats.generated = count,
                    _ => {}
                }
            }
        }
        match moves.trim() {
            "" => Said::Nothing,
            "unsolvable" => Said::Unsolvable,
            moves => Said::Moves(moves.to_string()),
        }
    }
}
