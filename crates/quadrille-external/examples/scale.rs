//! The cost of a search on disk, compared with the same search in memory.
//!
//! `scale FILE SCRATCH MEMORY_MIB NODES` expands `NODES` positions of the first level of a file in
//! memory and on disk, alternating, and prints the rates. `scale FILE SCRATCH MEMORY_MIB` makes all
//! layers on disk, and prints its progress every two minutes.

use std::path::Path;
use std::time::Duration;

use quadrille::levels::{self, Level};
use quadrille::search::{Algorithm, Control, Limits, Pruning};
use quadrille_external::{Live, Settings, explore};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, scratch, memory, rest @ ..] = arguments.as_slice() else {
        eprintln!("scale FILE SCRATCH MEMORY_MIB [NODES]");
        return;
    };
    let text = std::fs::read_to_string(file).expect("a file of levels");
    let document = levels::read(&text, None);
    let level = document.levels().next().expect("a level");
    let mut settings = Settings::new(Path::new(scratch), "scale");
    settings.memory = memory.parse::<usize>().expect("a number of MiB") << 20;
    match rest.first() {
        Some(nodes) => compare(level, &settings, nodes.parse().expect("a number of positions")),
        None => all(level, &settings),
    }
}

fn compare(level: &Level, settings: &Settings, nodes: u64) {
    let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
    for _ in 0..3 {
        let control = Control::with_limits(limits);
        let method = Algorithm::Bfs.into();
        let report = level.game.solve(&level.grid, &method, &control, None).expect("a report");
        let memory = report.stats.expanded as f64 / report.stats.seconds;
        println!("bfs       {:>12} positions, {:>12.0} a second", report.stats.expanded, memory);
        // There is no goal, so both expand the same layers; the last layer begun is lost.
        for threads in [1, settings.threads] {
            let settings = Settings { threads, ..settings.clone() };
            level
                .game
                .with_rows(&level.grid, Pruning::default(), None, &mut |rows| {
                    let control = Control::with_limits(limits);
                    let end = explore(rows, &settings, &control, &Live::default());
                    let end = end.unwrap_or_else(|failure| panic!("{failure}"));
                    let expanded: u64 = end.result.stats.expanded;
                    let rate = expanded as f64 / end.total_seconds;
                    println!(
                        "external({threads}) {expanded:>10} positions, {rate:>12.0} per second ({:.2} of bfs), {:.3} bytes per position",
                        rate / memory,
                        end.disk_bytes as f64 / end.positions as f64,
                    );
                })
                .expect("a level");
            std::fs::remove_dir_all(&settings.scratch).expect("the folder of the search");
        }
    }
}

fn all(level: &Level, settings: &Settings) {
    let live = Live::default();
    std::thread::scope(|scope| {
        let figures = &live;
        let (done, finished) = std::sync::mpsc::channel::<()>();
        scope.spawn(move || {
            while finished
                .recv_timeout(Duration::from_secs(120))
                .is_err_and(|end| end == std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                println!("{:?}", figures.snapshot());
            }
        });
        let result = level.game.with_rows(&level.grid, Pruning::default(), None, &mut |rows| {
            let end = explore(rows, settings, &Control::default(), &live);
            match end {
                Ok(end) => {
                    for (depth, layer) in end.result.layers.iter().enumerate() {
                        println!("{depth} {} {}", layer.positions, layer.solved);
                    }
                    println!(
                        "{:?} {} positions, {:.3} bytes each, {:.0} seconds of layers, at most {} bytes on disk, {:?}",
                        end.result.stop,
                        end.positions,
                        end.disk_bytes as f64 / end.positions as f64,
                        end.total_seconds,
                        end.peak_disk_bytes,
                        end.result.stats,
                    );
                }
                Err(failure) => println!("{failure}"),
            }
        });
        result.expect("a level");
        drop(done);
    });
}
