//! How time and memory grow with the size of a level: `cargo bench --bench growth` prints a table for each game as Markdown and
//! draws it into `docs/pictures/growth-GAME.svg`. The levels are made here, the same in every run, but for `zhed-app`: levels of the app
//! that lie beside the repository. `cargo bench --bench growth -- zhed fold` measures only those.

#![allow(missing_docs)]

#[path = "../tests/it/support.rs"]
mod support;

use std::path::PathBuf;
use std::time::Duration;

use plotters::prelude::*;
use quadrille::Method;
use quadrille::games::{self, Game};
use quadrille::grid::{Grid, Size};
use quadrille::levels::{self, Level};
use quadrille::moves::piece_glyph;
use quadrille::search::{Control, Limits, Report};
use support::Random;

/// Levels for each size.
const LEVELS: u64 = 7;
const LIMITS: Limits =
    Limits { nodes: None, time: Some(Duration::from_secs(4)), memory: Some(3 << 30) };
const METHODS: [&str; 3] = ["best", "astar", "bfs"];

/// The numbers below `count` in any order.
fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    random.shuffle(&mut places);
    places
}

fn game(id: &str) -> &'static dyn Game {
    games::by_id(id).expect("the game exists")
}

fn board(game: &dyn Game, size: Size, glyphs: &[String]) -> Grid<u16> {
    let cells =
        glyphs.iter().map(|glyph| game.cell_from_glyph(glyph).expect("a glyph of the game"));
    Grid::from_cells(size, cells.collect()).expect("as many cells as the size says")
}

/// A board with a sixth of walls and `blocks` different blocks; the goals are where a long random play ends.
fn tiles(side: usize, blocks: usize, random: &mut Random) -> Grid<u16> {
    let game = game("tiles");
    let size = Size::new(side, side).expect("within the limit");
    let places = shuffled(size.cells(), random);
    let mut glyphs = vec![".".to_string(); size.cells()];
    for &wall in &places[..size.cells() / 6] {
        glyphs[wall] = "#".to_string();
    }
    let letter = |block: usize| char::from(b'a' + block as u8);
    for (block, &place) in places[size.cells() / 6..].iter().take(blocks).enumerate() {
        glyphs[place] = letter(block).to_string();
    }
    let start = glyphs.clone();
    let mut played = board(game, size, &glyphs);
    for _ in 0..200 {
        let moves = game.moves(&played);
        let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
        played = game.play(&played, mv).expect("a legal move");
    }
    let mut glyphs = start;
    for (at, cell) in played.iter() {
        if let Some((_, mark)) = game.look(cell).and_then(|look| look.piece) {
            let goal = mark.text().to_uppercase();
            let here = &mut glyphs[size.index(at)];
            *here = if here == "." { goal } else { format!("{here}{goal}") };
        }
    }
    board(game, size, &glyphs)
}

/// A board of 16x16 with so many numbers, laid from the goal backwards so that most of them are needed.
fn zhed(numbers: usize, random: &mut Random) -> Grid<u16> {
    let size = Size::new(16, 16).expect("within the limit");
    loop {
        let (level, laid) = support::long_zhed_level(random, size, numbers);
        if laid == numbers {
            return level.grid;
        }
    }
}

/// The levels of the app, made by hand so that nearly all numbers are needed, by how many they have; none when they are not there.
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

/// A full board with four pieces of each colour.
fn squares(rows: usize, cols: usize, random: &mut Random) -> Grid<u16> {
    let size = Size::new(rows, cols).expect("within the limit");
    let mut cells = vec![0; size.cells()];
    for (index, place) in shuffled(size.cells(), random).into_iter().enumerate() {
        cells[place] = 1 + index as u16 / 4;
    }
    Grid::from_cells(size, cells).expect("as many cells as the size says")
}

/// A board that is halved at random into `pieces` rectangles, with one cell of each to start from.
fn fold(side: usize, pieces: usize, random: &mut Random) -> Grid<u16> {
    let game = game("fold");
    let size = Size::new(side, side).expect("within the limit");
    let mut parts = vec![(0, 0, side, side)];
    while parts.len() < pieces {
        let (row, col, rows, cols) = parts.swap_remove(random.below(parts.len()));
        let across = if rows == 1 { false } else { cols == 1 || random.below(2) == 0 };
        match (rows, cols, across) {
            (1, 1, _) => parts.push((row, col, 1, 1)),
            (_, _, true) => {
                parts.extend([(row, col, rows / 2, cols), (row + rows / 2, col, rows / 2, cols)]);
            }
            _ => parts.extend([(row, col, rows, cols / 2), (row, col + cols / 2, rows, cols / 2)]),
        }
    }
    let mut glyphs = vec![".".to_string(); size.cells()];
    for (piece, (row, col, rows, cols)) in (1..).zip(parts) {
        let at = (row + random.below(rows)) * side + col + random.below(cols);
        glyphs[at] = piece_glyph(piece).expect("61 pieces at most").to_string();
    }
    board(game, size, &glyphs)
}

/// What came of one method on the levels of one size.
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
    let request = Method { algorithm: method.parse().expect("an algorithm"), ..Method::default() };
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
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    if !asked.is_empty() && !asked.iter().any(|asked| asked == name) {
        return;
    }
    println!("\n### {name}\n\n| level | method | proved | median time | longest | median memory |");
    println!("|---|---|---|---|---|---|");
    let labels: Vec<String> = sizes.iter().map(|(label, _)| label.clone()).collect();
    let mut points = Vec::new();
    let mut given_up: Vec<&str> = Vec::new();
    for (label, boards) in &sizes {
        for method in METHODS {
            // A method that proves nothing any more is not asked about larger levels.
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
            // Filled where every level was proved, hollow where some ran into the limit.
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
    // `cargo test` runs benchmarks once to see that they build; these take minutes.
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
                    levels(&|random| tiles(side, blocks, random)),
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
