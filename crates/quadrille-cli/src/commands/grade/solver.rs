//! A student's search program: built if its language needs that, then run on each level.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille::levels::Level;
use quadrille::search::{Control, Limits};
use quadrille_api::grade::{Assignment, Language, Solver};
use quadrille_lab::Foreign;
use quadrille_lab::child::{self, Bounds, Ran, end_in_words};
use quadrille_lab::confine::MOST_PROCESSES;

use super::isolation::{Isolation, parent};

/// The time limit for building, which does not count as time of the submission.
pub const BUILD_TIME: Duration = Duration::from_secs(120);

/// The program in a submission that is a folder.
const PROGRAM: &str = "run";

/// The language of a submission, by its file extension.
pub fn language(submission: &Path) -> Language {
    match submission.extension().and_then(OsStr::to_str) {
        Some("py") => Language::Python,
        Some("java") => Language::Java,
        Some("rs") => Language::Rust,
        _ => Language::Program,
    }
}

type Words = (OsString, Vec<OsString>);

/// The solver of a submission, built in `folder` if needed.
pub fn solver(
    assignment: &Assignment,
    submission: &Path,
    folder: &Path,
    isolation: &Isolation,
) -> Result<Solver, String> {
    let submission = submission.canonicalize().map_err(|error| error.to_string())?;
    let file = if submission.is_dir() { submission.join(PROGRAM) } else { submission };
    if !file.is_file() {
        return Err(format!("it is a folder without a program '{PROGRAM}'"));
    }
    let (program, arguments) = match language(&file) {
        Language::Java => java(&file, folder, isolation)?,
        Language::Rust => rust(&file, folder, isolation)?,
        Language::Python => {
            let arguments = ["-B", "-X", "faulthandler"].map(OsString::from);
            ("python3".into(), arguments.into_iter().chain([file.clone().into()]).collect())
        }
        _ => (file.clone().into(), Vec::new()),
    };
    let foreign = Foreign {
        name: "solver".to_string(),
        command: String::new(),
        format: assignment.format.clone(),
        game: None,
        with_optimum: false,
        attributes: BTreeMap::new(),
    };
    let isolation = isolation.clone();
    Ok(Solver::new(move |level: &Level, control: &Control, each: Duration| {
        let bounds = Bounds { processes: MOST_PROCESSES, cpu: each };
        foreign.measure_by(level, |text| {
            let command = isolation.command(&program, &arguments, parent(&file))?;
            child::run_within(command, text, control, bounds)
        })
    }))
}

fn java(file: &Path, folder: &Path, isolation: &Isolation) -> Result<Words, String> {
    let class = file.file_stem().unwrap_or_default().to_os_string();
    let arguments = ["-d".into(), folder.into(), file.into()];
    build("javac", &arguments, (folder, isolation))?;
    let quiet = ["-XX:-UsePerfData".into(), "-XX:+UseSerialGC".into(), "-cp".into()];
    let arguments = quiet.into_iter().chain([folder.into(), class]).collect();
    Ok(("java".into(), arguments))
}

fn rust(file: &Path, folder: &Path, isolation: &Isolation) -> Result<Words, String> {
    let program: PathBuf = folder.join("solver");
    let options = ["--edition=2021", "-O", "--crate-name=solver", "-o"].map(OsString::from);
    let files = [program.clone().into(), file.into()];
    build("rustc", &[&options[..], &files[..]].concat(), (folder, isolation))?;
    Ok((program.into(), Vec::new()))
}

/// Runs a compiler, which may only write to the folder.
fn build(
    compiler: &str,
    arguments: &[OsString],
    (folder, isolation): (&Path, &Isolation),
) -> Result<(), String> {
    let limits = Limits { max_time: Some(BUILD_TIME), ..Limits::default() };
    let isolation = isolation.with_folder(folder, BUILD_TIME);
    let run = || -> io::Result<Ran> {
        let mut command = isolation.command(compiler.as_ref(), arguments, folder)?;
        command.env("TMPDIR", folder);
        child::run(command, String::new(), &Control::with_limits(limits))
    };
    let ran = run().map_err(|error| format!("{compiler} cannot be started: {error}"))?;
    match (ran.stop, end_in_words(ran.code, ran.signal)) {
        (Some(stop), _) => Err(format!("{compiler} was stopped: {stop}")),
        (None, None) => Ok(()),
        (None, Some(_)) => Err(format!("it does not compile: {}", first_error(&ran.errors))),
    }
}

/// The first error in a compiler's output, with the place that follows it.
fn first_error(text: &str) -> String {
    let mut lines = text.lines().map(str::trim);
    let Some(first) = lines.by_ref().find(|line| line.contains("error")) else {
        return text.lines().next().unwrap_or_default().to_string();
    };
    let place = lines.next().filter(|line| line.starts_with("-->"));
    place.map_or(first.to_string(), |place| format!("{first} {place}"))
}
