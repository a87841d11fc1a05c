//! Breadth-first search on disk, for state spaces larger than memory.
//!
//! The positions of each layer are stored on disk as sorted rows of words ([`PackedSpace`]). To
//! make the next layer, all positions of the last one are expanded in order; the successors are
//! sorted in memory and spilled to disk as a sorted run whenever the buffer is full. Then the runs
//! are merged, and duplicates and rows of earlier layers are dropped. Duplicates are detected late,
//! by merging sorted files, never by looking up a single position, so the disk is only read and
//! written sequentially.
//!
//! # Which layers have to be compared
//!
//! Where every move can be undone by one move, the successors of layer `d` are in layers `d - 1`,
//! `d` or `d + 1`, and comparing with two layers is enough. The slides of tiles cannot be undone: a
//! slide may lead to any earlier layer, so all layers are compared; otherwise positions would be
//! counted again and a search could follow a cycle without end. The space declares this
//! ([`Space::locality`](quadrille_search::space::Space::locality)); by default all layers are
//! compared. Layers have an index, so a layer with few rows near those of the new one costs little.
//!
//! # It survives
//!
//! A layer is kept once the manifest of the folder names its files; the manifest is replaced
//! atomically. A search that is killed loses the layer in progress and the small ones just before,
//! which are committed together; started again with the same folder, it resumes. The same holds
//! after a limit of time, memory, positions or disk, and after the disk was full. Every block and
//! every index has a checksum: damage is an error, never a wrong answer.
//!
//! ```
//! use quadrille_external::{Live, Settings, explore};
//! use quadrille_search::{Control, Pruning, space::Closures, toolkit::Rows};
//!
//! let next = |&at: &u64| [3, 7].map(|by| (by, at + by)).into_iter().filter(|step| step.1 < 20);
//! let space = Closures::new(0_u64, next, |&at| at == 10);
//! let folder = std::env::temp_dir().join(format!("quadrille-external-{}", std::process::id()));
//! let settings = Settings::new(&folder, "numbers below 20");
//! let rows = Rows::new(&space, Pruning::default());
//! let survey = explore(&rows, &settings, &Control::default(), &Live::default()).unwrap().result;
//! let sizes: Vec<u64> = survey.layers.iter().map(|layer| layer.positions).collect();
//! assert_eq!(sizes, [1, 2, 3, 3, 2, 2, 1]);
//! std::fs::remove_dir_all(&folder).unwrap();
//! ```

#[cfg(feature = "cluster")]
pub mod cluster;
mod codec;
mod disk;
mod engine;
mod error;
mod expand;
mod live;
mod manifest;
mod merge;
mod row;
mod segment;
mod team;

use std::path::{Path, PathBuf};

pub use error::ExternalError;
pub use live::{Live, Phase, Snapshot};

use engine::{Engine, Part};
use error::Break;
use quadrille_search::{
    Control, Cost, Report, Stats, Stop,
    explore::{Layer, Survey},
    toolkit::{Conclusion, Meter, PackedRows, PackedSpace, Plan},
};

/// The most words that a position can have.
pub const MAX_WORDS: usize = 32;

const DEFAULT_MEMORY: usize = 1 << 30;

/// The folder and the resources of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the search. It is created if it does not exist.
    pub scratch: PathBuf,
    /// Describes the search: a folder with another one is refused.
    pub identity: String,
    /// The number of bytes that its buffers may hold.
    pub memory: usize,
    /// The most bytes on disk; `None` for as many as there is room.
    pub disk: Option<u64>,
    pub threads: usize,
    /// The rows that a buffer holds before it is spilled; `None` for as many as the memory allows.
    pub buffer_rows: Option<usize>,
    /// The time between two checkpoints of A* over several processes; `None` for as much as makes
    /// them a fortieth of the work.
    #[cfg(feature = "cluster")]
    pub checkpoint_pause: Option<std::time::Duration>,
}

impl Settings {
    /// A search in this folder, with all cores and a gibibyte of memory.
    pub fn new(scratch: &Path, identity: &str) -> Settings {
        Settings {
            scratch: scratch.to_path_buf(),
            identity: identity.to_string(),
            memory: DEFAULT_MEMORY,
            disk: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            buffer_rows: None,
            #[cfg(feature = "cluster")]
            checkpoint_pause: None,
        }
    }
}

/// The result of a search, and the size of its folder.
#[derive(Clone, PartialEq, Debug)]
pub struct External<T> {
    pub result: T,
    pub disk_bytes: u64,
    /// The most bytes on disk at any time of this run.
    pub peak_disk_bytes: u64,
    /// The number of positions in the layers.
    pub positions: u64,
    /// The number of layers from earlier runs.
    pub resumed: usize,
    /// The seconds spent on all layers, including earlier runs.
    pub total_seconds: f64,
}

/// Finds a plan with the fewest moves, or proves that there is none. The report has no states.
pub fn search<M: Clone + Send + 'static>(
    space: &dyn PackedSpace<Move = M>,
    settings: &Settings,
    control: &Control,
    live: &Live,
) -> Result<External<Report<M>>, ExternalError> {
    with_rows(space, settings, control, live, Aim::Goal, |ended, meter| {
        ended.report(space, meter, || broken(settings))
    })
}

/// Makes all layers, to the last position that can be reached. Moves, stuck positions and dead ends
/// are not counted.
pub fn explore<M>(
    space: &dyn PackedSpace<Move = M>,
    settings: &Settings,
    control: &Control,
    live: &Live,
) -> Result<External<Survey<M>>, ExternalError> {
    with_rows(space, settings, control, live, Aim::All, |ended, meter| {
        ended.survey(space, meter, || broken(settings))
    })
}

fn broken(settings: &Settings) -> ExternalError {
    Break::broken_line(&settings.scratch).failed(&settings.scratch)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Goal,
    All,
}

/// The end of a search, before the moves are found.
#[derive(Default)]
struct Ended {
    /// The positions up to the first goal, or to a farthest one.
    line: Option<Vec<u64>>,
    lower_bound: Cost,
    stop: Option<Stop>,
    stats: Stats,
    layers: Vec<Layer>,
}

impl Ended {
    /// The answer to a search for a goal. `broken` is the error for a line without moves.
    fn report<M: Clone + Send + 'static>(
        self,
        space: &dyn PackedSpace<Move = M>,
        meter: &mut Meter<'_>,
        broken: impl Fn() -> ExternalError,
    ) -> Result<Report<M>, ExternalError> {
        let Ended { line, lower_bound, stop, stats, .. } = self;
        let plan = line.map(|line| space.plan(&line).ok_or_else(broken)).transpose()?;
        let plan = plan.map(|(moves, cost)| Plan { moves, states: Vec::new(), cost });
        let lower_bound = if space.has_unit_costs() { lower_bound } else { 0 };
        Ok(Conclusion { plan, lower_bound, stop, stats }.report(meter))
    }

    /// All layers, with the moves to a farthest position.
    fn survey<M>(
        self,
        space: &dyn PackedSpace<Move = M>,
        meter: &mut Meter<'_>,
        broken: impl Fn() -> ExternalError,
    ) -> Result<Survey<M>, ExternalError> {
        let Ended { line, stop, mut stats, layers, .. } = self;
        let farthest = line.map(|line| space.plan(&line).ok_or_else(broken)).transpose()?;
        let farthest = farthest.map(|(moves, _)| moves).unwrap_or_default();
        meter.finish(&mut stats);
        Ok(Survey { layers, farthest, to_goal: None, hardest: None, stop, stats })
    }
}

fn with_rows<T>(
    space: &dyn PackedRows,
    settings: &Settings,
    control: &Control,
    live: &Live,
    aim: Aim,
    finish: impl FnOnce(Ended, &mut Meter<'_>) -> Result<T, ExternalError>,
) -> Result<External<T>, ExternalError> {
    let mut meter = control.start();
    let External { result, disk_bytes, peak_disk_bytes, positions, resumed, total_seconds } =
        match space.words() {
            1 => run::<1>(space, settings, live, &mut meter, aim),
            2 => run::<2>(space, settings, live, &mut meter, aim),
            3..=4 => run::<4>(space, settings, live, &mut meter, aim),
            5..=8 => run::<8>(space, settings, live, &mut meter, aim),
            9..=MAX_WORDS => run::<MAX_WORDS>(space, settings, live, &mut meter, aim),
            words => Err(ExternalError::TooWide { words }),
        }?;
    let result = finish(result, &mut meter)?;
    Ok(External { result, disk_bytes, peak_disk_bytes, positions, resumed, total_seconds })
}

fn run<const N: usize>(
    space: &dyn PackedRows,
    settings: &Settings,
    live: &Live,
    meter: &mut Meter<'_>,
    aim: Aim,
) -> Result<External<Ended>, ExternalError> {
    let opened = Engine::<N>::open(space, settings, live, Part::Whole);
    let mut engine = opened.map_err(|end| end.failed(&settings.scratch))?;
    let resumed = engine.manifest().layers.len();
    let searched = match aim {
        Aim::Goal => goal(&mut engine, meter),
        Aim::All => farthest(&mut engine, meter),
    };
    // A stop is a result too; only an error is not.
    let committed = engine.commit();
    let (line, stop) = match searched.and_then(|line| committed.map(|()| line)) {
        Ok(line) => (line, None),
        Err(Break::Stop(stop)) => (None, Some(stop)),
        Err(Break::Error(failure)) => return Err(failure),
    };
    // A goal that is known gives the length of the plan, even if there was no time to trace it.
    let known = engine.manifest().layers.iter().position(|layer| layer.solved > 0);
    let lower_bound = known.map_or(engine.lower_bound(), |depth| depth as Cost);
    let layers: Vec<Layer> = engine
        .manifest()
        .layers
        .iter()
        .map(|layer| Layer { positions: layer.positions, solved: layer.solved, ..Layer::default() })
        .collect();
    let (peak_disk_bytes, disk_bytes) = engine.disk_bytes();
    let (positions, stats) = (layers.iter().map(|layer| layer.positions).sum(), engine.stats());
    let total_seconds = engine.seconds();
    let result = Ended { line, lower_bound, stop, stats, layers };
    Ok(External { result, disk_bytes, peak_disk_bytes, positions, resumed, total_seconds })
}

/// The positions up to the first goal; `None` if all positions were expanded and none is a goal.
fn goal<const N: usize>(
    engine: &mut Engine<'_, N>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u64>>, Break> {
    loop {
        let layers = &engine.manifest().layers;
        let first = layers.iter().position(|layer| layer.goal.is_some());
        if let Some((depth, goal)) = first.and_then(|at| Some((at, layers[at].goal.clone()?))) {
            meter.lower_bound(depth as u32);
            return engine.line_to(depth, &goal, meter).map(Some);
        }
        if engine.manifest().is_exhausted {
            return Ok(None);
        }
        next_layer(engine, meter)?;
    }
}

/// The positions up to a farthest one, once all are found.
fn farthest<const N: usize>(
    engine: &mut Engine<'_, N>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u64>>, Break> {
    while !engine.manifest().is_exhausted {
        next_layer(engine, meter)?;
    }
    let depth = engine.manifest().layers.len().saturating_sub(1);
    let row = engine.first_row(depth);
    row.map(|row| engine.line_to(depth, &row, meter)).transpose()
}

fn next_layer<const N: usize>(
    engine: &mut Engine<'_, N>,
    meter: &mut Meter<'_>,
) -> Result<(), Break> {
    meter.lower_bound(engine.lower_bound());
    engine.check(meter)?;
    engine.next_layer(meter)
}
