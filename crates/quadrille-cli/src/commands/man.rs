//! `quadrille man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory, ValueHint};
use clap_mangen::Man;

use super::Cli;
use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::output::file;

/// Print the manual page, or write the pages of all commands into a folder
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille man | man -l -
  quadrille man --dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write a page for the program and one for each command into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    dir: Option<PathBuf>,
}

/// Prints or writes the pages.
pub fn run(args: &ManArgs, context: &mut Context) -> Result<Exit, Abort> {
    let mut command = Cli::command();
    command.build();
    let Some(dir) = &args.dir else {
        context.console.text(&String::from_utf8_lossy(&page(command)?))?;
        return Ok(Exit::Fine);
    };
    fs::create_dir_all(dir).map_err(|error| {
        Fault::new(format!("cannot make the folder: {error}")).of_file(&dir.to_string_lossy())
    })?;
    let subcommands: Vec<_> = command.get_subcommands().cloned().collect();
    file::replace(&dir.join("quadrille.1"), &page(command)?)?;
    for subcommand in subcommands {
        let name = format!("quadrille-{}", subcommand.get_name());
        let path = dir.join(format!("{name}.1"));
        file::replace(&path, &page(subcommand.name(name))?)?;
    }
    Ok(Exit::Fine)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Abort> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
