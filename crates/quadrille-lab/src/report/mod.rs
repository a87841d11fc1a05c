//! The report of results: sections with a finding, a chart and a table each, as a page, Markdown,
//! CSV or JSON.
//!
//! Medians are shown with their quartiles, trials without an answer are shown and counted as such,
//! and PAR10 is defined where it is used. Every finding is computed from the numbers of its
//! section.

mod algorithms;
mod chosen;
mod distribution;
mod heuristics;
mod html;
mod latex;
mod markdown;
mod matrix;
mod measure;
mod overview;
mod pairs;
mod published;
mod table;

pub use chosen::{Figure, TableDefinition};
pub use measure::Measure;
pub use published::{PUBLISHED, Published, PublishedFigure, PublishedTable, Total};
pub use table::{Cell, Table};

use quadrille_base::quantities::{self, commas, counted};
use serde::Serialize;

use crate::{Results, Trial};

use matrix::Matrix;

/// A chart with its table and its finding.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// The game; empty for all games together.
    pub game: String,
    /// A short name, the same in every report.
    pub name: String,
    pub title: String,
    /// The result in a sentence.
    pub finding: String,
    pub table: Table,
    #[serde(skip)]
    pub chart: String,
    /// True for details, which are folded.
    pub detail: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct LabReport {
    /// The title of the plan.
    pub title: String,
    /// Facts about the results as a whole, such as limits and machines.
    pub facts: Vec<(String, String)>,
    /// The missing trials of the plan, if any.
    pub incomplete: Option<String>,
    pub sections: Vec<Section>,
}

impl LabReport {
    /// The report of results. `pair` names two methods to compare in detail.
    pub fn new(results: &Results, pair: Option<&(String, String)>) -> LabReport {
        let mut games: Vec<&str> = Vec::new();
        for trial in &results.trials {
            if !games.contains(&trial.game.as_str()) {
                games.push(&trial.game);
            }
        }
        let matrices: Vec<Matrix> =
            games.iter().map(|game| Matrix::new(game, &results.trials)).collect();
        let mut sections = overview::sections(&matrices);
        for matrix in &matrices {
            let mut own = algorithms::sections(matrix, pair);
            own.extend(heuristics::sections(matrix));
            own.extend(pairs::sections(matrix));
            own.extend(published::sections(matrix, &results.trials));
            // Important sections first; otherwise the order is kept.
            own.sort_by_key(|section| section.detail);
            sections.extend(own);
        }
        let missing = results.planned.saturating_sub(results.trials.len());
        LabReport {
            title: match results.title.as_str() {
                "" => "Results of the lab".to_string(),
                title => title.to_string(),
            },
            facts: facts(results, &matrices),
            incomplete: (missing > 0).then(|| {
                format!(
                    "{missing} of {} are not there yet; everything below is of the others",
                    counted(results.planned as u64, "trial")
                )
            }),
            sections,
        }
    }

    /// The methods of the results that this text can mean, and all methods.
    pub fn methods(results: &Results, text: &str) -> (Vec<String>, Vec<String>) {
        let (mut meant, mut all): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let mut games: Vec<&str> = results.trials.iter().map(|trial| trial.game.as_str()).collect();
        games.dedup();
        for game in games {
            let matrix = Matrix::new(game, &results.trials);
            meant.extend(matrix.method(text).map(|number| matrix.methods[number].name.clone()));
            for method in matrix.methods {
                if !all.contains(&method.name) {
                    all.push(method.name);
                }
            }
        }
        (meant, all)
    }

    /// The charts, each with a file name.
    pub fn pictures(&self) -> impl Iterator<Item = (String, &str)> {
        let drawn = self.sections.iter().filter(|section| !section.chart.is_empty());
        drawn.map(|section| (format!("{}.svg", section.id()), section.chart.as_str()))
    }

    /// All tables as one CSV, one value per line.
    pub fn csv(&self) -> String {
        let mut out = String::from("game,section,row,column,value\n");
        for section in &self.sections {
            for row in &section.table.rows {
                let label = row.first().map_or(String::new(), Cell::raw);
                for (column, cell) in section.table.columns.iter().zip(row).skip(1) {
                    let fields = [&section.game, &section.name, &label, column, &cell.raw()]
                        .map(|field| crate::table::csv_field(field));
                    out += &(fields.join(",") + "\n");
                }
            }
        }
        out
    }
}

impl Section {
    fn into_detail(self) -> Section {
        Section { detail: true, ..self }
    }

    /// The id of the section, unique within the report.
    fn id(&self) -> String {
        match self.game.as_str() {
            "" => self.name.clone(),
            game => format!("{game}-{}", self.name),
        }
    }
}

fn section(
    matrix: &Matrix,
    name: &str,
    title: String,
    finding: String,
    columns: &[&str],
    rows: Vec<Vec<Cell>>,
    chart: String,
) -> Section {
    let columns = columns.iter().map(ToString::to_string).collect();
    let (game, name) = (matrix.game.clone(), name.to_string());
    Section { game, name, title, finding, table: Table { columns, rows }, chart, detail: false }
}

fn facts(results: &Results, matrices: &[Matrix]) -> Vec<(String, String)> {
    let trials = &results.trials;
    let mut facts = Vec::new();
    let answered = trials.iter().filter(|trial| trial.record.outcome.is_answer()).count();
    let failed = trials.iter().filter(|trial| trial.record.is_failed()).count();
    let levels: usize = matrices.iter().map(|matrix| matrix.levels.len()).sum();
    let per_game: Vec<String> =
        matrices.iter().map(|matrix| format!("{} {}", matrix.levels.len(), matrix.game)).collect();
    let mut outcomes = format!(
        "{}: {} answered, {} without an answer",
        commas(trials.len() as u64),
        commas(answered as u64),
        commas((trials.len() - answered - failed) as u64)
    );
    if failed > 0 {
        outcomes += &format!(", {} failed (`error` has the reasons)", commas(failed as u64));
    }
    facts.push(("trials".to_string(), outcomes));
    if !matrices.is_empty() {
        facts.push(("levels".to_string(), format!("{levels} ({})", per_game.join(", "))));
    }
    facts.push(("hash of the levels".to_string(), results.levels_hash.clone()));
    let mut distinct = |name: &str, text: &dyn Fn(&Trial) -> String| {
        let mut values: Vec<String> = Vec::new();
        for trial in trials {
            let value = text(trial);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values.retain(|value| !value.is_empty());
        if !values.is_empty() {
            facts.push((name.to_string(), values.join("; ")));
        }
    };
    distinct("limits of a trial", &|trial| {
        let limits = [
            trial.limit_seconds.map(quantities::seconds),
            trial.limit_nodes.map(|nodes| counted(nodes, "expanded position")),
            trial.limit_bytes.map(quantities::bytes),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        if limits.is_empty() { "none".to_string() } else { limits.join(", ") }
    });
    distinct("levels made by", &|trial| trial.made_by.clone().unwrap_or_default());
    distinct("made with", &|trial| format!("Quadrille {}", trial.version));
    distinct("made on", &|trial| {
        format!("{}; {} side by side", trial.machine, counted(trial.jobs.into(), "trial"))
    });
    facts.push((
        "PAR10".to_string(),
        "the mean time when a level without an answer counts as ten times the limit".to_string(),
    ));
    facts.push((
        "answered".to_string(),
        "a plan was found, or it was proved that there is none".to_string(),
    ));
    facts
}
