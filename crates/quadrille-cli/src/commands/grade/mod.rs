//! `quadrille grade`: grades submissions of a course against an assignment.
//!
//! Each submission is graded by its own process, which is killed when it takes too long or too much
//! memory. The points that it has earned until then stay.

mod isolation;
mod python;
mod reports;
mod solver;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille::heuristics::Expression;
use quadrille::search::{Control, Limits, Stop};
use quadrille_api::grade::{
    Assignment, Finding, Graded, Kind, Language, Mark, Work, by_processor_time, grade,
};
use quadrille_lab::child::{self, Bounds};
use quadrille_lab::confine::{MOST_PROCESSES, guard_this_process};
use serde::{Deserialize, Serialize};

use self::isolation::Isolation;
use super::text_of;
use crate::Context;
use crate::assignments;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::output::{file, json};

/// The default address of the page: a server on the same computer.
const PAGE: &str = "http://127.0.0.1:8765/";

/// The time beyond its limit after which a submission's process is killed: usually it ends by
/// itself.
const GRACE: Duration = Duration::from_millis(1500);

/// A solver and the process that grades it are killed at this many times the memory limit: usually
/// only the run is stopped, so that the other levels count.
const SOLVER_MEMORY: usize = 4;

/// The processes of the grader itself: this program, python3 and its launcher.
const OWN_PROCESSES: usize = 16;

/// The longest link: longer ones may be cut by mail programs and messengers.
const LONGEST_LINK: usize = 8000;

const EXAMPLES: &str = "\
Examples:
  quadrille grade assignment.toml ann.heuristic bob.heuristic
  quadrille grade assignment.toml submissions/*.py --junit results.xml
  quadrille grade assignment.toml ann.heuristic --gradescope results.json
  quadrille grade assignment.toml submissions/* --csv gradebook.csv
  quadrille grade @tiles-heuristic mine.heuristic   without the hidden levels
  quadrille grade assignment.toml --link=https://example.org/quadrille/   the assignment in the page, for students

A submission is a heuristic (a script, or a Python file with a function estimate(level)), a search program in any language, a file with levels, \
or a puzzle as a script. Each is graded in its own process, within the limits of time and memory of the assignment, so one that \
crashes or loops does not affect the others. Programs run without network and hidden files if the system allows that; the output lists \
the active protections. docs/course-kit.md describes how to write assignments.

Exit codes:
  0    every submission has all points
  1    some do not
  2    bad input or usage
  130  stopped by Ctrl-C";

/// Grade submissions of a course: heuristics, solvers, levels or puzzles
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct GradeArgs {
    /// Read the assignment from a TOML file or a link, or take one that ships, as
    /// '@tiles-heuristic'
    #[arg(value_name = "ASSIGNMENT", value_hint = ValueHint::FilePath)]
    assignment: PathBuf,

    /// Grade these files
    #[arg(required_unless_present = "link", value_name = "SUBMISSION", value_hint = ValueHint::FilePath)]
    submissions: Vec<PathBuf>,

    /// Print the link of the assignment for the page, at this address or that of 'quadrille serve'
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = PAGE, conflicts_with_all = ["submissions", "gradescope", "junit", "csv", "json"])]
    link: Option<String>,

    /// Write the results of the one submission to this file, as results.json of Gradescope
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    gradescope: Option<PathBuf>,

    /// Write all results to this file, as JUnit XML
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    junit: Option<PathBuf>,

    /// Write the points of each check to this CSV file, one line per submission
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    csv: Option<PathBuf>,

    /// Print one JSON object per submission
    #[arg(long)]
    json: bool,

    /// Grade the one submission in this process, building it in this folder, and print JSON per
    /// check
    #[arg(long, hide = true, value_name = "FOLDER")]
    alone: Option<PathBuf>,

    /// Hide these submissions from the one that is graded alone
    #[arg(long, hide = true, value_name = "FILE", requires = "alone")]
    unseen: Vec<PathBuf>,
}

/// A line of output of the process that grades a submission.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GraderOutput {
    Isolation(Vec<String>),
    /// The index of a check, and its result.
    Mark(usize, Mark),
}

pub fn run(args: &GradeArgs, context: &mut Context) -> Result<Exit, Abort> {
    let (assignment, hidden) = assignments::read_with_hidden(&args.assignment)?;
    if let Some(page) = &args.link {
        context.console.line(&link(&assignment, page)?)?;
        return Ok(Exit::Fine);
    }
    if let Some(folder) = &args.alone {
        let submission = &args.submissions[0];
        let unseen: Vec<PathBuf> = hidden.iter().chain(&args.unseen).cloned().collect();
        return alone(&assignment, submission, (folder, &unseen), context);
    }
    guard_this_process(false);
    if args.gradescope.is_some() && args.submissions.len() > 1 {
        return Err(Fault::new("results.json is for one submission, but there are several")
            .help("name one, or use --junit or --json")
            .into());
    }
    if assignment.has_hidden && assignment.levels.iter().all(|given| !given.hidden) {
        let files = match assignment.missing.as_slice() {
            [] => String::new(),
            files => format!(" ({})", files.join(", ")),
        };
        crate::console::remark(&format!(
            "the hidden levels are not available{files}: they are not counted"
        ));
    }
    let cancel = context.interrupt.arm();
    let memory = usize::try_from(assignment.memory).unwrap_or(usize::MAX);
    let (building, memory) = match assignment.kind {
        // The process that grades stops a run of the solver at the memory limit.
        Kind::Solver => (solver::BUILD_TIME, memory.saturating_mul(SOLVER_MEMORY)),
        _ => (Duration::ZERO, memory),
    };
    let time = assignment.total_time().saturating_add(building).saturating_add(GRACE);
    let limits = Limits { max_time: Some(time), max_memory: Some(memory), max_nodes: None };
    let control = Control { cancel: cancel.clone(), ..Control::with_limits(limits) };
    let mut all = Vec::new();
    for submission in &args.submissions {
        if cancel.is_cancelled() {
            break;
        }
        let graded = grade_apart(args, &assignment, submission, &control)?;
        if args.json {
            context.console.json(&json::Versioned::new(&graded))?;
        } else {
            reports::one(&mut context.console, &graded, all.last())?;
        }
        all.push(graded);
    }
    context.interrupt.disarm();
    if !args.json && all.len() > 1 {
        reports::all(&mut context.console, &all)?;
    }
    if let (Some(path), [graded]) = (&args.gradescope, &all[..]) {
        file::replace(path, reports::gradescope(graded).as_bytes())?;
    }
    if let Some(path) = &args.junit {
        file::replace(path, reports::junit(&assignment.title, &all).as_bytes())?;
    }
    if let Some(path) = &args.csv {
        file::replace(path, reports::gradebook(&assignment, &all).as_bytes())?;
    }
    let is_full = all.iter().all(|graded| graded.points >= graded.most && graded.error.is_none());
    Ok(if is_full { Exit::Fine } else { Exit::No })
}

/// Grades a submission in its own process.
fn grade_apart(
    args: &GradeArgs,
    assignment: &Assignment,
    submission: &Path,
    control: &Control,
) -> Result<Graded, Fault> {
    let program = env::current_exe().map_err(|error| Fault::new(error.to_string()))?;
    let folder = BuildFolder::new()
        .map_err(|error| Fault::new(format!("cannot create a build folder: {error}")))?;
    let mut command = Command::new(program);
    command.arg("grade").arg("--alone").arg(&folder.0);
    for other in args.submissions.iter().filter(|other| *other != submission) {
        command.arg("--unseen").arg(other);
    }
    command.arg(&args.assignment).arg(submission);
    let bounds = Bounds { processes: MOST_PROCESSES + OWN_PROCESSES, ..Bounds::default() };
    let ran = child::run_within(command, String::new(), control, bounds)
        .map_err(|error| Fault::new(format!("cannot start a process: {error}")))?;
    let (mut marks, mut isolation) = (Vec::new(), Vec::new());
    for line in ran.output.lines() {
        match serde_json::from_str(line) {
            Ok(GraderOutput::Mark(at, mark)) => marks.push((at, mark)),
            Ok(GraderOutput::Isolation(words)) => isolation = words,
            Err(_) => break,
        }
    }
    let is_late = marks.iter().any(|(_, mark)| mark.finding == Finding::NotChecked);
    let error = match (ran.stop, child::end_in_words(ran.code, ran.signal)) {
        (Some(stop), _) => Some(format!("it was stopped: {stop}")),
        _ if ran.crowded => Some("it was stopped: too many processes".to_string()),
        (None, None) => is_late.then(|| format!("it was stopped: {}", Stop::Time)),
        (None, Some(_)) if !ran.complaint.is_empty() => Some(ran.complaint),
        (None, Some(end)) => Some(format!("it crashed with {end}")),
    };
    let name = submission.to_string_lossy().into_owned();
    let graded = Graded::new(assignment, name, marks, error, ran.seconds);
    Ok(Graded { isolation, ..graded })
}

/// A folder for the output of a compiler, removed on drop.
struct BuildFolder(PathBuf);

impl BuildFolder {
    fn new() -> io::Result<BuildFolder> {
        let place = env::temp_dir();
        // A confined program does not see the files in shared memory.
        let place = if place.starts_with("/dev/shm") { PathBuf::from("/tmp") } else { place };
        for number in 0.. {
            let path = place.join(format!("quadrille-grade-{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| BuildFolder(path)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for BuildFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The link that opens an assignment in the page at this address.
fn link(assignment: &Assignment, page: &str) -> Result<String, Fault> {
    let page = page.split('#').next().unwrap_or_default();
    if !(page.starts_with("https://") || page.starts_with("http://")) {
        return Err(Fault::new(format!("'{page}' is not the address of a page"))
            .help("write it as in --link=https://example.org/quadrille/"));
    }
    assignments::check_for_page(assignment)?;
    let link = format!("{page}{}{}", assignments::IN_LINK, assignment.to_link());
    if link.len() > LONGEST_LINK {
        return Err(Fault::new(format!("the link would have {} characters", link.len()))
            .help(format!("the limit is {LONGEST_LINK}; leave out levels, or use 'quadrille serve --assignment'")));
    }
    Ok(link)
}

/// Grades one submission in this process, and prints each mark as soon as it is known.
fn alone(
    assignment: &Assignment,
    submission: &Path,
    (folder, hidden): (&Path, &[PathBuf]),
    context: &mut Context,
) -> Result<Exit, Abort> {
    guard_this_process(true);
    let language = language(assignment, submission);
    let isolation = (language != Language::Script)
        .then(|| Isolation::new((assignment.total_time(), assignment.memory), submission, hidden));
    if let Some(isolation) = &isolation {
        context.console.json(&GraderOutput::Isolation(isolation.in_words()))?;
    }
    let max_memory = usize::try_from(assignment.memory).ok();
    let limits = Limits { max_time: Some(assignment.time), max_memory, ..Limits::default() };
    let mut control = Control::with_limits(limits);
    if language == Language::Script && assignment.kind != Kind::Levels {
        control = by_processor_time(control);
    }
    let work = match read(assignment, submission, (folder, isolation.as_ref()), &control) {
        Ok(work) => work,
        Err(why) => {
            eprintln!("{}", crate::printable::line(&why));
            return Ok(Exit::Bad);
        }
    };
    let mut written = Ok(());
    grade(assignment, &work, &control, |at, mark| {
        written = context.console.json(&GraderOutput::Mark(at, mark));
        written.is_ok()
    });
    written?;
    Ok(Exit::Fine)
}

/// The language of a submission, by its file name.
fn language(assignment: &Assignment, submission: &Path) -> Language {
    match assignment.kind {
        Kind::Heuristic if submission.extension().is_some_and(|end| end == "py") => {
            Language::Python
        }
        Kind::Heuristic | Kind::Levels | Kind::Puzzle => Language::Script,
        Kind::Solver => solver::language(submission),
    }
}

fn read(
    assignment: &Assignment,
    submission: &Path,
    (folder, isolation): (&Path, Option<&Isolation>),
    control: &Control,
) -> Result<Work, String> {
    let language = language(assignment, submission);
    if !assignment.allow.is_empty() && !assignment.allow.contains(&language) {
        let names: Vec<&str> = assignment.allow.iter().map(|allowed| allowed.name()).collect();
        let (is, takes) = (language.name(), names.join(", "));
        return Err(format!("its language is {is}, but the assignment accepts {takes}"));
    }
    let name = submission.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = || {
        if submission.is_dir() {
            return Err("it is a folder; submit a file".to_string());
        }
        let bytes = fs::read(submission).map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|_| "it is not a text file".to_string())
    };
    match (assignment.kind, isolation) {
        (Kind::Solver, Some(isolation)) => {
            solver::solver(assignment, submission, folder, isolation).map(Work::Solver)
        }
        (Kind::Heuristic, Some(isolation)) => {
            text()?;
            let heuristic = python::heuristic(submission, isolation, &control.deadline())?;
            Ok(Work::Heuristic(Expression::Custom(heuristic)))
        }
        (Kind::Heuristic, None) => Work::heuristic(&name, &text()?),
        (Kind::Levels, _) => Work::levels(&text()?, assignment.game),
        (Kind::Puzzle, _) => {
            Work::puzzle(&text()?).map_err(|error| quadrille_script::located(&error).message())
        }
        (Kind::Solver, None) => Err("a solver must be a program".to_string()),
    }
}
