//! The command `quadrille`: a thin layer over the library, one file per subcommand.

// A program exports nothing; `pub` marks the interface of a module.
#![allow(missing_docs, unreachable_pub)]

mod args;
mod assignments;
mod board;
mod bugs;
mod commands;
mod console;
mod each;
mod errors;
mod exit;
mod input;
mod interrupt;
mod output;
mod play;
mod printable;
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
use quadrille_lab::confine;

use crate::commands::Cli;
use crate::console::Console;
use crate::exit::{Abort, Exit};
use crate::interrupt::Interrupt;
use crate::puzzles::Puzzles;

/// The state that every command works with.
pub struct Context {
    pub console: Console,
    pub interrupt: Interrupt,
    /// The loaded puzzles, and the games that texts can name.
    pub puzzles: Puzzles,
}

fn main() -> ExitCode {
    if let Some(end) = confine::enter() {
        return end;
    }
    if confine::is_confined() {
        eprintln!("error: a submission cannot run quadrille while it is graded");
        return ExitCode::from(Exit::Bad.code());
    }
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
        _ if cli.version => print_version(cli.verbose, &mut context),
        Some(command) => command.run(&mut context),
        None => help(&mut context),
    };
    let exit = match result {
        Ok(exit) => exit,
        // The reader closed the pipe: that is not an error.
        Err(Abort::Closed) => Exit::Fine,
        Err(Abort::Reported(exit)) => exit,
        Err(Abort::Fault(fault)) => {
            fault.report();
            Exit::Bad
        }
    };
    ExitCode::from(context.interrupt.exit().unwrap_or(exit).code())
}

/// Prints the version, with commit, build and machine if verbose.
fn print_version(verbose: bool, context: &mut Context) -> Result<Exit, Abort> {
    if verbose {
        context.console.text(&version::verbose())?;
    } else {
        context.console.line(concat!("quadrille ", env!("CARGO_PKG_VERSION")))?;
    }
    Ok(Exit::Fine)
}

/// Prints the help for `quadrille` without arguments.
fn help(context: &mut Context) -> Result<Exit, Abort> {
    let help = Cli::command().render_help();
    context.console.text(&help.ansi().to_string())?;
    Ok(Exit::Fine)
}

/// Prints the error in the arguments, or the help.
fn usage(error: &clap::Error) -> ExitCode {
    let foreign = env::args_os()
        .any(|argument| argument.to_string_lossy().chars().any(|c| printable::character(c) != c));
    let shown = if foreign {
        // Messages repeat arguments, so the text is made printable; that is simpler without
        // colours.
        let text = error.render().to_string();
        write!(anstream::stderr(), "{}", printable::lines(&text))
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
