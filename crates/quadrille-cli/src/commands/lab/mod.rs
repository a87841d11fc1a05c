//! `quadrille lab`: experiments, one file per step.

mod diff;
mod export;
mod import;
pub mod levels;
mod pick;
mod plans;
mod ray;
mod report;
mod run;
mod table;
mod trial;

use std::path::Path;

use clap::{Args, Subcommand};
use quadrille_lab::{Results, StoreError};

use super::text_of;
use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};

const EXAMPLES: &str = "\
Examples:
  quadrille lab run @minute --html report        run a plan that ships with the program, and write its report
  quadrille lab run plan.toml                    run your own plan; started again, it continues
  quadrille lab run --levels @classics --algorithms bfs,astar --max-time 5s
  quadrille lab run plan.toml --extend           add methods, levels or repeats to the results
  quadrille lab rerun plan.sqlite                repeat an experiment from its results alone
  quadrille lab diff plan.sqlite plan-rerun.sqlite
  quadrille lab report plan.sqlite --html report
  quadrille lab table plan.sqlite --rows game --across method --figures coverage --latex
  quadrille lab import rows.jsonl -r theirs.sqlite
  quadrille lab export plan.sqlite --csv results.csv
  quadrille lab plan @minute > plan.toml         copy a plan to start from

";

/// Run experiments: many levels, many methods, with statistics and charts
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, "docs/lab.md describes plans and the columns of the results."]))]
pub struct LabArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand, Debug)]
enum Step {
    Run(run::RunArgs),
    Rerun(run::RerunArgs),
    Report(report::ReportArgs),
    Table(table::TableArgs),
    Export(export::ExportArgs),
    Import(import::ImportArgs),
    Diff(diff::DiffArgs),
    Plan(plans::PlanArgs),
    /// Make one trial that another process asks for
    #[command(hide = true)]
    Trial(trial::TrialArgs),
}

pub fn run(args: &LabArgs, context: &mut Context) -> Result<Exit, Abort> {
    match &args.step {
        Step::Run(args) => run::run(args, context),
        Step::Rerun(args) => run::rerun(args, context),
        Step::Report(args) => report::run(args, context),
        Step::Table(args) => table::run(args, context),
        Step::Export(args) => export::run(args, context),
        Step::Import(args) => import::run(args, context),
        Step::Diff(args) => diff::run(args, context),
        Step::Plan(args) => plans::run(args, context),
        Step::Trial(args) => trial::run(args, context),
    }
}

fn fault(path: &Path, error: &StoreError) -> Fault {
    Fault::new(error.to_string()).help(error.help()).of_file(&path.to_string_lossy())
}

fn read(path: &Path) -> Result<Results, Fault> {
    Results::read(path).map_err(|error| fault(path, &error))
}
