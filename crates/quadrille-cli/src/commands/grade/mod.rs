//! `quadrille grade`: submissions of a course against an assignment.
//!
//! Each submission is graded by a process of its own, which is killed when it takes too long or too
//! much memory. What it has earned until then stays.

mod python;
mod reports;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, ValueHint};
use quadrille::heuristics::Expression;
use quadrille::search::{Control, Limits};
use quadrille_api::grade::{Assignment, Graded, Kind, Mark, Work, grade};
use quadrille_lab::child;

use super::text_of;
use crate::Context;
use crate::assignments;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::output::{file, json};

/// Where the page is when nothing is said: a server on the same computer.
const PAGE: &str = "http://127.0.0.1:8765/";

/// The longest link: what programs for mail and messages carry whole.
const LONGEST_LINK: usize = 8000;

const EXAMPLES: &str = "\
Examples:
  quadrille grade assignment.toml ann.heuristic bob.heuristic
  quadrille grade assignment.toml submissions/*.py --junit results.xml
  quadrille grade assignment.toml ann.heuristic --gradescope results.json
  quadrille grade @tiles-heuristic mine.heuristic   without the hidden levels
  quadrille grade assignment.toml --link=https://example.org/quadrille/   the assignment in the page, for students

A submission is a heuristic (a script, or a Python file with a function estimate(level)), a file with levels, or a puzzle as a script. Each is \
graded by a process of its own, within the limits of time and memory that the assignment sets: one that crashes or loops costs only \
itself. docs/course-kit.md tells how assignments are written.

Exit codes:
  0    every submission has all points
  1    some have not
  2    bad input or usage
  130  stopped by Ctrl-C";

/// Grade submissions of a course: heuristics, levels or puzzles against an assignment
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES]))]
pub struct GradeArgs {
    /// The assignment: a TOML file, the link of one, or the name of one that comes with the
    /// program, as '@tiles-heuristic'
    #[arg(value_name = "ASSIGNMENT", value_hint = ValueHint::FilePath)]
    assignment: PathBuf,

    /// What was handed in
    #[arg(required_unless_present = "link", value_name = "SUBMISSION", value_hint = ValueHint::FilePath)]
    submissions: Vec<PathBuf>,

    /// Print the link that opens the assignment in the page, without its hidden levels; the page is
    /// where 'quadrille serve' has it, or at this address
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = PAGE, conflicts_with_all = ["submissions", "gradescope", "junit", "json"])]
    link: Option<String>,

    /// Write what came of the one submission into this file, as results.json of Gradescope
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    gradescope: Option<PathBuf>,

    /// Write what came of all into this file, as JUnit XML
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    junit: Option<PathBuf>,

    /// Print one JSON object a submission
    #[arg(long)]
    json: bool,

    /// Grade the one submission in this process, and print a JSON object a check
    #[arg(long, hide = true)]
    alone: bool,
}

/// Grades.
pub fn run(args: &GradeArgs, context: &mut Context) -> Result<Exit, Abort> {
    let assignment = assignments::read(&args.assignment)?;
    if let Some(page) = &args.link {
        context.console.line(&link(&assignment, page)?)?;
        return Ok(Exit::Fine);
    }
    if args.alone {
        return alone(&assignment, &args.submissions[0], context);
    }
    if args.gradescope.is_some() && args.submissions.len() > 1 {
        return Err(Fault::new("results.json is for one submission, and there are several")
            .help("name one, or use --junit or --json")
            .into());
    }
    if assignment.has_hidden && assignment.levels.iter().all(|given| !given.hidden) {
        let files = match assignment.missing.as_slice() {
            [] => String::new(),
            files => format!(" ({})", files.join(", ")),
        };
        crate::console::remark(&format!(
            "the hidden levels are not here{files}: they count nothing"
        ));
    }
    let cancel = context.interrupt.arm();
    let memory = usize::try_from(assignment.memory).unwrap_or(usize::MAX);
    let limits =
        Limits { max_time: Some(assignment.time), max_memory: Some(memory), max_nodes: None };
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
            reports::one(&mut context.console, &graded)?;
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
    let is_full = all.iter().all(|graded| graded.points >= graded.most && graded.error.is_none());
    Ok(if is_full { Exit::Fine } else { Exit::No })
}

/// Grades a submission in a process of its own.
fn grade_apart(
    args: &GradeArgs,
    assignment: &Assignment,
    submission: &Path,
    control: &Control,
) -> Result<Graded, Fault> {
    let program = env::current_exe().map_err(|error| Fault::new(error.to_string()))?;
    let mut command = Command::new(program);
    command.arg("grade").arg("--alone").arg(&args.assignment).arg(submission);
    let ran = child::run(command, String::new(), control)
        .map_err(|error| Fault::new(format!("no process can be started: {error}")))?;
    let marks: Vec<Mark> =
        ran.output.lines().map_while(|line| serde_json::from_str(line).ok()).collect();
    let error = match (ran.stop, ran.code) {
        (Some(stop), _) => Some(format!("it was stopped: {stop}")),
        (None, Some(0)) => None,
        (None, _) if !ran.complaint.is_empty() => Some(ran.complaint),
        (None, code) => Some(match code {
            Some(code) => format!("it crashed with exit code {code}"),
            None => "it crashed".to_string(),
        }),
    };
    let name = submission.to_string_lossy().into_owned();
    Ok(Graded::new(assignment, name, marks, error, ran.seconds))
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
            .help(format!("{LONGEST_LINK} are the most; leave levels out, or use 'quadrille serve --assignment'")));
    }
    Ok(link)
}

/// Grades one submission here, and prints a mark a line as soon as it is there.
fn alone(assignment: &Assignment, submission: &Path, context: &mut Context) -> Result<Exit, Abort> {
    let work = match read(assignment, submission) {
        Ok(work) => work,
        Err(why) => {
            eprintln!("{}", crate::printable::line(&why));
            return Ok(Exit::Bad);
        }
    };
    let mut written = Ok(());
    grade(assignment, &work, &Control::default(), |mark| {
        written = context.console.json(&mark);
        written.is_ok()
    });
    written?;
    Ok(Exit::Fine)
}

fn read(assignment: &Assignment, submission: &Path) -> Result<Work, String> {
    let name = submission.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = || {
        if submission.is_dir() {
            return Err("it is a folder; hand in a file".to_string());
        }
        let bytes = fs::read(submission).map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|_| "it is not a text".to_string())
    };
    match assignment.kind {
        Kind::Heuristic if submission.extension().is_some_and(|end| end == "py") => {
            Ok(Work::Heuristic(Expression::Custom(python::heuristic(submission)?)))
        }
        Kind::Heuristic => Work::heuristic(&name, &text()?),
        Kind::Levels => Work::levels(&text()?, assignment.game),
        Kind::Puzzle => {
            Work::puzzle(&text()?).map_err(|error| quadrille_script::located(&error).message())
        }
    }
}
