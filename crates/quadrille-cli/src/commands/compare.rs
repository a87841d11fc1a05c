//! `quadrille compare`: one level, many methods.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille::levels::Level;
use quadrille::search::{Cancel, Control, Cost, Limits, Progress};
use quadrille_lab::charts::Theme;
use quadrille_lab::{Method, News, Outcome, Trial};
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, MethodArgs, Selection};
use crate::console;
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::input::{self, Item};
use crate::memory;
use crate::output::json::{Broken, SCHEMA};
use crate::output::progress::{Line, Running};
use crate::output::{file, table};
use crate::quantities::{bytes, commas, plural, seconds};

const EXAMPLES: &str = "\
Examples:
  quadrille compare level.txt
  quadrille compare @classics --level app-41 --max-time 2s
  quadrille compare level.txt --algorithms bfs,astar,idastar --heuristics all
  quadrille compare level.txt --svg comparison.svg
  quadrille compare level.txt --json > comparison.jsonl

";

/// Try all search methods on one level, and see what each takes
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct CompareArgs {
    /// Where the level is: a path, '-', '@PACK' or a share code
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,

    #[command(flatten)]
    selection: Selection,

    #[command(flatten)]
    methods: MethodArgs,

    /// Print one JSON object a method a line, each as soon as it is done
    #[arg(long)]
    json: bool,

    /// Draw the comparison into this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
}

#[derive(Serialize)]
struct Compared<'a> {
    schema: u32,
    file: &'a str,
    level: Option<&'a str>,
    game: &'static str,
    fingerprint: &'a str,
    #[serde(flatten)]
    trial: &'a Trial,
}

/// Compares.
pub fn run(args: &CompareArgs, context: &mut Context) -> Result<Exit, Abort> {
    let (item, level) = match input::load_one(&args.file, &args.selection) {
        Ok(loaded) => loaded,
        Err(item) => {
            if args.json {
                context.console.json(&Broken::new(&item))?;
            }
            item.faults().iter().for_each(Fault::report);
            return Ok(Exit::Bad);
        }
    };
    let methods = args.methods.of_game(level.game)?;
    let limits = one_after_the_other(args.methods.limits());
    let cancel = context.interrupt.arm();
    let trials = tried(args, context, (&item, &level), &methods, limits, &cancel);
    context.interrupt.disarm();
    let trials = trials?;
    let optimum = quadrille_lab::optimum(level.known, &trials);
    if !args.json {
        print(context, &trials, optimum)?;
    }
    if trials.len() < methods.len() {
        console::remark(&format!(
            "{} not begun",
            plural((methods.len() - trials.len()) as u64, "method")
        ));
    }
    if let Some(path) = &args.svg {
        let title = format!("{}: {} methods", item.title, trials.len());
        let picture = quadrille_lab::picture(&title, &trials, optimum, Theme::Viewer);
        file::replace(path, picture.as_bytes())?;
        console::remark(&format!("drawn into {}", path.display()));
    }
    Ok(exit_of(&trials))
}

/// Only one search runs at a time, so it may have what is free, but not more.
fn one_after_the_other(limits: Limits) -> Limits {
    let free = usize::try_from(memory::budget()).unwrap_or(usize::MAX);
    Limits { memory: limits.memory.map(|memory| memory.min(free)), ..limits }
}

fn tried(
    args: &CompareArgs,
    context: &mut Context,
    (item, level): (&Item, &Level),
    methods: &[Method],
    limits: Limits,
    cancel: &Cancel,
) -> Result<Vec<Trial>, Abort> {
    let mut trials = Vec::new();
    let mut told = Ok(());
    let running = Running::default();
    let line = Line::new(methods.len());
    let control = |_: usize, _: &Method| Control {
        limits,
        cancel: cancel.clone(),
        progress: Arc::new(Progress::default()),
    };
    let fingerprint = quadrille_lab::fingerprint(level);
    quadrille_lab::compare(level, methods, control, |news| match news {
        News::Begun(number, progress) => {
            running.begin(number, &methods[number].to_string(), progress);
        }
        News::Tick => line.tick(&running),
        News::Done(number, trial) => {
            running.end(number);
            line.advance();
            if args.json && told.is_ok() {
                let row = Compared {
                    schema: SCHEMA,
                    file: &item.source.name,
                    level: item.label.as_deref(),
                    game: level.game.id(),
                    fingerprint: &fingerprint,
                    trial: &trial,
                };
                told = line.aside(|| context.console.json(&row));
                if told.is_err() {
                    // Nobody listens any more: what still runs is in vain.
                    cancel.cancel();
                }
            }
            trials.push(trial);
        }
    });
    line.clear();
    told.map(|()| trials)
}

fn print(context: &mut Context, trials: &[Trial], optimum: Option<Cost>) -> Result<(), Abort> {
    let columns = [
        ("method", false),
        ("moves", true),
        ("result", false),
        ("expanded", true),
        ("generated", true),
        ("memory", true),
        ("time", true),
    ];
    let mut table = table::new(&context.console, &columns);
    for trial in trials {
        let moves = match (trial.cost, trial.outcome) {
            (Some(cost), _) => cost.to_string(),
            (None, Outcome::Unsolvable) => "none".to_string(),
            (None, _) => trial.lower_bound.map_or(String::new(), |bound| format!("≥ {bound}")),
        };
        table.add_row([
            trial.method.clone(),
            moves,
            quadrille_lab::told(trial, optimum),
            commas(trial.expanded),
            commas(trial.generated),
            bytes(trial.peak_bytes),
            seconds(trial.seconds),
        ]);
    }
    table::print(&mut context.console, &table)?;
    let finding = context.console.wrap(&finding(trials, optimum), 0);
    context.console.line(&finding)
}

/// What the numbers say, in a sentence.
fn finding(trials: &[Trial], optimum: Option<Cost>) -> String {
    let proved = |trial: &&Trial| trial.optimal || trial.outcome == Outcome::Unsolvable;
    let by_time = |a: &&Trial, b: &&Trial| a.seconds.total_cmp(&b.seconds);
    let by_work = |a: &&Trial, b: &&Trial| a.expanded.cmp(&b.expanded);
    let count = trials.iter().filter(proved).count();
    let Some(fastest) = trials.iter().filter(proved).min_by(by_time) else {
        let short =
            trials.iter().filter(|trial| trial.cost.is_some()).min_by_key(|trial| trial.cost);
        return match (short, optimum) {
            (Some(trial), _) => format!(
                "no method proved its answer; the shortest plan has {} moves ({})",
                trial.cost.unwrap_or(0),
                trial.method
            ),
            (None, Some(moves)) => {
                format!("no method found a plan; the shortest has {moves} moves")
            }
            (None, None) => "no method found an answer".to_string(),
        };
    };
    let mut text = format!(
        "{count} of {} methods proved their answer; fastest: {} ({})",
        trials.len(),
        fastest.method,
        seconds(fastest.seconds)
    );
    if let Some(least) = trials.iter().filter(proved).min_by(by_work) {
        text += &format!("; fewest expansions: {} ({})", least.method, commas(least.expanded));
    }
    text
}

fn exit_of(trials: &[Trial]) -> Exit {
    let any = |outcome: Outcome| trials.iter().any(|trial| trial.outcome == outcome);
    if any(Outcome::Failed) {
        Exit::Bug
    } else if any(Outcome::Solved) {
        Exit::Fine
    } else if any(Outcome::Unsolvable) {
        Exit::No
    } else {
        Exit::Limit
    }
}
