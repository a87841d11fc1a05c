//! `quadrille completions`: scripts for shell completion.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::Context;
use crate::exit::{Abort, Exit};

/// Print a script that lets a shell complete commands, options and values
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille
  quadrille completions zsh > ~/.zfunc/_quadrille
  quadrille completions fish > ~/.config/fish/completions/quadrille.fish")]
pub struct CompletionsArgs {
    /// Write completions for this shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub fn run(args: &CompletionsArgs, context: &mut Context) -> Result<Exit, Abort> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "quadrille", &mut script);
    context.console.text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}
