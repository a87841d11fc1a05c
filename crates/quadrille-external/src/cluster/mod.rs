//! Search over several processes, on one machine or on many, based on timely dataflow.
//!
//! The hash of a position selects the worker that owns it ([`owner`]), as among the threads of the
//! algorithm `parallel`. A worker stores its part of each layer in its own folder, in the format of
//! a search on disk. It expands its part; timely sends the successors to their owners; each owner
//! collects and merges what arrives, drops known positions, and commits its part of the next layer.
//! Then all workers exchange their counts.
//!
//! The same processes can search by A* in memory ([`Aim::Astar`]), with rounds of keys instead of
//! layers.
//!
//! Timely has no fault tolerance: when a process dies the others cannot continue. They notice it
//! and end. Every layer that all workers have committed is a checkpoint, and A* writes one now and
//! then: after a restart the workers agree on the last one and resume from there.
//!
//! The network is trusted. A program that connects to a port while the processes connect, and knows
//! the task, can take part.

mod agreement;
mod checkpoint;
mod connect;
mod connection;
mod exchange;
mod keys;
mod known;
mod packet;
mod process;
mod worker;

use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille_search::{
    Control, Report,
    explore::{Layer, Survey},
    toolkit::{Meter, PackedRows, PackedSpace, hash, owner},
};

use crate::engine::{Engine, Part};
use crate::error::{Break, ExternalError};
use crate::manifest::Scratch;
use crate::row::widened;
use crate::{Live, MAX_WORDS, Settings};
use checkpoint::Checkpoints;
use keys::Keys;
use worker::{OnLayer, Worker};

/// One process of a cluster.
#[derive(Clone, Debug)]
pub struct Member {
    /// The addresses of all processes, `host:port`, in the same order everywhere.
    pub addresses: Vec<String>,
    /// The index of this process among the addresses.
    pub process: usize,
    pub threads: usize,
    /// Describes the search; must be equal in all processes.
    pub task: String,
    /// The longest time to wait for the other processes.
    pub timeout: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    Goal,
    All,
    /// A shortest plan by A* with the estimates of the space, in memory, with checkpoints in the
    /// folder of the settings unless its path is empty. Every move must cost 1.
    Astar,
}

/// The result of a search, the same in all processes.
#[derive(Clone, PartialEq, Debug)]
pub struct Clustered<M> {
    /// The layers of all processes together (none with A*), with the moves to the farthest position
    /// for [`Aim::All`].
    pub survey: Survey<M>,
    /// The answer, unless the aim was [`Aim::All`].
    pub report: Option<Report<M>>,
    /// The number of layers from an earlier run; with A*, the number of its checkpoints.
    pub resumed: usize,
    /// The part of each worker. Empty if the processes could not connect.
    pub shares: Vec<Share>,
}

/// The part of one worker.
#[derive(Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, Debug)]
pub struct Share {
    /// The number of positions it owns.
    pub positions: u64,
    /// The bytes of its part of all layers.
    pub disk_bytes: u64,
    /// The number of positions it sent to other workers in this run.
    pub sent: u64,
    /// The bytes that its process sent to others in total; set for the first worker of a process.
    pub sent_bytes: u64,
}

/// The common end of all workers; counts and layers are those of all together.
#[derive(Default)]
struct Ended {
    end: crate::Ended,
    resumed: usize,
    shares: Vec<Share>,
}

/// Takes part in a search until all positions are found, or a goal if that is the aim. All
/// processes must be started with the same space, addresses and aim. A breadth-first search gives
/// each worker its own folder within that of the settings, and calls `on_layer` with the depth and
/// the contents of each layer that all processes have completed. A* works in memory, within the
/// limit of the settings.
///
/// If another process dies, this ends with [`ExternalError::Lost`]. Threads that wait for that
/// process then sleep until the program ends.
pub fn take_part<M: Clone + Send + 'static>(
    space: &dyn PackedSpace<Move = M>,
    member: &Member,
    settings: &Settings,
    aim: Aim,
    (control, live): (&Control, &Live),
    on_layer: &mut (dyn FnMut(usize, Layer) + Send),
) -> Result<Clustered<M>, ExternalError> {
    let mut meter = control.start();
    let watch = (control, live);
    let ended = match space.words() {
        1 => with_rows::<1>(space, member, settings, aim, watch, on_layer),
        2 => with_rows::<2>(space, member, settings, aim, watch, on_layer),
        3..=4 => with_rows::<4>(space, member, settings, aim, watch, on_layer),
        5..=8 => with_rows::<8>(space, member, settings, aim, watch, on_layer),
        9..=MAX_WORDS => with_rows::<MAX_WORDS>(space, member, settings, aim, watch, on_layer),
        words => Err(Break::Error(ExternalError::TooWide { words })),
    };
    match ended {
        Ok(ended) => concluded(space, aim, ended, &mut meter),
        Err(Break::Error(failure)) => Err(failure),
        // Stopped before the processes were connected.
        Err(Break::Stop(stop)) => {
            let end = crate::Ended { stop: Some(stop), ..crate::Ended::default() };
            concluded(space, aim, Ended { end, ..Ended::default() }, &mut meter)
        }
    }
}

fn with_rows<const N: usize>(
    space: &dyn PackedRows,
    member: &Member,
    settings: &Settings,
    aim: Aim,
    (control, live): (&Control, &Live),
    on_layer: OnLayer<'_>,
) -> Result<Ended, Break> {
    let (threads, processes) = (member.threads.max(1), member.addresses.len());
    let (workers, words, nodes) = (threads * processes, space.words(), control.limits.max_nodes);
    let is_stored = aim != Aim::Astar || settings.scratch != Path::new("");
    if is_stored {
        check_folder(&settings.scratch, workers).map_err(Break::Error)?;
    }
    let settings: Vec<Settings> = (0..threads)
        .map(|thread| Settings {
            scratch: part_of(settings, threads * member.process + thread, workers),
            memory: settings.memory / threads,
            disk: settings.disk.map(|disk| disk / threads as u64),
            threads: 1,
            ..settings.clone()
        })
        .collect();
    if aim == Aim::Astar {
        if !space.has_unit_costs() {
            return Err(Break::Error(ExternalError::Costs));
        }
        let mut parts = Vec::new();
        for settings in &settings {
            let opened = is_stored.then(|| Checkpoints::open(settings, words)).transpose();
            let checkpoints = opened.map_err(|end| Break::Error(end.failed(&settings.scratch)))?;
            parts.push((settings.memory, checkpoints));
        }
        return process::run(member, words, control, parts, |(memory, checkpoints), setup| {
            let control = setup.control.clone();
            let mut meter = control.start();
            let limits = (nodes, memory);
            Keys::<N>::new(space, setup.exchange(), checkpoints, &meter, limits).run(&mut meter)
        });
    }
    let lives: Vec<Live> = (1..threads).map(|_| Live::default()).collect();
    let first = owner(hash(&widened::<N>(&space.start())), workers);
    let (mut parts, mut on_layer) = (Vec::new(), Some(on_layer));
    for (thread, settings) in settings.iter().enumerate() {
        let has_start = first == threads * member.process + thread;
        let live = thread.checked_sub(1).map_or(live, |other| &lives[other]);
        let opened = Engine::<N>::open(space, settings, live, Part::Owned { has_start });
        let engine = opened.map_err(|end| Break::Error(end.failed(&settings.scratch)))?;
        parts.push((engine, on_layer.take()));
    }
    process::run(member, words, control, parts, |(engine, on_layer), setup| {
        let control = setup.control.clone();
        let mut meter = control.start();
        let worker = Worker::new(engine, setup.exchange(), meter.deadline(), nodes);
        match on_layer {
            Some(on_layer) => worker.run(aim, &mut meter, on_layer),
            None => worker.run(aim, &mut meter, &mut |_, _| {}),
        }
    })
}

fn part_of(settings: &Settings, worker: usize, workers: usize) -> PathBuf {
    settings.scratch.join(format!("{PART}{worker}{OF}{workers}"))
}

/// The parts of the name of such a folder.
const PART: &str = "worker-";
const OF: &str = "-of-";

/// Makes sure that the folder has no search with another number of workers: its positions would
/// have other owners.
fn check_folder(folder: &Path, workers: usize) -> Result<(), ExternalError> {
    // A folder that cannot be read is reported when it is opened.
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let before = name.strip_prefix(PART).and_then(|name| name.split_once(OF));
        if let Some(before) = before.and_then(|(_, workers)| workers.parse().ok())
            && before != workers
            && Scratch::is_search(&entry.path())
        {
            return Err(ExternalError::OtherWorkers {
                path: folder.to_path_buf(),
                before,
                workers,
            });
        }
    }
    Ok(())
}

fn concluded<M: Clone + Send + 'static>(
    space: &dyn PackedSpace<Move = M>,
    aim: Aim,
    ended: Ended,
    meter: &mut Meter<'_>,
) -> Result<Clustered<M>, ExternalError> {
    let Ended { mut end, resumed, shares } = ended;
    let broken = || ExternalError::Broken;
    if aim == Aim::All {
        let survey = end.survey(space, meter, broken)?;
        return Ok(Clustered { survey, report: None, resumed, shares });
    }
    let (layers, stop) = (std::mem::take(&mut end.layers), end.stop);
    let report = end.report(space, meter, broken)?;
    let (farthest, to_goal, hardest, stats) = (Vec::new(), None, None, report.stats);
    let survey = Survey { layers, farthest, to_goal, hardest, stop, stats };
    Ok(Clustered { survey, report: Some(report), resumed, shares })
}
