//! The processes that 'run' starts on this machine: they end with it, and one that dies ends all.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadrille::search::Cancel;
use quadrille_base::quantities::counted;

use super::result::{WorkerEvent, WorkerResult};
use crate::errors::Fault;

/// How often the processes are looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long the others may take to end when one has failed, or to find out who it was.
const LAST: Duration = Duration::from_secs(5);
/// How long after the first failure the cause is looked for.
const CAUSE: Duration = Duration::from_millis(500);

/// What is known while the processes work.
#[derive(Default)]
struct Heard {
    at: String,
    layer: Option<(usize, u64)>,
    found: Option<Box<WorkerResult>>,
    failed: Option<(String, String, bool)>,
}

struct Worker {
    process: usize,
    child: Child,
    /// When it is closed the process ends.
    input: Option<ChildStdin>,
    heard: Arc<Mutex<Heard>>,
    out: Option<JoinHandle<()>>,
    err: Option<JoinHandle<String>>,
    status: Option<ExitStatus>,
}

#[derive(Default)]
pub struct Team(Vec<Worker>);

impl Drop for Team {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            worker.input = None;
        }
        let until = Instant::now() + LAST;
        while self.0.iter_mut().any(Worker::is_running) && Instant::now() < until {
            thread::sleep(TICK);
        }
        for worker in self.0.iter_mut().filter(|worker| worker.status.is_none()) {
            // It may have ended this moment.
            let _ = worker.child.kill();
            let _ = worker.child.wait();
        }
    }
}

impl Team {
    pub fn start(&mut self, process: usize, args: &[OsString]) -> Result<(), Fault> {
        let failed = |error: std::io::Error| Fault::new(format!("cannot start a process: {error}"));
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let heard = Arc::new(Mutex::new(Heard::default()));
        let out = child.stdout.take().map(|stream| {
            let heard = Arc::clone(&heard);
            thread::spawn(move || listen(stream, &heard))
        });
        let err = child.stderr.take().map(|mut stream| {
            thread::spawn(move || {
                let mut text = Vec::new();
                // A line that cannot be read is skipped.
                let _ = stream.read_to_end(&mut text);
                String::from_utf8_lossy(&text).into_owned()
            })
        });
        let input = child.stdin.take();
        self.0.push(Worker { process, child, input, heard, out, err, status: None });
        Ok(())
    }

    /// Waits until all are done, and returns what the first found. `tick` is called with what they
    /// are at.
    pub fn wait(
        &mut self,
        cancel: &Cancel,
        tick: impl Fn(String),
    ) -> Result<Box<WorkerResult>, Fault> {
        let mut failed_at: Option<Instant> = None;
        loop {
            if cancel.is_cancelled() {
                self.0.iter_mut().for_each(|worker| worker.input = None);
            }
            let running = self.0.iter_mut().filter_map(|worker| worker.is_running().then_some(()));
            let running = running.count();
            if failed_at.is_none() && self.0.iter_mut().any(|worker| worker.failure().is_some()) {
                failed_at = Some(Instant::now());
            }
            if let Some(since) = failed_at
                && (running == 0 || since.elapsed() > CAUSE)
            {
                // One that died without a word says most, then one that knows that it failed
                // itself.
                let failures = self.0.iter_mut().filter_map(Worker::failure);
                let worst = failures.max_by_key(|(rank, _)| *rank);
                return Err(worst.map_or_else(|| Fault::new("a process died"), |(_, fault)| fault));
            }
            if running == 0 {
                let first = self.0.first_mut().and_then(|worker| {
                    worker.heard.lock().unwrap_or_else(PoisonError::into_inner).found.take()
                });
                return first.ok_or_else(|| Fault::new("no process found anything"));
            }
            if let Some(first) = self.0.first() {
                tick(first.heard.lock().unwrap_or_else(PoisonError::into_inner).summary());
            }
            thread::sleep(TICK);
        }
    }
}

impl Heard {
    fn summary(&self) -> String {
        match self.layer {
            None if self.at.is_empty() => "waiting for all processes".to_string(),
            None => self.at.clone(),
            Some((_, positions)) => format!("{}; {}", self.at, counted(positions, "position")),
        }
    }
}

fn listen(stream: impl Read, heard: &Mutex<Heard>) {
    for line in BufReader::new(stream).lines() {
        // A line that cannot be read is skipped.
        let Ok(line) = line else { return };
        let Ok(line) = serde_json::from_str::<WorkerEvent>(&line) else { continue };
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        match line {
            WorkerEvent::At(text) => heard.at = text,
            WorkerEvent::Layer(depth, positions) => heard.layer = Some((depth, positions)),
            WorkerEvent::Found(answer) => heard.found = Some(answer),
            WorkerEvent::Failed(message, help, is_cause) => {
                heard.failed = Some((message, help, is_cause));
            }
        }
    }
}

impl Worker {
    fn is_running(&mut self) -> bool {
        if self.status.is_none() {
            match self.child.try_wait() {
                Ok(None) => return true,
                Ok(status) => self.status = status,
                // It is no longer a child process, so it cannot be waited for.
                Err(_) => return false,
            }
            if let Some(out) = self.out.take() {
                // Its output is read to the end before its status is used.
                let _ = out.join();
            }
        }
        false
    }

    /// Why it ended without an answer, and how much that says.
    fn failure(&mut self) -> Option<(u8, Fault)> {
        let status = self.status?;
        let process = self.process;
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if heard.found.is_some() {
            return None;
        }
        if let Some((message, help, is_cause)) = &heard.failed {
            let message = if *is_cause {
                format!("process {process} of the cluster failed: {message}")
            } else {
                message.clone()
            };
            let fault = Fault::new(message);
            let fault = if help.is_empty() { fault } else { fault.help(help.as_str()) };
            return Some((u8::from(*is_cause), fault));
        }
        let said = self.err.take().and_then(|err| err.join().ok()).unwrap_or_default();
        let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let colon = if said.is_empty() { "" } else { ": " };
        let message = format!("process {process} of the cluster died, {status}{colon}{said}");
        let help = "the same command goes on from the last layer that all workers have";
        Some((2, Fault::new(message).help(help)))
    }
}
