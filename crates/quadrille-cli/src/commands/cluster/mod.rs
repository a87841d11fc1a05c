//! `quadrille cluster`: searches one level with several processes on one machine or on many.

#![cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "a build without clusters has only the help of the command")
)]

#[cfg(feature = "cluster")]
mod hosts;
#[cfg(feature = "cluster")]
mod result;
#[cfg(feature = "cluster")]
mod run;
#[cfg(feature = "cluster")]
mod team;
#[cfg(feature = "cluster")]
mod worker;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use quadrille::heuristics::Expression;
use quadrille_base::quantities;

use super::text_of;
use crate::Context;
use crate::args::{FILES, Selection};
use crate::exit::{Abort, Exit};
use crate::request;

const EXAMPLES: &str = "\
Examples:
  quadrille cluster run level.txt --processes 4 --scratch /tmp/level
  quadrille cluster run level.txt --processes 4 --scratch /tmp/level --space
  quadrille cluster run level.txt --processes 4 --algorithm astar
On three machines with the same file of hosts ('node1:2101', 'node2:2101' and 'node3:2101', one per line):
  node1$ quadrille cluster run level.txt --hosts hosts.txt --scratch /data/level
  node2$ quadrille cluster worker level.txt --hosts hosts.txt --scratch /data/level --process 1
  node3$ quadrille cluster worker level.txt --hosts hosts.txt --scratch /data/level --process 2

The hash of a position decides which worker owns it. A worker keeps its part of each layer in the folder of --scratch, which may be on a disk \
of its machine or on one that all share. When a process dies or a machine fails, the run ends with exit code 2; the same commands continue \
from the last layer that all workers have. A* keeps everything in memory; with --scratch it also writes checkpoints, at most a fortieth of the work, and the same commands \
continue from the last one. All processes need the same level and options.
The network must be trusted: positions are sent unencrypted. Keep the ports behind a firewall.

";

const EXITS: &str = "\
Exit codes:
  0    the level was solved, or everything was counted
  1    the level is proved unsolvable
  2    bad input or usage, a process that died, or one that cannot be reached
  3    a limit on time, nodes, memory or disk was reached; complete layers are kept
  101  a bug in Quadrille
  130  stopped by Ctrl-C (143 by SIGTERM)";

/// Search one level with several processes; needs a build with the feature 'cluster'
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", EXITS]))]
pub struct ClusterArgs {
    #[command(subcommand)]
    command: ClusterCommand,
}

#[derive(Subcommand, Debug)]
enum ClusterCommand {
    Run(RunArgs),
    Worker(WorkerArgs),
}

/// Start the processes of this machine, wait for the others, and print the result
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", EXITS]))]
pub struct RunArgs {
    #[command(flatten)]
    task: TaskArgs,
}

/// Start one process; 'run' starts those of its own machine itself
#[derive(Args, Debug)]
#[command(after_help = text_of(&[EXAMPLES, FILES, "\n\n", EXITS]))]
pub struct WorkerArgs {
    #[command(flatten)]
    task: TaskArgs,

    /// Run the process with this number, from 0: its line in the file of hosts
    #[arg(long, value_name = "NUMBER")]
    process: usize,

    /// Started by 'run': prints JSON, and ends with its standard input
    #[arg(long, hide = true)]
    with_run: bool,
}

/// The level and the search, the same for all processes.
#[derive(Args, Clone, Debug)]
struct TaskArgs {
    /// Read the level from a path, '@PACK' or a share code
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,

    #[command(flatten)]
    selection: Selection,

    /// Search layer by layer on disk, or with A* in memory
    #[arg(short, long, value_name = "NAME", default_value = "bfs")]
    algorithm: Search,

    /// Use this heuristic for A* [default: that of the game]
    ///
    /// A name or a formula, as 'relaxed' or 'max(a,2*b)'; 'quadrille list heuristics' shows them
    /// all.
    #[arg(long, value_name = "NAME", value_parser = request::expression, allow_hyphen_values = true)]
    heuristic: Option<Expression>,

    /// Count all positions instead of ending at the first solved one
    #[arg(long)]
    space: bool,

    /// Read the addresses of the processes from this file, 'host:port' per line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, overrides_with = "hosts")]
    hosts: Option<PathBuf>,

    /// Use this many processes [default: one per address, or 2]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024), overrides_with = "processes")]
    processes: Option<u16>,

    /// Use this many worker threads per process
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Wait this long for the other processes: 30s, 5m
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = quantities::duration)]
    wait: Duration,

    /// Store the layers, or the checkpoints of A*, in this folder
    ///
    /// A stopped search continues when it is started again with the same folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    scratch: Option<PathBuf>,

    /// Write checkpoints of A* at least this far apart [default: a fortieth of the work]
    #[arg(long, value_name = "TIME", value_parser = quantities::duration)]
    checkpoint: Option<Duration>,

    /// Stop when a process has this much on disk: 500MB, 60GiB
    #[arg(long, value_name = "SIZE", value_parser = quantities::size)]
    max_disk: Option<u64>,

    /// Stop after this time: 500ms, 10s, 2m, 1h30m
    #[arg(short = 't', long, value_name = "TIME", value_parser = quantities::duration)]
    max_time: Option<Duration>,

    /// Stop before a layer would exceed this many expanded positions: 1_000_000, 10k, 5M
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = quantities::count)]
    max_nodes: Option<u64>,

    /// Limit the memory of a process: 64MiB, 2GiB, 500MB
    ///
    /// By default the processes of a machine share three quarters of its free memory.
    #[arg(short = 'm', long, value_name = "SIZE", value_parser = quantities::size, overrides_with = "max_memory")]
    max_memory: Option<u64>,

    /// Print one JSON object
    #[arg(long, overrides_with = "json")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Search {
    /// Breadth-first, layer by layer on disk; a stopped search can continue
    Bfs,
    /// A* in memory: fewer positions; with --scratch, a stopped search continues from a checkpoint
    Astar,
}

#[cfg(feature = "cluster")]
pub fn run(args: &ClusterArgs, context: &mut Context) -> Result<Exit, Abort> {
    match &args.command {
        ClusterCommand::Run(args) => run::run(&args.task, context),
        ClusterCommand::Worker(args) => worker::run(args, context),
    }
}

#[cfg(not(feature = "cluster"))]
pub fn run(_: &ClusterArgs, _: &mut Context) -> Result<Exit, Abort> {
    let fault = crate::errors::Fault::new("this program was built without the feature 'cluster'");
    let help =
        "build it with the feature: 'cargo install --path crates/quadrille-cli --features cluster'";
    Err(fault.help(help).into())
}
