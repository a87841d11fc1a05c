//! `quadrille puzzlescript show`: levels as text, or as pictures with the sprites of the game.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use super::{chosen, game};
use crate::Context;
use crate::exit::{Abort, Exit};

#[derive(Args, Debug)]
pub(super) struct ShowArgs {
    /// Read this game
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,

    /// Draw only this level, counted from 1
    #[arg(short, long, value_name = "NUMBER")]
    level: Option<usize>,

    /// Print a picture in SVG
    #[arg(long, requires = "level")]
    svg: bool,
}

pub(super) fn run(args: &ShowArgs, context: &mut Context) -> Result<Exit, Abort> {
    let program = game(&args.file)?;
    for (number, _, board) in chosen(&program, args.level.as_slice())? {
        if args.svg {
            context.console.text(&program.svg(board))?;
        } else {
            context.console.line(&format!("level {number}"))?;
            context.console.text(&program.text(board))?;
            context.console.line("")?;
        }
    }
    Ok(Exit::Fine)
}
