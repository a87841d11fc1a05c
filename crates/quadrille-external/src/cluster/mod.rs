//! The same search over several processes, on one machine or on many, on timely dataflow.
//!
//! The hash of a position says which worker owns it ([`owner`]), as among the threads of the
//! algorithm `parallel`. A worker has its part of each layer in a folder of its own, just as a
//! search on disk has the whole. It expands its part; timely carries what follows to its owners;
//! each of them gathers what comes, merges it, drops what it knows, and commits its part of the
//! next layer. Then all tell each other what they counted.
//!
//! The same processes can search by A* in memory ([`Aim::Astar`]), with rounds of keys in place of
//! layers.
//!
//! Timely has no fault tolerance: when a process dies the others cannot go on. They notice it, and
//! end. Every layer that all workers have committed is a checkpoint: started again, they agree on
//! the last one and go on from there.
//!
//! The network is trusted. A program that connects to a port while the processes meet, and knows
//! what they search, can take part.

mod agreement;
mod connect;
mod connection;
mod exchange;
mod keys;
mod known;
mod process;
mod worker;

use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille_search::{
    Control, Cost, Report, Stats, Stop,
    explore::Layer,
    explore::Survey,
    toolkit::{Conclusion, Meter, PackedRows, PackedSpace, Plan, hash, owner},
};

use crate::engine::{Engine, Part};
use crate::error::{Break, ExternalError};
use crate::manifest::Scratch;
use crate::row::{Row, widened};
use crate::{Live, MAX_WORDS, Settings};
use keys::Keys;
use worker::{OnLayer, Worker};

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The shortest way to a goal.
    Goal,
    All,
    /// The shortest way to a goal, by A* with the estimates of the space, in memory. Every move has
    /// to cost 1.
    Astar,
}

/// What a process knows at the end: the same in all of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Clustered<M> {
    /// The layers of all processes together, none with A*, with the way to the farthest position
    /// where all were looked for.
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
    /// The bytes that its process sent to others in total; set for the first worker of a process.
    pub sent_bytes: u64,
}

/// What all workers know at the end.
struct Ended {
    /// All layers, with the positions of all workers.
    layers: Vec<Layer>,
    /// The positions up to the first goal, or to the farthest position.
    line: Option<Vec<u64>>,
    lower_bound: Cost,
    stop: Option<Stop>,
    /// What all workers counted together.
    stats: Stats,
    /// How many layers were there before.
    resumed: usize,
    shares: Vec<Share>,
}

impl Default for Ended {
    fn default() -> Self {
        let (layers, shares, stats) = (Vec::new(), Vec::new(), Stats::default());
        Ended { layers, line: None, lower_bound: 0, stop: None, stats, resumed: 0, shares }
    }
}

/// Takes part in a search until all positions are found, or a goal if that is the aim. All
/// processes have to be started with the same space, the same addresses and the same aim. Layer by
/// layer, each worker has a folder of its own in that of the settings, and `on_layer` is called
/// with the depth of each layer that all processes have, and what is in it. By A* all is in memory,
/// which the settings limit, and nothing is kept.
///
/// When another process dies this ends with [`ExternalError::Lost`]. Threads that wait for that
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
        // It was stopped before the processes had met.
        Err(Break::Stop(stop)) => {
            let ended = Ended { stop: Some(stop), ..Ended::default() };
            concluded(space, aim, ended, &mut meter)
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
) -> Result<Ended, Break>
where
    Row<N>: serde::Serialize + serde::de::DeserializeOwned,
{
    let (threads, processes) = (member.threads.max(1), member.addresses.len());
    let (workers, words, nodes) = (threads * processes, space.words(), control.limits.max_nodes);
    let memory = settings.memory / threads;
    if aim == Aim::Astar {
        if !space.has_unit_costs() {
            return Err(Break::Error(ExternalError::Costs));
        }
        return process::run(member, words, control, vec![(); threads], |(), seat| {
            let control = seat.control.clone();
            let mut meter = control.start();
            Keys::<N>::new(space, seat.exchange(), &meter, nodes, memory).run(&mut meter)
        });
    }
    check_folder(&settings.scratch, workers).map_err(Break::Error)?;
    let settings: Vec<Settings> = (0..threads)
        .map(|thread| Settings {
            scratch: part_of(settings, threads * member.process + thread, workers),
            memory,
            disk: settings.disk.map(|disk| disk / threads as u64),
            threads: 1,
            ..settings.clone()
        })
        .collect();
    let lives: Vec<Live> = (1..threads).map(|_| Live::default()).collect();
    let first = owner(hash(&widened::<N>(&space.start())), workers);
    let (mut parts, mut tell) = (Vec::new(), Some(on_layer));
    for (thread, settings) in settings.iter().enumerate() {
        let has_start = first == threads * member.process + thread;
        let live = thread.checked_sub(1).map_or(live, |other| &lives[other]);
        let opened = Engine::<N>::open(space, settings, live, Part::Owned { has_start });
        let engine = opened.map_err(|end| Break::Error(end.failed(&settings.scratch)))?;
        parts.push((engine, tell.take()));
    }
    process::run(member, words, control, parts, |(engine, tell), seat| {
        let control = seat.control.clone();
        let mut meter = control.start();
        let worker = Worker::new(engine, seat.exchange(), meter.deadline(), nodes);
        match tell {
            Some(tell) => worker.run(aim, &mut meter, tell),
            None => worker.run(aim, &mut meter, &mut |_, _| {}),
        }
    })
}

/// The folder of a worker.
fn part_of(settings: &Settings, worker: usize, workers: usize) -> PathBuf {
    settings.scratch.join(format!("{PART}{worker}{OF}{workers}"))
}

/// How the name of such a folder begins, and what stands before the number of workers.
const PART: &str = "worker-";
const OF: &str = "-of-";

/// Makes sure that no other number of workers has searched in a folder: they would not find what
/// those have found.
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
    let Ended { layers, line, lower_bound, stop, mut stats, resumed, shares } = ended;
    let way = line.map(|line| space.plan(&line).ok_or(ExternalError::Broken)).transpose()?;
    let (mut report, mut farthest) = (None, Vec::new());
    match aim {
        Aim::Goal | Aim::Astar => {
            let lower_bound = if space.has_unit_costs() { lower_bound } else { 0 };
            let plan = way.map(|(moves, cost)| Plan { moves, states: Vec::new(), cost });
            report = Some(Conclusion { plan, lower_bound, stop, stats }.report(meter));
        }
        Aim::All => farthest = way.map(|(moves, _)| moves).unwrap_or_default(),
    }
    meter.finish(&mut stats);
    let survey = Survey { layers, farthest, to_goal: None, hardest: None, stop, stats };
    Ok(Clustered { survey, report, resumed, shares })
}
