//! A state space for people: a table and a few sentences.

use anstyle::Style;
use quadrille::levels::Level;
use quadrille::moves::Move;
use quadrille::search::{Stop, Survey, explore::Layer};
use quadrille::verify;
use quadrille_base::quantities::{bytes, commas, counted, seconds};

use crate::board;
use crate::console::Console;
use crate::exit::Abort;
use crate::output::{report, table};
use crate::scratch::DiskUse;

/// The width of the labels.
const MARGIN: usize = 11;

/// Prints everything about the space of a level.
pub fn whole(
    console: &mut Console,
    title: &str,
    level: &Level,
    survey: &Survey,
    disk: Option<&DiskUse>,
) -> Result<(), Abort> {
    report::heading(console, title, level)?;
    console.line("")?;
    layers(console, survey)?;
    let entry = |console: &mut Console, name: &str, text: &str| {
        let text = console.wrap(text, MARGIN);
        console.line(&format!("{name:MARGIN$}{text}"))
    };
    entry(console, "positions", &positions(survey))?;
    entry(console, "solved", &solved(survey))?;
    if let (Some(text), None) = (dead_ends(survey), disk) {
        entry(console, "dead ends", &text)?;
    }
    if let Some(branching) = survey.branching() {
        let text = format!("{branching:.2} moves per position on average");
        entry(console, "branching", &text)?;
    }
    let depth = survey.layers.len().saturating_sub(1) as u64;
    let at_least = if survey.stop.is_some() { "at least " } else { "" };
    let text = format!("{at_least}{} from the start", counted(depth, "move"));
    entry(console, "farthest", &text)?;
    if !survey.farthest.is_empty() || survey.layers.len() == 1 {
        way(console, level, &survey.farthest)?;
    }
    if let (Some(hardest), Some(to_goal)) = (&survey.hardest, &survey.to_goal) {
        let moves = counted(to_goal.len().saturating_sub(1) as u64, "move");
        let count = to_goal.last().copied().unwrap_or(0);
        let text = match count {
            1 => format!("{moves} to the nearest solved position, from 1 position"),
            _ => {
                format!("{moves} to the nearest solved position, from {} positions", commas(count))
            }
        };
        entry(console, "hardest", &text)?;
        if *hardest == survey.farthest {
            entry(console, "", "among them the one above")?;
        } else {
            way(console, level, hardest)?;
        }
    }
    let stats = &survey.stats;
    let effort = format!(
        "{} expanded in {} and {}; {} generated",
        counted(stats.expanded, "position"),
        seconds(stats.seconds),
        bytes(stats.peak_bytes),
        commas(stats.generated),
    );
    entry(console, "search", &effort)?;
    match disk {
        Some(disk) => entry(console, "disk", &disk.summary()),
        None => Ok(()),
    }
}

/// Prints a position: the moves that lead to it, and the board.
fn way(console: &mut Console, level: &Level, moves: &[Move]) -> Result<(), Abort> {
    let bold = Style::new().bold();
    let text = match moves {
        [] => "(the start)".to_string(),
        moves => level.game.notation().write_all(moves),
    };
    let text = console.wrap(&text, MARGIN);
    console.line(&format!("{:MARGIN$}{bold}{text}{bold:#}", ""))?;
    let replay = verify::replay(level.game, &level.grid, moves);
    if let Some(board) = replay.ok().and_then(|replay| replay.boards.last().cloned()) {
        console.text(&board::draw(console, level.game, &board))?;
    }
    Ok(())
}

fn positions(survey: &Survey) -> String {
    let count = counted(survey.positions(), "position");
    match survey.stop {
        None => format!("{count}, complete"),
        Some(Stop::Cancelled) => format!("at least {count}: the count was cancelled"),
        Some(limit) => format!("at least {count}: the {limit} was reached"),
    }
}

fn solved(survey: &Survey) -> String {
    match (survey.first_solved(), survey.stop) {
        (Some(depth), _) => {
            let moves = counted(depth.into(), "move");
            format!("{}, the first after {moves}", counted(survey.solved(), "position"))
        }
        (None, None) => "none: proved that no moves lead to a solution".to_string(),
        (None, Some(_)) => "none so far".to_string(),
    }
}

fn dead_ends(survey: &Survey) -> Option<String> {
    let stuck = survey.stuck();
    let stuck_text = |count: u64| format!("{} without any move", counted(count, "position"));
    match (survey.dead_ends(), survey.stop) {
        (Some(count), _) => {
            let share = 100.0 * count as f64 / survey.positions().max(1) as f64;
            let stuck = stuck.map(|count| format!(", {}", stuck_text(count))).unwrap_or_default();
            Some(format!("{} ({share:.1} %){stuck}", counted(count, "position")))
        }
        (None, None) => {
            let stuck = stuck.map(|count| format!("; {}", stuck_text(count))).unwrap_or_default();
            Some(format!("not counted: counting them needs more memory{stuck}"))
        }
        (None, Some(_)) => None,
    }
}

fn layers(console: &mut Console, survey: &Survey) -> Result<(), Abort> {
    let has = |field: fn(&Layer) -> Option<u64>| survey.layers.iter().any(|l| field(l).is_some());
    let (has_moves, has_dead_ends) = (has(|layer| layer.moves), has(|layer| layer.dead_ends));
    let mut columns = vec![("depth", true), ("positions", true), ("solved", true)];
    if has_moves {
        columns.push(("stuck", true));
    }
    if has_dead_ends {
        columns.push(("dead ends", true));
    }
    if has_moves {
        columns.push(("moves", true));
    }
    let mut table = table::new(console, &columns);
    let number = |count: Option<u64>| count.map(commas).unwrap_or_default();
    for (depth, layer) in survey.layers.iter().enumerate() {
        let mut row = vec![depth.to_string(), commas(layer.positions), commas(layer.solved)];
        if has_moves {
            row.push(number(layer.stuck));
        }
        if has_dead_ends {
            row.push(number(layer.dead_ends));
        }
        if has_moves {
            let mean = layer.moves.map(|moves| moves as f64 / layer.positions.max(1) as f64);
            row.push(mean.map(|mean| format!("{mean:.2}")).unwrap_or_default());
        }
        table.add_row(row);
    }
    table::print(console, &table)
}
