//! `quadrille generate`: makes new levels, each solved with proof and rated.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use quadrille::games::Game;
use quadrille::generate::{Attempt, Batch, Difficulty, Made, Rating, Rejection, Spec};
use quadrille::grid::Size;
use quadrille::levels::{self, Level};
use quadrille::search::{Cancel, Control};
use quadrille_base::quantities::{self, commas, counted};
use quadrille_base::runner::{Order, Panicked, TaskEvent, Tasks};
use serde::Serialize;

use super::rate::workers;
use super::text_of;
use crate::Context;
use crate::args::{GameName, GameParser};
use crate::console;
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::output::file;
use crate::output::json::{self, Broken};
use crate::output::progress::StatusLine;

const EXAMPLES: &str = "\
Examples:
  quadrille generate tiles
  quadrille generate tiles --size 5x5,6x6 --blocks 2..3 --moves 8..12 --count 20 -o levels.txt
  quadrille generate tiles --blocks 3 --stoppers 1
  quadrille generate zhed --difficulty hard --unique --seed 7
  quadrille generate squares --json --count 3
  quadrille generate squares --any --count 300
  quadrille generate tiles --hardest --size 6x6 --blocks 3

Every level is solvable, its shortest plan is proved and written into it, nothing in it is useless, and no two are the same up to \
rotation, reflection and the names of colours. They are sorted from the easiest to the hardest. The same options give the same levels \
on every machine, with any number of jobs.

Ranges are written 8..12, 8.. (at least), ..12 (at most) or 8.

";

/// Make new levels, or search for the hardest
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, exit::HELP]))]
pub struct GenerateArgs {
    /// Choose the game: a name, or a file with a puzzle
    #[arg(value_name = "GAME", value_parser = GameParser)]
    game: GameName,

    /// Make boards of this size, rows by columns [default: the usual size of the game]
    ///
    /// Several sizes, separated by commas, are used in turn.
    #[arg(short, long, value_name = "RxC", value_delimiter = ',', value_parser = size)]
    size: Vec<Size>,

    /// Make this many levels
    #[arg(short, long, value_name = "COUNT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,

    /// Choose the levels by this seed
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// Make levels whose shortest plan has this many moves: 8..12, 8.., ..12 or 8
    #[arg(short, long, value_name = "RANGE", value_parser = range)]
    moves: Option<RangeInclusive<u32>>,

    /// Use this many pieces: blocks, numbers, colours or boxes
    #[arg(short, long, visible_alias = "pieces", value_name = "RANGE", value_parser = range)]
    blocks: Option<RangeInclusive<u32>>,

    /// Use this many blocks without a goal, which only stop others (tiles)
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    stoppers: u16,

    /// Make levels of this difficulty: easy, medium, hard or expert
    #[arg(short, long, value_name = "WORD")]
    difficulty: Option<Difficulty>,

    /// Make only levels with one shortest plan, up to the order of independent moves
    #[arg(short, long)]
    unique: bool,

    /// Make random boards, solvable or not, without solving or improving them
    #[arg(long, conflicts_with_all = ["moves", "difficulty", "unique", "hardest", "max_nodes", "json"])]
    any: bool,

    /// Search for the level with the longest shortest plan
    #[arg(long, conflicts_with_all = ["moves", "difficulty", "unique"])]
    hardest: bool,

    /// Take this many steps in each climb of --hardest
    #[arg(long, value_name = "COUNT", requires = "hardest", default_value = "1000", value_parser = quantities::count)]
    steps: u64,

    /// Give up after this many failed candidates; with --hardest, climb this often [default: 20k;
    /// 8]
    #[arg(long, value_name = "COUNT", value_parser = quantities::count)]
    tries: Option<u64>,

    /// Drop candidates that need more expanded positions than this
    #[arg(short = 'n', long, value_name = "COUNT", default_value = "100k", value_parser = quantities::count)]
    max_nodes: u64,

    /// Stop after this time with the levels found so far: 90s, 10m
    #[arg(short = 't', long, value_name = "TIME", value_parser = quantities::duration)]
    max_time: Option<Duration>,

    /// Use this many threads; the levels do not depend on it [default: one per core]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Write the levels to this file instead of stdout
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Print one JSON object per level and line
    #[arg(long)]
    json: bool,
}

const CANDIDATES: u64 = 20_000;
const CLIMBS: u64 = 8;

/// Practically no limit.
const UNLIMITED: usize = u32::MAX as usize;

fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once(['x', 'X', '×']);
    let size = sides
        .and_then(|(rows, cols)| Size::new(rows.trim().parse().ok()?, cols.trim().parse().ok()?));
    size.ok_or_else(|| {
        format!("write rows x columns, as in 6x8; a side has at most {} cells", Size::MAX_SIDE)
    })
}

/// Reads `8..12`, `8..`, `..12` or `8`.
fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    const EXPECTED: &str = "write 8..12, 8.. (at least 8), ..12 (at most 12) or 8";
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| EXPECTED.to_string());
    let Some((low, high)) = text.split_once("..") else {
        let number = number(text)?;
        return Ok(number..=number);
    };
    let low = if low.trim().is_empty() { 1 } else { number(low)? };
    let high = high.strip_prefix('=').unwrap_or(high);
    let high = if high.trim().is_empty() { u32::MAX } else { number(high)? };
    if low > high {
        return Err(format!("{low} is more than {high}; {EXPECTED}"));
    }
    Ok(low..=high)
}

impl GenerateArgs {
    fn spec(&self, game: &dyn Game) -> Result<Spec, Fault> {
        let spec = Spec {
            sizes: self.size.clone(),
            pieces: self
                .blocks
                .as_ref()
                .map(|blocks| *blocks.start() as usize..=*blocks.end() as usize),
            stoppers: self.stoppers.into(),
            moves: self.moves.clone(),
            difficulty: self.difficulty,
            unique: self.unique,
            seed: self.seed,
            nodes: self.max_nodes,
        };
        spec.check(game).map_err(Fault::from)?;
        Ok(spec)
    }

    /// The command that makes the same levels, without options that do not matter.
    fn recipe(&self, count: u32) -> String {
        let mut text = format!("quadrille generate {}", self.game);
        let mut add = |option: &str, value: String| text += &format!(" --{option} {value}");
        let sizes: Vec<String> = self.size.iter().map(Size::to_string).collect();
        if !sizes.is_empty() {
            add("size", sizes.join(","));
        }
        let ranges = [("blocks", &self.blocks), ("moves", &self.moves)];
        for (option, range) in ranges {
            if let Some(range) = range {
                add(option, written(range));
            }
        }
        if self.stoppers > 0 {
            add("stoppers", self.stoppers.to_string());
        }
        if let Some(difficulty) = self.difficulty {
            add("difficulty", difficulty.to_string());
        }
        if self.max_nodes != 100_000 {
            add("max-nodes", self.max_nodes.to_string());
        }
        add("seed", self.seed.to_string());
        if self.hardest {
            add("steps", self.steps.to_string());
            add("tries", self.tries.unwrap_or(CLIMBS).to_string());
            text += " --hardest";
            if let Some(limit) = self.max_time {
                text += &format!(" --max-time {}ms", limit.as_millis());
            }
        } else {
            add("count", count.to_string());
        }
        if self.unique {
            text += " --unique";
        }
        if self.any {
            text += " --any";
        }
        text
    }
}

fn written(range: &RangeInclusive<u32>) -> String {
    match (range.start(), range.end()) {
        (low, high) if low == high => low.to_string(),
        (low, &u32::MAX) => format!("{low}.."),
        (low, high) => format!("{low}..{high}"),
    }
}

/// A range with its noun: `1 block`, `2..3 blocks`.
fn range_of(range: &RangeInclusive<u32>, thing: &str) -> String {
    match (range.start(), range.end()) {
        (1, 1) => counted(1, thing),
        _ => format!("{} {}", written(range), quantities::plural(thing)),
    }
}

/// Writes distinct random boards, solvable or not.
fn drafts((args, game): Wanted<'_>, spec: &Spec, context: &mut Context) -> Result<Exit, Abort> {
    let mut known = HashSet::new();
    let digits = args.count.to_string().len().max(2);
    let boards = (0..args.tries.unwrap_or(CANDIDATES).max(args.count.into()))
        .filter_map(|number| game.draft(spec, number))
        .filter(|board| known.insert(game.canonical(board)))
        .take(args.count as usize);
    let levels: Vec<Level> = boards
        .enumerate()
        .map(|(index, board)| Level {
            name: Some(format!("any-{:0digits$}", index + 1)),
            ..Level::new(game, board)
        })
        .collect();
    write(args, &levels, context)?;
    if levels.len() == args.count as usize {
        return Ok(Exit::Fine);
    }
    let wanted = counted(args.count.into(), "board");
    Fault::new(format!("only {} of {wanted} found", levels.len()))
        .help("change --size or --pieces, or increase --tries")
        .report();
    Ok(Exit::Limit)
}

type Wanted<'a> = (&'a GenerateArgs, &'static dyn Game);

pub fn run(args: &GenerateArgs, context: &mut Context) -> Result<Exit, Abort> {
    let game = args.game.find(&mut context.puzzles)?;
    let (spec, order) = (args.spec(game)?, (args, game));
    if args.any {
        return drafts(order, &spec, context);
    }
    let cancel = context.interrupt.arm();
    let Collected { batch, end } =
        if args.hardest { climb(order, &spec, &cancel) } else { collect(order, &spec, &cancel) };
    context.interrupt.disarm();
    print(args, &spec, &batch, context)?;
    if let Err(Ended::Panicked(panicked)) = &end {
        let fault = Fault::new(panicked.to_string());
        fault.report();
        if args.json {
            context.console.json(&Broken::alone(fault))?;
        }
        return Ok(Exit::Bug);
    }
    let fault = match (end, args.max_time) {
        _ if batch.is_full() => return Ok(Exit::Fine),
        (Err(Ended::Time), Some(limit)) => {
            let (found, wanted) = (batch.found(), counted(args.count.into(), "level"));
            let limit = quantities::seconds(limit.as_secs_f64());
            Fault::new(format!("{found} of {wanted} found in {limit}"))
                .help("allow more time with --max-time, or reduce --count")
        }
        _ if cancel.is_cancelled() => return Ok(Exit::Fine),
        _ if batch.failure().is_some() => {
            let why = batch.failure().unwrap_or_default();
            Fault::new(format!("the rules of the puzzle failed: {why}")).report();
            return Ok(Exit::Bad);
        }
        _ => shortage(order, &spec, &batch),
    };
    if args.json {
        context.console.json(&Broken::alone(fault.clone()))?;
    }
    fault.report();
    Ok(Exit::Limit)
}

/// The reason why generation ended.
enum Ended {
    /// There are enough levels, or too many candidates failed.
    Enough,
    Time,
    Panicked(Panicked),
}

/// The generated levels, and the reason why the work ended early.
struct Collected {
    batch: Batch,
    end: Result<(), Ended>,
}

/// Ends all work when the time is over.
fn in_time(args: &GenerateArgs, started: Instant, cancel: &Cancel) -> Result<(), Ended> {
    if args.max_time.is_some_and(|limit| started.elapsed() >= limit) {
        cancel.cancel();
        return Err(Ended::Time);
    }
    Ok(())
}

/// Generates candidates until there are enough levels, or too many candidates fail.
fn collect((args, game): Wanted<'_>, spec: &Spec, cancel: &Cancel) -> Collected {
    let control = Control { cancel: cancel.clone(), ..Control::default() };
    let mut batch = Batch::new(game, args.count as usize);
    let max_failures = args.tries.unwrap_or(CANDIDATES);
    let line = StatusLine::new(args.count as usize);
    let started = Instant::now();
    let work = |number: usize| match game.attempt(spec, number as u64, &control) {
        Attempt::Cancelled => None,
        attempt => Some(attempt),
    };
    let name = |number: usize| format!("candidate {number} of '{}'", args.recipe(args.count));
    let tasks = Tasks { count: UNLIMITED, threads: workers(args.jobs), order: Order::Index };
    let end = tasks.run(name, work, |event| {
        match event {
            TaskEvent::Tick => {
                in_time(args, started, cancel)?;
                line.set(progress(&batch, started));
            }
            TaskEvent::Skipped(_) => return Err(Ended::Enough),
            TaskEvent::Panicked(_, panicked) => return Err(Ended::Panicked(panicked)),
            TaskEvent::Done(_, attempt) => {
                let found = batch.found();
                batch.take(attempt);
                if batch.found() > found {
                    line.advance();
                }
            }
        }
        if batch.is_full() || batch.rejected_since_last() >= max_failures {
            return Err(Ended::Enough);
        }
        in_time(args, started, cancel)
    });
    line.clear();
    Collected { batch, end }
}

fn progress(batch: &Batch, started: Instant) -> String {
    let tried = batch.tried();
    let rate = tried as f64 / started.elapsed().as_secs_f64().max(1e-3);
    let share = 100.0 * batch.found() as f64 / tried.max(1) as f64;
    format!("{}, {}/s, {share:.1} % taken", counted(tried, "candidate"), commas(rate as u64))
}

fn climb((args, game): Wanted<'_>, spec: &Spec, cancel: &Cancel) -> Collected {
    let control = Control { cancel: cancel.clone(), ..Control::default() };
    let climbs = usize::try_from(args.tries.unwrap_or(CLIMBS)).unwrap_or(usize::MAX);
    let line = StatusLine::new(climbs);
    let started = Instant::now();
    let mut hardest: Option<Box<Made>> = None;
    let mut rated = 0;
    let work = |number: usize| {
        (!cancel.is_cancelled()).then(|| game.climb(spec, number as u64, args.steps, &control))
    };
    let name = |number: usize| format!("climb {number} of '{}'", args.recipe(args.count));
    let tasks = Tasks { count: climbs, threads: workers(args.jobs), order: Order::Index };
    let end = tasks.run(name, work, |event| {
        let rate = rated as f64 / started.elapsed().as_secs_f64().max(1e-3);
        match event {
            TaskEvent::Tick => {
                // The climbs end with their best level so far, which still counts.
                let _ = in_time(args, started, cancel);
                let found = hardest.as_ref().map_or(0, |made| made.plan.len() as u64);
                line.set(format!(
                    "{} rated, {}/s, the hardest has {}",
                    counted(rated, "level"),
                    commas(rate as u64),
                    counted(found, "move")
                ));
            }
            TaskEvent::Done(_, climbed) => {
                line.advance();
                rated += climbed.rated;
                // The first of several equals stays, so that the result does not depend on the
                // threads.
                let is_harder = |made: &Made| {
                    hardest.as_ref().is_none_or(|best| {
                        (made.plan.len(), made.rating.score) > (best.plan.len(), best.rating.score)
                    })
                };
                if climbed.made.as_ref().is_some_and(|made| is_harder(made)) {
                    hardest = climbed.made;
                }
            }
            TaskEvent::Panicked(_, panicked) => return Err(Ended::Panicked(panicked)),
            TaskEvent::Skipped(_) => {}
        }
        Ok(())
    });
    line.clear();
    let seconds = started.elapsed().as_secs_f64();
    console::remark(&format!(
        "{} rated in {}: {}/s with {}",
        counted(rated, "level"),
        quantities::seconds(seconds),
        commas((rated as f64 / seconds.max(1e-3)) as u64),
        counted(workers(args.jobs) as u64, "thread")
    ));
    let mut batch = Batch::new(game, 1);
    if let Some(made) = hardest {
        batch.take(Attempt::Made(made));
    }
    Collected { batch, end }
}

#[derive(Serialize)]
struct Generated {
    rows: usize,
    cols: usize,
    board: Vec<String>,
    code: String,
    solution: Vec<String>,
    #[serde(flatten)]
    rating: Rating,
}

fn generated<'a>(level: &'a Level, made: &Made) -> json::LevelResult<'a, Generated> {
    let notation = level.game.notation();
    let glyph = |&cell: &u16| level.game.cell_glyph(cell).unwrap_or_default();
    let body = Generated {
        rows: level.grid.size().rows(),
        cols: level.grid.size().cols(),
        board: level
            .grid
            .rows()
            .map(|row| row.iter().map(glyph).collect::<Vec<_>>().join(" "))
            .collect(),
        code: levels::to_code(level),
        solution: made.plan.iter().map(|&mv| notation.write(mv)).collect(),
        rating: made.rating.clone(),
    };
    json::LevelResult::of_level(level, body)
}

fn print(
    args: &GenerateArgs,
    spec: &Spec,
    batch: &Batch,
    context: &mut Context,
) -> Result<(), Abort> {
    let levels = batch.levels(spec);
    if levels.is_empty() {
        return Ok(());
    }
    if args.json {
        for (level, made) in &levels {
            context.console.json(&generated(level, made))?;
        }
    }
    let levels: Vec<Level> = levels.into_iter().map(|(level, _)| level).collect();
    write(args, &levels, context)
}

/// Writes levels with the command that makes them.
fn write(args: &GenerateArgs, levels: &[Level], context: &mut Context) -> Result<(), Abort> {
    let text = levels::write_all(levels, "native").map_err(Fault::from)?;
    // With a time limit, the command to repeat the run asks only for the levels found.
    let count = if args.max_time.is_some() { levels.len() as u32 } else { args.count };
    let text = format!("; {}\n\n{text}", args.recipe(count));
    match &args.output {
        Some(path) => {
            file::replace(path, text.as_bytes())?;
            let count = counted(levels.len() as u64, "level");
            console::remark(&format!("{count} written to {}", path.display()));
        }
        None if !args.json => context.console.text(&text)?,
        None => {}
    }
    Ok(())
}

/// The requested kind of level, in words: `6x6 level of tiles with 2..3 blocks`.
fn requested((args, game): Wanted<'_>, spec: &Spec) -> String {
    let sizes: Vec<String> = spec.sizes.iter().map(Size::to_string).collect();
    let mut text = format!("{} level", game.id());
    if !sizes.is_empty() {
        text = format!("{} {text}", sizes.join(" or "));
    }
    if let Some(difficulty) = spec.difficulty {
        text = format!("{difficulty} {text}");
    }
    if let Some(blocks) = &args.blocks {
        text += &format!(" with {}", range_of(blocks, game.scope().piece));
    }
    if spec.stoppers > 0 {
        text += &format!(", {} without a goal,", spec.stoppers);
    }
    if spec.unique {
        text += " has a single shortest plan";
    }
    match &args.moves {
        Some(moves) if spec.unique => text += &format!(" of {}", range_of(moves, "move")),
        Some(moves) => text += &format!(" needs {}", range_of(moves, "move")),
        None if spec.unique => {}
        None => text += " was found",
    }
    text
}

/// Reports that there are not enough levels, the most common reason, and help.
fn shortage(order: Wanted<'_>, spec: &Spec, batch: &Batch) -> Fault {
    let found = match batch.found() {
        0 => format!("no {}", requested(order, spec)),
        found => {
            format!("only {found} of {} found: no other {}", order.0.count, requested(order, spec))
        }
    };
    let longest = match batch.moves() {
        Some((_, most)) => format!(", the longest had {}", counted(most.into(), "move")),
        None => String::new(),
    };
    let tried = counted(batch.tried(), "candidate");
    let fault = Fault::new(format!("{found}: {tried} tried{longest}"));
    let reasons = batch.reasons();
    let Some(&(reason, count)) = reasons.first() else { return fault };
    let share = 100 * count / batch.tried().max(1);
    let advice = match reason {
        Rejection::Moves => "change --moves, or increase --size or --blocks",
        Rejection::Pieces | Rejection::Draft => "change --blocks or --size",
        Rejection::Plans => "leave out --unique, or reduce --moves",
        Rejection::TooMuch => "increase --max-nodes, or reduce --size",
        Rejection::Difficulty(met) if Some(met) < spec.difficulty => {
            "increase --moves, --blocks or --size"
        }
        Rejection::Difficulty(_) => "reduce --moves, --blocks or --size",
        Rejection::Unsolvable => "change --size or --blocks",
        Rejection::Known => "there may be no others of this kind: increase --moves or --size",
    };
    fault.help(format!("{share} % of them: {reason}; {advice}, or increase --tries"))
}
