//! A census for people: a table and a few sentences.

use anstyle::Style;
use quadrille::census::{Census, Distances, Route};
use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::search::{Stats, Stop};
use quadrille::verify;
use quadrille_base::quantities::{bytes, commas, counted, seconds};

use crate::board;
use crate::console::Console;
use crate::exit::Abort;
use crate::output::{report, table};

/// The width of the labels.
const MARGIN: usize = 11;

fn entry(console: &mut Console, name: &str, text: &str) -> Result<(), Abort> {
    let text = console.wrap(text, MARGIN);
    console.line(&format!("{name:MARGIN$}{text}"))
}

/// Prints the number of boards that can be solved, and the hardest.
pub fn census(
    console: &mut Console,
    title: &str,
    level: &Level,
    census: &Census,
) -> Result<(), Abort> {
    report::heading(console, title, level)?;
    console.line("")?;
    if let Some(counts) = &census.to_goal {
        counts_table(console, "fewest moves", counts)?;
    }
    boards(console, census.starts, census.positions, census.stop)?;
    if let (Some(all), Some(counts), Some(solvable)) =
        (census.starts, &census.to_goal, census.solvable())
    {
        let share = 100.0 * solvable as f64 / all.max(1) as f64;
        let others = match all - solvable {
            0 => "all of them".to_string(),
            1 => "proved that the other one cannot".to_string(),
            others => format!("proved that the other {} cannot", commas(others)),
        };
        let text = format!("{} ({share:.3} %); {others}", counted(solvable, "board"));
        entry(console, "solvable", &text)?;
        if let Some(Route { board, .. }) = &census.unsolvable {
            entry(console, "", "one that cannot be solved:")?;
            console.text(&board::draw(console, level.game, board))?;
        }
        if let Some(Route { board, moves: plan }) = &census.hardest {
            let most = counted(counts.len().saturating_sub(1) as u64, "move");
            let from = counted(counts.last().copied().unwrap_or(0), "board");
            entry(console, "hardest", &format!("{most}, proved shortest, from {from}"))?;
            way(console, level, plan)?;
            console.text(&board::draw(console, level.game, board))?;
        }
    }
    effort(console, &census.stats)
}

/// Prints the largest distance between positions.
pub fn distances(
    console: &mut Console,
    title: &str,
    level: &Level,
    distances: &Distances,
) -> Result<(), Abort> {
    report::heading(console, title, level)?;
    console.line("")?;
    if !distances.by_distance.is_empty() {
        counts_table(console, "farthest", &distances.by_distance)?;
    }
    boards(console, distances.starts, distances.positions, distances.stop)?;
    if let Some(Route { board, moves: plan }) = &distances.farthest {
        let moves = counted(plan.len() as u64, "move");
        let text = match (distances.stop, distances.by_distance.last()) {
            (None, Some(&count)) => format!(
                "{moves} at most from any board to anything that can be reached, proved; so many from {}",
                counted(count, "board")
            ),
            _ => format!("{moves} or more"),
        };
        entry(console, "distance", &text)?;
        way(console, level, plan)?;
        console.text(&board::draw(console, level.game, board))?;
        let replay = verify::replay(level.game, board, plan);
        if let Some(end) = replay.ok().and_then(|replay| replay.boards.last().cloned()) {
            entry(console, "", "leads to")?;
            console.text(&board::draw(console, level.game, &end))?;
        }
    }
    effort(console, &distances.stats)
}

fn counts_table(console: &mut Console, name: &str, counts: &[u64]) -> Result<(), Abort> {
    let mut table = table::new(console, &[(name, true), ("boards", true)]);
    for (moves, &count) in counts.iter().enumerate() {
        table.add_row([moves.to_string(), commas(count)]);
    }
    table::print(console, &table)
}

fn boards(
    console: &mut Console,
    boards: Option<u64>,
    positions: u64,
    stop: Option<Stop>,
) -> Result<(), Abort> {
    let count = match boards {
        Some(boards) => counted(boards, "board"),
        None => "not all boards were examined".to_string(),
    };
    let reached = counted(positions, "position");
    let text = match stop {
        None => format!("{count}; {reached} can be reached from them"),
        Some(stop) => format!("{count}; at least {reached}: stopped ({stop})"),
    };
    entry(console, "boards", &text)
}

fn way(console: &mut Console, level: &Level, moves: &[Move]) -> Result<(), Abort> {
    let bold = Style::new().bold();
    let text = match moves {
        [] => "(no move)".to_string(),
        moves => level.game.notation().write_all(moves),
    };
    let text = console.wrap(&text, MARGIN);
    console.line(&format!("{:MARGIN$}{bold}{text}{bold:#}", ""))
}

fn effort(console: &mut Console, stats: &Stats) -> Result<(), Abort> {
    let text = format!(
        "{} expanded in {} and {}",
        counted(stats.expanded, "position"),
        seconds(stats.seconds),
        bytes(stats.peak_bytes),
    );
    entry(console, "search", &text)
}
