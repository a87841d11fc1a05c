//! `quadrille lab diff`: compares two results, except times.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use quadrille_base::quantities::counted;
use quadrille_lab::Differences;

use super::read;
use crate::Context;
use crate::commands::text_of;
use crate::exit::{Abort, Exit};
use crate::output::json::Versioned;
use crate::output::table;
use crate::printable;

const EXAMPLES: &str = "\
Examples:
  quadrille lab diff before.sqlite after.sqlite
  quadrille lab diff before.sqlite after.sqlite --json

Times, trials that a time limit ended, and counts of 'parallel' are not compared. The exit code is 1 if something differs.
";

/// Compare two results, except times
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct DiffArgs {
    /// Read the first results from this file
    #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
    first: PathBuf,

    /// Read the second results from this file
    #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
    second: PathBuf,

    /// Print one JSON object per differing trial and line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &DiffArgs, context: &mut Context) -> Result<Exit, Abort> {
    let (first, second) = (read(&args.first)?, read(&args.second)?);
    let Differences { found, timed } = first.difference(&second);
    let columns =
        [("experiment", false), ("level", false), ("method", false), ("difference", false)];
    let mut table = table::new(&context.console, &columns);
    for difference in &found {
        if args.json {
            context.console.json(&Versioned::new(difference))?;
        } else {
            let texts =
                [&difference.experiment, &difference.level, &difference.method, &difference.what];
            table.add_row(texts.map(|text| printable::line(text).into_owned()));
        }
    }
    if !args.json {
        let mut summary = if found.is_empty() {
            format!("the same: {}", counted((first.trials.len() - timed) as u64, "trial"))
        } else {
            table::print(&mut context.console, &table)?;
            format!("{} different", counted(found.len() as u64, "trial"))
        };
        if timed > 0 {
            summary += &format!("; {timed} not compared, stopped by the time limit");
        }
        context.console.line(&summary)?;
    }
    Ok(if found.is_empty() { Exit::Fine } else { Exit::No })
}
