//! What a search over several processes takes, beside the same search in memory.
//!
//! `cluster FILE SCRATCH NODES` expands so many positions of the first level of a file with `bfs`, with `parallel` on two threads, and with one and two
//! processes, by turns, and prints the rates, and the bytes between the processes.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use quadrille::levels::{self, Level};
use quadrille::search::{Algorithm, Control, Limits, Pruning};
use quadrille_external::cluster::{Aim, Member, take_part};
use quadrille_external::{Live, Settings};

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
    let limits = Limits { nodes, ..Limits::default() };
    if let [process, addresses @ ..] = rest {
        let process = process.parse().expect("the number of a process");
        return take(level, Path::new(scratch), limits, (process, addresses));
    }
    for _ in 0..3 {
        let mut bfs = 0.0;
        for method in ["bfs", "parallel(2)"] {
            let control = Control::with_limits(limits);
            let method = match method {
                "bfs" => Algorithm::Bfs.into(),
                other => other.parse().expect("a method"),
            };
            let report = level.game.solve(&level.grid, &method, &control, None).expect("a report");
            let rate = report.stats.expanded as f64 / report.stats.seconds;
            bfs = if bfs == 0.0 { rate } else { bfs };
            let ratio = rate / bfs;
            println!(
                "{method}: {} positions, {rate:.0} a second ({ratio:.2} of bfs)",
                report.stats.expanded
            );
        }
        for processes in [1, 2] {
            let listeners: Vec<TcpListener> =
                (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
            let addresses: Vec<String> = listeners
                .iter()
                .map(|listener| listener.local_addr().expect("an address").to_string())
                .collect();
            drop(listeners);
            let program = std::env::current_exe().expect("this program");
            let others: Vec<_> = (1..processes)
                .map(|process| {
                    let mut command = Command::new(&program);
                    command.args(&arguments).arg(process.to_string()).args(&addresses);
                    command.spawn().expect("a process")
                })
                .collect();
            take(level, Path::new(scratch), limits, (0, &addresses));
            others.into_iter().for_each(|mut other| drop(other.wait()));
            std::fs::remove_dir_all(scratch).expect("the folder of the search");
        }
    }
}

/// Takes part as one process, and tells of it if it is the first.
fn take(level: &Level, scratch: &Path, limits: Limits, (process, addresses): (usize, &[String])) {
    let member = Member {
        addresses: addresses.to_vec(),
        process,
        threads: 1,
        task: "a comparison".into(),
        patience: Duration::from_secs(20),
    };
    let settings = Settings { memory: 1 << 30, ..Settings::new(scratch, "a comparison") };
    let found = level.game.with_rows(&level.grid, Pruning::default(), &mut |rows| {
        let told = (&Control::with_limits(limits), &Live::default());
        let end = take_part(rows, &member, &settings, Aim::All, told, &mut |_, _| {});
        let end = end.unwrap_or_else(|failure| panic!("{failure}"));
        let stats = end.survey.stats;
        let sum = |figure: fn(&quadrille_external::cluster::Share) -> u64| {
            end.shares.iter().map(figure).sum::<u64>() as f64
        };
        let (sent, bytes) = (sum(|share| share.sent), sum(|share| share.sent_bytes));
        if process == 0 {
            println!(
                "cluster({}): {} positions, {:.0} a second; {sent} sent, {:.2} bytes each, {:.2} bytes an expanded position; {:.3} bytes a position on disk; {} layers",
                addresses.len(),
                stats.expanded,
                stats.expanded as f64 / stats.seconds,
                bytes / sent.max(1.0),
                bytes / stats.expanded as f64,
                sum(|share| share.disk_bytes) / sum(|share| share.positions),
                end.survey.layers.len(),
            );
        }
    });
    found.expect("a level");
}
