//! Figures published by the course projects, next to those measured here.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use quadrille::record::Verdict;
use quadrille_base::quantities::counted;
use serde::Deserialize;

use crate::Trial;
use crate::charts::Unit;

use super::matrix::Matrix;
use super::measure::Measure;
use super::{Cell, Section, section};

/// The prefix of the experiment names in the plan `@course`.
const COURSE: &str = "course";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The hash of each board, by game and by the level's published name.
    pub levels: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(rename = "table")]
    pub tables: Vec<PublishedTable>,
    /// Figures over sets of levels.
    #[serde(rename = "figure")]
    pub figures: Vec<PublishedFigure>,
}

/// A table with one row per level and one column per method.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    pub game: String,
    /// The printed heading of the table.
    pub title: String,
    pub measure: Measure,
    /// The printed headings of the columns.
    pub theirs: Vec<String>,
    /// The equivalent method here, for each column.
    pub methods: Vec<String>,
    /// The level's name, then its printed cells.
    pub rows: Vec<Vec<String>>,
}

/// A figure over a set of levels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedFigure {
    pub game: String,
    pub figure: String,
    pub theirs: String,
    /// The equivalent method here.
    pub method: String,
    pub measure: Total,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Total {
    /// The share of levels with a known optimum that got a shortest plan.
    Share,
    Least,
    Mean,
    Most,
}

pub static PUBLISHED: LazyLock<Published> = LazyLock::new(|| {
    let read = toml::from_str(include_str!("published.toml"));
    // Tests parse the table, so this is never used.
    read.unwrap_or(Published { levels: BTreeMap::new(), tables: Vec::new(), figures: Vec::new() })
});

/// The sections with published figures of the levels in the matrix; those over sets of levels only
/// in runs of `@course`.
pub(super) fn sections(matrix: &Matrix, trials: &[Trial]) -> Vec<Section> {
    let tables = PUBLISHED.tables.iter().filter(|table| table.game == matrix.game);
    let mut sections: Vec<Section> =
        tables.filter_map(|table| level_section(matrix, table)).collect();
    let of_course =
        |trial: &Trial| trial.game == matrix.game && trial.experiment.starts_with(COURSE);
    if trials.iter().any(of_course) {
        sections.extend(set_section(matrix));
    }
    sections
}

/// A published table and the figures measured here, column by column.
fn level_section(matrix: &Matrix, table: &PublishedTable) -> Option<Section> {
    let prints = PUBLISHED.levels.get(&table.game)?;
    let columns: Vec<(usize, usize)> = (0..table.methods.len())
        .filter_map(|column| Some((column, matrix.method(&table.methods[column])?)))
        .collect();
    let mut rows = Vec::new();
    for row in &table.rows {
        let print = row.first().and_then(|level| prints.get(level));
        let level = matrix.levels.iter().position(|level| Some(&level.fingerprint) == print);
        let Some(level) = level else { continue };
        let own = &matrix.levels[level].name;
        let mut cells = vec![Cell::Text(format!("{own} (theirs: {})", row[0]))];
        for &(column, method) in &columns {
            cells.push(Cell::Text(row[column + 1].clone()));
            cells.push(table.measure.cell(matrix.get(level, method)));
        }
        rows.push(cells);
    }
    if rows.is_empty() || columns.is_empty() {
        return None;
    }
    let mut names = vec!["level".to_string()];
    for &(column, method) in &columns {
        names.push(format!("published: {}", table.theirs[column]));
        names.push(matrix.methods[method].name.clone());
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let figures = rows.len() * columns.len();
    let finding = format!(
        "{} published, next to those measured here on the same boards.",
        counted(figures as u64, "figure")
    );
    let title = format!("Published beside ours: {}, {}", table.title, matrix.game);
    let name = format!("published-{}", table.measure.word());
    Some(section(matrix, &name, title, finding, &names, rows, String::new()))
}

fn set_section(matrix: &Matrix) -> Option<Section> {
    let figures = PUBLISHED.figures.iter().filter(|figure| figure.game == matrix.game);
    let rows: Vec<Vec<Cell>> = figures
        .filter_map(|figure| {
            let method = matrix.method(&figure.method)?;
            Some(vec![
                Cell::Text(matrix.methods[method].name.clone()),
                Cell::Text(figure.figure.clone()),
                Cell::Text(figure.theirs.clone()),
                total(matrix, figure.measure, method),
            ])
        })
        .collect();
    let finding = "The published figures are of other levels: they show orders of magnitude.";
    let columns = ["method", "figure", "published", "here"];
    let title = format!("Published beside ours: whole sets, {}", matrix.game);
    (!rows.is_empty()).then(|| {
        section(matrix, "published", title, finding.to_string(), &columns, rows, String::new())
    })
}

fn total(matrix: &Matrix, total: Total, method: usize) -> Cell {
    let times = || matrix.column(method).filter(|(_, r)| r.answered()).map(|(_, r)| r.seconds);
    let count = times().count();
    let seconds = match total {
        Total::Share => {
            let known = matrix.column(method).filter(|(level, result)| {
                matrix.levels[*level].optimum.is_some() && result.outcome != Verdict::Unsolvable
            });
            let known: Vec<_> = known.collect();
            let short = known.iter().filter(|(level, r)| r.cost == matrix.levels[*level].optimum);
            return Cell::Of(short.count(), known.len());
        }
        Total::Least => times().reduce(f64::min),
        Total::Mean => (count > 0).then(|| times().sum::<f64>() / count as f64),
        Total::Most => times().reduce(f64::max),
    };
    Cell::maybe(seconds, Unit::Seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_figure_is_there_with_a_method_that_exists() {
        let read: Result<Published, _> = toml::from_str(include_str!("published.toml"));
        let published = read.expect("the table is good TOML");
        let mut figures = BTreeMap::new();
        for table in &published.tables {
            assert_eq!(table.theirs.len(), table.methods.len());
            for row in &table.rows {
                assert_eq!(row.len(), table.methods.len() + 1, "{row:?}");
                assert_eq!(published.levels[&table.game][&row[0]].len(), 16, "{row:?}");
            }
            *figures.entry(table.game.as_str()).or_insert(0) +=
                table.rows.len() * table.methods.len();
        }
        // Three tables of eleven levels and five methods; two tables of four levels and five
        // heuristics.
        assert_eq!(figures, BTreeMap::from([("fold", 165), ("zhed", 40)]));
        let in_tables = published.tables.iter().map(|table| (&table.game, &table.methods));
        let of_sets = published.figures.iter().map(|f| (&f.game, std::slice::from_ref(&f.method)));
        for (game, methods) in in_tables.map(|(g, m)| (g, m.as_slice())).chain(of_sets) {
            let game = quadrille::games::by_id(game).expect("a game");
            for method in methods {
                assert!(game.resolve(&method.parse().expect("a method")).is_ok(), "{method}");
            }
        }
    }

    /// The documentation quotes every published cell as it is printed, each before ours.
    #[test]
    fn the_documentation_quotes_every_published_figure() {
        let results = include_str!("../../../../docs/results.md");
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect();
        let lines: Vec<Vec<String>> = results.lines().map(cells).collect();
        let quotes = |line: &Vec<String>, row: &[String]| {
            let quoted = line.iter().skip(2).step_by(2).take(row.len() - 1);
            line.get(1) == row.first() && quoted.eq(&row[1..])
        };
        for row in PUBLISHED.tables.iter().flat_map(|table| &table.rows) {
            assert!(lines.iter().any(|line| quotes(line, row)), "{row:?}");
        }
        for figure in &PUBLISHED.figures {
            let heuristic = figure.method.split(" with ").nth(1).unwrap_or_default();
            let is_quoted = |line: &&Vec<String>| line.contains(&figure.theirs);
            let is_its = |line: &Vec<String>| {
                figure.game != "tiles" || line.get(1).is_some_and(|name| name == heuristic)
            };
            assert!(
                lines.iter().filter(is_quoted).any(is_its),
                "{} {}",
                figure.method,
                figure.theirs
            );
        }
    }

    #[test]
    fn the_own_search_of_folding_blocks_counts_the_cost() {
        let plan = include_str!("../../../../lab/course.toml");
        assert!(!plan.contains("path=0"));
        for table in PUBLISHED.tables.iter().filter(|table| table.game == "fold") {
            let own = table.theirs.iter().position(|name| name == "Our Own").expect("a column");
            assert_eq!(table.methods[own], "ordered with h5");
        }
    }
}
