//! `quadrille list scripts`.

use clap::Args;
use quadrille_script::{EXAMPLES, Example, PUZZLES, example, words};
use serde::Serialize;

use crate::Context;
use crate::args::{GameName, GameParser};
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::output::json::SCHEMA;
use crate::output::table;

#[derive(Args, Debug)]
pub struct ScriptsArgs {
    /// Print the text of this script
    #[arg(value_name = "SCRIPT")]
    name: Option<String>,

    /// List only those of this game
    #[arg(short, long, value_name = "GAME", value_parser = GameParser)]
    game: Option<GameName>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ScriptEntry {
    schema: u32,
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

#[derive(Serialize)]
struct WordEntry {
    schema: u32,
    game: &'static str,
    word: &'static str,
    about: &'static str,
}

/// Lists the scripts and the words, or prints a script.
pub fn run(args: &ScriptsArgs, context: &mut Context) -> Result<Exit, Abort> {
    if let Some(name) = &args.name {
        let name = name.trim_start_matches('@');
        let found = example(name).ok_or_else(|| {
            let all = EXAMPLES.iter().chain(PUZZLES);
            let names: Vec<&str> = all.map(|example| example.name).collect();
            Fault::new(format!("there is no script '{}'", crate::printable::line(name)))
                .help(format!("the scripts are {}", names.join(", ")))
        })?;
        context.console.line(found.text.trim_end())?;
        return Ok(Exit::Fine);
    }
    let columns = [("script", false), ("what it estimates, or its rules", false)];
    let mut scripts = table::new(&context.console, &columns);
    let columns = [("game", false), ("word", false), ("what it is", false)];
    let mut all = table::new(&context.console, &columns);
    let mut summary: Vec<&Example> = Vec::new();
    let chosen = args.game.as_ref().map(|name| name.find(&mut context.puzzles)).transpose()?;
    let games = context.puzzles.games().clone();
    for game in games.iter().filter(|&other| chosen.is_none_or(|game| game == other)) {
        let of_game = |name: &str| name.split('-').next() == Some(game.id());
        summary.extend(EXAMPLES.iter().filter(|example| of_game(example.name)));
        for (word, about) in words(game) {
            if args.json {
                context.console.json(&WordEntry {
                    schema: SCHEMA,
                    game: game.id(),
                    word,
                    about,
                })?;
            } else {
                all.add_row([game.id(), word, about]);
            }
        }
    }
    summary.extend(PUZZLES.iter().filter(|_| args.game.is_none()));
    for example in summary {
        let (name, about, text) = (example.name, example.about(), example.text);
        if args.json {
            context.console.json(&ScriptEntry { schema: SCHEMA, name, about, text })?;
        } else {
            scripts.add_row([&format!("@{name}"), about]);
        }
    }
    if !args.json {
        if !scripts.is_empty() {
            table::print(&mut context.console, &scripts)?;
            context.console.line("")?;
        }
        table::print(&mut context.console, &all)?;
        let about = context.console.wrap(crate::scripts::SCRIPTS, 0);
        context.console.line(&about)?;
    }
    Ok(Exit::Fine)
}
