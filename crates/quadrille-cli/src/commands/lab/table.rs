//! `quadrille lab table`: prints one table of results.

use clap::Args;
use quadrille_lab::report::{Figure, LabReport, TableDefinition};

use super::pick::Pick;
use crate::Context;
use crate::commands::text_of;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};

const EXAMPLES: &str = "\
Examples:
  quadrille lab table plan.sqlite
  quadrille lab table plan.sqlite --rows game --across method --figures coverage --latex
  quadrille lab table plan.sqlite --rows level --across method --figures expanded --where 'game = zhed'
  quadrille lab table plan.sqlite --methods 'bfs,astar*' --figures coverage,expanded:geomean,cpu_seconds:sum
  quadrille lab table plan.sqlite --figures ipc-sat,ipc-agl,evaluated:sum
  quadrille lab table old.sqlite new.sqlite --revisions --methods 'astar*' --rows level --across method --figures expanded --factor

Rows and what stands across are columns of the exported results. A figure is a column with numbers and a fold behind it (median, mean, geomean,
sum, min, max), an attribute of an external method, or one of coverage, proved, par10, ipc-sat and ipc-agl. Folds are over the levels that all
methods answered.
";

/// Print one table of results with chosen rows, columns and figures
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct TableArgs {
    #[command(flatten)]
    pick: Pick,

    /// Use the values of this column as rows
    #[arg(long, value_name = "COLUMN", default_value = "method")]
    rows: String,

    /// Use the values of this column as columns
    #[arg(long, value_name = "COLUMN")]
    across: Option<String>,

    /// Show these figures, separated by commas
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "coverage,proved,par10,expanded,seconds,cpu_seconds,peak_rss,peak_bytes"
    )]
    figures: Vec<Figure>,

    /// Aggregate over the levels that each method answered itself
    #[arg(long)]
    own_levels: bool,

    /// Show the second of two columns as a factor of the first
    #[arg(long, requires = "across")]
    factor: bool,

    /// Print the table for LaTeX (booktabs)
    #[arg(long, group = "form")]
    latex: bool,

    /// Print it as CSV: game, section, row, column, value
    #[arg(long, group = "form")]
    csv: bool,

    /// Print it as one JSON object
    #[arg(long, group = "form")]
    json: bool,
}

pub fn run(args: &TableArgs, context: &mut Context) -> Result<Exit, Abort> {
    let definition = TableDefinition {
        rows: args.rows.clone(),
        across: args.across.clone(),
        figures: args.figures.clone(),
        own_levels: args.own_levels,
        factor: args.factor,
    };
    let report =
        LabReport::of_definition(&args.pick.results()?, &definition).map_err(Fault::new)?;
    match () {
        () if args.json => context.console.json(&report)?,
        () if args.csv => context.console.text(&report.csv())?,
        () if args.latex => context.console.text(&report.latex())?,
        () => context.console.text(&report.markdown_tables())?,
    }
    for section in report.sections.iter().filter(|section| !section.table.fits_page()) {
        let (rows, columns) = (section.table.rows.len(), section.table.columns.len());
        console::remark(&format!(
            "{rows} rows by {columns} columns do not fit a page; --where, --methods and --figures choose less"
        ));
    }
    Ok(Exit::Fine)
}
