//! `quadrille lab report`: shows results as charts, tables and findings.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use quadrille_lab::report;

use super::pick::Pick;
use crate::Context;
use crate::commands::text_of;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::output::file;

const EXAMPLES: &str = "\
Examples:
  quadrille lab report plan.sqlite --html report
  quadrille lab report ours.sqlite theirs.sqlite --html report
  quadrille lab report plan.sqlite --html report --scatter bfs --scatter 'astar with relaxed'
  quadrille lab report plan.sqlite --markdown report      report/report.md and its charts
  quadrille lab report plan.sqlite --latex > tables.tex    what fits a page; 'lab table' makes tables of your choice
  quadrille lab report plan.sqlite --methods 'bfs,astar*' --where 'optimum >= 10' --html report
  quadrille lab report old.sqlite new.sqlite --revisions --html report

The page is self-contained: one file without scripts, and the charts beside it as pictures. Folded sections are not printed
from a browser. Without an option the report is printed as Markdown.
";

/// Report results: charts, tables and one-line findings
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct ReportArgs {
    #[command(flatten)]
    pick: Pick,

    /// Write a page with charts to this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, group = "form")]
    html: Option<PathBuf>,

    /// Print findings and tables as Markdown, or write them with charts to a folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, group = "form", num_args = 0..=1)]
    markdown: Option<Option<PathBuf>>,

    /// Print the tables that fit a page for LaTeX (booktabs)
    #[arg(long, group = "form")]
    latex: bool,

    /// Print the tables as one CSV: game, section, row, column, value
    #[arg(long, group = "form")]
    csv: bool,

    /// Print findings and tables as one JSON object
    #[arg(long, group = "form")]
    json: bool,

    /// Compare this method with another, level by level; give it twice [default: the best two]
    #[arg(long, value_name = "METHOD")]
    scatter: Vec<String>,
}

pub fn run(args: &ReportArgs, context: &mut Context) -> Result<Exit, Abort> {
    let results = args.pick.results()?;
    let pair = match args.scatter.as_slice() {
        [] => None,
        [across, up] => Some((across.clone(), up.clone())),
        other => {
            let message = format!("--scatter compares two methods, but there are {}", other.len());
            return Err(Fault::new(message).help("give it twice").into());
        }
    };
    for name in &args.scatter {
        let (meant, all) = report::LabReport::methods(&results, name);
        if meant.is_empty() {
            let message = format!("these results have no method '{name}'");
            let help = format!("the methods are {}", all.join(", "));
            return Err(Fault::new(message).help(help).into());
        }
    }
    let report = report::LabReport::new(&results, pair.as_ref());
    match (&args.html, &args.markdown) {
        (Some(folder), _) => write_page(&report, folder)?,
        (None, Some(Some(folder))) => {
            write_charts(&report, folder)?;
            let path = folder.join("report.md");
            file::replace(&path, report.markdown(true).as_bytes())?;
            console::remark(&format!("the report is {}", path.display()));
        }
        _ if args.json => context.console.json(&report)?,
        _ if args.csv => context.console.text(&report.csv())?,
        _ if args.latex => context.console.text(&report.latex())?,
        _ => context.console.text(&report.markdown(false))?,
    }
    Ok(Exit::Fine)
}

fn write_charts(report: &report::LabReport, folder: &Path) -> Result<(), Fault> {
    fs::create_dir_all(folder).map_err(|error| {
        Fault::new(format!("cannot make the folder: {error}")).of_file(&folder.to_string_lossy())
    })?;
    for (name, svg) in report.pictures() {
        file::replace(&folder.join(name), svg.as_bytes())?;
    }
    Ok(())
}

/// Writes the page of a report, and its charts, to a folder.
pub fn write_page(report: &report::LabReport, folder: &Path) -> Result<(), Fault> {
    write_charts(report, folder)?;
    let page = folder.join("index.html");
    file::replace(&page, report.html().as_bytes())?;
    console::remark(&format!("the report is {}", page.display()));
    Ok(())
}
