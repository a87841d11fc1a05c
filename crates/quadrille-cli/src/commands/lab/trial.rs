//! `quadrille lab trial`: runs one trial in its own process, for `quadrille lab run`.

use std::convert::Infallible;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use quadrille_base::runner::{Order, TaskEvent, Tasks};
use quadrille_lab::{Apart, Errand, end_with_parent};

use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::puzzles::Puzzles;
use crate::scripts;

/// Reads a trial from the standard input and writes its record to the standard output.
#[derive(Args, Debug)]
pub struct TrialArgs {
    /// Read scripts from this folder
    #[arg(long, value_name = "DIR")]
    scripts: Option<PathBuf>,
}

/// The command that runs trials with these puzzles and scripts; `None` if memory cannot be measured
/// from outside, or a puzzle cannot be loaded again.
pub fn command(puzzles: &Puzzles, scripts: &Path) -> Option<Apart> {
    let program = env::current_exe().ok().filter(|_| cfg!(target_os = "linux"))?;
    if puzzles.names().any(|name| name == "-") {
        return None;
    }
    let mut arguments: Vec<OsString> = Vec::new();
    for name in puzzles.names() {
        arguments.extend(["--puzzle".into(), name.into()]);
    }
    arguments.extend(["lab".into(), "trial".into()]);
    if !scripts.as_os_str().is_empty() {
        arguments.extend(["--scripts".into(), scripts.into()]);
    }
    Some(Apart { program, arguments })
}

pub fn run(args: &TrialArgs, context: &mut Context) -> Result<Exit, Abort> {
    end_with_parent();
    let errand: Errand = serde_json::from_reader(io::stdin().lock())
        .map_err(|error| Fault::new(format!("this is not a trial: {error}")))?;
    let games = context.puzzles.games();
    let folder = args.scripts.as_deref().unwrap_or(Path::new(""));
    let find = |name: &str| Ok(scripts::find_in(folder, name, games)?.into_custom());
    // Searches need a deeper stack than that of the main thread.
    let mut made = None;
    let tasks = Tasks { count: 1, threads: 1, order: Order::Index };
    let ended = tasks.run(
        |_| "the trial".to_string(),
        |_| Some(errand.run(games, find)),
        |event| {
            match event {
                TaskEvent::Done(_, record) => made = Some(record),
                TaskEvent::Skipped(_) | TaskEvent::Panicked(..) | TaskEvent::Tick => {}
            }
            Ok::<(), Infallible>(())
        },
    );
    match ended {
        Ok(()) => {}
        Err(never) => match never {},
    }
    let Some(record) = made else { return Ok(Exit::Bug) };
    context.console.json(&record.map_err(Fault::from)?)?;
    Ok(Exit::Fine)
}
