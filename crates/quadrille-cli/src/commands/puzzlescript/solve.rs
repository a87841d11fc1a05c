//! `quadrille puzzlescript solve`: solves each level with the fewest moves.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use quadrille::moves::Move;
use quadrille::search::{Algorithm, Control};
use quadrille_puzzlescript::{Input, Outcome, Positions, Report};
use serde_json::json;

use super::{chosen, game};
use crate::Context;
use crate::args::LimitArgs;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};

#[derive(Args, Debug)]
#[command(after_help = "\
Plans are written with u d l r for the arrows, x for the action key, and a dot for a turn without input.

Exit codes:
  0  every level was solved
  1  some level is proved unsolvable
  3  a limit of time, nodes or memory was hit")]
pub(super) struct SolveArgs {
    /// Read this game
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,

    /// Solve only this level, counted from 1
    #[arg(short, long, value_name = "NUMBER")]
    level: Option<usize>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &SolveArgs, context: &mut Context) -> Result<Exit, Abort> {
    let program = game(&args.file)?;
    if program.is_random() {
        let fault = Fault::new("the game has random rules, so no plan is certain to work");
        return Err(fault.help("play it, or remove the random rules to solve it").into());
    }
    if program.settings.realtime.is_some() {
        Fault::new("the game runs in real time: a turn without input counts as a move").remark();
    }
    let mut exit = Exit::Fine;
    for (number, _, board) in chosen(&program, args.level.as_slice())? {
        let positions = Positions::of_board(program.clone(), board)
            .map_err(|trouble| Fault::new(format!("level {number}: {trouble}")))?;
        let cancel = context.interrupt.arm();
        let limits = args.limits.limits(1);
        let control = Control { limits, cancel, ..Control::default() };
        let report = positions.solve(Algorithm::Best, &control);
        context.interrupt.disarm();
        if let Some(trouble) = positions.trouble() {
            return Err(Fault::new(format!("level {number}: {trouble}")).into());
        }
        exit = exit.max(print(args.json, number, &positions, &report, context)?);
    }
    Ok(exit)
}

fn print(
    is_json: bool,
    number: usize,
    positions: &Positions,
    report: &Report,
    context: &mut Context,
) -> Result<Exit, Abort> {
    let letter = |&mv: &Move| Input::of(mv).map(Input::letter);
    let letters = |plan: &[Move]| plan.iter().filter_map(letter).collect::<String>();
    let stats = &report.stats;
    let (words, mut value, exit) = match &report.outcome {
        Outcome::Solved { plan, cost, optimal } => {
            if !positions.verify(plan) {
                return Err(Fault::new(format!("level {number}: the plan does not win")).into());
            }
            let plan = letters(plan);
            let proof = if *optimal { "the fewest possible" } else { "not proved shortest" };
            let exit = if *optimal { Exit::Fine } else { Exit::of_stop(report.stop) };
            let value =
                json!({"outcome": "solved", "plan": plan, "cost": cost, "optimal": optimal});
            (format!("{cost} moves, {proof}: {plan}"), value, exit)
        }
        Outcome::Unsolvable => {
            ("no solution".to_string(), json!({"outcome": "unsolvable"}), Exit::No)
        }
        Outcome::Unknown => {
            let bound = report.lower_bound;
            let words = format!("not solved within the limits; at least {bound} moves");
            (words, json!({"outcome": "unknown"}), Exit::of_stop(report.stop))
        }
    };
    if is_json {
        value["level"] = number.into();
        value["lower_bound"] = report.lower_bound.into();
        value["stats"] = serde_json::to_value(stats).unwrap_or_default();
        context.console.json(&value)?;
    } else {
        let (expanded, seconds) = (stats.expanded, stats.seconds);
        context.console.line(&format!("level {number}: {words}"))?;
        context.console.line(&format!("  {expanded} positions expanded in {seconds:.2} s"))?;
    }
    Ok(exit)
}
