//! `quadrille check`: whether moves solve a level, by the plain rules.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use quadrille::grid::Grid;
use quadrille::levels::Level;
use quadrille::verify::{self, Refusal};
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::board;
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::harmless;
use crate::input::{self, Complaints, Item};
use crate::output::json::{Broken, SCHEMA};
use crate::quantities::plural;

const EXAMPLES: &str = "\
Examples:
  quadrille check level.txt R D L U
  quadrille check levels.txt --level first 'R, D, L, U'
  quadrille check level.txt RDLU --json

Moves are written as 'quadrille solve' prints them, with blanks or commas between them: U, D, L and R where everything moves \
at once, 3,4U for what stands in row 3 and column 4 (both from 0), 7U for the piece 7.

";

/// Check whether moves solve a level, and if not, why
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct CheckArgs {
    /// Where the level is: a path, '-', '@PACK' or a share code
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,

    /// The moves
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,

    #[command(flatten)]
    selection: Selection,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What became of the moves.
struct Verdict {
    /// How many moves were given.
    moves: usize,
    /// The first move after which the level is solved; 0 when it is at the start.
    solved_after: Option<usize>,
    /// The move that is illegal: its number, its text and why.
    illegal: Option<(usize, String, String)>,
    /// The last board that was reached.
    board: Grid<u16>,
}

#[derive(Serialize)]
struct Checked<'a> {
    schema: u32,
    file: &'a str,
    level: Option<&'a str>,
    game: &'a str,
    solved: bool,
    solved_after: Option<usize>,
    moves: usize,
    illegal: Option<Illegal<'a>>,
}

#[derive(Serialize)]
struct Illegal<'a> {
    number: usize,
    #[serde(rename = "move")]
    text: &'a str,
    reason: &'a str,
}

/// Checks the moves.
pub fn run(args: &CheckArgs, context: &mut Context) -> Result<Exit, Abort> {
    let (item, level) = match input::load_one(&args.file, &args.selection) {
        Ok(found) => found,
        Err(item) => {
            Complaints::default().report(&item);
            if args.json {
                context.console.json(&Broken::new(&item))?;
            }
            return Ok(Exit::Bad);
        }
    };
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
    let verdict = judge(&level, &moves)?;
    if args.json {
        tell_json(context, &item, &level, &verdict)?;
    } else {
        tell(context, &level, &verdict)?;
    }
    Ok(if verdict.is_solved() { Exit::Fine } else { Exit::No })
}

fn judge(level: &Level, moves: &[quadrille::moves::Move]) -> Result<Verdict, Fault> {
    let refused = |refusal: Refusal| Fault::new(refusal.to_string());
    let (legal, illegal) = match verify::replay(level.game, &level.grid, moves) {
        Ok(replay) => (replay, None),
        Err(Refusal::Illegal { number, mv, reason }) => {
            let before = &moves[..number - 1];
            let replay = verify::replay(level.game, &level.grid, before).map_err(refused)?;
            (replay, Some((number, mv, reason)))
        }
        Err(refusal) => return Err(refused(refusal)),
    };
    let board = legal.boards.last().unwrap_or(&level.grid).clone();
    Ok(Verdict { moves: moves.len(), solved_after: legal.solved_after, illegal, board })
}

impl Verdict {
    fn is_solved(&self) -> bool {
        self.solved_after.is_some() && self.illegal.is_none()
    }
}

fn tell_json(
    context: &mut Context,
    item: &Item,
    level: &Level,
    verdict: &Verdict,
) -> Result<(), Abort> {
    context.console.json(&Checked {
        schema: SCHEMA,
        file: &item.source.name,
        level: item.label.as_deref(),
        game: level.game.id(),
        solved: verdict.is_solved(),
        solved_after: verdict.solved_after,
        moves: verdict.moves,
        illegal: verdict.illegal.as_ref().map(|(number, text, reason)| Illegal {
            number: *number,
            text,
            reason,
        }),
    })
}

fn tell(context: &mut Context, level: &Level, verdict: &Verdict) -> Result<(), Abort> {
    let moves = |count: usize| plural(count as u64, "move");
    let solved = verdict.solved_after.map(|after| match (after, verdict.moves - after) {
        (0, _) => "solved at the start, without a move".to_string(),
        (after, 0) => format!("solved in {}", moves(after)),
        (after, 1) => format!("solved after move {after}; the move after it was not needed"),
        (after, rest) => {
            format!("solved after move {after}; the {rest} moves after it were not needed")
        }
    });
    let text = match (&verdict.illegal, solved) {
        (Some((number, text, reason)), solved) => {
            let reason = harmless::line(reason);
            let already = match (solved, verdict.solved_after) {
                (Some(_), Some(0)) => "; it was solved at the start".to_string(),
                (Some(_), Some(after)) => format!("; it was solved after move {after} already"),
                _ => String::new(),
            };
            format!("not solved: move {number} ({text}) is illegal: {reason}{already}")
        }
        (None, Some(solved)) => solved,
        (None, None) if verdict.moves == 0 => "not solved at the start".to_string(),
        (None, None) => format!("not solved after {}", moves(verdict.moves)),
    };
    let text = context.console.wrap(&text, 0);
    context.console.line(&text)?;
    if !verdict.is_solved() {
        let drawn = board::draw(&context.console, level.game, &verdict.board);
        context.console.text(&drawn)?;
    }
    Ok(())
}
