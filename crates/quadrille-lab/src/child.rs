//! Runs external programs with limits on time and memory: a program that exceeds them is killed
//! with all its child processes.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille::search::{Control, Stop};

use crate::processes::{Family, Usage};

/// The most bytes kept of a program's output.
const MAX_OUTPUT: usize = 1 << 20;
/// The most characters kept of its error message.
const MAX_ERROR: usize = 300;
/// The interval at which a program is polled: short at first, then longer.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// The time limit for reading the pipes of a killed program: a process that escaped may hold them
/// open.
const PIPE_TIMEOUT: Duration = Duration::from_millis(200);

#[derive(Clone, PartialEq, Debug)]
pub struct Ran {
    pub output: String,
    /// The error message extracted from its standard error ([`complaint_of`]).
    pub complaint: String,
    pub errors: String,
    /// Its exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The limit for which it was killed.
    pub stop: Option<Stop>,
    /// True if it was killed for starting too many processes.
    pub crowded: bool,
    pub seconds: f64,
    /// Processor time of the program and its children; 0 where it cannot be measured.
    pub cpu_seconds: f64,
    /// The most resident memory of the program and its children that was observed.
    pub bytes: u64,
}

/// Further limits of a program.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub processes: usize,
    /// Processor time of the program and its children; measured on Linux only.
    pub cpu: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { processes: usize::MAX, cpu: Duration::MAX }
    }
}

/// Runs a program with this text as its standard input, within the limits of time and memory.
pub fn run(command: Command, input: String, control: &Control) -> io::Result<Ran> {
    run_within(command, input, control, Bounds::default())
}

/// Like [`run`], with further limits.
pub fn run_within(
    mut command: Command,
    input: String,
    control: &Control,
    bounds: Bounds,
) -> io::Result<Ran> {
    command.stdin(Stdio::piped());
    let mut running = Running::start(command)?;
    let (output, complaints) = (Pipe::read(running.stdout()), running.complaints());
    if let Some(mut stdin) = running.stdin() {
        // A program may exit without reading all of its input.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
    let (stop, usage) = watch(&mut running, control, bounds);
    let crowded = stop.is_none() && usage.processes > bounds.processes;
    let (code, signal) = running.end();
    let seconds = running.started.elapsed().as_secs_f64();
    let until = Instant::now() + PIPE_TIMEOUT;
    let (output, errors) = (output.text(until), complaints.text(until));
    let complaint = complaint_of(&errors);
    let Usage { bytes, cpu_seconds, .. } = usage;
    Ok(Ran { output, complaint, errors, code, signal, stop, crowded, seconds, cpu_seconds, bytes })
}

/// The interval at which a trial process is checked.
#[cfg(feature = "store")]
const OWN_WAIT: Duration = Duration::from_millis(50);

/// Runs a trial process, which starts no others, keeps its limits and measures itself; it is killed
/// if it is cancelled or exceeds the time limit.
#[cfg(feature = "store")]
pub(crate) fn run_own(mut command: Command, input: &str, control: &Control) -> io::Result<Ran> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Ctrl-C is for the parent, which stops running trials.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let started = Instant::now();
    let mut child = command.spawn()?;
    let (output, complaints) = (Pipe::read(child.stdout.take()), Pipe::read(child.stderr.take()));
    if let Some(mut stdin) = child.stdin.take() {
        // If it has ended, its exit code is reported.
        let _ = stdin.write_all(input.as_bytes());
    }
    let stop = loop {
        if output.is_over(OWN_WAIT) {
            break None;
        } else if control.cancel.is_cancelled() {
            break Some(Stop::Cancelled);
        } else if control.limits.max_time.is_some_and(|time| started.elapsed() >= time) {
            break Some(Stop::Time);
        }
    };
    if stop.is_some() {
        child.kill()?;
    }
    let (code, signal) = code_and_signal(child.wait()?);
    let until = Instant::now() + PIPE_TIMEOUT;
    let (output, errors) = (output.text(until), complaints.text(until));
    let (complaint, seconds) = (complaint_of(&errors), started.elapsed().as_secs_f64());
    Ok(Ran {
        output,
        complaint,
        errors,
        code,
        signal,
        stop,
        crowded: false,
        seconds,
        cpu_seconds: 0.0,
        bytes: 0,
    })
}

/// A running program with its children; killed when dropped.
#[derive(Debug)]
pub struct Running {
    child: Child,
    family: Family,
    started: Instant,
    complaints: Pipe,
}

impl Running {
    /// Starts a program with its outputs in pipes. The caller sets its input.
    pub fn start(mut command: Command) -> io::Result<Running> {
        let started = Instant::now();
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, family) = Family::spawn(&mut command)?;
        let complaints = Pipe::read(child.stderr.take());
        Ok(Running { child, family, started, complaints })
    }

    pub fn stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Its standard error, read while it runs.
    pub fn complaints(&self) -> Pipe {
        self.complaints.clone()
    }

    /// Kills the program and its children, so that nothing survives it or holds its pipes open.
    /// Returns its exit code or the signal that ended it.
    pub fn end(&mut self) -> (Option<i32>, Option<i32>) {
        self.family.kill();
        self.child.wait().map_or((None, None), code_and_signal)
    }

    pub fn wait_a_moment(&mut self) {
        let until = Instant::now() + PIPE_TIMEOUT;
        while !has_ended(&mut self.child) && Instant::now() < until {
            thread::sleep(SHORTEST_WAIT);
        }
    }
}

fn code_and_signal(status: ExitStatus) -> (Option<i32>, Option<i32>) {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    (status.code(), signal)
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// The output of a program, read by a thread.
#[derive(Clone, Default, Debug)]
pub struct Pipe(Arc<(Mutex<Written>, Condvar)>);

#[derive(Default, Debug)]
struct Written {
    bytes: Vec<u8>,
    is_over: bool,
}

impl Pipe {
    fn read(from: Option<impl Read + Send + 'static>) -> Pipe {
        let pipe = Pipe::default();
        let Some(mut from) = from else { return pipe };
        let to = pipe.clone();
        thread::spawn(move || {
            let mut part = [0; 8192];
            // A read error ends the output.
            while let Ok(count @ 1..) = from.read(&mut part) {
                let mut written = to.0.0.lock().unwrap_or_else(PoisonError::into_inner);
                // The rest is read and dropped, so that the program does not block.
                let room = MAX_OUTPUT.saturating_sub(written.bytes.len());
                written.bytes.extend_from_slice(&part[..count.min(room)]);
            }
            to.0.0.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
            to.0.1.notify_all();
        });
        pipe
    }

    /// True if the pipe is closed, now or within this time.
    #[cfg(feature = "store")]
    fn is_over(&self, wait: Duration) -> bool {
        let written = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = |written: &mut Written| !written.is_over;
        let waited = self.0.1.wait_timeout_while(written, wait, is_open);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_over
    }

    /// The output, once the pipe is closed or `until` has passed.
    pub fn text(&self, until: Instant) -> String {
        let mut written = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !written.is_over {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.0.1.wait_timeout(written, left);
            written = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        String::from_utf8_lossy(&written.bytes).into_owned()
    }
}

/// The error message in a program's standard error: the error with its place for a traceback of
/// Python, Java or Rust, otherwise the last line.
pub fn complaint_of(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let starts = |sign: &str| lines.iter().rposition(|line| line.starts_with(sign));
    let two = |first: usize| lines[first..].iter().take(2).copied().collect::<Vec<_>>().join(" ");
    let last = lines.last().copied().unwrap_or_default();
    let complaint = if let Some(first) = starts("Exception in thread") {
        two(first)
    } else if let Some(first) = starts("thread '").filter(|&at| lines[at].contains("panicked")) {
        two(first)
    } else if let Some(first) = starts("Fatal Python error") {
        // The most recent call is first, and the last one in a file is in the program's own.
        let file = |line: &str| Some(line.strip_prefix("File \"")?.split('"').next()?.to_string());
        let is_own = |file: &String| !file.starts_with('<');
        let own = lines[first..].iter().filter_map(|line| file(line).filter(is_own)).next_back();
        let place = lines[first..].iter().find(|line| own.is_some() && file(line) == own);
        place.map_or(lines[first].to_string(), |place| format!("{} ({place})", lines[first]))
    } else if let Some(place) = starts("File \"").filter(|&at| at + 1 < lines.len()) {
        format!("{last} ({})", lines[place])
    } else {
        last.to_string()
    };
    complaint.chars().take(MAX_ERROR).collect()
}

/// The end of a program in words: the name of a signal, or an exit code other than 0.
pub fn end_in_words(code: Option<i32>, signal: Option<i32>) -> Option<String> {
    const NAMES: [(i32, &str); 12] = [
        (1, "SIGHUP"),
        (2, "SIGINT"),
        (3, "SIGQUIT"),
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (7, "SIGBUS"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (13, "SIGPIPE"),
        (15, "SIGTERM"),
        (24, "SIGXCPU"),
    ];
    // Shells, and the launcher of confined programs, encode the signal in the exit code.
    let signal = signal.or_else(|| code.filter(|code| (129..=159).contains(code)).map(|c| c - 128));
    match (signal, code) {
        (Some(signal), _) => {
            let name = NAMES.iter().find(|(number, _)| *number == signal);
            let name = name.map_or(String::new(), |(_, name)| format!(" ({name})"));
            Some(format!("signal {signal}{name}"))
        }
        (None, Some(0)) => None,
        (None, Some(code)) => Some(format!("exit code {code}")),
        (None, None) => Some("a signal".to_string()),
    }
}

/// Waits until the program ends or reaches a limit. Returns the peak usage, too.
fn watch(running: &mut Running, control: &Control, bounds: Bounds) -> (Option<Stop>, Usage) {
    let (mut wait, mut most) = (SHORTEST_WAIT, Usage::default());
    loop {
        let is_over = has_ended(&mut running.child);
        // A process that has ended, but was not waited for, still has its times.
        let now = running.family.usage();
        most.bytes = most.bytes.max(now.bytes);
        most.cpu_seconds = most.cpu_seconds.max(now.cpu_seconds);
        most.processes = most.processes.max(now.processes);
        if is_over || now.processes > bounds.processes {
            return (None, most);
        }
        let limits = control.limits;
        let is_late = limits.max_time.is_some_and(|time| running.started.elapsed() >= time);
        let stop = if control.cancel.is_cancelled() {
            Some(Stop::Cancelled)
        } else if is_late || now.cpu_seconds >= bounds.cpu.as_secs_f64() {
            Some(Stop::Time)
        } else if limits.max_memory.is_some_and(|memory| now.bytes > memory as u64) {
            Some(Stop::Memory)
        } else {
            None
        };
        if stop.is_some() {
            return (stop, most);
        }
        thread::sleep(wait);
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// True if a program has ended. It is not waited for: that would discard its times.
#[cfg(target_os = "linux")]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

#[cfg(not(target_os = "linux"))]
fn has_ended(child: &mut Child) -> bool {
    matches!(child.try_wait(), Ok(Some(_)) | Err(_))
}
