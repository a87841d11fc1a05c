//! `quadrille list`: what there is.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::{Args, Subcommand, ValueHint};
use quadrille::games;
use quadrille::levels::{Known, Level};
use quadrille::registry::ALGORITHMS;
use serde::Serialize;

use crate::Context;
use crate::args::{FILES, Selection};
use crate::exit::{Abort, Exit};
use crate::harmless;
use crate::input::{self, Complaints, PACK_SIGN};
use crate::output::json::{Broken, SCHEMA};
use crate::output::table;
use crate::quantities::plural;

/// List the games, algorithms, heuristics or levels that there are
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille list games
  quadrille list levels               the packs that come with the program
  quadrille list levels @classics     the levels of one of them
  quadrille list levels *.txt --json")]
pub struct ListArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// The games, with their rules, moves and formats
    Games(Plain),
    /// The algorithms, and whether their plans are proved shortest
    Algorithms(Plain),
    /// The heuristics, and whether they never overestimate
    Heuristics(Plain),
    /// The packs that come with the program; or the levels of files
    #[command(after_help = FILES)]
    Levels(LevelsArgs),
}

#[derive(Args, Debug)]
struct Plain {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct LevelsArgs {
    /// Where the levels are: a path, '-', '@PACK' or a share code
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Lists what was asked for.
pub fn run(args: &ListArgs, context: &mut Context) -> Result<Exit, Abort> {
    match &args.what {
        What::Games(plain) => list_games(plain.json, context),
        What::Algorithms(plain) => list_algorithms(plain.json, context),
        What::Heuristics(plain) => list_heuristics(plain.json, context),
        What::Levels(args) if args.files.is_empty() => list_packs(args.json, context),
        What::Levels(args) => list_levels(args, context),
    }
}

#[derive(Serialize)]
struct GameRow {
    schema: u32,
    id: &'static str,
    title: &'static str,
    about: &'static str,
    cells: &'static str,
    example_move: String,
    formats: Vec<FormatRow>,
}

#[derive(Serialize)]
struct FormatRow {
    name: &'static str,
    about: &'static str,
}

fn list_games(json: bool, context: &mut Context) -> Result<Exit, Abort> {
    let console = &mut context.console;
    for (index, game) in games::ALL.iter().enumerate() {
        let formats: Vec<FormatRow> = game
            .formats()
            .iter()
            .map(|format| FormatRow { name: format.name, about: format.about })
            .collect();
        if json {
            console.json(&GameRow {
                schema: SCHEMA,
                id: game.id(),
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

#[derive(Serialize)]
struct AlgorithmRow {
    schema: u32,
    name: &'static str,
    about: &'static str,
    optimal: bool,
}

fn list_algorithms(json: bool, context: &mut Context) -> Result<Exit, Abort> {
    let mut table = table::new(
        &context.console,
        &[("algorithm", false), ("shortest", false), ("what it does", false)],
    );
    for info in ALGORITHMS {
        if json {
            context.console.json(&AlgorithmRow {
                schema: SCHEMA,
                name: info.name,
                about: info.about,
                optimal: info.optimal,
            })?;
        } else {
            let shortest = if info.optimal { "proved" } else { "no" };
            table.add_row([info.name, shortest, info.about]);
        }
    }
    if !json {
        table::print(&mut context.console, &table)?;
    }
    Ok(Exit::Fine)
}

fn list_heuristics(json: bool, context: &mut Context) -> Result<Exit, Abort> {
    if !json {
        context.console.line("there are no heuristics: no algorithm here uses one")?;
    }
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct PackRow<'a> {
    schema: u32,
    pack: &'a str,
    levels: usize,
    games: &'a BTreeSet<&'static str>,
}

fn list_packs(json: bool, context: &mut Context) -> Result<Exit, Abort> {
    let names = input::pack_names();
    if names.is_empty() && !json {
        context.console.line("this program was built without packs")?;
        return Ok(Exit::Fine);
    }
    let mut table =
        table::new(&context.console, &[("pack", false), ("levels", true), ("games", false)]);
    for name in names {
        let pack = format!("{PACK_SIGN}{name}");
        let all = Selection { game: None, levels: Vec::new() };
        let items = input::load(&[OsString::from(&pack)], &all);
        let levels = items.iter().filter(|item| item.level.is_ok()).count();
        let games: BTreeSet<&str> = items
            .iter()
            .filter_map(|item| item.level.as_ref().ok())
            .map(|level| level.game.id())
            .collect();
        if json {
            context.console.json(&PackRow {
                schema: SCHEMA,
                pack: &pack,
                levels,
                games: &games,
            })?;
        } else {
            let games: Vec<&str> = games.into_iter().collect();
            table.add_row([pack, levels.to_string(), games.join(", ")]);
        }
    }
    if !json {
        table::print(&mut context.console, &table)?;
    }
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct LevelRow<'a> {
    schema: u32,
    file: &'a str,
    level: Option<&'a str>,
    game: &'static str,
    rows: usize,
    cols: usize,
    optimal: Option<u32>,
    best: Option<u32>,
    unsolvable: bool,
}

impl<'a> LevelRow<'a> {
    fn new(file: &'a str, label: Option<&'a str>, level: &Level) -> LevelRow<'a> {
        let (optimal, best) = match level.known {
            Some(Known::Optimal(moves)) => (Some(moves), None),
            Some(Known::Best(moves)) => (None, Some(moves)),
            _ => (None, None),
        };
        LevelRow {
            schema: SCHEMA,
            file,
            level: label,
            game: level.game.id(),
            rows: level.grid.size().rows(),
            cols: level.grid.size().cols(),
            optimal,
            best,
            unsolvable: level.known == Some(Known::Unsolvable),
        }
    }
}

fn list_levels(args: &LevelsArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = input::load(&args.files, &args.selection);
    let mut table = table::new(
        &context.console,
        &[("level", false), ("game", false), ("size", true), ("known", false)],
    );
    let mut complaints = Complaints::default();
    let mut exit = Exit::Fine;
    let mut good = 0;
    for item in &items {
        match &item.level {
            Ok(level) if args.json => context.console.json(&LevelRow::new(
                &item.source.name,
                item.label.as_deref(),
                level,
            ))?,
            Ok(level) => {
                good += 1;
                let known = level.known.map(|known| known.to_string()).unwrap_or_default();
                let title = harmless::line(&item.title).into_owned();
                table.add_row([
                    title,
                    level.game.id().to_string(),
                    level.grid.size().to_string(),
                    known,
                ]);
            }
            Err(_) => {
                exit = Exit::Bad;
                complaints.report(item);
                if args.json {
                    context.console.json(&Broken::new(item))?;
                }
            }
        }
    }
    complaints.finish();
    if !args.json && good > 0 {
        table::print(&mut context.console, &table)?;
        context.console.line(&plural(good, "level"))?;
    }
    Ok(exit)
}
