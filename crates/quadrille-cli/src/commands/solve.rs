//! `quadrille solve`: finds the fewest moves, or proves that there is no solution.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille::levels::Level;
use quadrille::record::Record;
use quadrille::search::{Control, Limits, Outcome, Report, Stop};
use quadrille::{Measure, Method};
use quadrille_base::quantities::{commas, counted};
use serde::Serialize;

use super::text_of;
use crate::Context;
use crate::args::{EXTERNAL, FILES, LevelArgs, Way};
use crate::console;
use crate::each::{Each, Reporter};
use crate::errors::Fault;
use crate::exit::{self, Abort, Exit};
use crate::input::{self, Item};
use crate::output::json;
use crate::output::progress::Running;
use crate::output::trace::{MOST_EVENTS, Trace};
use crate::output::{file, report, table};
use crate::request::SearchArgs;
use crate::scratch::{DiskUse, Measured, ScratchArgs, ScratchSearch};

const EXAMPLES: &str = "\
Examples:
  quadrille solve level.txt
  quadrille solve levels.txt --level first --level second
  quadrille solve *.txt --max-time 10s --json > results.jsonl
  quadrille solve @classics --jobs 4 --algorithm bfs
  quadrille solve level.txt --algorithm astar --trace astar.trace.yaml
  quadrille solve level.txt --certificate proof.json
  quadrille solve level.txt --algorithm external --scratch /tmp/level --max-disk 60GiB
  printf 'r . .\\n. . R\\n' | quadrille solve - --game tiles

";

/// Solve levels with the fewest moves, or prove that there is no solution
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", exit::HELP]))]
pub struct SolveArgs {
    #[command(flatten)]
    levels: LevelArgs,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    scratch: ScratchArgs,

    /// Solve this many levels in parallel
    ///
    /// Each level is a little slower then, so compare times only with 1.
    #[arg(short, long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// Write the events of the search of one level to this file, for Posthoc (YAML, 1.4)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "scratch")]
    trace: Option<PathBuf>,

    /// Write a proof of the result of one level to this file, for another program to check
    ///
    /// Only for ZHED: docs/certificates.md describes the file, and docs/check-certificate.py checks
    /// it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "scratch")]
    certificate: Option<PathBuf>,

    /// Print one JSON object per level and line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &SolveArgs, context: &mut Context) -> Result<Exit, Abort> {
    let items = args.levels.load(context)?;
    args.search.check(items.iter().filter_map(|item| item.level.as_ref().ok()))?;
    let jobs = usize::from(args.jobs).min(items.len().max(1));
    let limits = args.search.limits.limits(jobs);
    if args.certificate.is_some() {
        input::check_single(&items, "a certificate")?;
    }
    let external = external(args, &items, limits)?;
    let running = Running::default();
    let live = |_: &str| match &external {
        Some(external) => external.summary(),
        None => running.summary(),
    };
    let work = |number: usize, level: &Level, control: Control| {
        let control = control.side_by_side(jobs);
        let threads = args.scratch.threads.and_then(|count| NonZero::new(usize::from(count)));
        let control = Control { cores: threads.or(control.cores), ..control };
        match &external {
            Some(external) => external.solve(level, &control),
            None => {
                let title = &items[number].title;
                let files = (args.trace.as_deref(), args.certificate.as_deref());
                let method = args.search.method_of(level.game)?;
                solve((number, title), level, &method, control, &running, files)
            }
        }
    };
    let mut summary = Summary::new(args, context, &items, external.as_ref());
    let each = Each { items: &items, doing: "solving", jobs, limits, json: args.json };
    let exit = each.run(context, live, work, &mut summary)?;
    summary.finish(context)?;
    Ok(exit)
}

fn solve(
    (number, title): (usize, &str),
    level: &Level,
    method: &Method,
    control: Control,
    running: &Running,
    (trace, certificate): (Option<&Path>, Option<&Path>),
) -> Result<Measured<Report>, Fault> {
    let certifying =
        Control { cancel: control.cancel.clone(), ..Control::with_limits(control.limits) };
    running.begin(number, title, Arc::clone(&control.progress));
    let report = match trace {
        None => level.game.solve(&level.grid, method, &control, None).map_err(Fault::from),
        Some(path) => traced(path, level, method, &control),
    };
    running.end(number);
    let report = report?;
    if let Some(path) = certificate {
        certify(path, level, method, &report, &certifying)?;
    }
    Ok(Measured { result: report, disk: None })
}

/// Writes a proof of a result to a file.
fn certify(
    path: &Path,
    level: &Level,
    method: &Method,
    report: &Report,
    control: &Control,
) -> Result<(), Fault> {
    let plan = match &report.outcome {
        Outcome::Solved { plan, optimal: true, .. } if method.measure.is_moves() => Some(&plan[..]),
        Outcome::Unsolvable => None,
        _ => {
            let fault = Fault::new("there is no proof to write a certificate of");
            return Err(fault.help("give the search more time or memory"));
        }
    };
    let refused = |message: &str, help: &str| Fault::new(message).help(help);
    match level.game.certificate(&level.grid, plan, control)? {
        Some(Ok(text)) => file::replace(path, text.as_bytes()),
        Some(Err(Stop::Cancelled)) => Err(refused("the certificate was cancelled", "try again")),
        Some(Err(_)) => Err(refused(
            "the certificate would have too many cases, or take too long",
            "the result stands; give more time with --max-time",
        )),
        None => Err(refused(
            &format!("there are no certificates for this board of {}", level.game.id()),
            "only ZHED has them, on boards of up to 16x16 cells",
        )),
    }
}

/// Solves a level, and writes the events of the search to a file.
fn traced(path: &Path, level: &Level, method: &Method, control: &Control) -> Result<Report, Fault> {
    let mut trace = Trace::new(level.game);
    let mut note = |event| trace.note(event);
    let report = level.game.solve(&level.grid, method, control, Some(&mut note))?;
    if trace.is_cut() {
        console::remark(&format!("the trace has the first {MOST_EVENTS} events of the search"));
    }
    let text = trace.finish(&report);
    file::replace(path, text.as_bytes())?;
    Ok(report)
}

/// The folder and limits of the search on disk, if it was chosen.
fn external<'a>(
    args: &'a SolveArgs,
    items: &[Item],
    limits: Limits,
) -> Result<Option<ScratchSearch<'a>>, Fault> {
    let search = args.scratch.search(limits);
    match (&args.search.algorithm, search) {
        (Way::External, None) => Err(Fault::new("the algorithm 'external' needs a folder")
            .help("name one with --scratch; it is created if it does not exist")),
        (Way::External, Some(search)) => {
            input::check_single(items, "a search on disk")?;
            Ok(Some(search))
        }
        (Way::Method(method), Some(_)) => {
            Err(Fault::new(format!("the algorithm '{method}' keeps nothing on disk"))
                .help("leave --scratch out, or choose --algorithm external"))
        }
        (_, search) => Ok(search),
    }
}

/// A result as JSON, with the disk use of a search on disk.
#[derive(Serialize)]
struct Answered {
    #[serde(flatten)]
    record: Record,
    #[serde(skip_serializing_if = "Option::is_none")]
    disk: Option<DiskUse>,
}

/// Prints the results and a summary.
struct Summary<'a> {
    args: &'a SolveArgs,
    external: Option<&'a ScratchSearch<'a>>,
    /// The table of results, if there are several levels and the output is for people.
    table: Option<table::ResultTable>,
    solved: u64,
    shortest: u64,
    unsolvable: u64,
    stopped: u64,
    bad: u64,
    skipped: u64,
}

impl<'a> Summary<'a> {
    fn new(
        args: &'a SolveArgs,
        context: &Context,
        items: &[Item],
        external: Option<&'a ScratchSearch<'a>>,
    ) -> Summary<'a> {
        let measure = args.search.method().map_or(Measure::Moves, |method| method.measure);
        let several = items.iter().filter(|item| item.level.is_ok()).count() > 1;
        Summary {
            args,
            external,
            table: (several && !args.json)
                .then(|| table::ResultTable::new(&context.console, measure)),
            solved: 0,
            shortest: 0,
            unsolvable: 0,
            stopped: 0,
            bad: 0,
            skipped: 0,
        }
    }

    /// Counts a result. Returns its exit code.
    fn count(&mut self, report: &Report) -> Exit {
        match (&report.outcome, report.stop) {
            (Outcome::Solved { optimal, .. }, stop) => {
                self.solved += 1;
                self.shortest += u64::from(*optimal);
                match stop {
                    Some(Stop::Time | Stop::Nodes | Stop::Memory | Stop::Disk) => Exit::Limit,
                    _ => Exit::Fine,
                }
            }
            (Outcome::Unsolvable, _) => {
                self.unsolvable += 1;
                Exit::No
            }
            (Outcome::Unknown, Some(Stop::Cancelled)) => {
                self.stopped += 1;
                Exit::Fine
            }
            (Outcome::Unknown, _) => {
                self.stopped += 1;
                Exit::Limit
            }
        }
    }

    fn finish(self, context: &mut Context) -> Result<(), Abort> {
        if let Some(table) = &self.table {
            table.print(&mut context.console)?;
            let counted = context.console.wrap(&self.counted(), 0);
            context.console.line(&counted)?;
        } else if self.skipped > 0 {
            console::remark(&self.counted());
        }
        Ok(())
    }

    fn counted(&self) -> String {
        let total = self.solved + self.unsolvable + self.stopped + self.bad + self.skipped;
        let mut text = format!("{}: {} solved", counted(total, "level"), commas(self.solved));
        match self.shortest {
            0 => {}
            shortest if shortest == self.solved => text += " (proved shortest)",
            shortest => text += &format!(" ({} proved shortest)", commas(shortest)),
        }
        for (count, what) in [
            (self.unsolvable, "unsolvable"),
            (self.stopped, "stopped"),
            (self.bad, "bad"),
            (self.skipped, "not started"),
        ] {
            if count > 0 {
                text += &format!(", {} {what}", commas(count));
            }
        }
        text
    }
}

impl Reporter<Measured<Report>> for Summary<'_> {
    fn answer(
        &mut self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        Measured { result: report, disk }: Measured<Report>,
    ) -> Result<Exit, Abort> {
        let exit = self.count(&report);
        let method = self.args.search.method_of(level.game)?;
        let name = match self.external {
            Some(_) => EXTERNAL.to_string(),
            None => method.to_string(),
        };
        let console = &mut context.console;
        if self.args.json {
            let mut record = Record::new(&method, level, &report);
            if disk.is_some() {
                (record.method, record.algorithm) = (name.clone(), name);
            }
            console.json(&json::LevelResult::new(item, Answered { record, disk }))?;
        } else if let Some(table) = &mut self.table {
            table.add(&item.title, &report);
        } else {
            report::whole(console, &item.title, level, (&name, method.measure), &report)?;
            if let Some(disk) = &disk {
                let summary = console.wrap(&disk.summary(), 10);
                console.line(&format!("{:10}{summary}", "disk"))?;
            }
        }
        if let (Some(external), Some(disk)) = (self.external, &disk) {
            console::remark(&external.remains(disk, report.stop.is_some()));
        }
        // The claims of a level count moves.
        if method.measure.is_moves()
            && let Some(message) = report::contradiction(level, &report)
        {
            Fault::new(message).of_file(&item.full_name()).help("correct the level").warn();
        }
        Ok(exit)
    }

    fn unread(&mut self) {
        self.bad += 1;
    }

    fn failed(&mut self, item: &Item) {
        self.bad += 1;
        if let Some(table) = &mut self.table {
            table.add_failed(&item.title, "failed");
        }
    }

    fn skipped(&mut self) {
        self.skipped += 1;
    }
}
