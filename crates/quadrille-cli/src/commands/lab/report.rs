//! `quadrille lab report`: results as charts, tables and findings.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use quadrille::Method;
use quadrille_lab::report;

use super::read;
use crate::Context;
use crate::commands::text_of;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::output::file;

const EXAMPLES: &str = "\
Examples:
  quadrille lab report plan.sqlite --html report
  quadrille lab report plan.sqlite --html report --scatter bfs --scatter 'astar with relaxed'
  quadrille lab report plan.sqlite --markdown > report.md

The page stands alone: one file without scripts, and the charts beside it as pictures. Without any option the report is printed as
Markdown.
";

/// Tell what results say: charts, tables and one-line findings
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct ReportArgs {
    /// The results; also of a run that is under way
    #[arg(value_name = "RESULTS", value_hint = ValueHint::FilePath)]
    results: PathBuf,

    /// Write a page into this folder, and its charts beside it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, group = "form")]
    html: Option<PathBuf>,

    /// Print findings and tables as Markdown
    #[arg(long, group = "form")]
    markdown: bool,

    /// Print the tables as one CSV: game, section, row, column, value
    #[arg(long, group = "form")]
    csv: bool,

    /// Print findings and tables as one JSON object
    #[arg(long, group = "form")]
    json: bool,

    /// One of the two methods that are set against each other level by level; to be given twice [default: the two that did best]
    #[arg(long, value_name = "METHOD")]
    scatter: Vec<Method>,
}

/// Reports.
pub fn run(args: &ReportArgs, context: &mut Context) -> Result<Exit, Abort> {
    let pair = match args.scatter.as_slice() {
        [] => None,
        [across, up] => Some((across.to_string(), up.to_string())),
        other => {
            let message = format!(
                "--scatter sets two methods against each other, and there are {}",
                other.len()
            );
            return Err(Fault::new(message).help("give it twice").into());
        }
    };
    if let Some(folder) = &args.html {
        write_page(&args.results, folder, pair)?;
        return Ok(Exit::Fine);
    }
    let report = report::Report::new(&read(&args.results)?, pair.as_ref());
    if args.json {
        context.console.json(&report)?;
    } else if args.csv {
        context.console.text(&report.csv())?;
    } else {
        context.console.text(&report.markdown())?;
    }
    Ok(Exit::Fine)
}

/// Writes the page of results into a folder, and the charts beside it.
pub fn write_page(
    results: &Path,
    folder: &Path,
    pair: Option<(String, String)>,
) -> Result<(), Fault> {
    let report = report::Report::new(&read(results)?, pair.as_ref());
    let made = fs::create_dir_all(folder);
    made.map_err(|error| {
        Fault::new(format!("cannot make the folder: {error}")).of_file(&folder.to_string_lossy())
    })?;
    for (name, svg) in report.pictures() {
        file::replace(&folder.join(name), svg.as_bytes())?;
    }
    let page = folder.join("index.html");
    file::replace(&page, report.html().as_bytes())?;
    console::remark(&format!("the report is {}", page.display()));
    Ok(())
}
