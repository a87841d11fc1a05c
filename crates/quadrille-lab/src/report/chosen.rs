//! A custom table: its rows, columns, figures and their aggregation.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use quadrille::record::Verdict;
use quadrille::search::Cost;
use quadrille_base::quantities::counted;

use crate::charts::Unit;
use crate::export::{Column, Value, columns};
use crate::select::{column_of, shown};
use crate::{Results, Trial};
use quadrille_base::statistics::{Spread, agile_score, median, par, satisficing_score};

use super::{Cell, LabReport, Section, Table};

/// The definition of a custom table.
#[derive(Clone, Debug)]
pub struct TableDefinition {
    /// The column whose values are the rows: `method`, `game`, `level`.
    pub rows: String,
    /// The column whose values are the columns of the table; by default only the figures.
    pub across: Option<String>,
    pub figures: Vec<Figure>,
    /// True to use the levels that each method answered itself, instead of those that all answered.
    pub own_levels: bool,
    /// True to show the second of two columns as a factor of the first.
    pub factor: bool,
}

/// A figure of a group of trials: `coverage`, `expanded:geomean`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    name: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Coverage,
    Proved,
    Par10,
    Satisficing,
    Agile,
    Column(Fold),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fold {
    Median,
    Mean,
    Geomean,
    Sum,
    Least,
    Most,
}

const KINDS: [(&str, Kind); 5] = [
    ("coverage", Kind::Coverage),
    ("proved", Kind::Proved),
    ("par10", Kind::Par10),
    ("ipc-sat", Kind::Satisficing),
    ("ipc-agl", Kind::Agile),
];

const FOLDS: [(&str, Fold); 6] = [
    ("median", Fold::Median),
    ("mean", Fold::Mean),
    ("geomean", Fold::Geomean),
    ("sum", Fold::Sum),
    ("min", Fold::Least),
    ("max", Fold::Most),
];

impl FromStr for Figure {
    type Err = String;

    fn from_str(text: &str) -> Result<Figure, String> {
        let (name, fold) = text.split_once(':').map_or((text, None), |(n, f)| (n, Some(f)));
        let (name, fold) = (name.trim(), fold.map(str::trim));
        let known = KINDS.iter().find(|(known, _)| *known == name);
        let kind = match (known, fold) {
            (Some((_, kind)), None) => kind.clone(),
            (Some(_), Some(_)) => return Err(format!("'{name}' is not folded: leave ':' out")),
            (None, None) => Kind::Column(Fold::Median),
            (None, Some(fold)) => match FOLDS.iter().find(|(known, _)| *known == fold) {
                Some((_, fold)) => Kind::Column(*fold),
                None => {
                    let names = FOLDS.map(|(name, _)| name).join(", ");
                    return Err(format!("there is no fold '{fold}'; there are {names}"));
                }
            },
        };
        if name.is_empty() {
            return Err("a figure has a name: coverage, expanded, seconds:mean".to_string());
        }
        Ok(Figure { name: name.to_string(), kind })
    }
}

impl Fold {
    fn name(self) -> &'static str {
        FOLDS.iter().find(|(_, fold)| *fold == self).map_or("", |(name, _)| name)
    }

    fn of(self, values: &[f64]) -> Option<f64> {
        let spread = Spread::of(values)?;
        Some(match self {
            Fold::Median => spread.median,
            Fold::Mean => spread.mean,
            Fold::Geomean => {
                // A search without expansions counts as one with few.
                let logarithms = values.iter().map(|value| value.max(1e-9).ln());
                (logarithms.sum::<f64>() / values.len() as f64).exp()
            }
            Fold::Sum => values.iter().sum(),
            Fold::Least => spread.least,
            Fold::Most => spread.most,
        })
    }
}

impl Figure {
    fn label(&self) -> String {
        match self.kind {
            Kind::Column(fold) => format!("{} ({})", self.name, fold.name()),
            _ => self.name.clone(),
        }
    }

    fn unit(&self) -> Unit {
        match self.kind {
            Kind::Par10 => Unit::Seconds,
            Kind::Satisficing | Kind::Agile => Unit::Factor,
            _ if self.name.ends_with("seconds") => Unit::Seconds,
            _ if self.name.ends_with("bytes") || self.name == "peak_rss" => Unit::Bytes,
            _ => Unit::Count,
        }
    }
}

/// A method on a level, over all repeats.
struct Point<'t> {
    row: String,
    across: String,
    fingerprint: &'t str,
    outcome: Verdict,
    proved: bool,
    seconds: f64,
    limit: Option<f64>,
    cost: Option<Cost>,
    /// The values of the figures that are columns.
    values: Vec<Option<f64>>,
}

impl Point<'_> {
    fn is_answered(&self) -> bool {
        self.outcome.is_answer()
    }
}

impl LabReport {
    pub fn of_definition(
        results: &Results,
        definition: &TableDefinition,
    ) -> Result<LabReport, String> {
        let all = columns(&results.trials);
        let rows = column_of(&all, &definition.rows)?;
        let across = definition.across.as_deref().map(|name| column_of(&all, name)).transpose()?;
        let mut sources = Vec::new();
        for figure in &definition.figures {
            sources.push(match figure.kind {
                Kind::Column(_) => Some(numbers_of(&all, &figure.name)?),
                _ => None,
            });
        }
        let points = points(&results.trials, rows, across, &sources);
        let best = best_costs(&results.trials);
        let is_by_level = |name: &str| matches!(name, "level" | "fingerprint" | "code");
        let is_each =
            is_by_level(&definition.rows) || definition.across.as_deref().is_some_and(is_by_level);
        let levels: BTreeSet<&str> = points.iter().map(|point| point.fingerprint).collect();
        let common = common(&results.trials);
        let fold = Folding { definition, best: &best, common: &common };
        let table = fold.table(&points, is_each);
        let mut report = LabReport::new(&Results { trials: Vec::new(), ..results.clone() }, None);
        report.facts = super::facts(results, &[]);
        let has_folds =
            definition.figures.iter().any(|figure| matches!(figure.kind, Kind::Column(_)));
        let over = match (is_each || !has_folds, definition.own_levels) {
            (true, _) => String::new(),
            (false, true) => {
                " Folds are over the levels that were answered, which differ.".to_string()
            }
            (false, false) => format!(
                " Folds are over the {} of {} that were answered by every method with an answer in their game.",
                common.intersection(&levels).count(),
                counted(levels.len() as u64, "level")
            ),
        };
        let labels: Vec<String> = definition.figures.iter().map(Figure::label).collect();
        let is_of_methods = matches!(&*definition.rows, "method" | "algorithm" | "heuristic");
        let is_folded = |point: &Point<'_>| {
            has_folds && point.is_answered() && common.contains(point.fingerprint)
        };
        let differ = match is_of_methods && definition.across.is_none() {
            true if levels_differ(&points, |_| true) => {
                " Not all ran on the same levels: compare those of one game."
            }
            true if !definition.own_levels && levels_differ(&points, is_folded) => {
                " Not all rows are over the same of these levels: compare those of one game."
            }
            _ => "",
        };
        let finding = format!("{}.{over}{differ}", labels.join(", "));
        let title = match &definition.across {
            Some(across) => format!("{} by {} and {across}", labels.join(", "), definition.rows),
            None => format!("{} by {}", labels.join(", "), definition.rows),
        };
        report.incomplete = None;
        report.sections = vec![Section {
            game: String::new(),
            name: "table".to_string(),
            title,
            finding,
            table,
            chart: String::new(),
            detail: false,
        }];
        Ok(report)
    }
}

/// The column of a figure, which must have numbers.
fn numbers_of<'c>(all: &'c [Column<Trial>], name: &str) -> Result<&'c Column<Trial>, String> {
    let column = column_of(all, name).map_err(|error| {
        let names = KINDS.map(|(name, _)| name).join(", ");
        format!("{error}, and there are {names}")
    })?;
    match column.kind {
        crate::export::Kind::Text => Err(format!("'{name}' has no numbers that could be folded")),
        _ => Ok(column),
    }
}

fn number(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Text(_) => None,
        Value::Whole(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        Value::Truth(truth) => Some(f64::from(u8::from(*truth))),
    }
}

fn points<'t>(
    trials: &'t [Trial],
    rows: &Column<Trial>,
    across: Option<&Column<Trial>>,
    sources: &[Option<&Column<Trial>>],
) -> Vec<Point<'t>> {
    let text = |column: &Column<Trial>, trial: &Trial| {
        column.value(trial).map_or("–".to_string(), |value| shown(&value))
    };
    type Key<'t> = (String, String, &'t str, &'t str);
    let mut order: Vec<Key<'t>> = Vec::new();
    let mut groups: BTreeMap<Key<'t>, Vec<&'t Trial>> = BTreeMap::new();
    for trial in trials {
        let across = across.map_or(String::new(), |column| text(column, trial));
        let key: Key<'t> = (text(rows, trial), across, &trial.fingerprint, &trial.record.method);
        groups
            .entry(key.clone())
            .or_insert_with(|| {
                order.push(key);
                Vec::new()
            })
            .push(trial);
    }
    let point = |key: Key<'t>| {
        let repeats = groups.get(&key)?;
        let count = |verdict: Verdict| {
            repeats.iter().filter(|trial| trial.record.outcome == verdict).count()
        };
        // The most frequent outcome, the worse if there is a tie.
        let outcome = repeats
            .iter()
            .map(|trial| trial.record.outcome)
            .max_by_key(|&outcome| (count(outcome), !outcome.is_answer()))?;
        let same: Vec<&&Trial> =
            repeats.iter().filter(|trial| trial.record.outcome == outcome).collect();
        let middle = |value: &dyn Fn(&Trial) -> Option<f64>| {
            median(&same.iter().filter_map(|trial| value(trial)).collect::<Vec<_>>())
        };
        let (row, across, fingerprint, _) = key;
        Some(Point {
            row,
            across,
            fingerprint,
            outcome,
            proved: same.iter().any(|trial| trial.record.is_proved()),
            seconds: middle(&|trial| Some(trial.record.stats.seconds))?,
            limit: same.iter().filter_map(|trial| trial.limit_seconds).reduce(f64::max),
            cost: same.iter().filter_map(|trial| trial.record.cost).min(),
            values: sources
                .iter()
                .map(|source| source.and_then(|column| middle(&|t| number(&column.value(t)?))))
                .collect(),
        })
    };
    order.into_iter().filter_map(point).collect()
}

/// The least cost of a plan for each level: the optimum, or the best of any trial.
fn best_costs(trials: &[Trial]) -> BTreeMap<&str, Cost> {
    let mut best: BTreeMap<&str, Cost> = BTreeMap::new();
    for trial in trials {
        for cost in trial.record.cost.into_iter().chain(trial.optimum) {
            best.entry(&trial.fingerprint).and_modify(|b| *b = cost.min(*b)).or_insert(cost);
        }
    }
    best
}

/// True if the rows are of different levels, by the points that count.
fn levels_differ(points: &[Point<'_>], counts: impl Fn(&Point<'_>) -> bool) -> bool {
    let mut levels: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for point in points.iter().filter(|point| counts(point)) {
        levels.entry(&point.row).or_default().insert(point.fingerprint);
    }
    levels.into_values().collect::<BTreeSet<_>>().len() > 1
}

/// The levels that every method of their game answered, apart from methods that answered none.
fn common(trials: &[Trial]) -> BTreeSet<&str> {
    let mut methods: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut answered: BTreeMap<&str, (&str, BTreeSet<&str>)> = BTreeMap::new();
    for trial in trials {
        let level = answered.entry(&trial.fingerprint);
        let level = level.or_insert_with(|| (&trial.game, BTreeSet::new()));
        if trial.record.outcome.is_answer() {
            methods.entry(&trial.game).or_default().insert(&trial.record.method);
            level.1.insert(&trial.record.method);
        }
    }
    let is_common = |(game, by): &(&str, BTreeSet<&str>)| methods.get(game) == Some(by);
    answered.into_iter().filter(|(_, level)| is_common(level)).map(|(print, _)| print).collect()
}

struct Folding<'a> {
    definition: &'a TableDefinition,
    best: &'a BTreeMap<&'a str, Cost>,
    common: &'a BTreeSet<&'a str>,
}

impl Folding<'_> {
    fn table(&self, points: &[Point<'_>], is_each: bool) -> Table {
        let definition = self.definition;
        let distinct = |value: for<'p> fn(&'p Point<'_>) -> &'p String| {
            let mut all: Vec<String> = Vec::new();
            for point in points {
                if !all.contains(value(point)) {
                    all.push(value(point).clone());
                }
            }
            all
        };
        let rows = distinct(|point| &point.row);
        let groups = distinct(|point| &point.across);
        let mut names = vec![definition.rows.clone()];
        for figure in &definition.figures {
            let label =
                |group: &String| match (definition.across.is_some(), definition.figures.len()) {
                    (false, _) => figure.label(),
                    (true, 1) => group.clone(),
                    (true, _) => format!("{group}: {}", figure.label()),
                };
            names.extend(groups.iter().map(label));
            if let ([first, second], true) = (groups.as_slice(), definition.factor) {
                names.push(match definition.figures.len() {
                    1 => format!("{second} / {first}"),
                    _ => format!("{second} / {first}: {}", figure.label()),
                });
            }
        }
        let line = |row: Option<&String>, is_each: bool| {
            let mut cells = vec![Cell::Text(row.map_or("all", String::as_str).to_string())];
            for (number, figure) in definition.figures.iter().enumerate() {
                let of_group = |group: &String| {
                    let chosen: Vec<&Point<'_>> = points
                        .iter()
                        .filter(|p| row.is_none_or(|row| p.row == *row) && p.across == *group)
                        .collect();
                    self.cell(number, figure, &chosen, is_each)
                };
                let group: Vec<Cell> = groups.iter().map(of_group).collect();
                let factor = match group.as_slice() {
                    [Cell::Number(first, _), Cell::Number(second, _)] if *first > 0.0 => {
                        Cell::Number(second / first, Unit::Factor)
                    }
                    _ => Cell::None,
                };
                cells.extend(group);
                cells.extend((definition.factor && groups.len() == 2).then_some(factor));
            }
            cells
        };
        let mut lines: Vec<Vec<Cell>> = rows.iter().map(|row| line(Some(row), is_each)).collect();
        let is_of_methods =
            matches!(definition.rows.as_str(), "method" | "algorithm" | "heuristic");
        if rows.len() > 1 && !is_of_methods {
            lines.push(line(None, definition.across.as_deref() == Some("level")));
        }
        Table { columns: names, rows: lines }
    }

    /// A figure of some points. `is_each` is true if they are of one level.
    fn cell(&self, number: usize, figure: &Figure, points: &[&Point<'_>], is_each: bool) -> Cell {
        if points.is_empty() {
            return Cell::None;
        }
        let unit = figure.unit();
        let scores = |score: &dyn Fn(&Point<'_>) -> Option<f64>| {
            let all: Option<Vec<f64>> = points.iter().map(|point| score(point)).collect();
            Cell::maybe(all.map(|all| all.iter().sum()), unit)
        };
        let counted = |is: &dyn Fn(&Point<'_>) -> bool| {
            Cell::Of(points.iter().filter(|point| is(point)).count(), points.len())
        };
        match figure.kind {
            Kind::Coverage => counted(&|point| point.is_answered()),
            Kind::Proved => counted(&|point| point.is_answered() && point.proved),
            Kind::Par10 => {
                let times: Vec<Option<f64>> =
                    points.iter().map(|p| p.is_answered().then_some(p.seconds)).collect();
                let limit = points.iter().filter_map(|point| point.limit).reduce(f64::max);
                let is_complete = times.iter().all(Option::is_some);
                let limit = limit.or(is_complete.then_some(0.0));
                Cell::maybe(limit.and_then(|limit| par(&times, limit)), unit)
            }
            Kind::Satisficing => scores(&|point| {
                let best = self.best.get(point.fingerprint).copied();
                // A proof that there is no plan is an answer, too.
                let is_proved = point.outcome == Verdict::Unsolvable;
                Some(if is_proved { 1.0 } else { satisficing_score(point.cost, best) })
            }),
            Kind::Agile => scores(&|point| {
                let time = point.is_answered().then_some(point.seconds);
                Some(agile_score(time, point.limit?))
            }),
            Kind::Column(fold) => {
                let is_in = |point: &&&Point<'_>| {
                    let is_common = is_each
                        || self.definition.own_levels
                        || self.common.contains(point.fingerprint);
                    point.is_answered() && is_common
                };
                let chosen: Vec<&&Point<'_>> = points.iter().filter(is_in).collect();
                let values: Vec<f64> =
                    chosen.iter().filter_map(|point| point.values[number]).collect();
                match fold.of(&values) {
                    Some(value) => Cell::Number(value, unit),
                    None if chosen.is_empty() && is_each => Cell::Text("✗".to_string()),
                    None => Cell::None,
                }
            }
        }
    }
}
