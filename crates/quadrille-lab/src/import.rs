//! Imports rows from elsewhere as results: every plan is replayed before it counts.

use std::collections::BTreeMap;
use std::path::Path;

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::levels::{self, Known, Level};
use quadrille::record::{Record, Verdict};
use quadrille::search::{Cost, Stop};
use quadrille::verify;
use serde::Deserialize;

use crate::foreign::is_attribute;
use crate::store::{self, StoreError};
use crate::{Subject, Trial, fields, fingerprint};

/// The result of an import.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The number of imported rows.
    pub rows: usize,
    /// Refused plans, each with its line and the reason. Their rows are stored as failed.
    pub refused: Vec<(usize, String)>,
}

/// A row: the columns of an export, of which only the method and the level are required.
#[derive(Deserialize)]
struct Raw {
    code: Option<String>,
    level: Option<String>,
    method: String,
    algorithm: Option<String>,
    heuristic: Option<String>,
    experiment: Option<String>,
    source: Option<String>,
    outcome: Option<String>,
    stop: Option<String>,
    error: Option<String>,
    plan: Option<Moves>,
    #[serde(default)]
    optimal: bool,
    cost: Option<Cost>,
    lower_bound: Option<Cost>,
    limit_seconds: Option<f64>,
    limit_nodes: Option<u64>,
    limit_bytes: Option<u64>,
    version: Option<String>,
    machine: Option<String>,
    jobs: Option<u32>,
    finished: Option<u64>,
    cpu_seconds: Option<f64>,
    peak_rss: Option<u64>,
    /// The statistics, and unknown columns.
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

/// Imports rows in JSON Lines as a new file of results. A row names its board by its share code
/// (`code`), or by the name of one of these levels (`level`).
pub fn import(
    games: &Games,
    text: &str,
    known: &[Subject],
    title: &str,
    path: &Path,
) -> Result<Imported, ImportError> {
    let mut subjects: Vec<Subject> = Vec::new();
    let mut trials: Vec<Trial> = Vec::new();
    let mut imported = Imported::default();
    let mut counts: BTreeMap<(String, String, String), u32> = BTreeMap::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        let wrong = |message: String| ImportError::Line(number, message);
        let raw: Raw = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        fields::stats_from(raw.rest.clone()).map_err(|error| wrong(error.to_string()))?;
        let subject = subject_of(games, &raw, known).map_err(wrong)?;
        let record = record_of(&raw, &subject.level).unwrap_or_else(|message| {
            imported.refused.push((number, message.clone()));
            Record { error: Some(Diagnostic::new("refused", message)), ..bare(&raw) }
        });
        let experiment = raw.experiment.unwrap_or_else(|| "imported".to_string());
        let print = fingerprint(&subject.level);
        let repeat = counts.entry((experiment.clone(), print.clone(), raw.method)).or_default();
        let size = subject.level.grid.size();
        trials.push(Trial {
            task: trials.len() as u64,
            experiment,
            game: subject.level.game.id().to_string(),
            level: subject.name.clone(),
            source: subject.source.clone(),
            fingerprint: print.clone(),
            code: levels::to_code(&subject.level),
            rows: size.rows() as u32,
            cols: size.cols() as u32,
            difficulty: subject.level.difficulty,
            made_by: subject.made_by.clone(),
            repeat: *repeat,
            optimum: None,
            record,
            limit_seconds: raw.limit_seconds,
            limit_nodes: raw.limit_nodes,
            limit_bytes: raw.limit_bytes,
            version: raw.version.unwrap_or_else(|| "imported".to_string()),
            machine: raw.machine.unwrap_or_else(|| "unknown".to_string()),
            jobs: raw.jobs.unwrap_or(1),
            finished: raw.finished.unwrap_or(0),
        });
        *repeat += 1;
        if !subjects.iter().any(|other| fingerprint(&other.level) == print) {
            subjects.push(subject);
        }
    }
    // The first row of a board gives it its name.
    for trial in &mut trials {
        if let Some(subject) = subjects.iter().find(|s| fingerprint(&s.level) == trial.fingerprint)
        {
            trial.level.clone_from(&subject.name);
            trial.source.clone_from(&subject.source);
        }
    }
    imported.rows = trials.len();
    store::write_imported(path, title, &subjects, &trials).map_err(ImportError::Store)?;
    Ok(imported)
}

#[derive(Debug)]
pub enum ImportError {
    Line(usize, String),
    Store(StoreError),
}

fn subject_of(games: &Games, raw: &Raw, known: &[Subject]) -> Result<Subject, String> {
    let named = raw.level.as_ref().and_then(|name| known.iter().find(|s| s.name == *name));
    match (&raw.code, named) {
        (Some(code), named) => {
            let level = levels::from_code_with(games, code).map_err(|error| error.to_string())?;
            if let Some(named) = named.filter(|named| named.level.grid == level.grid) {
                return Ok(named.clone());
            }
            let name = raw.level.clone().unwrap_or_else(|| code.clone());
            let source = raw.source.clone().unwrap_or_else(|| "imported".to_string());
            Ok(Subject { source, name, level, made_by: None })
        }
        (None, Some(named)) => Ok(named.clone()),
        (None, None) => match &raw.level {
            Some(name) => Err(format!("there is no level '{name}', and the row has no 'code'")),
            None => Err("the row has neither 'code' nor 'level'".to_string()),
        },
    }
}

fn bare(raw: &Raw) -> Record {
    Record {
        algorithm: raw.algorithm.clone().unwrap_or_else(|| raw.method.clone()),
        heuristic: raw.heuristic.clone(),
        lower_bound: raw.lower_bound,
        stats: fields::stats_from(raw.rest.clone()).unwrap_or_default(),
        cpu_seconds: raw.cpu_seconds,
        peak_rss: raw.peak_rss,
        attributes: raw
            .rest
            .iter()
            .filter(|(name, _)| is_attribute(name))
            .filter_map(|(name, figure)| Some((name.clone(), figure.as_f64()?)))
            .collect(),
        ..Record::named(&raw.method)
    }
}

/// True if the row names a method of Quadrille, whose proofs are accepted.
fn is_ours(raw: &Raw) -> bool {
    raw.method.parse::<Method>().is_ok()
}

/// The record of a row. A row with a plan is solved if the plan is.
fn record_of(raw: &Raw, level: &Level) -> Result<Record, String> {
    let stop = match raw.stop.as_deref() {
        None => None,
        Some(name) => {
            Some(Stop::from_name(name).ok_or_else(|| format!("'{name}' is not a stop reason"))?)
        }
    };
    let record = Record {
        stop,
        error: raw.error.clone().map(|error| Diagnostic::new("imported", error)),
        ..bare(raw)
    };
    let outcome = match raw.outcome.as_deref() {
        None => None,
        Some(name) => Some(Verdict::from_name(name).ok_or_else(|| {
            format!("unknown outcome '{name}': solved, unsolvable, claimed or unknown")
        })?),
    };
    let text = match &raw.plan {
        Some(Moves::Text(text)) => Some(text.clone()),
        Some(Moves::List(list)) => Some(list.join(" ")),
        None => None,
    };
    let Some(text) = text else {
        return match outcome {
            Some(Verdict::Unsolvable | Verdict::Claimed) => match level.known {
                Some(Known::Optimal(_) | Known::Best(_)) => {
                    Err("its outcome is 'unsolvable', but the level has a plan".to_string())
                }
                Some(Known::Unsolvable) => Ok(Record { outcome: Verdict::Unsolvable, ..record }),
                // A proof cannot be replayed as a plan can, whichever method the row names.
                None => Ok(Record { outcome: Verdict::Claimed, ..record }),
            },
            Some(Verdict::Solved) => {
                Err("its outcome is 'solved', but it has no plan to check".to_string())
            }
            outcome => Ok(Record { outcome: outcome.unwrap_or(Verdict::Unknown), ..record }),
        };
    };
    let notation = level.game.notation();
    let moves = notation.read(&text).map_err(|error| format!("not a plan: {error}"))?;
    let refused = |refusal: Diagnostic| format!("the plan is refused: {refusal}");
    let replay = verify::replay(level.game, &level.grid, &moves).map_err(refused)?;
    let cost = raw.cost.unwrap_or(replay.cost);
    replay.solves(cost).map_err(refused)?;
    let plan = Some(moves.into_iter().map(|mv| notation.write(mv)).collect());
    let (outcome, cost) = (Verdict::Solved, Some(cost));
    // Optimality is a claim, too, unless the level declares the same optimum.
    let optimal = raw.optimal && (is_ours(raw) || level.known == cost.map(Known::Optimal));
    Ok(Record { outcome, cost, optimal, plan, ..record })
}
