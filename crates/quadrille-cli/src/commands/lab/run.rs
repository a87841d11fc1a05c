//! `quadrille lab run`: runs the trials of a plan.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use clap::{Args, ValueHint};
use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::record::{Record, Verdict};
use quadrille_base::memory;
use quadrille_base::quantities::{bytes, commas, counted};
use quadrille_lab::report::LabReport;
use quadrille_lab::{
    BUG, Conditions, Cores, End, Experiment, Plan, Results, Schedule, Step, Store, StoreError,
    Subject,
};

use super::levels::subject;
use super::{fault, plans, ray, read as read_results, report, trial};
use crate::Context;
use crate::args::{MethodArgs, Selection};
use crate::commands::text_of;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{self, Bad, Complaints, PACK_SIGN, Source, pack_names};
use crate::output::progress::{Bar, Running};
use crate::puzzles::Puzzles;
use crate::scripts;
use crate::version::version;

const EXAMPLES: &str = "\
Examples:
  quadrille lab run @minute --html report
  quadrille lab run @course --levels theirs.txt --html course
  quadrille lab run plan.toml --results plan.sqlite
  quadrille lab run --levels @classics --algorithms bfs,astar --heuristics all --repeats 3
  quadrille lab run plan.toml --on ray=auto

Ctrl-C stops cleanly. Started again with the same plan and results, also after a crash, it continues where it stopped. Trials that
reach a limit are results, too.
";

/// Run every method in a plan on every level and store the results
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct RunArgs {
    /// Run this plan: a TOML file, or one that ships with the program ('@minute')
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath, required_unless_present = "levels")]
    plan: Option<OsString>,

    /// Run on these levels, or add them to the experiments of the plan; may be repeated
    ///
    /// Levels are named as for 'solve'. With a plan, each level joins the experiments of its game.
    #[arg(long, value_name = "FILE")]
    levels: Vec<String>,

    #[command(flatten)]
    methods: MethodArgs,

    /// Repeat every trial this many times (without a plan)
    #[arg(long, value_name = "COUNT", default_value_t = 1, conflicts_with = "plan")]
    repeats: u32,

    /// Write the results to this file [default: the plan's name with .sqlite]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    results: Option<PathBuf>,

    /// Run this many trials in parallel [default: one per core, as memory allows]
    ///
    /// Times are the most exact with 1.
    #[arg(short, long, value_name = "COUNT")]
    jobs: Option<NonZero<u16>>,

    /// Bind each trial, with all that it starts, to a core of its own (Linux)
    #[arg(long, conflicts_with = "on")]
    pin: bool,

    /// Add the methods, levels or repeats that the plan gained since
    #[arg(long)]
    extend: bool,

    /// Write the report to this folder at the end
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    html: Option<PathBuf>,

    /// Run the trials on a Ray cluster: 'ray', 'ray=ADDRESS' or 'ray=auto'
    ///
    /// 'ray' starts a cluster on this machine; 'ray=auto' finds a running one. It needs the Python
    /// package with Ray: pip install 'quadrille[ray]'.
    #[arg(long, value_name = "CLUSTER", conflicts_with_all = ["levels", "extend"])]
    on: Option<ray::Cluster>,
}

/// Repeat the trials of results, from their file alone
#[derive(Args, Debug)]
pub struct RerunArgs {
    /// Repeat the plan, levels and methods of these results
    #[arg(value_name = "RESULTS", value_hint = ValueHint::FilePath)]
    from: PathBuf,

    /// Write the new results to this file [default: the old name with -rerun]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    results: Option<PathBuf>,

    /// Run this many trials in parallel [default: one per core, as memory allows]
    #[arg(short, long, value_name = "COUNT")]
    jobs: Option<NonZero<u16>>,

    /// Bind each trial, with all that it starts, to a core of its own (Linux)
    #[arg(long)]
    pin: bool,

    /// Write the report to this folder at the end
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    html: Option<PathBuf>,
}

/// The settings of `run` and `rerun`.
struct Making<'a> {
    path: &'a Path,
    /// The default name of a report.
    stem: &'a str,
    /// The folder of scripts.
    folder: &'a Path,
    jobs: Option<NonZero<u16>>,
    pin: bool,
    html: Option<&'a Path>,
}

pub fn rerun(args: &RerunArgs, context: &mut Context) -> Result<Exit, Abort> {
    let schedule = Results::schedule(context.puzzles.games(), &args.from)
        .map_err(|error| fault(&args.from, &error))?;
    let stem = args.from.file_stem().map_or_else(|| "lab".into(), |s| s.to_string_lossy());
    let stem = format!("{stem}-rerun");
    let path = args.results.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}.sqlite")));
    let store = Store::open(&path, &schedule).map_err(|error| fault(&path, &error))?;
    let making = Making {
        path: &path,
        stem: &stem,
        folder: Path::new(""),
        jobs: args.jobs,
        pin: args.pin,
        html: args.html.as_deref(),
    };
    make(&schedule, store, &making, context)
}

/// A plan and its origin.
struct Read {
    plan: Plan,
    name: String,
    /// The text of the plan; `None` if it comes from arguments.
    source: Option<Source>,
    /// Files named in the plan are relative to this folder.
    folder: PathBuf,
    /// The default name of results.
    stem: String,
}

impl Read {
    fn parse(games: &Games, source: Source, folder: PathBuf, stem: String) -> Result<Read, Fault> {
        let plan = Plan::parse_with(games, &source.text)
            .map_err(|mistake| Fault::from_diagnostic(&source, &mistake))?;
        Ok(Read { plan, name: source.name.clone(), source: Some(source), folder, stem })
    }

    /// The text of the plan; empty if it comes from arguments.
    fn text(&self) -> &str {
        self.source.as_ref().map_or("", |source| &source.text)
    }

    fn fault(&self, mistake: &Diagnostic) -> Fault {
        match &self.source {
            Some(source) => Fault::from_diagnostic(source, mistake),
            None => mistake.clone().into(),
        }
    }
}

pub fn run(args: &RunArgs, context: &mut Context) -> Result<Exit, Abort> {
    let mut read = read(args, context.puzzles.games())?;
    if let Some(cluster) = &args.on {
        let path = args.results.clone();
        let path = path.unwrap_or_else(|| PathBuf::from(format!("{}.sqlite", read.stem)));
        let task = ray::Task {
            plan: args.plan.as_ref(),
            text: read.text(),
            results: &path,
            jobs: args.jobs,
        };
        let exit = ray::run(cluster, &task, context)?;
        if let (Exit::Fine, Some(folder)) = (exit, &args.html) {
            report::write_page(&LabReport::new(&read_results(&path)?, None), folder)?;
        }
        return Ok(exit);
    }
    if args.plan.is_some() {
        add_levels(&mut read.plan, &args.levels);
    }
    let Some(levels) = load(&read, &mut context.puzzles)? else { return Ok(Exit::Bad) };
    // Scripts are read once the puzzles that they may be for are known.
    let games = context.puzzles.games();
    let find = |name: &str| Ok(scripts::find_in(&read.folder, name, games)?.into_custom());
    let plan = read.plan.clone().with_customs(find).map_err(|mistake| read.fault(&mistake))?;
    let schedule = Schedule::new(&plan, levels).map_err(|mistake| read.fault(&mistake))?;
    if schedule.tasks.is_empty() {
        return Err(Fault::new("there is nothing to run: the plan has no level or no method")
            .of_file(&read.name)
            .into());
    }
    let path =
        args.results.clone().unwrap_or_else(|| PathBuf::from(format!("{}.sqlite", read.stem)));
    let opened =
        if args.extend { Store::extend(&path, &schedule) } else { Store::open(&path, &schedule) };
    let store = opened.map_err(|error| {
        let fault = fault(&path, &error);
        match error {
            StoreError::OtherPlan(_) if !args.extend => fault.help(
                "choose another file for the changed plan, undo the change, or add what is new with --extend; nothing was \
                 written",
            ),
            _ => fault,
        }
    })?;
    let making = Making {
        path: &path,
        stem: &read.stem,
        folder: &read.folder,
        jobs: args.jobs,
        pin: args.pin,
        html: args.html.as_deref(),
    };
    make(&schedule, store, &making, context)
}

/// Runs the trials that a store lacks, and reports them.
fn make(
    schedule: &Schedule,
    mut store: Store,
    &Making { path, stem, folder, jobs, pin, html }: &Making<'_>,
    context: &mut Context,
) -> Result<Exit, Abort> {
    if store.damaged() > 0 {
        let rows = counted(store.damaged() as u64, "row");
        let message = format!("{rows} damaged on the disk; running them again");
        Fault::new(message).of_file(&path.to_string_lossy()).warn();
    }
    if !store.is_empty() {
        let left = schedule.tasks.len() - store.len();
        console::remark(&format!(
            "continuing: {} of {} done, {left} left",
            commas(store.len() as u64),
            counted(schedule.tasks.len() as u64, "trial")
        ));
    }
    let (jobs, requested) = (parallel_jobs(jobs, schedule), jobs);
    let version = version();
    let mut conditions = Conditions::new(jobs, &version);
    conditions.apart = trial::command(&context.puzzles, folder);
    if pin {
        conditions.cores = Some(cores_for(jobs, requested)?);
    }
    let cancel = context.interrupt.arm();
    let mut tally = Tally::default();
    let bar = Bar::new(schedule.tasks.len(), store.len());
    let running = Running::default();
    let begun = |number: usize, progress| {
        let task = &schedule.tasks[number];
        let level = &schedule.subjects[task.subject].name;
        running.begin(number, &format!("{level}, {}", task.method), progress);
    };
    let end =
        quadrille_lab::run(schedule, &mut store, &conditions, &cancel, begun, |step| match step {
            Step::Tick => bar.tick(&tally.summary(), &running),
            Step::Done(number, record) => {
                running.end(number);
                if !record.is_cancelled() {
                    let task = &schedule.tasks[number];
                    let level = &schedule.subjects[task.subject].name;
                    tally.count(&record, || format!("{} on {level}", task.method));
                    bar.advance();
                }
            }
        });
    bar.clear();
    context.interrupt.disarm();
    let end = end.map_err(|error| fault(path, &error))?;
    let there = store.len();
    store.close().map_err(|error| fault(path, &error))?;
    let total = counted(schedule.tasks.len() as u64, "trial");
    let summary = format!("{there} of {total} in {}{}", path.display(), tally.in_brackets());
    let summary = context.console.wrap(&summary, 0);
    context.console.line(&summary)?;
    if let Some(failure) = &tally.failure {
        console::remark(&format!("the first failure: {failure}"));
    }
    match (html, end) {
        (_, End::Stopped) => {
            console::remark("run the same command again to continue");
        }
        (Some(folder), End::Complete) => {
            report::write_page(&LabReport::new(&read_results(path)?, None), folder)?;
        }
        (None, End::Complete) => {
            console::remark(&format!(
                "'quadrille lab report {} --html {}' makes a page of it",
                path.display(),
                stem
            ));
        }
    }
    Ok(if tally.bugs > 0 { Exit::Bug } else { Exit::Fine })
}

/// Adds an experiment with these levels next to each experiment of a plan.
fn add_levels(plan: &mut Plan, files: &[String]) {
    if files.is_empty() {
        return;
    }
    let with_files = |experiment: &Experiment| Experiment {
        name: format!("{}, your own levels", experiment.name),
        sources: files.iter().map(|file| (file.clone(), 0..0)).collect(),
        only: Vec::new(),
        sample: None,
        ..experiment.clone()
    };
    let more: Vec<Experiment> = plan.experiments.iter().map(with_files).collect();
    plan.experiments.extend(more);
}

fn read(args: &RunArgs, games: &Games) -> Result<Read, Fault> {
    let here = PathBuf::new();
    let Some(plan) = &args.plan else {
        let experiment = Experiment {
            sources: args.levels.iter().map(|name| (name.clone(), 0..0)).collect(),
            limits: args.methods.limits(),
            repeats: args.repeats,
            ..Experiment::new("methods", args.methods.choices()?)
        };
        let plan = Plan { title: "Methods compared".into(), experiments: vec![experiment] };
        let name = "the arguments".to_string();
        return Ok(Read { plan, name, source: None, folder: here, stem: "lab".into() });
    };
    if args.methods.given() {
        return Err(Fault::new("with a plan, methods and limits are those of the plan")
            .help("change the plan, or give --levels instead of it"));
    }
    let name = plan.to_string_lossy().into_owned();
    if let Some(built_in) = name.strip_prefix(PACK_SIGN) {
        let text = plans::built_in(built_in)?;
        let source = Source::new(name.clone(), text.to_string());
        return Read::parse(games, source, here, built_in.to_string());
    }
    let source = input::read_text(plan).map_err(|(name, fault)| fault.of_file(&name))?;
    let path = Path::new(plan);
    let stem =
        path.file_stem().map_or_else(|| "lab".into(), |stem| stem.to_string_lossy().into_owned());
    let folder = path.parent().map_or(here, Path::to_path_buf);
    Read::parse(games, source, folder, if stem == "-" { "lab".into() } else { stem })
}

/// The levels of every experiment, by source. `None` if some are bad; they are reported.
fn load(read: &Read, puzzles: &mut Puzzles) -> Result<Option<Vec<Vec<Vec<Subject>>>>, Fault> {
    let mut complaints = Complaints::default();
    let mut good = true;
    let mut all = Vec::new();
    for experiment in &read.plan.experiments {
        let mut sources = Vec::new();
        for (name, _) in expanded(experiment) {
            let file = located(&name, &read.folder);
            let items = items_of(puzzles, &file, experiment)?;
            let mut subjects = Vec::new();
            for item in items {
                match &item.level {
                    Ok(level) => subjects.push(subject(&item, level, &name)),
                    // A level may be in another source of the experiment.
                    Err(Bad::Whole(_)) if !experiment.only.is_empty() && item.label.is_some() => {}
                    Err(_) => {
                        good = false;
                        complaints.report(&item);
                    }
                }
            }
            let wanted =
                |subject: &Subject| experiment.game.is_none_or(|g| g == subject.level.game);
            subjects.retain(wanted);
            sources.push(subjects);
        }
        let found = |name: &&String| sources.iter().flatten().any(|subject| subject.name == **name);
        if let Some(missing) = experiment.only.iter().find(|name| !found(name)).filter(|_| good) {
            let message = format!("'{}' has no level '{missing}'", experiment.name);
            return Err(Fault::new(message).of_file(&read.name));
        }
        all.push(sources);
    }
    complaints.finish();
    Ok(good.then_some(all))
}

fn expanded(experiment: &Experiment) -> Vec<(String, std::ops::Range<usize>)> {
    let every = format!("{PACK_SIGN}*");
    let sources = experiment.sources.iter().flat_map(|(name, span)| {
        if *name == every {
            let packs = pack_names().into_iter();
            packs.map(|pack| (format!("{PACK_SIGN}{pack}"), span.clone())).collect()
        } else {
            vec![(name.clone(), span.clone())]
        }
    });
    sources.collect()
}

/// Resolves a file relative to the plan.
fn located(name: &str, folder: &Path) -> OsString {
    let beside = folder.join(name);
    if name.starts_with(PACK_SIGN) || name == "-" || !beside.exists() {
        name.into()
    } else {
        beside.into_os_string()
    }
}

/// The levels of a file. The game of an experiment selects levels, and resolves ambiguous texts.
fn items_of(
    puzzles: &mut Puzzles,
    file: &OsString,
    experiment: &Experiment,
) -> Result<Vec<input::Item>, Fault> {
    let levels = experiment.only.clone();
    let mut selection = Selection { game: None, levels };
    let items = input::load(puzzles, std::slice::from_ref(file), &selection)?;
    match experiment.game {
        Some(game) if items.iter().any(|item| item.level.is_err()) => {
            selection.game = Some(game.into());
            input::load(puzzles, std::slice::from_ref(file), &selection)
        }
        _ => Ok(items),
    }
}

/// The cores for this many parallel trials.
fn cores_for(jobs: usize, requested: Option<NonZero<u16>>) -> Result<Cores, Fault> {
    let cores = Cores::allowed()
        .ok_or_else(|| Fault::new("binding trials to cores is not supported here"))?;
    if cores.count() < jobs && requested.is_some() {
        let all = counted(cores.count() as u64, "core");
        let message = format!("{jobs} trials cannot have a core each: there are {all}");
        return Err(Fault::new(message).help("choose fewer --jobs, or leave out --pin"));
    }
    Ok(cores)
}

/// The number of trials run in parallel: one per core, as memory allows.
fn parallel_jobs(requested: Option<NonZero<u16>>, schedule: &Schedule) -> usize {
    if let Some(jobs) = requested {
        return usize::from(jobs.get());
    }
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let each = schedule.most_memory().max(1) as u64;
    let room = usize::try_from(memory::budget() / each).unwrap_or(usize::MAX).max(1);
    if room < cores {
        console::remark(&format!(
            "each trial may take {}, so only {} run in parallel; --jobs overrides this",
            bytes(each),
            counted(room as u64, "trial")
        ));
    }
    cores.min(room)
}

/// The outcomes of the trials of this run.
#[derive(Default)]
struct Tally {
    solved: u64,
    unsolvable: u64,
    claimed: u64,
    unknown: u64,
    failed: u64,
    bugs: u64,
    /// The first trial that failed, and its error.
    failure: Option<String>,
}

impl Tally {
    fn count(&mut self, record: &Record, trial: impl FnOnce() -> String) {
        let bug = |error: &Diagnostic| error.code() == BUG;
        self.bugs += u64::from(record.error.as_ref().is_some_and(bug));
        if let (Some(error), None) = (&record.error, &self.failure) {
            self.failure = Some(format!("{}: {}", trial(), error.message()));
        }
        match record.outcome {
            _ if record.is_failed() => self.failed += 1,
            Verdict::Solved => self.solved += 1,
            Verdict::Unsolvable => self.unsolvable += 1,
            Verdict::Claimed => self.claimed += 1,
            Verdict::Unknown => self.unknown += 1,
        }
    }

    fn summary(&self) -> String {
        let mut parts = vec![format!("{} solved", self.solved)];
        for (count, what) in [
            (self.unsolvable, "proved unsolvable"),
            (self.claimed, "claimed unsolvable"),
            (self.unknown, "without an answer"),
            (self.failed, "failed"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        parts.join(", ")
    }

    fn in_brackets(&self) -> String {
        match self.solved + self.unsolvable + self.claimed + self.unknown + self.failed {
            0 => String::new(),
            made => format!(" (made now: {made}; {})", self.summary()),
        }
    }
}
