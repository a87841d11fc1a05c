//! `quadrille vary`: makes variations of a level, solved and rated.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille::desk::{self, Variation};
use quadrille::levels::{self, Level};
use quadrille::search::{Control, Limits};
use quadrille_base::quantities;
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, LevelArgs};
use crate::each::Each;
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::input::Item;
use crate::output::{file, json, report, table};

const EXAMPLES: &str = "\
Examples:
  quadrille vary level.txt
  quadrille vary @classics --level stopper --count 5
  quadrille vary level.txt --output neighbours.txt

Every variation is solved with proof. 'unique' has one shortest solution if the level has several; 'smaller' has a smaller board
or fewer pieces. Cells are written as in moves: row, column, from 0.

";

/// Make variations of a level: harder, easier, smaller, unique, mirrored
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct VaryArgs {
    #[command(flatten)]
    levels: LevelArgs,

    /// Make this many variations of each level
    #[arg(short, long, value_name = "COUNT", default_value = "20", value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,

    /// Stop after this time and give what was found: 500ms, 10s
    #[arg(short = 't', long, value_name = "TIME", default_value = "5s", value_parser = quantities::duration)]
    max_time: Duration,

    /// Write the variations to this file as levels
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Print one JSON object per level and line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct VaryFields<'a> {
    variations: &'a [Variation],
}

pub fn run(args: &VaryArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.levels.load(context)?;
    let work = |_, level: &Level, control: Control| {
        if !level.game.has_unit_costs() {
            return Err(Fault::new("its moves have different costs, so it has no rating"));
        }
        Ok(desk::vary(level, args.count.into(), &control))
    };
    let limits = Limits { max_time: Some(args.max_time), ..Limits::default() };
    let each = Each { items: &items, doing: "varying", jobs: 1, limits, json: args.json };
    // The variations of all levels, for the file.
    let mut all = Vec::new();
    let mut print = |context: &mut Context, item: &Item, level: &Level, found: Vec<Variation>| {
        print(args, context, item, level, &found)?;
        let name = level.name.as_deref().unwrap_or("level");
        all.extend(found.into_iter().zip(1..).map(|(variation, number)| Level {
            name: Some(format!("{name}-{}-{number:02}", variation.goal.name())),
            notes: vec![format!("{}: {}", variation.goal.name(), variation.what)],
            ..variation.level
        }));
        Ok(Exit::Fine)
    };
    let exit = each.run(context, |_| String::new(), work, &mut print)?;
    if let Some(path) = &args.output {
        let texts = all.iter().map(|level| levels::write(level, "native"));
        let texts = texts.collect::<Result<Vec<String>, _>>().map_err(Fault::from)?;
        file::replace(path, texts.join("\n").as_bytes())?;
    }
    Ok(exit)
}

fn print(
    args: &VaryArgs,
    context: &mut Context,
    item: &Item,
    level: &Level,
    found: &[Variation],
) -> Result<(), Abort> {
    let console = &mut context.console;
    if args.json {
        let fields = VaryFields { variations: found };
        console.json(&json::LevelResult::new(item, fields))?;
    } else {
        report::heading(console, &item.title, level)?;
        console.line("")?;
        let columns = [
            ("", false),
            ("score", true),
            ("moves", true),
            ("solutions", true),
            ("change", false),
            ("code", false),
        ];
        let mut rows = table::new(console, &columns);
        for variation in found {
            rows.add_row([
                variation.goal.name().to_string(),
                variation.rating.score.to_string(),
                variation.rating.parts.moves.to_string(),
                variation.rating.parts.plans.map_or("many".to_string(), |plans| plans.to_string()),
                variation.what.clone(),
                levels::to_code(&variation.level),
            ]);
        }
        table::print(console, &rows)?;
    }
    Ok(())
}
