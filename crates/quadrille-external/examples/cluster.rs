//! The cost of a search over several processes, compared with the same search in memory.
//!
//! `cluster FILE SCRATCH NODES` expands `NODES` positions of the first level of a file
//! breadth-first and by A*, with one thread, with `parallel` on two, on disk with one thread, and
//! with one and two processes, and prints the rates, the processor time (on Linux, of all processes
//! together), and the bytes sent between the processes.
//!
//! `cluster FILE SCRATCH NODES AIM PROCESS ADDRESS…` is one process by itself, on this machine or
//! another: `bfs` or `astar`, its number, and the addresses of all.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use quadrille::Method;
use quadrille::levels::{self, Level};
use quadrille::search::{Control, Limits, Pruning};
use quadrille_external::cluster::{Aim, Member, Share, take_part};
use quadrille_external::{Live, Settings, explore};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, scratch, nodes, rest @ ..] = arguments.as_slice() else {
        eprintln!("cluster FILE SCRATCH NODES");
        return;
    };
    let text = std::fs::read_to_string(file).expect("a file of levels");
    let document = levels::read(&text, None);
    let level = document.levels().next().expect("a level");
    let nodes = Some(nodes.parse().expect("a number of positions"));
    let limits = Limits { max_nodes: nodes, ..Limits::default() };
    if let [aim, process, addresses @ ..] = rest {
        let process = process.parse().expect("the number of a process");
        return take(level, Path::new(scratch), limits, aim, (process, addresses));
    }
    for _ in 0..3 {
        for aim in ["bfs", "astar"] {
            let mut one = None;
            for method in [aim, if aim == "bfs" { "parallel(2) with zero" } else { "parallel(2)" }]
            {
                let (name, method) = (method, method.parse::<Method>().expect("a method"));
                let (control, used) = (Control::with_limits(limits), processor_seconds());
                let report = level.game.solve(&level.grid, &method, &control, None);
                let stats = report.expect("a report").stats;
                let rate = stats.expanded as f64 / stats.seconds;
                let ratio = rate / *one.get_or_insert(rate);
                println!(
                    "{name}: {} positions, {rate:.0} per second ({ratio:.2}), {:.2} seconds of the processor",
                    stats.expanded,
                    processor_seconds() - used,
                );
            }
            if aim == "bfs" {
                on_disk(level, Path::new(scratch), limits);
            }
            for processes in [1, 2] {
                together(level, &arguments, limits, aim, processes);
            }
        }
    }
}

/// The processor time of this process and those that it has waited for.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

fn on_disk(level: &Level, scratch: &Path, limits: Limits) {
    let settings =
        Settings { threads: 1, memory: 1 << 30, ..Settings::new(scratch, "a comparison") };
    let result = level.game.with_rows(&level.grid, Pruning::default(), None, &mut |rows| {
        let (control, used) = (Control::with_limits(limits), processor_seconds());
        let end = explore(rows, &settings, &control, &Live::default());
        let stats = end.unwrap_or_else(|failure| panic!("{failure}")).result.stats;
        println!(
            "external(1): {} positions, {:.0} per second, {:.2} seconds of the processor",
            stats.expanded,
            stats.expanded as f64 / stats.seconds,
            processor_seconds() - used,
        );
    });
    result.expect("a level");
    let _ = std::fs::remove_dir_all(scratch);
}

/// Starts the other processes and takes part with them.
fn together(level: &Level, arguments: &[String], limits: Limits, aim: &str, processes: usize) {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("an address").to_string();
    let addresses: Vec<String> = listeners.iter().map(address).collect();
    drop(listeners);
    let program = std::env::current_exe().expect("this program");
    let start = |process: usize| {
        let mut command = Command::new(&program);
        command.args(arguments).args([aim, &process.to_string()]).args(&addresses);
        command.spawn().expect("a process")
    };
    let others: Vec<_> = (1..processes).map(start).collect();
    let (scratch, used) = (Path::new(&arguments[1]), processor_seconds());
    take(level, scratch, limits, aim, (0, &addresses));
    others.into_iter().for_each(|mut other| drop(other.wait()));
    println!("    {:.2} seconds of the processor", processor_seconds() - used);
    // A short search by A* stores nothing on disk.
    let _ = std::fs::remove_dir_all(scratch);
}

/// Takes part as one process; the first one prints the results.
fn take(
    level: &Level,
    scratch: &Path,
    limits: Limits,
    aim: &str,
    (process, addresses): (usize, &[String]),
) {
    let member = Member {
        addresses: addresses.to_vec(),
        process,
        threads: 1,
        task: "a comparison".into(),
        timeout: Duration::from_secs(20),
    };
    let settings = Settings { memory: 1 << 30, ..Settings::new(scratch, "a comparison") };
    let control = Control::with_limits(limits);
    let heuristic = level.game.default_heuristic().parse().expect("a heuristic");
    let is_astar = aim == "astar";
    let heuristic = is_astar.then_some((&heuristic, &control.cancel));
    let result = level.game.with_rows(&level.grid, Pruning::default(), heuristic, &mut |rows| {
        let figures = (&control, &Live::default());
        let aim = if is_astar { Aim::Astar } else { Aim::All };
        let end = take_part(rows, &member, &settings, aim, figures, &mut |_, _| {});
        let end = end.unwrap_or_else(|failure| panic!("{failure}"));
        let stats = end.survey.stats;
        let sum = |figure: fn(&Share) -> u64| end.shares.iter().map(figure).sum::<u64>() as f64;
        let (sent, bytes) = (sum(|share| share.sent), sum(|share| share.sent_bytes));
        if process == 0 {
            println!(
                "cluster({}): {} positions, {:.0} per second; {sent} sent, {:.2} bytes each, {:.2} bytes per expanded position; {:.3} bytes per position on disk",
                addresses.len(),
                stats.expanded,
                stats.expanded as f64 / stats.seconds,
                bytes / sent.max(1.0),
                bytes / stats.expanded as f64,
                sum(|share| share.disk_bytes) / sum(|share| share.positions),
            );
        }
    });
    result.expect("a level");
}
