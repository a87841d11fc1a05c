//! The command `quadrille`: a thin face over the library, one file a subcommand.

// Nothing of a program can be reached from outside; `pub` says what a module offers to the others.
#![allow(unreachable_pub)]

mod args;
mod assignments;
mod board;
mod bugs;
mod commands;
mod console;
mod each;
mod errors;
mod exit;
mod harmless;
mod input;
mod interrupt;
mod output;
mod play;
mod puzzles;
mod request;
mod scratch;
mod scripts;
mod serve;
mod version;

use std::env;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::commands::Cli;
use crate::console::Console;
use crate::exit::{Abort, Exit};
use crate::interrupt::Interrupt;
use crate::puzzles::Puzzles;

/// What every command works with.
pub struct Context {
    /// The standard output.
    pub console: Console,
    /// Whether the user stopped the program.
    pub interrupt: Interrupt,
    /// The puzzles that were read, and the games that texts can name.
    pub puzzles: Puzzles,
}

fn main() -> ExitCode {
    bugs::install_hook();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let mut context = Context {
        console: Console::new(),
        interrupt: Interrupt::install(),
        puzzles: Puzzles::default(),
    };
    for name in &cli.puzzle {
        if let Err(fault) = context.puzzles.game(name) {
            fault.report();
            return ExitCode::from(Exit::Bad.code());
        }
    }
    let result = match cli.command {
        _ if cli.version => tell_version(cli.verbose, &mut context),
        Some(command) => command.run(&mut context),
        None => help(&mut context),
    };
    let exit = match result {
        Ok(exit) => exit,
        // Whoever closed the pipe has seen enough.
        Err(Abort::Closed) => Exit::Fine,
        Err(Abort::Told(exit)) => exit,
        Err(Abort::Fault(fault)) => {
            fault.report();
            Exit::Bad
        }
    };
    ExitCode::from(context.interrupt.exit().unwrap_or(exit).code())
}

/// `quadrille --version`, with everything about the program when it is to be verbose.
fn tell_version(verbose: bool, context: &mut Context) -> Result<Exit, Abort> {
    if verbose {
        context.console.text(&version::verbose())?;
    } else {
        context.console.line(concat!("quadrille ", env!("CARGO_PKG_VERSION")))?;
    }
    Ok(Exit::Fine)
}

/// `quadrille` alone.
fn help(context: &mut Context) -> Result<Exit, Abort> {
    let help = Cli::command().render_help();
    context.console.text(&help.ansi().to_string())?;
    Ok(Exit::Fine)
}

/// Shows what is wrong with the arguments, or the help or version that was asked for.
fn usage(error: &clap::Error) -> ExitCode {
    let foreign = env::args_os()
        .any(|argument| argument.to_string_lossy().chars().any(|c| harmless::character(c) != c));
    let shown = if foreign {
        // Arguments are shown again in messages: without colours everything can be made harmless.
        let text = error.render().to_string();
        write!(anstream::stderr(), "{}", harmless::lines(&text))
    } else {
        error.print().and_then(|()| std::io::stdout().flush())
    };
    match shown.map_err(Abort::from) {
        Err(Abort::Fault(fault)) => {
            fault.report();
            ExitCode::from(Exit::Bad.code())
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(Exit::Bad.code())),
    }
}
