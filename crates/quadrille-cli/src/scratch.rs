//! Searches on disk: their folder, limits and report.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};
use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::search::{Control, Limits, Pruning, Report, Survey, toolkit::PackedSpace};
use quadrille::verify;
use quadrille_base::quantities::{self, bytes, commas, counted, seconds};
use quadrille_external::{External, ExternalError, Live, Phase, Settings};
use serde::Serialize;

use crate::errors::Fault;
use crate::exit::Exit;

#[derive(Args, Clone, Debug)]
pub struct ScratchArgs {
    /// Store positions in this folder instead of in memory
    ///
    /// A stopped search continues when it is started again with the same folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub scratch: Option<PathBuf>,

    /// Stop when a search has this much on disk: 500MB, 60GiB
    #[arg(long, value_name = "SIZE", value_parser = quantities::size, requires = "scratch")]
    pub max_disk: Option<u64>,

    /// Use this many threads for a search [default: one per core]
    ///
    /// For 'best', 'parallel' and searches on disk; the others use one.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// The result for a level, with the disk use of a search on disk.
#[derive(Debug)]
pub struct Measured<T> {
    pub result: T,
    pub disk: Option<DiskUse>,
}

/// The disk space and time of a search on disk.
#[derive(Clone, Copy, Serialize, Debug)]
pub struct DiskUse {
    /// The bytes of all layers.
    pub disk_bytes: u64,
    /// The most bytes on disk at any time.
    peak_disk_bytes: u64,
    bytes_a_position: f64,
    /// The number of layers found on disk.
    resumed_layers: usize,
    /// The time of all layers, including previous runs.
    total_seconds: f64,
}

impl DiskUse {
    fn new<T>(external: &External<T>) -> DiskUse {
        DiskUse {
            disk_bytes: external.disk_bytes,
            peak_disk_bytes: external.peak_disk_bytes,
            bytes_a_position: external.disk_bytes as f64 / external.positions.max(1) as f64,
            resumed_layers: external.resumed,
            total_seconds: external.total_seconds,
        }
    }

    pub fn summary(&self) -> String {
        let mut text = format!(
            "{} on disk ({:.2} bytes per position), at most {}",
            bytes(self.disk_bytes),
            self.bytes_a_position,
            bytes(self.peak_disk_bytes)
        );
        if self.resumed_layers > 0 {
            let layers = counted(self.resumed_layers as u64, "layer");
            let all = seconds(self.total_seconds);
            text += &format!("; {layers} from previous runs, {all} in total");
        }
        text
    }
}

/// The identity of the search in a folder: another one cannot continue in it.
pub fn identity(level: &Level, pruning: Pruning) -> String {
    let cells: Vec<String> = level.grid.cells().iter().map(ToString::to_string).collect();
    let Pruning { canonical, dead_ends } = pruning;
    let (game, size) = (level.game.id(), level.grid.size());
    format!("{game} {size} canonical={canonical} dead-ends={dead_ends} {}", cells.join(","))
}

pub struct ScratchSearch<'a> {
    args: &'a ScratchArgs,
    folder: &'a PathBuf,
    limits: Limits,
    pub live: Arc<Live>,
}

impl ScratchArgs {
    /// The search on disk, if one was chosen.
    pub fn search(&self, limits: Limits) -> Option<ScratchSearch<'_>> {
        let folder = self.scratch.as_ref()?;
        Some(ScratchSearch { args: self, folder, limits, live: Arc::default() })
    }
}

impl ScratchSearch<'_> {
    fn settings(&self, level: &Level, pruning: Pruning) -> Settings {
        let mut settings = Settings::new(self.folder, &identity(level, pruning));
        settings.disk = self.args.max_disk;
        settings.memory = self.limits.max_memory.unwrap_or(settings.memory);
        settings.threads = self.args.threads.map_or(settings.threads, usize::from);
        settings
    }

    /// The buffers are sized by the memory limit, so it does not stop the search.
    fn control(&self, control: &Control) -> Control {
        Control { limits: Limits { max_memory: None, ..self.limits }, ..control.clone() }
    }

    fn run<T>(
        &self,
        level: &Level,
        pruning: Pruning,
        search: impl Fn(&dyn PackedSpace<Move = Move>, &Settings) -> Result<External<T>, ExternalError>,
    ) -> Result<Measured<T>, Fault> {
        let settings = self.settings(level, pruning);
        let mut end = None;
        let fit = level.game.with_rows(&level.grid, pruning, None, &mut |rows| {
            end = Some(search(rows, &settings));
        });
        fit?;
        match end {
            Some(Ok(external)) => {
                let disk = Some(DiskUse::new(&external));
                Ok(Measured { result: external.result, disk })
            }
            Some(Err(error)) => Err(Fault::new(error.to_string()).help(error.help())),
            None => Err(Fault::new("cannot search the level on disk").exit(Exit::Bug)),
        }
    }

    /// Explores every position of a level.
    pub fn explore(
        &self,
        level: &Level,
        pruning: Pruning,
        control: &Control,
    ) -> Result<Measured<Survey>, Fault> {
        let control = self.control(control);
        self.run(level, pruning, |rows, settings| {
            quadrille_external::explore(rows, settings, &control, &self.live)
        })
    }

    /// Finds the shortest plan of a level, and replays it by the plain rules.
    pub fn solve(&self, level: &Level, control: &Control) -> Result<Measured<Report>, Fault> {
        let control = self.control(control);
        let solved = self.run(level, Pruning::default(), |rows, settings| {
            quadrille_external::search(rows, settings, &control, &self.live)
        })?;
        verify::checked(level.game, &level.grid, &solved.result).map_err(|refusal| {
            let message = format!(
                "this is a bug in Quadrille: the plan fails the check by the plain rules: {refusal}"
            );
            Fault::new(message).exit(Exit::Bug)
        })?;
        Ok(solved)
    }

    /// The state of the search, in a line.
    pub fn summary(&self) -> String {
        let now = self.live.snapshot();
        let left = now.left.map(|left| format!(", about {} left", seconds(left.as_secs_f64())));
        let mut text = format!(
            "layer {}: {} {:.0} %{}; {}, {} on disk",
            now.depth,
            now.phase.name(),
            100.0 * now.share,
            left.unwrap_or_default(),
            counted(now.positions, "position"),
            bytes(now.disk),
        );
        if let (Some(forecast), false) = (now.forecast, now.phase == Phase::Trace) {
            text += &format!("; about {} in this layer", commas(forecast));
        }
        text
    }

    /// A message about the files left in the folder.
    pub fn remains(&self, fields: &DiskUse, is_stopped: bool) -> String {
        let (size, folder) = (bytes(fields.disk_bytes), self.folder.display());
        if is_stopped {
            format!("{size} are kept in {folder}: the same command continues from there")
        } else {
            format!("{size} are kept in {folder}: delete the folder when it is no longer needed")
        }
    }
}
