//! `quadrille list levels`.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::{Args, ValueHint};
use quadrille::generate::Difficulty;
use quadrille::levels::{Known, Level};
use quadrille_base::quantities::counted;
use serde::Serialize;

use crate::Context;
use crate::args::Selection;
use crate::exit::{Abort, Exit};
use crate::input::{self, Complaints, Item, PACK_SIGN};
use crate::output::json::SCHEMA;
use crate::output::table;
use crate::printable;

#[derive(Args, Debug)]
pub struct LevelsArgs {
    /// Read levels from a path, '-', '@PACK' or a share code
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<OsString>,

    #[command(flatten)]
    selection: Selection,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Lists the levels of the files, or the packs without files.
pub fn run(args: &LevelsArgs, context: &mut Context) -> Result<Exit, Abort> {
    if args.files.is_empty() { list_packs(args.json, context) } else { list_levels(args, context) }
}

#[derive(Serialize)]
struct PackEntry<'a> {
    schema: u32,
    name: &'a str,
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
        let files = [OsString::from(&pack)];
        let items = input::load(&mut context.puzzles, &files, &Selection::all())?;
        let levels = items.iter().filter(|item| item.level.is_ok()).count();
        let games: BTreeSet<&str> = items
            .iter()
            .filter_map(|item| item.level.as_ref().ok())
            .map(|level| level.game.id())
            .collect();
        if json {
            context.console.json(&PackEntry {
                schema: SCHEMA,
                name: &pack,
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
struct LevelEntry<'a> {
    schema: u32,
    file: &'a str,
    level: Option<&'a str>,
    game: &'static str,
    rows: usize,
    cols: usize,
    optimal: Option<u32>,
    best: Option<u32>,
    unsolvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<u32>,
}

impl<'a> LevelEntry<'a> {
    fn new(file: &'a str, label: Option<&'a str>, level: &Level) -> LevelEntry<'a> {
        let (optimal, best) = match level.known {
            Some(Known::Optimal(moves)) => (Some(moves), None),
            Some(Known::Best(moves)) => (None, Some(moves)),
            _ => (None, None),
        };
        LevelEntry {
            schema: SCHEMA,
            file,
            level: label,
            game: level.game.id(),
            rows: level.grid.size().rows(),
            cols: level.grid.size().cols(),
            optimal,
            best,
            unsolvable: level.known == Some(Known::Unsolvable),
            difficulty: level.difficulty,
        }
    }
}

fn list_levels(args: &LevelsArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = input::load(&mut context.puzzles, &args.files, &args.selection)?;
    let mut columns = vec![("level", false), ("game", false), ("size", true), ("known", false)];
    let is_rated = |item: &Item| item.level.as_ref().is_ok_and(|level| level.difficulty.is_some());
    let rated = items.iter().any(is_rated);
    if rated {
        columns.push(("difficulty", false));
    }
    let mut table = table::new(&context.console, &columns);
    let mut complaints = Complaints::default();
    let mut exit = Exit::Fine;
    let mut good = 0;
    for item in &items {
        match &item.level {
            Ok(level) if args.json => context.console.json(&LevelEntry::new(
                &item.source.name,
                item.label.as_deref(),
                level,
            ))?,
            Ok(level) => {
                good += 1;
                let known = level.known.map(|known| known.to_string()).unwrap_or_default();
                let title = printable::line(&item.title).into_owned();
                let mut row =
                    vec![title, level.game.id().to_string(), level.grid.size().to_string(), known];
                if rated {
                    let summary = |score| format!("{score} {}", Difficulty::of(score));
                    row.push(level.difficulty.map(summary).unwrap_or_default());
                }
                table.add_row(row);
            }
            Err(_) => {
                exit = Exit::Bad;
                complaints.print(item, args.json, context)?;
            }
        }
    }
    complaints.finish();
    if !args.json && good > 0 {
        table::print(&mut context.console, &table)?;
        context.console.line(&counted(good, "level"))?;
    }
    Ok(exit)
}
