//! The growth of time and memory with the size of a level: `cargo bench --bench growth` prints a
//! table for each game as Markdown and draws it into `docs/pictures/growth-GAME.svg`. The levels
//! are made here, the same in every run, except for `zhed-app`: levels of the app, stored next to
//! the repository. `cargo bench --bench growth -- zhed fold` measures only those.

#![allow(missing_docs)]

mod boards;
#[path = "../tests/it/support.rs"]
mod support;

use std::path::PathBuf;
use std::time::Duration;

use boards::{fold, game, squares, tiles, zhed};
use plotters::prelude::*;
use quadrille::Method;
use quadrille::grid::Grid;
use quadrille::levels::{self, Level};
use quadrille::search::{Control, Limits, Report};
use support::Random;

/// Levels for each size.
const LEVELS: u64 = 7;
const LIMITS: Limits =
    Limits { max_nodes: None, max_time: Some(Duration::from_secs(4)), max_memory: Some(3 << 30) };
const METHODS: [&str; 3] = ["best", "astar", "bfs"];

/// The levels of the app, made by hand so that nearly all numbers are needed, by their count of
/// numbers; `None` if they are missing.
fn app_levels() -> Option<Vec<(String, Vec<Grid<u16>>)>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels/zhed-app.txt");
    let text = std::fs::read_to_string(path).ok()?;
    let document = levels::read(&text, Some(game("zhed")));
    let numbers = |level: &Level| {
        let glyphs = level.grid.cells().iter().filter_map(|&cell| level.game.cell_glyph(cell));
        glyphs.filter(|glyph| glyph.parse::<u8>().is_ok()).count()
    };
    let classes = [(1, 5), (6, 10), (11, 15), (16, 20), (21, 25), (26, 36)];
    Some(
        classes
            .map(|(low, high)| {
                let of_class =
                    document.levels().filter(|&level| (low..=high).contains(&numbers(level)));
                (
                    format!("{low} to {high} numbers"),
                    of_class.map(|level| level.grid.clone()).collect(),
                )
            })
            .into(),
    )
}

/// The results of one method on the levels of one size.
struct Point {
    label: String,
    method: &'static str,
    proved: usize,
    levels: usize,
    median: f64,
    most: f64,
    bytes: f64,
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn measure(id: &str, label: String, method: &'static str, boards: &[Grid<u16>]) -> Point {
    let request = Method {
        algorithm: quadrille::registry::algorithm(method).expect("an algorithm"),
        ..Method::default()
    };
    let reports: Vec<Report> = boards
        .iter()
        .map(|board| {
            game(id)
                .solve(board, &request, &Control::with_limits(LIMITS), None)
                .expect("a good level")
        })
        .collect();
    let times: Vec<f64> = reports.iter().map(|report| report.stats.seconds).collect();
    Point {
        label,
        method,
        proved: reports.iter().filter(|report| report.stop.is_none()).count(),
        levels: reports.len(),
        most: times.iter().copied().fold(0.0, f64::max),
        median: median(times),
        bytes: median(reports.iter().map(|report| report.stats.peak_bytes as f64).collect()),
    }
}

fn report(id: &str, name: &str, sizes: Vec<(String, Vec<Grid<u16>>)>) {
    let selected: Vec<String> =
        std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    if !selected.is_empty() && !selected.iter().any(|selected| selected == name) {
        return;
    }
    println!("\n### {name}\n\n| level | method | proved | median time | longest | median memory |");
    println!("|---|---|---|---|---|---|");
    let labels: Vec<String> = sizes.iter().map(|(label, _)| label.clone()).collect();
    let mut points = Vec::new();
    let mut given_up: Vec<&str> = Vec::new();
    for (label, boards) in &sizes {
        for method in METHODS {
            // A method that no longer proves anything is not run on larger levels.
            if given_up.contains(&method) {
                continue;
            }
            let point = measure(id, label.clone(), method, boards);
            println!(
                "| {label} | {method} | {} of {} | {:.3} ms | {:.3} ms | {:.0} KiB |",
                point.proved,
                point.levels,
                point.median * 1e3,
                point.most * 1e3,
                point.bytes / 1024.0
            );
            if point.proved == 0 && method != "best" {
                given_up.push(method);
            }
            points.push(point);
        }
    }
    if let Err(error) = draw(name, &labels, &points) {
        println!("\nthe chart could not be drawn: {error}");
    }
}

fn draw(name: &str, labels: &[String], points: &[Point]) -> Result<(), Box<dyn std::error::Error>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../docs/pictures/growth-{name}.svg"));
    let root = SVGBackend::new(&path, (760, 380)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(14)
        .caption(
            format!("{name}: median time to a proof, by size of the level"),
            ("sans-serif", 17),
        )
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(-0.3..labels.len() as f64 - 0.4, (1e-6..10.0_f64).log_scale())?;
    let time = |t: &f64| match *t {
        t if t < 9e-4 => format!("{:.0} µs", t * 1e6),
        t if t < 0.9 => format!("{:.0} ms", t * 1e3),
        t => format!("{t:.0} s"),
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(labels.len() * 2)
        .x_label_formatter(&|x| {
            let is_whole = (x - x.round()).abs() < 1e-6;
            labels
                .get(x.round() as usize)
                .filter(|_| is_whole && *x > -0.1)
                .cloned()
                .unwrap_or_default()
        })
        .y_label_formatter(&time)
        .draw()?;
    let styles = [
        ("best", RGBColor(31, 111, 214)),
        ("astar", RGBColor(240, 122, 19)),
        ("bfs", RGBColor(90, 90, 90)),
    ];
    for (method, colour) in styles {
        let line: Vec<(f64, f64, bool)> = points
            .iter()
            .filter(|point| point.method == method)
            .map(|point| {
                let x = labels.iter().position(|label| *label == point.label).unwrap_or(0);
                (x as f64, point.median.max(1e-6), point.proved == point.levels)
            })
            .collect();
        let shape = move |x: f64, y: f64, whole: bool| {
            // Filled if every level was proved, hollow if some reached the limit.
            let style = if whole { colour.filled() } else { colour.stroke_width(2) };
            match method {
                "best" => Circle::new((x, y), 5, style).into_dyn(),
                "astar" => TriangleMarker::new((x, y), 6, style).into_dyn(),
                _ => Cross::new((x, y), 5, colour.stroke_width(2)).into_dyn(),
            }
        };
        chart
            .draw_series(LineSeries::new(
                line.iter().map(|&(x, y, _)| (x, y)),
                colour.stroke_width(2),
            ))?
            .label(method)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], colour.stroke_width(2)));
        chart.draw_series(line.iter().map(|&(x, y, whole)| shape(x, y, whole)))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .draw()?;
    root.present()?;
    Ok(())
}

fn main() {
    // `cargo test` runs benchmarks once to check that they build; these take minutes.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let levels = |make: &dyn Fn(&mut Random) -> Grid<u16>| -> Vec<Grid<u16>> {
        (0..LEVELS).map(|seed| make(&mut Random(seed))).collect()
    };
    let sizes = [(6, 3), (8, 4), (8, 6), (10, 6), (12, 6), (16, 6), (16, 8), (16, 10)];
    report(
        "tiles",
        "tiles",
        sizes
            .map(|(side, blocks)| {
                (
                    format!("{side}x{side}, {blocks} blocks"),
                    levels(&|random| tiles(side, blocks, blocks, random)),
                )
            })
            .into(),
    );
    report(
        "zhed",
        "zhed",
        [10, 15, 20, 30, 40, 50, 60]
            .map(|numbers| (format!("{numbers} numbers"), levels(&|random| zhed(numbers, random))))
            .into(),
    );
    match app_levels() {
        Some(levels) => report("zhed", "zhed-app", levels),
        None => println!("\nno levels of the app beside the repository: skipped"),
    }
    let sizes = [(4, 4), (4, 5), (6, 4), (4, 6), (4, 7), (6, 6)];
    report(
        "squares",
        "squares",
        sizes
            .map(|(rows, cols)| {
                (format!("{rows}x{cols}"), levels(&|random| squares(rows, cols, random)))
            })
            .into(),
    );
    let sizes = [(4, 3), (8, 4), (8, 8), (16, 8), (16, 16), (16, 32), (16, 61)];
    report(
        "fold",
        "fold",
        sizes
            .map(|(side, pieces)| {
                (
                    format!("{side}x{side}, {pieces} pieces"),
                    levels(&|random| fold(side, pieces, random)),
                )
            })
            .into(),
    );
}
