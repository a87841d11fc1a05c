//! Other programs, kept within limits of time and memory from outside: a program and all that it
//! started are killed when they run over them.

use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use quadrille::search::{Control, Stop};

use crate::processes::{Family, Usage};

/// The most that is read of what a program writes.
const MOST_OUTPUT: u64 = 1 << 20;
/// The most of its complaints that is kept.
const MOST_COMPLAINT: usize = 300;
/// How often a program is looked at: first often, then less.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// The end of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Ran {
    /// What it wrote to its standard output.
    pub output: String,
    /// The last line that it wrote to its standard error output.
    pub complaint: String,
    /// Its exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// Why it was killed, if it was.
    pub stop: Option<Stop>,
    pub seconds: f64,
    /// Processor time of the program and all it started; 0 where that cannot be known.
    pub cpu_seconds: f64,
    /// The most resident memory that the program and all it started were seen to hold.
    pub bytes: u64,
}

/// Runs a program with this text as its standard input. The limits are those of time and memory.
pub fn run(mut command: Command, input: String, control: &Control) -> io::Result<Ran> {
    let started = Instant::now();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (mut child, family) = Family::spawn(&mut command)?;
    let (stdin, output, complaints) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A program that does not read all of its input is free to do so.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        let output = scope.spawn(move || read(output));
        let complaints = scope.spawn(move || read(complaints));
        let (stop, usage) = watch(&mut child, &family, control, started);
        // What it started must not outlive it, whatever its end, nor keep the pipes open.
        family.kill();
        let status = child.wait();
        let seconds = started.elapsed().as_secs_f64();
        let output = output.join().unwrap_or_default();
        let complaint = complaints.join().unwrap_or_default();
        let lines = complaint.lines().rev().find(|line| !line.trim().is_empty());
        let complaint = lines.unwrap_or("").trim().chars().take(MOST_COMPLAINT).collect();
        let Usage { bytes, cpu_seconds } = usage;
        Ok(Ran { output, complaint, code: status?.code(), stop, seconds, cpu_seconds, bytes })
    })
}

fn read(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // What cannot be read any more is not there.
        let _ = pipe.take(MOST_OUTPUT).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits until the program ends or a limit is hit; with the most that it was seen to use.
fn watch(
    child: &mut Child,
    family: &Family,
    control: &Control,
    started: Instant,
) -> (Option<Stop>, Usage) {
    let (mut wait, mut most) = (SHORTEST_WAIT, Usage::default());
    loop {
        let is_over = has_ended(child);
        // A process that has ended and was not waited for still has its times.
        let now = family.usage();
        most.bytes = most.bytes.max(now.bytes);
        most.cpu_seconds = most.cpu_seconds.max(now.cpu_seconds);
        if is_over {
            return (None, most);
        }
        let limits = control.limits;
        let stop = if control.cancel.is_cancelled() {
            Some(Stop::Cancelled)
        } else if limits.max_time.is_some_and(|time| started.elapsed() >= time) {
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
