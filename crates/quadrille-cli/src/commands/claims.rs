//! `quadrille claims`: searches for a board that refutes a heuristic.

use std::ffi::OsString;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille::claims::{Counterexample, Hunt, Property, drafts};
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{Game, SolveError};
use quadrille::grid::Grid;
use quadrille::heuristics::Expression;
use quadrille::levels::{Level, write_all};
use quadrille::search::Cancel;
use quadrille_base::quantities::{self, commas, counted};
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::board;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{self, Complaints};
use crate::output::json::SCHEMA;
use crate::puzzles::Puzzles;
use crate::request;
use crate::scripts;

const EXAMPLES: &str = "\
Examples:
  quadrille claims --heuristic h1 --game zhed               on small random levels
  quadrille claims --heuristic 'max(@my.heuristic,relaxed)' --game tiles --max-time 1m
  quadrille claims --heuristic 2*off_goal levels.txt        on your own levels

A heuristic is admissible if it never estimates more than the shortest plan takes, and consistent if no move lowers it by more than one. A \
counter-example is shrunk to a small board. Finding none is not a proof: the last line says how many positions were tested.

Exit codes: 0 no counter-example was found, 1 a counter-example was found, 2 bad input or usage, 130 stopped by Ctrl-C.

";

/// Search for a board that refutes a heuristic
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, scripts::SCRIPTS, "\n\n", FILES]))]
pub struct ClaimsArgs {
    /// Test this heuristic
    #[arg(long, value_name = "NAME", value_parser = request::expression, allow_hyphen_values = true)]
    heuristic: Expression,

    /// Read levels from a path, '-', '@PACK' or a share code [default: small random levels]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Test this many random levels when there is no FILE
    #[arg(long, value_name = "COUNT", default_value = "500", value_parser = quantities::count)]
    random: u64,

    /// Test at most this many positions per level
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "2000", value_parser = quantities::count)]
    max_positions: u64,

    /// Stop after this time: 500ms, 10s, 2m
    #[arg(short = 't', long, value_name = "TIME", default_value = "10s", value_parser = quantities::duration)]
    max_time: Duration,

    /// Print one JSON object per property
    #[arg(long)]
    json: bool,
}

/// The hunt, and the game of each counter-example.
#[derive(Default)]
struct Hunted {
    hunt: Hunt,
    games: [Option<&'static dyn Game>; 2],
}

impl Hunted {
    /// The counter-examples, each with its game.
    fn found(&self) -> [Option<(&'static dyn Game, &Counterexample)>; 2] {
        [0, 1].map(|at| self.games[at].zip(self.hunt.found[at].as_ref()))
    }
}

#[derive(Serialize)]
struct Claim {
    schema: u32,
    heuristic: String,
    property: &'static str,
    holds: bool,
    levels: u64,
    positions: u64,
    exhausted: u64,
    largest_exhausted: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Example>,
}

#[derive(Serialize)]
struct Example {
    game: &'static str,
    board: String,
    /// `null` for a dead end.
    estimate: Option<f64>,
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<f64>,
}

pub fn run(args: &ClaimsArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = input::load(&mut context.puzzles, &args.files, &args.selection)?;
    let mut complaints = Complaints::default();
    let mut exit = Exit::Fine;
    for item in items.iter().filter(|item| item.level.is_err()) {
        complaints.report(item);
        exit = Exit::Bad;
    }
    complaints.finish();
    let given: Vec<Level> = items.into_iter().filter_map(|item| item.level.ok()).collect();
    if given.is_empty() && !args.files.is_empty() {
        return Ok(exit);
    }
    let subjects = subjects(args, &given, &mut context.puzzles)?;
    let cancel = context.interrupt.arm();
    let stop = cancel.child();
    // When the time is over, running work is cancelled, too.
    let (work, is_done) = mpsc::channel::<()>();
    let hunted = thread::scope(|scope| {
        let (stop, most) = (&stop, args.max_time);
        scope.spawn(move || {
            if is_done.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
                stop.cancel();
            }
        });
        let hunted = if args.files.is_empty() {
            // The games alternate, so that they share the time.
            let made = |subject: &Subject| {
                let game = subject.0;
                drafts(game, args.random).map(move |board| (game, board))
            };
            let mut turns: Vec<_> = subjects.iter().map(made).collect();
            let round = |_| turns.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>();
            hunt(args, &subjects, (0..args.random).flat_map(round), stop)
        } else {
            let boards = given.into_iter().map(|level| (level.game, level.grid));
            hunt(args, &subjects, boards, stop)
        };
        drop(work);
        hunted
    });
    context.interrupt.disarm();
    let hunted = hunted?;
    for (property, found) in Property::ALL.into_iter().zip(hunted.found()) {
        if found.is_some() {
            exit = exit.max(Exit::No);
        }
        match args.json {
            true => context.console.json(&claim(args, &hunted.hunt, property, found))?,
            false => print(context, property, found)?,
        }
    }
    if !args.json {
        let Hunt { levels, positions, exhausted, largest, .. } = hunted.hunt;
        let exhausted = match exhausted {
            0 => String::new(),
            count if count == levels => {
                format!("; all positions of all, up to {}", commas(largest))
            }
            count => format!("; all positions of {count} of them, up to {}", commas(largest)),
        };
        let (levels, positions) = (counted(levels, "level"), counted(positions, "position"));
        context.console.line(&format!("Examined {positions} of {levels}{exhausted}."))?;
    }
    Ok(exit)
}

/// A game with the heuristic to test.
type Subject = (&'static dyn Game, Expression);

/// Returns the games of the levels, which must have the heuristic. Without levels, the chosen game,
/// or every game that has the heuristic.
fn subjects(
    args: &ClaimsArgs,
    given: &[Level],
    puzzles: &mut Puzzles,
) -> Result<Vec<Subject>, Fault> {
    let of_game = |game: &'static dyn Game| -> Result<Subject, Diagnostic> {
        let heuristic = scripts::with_scripts(args.heuristic.clone(), game)?;
        heuristic.check(game.vocabulary())?;
        Ok((game, heuristic))
    };
    let fault = |error: Diagnostic| {
        Fault::new(error.message())
            .help("'quadrille list heuristics' shows those of each game; choose one with --game")
    };
    let chosen = args.selection.game.as_ref().map(|name| name.find(puzzles)).transpose()?;
    let games: Vec<&'static dyn Game> = match chosen {
        Some(game) => vec![game],
        None if args.files.is_empty() => puzzles.games().iter().collect(),
        None => given.iter().map(|level| level.game).collect(),
    };
    let any = chosen.is_none() && args.files.is_empty();
    let mut subjects: Vec<Subject> = Vec::new();
    let mut refused = None;
    for game in games {
        match of_game(game) {
            Ok(_) if subjects.iter().any(|(other, _)| *other == game) => {}
            Ok(subject) => subjects.push(subject),
            Err(error) if any => drop(refused.get_or_insert(error)),
            Err(error) => return Err(fault(error)),
        }
    }
    match refused {
        Some(error) if subjects.is_empty() => Err(fault(error)),
        _ => Ok(subjects),
    }
}

fn hunt(
    args: &ClaimsArgs,
    subjects: &[Subject],
    boards: impl Iterator<Item = (&'static dyn Game, Grid<u16>)>,
    cancel: &Cancel,
) -> Result<Hunted, Fault> {
    let mut hunted = Hunted::default();
    let Hunted { hunt, games } = &mut hunted;
    let most = usize::try_from(args.max_positions).unwrap_or(usize::MAX).max(1);
    let mut unfit = None;
    for (game, board) in boards {
        if cancel.is_cancelled() || hunt.is_over() {
            break;
        }
        let Some((_, heuristic)) = subjects.iter().find(|(other, _)| *other == game) else {
            continue;
        };
        match hunt.look(game, &board, heuristic, (most, cancel)) {
            Ok(()) => {}
            // A script for one game is tried on the levels of all.
            Err(SolveError::Heuristic(error)) => {
                unfit.get_or_insert(error);
                continue;
            }
            Err(error) => return Err(Fault::new(error.to_string())),
        }
        for (found, game_of) in hunt.found.iter().zip(&mut *games) {
            if found.is_some() && game_of.is_none() {
                *game_of = Some(game);
            }
        }
    }
    match unfit {
        Some(error) if hunt.levels == 0 => Err(Fault::new(error.message())),
        _ => Ok(hunted),
    }
}

fn claim(
    args: &ClaimsArgs,
    hunt: &Hunt,
    property: Property,
    found: Option<(&'static dyn Game, &Counterexample)>,
) -> Claim {
    let finite = |value: f64| value.is_finite().then_some(value);
    let counterexample = found.map(|(game, found)| Example {
        game: game.id(),
        board: text(game, &found.board),
        estimate: finite(found.estimate),
        moves: game.notation().write_all(&found.moves),
        after: found.after.and_then(finite),
    });
    Claim {
        schema: SCHEMA,
        heuristic: args.heuristic.to_string(),
        property: property.name(),
        holds: found.is_none(),
        levels: hunt.levels,
        positions: hunt.positions,
        exhausted: hunt.exhausted,
        largest_exhausted: hunt.largest,
        counterexample,
    }
}

/// A board in its text format.
fn text(game: &'static dyn Game, board: &Grid<u16>) -> String {
    write_all(&[Level::new(game, board.clone())], "native").unwrap_or_default()
}

fn print(
    context: &mut Context,
    property: Property,
    found: Option<(&'static dyn Game, &Counterexample)>,
) -> Result<(), Abort> {
    let console = &mut context.console;
    let Some((game, found)) = found else {
        return console.line(&format!("{}: no counter-example found", property.name()));
    };
    console.line(&format!("not {}: counter-example of {}:", property.name(), game.id()))?;
    let drawn = board::draw(console, game, &found.board);
    console.text(&drawn)?;
    let moves = game.notation().write_all(&found.moves);
    let text = |value: f64| {
        if value.is_infinite() { "no plan".to_string() } else { format!("{value}") }
    };
    let line = match found.after {
        None => {
            let count = counted(found.moves.len() as u64, "move");
            let enough = if found.moves.len() == 1 { "is" } else { "are" };
            format!(
                "Its estimate is {}, but {count} {enough} enough: {moves}",
                text(found.estimate)
            )
        }
        Some(after) => {
            format!(
                "Its estimate is {}, and after {moves} it is {}",
                text(found.estimate),
                text(after)
            )
        }
    };
    console.line(&line)?;
    console.line("")
}
