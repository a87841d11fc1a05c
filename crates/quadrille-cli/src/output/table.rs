//! Tables for people.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use quadrille::Measure;
use quadrille::search::{Outcome, Report};
use quadrille_base::quantities::{bytes, commas, seconds};

use crate::console::Console;
use crate::exit::Abort;
use crate::printable;

/// Rules above, under the header and below; none between rows.
const STYLE: TableStyle = TableStyle::new()
    .top_border(LineStyle::none().fill('─').junction('─'))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .bottom_border(LineStyle::none().fill('─').junction('─'));

/// An empty table with these columns; true marks a column of numbers, which is aligned right.
pub fn new(console: &Console, columns: &[(&str, bool)]) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_header(columns.iter().map(|(name, _)| *name));
    if let Some(width) = console.width {
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    for (column, (_, number)) in table.column_iter_mut().zip(columns) {
        if *number {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

pub fn print(console: &mut Console, table: &Table) -> Result<(), Abort> {
    let text: String = table.lines().map(|line| line.trim_end().to_string() + "\n").collect();
    console.text(&text)
}

/// On narrower terminals the table has no columns of effort.
const NARROW: usize = 60;

pub struct ResultTable {
    table: Table,
    narrow: bool,
}

impl ResultTable {
    pub fn new(console: &Console, measure: Measure) -> ResultTable {
        let narrow = console.width.is_some_and(|width| width < NARROW);
        let mut columns =
            vec![("level", false), (measure.name(), true), ("at least", true), ("result", false)];
        if !narrow {
            columns.extend([("positions", true), ("memory", true), ("time", true)]);
        }
        ResultTable { table: new(console, &columns), narrow }
    }

    /// Adds the result of a level.
    pub fn add(&mut self, title: &str, report: &Report) {
        let moves = match report.plan() {
            Some((_, cost)) => cost.to_string(),
            None if report.outcome == Outcome::Unsolvable => "none".to_string(),
            None => String::new(),
        };
        let bound = match report.outcome {
            Outcome::Unsolvable => String::new(),
            _ => report.lower_bound.to_string(),
        };
        let mut row = vec![printable::line(title).into_owned(), moves, bound, result(report)];
        if !self.narrow {
            row.extend([
                commas(report.stats.expanded),
                bytes(report.stats.peak_bytes),
                seconds(report.stats.seconds),
            ]);
        }
        self.table.add_row(row);
    }

    /// Adds a level without a result.
    pub fn add_failed(&mut self, title: &str, what: &str) {
        let mut row = vec![printable::line(title).into_owned(), String::new(), what.to_string()];
        row.resize(self.table.column_count(), String::new());
        self.table.add_row(row);
    }

    pub fn print(&self, console: &mut Console) -> Result<(), Abort> {
        print(console, &self.table)
    }
}

fn result(report: &Report) -> String {
    let stopped = match report.stop {
        Some(stop) => stop.to_string(),
        None => "no proof".to_string(),
    };
    match report.outcome {
        Outcome::Solved { optimal: true, .. } => "proved shortest".to_string(),
        Outcome::Solved { .. } => format!("solved, {stopped}"),
        Outcome::Unsolvable => "unsolvable".to_string(),
        Outcome::Unknown => stopped,
    }
}
