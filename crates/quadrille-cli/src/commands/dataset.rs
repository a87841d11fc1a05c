//! `quadrille dataset`: labelled positions for learning.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use quadrille_base::quantities::{self, commas, counted};
use quadrille_lab::dataset::{self, COLUMNS, DatasetOptions, Sample};
use quadrille_lab::table::{self, npz};

use super::lab::levels::subjects_of;
use super::rate::workers;
use super::text_of;
use crate::Context;
use crate::args::{FILES, LevelArgs};
use crate::console;
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::output::file;
use crate::output::progress::StatusLine;

const EXAMPLES: &str = "\
Examples:
  quadrille dataset @tiles --output positions.jsonl
  quadrille dataset levels.txt --per-level 200 --seed 7 --output positions.parquet
  quadrille dataset @zhed --held-out 10,10 --output positions.npz

Every position has its exact distance to a solution, all moves of shortest plans, and a mark for dead ends. Levels that differ only by
rotation, reflection and colours are in one split, and no position is in two splits in any such form. If no time limit is reached, the
same options give the same positions of completely explored levels on every machine.

";

/// Make a data set: positions with distance, best moves and dead ends
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct DatasetArgs {
    #[command(flatten)]
    levels: LevelArgs,

    /// Write to this .jsonl, .csv, .parquet or .npz file [default: JSON Lines to stdout]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Take at most this many positions per level: a shortest plan, then random ones
    #[arg(long, value_name = "COUNT", default_value = "1000", value_parser = quantities::count)]
    per_level: u64,

    /// Explore levels of up to this many positions completely, others near a plan
    #[arg(long, value_name = "COUNT", default_value = "200k", value_parser = quantities::count)]
    max_positions: u64,

    /// Choose positions and splits by this seed
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// Set aside this many of 100 levels for validation and for testing
    #[arg(long, value_name = "VALID,TEST", default_value = "10,10", value_parser = held_out)]
    held_out: (u32, u32),

    /// Stop a level after this time and keep its positions so far
    #[arg(short = 't', long, value_name = "TIME", default_value = "2s", value_parser = quantities::duration)]
    max_time: Duration,

    /// Stop everything after this time and keep the positions so far
    #[arg(long, value_name = "TIME", value_parser = quantities::duration)]
    max_total_time: Option<Duration>,

    /// Work on this many levels in parallel [default: one per core]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

fn held_out(text: &str) -> Result<(u32, u32), String> {
    const EXPECTED: &str = "write two numbers that are at most 100 together, as in 10,10";
    let (valid, test) = text.split_once(',').ok_or(EXPECTED)?;
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| EXPECTED.to_string());
    let (valid, test) = (number(valid)?, number(test)?);
    if valid.saturating_add(test) > 100 { Err(EXPECTED.to_string()) } else { Ok((valid, test)) }
}

pub fn run(args: &DatasetArgs, context: &mut Context) -> Result<Exit, Abort> {
    let write = writer(args)?;
    let subjects = subjects_of(&args.levels.load(context)?)?;
    let cancel = context.interrupt.arm();
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let options = DatasetOptions {
        per_level: count(args.per_level),
        explored: count(args.max_positions),
        seed: args.seed,
        held_out: args.held_out,
        time: args.max_time,
        total: args.max_total_time,
        jobs: workers(args.jobs),
    };
    let line = StatusLine::new(subjects.len());
    let started = Instant::now();
    let made = dataset::collect(&subjects, &options, &cancel, |number| {
        line.advance();
        line.set(subjects[number].name.clone());
    });
    line.clear();
    context.interrupt.disarm();
    let seconds = started.elapsed().as_secs_f64();
    let mut content = Vec::new();
    write(&made.positions, &mut content)?;
    match &args.output {
        Some(path) => file::replace(path, &content)?,
        None => context.console.text(&String::from_utf8_lossy(&content))?,
    }
    for name in made.unknown.iter().take(10) {
        Fault::new(format!("no position of '{name}' was labelled within the limits")).warn();
    }
    if made.not_begun > 0 {
        let levels = counted(made.not_begun as u64, "level");
        Fault::new(format!("{levels} not started")).help("allow more with --max-total-time").warn();
    }
    made.panics.iter().for_each(|panicked| Fault::new(panicked.to_string()).report());
    let splits = ["train", "valid", "test"].map(|split| {
        let count = made.positions.iter().filter(|position| position.split == split).count();
        format!("{} {split}", commas(count as u64))
    });
    let left_out = match made.left_out {
        0 => String::new(),
        count => format!(", {} left out because another split has them", commas(count as u64)),
    };
    console::remark(&format!(
        "{} ({}){left_out}, {} a second",
        counted(made.positions.len() as u64, "position"),
        splits.join(", "),
        commas((made.positions.len() as f64 / seconds.max(1e-3)) as u64)
    ));
    Ok(match (made.panics.is_empty(), made.unknown.is_empty() && made.not_begun == 0) {
        (false, _) => Exit::Bug,
        (true, true) => Exit::Fine,
        (true, false) => Exit::Limit,
    })
}

/// Writes positions in a format.
type Writer = fn(&[Sample], &mut Vec<u8>) -> io::Result<()>;

fn writer(args: &DatasetArgs) -> Result<Writer, Fault> {
    let ending = match &args.output {
        None => "jsonl".to_string(),
        Some(path) => {
            path.extension().map_or(String::new(), |e| e.to_string_lossy().to_lowercase())
        }
    };
    match ending.as_str() {
        "jsonl" | "ndjson" => Ok(|positions, out| table::json_lines(&COLUMNS, positions, out)),
        "csv" => Ok(|positions, out| table::csv(&COLUMNS, positions, out)),
        "parquet" => Ok(|positions, out| table::parquet(&COLUMNS, positions, out)),
        "npz" => Ok(|positions, out| npz::write(&dataset::arrays(positions), out)),
        other => Err(Fault::new(format!("unknown file extension '.{other}'"))
            .help("use .jsonl, .csv, .parquet or .npz")),
    }
}
