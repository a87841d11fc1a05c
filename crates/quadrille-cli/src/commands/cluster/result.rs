//! The result of a process, sent to 'run', and its output.

use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::record::Record;
use quadrille::search::{Outcome, Report, Stats, Stop, Survey, explore::Layer};
use quadrille::verify;
use quadrille::{Measure, Method};
use quadrille_base::quantities::{bytes, commas, counted};
use quadrille_external::cluster::{Clustered, Share};
use serde::{Deserialize, Serialize};

use crate::Context;
use crate::commands::space::{fields::SpaceFields, words};
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::Item;
use crate::output::{json, report};

/// The prefix of the method's name.
const METHOD: &str = "cluster";

#[derive(Serialize, Deserialize, Debug)]
pub enum WorkerEvent {
    At(String),
    /// A layer is complete: its depth, and the number of positions in all layers.
    Layer(usize, u64),
    Found(Box<WorkerResult>),
    /// The error, help, and true if this process itself caused it.
    Failed(String, String, bool),
}

#[derive(Serialize, Deserialize, Debug)]
pub struct WorkerResult {
    layers: Vec<Layer>,
    farthest: String,
    plan: Option<(String, u32)>,
    lower_bound: u32,
    stop: Option<Stop>,
    stats: Stats,
    /// Layers, or checkpoints of A*.
    resumed: usize,
    shares: Vec<Share>,
    threads: usize,
}

impl WorkerResult {
    pub fn new(level: &Level, found: &Clustered<Move>, threads: usize) -> WorkerResult {
        let notation = level.game.notation();
        let report = found.report.as_ref();
        let plan = report.and_then(|report| report.plan());
        WorkerResult {
            layers: found.survey.layers.clone(),
            farthest: notation.write_all(&found.survey.farthest),
            plan: plan.map(|(plan, cost)| (notation.write_all(plan), cost)),
            lower_bound: report.map_or(0, |report| report.lower_bound),
            stop: found.survey.stop,
            stats: found.survey.stats,
            resumed: found.resumed,
            shares: found.shares.clone(),
            threads,
        }
    }
}

#[derive(Serialize)]
struct ClusterFields<'a> {
    processes: usize,
    threads: usize,
    resumed_layers: usize,
    /// The checkpoint of A*, counted from 1, from which the search continued.
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed_checkpoint: Option<usize>,
    /// Bytes sent over the network since the processes were started.
    sent_bytes: u64,
    disk_bytes: u64,
    workers: &'a [Share],
}

#[derive(Serialize)]
struct Solved<'a> {
    #[serde(flatten)]
    record: Record,
    layers: &'a [Layer],
    cluster: ClusterFields<'a>,
}

#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    space: SpaceFields<'a>,
    cluster: ClusterFields<'a>,
}

impl WorkerResult {
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Prints the result. Returns the exit code of the command.
    pub fn print(
        self,
        item: &Item,
        level: &Level,
        (method, is_space): (&Method, bool),
        (json, context): (bool, &mut Context),
    ) -> Result<Exit, Abort> {
        let moves = |text: &str| level.game.notation().read(text);
        let farthest = moves(&self.farthest).map_err(Fault::from)?;
        if is_space {
            return self.print_space(item, level, farthest, (json, context));
        }
        let plan = match &self.plan {
            Some((text, cost)) => Some((moves(text).map_err(Fault::from)?, *cost)),
            None => None,
        };
        let outcome = match (plan, self.stop) {
            (Some((plan, cost)), _) => {
                Outcome::Solved { plan, cost, optimal: self.lower_bound == cost }
            }
            (None, None) => Outcome::Unsolvable,
            (None, Some(_)) => Outcome::Unknown,
        };
        let exit = match (&outcome, self.stop) {
            (Outcome::Unsolvable, _) => Exit::No,
            (Outcome::Unknown, stop) => Exit::of_stop(stop),
            _ => Exit::Fine,
        };
        let (lower_bound, stop, stats) = (self.lower_bound, self.stop, self.stats);
        let report = Report { outcome, states: Vec::new(), lower_bound, stop, stats };
        if let Err(refusal) = verify::checked(level.game, &level.grid, &report) {
            let message = format!(
                "this is a bug in Quadrille: the plan fails the check by the plain rules: {refusal}"
            );
            item.print_fault(Fault::new(message), json, context)?;
            return Ok(Exit::Bug);
        }
        let name = format!("{METHOD} {method}");
        if json {
            let record = Record { method: name, ..Record::new(method, level, &report) };
            let (layers, cluster) = (self.layers.as_slice(), self.fields());
            context
                .console
                .json(&json::LevelResult::new(item, Solved { record, layers, cluster }))?;
        } else {
            let console = &mut context.console;
            report::whole(console, &item.title, level, (&name, Measure::Moves), &report)?;
            let summary = console.wrap(&self.summary(), 10);
            console.line(&format!("{METHOD:10}{summary}"))?;
        }
        Ok(exit)
    }

    fn print_space(
        &self,
        item: &Item,
        level: &Level,
        farthest: Vec<Move>,
        (json, context): (bool, &mut Context),
    ) -> Result<Exit, Abort> {
        let (layers, stop, stats) = (self.layers.clone(), self.stop, self.stats);
        let survey = Survey { layers, farthest, to_goal: None, hardest: None, stop, stats };
        if json {
            let space = SpaceFields::new(level.game.notation(), &survey, None);
            let cluster = self.fields();
            context.console.json(&json::LevelResult::new(item, Counted { space, cluster }))?;
        } else {
            let console = &mut context.console;
            words::whole(console, &item.title, level, &survey, None)?;
            let summary = console.wrap(&self.summary(), 11);
            console.line(&format!("{METHOD:11}{summary}"))?;
        }
        Ok(match stop {
            Some(Stop::Nodes | Stop::Time | Stop::Memory | Stop::Disk | Stop::Cost) => Exit::Limit,
            _ => Exit::Fine,
        })
    }

    fn sum(&self, figure: fn(&Share) -> u64) -> u64 {
        self.shares.iter().map(figure).sum()
    }

    fn fields(&self) -> ClusterFields<'_> {
        // Only A* has no layers.
        let is_astar = self.layers.is_empty();
        ClusterFields {
            processes: self.shares.len() / self.threads.max(1),
            threads: self.threads,
            resumed_layers: if is_astar { 0 } else { self.resumed },
            resumed_checkpoint: Some(self.resumed).filter(|_| is_astar && self.resumed > 0),
            sent_bytes: self.sum(|share| share.sent_bytes),
            disk_bytes: self.sum(|share| share.disk_bytes),
            workers: &self.shares,
        }
    }

    fn summary(&self) -> String {
        let workers = self.shares.len() as u64;
        let positions = self.sum(|share| share.positions);
        let most = self.shares.iter().map(|share| share.positions).max().unwrap_or(0);
        let skew = most as f64 * workers as f64 / positions.max(1) as f64;
        let disk = self.sum(|share| share.disk_bytes);
        let mut text = format!(
            "{}, the largest part {skew:.2} times the mean; {} sent between them, {} over the network",
            counted(workers, "worker"),
            counted(self.sum(|share| share.sent), "position"),
            bytes(self.sum(|share| share.sent_bytes)),
        );
        if disk > 0 {
            let each = disk as f64 / positions.max(1) as f64;
            text += &format!("; {} on disk ({each:.2} bytes per position)", bytes(disk));
        }
        if self.resumed > 0 {
            let layers = commas(self.resumed as u64);
            text += &match self.layers.is_empty() {
                false => format!("; {layers} layers were found on disk"),
                true => "; it continued from a checkpoint".to_string(),
            };
        }
        text
    }
}
