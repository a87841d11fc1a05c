//! The same breadth-first search over several processes, on one machine or on many, on timely dataflow.
//!
//! The hash of a position says which worker owns it ([`owner`](quadrille_search::owner)), as among the threads of the algorithm `parallel`. A
//! worker has its part of each layer in a folder of its own, just as a search on disk has the whole. It expands its part; timely carries what
//! follows to its owners; each of them gathers what comes, merges it, drops what it knows, and commits its part of the next layer. Then all tell
//! each other what they counted.
//!
//! Timely has no fault tolerance: when a process dies the others cannot go on. They notice it, and end. Every layer that all workers have committed
//! is a checkpoint: started again, they agree on the last one and go on from there.
//!
//! The network is trusted. Whoever can connect to a port while the processes meet, and knows what they search, can take part.

mod connect;
mod exchange;
mod line;
mod worker;

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use quadrille_search::{
    Conclusion, Control, Layer, Limits, Meter, PackedSpace, Plan, Report, Survey, hash, owner,
};
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::communication::initialize::Hooks;

use crate::engine::{Engine, Part};
use crate::failure::{Break, Failure};
use crate::manifest::Scratch;
use crate::row::{Row, widened};
use crate::{Live, MAX_WORDS, Settings};
use connect::connect;
use exchange::Exchange;
use worker::{Ended, OnLayer, Worker};

/// How long a process waits at the end for what the others still have to hear.
const FAREWELL: Duration = Duration::from_secs(5);

/// One process of a cluster.
#[derive(Clone, Debug)]
pub struct Member {
    /// The addresses of all processes, `host:port`, in the same order everywhere.
    pub addresses: Vec<String>,
    /// Which of them this one is.
    pub process: usize,
    /// How many workers each process has.
    pub threads: usize,
    /// What all have to agree on before they search together.
    pub task: String,
    /// How long to wait for the others.
    pub patience: Duration,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The shortest way to a goal.
    Goal,
    /// All positions.
    All,
}

/// What a process knows at the end: the same in all of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Clustered<M> {
    /// The layers of all processes together, with the way to the farthest position where all were looked for.
    pub survey: Survey<M>,
    /// The answer, where a goal was looked for.
    pub report: Option<Report<M>>,
    /// How many layers were there before.
    pub resumed: usize,
    /// What each worker has. Nothing where the processes did not meet.
    pub shares: Vec<Share>,
}

/// What one worker has and had to do.
#[derive(Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, Debug)]
pub struct Share {
    /// How many positions it owns.
    pub positions: u64,
    /// The bytes of its part of all layers.
    pub disk_bytes: u64,
    /// How many positions it sent to other workers, since it was started.
    pub sent: u64,
    /// The bytes that its process sent to others, all told; with the first worker of a process.
    pub sent_bytes: u64,
}

/// Takes part in a search until all positions are found, or the first goal if that is the aim. All processes have to be started with the same
/// space, the same addresses and the same aim. Each worker has a folder of its own in that of the settings. `on_layer` is called with the
/// depth of each layer that all processes have, and what is in it.
///
/// When another process dies this ends with [`Failure::Lost`]. Threads that wait for that process then sleep until the program ends.
pub fn take_part<M: Clone + Send + 'static>(
    space: &dyn PackedSpace<Move = M>,
    member: &Member,
    settings: &Settings,
    aim: Aim,
    (control, live): (&Control, &Live),
    on_layer: &mut (dyn FnMut(usize, Layer) + Send),
) -> Result<Clustered<M>, Failure> {
    let told = (control, live);
    match space.words() {
        1 => with_rows::<M, 1>(space, member, settings, aim, told, on_layer),
        2 => with_rows::<M, 2>(space, member, settings, aim, told, on_layer),
        3..=4 => with_rows::<M, 4>(space, member, settings, aim, told, on_layer),
        5..=8 => with_rows::<M, 8>(space, member, settings, aim, told, on_layer),
        9..=MAX_WORDS => with_rows::<M, MAX_WORDS>(space, member, settings, aim, told, on_layer),
        words => Err(Failure::TooWide { words }),
    }
}

fn with_rows<M: Clone + Send + 'static, const N: usize>(
    space: &dyn PackedSpace<Move = M>,
    member: &Member,
    settings: &Settings,
    aim: Aim,
    (control, live): (&Control, &Live),
    on_layer: OnLayer<'_>,
) -> Result<Clustered<M>, Failure>
where
    Row<N>: serde::Serialize + serde::de::DeserializeOwned,
{
    let mut meter = control.start();
    let (threads, processes) = (member.threads.max(1), member.addresses.len());
    let workers = threads * processes;
    check_folder(&settings.scratch, workers)?;
    let settings: Vec<Settings> = (0..threads)
        .map(|thread| Settings {
            scratch: part_of(settings, threads * member.process + thread, workers),
            memory: settings.memory / threads,
            disk: settings.disk.map(|disk| disk / threads as u64),
            threads: 1,
            ..settings.clone()
        })
        .collect();
    let lives: Vec<Live> = (1..threads).map(|_| Live::default()).collect();
    let first = owner(hash(&widened::<N>(&space.start())), workers);
    let mut engines = Vec::new();
    for (thread, settings) in settings.iter().enumerate() {
        let has_start = first == threads * member.process + thread;
        let live = thread.checked_sub(1).map_or(live, |other| &lives[other]);
        let opened = Engine::<M, N>::open(space, settings, live, Part::Owned { has_start });
        engines.push(opened.map_err(|end| end.failed(&settings.scratch))?);
    }
    let met = connect(member, space.words(), &control.cancel);
    let (lines, traffic) = match met {
        Ok(met) => met,
        Err(Break::Failure(failure)) => return Err(failure),
        Err(Break::Stop(stop)) => {
            let ended = Ended { stop: Some(stop), ..Ended::default() };
            return Ok(concluded(space, aim, ended, &mut meter));
        }
    };
    let hooks = Hooks::default();
    let builders = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(builders, lines, member.process, threads, hooks)
            .map_err(|error| Failure::Network {
                message: format!("the connections cannot be used: {error}"),
                help: "see that the system has threads and sockets left",
            })?;
    let nodes = control.limits.nodes;
    let mut on_layer = Some(on_layer);
    let all: Vec<Result<Ended<M>, Failure>> = thread::scope(|scope| {
        let mut handles = Vec::new();
        for (thread, (builder, engine)) in builders.into_iter().zip(engines).enumerate() {
            let traffic = Arc::clone(&traffic);
            let tell = on_layer.take();
            let mut control =
                Control { limits: Limits { nodes: None, ..control.limits }, ..control.clone() };
            if thread > 0 {
                control.progress = Arc::default();
            }
            handles.push(scope.spawn(move || {
                let config = timely::WorkerConfig::default();
                let allocator = Allocator::Tcp(builder.build());
                // Without a time to count from it would never sleep.
                let began = Some(Instant::now());
                let dataflow = timely::worker::Worker::new(config, allocator, began);
                let mut meter = control.start();
                let exchange = Exchange::new(dataflow, traffic, thread == 0);
                let worker = Worker::new(space, engine, exchange, meter.deadline(), nodes);
                match tell {
                    Some(tell) => worker.run(aim, &mut meter, tell),
                    None => worker.run(aim, &mut meter, &mut |_, _| {}),
                }
            }));
        }
        let joined = handles.into_iter().map(|handle| handle.join());
        joined.map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    match traffic.lost() {
        // Its threads wait for what will never come.
        Some(_) => std::mem::forget(guard),
        None => part_ways(guard),
    }
    let mut ended = None;
    for end in all {
        ended = ended.or(Some(end?));
    }
    Ok(concluded(space, aim, ended.unwrap_or_default(), &mut meter))
}

/// Waits until everything is sent, but not for ever: another process may die even now.
fn part_ways(guard: impl Send + 'static) {
    let (done, parted) = mpsc::channel();
    let waiting = thread::Builder::new().spawn(move || {
        drop(guard);
        // Nobody waits any more.
        let _ = done.send(());
    });
    if waiting.is_ok() {
        let _ = parted.recv_timeout(FAREWELL);
    }
}

/// The folder of a worker.
fn part_of(settings: &Settings, worker: usize, workers: usize) -> PathBuf {
    settings.scratch.join(format!("{PART}{worker}{OF}{workers}"))
}

/// How the name of such a folder begins, and what stands before the number of workers.
const PART: &str = "worker-";
const OF: &str = "-of-";

/// Makes sure that no other number of workers has searched in a folder: they would not find what those have found.
fn check_folder(folder: &Path, workers: usize) -> Result<(), Failure> {
    // What cannot be read is told when it is opened.
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let before = name.strip_prefix(PART).and_then(|name| name.split_once(OF));
        if let Some(before) = before.and_then(|(_, workers)| workers.parse().ok())
            && before != workers
            && Scratch::is_search(&entry.path())
        {
            return Err(Failure::OtherWorkers { path: folder.to_path_buf(), before, workers });
        }
    }
    Ok(())
}

fn concluded<M: Clone + Send + 'static>(
    space: &dyn PackedSpace<Move = M>,
    aim: Aim,
    ended: Ended<M>,
    meter: &mut Meter<'_>,
) -> Clustered<M> {
    let Ended { layers, way, stop, mut stats, resumed, shares } = ended;
    let goal = layers.iter().position(|layer| layer.solved > 0);
    let (mut report, mut farthest) = (None, Vec::new());
    match aim {
        Aim::Goal => {
            let bound = goal.unwrap_or(layers.len()) as u32;
            let lower_bound = if space.has_unit_costs() { bound } else { 0 };
            let plan = way.map(|(moves, cost)| Plan { moves, states: Vec::new(), cost });
            report = Some(Conclusion { plan, lower_bound, stop, stats }.report(meter));
        }
        Aim::All => farthest = way.map(|(moves, _)| moves).unwrap_or_default(),
    }
    meter.finish(&mut stats);
    let survey = Survey { layers, farthest, to_goal: None, hardest: None, stop, stats };
    Clustered { survey, report, resumed, shares }
}
