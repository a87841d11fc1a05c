//! `quadrille puzzlescript`: checks, solves and draws PuzzleScript games, and compares them with
//! the original.

mod recorded;
mod show;
mod solve;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::sync::Arc;

use clap::{Args, Subcommand, ValueHint};
use quadrille_puzzlescript::{Board, LevelEntry, Program, Weight, compile};

use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::Source;

/// Check, solve and draw games in PuzzleScript, and compare them with recordings
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille puzzlescript check game.txt         what is wrong with a game, and where
  quadrille puzzlescript solve game.txt         the fewest moves for each level
  quadrille puzzlescript show game.txt -l 2     draw its second level
  quadrille puzzlescript show game.txt -l 2 --svg > level.svg
  quadrille puzzlescript replay recorded.json   does every recorded play end with its board?
  quadrille puzzlescript errors errors.json     does every faulty game have its faults?

Exit code 1: some case differs, or some level is proved unsolvable.")]
pub struct PuzzleScriptArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Compile a game, and print errors and warnings
    Check(FileArgs),
    /// Solve the levels of a game
    Solve(solve::SolveArgs),
    /// Draw the levels of a game
    Show(show::ShowArgs),
    /// Replay recorded plays, and print each that ends with a different board
    Replay(FileArgs),
    /// Compile faulty games, and print each whose errors differ from the recorded ones
    Errors(FileArgs),
}

#[derive(Args, Debug)]
struct FileArgs {
    /// Read a game, or a JSON file with recorded cases
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,
}

pub fn run(args: &PuzzleScriptArgs, context: &mut Context) -> Result<Exit, Abort> {
    match &args.what {
        What::Check(args) => check(&args.file, context),
        What::Solve(args) => solve::run(args, context),
        What::Show(args) => show::run(args, context),
        What::Replay(args) => recorded::replay(&text(&args.file)?, context),
        What::Errors(args) => recorded::errors(&text(&args.file)?, context),
    }
}

fn text(file: &OsStr) -> Result<(String, String), Fault> {
    let name = file.to_string_lossy().into_owned();
    match fs::read_to_string(file) {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(Fault::new(error.to_string()).of_file(&name)),
    }
}

/// Compiles a game and reports its faults. Returns the game, if there is one, and the number of
/// errors.
fn compiled(file: &OsStr) -> Result<(Option<Arc<Program>>, usize), Abort> {
    let (name, text) = text(file)?;
    let compiled = compile(&text);
    let source = Source::new(name, text);
    for found in &compiled.faults {
        let fault = Fault::from_diagnostic(&source, &found.diagnostic(&source.text));
        match found.weight() {
            Weight::Error => fault.report(),
            Weight::Warning => fault.warn(),
        }
    }
    Ok((compiled.program.map(Arc::new), compiled.errors))
}

/// A game that can be played. One with errors is played as far as possible, as in the original.
fn game(file: &OsStr) -> Result<Arc<Program>, Abort> {
    let (program, _) = compiled(file)?;
    program.ok_or(Abort::Reported(Exit::Bad))
}

fn check(file: &OsStr, context: &mut Context) -> Result<Exit, Abort> {
    let (program, errors) = compiled(file)?;
    if let Some(program) = program {
        let boards = boards(&program).count();
        let title = program.title.as_deref().unwrap_or("Without a title");
        context.console.line(&format!(
            "{title}: {} objects in {} layers, {} rules, {boards} levels",
            program.objects.len(),
            program.layers(),
            program.rules(),
        ))?;
    }
    Ok(if errors == 0 { Exit::Fine } else { Exit::Bad })
}

/// The boards of a game: the number of each, from 1, its index in the list of levels, and the
/// board.
fn boards(program: &Program) -> impl Iterator<Item = (usize, usize, &Board)> {
    let levels = program.levels.iter().enumerate();
    let boards = levels.filter_map(|(place, level)| match level {
        LevelEntry::Board(board, _) => Some((place, board)),
        LevelEntry::Message(_) => None,
    });
    boards.enumerate().map(|(index, (place, board))| (index + 1, place, board))
}

/// The boards with these numbers; all if there are none.
fn chosen<'a>(
    program: &'a Program,
    numbers: &[usize],
) -> Result<Vec<(usize, usize, &'a Board)>, Fault> {
    let all: Vec<_> = boards(program).collect();
    if let Some(unknown) = numbers.iter().find(|number| !(1..=all.len()).contains(number)) {
        let fault = Fault::new(format!("there is no level {unknown}"));
        return Err(fault.help(format!("the levels are numbered from 1 to {}", all.len())));
    }
    let is_meant =
        |board: &(usize, usize, &Board)| numbers.is_empty() || numbers.contains(&board.0);
    Ok(all.into_iter().filter(is_meant).collect())
}
