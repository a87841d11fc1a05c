//! `quadrille lab run --on ray`: the trials of a plan on a Ray cluster.
//!
//! Ray is a Python library. The Python package of Quadrille drives it, runs the same trials with
//! the same engine, and writes the same kind of file. This module starts the package, and reports
//! what is missing.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use crate::Context;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};

/// The environment variable with the path of the Python that has the package.
const PYTHON: &str = "QUADRILLE_PYTHON";
/// The interval at which the process is polled.
const TICK: Duration = Duration::from_millis(20);
/// The time that it has to store its results after Ctrl-C.
const GRACE: Duration = Duration::from_secs(20);
/// The exit code of the package if trials are missing at the end.
const MISSING: i32 = 3;

/// Where the trials run: `ray`, or `ray=ADDRESS`.
#[derive(Clone, Debug)]
pub struct Cluster(String);

impl FromStr for Cluster {
    type Err = String;

    fn from_str(text: &str) -> Result<Cluster, String> {
        match text.split_once('=') {
            None if text == "ray" => Ok(Cluster(text.to_string())),
            Some(("ray", address)) if !address.is_empty() => Ok(Cluster(text.to_string())),
            _ => Err("write ray, ray=auto or ray=ADDRESS".to_string()),
        }
    }
}

pub struct Task<'a> {
    /// The plan as given.
    pub plan: Option<&'a OsString>,
    pub text: &'a str,
    pub results: &'a Path,
    pub jobs: Option<NonZero<u16>>,
}

/// Runs the trials and waits for them.
pub fn run(cluster: &Cluster, task: &Task<'_>, context: &mut Context) -> Result<Exit, Abort> {
    let python = env::var_os(PYTHON).unwrap_or_else(|| "python3".into());
    check(&python)?;
    let (plan, _kept) = plan_file(task)?;
    let mut command = Command::new(&python);
    command.args(["-m", "quadrille.lab", "run"]).arg(&plan);
    command.args(["--on", &cluster.0]).arg("--results").arg(task.results);
    if let Some(jobs) = task.jobs {
        command.args(["--workers", &jobs.to_string()]);
    }
    let cancel = context.interrupt.arm();
    let mut child =
        command.stdin(Stdio::null()).spawn().map_err(|error| not_started(&python, &error))?;
    let mut cancelled = None;
    let status = loop {
        if let Some(status) = ended(&mut child)? {
            break status;
        }
        // The terminal sends Ctrl-C to both processes; one that ignores it is killed.
        if cancel.is_cancelled() && cancelled.get_or_insert_with(Instant::now).elapsed() > GRACE {
            let _ = child.kill();
        }
        thread::sleep(TICK);
    };
    context.interrupt.disarm();
    match status.code() {
        Some(0) => Ok(Exit::Fine),
        Some(MISSING) => {
            console::remark("run the same command again to continue");
            Ok(Exit::Fine)
        }
        _ if cancel.is_cancelled() => Ok(Exit::Fine),
        // It has reported the reason.
        _ => Ok(Exit::Bad),
    }
}

fn ended(child: &mut Child) -> Result<Option<ExitStatus>, Fault> {
    child.try_wait().map_err(|error| Fault::new(format!("cannot wait for Python: {error}")))
}

fn not_started(python: &OsStr, error: &std::io::Error) -> Fault {
    let message = format!("cannot start {}: {error}", python.to_string_lossy());
    Fault::new(message).help(format!("name the Python that has Quadrille's package with {PYTHON}"))
}

/// Checks that the package is installed with Ray, and has this version: results are compared by
/// version.
fn check(python: &OsStr) -> Result<(), Fault> {
    let script = "import quadrille, ray; print(quadrille.__version__)";
    let output = Command::new(python).args(["-c", script]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| not_started(python, &error))?;
    let help = format!(
        "install it with 'pip install \"quadrille[ray]\"' (from the sources: pip install \"./crates/quadrille-python[ray]\"), or name the Python that \
         has it with {PYTHON}"
    );
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it failed");
        let message =
            format!("Quadrille's Python package with Ray is not installed: {}", last.trim());
        return Err(Fault::new(message).help(help));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    match (text.trim(), env!("CARGO_PKG_VERSION")) {
        (there, here) if there == here => Ok(()),
        (there, here) => {
            let message =
                format!("the Python package has version {there}, but this program has {here}");
            Err(Fault::new(message).help(help))
        }
    }
}

/// A file that is deleted on drop.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // A leftover is harmless: it is small, and in the folder for temporary files.
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns the plan as a file. A plan that ships with the program, or from the standard input, is
/// written to one.
fn plan_file(task: &Task<'_>) -> Result<(PathBuf, Option<Temporary>), Fault> {
    if let Some(path) = task.plan.map(PathBuf::from).filter(|path| path.is_file()) {
        return Ok((path, None));
    }
    let path = env::temp_dir().join(format!("quadrille-plan-{}.toml", std::process::id()));
    fs::write(&path, task.text)
        .map_err(|error| Fault::new(error.to_string()).of_file(&path.to_string_lossy()))?;
    Ok((path.clone(), Some(Temporary(path))))
}
