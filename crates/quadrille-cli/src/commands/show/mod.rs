//! `quadrille show`: draws levels, or converts them to another format.

mod plan;

use std::path::PathBuf;

use clap::{Args, ValueHint};
use quadrille::diagnostic::Diagnostic;
use quadrille::games::SolveError;
use quadrille::heuristics::Valued;
use quadrille::levels::{self, Level, SHARED_FORMATS};
use quadrille::{games, verify};
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{FILES, LevelArgs};
use crate::board;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{Complaints, Item};
use crate::output::pictures::{self, Kind};
use crate::output::{file, json, report};
use crate::printable;
use crate::scripts;

const EXAMPLES: &str = "\
Examples:
  quadrille show levels.txt
  quadrille show levels.txt --level first --after 'R D'
  quadrille show levels.txt --format native --output levels.quad
  quadrille show level.txt --output level.png
  quadrille show level.txt --format code
  quadrille show level.txt --plan 'R D L' --output plan.gif
  quadrille show level.txt --format pddl-domain > domain.pddl
  quadrille show level.txt --format pddl-problem > problem.pddl
  quadrille show level.txt --heuristic all
  quadrille show level.txt --after 'R D' --heuristic 'collinear+euclidean(min,min),relaxed' --json

";

/// Draw levels, or convert them to another format
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, &formats(), "\n", FILES]))]
pub struct ShowArgs {
    #[command(flatten)]
    levels: LevelArgs,

    /// Show the board after these moves
    #[arg(short, long, value_name = "MOVES")]
    after: Option<String>,

    /// Show every position of this plan; with --output X.gif or X.svg, as an animation
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["after", "heuristic"])]
    plan: Option<String>,

    /// Show the values of these heuristics, separated by commas, with their parts
    ///
    /// Formulas are allowed, as in 'a+b'; 'all' stands for all heuristics of the game.
    #[arg(
        long,
        value_name = "LIST",
        conflicts_with_all = ["format", "output"],
        allow_hyphen_values = true
    )]
    heuristic: Option<String>,

    /// Print the heuristic values as one JSON object per level and line
    #[arg(long, requires = "heuristic")]
    json: bool,

    /// Write the levels in this format instead of drawing them
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<String>,

    /// Write to this file instead of stdout
    ///
    /// A name that ends with svg, png or gif is a picture, and several levels become several; with
    /// other names the format is native.
    /// The file is replaced only if everything went well.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// The formats of all games, for the help.
fn formats() -> String {
    let shared = SHARED_FORMATS.map(|(name, about)| format!("{name} ({about})")).join("; ");
    let mut text = format!("Formats:\n  all games: {shared}\n");
    text += "  all games but script puzzles: pddl-domain, pddl-problem (for planners)\n";
    for game in games::ALL {
        let own: Vec<&str> = game.formats().iter().map(|format| format.name).collect();
        text += &format!("  {}: {}\n", game.id(), own.join(", "));
    }
    text
}

pub fn run(args: &ShowArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.levels.load(context)?;
    let mut complaints = Complaints::default();
    let mut good: Vec<(&Item, Level)> = Vec::new();
    let mut exit = Exit::Fine;
    for item in &items {
        let level = match &item.level {
            Ok(level) => level,
            Err(_) => {
                complaints.report(item);
                exit = Exit::Bad;
                continue;
            }
        };
        match &args.after {
            None => good.push((item, level.clone())),
            Some(moves) => match played(item, level, moves) {
                Ok(level) => good.push((item, level)),
                Err(fault) => {
                    fault.report();
                    exit = Exit::Bad;
                }
            },
        }
    }
    complaints.finish();
    if args.json {
        for (item, level) in &good {
            let list = args.heuristic.as_deref().unwrap_or(EVERY);
            let heuristics = values(item, level, args.after.as_deref(), list)?;
            context.console.json(&json::LevelResult::new(item, Values { heuristics }))?;
        }
    }
    if let Some(moves) = &args.plan {
        let film =
            plan::show(args.output.as_deref(), format(args).as_deref(), &good, moves, context);
        return film.map(|()| exit);
    }
    match format(args) {
        None if args.json => {}
        None => draw(context, &good, args)?,
        Some(format) => {
            let kind = match args.format.as_deref() {
                None => args.output.as_deref().and_then(Kind::of),
                Some("svg") => Some(Kind::Svg),
                Some(_) => None,
            };
            if let (Some(path), Some(kind), Exit::Fine) = (&args.output, kind, exit) {
                let drawn: Vec<(&Item, Vec<u8>)> =
                    good.iter().map(|(item, level)| (*item, kind.board(level))).collect();
                return Ok(pictures::write(path, &drawn).map(|()| exit)?);
            }
            let levels: Vec<Level> = good.into_iter().map(|(_, level)| level).collect();
            let text = converted(&levels, &format)?;
            match &args.output {
                None => context.console.text(&text)?,
                Some(path) if exit == Exit::Fine => file::replace(path, text.as_bytes())?,
                Some(path) => {
                    return Err(Fault::new("nothing was written because some levels failed")
                        .of_file(&path.to_string_lossy())
                        .help("choose the good levels with --level, or fix the others")
                        .into());
                }
            }
        }
    }
    Ok(exit)
}

/// The output format, or `None` to draw the levels.
fn format(args: &ShowArgs) -> Option<String> {
    let by_name = |path: &PathBuf| if Kind::of(path).is_some() { "svg" } else { "native" };
    args.format.clone().or_else(|| args.output.as_ref().map(|path| by_name(path).to_string()))
}

/// The level after some moves: every position is a level, too.
fn played(item: &Item, level: &Level, text: &str) -> Result<Level, Fault> {
    let moves =
        level.game.notation().read(text).map_err(|mistake| Fault::from_notation(text, &mistake))?;
    let replay = verify::replay(level.game, &level.grid, &moves)
        .map_err(|refusal| Fault::new(refusal.to_string()).of_file(&item.full_name()))?;
    let grid = replay.boards.last().unwrap_or(&level.grid).clone();
    if moves.is_empty() {
        return Ok(level.clone());
    }
    let name = level.name.clone();
    Ok(Level { name, author: level.author.clone(), ..Level::new(level.game, grid) })
}

const EVERY: &str = "all";

#[derive(Serialize)]
struct Values {
    heuristics: Vec<Valued>,
}

/// The values of heuristics for a level, after some moves if given. The moves are played from the
/// start, because a heuristic may use the first board and the last move.
fn values(
    item: &Item,
    level: &Level,
    after: Option<&str>,
    list: &str,
) -> Result<Vec<Valued>, Fault> {
    let game = level.game;
    let start = item.level.as_ref().unwrap_or(level);
    let moves = after.map_or(Ok(Vec::new()), |text| {
        game.notation().read(text).map_err(|mistake| Fault::from_notation(text, &mistake))
    })?;
    let fault = |error: Diagnostic| {
        Fault::new(format!("{} ({})", error.message(), game.id()))
            .help("'quadrille list heuristics' shows those of each game")
    };
    let mut heuristics = Vec::new();
    for part in quadrille::split_list(list) {
        match part {
            EVERY => heuristics.extend(game.every_heuristic()),
            part => heuristics.push(scripts::expression(part, game).map_err(fault)?),
        }
    }
    game.values_after(&start.grid, &moves, &heuristics).map_err(|error| match error {
        SolveError::Heuristic(error) => fault(error),
        error => Fault::new(error.to_string()),
    })
}

fn draw(context: &mut Context, levels: &[(&Item, Level)], args: &ShowArgs) -> Result<(), Abort> {
    let console = &mut context.console;
    for (index, (item, level)) in levels.iter().enumerate() {
        if index > 0 {
            console.line("")?;
        }
        report::heading(console, &item.title, level)?;
        let drawn = board::draw(console, level.game, &level.grid);
        console.text(&drawn)?;
        if level.game.is_solved(&level.grid) {
            console.line("solved")?;
        }
        if let Some(list) = &args.heuristic {
            for valued in values(item, level, args.after.as_deref(), list)? {
                console.line(&valued.to_string())?;
            }
        }
    }
    Ok(())
}

fn converted(levels: &[Level], format: &str) -> Result<String, Fault> {
    if let Some(part) = format.strip_prefix("pddl-") {
        return planning(levels, part);
    }
    if format == "svg" && levels.len() > 1 {
        return Err(Fault::new(format!(
            "a picture shows one board, but there are {}",
            levels.len()
        ))
        .help("choose a level with --level, or use --output for one picture per level"));
    }
    let several = levels.windows(2).any(|pair| pair[0].game != pair[1].game);
    if several && !SHARED_FORMATS.iter().any(|(name, _)| *name == format) {
        return Err(Fault::new(format!(
            "levels of several games cannot be written to one file in the format '{format}'"
        ))
        .help("use native or code, or convert game by game"));
    }
    let text = levels::write_all(levels, format).map_err(Fault::from)?;
    Ok(printable::lines(&text).into_owned())
}

/// A level in PDDL.
fn planning(levels: &[Level], part: &str) -> Result<String, Fault> {
    let [level] = levels else {
        let count = levels.len();
        let fault = Fault::new(format!("a PDDL problem is one level, but there are {count}"));
        return Err(fault.help("choose a level with --level"));
    };
    let id = level.game.id();
    let pddl = level.game.pddl(&level.grid).ok_or_else(|| {
        Fault::new(format!("{id} has no PDDL rules"))
            .help("script puzzles cannot be written in PDDL")
    })?;
    match part {
        "domain" => Ok(pddl.domain.to_string()),
        "problem" => Ok(pddl.problem),
        _ => Err(Fault::new(format!("there is no format 'pddl-{part}'"))
            .help("the formats are pddl-domain and pddl-problem")),
    }
}
