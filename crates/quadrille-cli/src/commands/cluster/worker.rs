//! `quadrille cluster worker`: one process of a cluster.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use quadrille::Method;
use quadrille::games::Game;
use quadrille::search::{Algorithm, Cancel, Control, Limits, Progress, Pruning, explore::Layer};
use quadrille_base::memory;
use quadrille_base::quantities::counted;
use quadrille_external::cluster::{Aim, Member, take_part};
use quadrille_external::{ExternalError, Live, Settings};

use super::hosts::Hosts;
use super::result::{WorkerEvent, WorkerResult};
use super::{Search, TaskArgs, WorkerArgs};
use crate::Context;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input;
use crate::output::progress;
use crate::request::{combined, resolved};
use crate::scratch::identity;
use crate::version::version;

/// The interval at which a process reports its status.
const TICK: Duration = Duration::from_millis(200);

pub fn run(args: &WorkerArgs, context: &mut Context) -> Result<Exit, Abort> {
    let task = &args.task;
    let (item, level) = input::load_one(&task.file, &task.selection, task.json, context)?;
    let hosts = Hosts::of(task)?;
    if task.hosts.is_none() {
        let fault = Fault::new("a worker needs the addresses of the others");
        return Err(fault.help("name the file of hosts with --hosts").into());
    }
    let processes = hosts.addresses.len();
    if args.process >= processes {
        let message = format!("there is no process {}: the cluster has {processes}", args.process);
        return Err(Fault::new(message).help("processes are numbered from 0").into());
    }
    let method = task.method(level.game)?;
    let scratch = task.folder()?;
    let pruning = Pruning { canonical: true, dead_ends: !task.space };
    let identity = identity(&level, pruning);
    let member = Member {
        addresses: hosts.addresses.clone(),
        process: args.process,
        threads: usize::from(task.threads),
        task: format!("{} {method} space={} {identity}", version(), task.space),
        timeout: task.wait,
    };
    // The keys of A* depend on the heuristic, and so does what is left to expand.
    let identity = match task.algorithm {
        Search::Astar => format!("{method} {identity}"),
        Search::Bfs => identity,
    };
    let limits = Limits { max_nodes: task.max_nodes, max_time: task.max_time, max_memory: None };
    let bytes = task.max_memory.unwrap_or_else(memory::budget);
    let settings = Settings {
        memory: usize::try_from(bytes).unwrap_or(usize::MAX),
        disk: task.max_disk,
        checkpoint_pause: task.checkpoint,
        ..Settings::new(scratch, &identity)
    };
    let cancel = context.interrupt.arm();
    let control = Control { limits, cancel: cancel.clone(), ..Control::default() };
    let (live, line) = (Live::default(), progress::StatusLine::new(1));
    let events = EventSink { is_sent: args.with_run, line: &line, title: &item.title };
    if args.with_run {
        end_with_input(cancel);
    }
    let aim = match task.algorithm {
        Search::Astar => Aim::Astar,
        Search::Bfs if task.space => Aim::All,
        Search::Bfs => Aim::Goal,
    };
    // A heuristic that fails stops this process and so the whole cluster.
    let stopped = control.cancel.clone();
    let heuristic = method.heuristic.as_ref().map(|heuristic| (heuristic, &stopped));
    let (mut end, is_over) = (None, AtomicBool::new(false));
    let fit = thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Relaxed) {
                events.at(&live, &control.progress);
                thread::sleep(TICK);
            }
        });
        let mut positions = 0;
        let mut on_layer = |depth: usize, layer: Layer| {
            positions += layer.positions;
            events.send(&WorkerEvent::Layer(depth, positions));
        };
        let fit = level.game.with_rows(&level.grid, pruning, heuristic, &mut |rows| {
            let summary = (&control, &live);
            end = Some(take_part(rows, &member, &settings, aim, summary, &mut on_layer));
        });
        is_over.store(true, Relaxed);
        fit
    });
    line.clear();
    context.interrupt.disarm();
    let found = match (fit, end) {
        (Ok(()), Some(Ok(found))) => found,
        (Ok(()), Some(Err(failure))) => {
            let is_cause =
                !matches!(failure, ExternalError::Lost { .. } | ExternalError::Other { .. });
            let message = match failure {
                ExternalError::Lost { process } => {
                    format!("{failure} ({})", hosts.addresses[process.min(processes - 1)])
                }
                _ => failure.to_string(),
            };
            return failed(args, (message, failure.help().to_string(), is_cause), &events);
        }
        (Err(error), _) => {
            return failed(args, (error.to_string(), String::new(), true), &events);
        }
        (Ok(()), None) => return Ok(Exit::Bug),
    };
    let answer = WorkerResult::new(&level, &found, member.threads);
    if args.with_run {
        events.send(&WorkerEvent::Found(Box::new(answer)));
        return Ok(Exit::Fine);
    }
    let stop = answer.stop();
    let exit = answer.print(&item, &level, (&method, task.space), (task.json, context))?;
    remain(task, stop.is_some());
    Ok(exit)
}

impl TaskArgs {
    pub(super) fn method(&self, game: &'static dyn Game) -> Result<Method, Fault> {
        let algorithm = match self.algorithm {
            Search::Bfs => Algorithm::Bfs,
            Search::Astar if self.space => {
                let fault = Fault::new("A* does not look at all positions");
                return Err(fault.help("leave --space out, or choose --algorithm bfs"));
            }
            Search::Astar => Algorithm::Astar,
        };
        resolved(&combined(&algorithm.into(), self.heuristic.as_ref())?, game)
    }

    /// The scratch folder, which only A* can do without.
    pub(super) fn folder(&self) -> Result<&Path, Fault> {
        match (&self.scratch, self.algorithm) {
            (Some(folder), _) => Ok(folder),
            (None, Search::Astar) => Ok(Path::new("")),
            (None, Search::Bfs) => Err(Fault::new("the layers of a search need a folder")
                .help("name one with --scratch; it is created if it does not exist")),
        }
    }
}

/// Prints what is in the folder, and how to use it.
pub fn remain(task: &TaskArgs, is_stopped: bool) {
    let Some(folder) = &task.scratch else { return };
    let folder = folder.display();
    let what = match task.algorithm {
        Search::Bfs => "layers",
        Search::Astar => "checkpoints",
    };
    console::remark(&match is_stopped {
        true => format!("the {what} are kept in {folder}: the same command continues from there"),
        false => format!(
            "the {what} are kept in {folder}: delete the folder when it is no longer needed"
        ),
    });
}

fn failed(
    args: &WorkerArgs,
    (message, help, is_cause): (String, String, bool),
    events: &EventSink<'_>,
) -> Result<Exit, Abort> {
    if args.with_run {
        events.send(&WorkerEvent::Failed(message, help, is_cause));
        return Ok(Exit::Bad);
    }
    let fault = Fault::new(message);
    Err(if help.is_empty() { fault } else { fault.help(help) }.into())
}

/// Cancels the search when the standard input ends: its parent process is gone.
fn end_with_input(cancel: Cancel) {
    let watch = move || {
        let mut bytes = [0; 64];
        while std::io::stdin().read(&mut bytes).is_ok_and(|count| count > 0) {}
        cancel.cancel();
    };
    // Without this thread, the process ends when its connections do.
    let _ = thread::Builder::new().name("input".into()).spawn(watch);
}

/// The events of a process: sent to 'run', or shown on the terminal.
struct EventSink<'a> {
    is_sent: bool,
    line: &'a progress::StatusLine,
    title: &'a str,
}

impl EventSink<'_> {
    fn send(&self, line: &WorkerEvent) {
        if self.is_sent {
            let text = serde_json::to_string(line).unwrap_or_default();
            // The receiver is gone; the search ends with its input.
            let _ = writeln!(std::io::stdout().lock(), "{text}");
        } else if let WorkerEvent::At(text) = line {
            self.line.set(format!("{}: {text}", self.title));
        }
    }

    fn at(&self, live: &Live, progress: &Progress) {
        let now = live.snapshot();
        if now.depth > 0 {
            let (phase, share) = (now.phase.name(), 100.0 * now.share);
            self.send(&WorkerEvent::At(format!("layer {}: {phase} {share:.0} %", now.depth)));
        } else if progress.expanded() > 0 {
            let bound = counted(progress.lower_bound().into(), "move");
            let positions = counted(progress.expanded(), "position");
            self.send(&WorkerEvent::At(format!("at least {bound}, {positions} of this process")));
        }
    }
}
