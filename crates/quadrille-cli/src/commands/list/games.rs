//! `quadrille list games`.

use serde::Serialize;

use crate::Context;
use crate::exit::{Abort, Exit};
use crate::output::json::SCHEMA;

#[derive(Serialize)]
struct GameEntry {
    schema: u32,
    name: &'static str,
    title: &'static str,
    about: &'static str,
    cells: &'static str,
    example_move: String,
    formats: Vec<FormatEntry>,
}

#[derive(Serialize)]
struct FormatEntry {
    name: &'static str,
    about: &'static str,
}

pub fn run(json: bool, context: &mut Context) -> Result<Exit, Abort> {
    let console = &mut context.console;
    let games = context.puzzles.games().clone();
    for (index, game) in games.iter().enumerate() {
        let formats: Vec<FormatEntry> = game
            .formats()
            .iter()
            .map(|format| FormatEntry { name: format.name, about: format.about })
            .collect();
        if json {
            console.json(&GameEntry {
                schema: SCHEMA,
                name: game.id(),
                title: game.title(),
                about: game.about(),
                cells: game.glyphs(),
                example_move: game.notation().example(),
                formats,
            })?;
            continue;
        }
        if index > 0 {
            console.line("")?;
        }
        let bold = anstyle::Style::new().bold();
        console.line(&format!("{bold}{}{bold:#}: {}", game.id(), game.title()))?;
        for (word, text) in [
            ("rules", game.about().to_string()),
            ("cells", game.glyphs().to_string()),
            ("a move", game.notation().example()),
        ] {
            let text = console.wrap(&text, 11);
            console.line(&format!("  {word:<9}{text}"))?;
        }
        for (index, format) in formats.iter().enumerate() {
            let word = if index == 0 { "formats" } else { "" };
            let text = console.wrap(&format!("{}: {}", format.name, format.about), 11);
            console.line(&format!("  {word:<9}{text}"))?;
        }
    }
    Ok(Exit::Fine)
}
