//! Breadth-first search on disk, for state spaces larger than memory.
//!
//! The positions of each layer lie on disk as sorted rows of words ([`PackedSpace`]). To make the
//! next layer, all positions of the last one are expanded in their order; what follows is sorted in
//! memory, and spilled to disk as a sorted run whenever its buffer is full. Then the runs are
//! merged, each row is kept once, and those of earlier layers are dropped: the duplicates are
//! detected late, by merging sorted files, and never by looking one position up. So the disk is
//! only ever read and written from end to end.
//!
//! # Which layers have to be compared
//!
//! Where every move can be taken back, what follows from layer `d` is in the layers `d - 1`, `d` or
//! `d + 1`, and comparing with two layers is enough. The slides of tiles cannot be taken back: a
//! slide may lead to any earlier layer, so all of them are compared, or positions would be counted
//! again (and a search without end could follow a circle). A space says what is true of it
//! ([`Space::locality`](quadrille_search::Space::locality)); without a word all layers are
//! compared. The layers have an index, so that one that has few rows near those of the new layer
//! costs little.
//!
//! # It survives
//!
//! A layer counts once the manifest of the folder names its files, which is changed in one step.
//! Killed at any moment, a search loses the layer in work; started again with the same folder it
//! goes on. So it does after a limit of time, memory, positions or disk, and after the disk was
//! full. Every block of a file and every index has a checksum: what is damaged is an error, and
//! never an answer.
//!
//! ```
//! use quadrille_external::{Live, Settings, explore};
//! use quadrille_search::{Control, Pruning, Closures, toolkit::Rows};
//!
//! let next = |&at: &u64| [3, 7].into_iter().map(move |by| (by, at + by)).filter(|step| step.1 < 20);
//! let space = Closures::new(0_u64, next, |&at| at == 10);
//! let folder = std::env::temp_dir().join(format!("quadrille-external-{}", std::process::id()));
//! let settings = Settings::new(&folder, "numbers below 20");
//! let rows = Rows::new(&space, Pruning::default());
//! let survey = explore(&rows, &settings, &Control::default(), &Live::default()).unwrap().found;
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
    Control, Report,
    explore::Layer,
    explore::Survey,
    toolkit::{Conclusion, Meter, PackedSpace, Plan},
};

/// The most words that a position can have.
pub const MAX_WORDS: usize = 32;

/// Memory that is used when nobody says.
const DEFAULT_MEMORY: usize = 1 << 30;

/// Where and with how much a search works.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the search. It is made if it is not there.
    pub scratch: PathBuf,
    /// Of what it is a search: a folder with another one is refused.
    pub identity: String,
    /// How many bytes its buffers may hold.
    pub memory: usize,
    /// How many bytes it may have on disk; `None` for as many as there is room.
    pub disk: Option<u64>,
    pub threads: usize,
    /// How many rows a buffer holds before it is spilled; `None` for as many as the memory allows.
    pub buffer_rows: Option<usize>,
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
        }
    }
}

/// What a search found, and what is in its folder now.
#[derive(Clone, PartialEq, Debug)]
pub struct External<T> {
    pub found: T,
    pub disk_bytes: u64,
    /// The most bytes on disk at any time of this process.
    pub peak_disk_bytes: u64,
    /// How many positions the layers have.
    pub positions: u64,
    /// How many layers were there before this process began.
    pub resumed: usize,
    /// The seconds that all layers took, also those of processes before.
    pub total_seconds: f64,
}

/// Finds a plan with the fewest moves, or proves that there is none. The report has no states.
pub fn search<M: Clone + Send + 'static>(
    space: &dyn PackedSpace<Move = M>,
    settings: &Settings,
    control: &Control,
    live: &Live,
) -> Result<External<Report<M>>, ExternalError> {
    match space.words() {
        1 => search_rows::<M, 1>(space, settings, control, live),
        2 => search_rows::<M, 2>(space, settings, control, live),
        3..=4 => search_rows::<M, 4>(space, settings, control, live),
        5..=8 => search_rows::<M, 8>(space, settings, control, live),
        9..=MAX_WORDS => search_rows::<M, MAX_WORDS>(space, settings, control, live),
        words => Err(ExternalError::TooWide { words }),
    }
}

/// Makes all layers, to the last position that can be reached. Moves, stuck positions and dead ends
/// are not counted.
pub fn explore<M>(
    space: &dyn PackedSpace<Move = M>,
    settings: &Settings,
    control: &Control,
    live: &Live,
) -> Result<External<Survey<M>>, ExternalError> {
    match space.words() {
        1 => explore_rows::<M, 1>(space, settings, control, live),
        2 => explore_rows::<M, 2>(space, settings, control, live),
        3..=4 => explore_rows::<M, 4>(space, settings, control, live),
        5..=8 => explore_rows::<M, 8>(space, settings, control, live),
        9..=MAX_WORDS => explore_rows::<M, MAX_WORDS>(space, settings, control, live),
        words => Err(ExternalError::TooWide { words }),
    }
}

/// A stop is an answer too; only a failure is none.
fn stopped<T>(
    result: Result<T, Break>,
) -> Result<Result<T, quadrille_search::Stop>, ExternalError> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(Break::Stop(stop)) => Ok(Err(stop)),
        Err(Break::Error(failure)) => Err(failure),
    }
}

fn opened<'a, M, const N: usize>(
    space: &'a dyn PackedSpace<Move = M>,
    settings: &'a Settings,
    live: &'a Live,
) -> Result<Engine<'a, M, N>, ExternalError> {
    Engine::open(space, settings, live, Part::Whole).map_err(|end| end.failed(&settings.scratch))
}

fn search_rows<M: Clone + Send + 'static, const N: usize>(
    space: &dyn PackedSpace<Move = M>,
    settings: &Settings,
    control: &Control,
    live: &Live,
) -> Result<External<Report<M>>, ExternalError> {
    let mut meter = control.start();
    let mut engine = opened::<M, N>(space, settings, live)?;
    let resumed = engine.manifest().layers.len();
    let end = stopped(goal(&mut engine, &mut meter))?;
    let (plan, stop) = match end {
        Ok(plan) => (plan, None),
        Err(stop) => (None, Some(stop)),
    };
    // A goal that is known says how long the plan is, even when there was no time to trace it.
    let known = engine.manifest().layers.iter().position(|layer| layer.solved > 0);
    let bound = known.map_or(engine.lower_bound(), |depth| depth as u32);
    let lower_bound = if space.has_unit_costs() { bound } else { 0 };
    let stats = engine.stats();
    let report = Conclusion { plan, lower_bound, stop, stats }.report(&mut meter);
    Ok(wrapped(report, &engine, resumed))
}

/// The plan to the first goal; `None` when all positions were expanded and none is.
fn goal<M, const N: usize>(
    engine: &mut Engine<'_, M, N>,
    meter: &mut Meter<'_>,
) -> Result<Option<Plan<M>>, Break> {
    loop {
        let layers = &engine.manifest().layers;
        let first = layers.iter().position(|layer| layer.goal.is_some());
        if let Some((depth, goal)) = first.and_then(|at| Some((at, layers[at].goal.clone()?))) {
            meter.lower_bound(depth as u32);
            let (moves, cost) = traced(engine, depth, &goal, meter)?;
            return Ok(Some(Plan { moves, states: Vec::new(), cost }));
        }
        if engine.manifest().is_exhausted {
            return Ok(None);
        }
        meter.lower_bound(engine.lower_bound());
        engine.check(meter)?;
        engine.next_layer(meter)?;
    }
}

/// The moves to a position.
fn traced<M, const N: usize>(
    engine: &Engine<'_, M, N>,
    depth: usize,
    row: &[u64],
    meter: &mut Meter<'_>,
) -> Result<(Vec<M>, u32), Break> {
    let line = engine.line_to(depth, row, meter)?;
    let plan = engine.plan(&line);
    plan.ok_or_else(|| engine.broken_line())
}

fn explore_rows<M, const N: usize>(
    space: &dyn PackedSpace<Move = M>,
    settings: &Settings,
    control: &Control,
    live: &Live,
) -> Result<External<Survey<M>>, ExternalError> {
    let mut meter = control.start();
    let mut engine = opened::<M, N>(space, settings, live)?;
    let resumed = engine.manifest().layers.len();
    let mut stop = stopped(exhaust(&mut engine, &mut meter))?.err();
    let mut farthest = Vec::new();
    if stop.is_none() {
        let mut way = || -> Result<Vec<M>, Break> {
            let depth = engine.manifest().layers.len().saturating_sub(1);
            match engine.first_row(depth) {
                Some(row) => Ok(traced(&engine, depth, &row, &mut meter)?.0),
                None => Ok(Vec::new()),
            }
        };
        match stopped(way())? {
            Ok(moves) => farthest = moves,
            Err(end) => stop = Some(end),
        }
    }
    let layers = engine.manifest().layers.iter().map(|layer| Layer {
        positions: layer.positions,
        solved: layer.solved,
        ..Layer::default()
    });
    let layers = layers.collect();
    let mut stats = engine.stats();
    meter.finish(&mut stats);
    let survey = Survey { layers, farthest, to_goal: None, hardest: None, stop, stats };
    Ok(wrapped(survey, &engine, resumed))
}

fn exhaust<M, const N: usize>(
    engine: &mut Engine<'_, M, N>,
    meter: &mut Meter<'_>,
) -> Result<(), Break> {
    while !engine.manifest().is_exhausted {
        meter.lower_bound(engine.lower_bound());
        engine.check(meter)?;
        engine.next_layer(meter)?;
    }
    Ok(())
}

fn wrapped<T, M, const N: usize>(
    found: T,
    engine: &Engine<'_, M, N>,
    resumed: usize,
) -> External<T> {
    let (peak_disk_bytes, disk_bytes) = engine.disk_bytes();
    External {
        found,
        disk_bytes,
        peak_disk_bytes,
        positions: engine.manifest().layers.iter().map(|layer| layer.positions).sum(),
        resumed,
        total_seconds: engine.seconds(),
    }
}
