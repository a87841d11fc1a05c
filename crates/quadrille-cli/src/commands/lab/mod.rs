//! `quadrille lab`: experiments. One file a step: run, report, export.

mod export;
mod plans;
mod report;
mod run;

use std::path::Path;

use clap::{Args, Subcommand};
use quadrille_lab::{Results, StoreError};

use super::text_of;
use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};

const EXAMPLES: &str = "\
Examples:
  quadrille lab run @minute --html report        a plan that comes with the program, and its report
  quadrille lab run plan.toml                    a plan of your own; started again it goes on where it was
  quadrille lab run --levels @classics --algorithms bfs,astar --max-time 5s
  quadrille lab report plan.sqlite --html report
  quadrille lab export plan.sqlite --csv results.csv
  quadrille lab plan @minute > plan.toml         a plan to start from

";

/// Make experiments: many levels, many methods, with statistics and charts
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, "docs/lab.md tells what a plan can say and what the columns of the results mean."]))]
pub struct LabArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand, Debug)]
enum Step {
    Run(run::RunArgs),
    Report(report::ReportArgs),
    Export(export::ExportArgs),
    Plan(plans::PlanArgs),
}

/// Does a step.
pub fn run(args: &LabArgs, context: &mut Context) -> Result<Exit, Abort> {
    match &args.step {
        Step::Run(args) => run::run(args, context),
        Step::Report(args) => report::run(args, context),
        Step::Export(args) => export::run(args, context),
        Step::Plan(args) => plans::run(args, context),
    }
}

/// What is wrong with a file of results.
fn fault(path: &Path, error: &StoreError) -> Fault {
    Fault::new(error.to_string()).help(error.help()).of_file(&path.to_string_lossy())
}

/// Reads results.
fn read(path: &Path) -> Result<Results, Fault> {
    Results::read(path).map_err(|error| fault(path, &error))
}
