//! The speed of making and rating levels by size, and the agreement of ratings with the order of
//! known levels: `cargo bench -p quadrille --bench generate` prints tables as Markdown. It uses one
//! core; the command uses all of them.
//!
//! The last table needs the sample levels next to the repository (`../shared/levels`) and is
//! skipped without them.

#![allow(missing_docs)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use quadrille::games::{self, Game};
use quadrille::generate::{self, Batch, Rating, Spec};
use quadrille::grid::Size;
use quadrille::levels::{Level, read};
use quadrille::search::Control;

/// The time of each measurement.
const TIME: Duration = Duration::from_secs(3);

fn size(text: &str) -> Size {
    let (rows, cols) = text.split_once('x').expect("rows x columns");
    Size::new(rows.parse().expect("a number"), cols.parse().expect("a number")).expect("a size")
}

/// Makes candidates for a while; returns the levels, the number of candidates and the seconds.
fn make(game: &'static dyn Game, spec: &Spec) -> (Vec<Level>, u64, f64) {
    let mut batch = Batch::new(game, usize::MAX);
    let started = Instant::now();
    for number in 0.. {
        batch.take(game.attempt(spec, number, &Control::default()));
        if started.elapsed() > TIME {
            break;
        }
    }
    let levels = batch.levels(spec).into_iter().map(|(level, _)| level).collect();
    (levels, batch.tried(), started.elapsed().as_secs_f64())
}

/// Ratings per second.
fn rate(levels: &[Level]) -> f64 {
    let started = Instant::now();
    let mut rated = 0;
    for level in levels.iter().cycle().take(levels.len() * 1000) {
        if generate::rate(level, &Control::default()).is_ok() {
            rated += 1;
        }
        if started.elapsed() > TIME / 3 {
            break;
        }
    }
    f64::from(rated) / started.elapsed().as_secs_f64()
}

fn making() {
    println!(
        "\n| game | size | candidates/s | levels/s | unique levels/s | ratings/s | moves (mean) |"
    );
    println!("|---|---|---|---|---|---|---|");
    let sizes = [
        ("tiles", &["4x4", "6x6", "8x8", "10x10"][..]),
        ("zhed", &["5x5", "6x6", "8x8", "10x10"]),
        ("squares", &["2x6", "4x3", "4x4", "4x5"]),
        ("fold", &["4x4", "6x6", "8x8", "10x10"]),
    ];
    for (id, sizes) in sizes {
        let game = games::by_id(id).expect("the game exists");
        for text in sizes {
            let spec = Spec { sizes: vec![size(text)], ..Spec::default() };
            let (levels, tried, seconds) = make(game, &spec);
            let (unique, _, time) = make(game, &Spec { unique: true, ..spec });
            let moves: usize =
                levels.iter().filter_map(|level| Some(level.solution.as_ref()?.len())).sum();
            println!(
                "| {id} | {text} | {:.0} | {:.0} | {:.0} | {:.0} | {:.1} |",
                tried as f64 / seconds,
                levels.len() as f64 / seconds,
                unique.len() as f64 / time,
                rate(&levels),
                moves as f64 / levels.len().max(1) as f64
            );
        }
    }
}

fn climbing() {
    println!("\n| game | size | pieces | steps/s | levels rated/s | longest plan |");
    println!("|---|---|---|---|---|---|");
    let climbs = [
        ("tiles", "4x4", 2),
        ("tiles", "5x5", 2),
        ("tiles", "5x5", 3),
        ("tiles", "6x6", 2),
        ("tiles", "6x6", 3),
        ("tiles", "8x8", 2),
        ("zhed", "6x6", 8),
        ("zhed", "8x8", 12),
        ("squares", "4x4", 4),
        ("squares", "4x5", 5),
        ("fold", "4x4", 6),
        ("fold", "6x6", 10),
    ];
    for (id, text, pieces) in climbs {
        let game = games::by_id(id).expect("the game exists");
        let spec = Spec {
            sizes: vec![size(text)],
            pieces: Some(1.max(pieces / 2)..=pieces),
            seed: 1,
            ..Spec::default()
        };
        let (mut steps, mut rated, mut longest) = (0, 0, 0);
        let started = Instant::now();
        for number in 0.. {
            let climbed = game.climb(&spec, number, 20, &Control::default());
            steps += 20;
            rated += climbed.rated;
            longest = longest.max(climbed.made.map_or(0, |made| made.plan.len()));
            if started.elapsed() > TIME {
                break;
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "| {id} | {text} | {pieces} | {:.1} | {:.0} | {longest} |",
            f64::from(steps) / seconds,
            rated as f64 / seconds
        );
    }
}

/// Spearman's coefficient of rank correlation with the order of the values themselves.
fn rank_correlation(values: &[f64]) -> f64 {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    let mean = (values.len() as f64 - 1.0) / 2.0;
    let (mut product, mut one, mut other) = (0.0, 0.0, 0.0);
    for (index, value) in values.iter().enumerate() {
        let (place, rank) = (index as f64 - mean, rank(value) - mean);
        product += place * rank;
        one += place * place;
        other += rank * rank;
    }
    product / (one * other).sqrt()
}

fn ranking() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let worlds = [
        ("zhed-app.txt", "", 1, 97),
        ("tiles-many.txt", "app-multi/", 1, 59),
        ("tiles-many.txt", "app-multi/", 61, 179),
        ("tiles-many.txt", "app-single/", 1, 99),
        ("tiles-many.txt", "app-single/", 101, 219),
    ];
    println!("\n| levels | count | score | order | plan length alone |\n|---|---|---|---|---|");
    for (file, prefix, first, last) in worlds {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            println!("| {file} is not beside the repository | | | | |");
            continue;
        };
        let document = read(&text, None);
        let ratings: Vec<Rating> = document
            .levels()
            .filter(|level| {
                let number = level.name.as_deref().and_then(|name| name.strip_prefix(prefix));
                let number = number.and_then(|number| number.parse::<u32>().ok());
                number.is_some_and(|number| (first..=last).contains(&number))
            })
            .filter_map(|level| generate::rate(level, &Control::default()).ok())
            .collect();
        let correlation = |figure: fn(&Rating) -> f64| {
            rank_correlation(&ratings.iter().map(figure).collect::<Vec<_>>())
        };
        println!(
            "| {file} {prefix}{first} to {last} | {} | {:.4} | {:.4} | {:.4} |",
            ratings.len(),
            correlation(|rating| rating.score.into()),
            correlation(|rating| rating.order),
            correlation(|rating| rating.parts.moves.into())
        );
    }
}

fn main() {
    // `cargo test` runs benchmarks once to check that they build; these take minutes.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    making();
    climbing();
    ranking();
}
