//! Other programs, kept within limits of time and memory from outside: a program and all that it
//! started are killed when they run over them.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille::search::{Control, Stop};

use crate::processes::{Family, Usage};

/// The most that is read of what a program writes.
const MOST_OUTPUT: usize = 1 << 20;
/// The most of its complaints that is kept.
const MOST_COMPLAINT: usize = 300;
/// How often a program is looked at: first often, then less.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// How long the pipes of a program that was killed are read: one that got away may hold them.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The end of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Ran {
    /// What it wrote to its standard output.
    pub output: String,
    /// Why it failed, as its standard error output says ([`complaint_of`]).
    pub complaint: String,
    /// What it wrote to its standard error output.
    pub errors: String,
    /// Its exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Why it was killed, if it was.
    pub stop: Option<Stop>,
    /// Whether it was killed since it had started too many processes.
    pub crowded: bool,
    pub seconds: f64,
    /// Processor time of the program and all it started; 0 where that cannot be known.
    pub cpu_seconds: f64,
    /// The most resident memory that the program and all it started were seen to hold.
    pub bytes: u64,
}

/// Runs a program with this text as its standard input. The limits are those of time and memory.
pub fn run(command: Command, input: String, control: &Control) -> io::Result<Ran> {
    run_few(command, input, control, usize::MAX)
}

/// The same for a program that may start no more than so many processes.
pub fn run_few(
    mut command: Command,
    input: String,
    control: &Control,
    processes: usize,
) -> io::Result<Ran> {
    command.stdin(Stdio::piped());
    let mut running = Running::start(command)?;
    let (output, complaints) = (Pipe::read(running.stdout()), running.complaints());
    if let Some(mut stdin) = running.stdin() {
        // A program that does not read all of its input is free to do so.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
    let (stop, usage) = watch(&mut running, control, processes);
    let crowded = stop.is_none() && usage.processes > processes;
    let (code, signal) = running.end();
    let seconds = running.started.elapsed().as_secs_f64();
    let until = Instant::now() + LAST_WORDS;
    let (output, errors) = (output.text(until), complaints.text(until));
    let complaint = complaint_of(&errors);
    let Usage { bytes, cpu_seconds, .. } = usage;
    Ok(Ran { output, complaint, errors, code, signal, stop, crowded, seconds, cpu_seconds, bytes })
}

/// How often it is looked whether a program of ours is to be stopped.
#[cfg(feature = "store")]
const OWN_WAIT: Duration = Duration::from_millis(50);

/// Runs a program of ours, which starts no others, keeps its limits and measures itself; it is
/// killed when it is cancelled or takes longer than the limit of time.
#[cfg(feature = "store")]
pub(crate) fn run_own(mut command: Command, input: &str, control: &Control) -> io::Result<Ran> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Ctrl-C is for the parent, which stops what is under way.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let started = Instant::now();
    let mut child = command.spawn()?;
    let (output, complaints) = (Pipe::read(child.stdout.take()), Pipe::read(child.stderr.take()));
    if let Some(mut stdin) = child.stdin.take() {
        // One that has ended is told by its exit code.
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
    let until = Instant::now() + LAST_WORDS;
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

/// A program that runs with all that it starts; killed when dropped.
#[derive(Debug)]
pub struct Running {
    child: Child,
    family: Family,
    started: Instant,
    complaints: Pipe,
}

impl Running {
    /// Starts a program with its outputs in pipes. The command says what its input is.
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

    /// Its standard error output, which is read as it comes.
    pub fn complaints(&self) -> Pipe {
        self.complaints.clone()
    }

    /// Kills the program and all that it started, if they still run: nothing outlives it, nor keeps
    /// its pipes open. Returns the exit code or the signal that ended it.
    pub fn end(&mut self) -> (Option<i32>, Option<i32>) {
        self.family.kill();
        self.child.wait().map_or((None, None), code_and_signal)
    }

    /// Waits a moment for a program that is about to end.
    pub fn wait_a_moment(&mut self) {
        let until = Instant::now() + LAST_WORDS;
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

/// What a program writes, read by a thread of its own.
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
            // What cannot be read any more is not there.
            while let Ok(count @ 1..) = from.read(&mut part) {
                let mut written = to.0.0.lock().unwrap_or_else(PoisonError::into_inner);
                // The rest is read all the same, so that the program can go on.
                let room = MOST_OUTPUT.saturating_sub(written.bytes.len());
                written.bytes.extend_from_slice(&part[..count.min(room)]);
            }
            to.0.0.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
            to.0.1.notify_all();
        });
        pipe
    }

    /// Whether the pipe is closed, at once or within a time.
    #[cfg(feature = "store")]
    fn is_over(&self, wait: Duration) -> bool {
        let written = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = |written: &mut Written| !written.is_over;
        let waited = self.0.1.wait_timeout_while(written, wait, is_open);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_over
    }

    /// What was written, when the pipe is closed or it is too late to wait for that.
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

/// Why a program failed, by its standard error output: the error with its place where that is a
/// traceback of Python, Java or Rust, otherwise the last line.
pub fn complaint_of(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let starts = |sign: &str| lines.iter().rposition(|line| line.starts_with(sign));
    let two = |first: usize| lines[first..].iter().take(2).copied().collect::<Vec<_>>().join(" ");
    let last = lines.last().copied().unwrap_or_default();
    let complaint = if let Some(first) = starts("Exception in thread") {
        two(first)
    } else if let Some(first) = starts("thread '").filter(|&at| lines[at].contains("panicked")) {
        two(first)
    } else if let Some(place) = starts("File \"").filter(|&at| at + 1 < lines.len()) {
        format!("{last} ({})", lines[place])
    } else {
        last.to_string()
    };
    complaint.chars().take(MOST_COMPLAINT).collect()
}

/// What ended a program, in words: the name of a signal, or an exit code that is not 0.
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
    // A shell, and the launcher of confined programs, give the signal in the exit code.
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

/// Waits until the program ends or a limit is hit; with the most that it was seen to use.
fn watch(running: &mut Running, control: &Control, processes: usize) -> (Option<Stop>, Usage) {
    let (mut wait, mut most) = (SHORTEST_WAIT, Usage::default());
    loop {
        let is_over = has_ended(&mut running.child);
        // A process that has ended and was not waited for still has its times.
        let now = running.family.usage();
        most.bytes = most.bytes.max(now.bytes);
        most.cpu_seconds = most.cpu_seconds.max(now.cpu_seconds);
        most.processes = most.processes.max(now.processes);
        if is_over || now.processes > processes {
            return (None, most);
        }
        let limits = control.limits;
        let stop = if control.cancel.is_cancelled() {
            Some(Stop::Cancelled)
        } else if limits.max_time.is_some_and(|time| running.started.elapsed() >= time) {
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

/// Whether a program has ended. It is not waited for: its times would be gone.
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
