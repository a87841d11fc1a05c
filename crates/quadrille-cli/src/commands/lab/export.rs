//! `quadrille lab export`: results as tables for other tools.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use quadrille_base::quantities::counted;
use quadrille_lab::{Trial, export};

use super::pick::Pick;
use crate::Context;
use crate::commands::text_of;
use crate::console;
use crate::exit::{Abort, Exit};
use crate::output::file;

const EXAMPLES: &str = "\
Examples:
  quadrille lab export plan.sqlite > results.csv
  quadrille lab export plan.sqlite --csv results.csv --jsonl results.jsonl --parquet results.parquet

docs/lab.md describes the columns.
";

/// Write results as CSV, JSON Lines or Parquet, one row per trial
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct ExportArgs {
    #[command(flatten)]
    pick: Pick,

    /// Write CSV to this file [default: to stdout]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    csv: Option<PathBuf>,

    /// Write JSON Lines to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    jsonl: Option<PathBuf>,

    /// Write Parquet to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    parquet: Option<PathBuf>,
}

/// Writes trials in a format.
type Writer = fn(&[Trial], &mut Vec<u8>) -> io::Result<()>;

pub fn run(args: &ExportArgs, context: &mut Context) -> Result<Exit, Abort> {
    let results = args.pick.results()?;
    let mut wanted: Vec<(&PathBuf, Writer)> = Vec::new();
    wanted.extend(args.csv.as_ref().map(|path| (path, export::csv as Writer)));
    wanted.extend(args.jsonl.as_ref().map(|path| (path, export::json_lines as Writer)));
    wanted.extend(args.parquet.as_ref().map(|path| (path, export::parquet as Writer)));
    if wanted.is_empty() {
        let mut text = Vec::new();
        export::csv(&results.trials, &mut text)?;
        context.console.text(&String::from_utf8_lossy(&text))?;
        return Ok(Exit::Fine);
    }
    for (path, write) in wanted {
        let mut content = Vec::new();
        write(&results.trials, &mut content)?;
        file::replace(path, &content)?;
        let rows = counted(results.trials.len() as u64, "row");
        console::remark(&format!("{rows} in {}", path.display()));
    }
    Ok(Exit::Fine)
}
