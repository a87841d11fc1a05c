//! The processes that 'run' starts on this machine. They end with it, and if one dies, all end.

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

/// The interval at which the processes are polled.
const TICK: Duration = Duration::from_millis(20);
/// The time that the others have to end after one has failed.
const LAST: Duration = Duration::from_secs(5);
/// The time after the first failure in which the cause is searched.
const CAUSE: Duration = Duration::from_millis(500);

/// The state that a process has reported.
#[derive(Default)]
struct Status {
    at: String,
    layer: Option<(usize, u64)>,
    found: Option<Box<WorkerResult>>,
    failed: Option<(String, String, bool)>,
}

struct Worker {
    process: usize,
    child: Child,
    /// Closing it ends the process.
    input: Option<ChildStdin>,
    reported: Arc<Mutex<Status>>,
    out: Option<JoinHandle<()>>,
    err: Option<JoinHandle<String>>,
    /// The first line of its standard error output, after a colon, once it has died.
    last_error: String,
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
            // It may have ended already.
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
        let reported = Arc::new(Mutex::new(Status::default()));
        let out = child.stdout.take().map(|stream| {
            let reported = Arc::clone(&reported);
            thread::spawn(move || listen(stream, &reported))
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
        let last_error = String::new();
        self.0.push(Worker { process, child, input, reported, out, err, last_error, status: None });
        Ok(())
    }

    /// Waits until all are done. Returns the result of the first; `tick` receives their status.
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
                // A process that died without a message is the most likely cause, then one that
                // reported its own failure.
                let failures = self.0.iter_mut().filter_map(Worker::failure);
                let worst = failures.max_by_key(|(rank, _)| *rank);
                return Err(worst.map_or_else(|| Fault::new("a process died"), |(_, fault)| fault));
            }
            if running == 0 {
                let first = self.0.first_mut().and_then(|worker| {
                    worker.reported.lock().unwrap_or_else(PoisonError::into_inner).found.take()
                });
                return first.ok_or_else(|| Fault::new("no process has a result"));
            }
            if let Some(first) = self.0.first() {
                tick(first.reported.lock().unwrap_or_else(PoisonError::into_inner).summary());
            }
            thread::sleep(TICK);
        }
    }
}

impl Status {
    fn summary(&self) -> String {
        match self.layer {
            None if self.at.is_empty() => "waiting for all processes".to_string(),
            None => self.at.clone(),
            Some((_, positions)) => format!("{}; {}", self.at, counted(positions, "position")),
        }
    }
}

fn listen(stream: impl Read, reported: &Mutex<Status>) {
    for line in BufReader::new(stream).lines() {
        // A line that cannot be read is skipped.
        let Ok(line) = line else { return };
        let Ok(line) = serde_json::from_str::<WorkerEvent>(&line) else { continue };
        let mut status = reported.lock().unwrap_or_else(PoisonError::into_inner);
        match line {
            WorkerEvent::At(text) => status.at = text,
            WorkerEvent::Layer(depth, positions) => status.layer = Some((depth, positions)),
            WorkerEvent::Found(answer) => status.found = Some(answer),
            WorkerEvent::Failed(message, help, is_cause) => {
                status.failed = Some((message, help, is_cause));
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

    /// The reason why it ended without a result, ranked: the likelier cause has the higher number.
    fn failure(&mut self) -> Option<(u8, Fault)> {
        let status = self.status?;
        let process = self.process;
        let reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.found.is_some() {
            return None;
        }
        if let Some((message, help, is_cause)) = &reported.failed {
            let message = if *is_cause {
                format!("process {process} of the cluster failed: {message}")
            } else {
                message.clone()
            };
            let fault = Fault::new(message);
            let fault = if help.is_empty() { fault } else { fault.help(help.as_str()) };
            return Some((u8::from(*is_cause), fault));
        }
        if let Some(text) = self.err.take().and_then(|err| err.join().ok()) {
            let line = text.lines().find(|line| !line.trim().is_empty());
            self.last_error = line.map_or(String::new(), |line| format!(": {line}"));
        }
        let message = format!("process {process} of the cluster died, {status}{}", self.last_error);
        let help =
            "run the same command again: it continues from what all workers have in their folders";
        Some((2, Fault::new(message).help(help)))
    }
}
