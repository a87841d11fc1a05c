//! Heuristics in Python: calls a function `estimate(level)` of a file in a confined process.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille::games;
use quadrille::grid::Grid;
use quadrille::heuristics::{Custom, EstimateFn};
use quadrille::levels::{Level, to_code};
use quadrille::search::toolkit::Deadline;
use quadrille_lab::child::{Running, complaint_of, end_in_words};

use super::isolation::{self, Isolation};

/// A script that reads share codes, one per line, and answers each with a number or an error.
const ASKER: &str = include_str!("ask.py");

/// The interval at which the clock is read while waiting for an answer.
const POLL: Duration = Duration::from_millis(20);

const MAX_ANSWER: usize = 4096;

/// The process that answers, started on demand: one that takes too long is killed, and the next
/// check starts a new one.
struct Asker {
    path: PathBuf,
    isolation: Isolation,
    process: Mutex<Option<Process>>,
}

struct Process {
    running: Running,
    input: ChildStdin,
    output: ChildStdout,
    read: Vec<u8>,
}

pub fn heuristic(path: &Path, isolation: &Isolation, start: &Deadline) -> Result<Custom, String> {
    let name = path.file_name().map_or("python".into(), |name| name.to_string_lossy());
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    let process = Mutex::new(None);
    let asker = Arc::new(Asker { path, isolation: isolation.clone(), process });
    asker.started(start)?;
    Ok(Custom::new(name.into_owned(), 0, move |id, _: &Grid<u16>| {
        let game = games::by_id(id).ok_or("unknown game")?;
        let asker = Arc::clone(&asker);
        let estimate: EstimateFn = Box::new(move |board: &Grid<u16>, deadline: &Deadline| {
            asker.ask(&to_code(&Level::new(game, board.clone())), deadline)
        });
        Ok(estimate)
    }))
}

impl Asker {
    fn started(&self, deadline: &Deadline) -> Result<(), String> {
        let mut place = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        if place.is_some() {
            return Ok(());
        }
        let mut process = Process::start(&self.path, &self.isolation)?;
        match process.answer(deadline)?.as_str() {
            "ready" => *place = Some(process),
            other => return Err(other.trim_start_matches("error: ").to_string()),
        }
        Ok(())
    }

    fn ask(&self, code: &str, deadline: &Deadline) -> Result<f64, String> {
        self.started(deadline)?;
        let mut place = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let process = place.as_mut().ok_or("the Python program ended")?;
        // If it has ended, the reason is reported below.
        let _ = writeln!(process.input, "{code}");
        let answer = process.answer(deadline);
        if answer.is_err() {
            *place = None;
        }
        let answer = answer?;
        answer.parse().map_err(|_| answer.trim_start_matches("error: ").to_string())
    }
}

impl Process {
    fn start(path: &Path, isolation: &Isolation) -> Result<Process, String> {
        let arguments: [OsString; 4] = ["-B".into(), "-c".into(), ASKER.into(), path.into()];
        let command = isolation.command("python3".as_ref(), &arguments, isolation::parent(path));
        let started = command.and_then(|mut command| {
            command.stdin(Stdio::piped());
            Running::start(command)
        });
        let mut running = started.map_err(|error| format!("python3 cannot be started: {error}"))?;
        let pipes = running.stdin().zip(running.stdout());
        let (input, output) = pipes.ok_or("python3 has no pipes")?;
        Ok(Process { running, input, output, read: Vec::new() })
    }

    /// The next line of its output.
    fn answer(&mut self, deadline: &Deadline) -> Result<String, String> {
        loop {
            if let Some(end) = self.read.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                return Ok(String::from_utf8_lossy(&line).trim().to_string());
            }
            if !self.is_ready()? {
                deadline.check(0).map_err(|stop| format!("it was stopped: {stop}"))?;
                continue;
            }
            let mut part = [0; 1024];
            match self.output.read(&mut part) {
                Ok(count @ 1..) if self.read.len() < MAX_ANSWER => {
                    self.read.extend_from_slice(&part[..count]);
                }
                Ok(1..) => return Err("its answer is too long".to_string()),
                Ok(0) | Err(_) => return Err(self.end()),
            }
        }
    }

    /// True if there is something to read. Returns now and then, so that the caller can read the
    /// clock.
    #[cfg(unix)]
    fn is_ready(&self) -> Result<bool, String> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut pipes = [PollFd::new(&self.output, PollFlags::IN)];
        let wait = Timespec { tv_sec: 0, tv_nsec: POLL.subsec_nanos().into() };
        match poll(&mut pipes, Some(&wait)) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    }

    #[cfg(not(unix))]
    fn is_ready(&self) -> Result<bool, String> {
        Ok(true)
    }

    /// The reason why it ended, with its last error message.
    fn end(&mut self) -> String {
        self.running.wait_a_moment();
        let (code, signal) = self.running.end();
        let words = self.running.complaints().text(Instant::now() + POLL);
        let how = end_in_words(code, signal).map_or(String::new(), |how| format!(" with {how}"));
        match complaint_of(&words).as_str() {
            "" => format!("the Python program ended{how}"),
            words => format!("the Python program ended{how}: {words}"),
        }
    }
}
