//! `quadrille lab import`: imports rows from elsewhere as results.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use quadrille_base::quantities::counted;
use quadrille_lab::{ImportError, Subject};

use super::fault;
use super::levels::subjects_of;
use crate::Context;
use crate::args::Selection;
use crate::commands::text_of;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input;

const EXAMPLES: &str = "\
Examples:
  quadrille lab import rows.jsonl --results theirs.sqlite
  quadrille lab import rows.jsonl --levels levels.txt --results theirs.sqlite
  quadrille lab report ours.sqlite theirs.sqlite --html report

A row is an object with the columns of 'lab export', of which 'method' is required, and 'code' (the share code of the board) or 'level'
(the name of a level of --levels). Plans are replayed; one that does not solve its level becomes a failed trial.
";

/// Import rows from elsewhere as results, and check their plans
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct ImportArgs {
    /// Read rows from this file of JSON Lines, or '-'
    #[arg(value_name = "ROWS", value_hint = ValueHint::FilePath)]
    rows: OsString,

    /// Write the results to this new file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    results: PathBuf,

    /// Read the levels that the rows name from this file; may be repeated
    #[arg(long, value_name = "FILE")]
    levels: Vec<OsString>,

    /// Give the results this title
    #[arg(long, value_name = "TEXT", default_value = "Imported results")]
    title: String,
}

pub fn run(args: &ImportArgs, context: &mut Context) -> Result<Exit, Abort> {
    let source = input::read_text(&args.rows).map_err(|(name, fault)| fault.of_file(&name))?;
    let items = input::load(&mut context.puzzles, &args.levels, &Selection::all())?;
    let known: Vec<Subject> = subjects_of(&items)?;
    let games = context.puzzles.games();
    let imported = quadrille_lab::import(games, &source.text, &known, &args.title, &args.results);
    let imported = imported.map_err(|error| match error {
        ImportError::Line(line, message) => {
            Fault::new(format!("line {line}: {message}")).of_file(&source.name)
        }
        ImportError::Store(error) => fault(&args.results, &error),
    })?;
    for (line, message) in imported.refused.iter().take(10) {
        Fault::new(format!("line {line}: {message}")).of_file(&source.name).warn();
    }
    let refused = match imported.refused.len() {
        0 => String::new(),
        count => format!(", {} refused", counted(count as u64, "plan")),
    };
    console::remark(&format!(
        "{} in {}{refused}",
        counted(imported.rows as u64, "row"),
        args.results.display()
    ));
    let _ = context;
    Ok(if imported.refused.is_empty() { Exit::Fine } else { Exit::No })
}
