//! `quadrille check`: checks by the plain rules whether moves solve a level.

mod plans;

use std::ffi::OsString;

use clap::{Args, ValueHint};
use quadrille::games::Tally;
use quadrille::grid::Grid;
use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::search::Cost;
use quadrille::verify;
use quadrille_base::quantities::counted;
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::board;
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::input;
use crate::output::json::{Broken, LevelResult};
use crate::printable;

const EXAMPLES: &str = "\
Examples:
  quadrille check level.txt R D L U
  quadrille check levels.txt --level first 'R, D, L, U'
  quadrille check level.txt RDLU --json
  quadrille solve levels.txt --json > plans.jsonl; quadrille check levels.txt --plans plans.jsonl
  quadrille check level.txt --plans sas_plan

Moves are written as 'quadrille solve' prints them, with blanks or commas between them: U, D, L and R if all pieces move \
at once, 3,4U for the piece in row 3 and column 4 (both from 0), 7U for the piece 7.

A file with plans has one plan per line: an object as 'quadrille solve --json' prints it (level, plan, cost and file are used), \
or the name of the level, ':' and its moves. A file of actions in parentheses is the plan of a PDDL planner for one level.

";

/// Check whether moves solve a level, and if not, why
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct CheckArgs {
    /// Read the level from a path, '-', '@PACK' or a share code
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,

    /// Check these moves; with --plans, read more levels from these files
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,

    /// Check all plans in this file, each on the level that it names
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    plans: Option<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The result of replaying moves.
#[derive(Serialize)]
struct Replay {
    /// True if the moves are a solution: all are legal, the last one solves the level, and the cost
    /// is as claimed.
    solved: bool,
    /// The number of moves after which the level is first solved; 0 if it is at the start.
    solved_after: Option<usize>,
    moves: usize,
    /// The tally of the game, if all moves are legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    tally: Option<Tally>,
    illegal: Option<Illegal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<u64>,
    /// The number of moves in words, with the tally of the game.
    #[serde(skip)]
    counted: String,
    /// The cost of the legal moves.
    #[serde(skip)]
    cost: Cost,
    /// True if the level is solved after the legal moves.
    #[serde(skip)]
    ends_solved: bool,
    #[serde(skip)]
    board: Grid<u16>,
}

#[derive(Serialize)]
struct Illegal {
    number: usize,
    #[serde(rename = "move")]
    text: String,
    reason: String,
}

pub fn run(args: &CheckArgs, context: &mut Context) -> Result<Exit, Abort> {
    if let Some(plans) = &args.plans {
        let more = args.moves.iter().map(OsString::from);
        let files: Vec<OsString> = std::iter::once(args.file.clone()).chain(more).collect();
        return plans::run(&files, plans, &args.selection, args.json, context);
    }
    let (item, level) = input::load_one(&args.file, &args.selection, args.json, context)?;
    let text = args.moves.join(" ");
    let moves = match level.game.notation().read(&text) {
        Ok(moves) => moves,
        Err(mistake) => {
            let fault = Fault::from_notation(&text, &mistake);
            if args.json {
                context.console.json(&Broken::with_fault(&item, fault.clone()))?;
            }
            return Err(fault.into());
        }
    };
    let replay = judge(&level, &moves, None)?;
    if args.json {
        context.console.json(&LevelResult::new(&item, &replay))?;
    } else {
        print(context, &level, &replay)?;
    }
    Ok(if replay.solved { Exit::Fine } else { Exit::No })
}

/// Replays moves by the plain rules.
fn judge(level: &Level, moves: &[Move], claimed: Option<u64>) -> Result<Replay, Fault> {
    let (legal, illegal) = match verify::replay(level.game, &level.grid, moves) {
        Ok(replay) => (replay, None),
        Err(refusal) => {
            let number = verify::illegal_number(&refusal);
            let arg = |name| refusal.arg(name).map(ToString::to_string).unwrap_or_default();
            let replay = verify::replay(level.game, &level.grid, &moves[..number - 1])?;
            (replay, Some(Illegal { number, text: arg("played"), reason: arg("cause") }))
        }
    };
    let is_as_claimed = claimed.is_none_or(|cost| cost == u64::from(legal.cost));
    Ok(Replay {
        solved: legal.is_solved && illegal.is_none() && is_as_claimed,
        solved_after: legal.solved_after,
        moves: moves.len(),
        tally: level.game.tally(&level.grid, moves),
        illegal,
        claimed,
        counted: level.game.counted_moves(&level.grid, moves),
        cost: legal.cost,
        ends_solved: legal.is_solved,
        board: legal.boards.last().unwrap_or(&level.grid).clone(),
    })
}

impl Replay {
    /// The result in a sentence.
    fn sentence(&self) -> String {
        let moves = |count: usize| counted(count as u64, "move");
        if let Some(Illegal { number, text, reason }) = &self.illegal {
            let already = match self.solved_after {
                Some(0) => "; it was solved at the start".to_string(),
                Some(after) => format!("; it was solved after move {after} already"),
                None => String::new(),
            };
            let reason = printable::line(reason);
            return format!("not solved: move {number} ({text}) is illegal: {reason}{already}");
        }
        let rest = self.solved_after.map_or(0, |after| self.moves - after);
        let behind =
            if rest == 1 { "the move after it" } else { &format!("the {rest} moves after it") };
        let were = if rest == 1 { "was" } else { "were" };
        let text = match self.solved_after {
            None if self.moves == 0 => "not solved at the start".to_string(),
            None => format!("not solved after {}", moves(self.moves)),
            Some(0) if !self.ends_solved => {
                format!("not solved at the end: solved at the start, but not after {}", moves(rest))
            }
            Some(after) if !self.ends_solved => {
                format!(
                    "not solved at the end: solved after move {after}, but {behind} {were} too much"
                )
            }
            Some(0) => "solved at the start, without a move".to_string(),
            Some(_) if rest == 0 => format!("solved in {}", self.counted),
            Some(after) => format!("solved after move {after}; {behind} {were} not needed"),
        };
        match self.claimed.filter(|&cost| cost != u64::from(self.cost)) {
            Some(cost) => format!("{text}, but {cost} were claimed"),
            None => text,
        }
    }
}

fn print(context: &mut Context, level: &Level, replay: &Replay) -> Result<(), Abort> {
    let text = context.console.wrap(&replay.sentence(), 0);
    context.console.line(&text)?;
    if !replay.solved {
        let drawn = board::draw(&context.console, level.game, &replay.board);
        context.console.text(&drawn)?;
    }
    Ok(())
}
