//! `quadrille man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory, ValueHint};
use clap_mangen::Man;

use super::Cli;
use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};

/// Print the manual page, or write the pages of all commands to a folder
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille man | man -l -
  quadrille man --dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write a page for the program and one per command to this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    dir: Option<PathBuf>,
}

pub fn run(args: &ManArgs, context: &mut Context) -> Result<Exit, Abort> {
    let command = Cli::command();
    match &args.dir {
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            context.console.text(&String::from_utf8_lossy(&page))?;
        }
        Some(dir) => fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(command, dir))
            .map_err(|error| {
                Fault::new(format!("cannot write the pages: {error}"))
                    .of_file(&dir.to_string_lossy())
            })?,
    }
    Ok(Exit::Fine)
}
