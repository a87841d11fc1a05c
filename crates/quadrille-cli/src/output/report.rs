//! The result of a search, in words.

use anstyle::{AnsiColor, Style};
use quadrille::Measure;
use quadrille::generate::Difficulty;
use quadrille::levels::{Known, Level};
use quadrille::moves::Move;
use quadrille::search::{Cost, Outcome, Report, Stop};
use quadrille_base::quantities::{bytes, commas, counted, seconds};

use crate::board;
use crate::console::Console;
use crate::exit::Abort;
use crate::printable;

/// The width of the labels.
const MARGIN: usize = 10;

/// Prints the name of a level, its game, size and other facts.
pub fn heading(console: &mut Console, title: &str, level: &Level) -> Result<(), Abort> {
    let bold = Style::new().bold();
    let known = level.known.map(|known| format!(", {known}")).unwrap_or_default();
    let difficulty = level
        .difficulty
        .map(|score| format!(", {} ({score})", Difficulty::of(score)))
        .unwrap_or_default();
    let credit = |word: &str, name: &Option<String>| {
        name.as_ref().map(|name| format!(", {word}{name}")).unwrap_or_default()
    };
    let credits = format!("{}{}", credit("by ", &level.author), credit("", &level.licence));
    console.line(&format!(
        "{bold}{}{bold:#} ({}, {}{known}{difficulty}{})",
        printable::line(title),
        level.game.id(),
        level.grid.size(),
        printable::line(&credits)
    ))?;
    for note in &level.notes {
        let note = console.wrap(&printable::line(note), 2);
        console.line(&format!("  {note}"))?;
    }
    Ok(())
}

/// Prints everything about one solved level.
pub fn whole(
    console: &mut Console,
    title: &str,
    level: &Level,
    (method, measure): (&str, Measure),
    report: &Report,
) -> Result<(), Abort> {
    heading(console, title, level)?;
    console.line("")?;
    console.text(&board::draw(console, level.game, &level.grid))?;
    console.line("")?;
    if let Some((plan, _)) = report.plan() {
        let text = match plan {
            [] => "(no move is needed)".to_string(),
            plan => level.game.write_plan(&level.grid, plan),
        };
        let bold = Style::new().bold();
        let text = console.wrap(&text, MARGIN);
        console.line(&format!("{:MARGIN$}{bold}{text}{bold:#}", "plan"))?;
    }
    let style = style(report);
    let summary = console.wrap(&summary(level, measure, report), MARGIN);
    console.line(&format!("{:MARGIN$}{style}{summary}{style:#}", "result"))?;
    let effort = console.wrap(&effort(method, report), MARGIN);
    console.line(&format!("{:MARGIN$}{effort}", "search"))
}

fn style(report: &Report) -> Style {
    let colour = match (&report.outcome, report.stop) {
        (_, Some(_)) => AnsiColor::Yellow,
        (Outcome::Solved { .. }, _) => AnsiColor::Green,
        _ => AnsiColor::Red,
    };
    Style::new().fg_color(Some(colour.into()))
}

/// The length of a plan, and its cost if that differs.
fn length(level: &Level, plan: &[Move], cost: Cost) -> String {
    let moves = level.game.counted_moves(&level.grid, plan);
    if level.game.has_unit_costs() { moves } else { format!("{moves} that cost {cost}") }
}

/// The result as a sentence.
fn summary(level: &Level, measure: Measure, report: &Report) -> String {
    let why = match report.stop {
        Some(Stop::Cancelled) => ": the search was cancelled".to_string(),
        Some(Stop::Heuristic) => {
            ": the heuristic gave an estimate that is not a number".to_string()
        }
        Some(limit) => format!(": the {limit} was reached"),
        None => String::new(),
    };
    let bound = match report.lower_bound {
        0 | 1 => String::new(),
        bound if measure == Measure::Pushes => {
            format!("; no plan has fewer than {}", counted(bound.into(), "push"))
        }
        bound if level.game.has_unit_costs() => {
            format!("; no plan has fewer than {}", counted(bound.into(), "move"))
        }
        bound => format!("; no plan costs less than {bound}"),
    };
    match &report.outcome {
        Outcome::Solved { plan, cost, optimal } if measure == Measure::Pushes => {
            let pushes = counted((*cost).into(), "push");
            let moves = counted(plan.len() as u64, "move");
            match optimal {
                true => format!("solved in {pushes} ({moves}), proved to be the fewest pushes"),
                false => format!(
                    "solved in {pushes} ({moves}), not proved to be the fewest pushes{why}{bound}"
                ),
            }
        }
        Outcome::Solved { plan, cost, optimal: true } => {
            format!("solved in {}, proved shortest", length(level, plan, *cost))
        }
        Outcome::Solved { plan, cost, .. } => {
            let length = length(level, plan, *cost);
            format!("solved in {length}, not proved shortest{why}{bound}")
        }
        Outcome::Unsolvable => "unsolvable: proved that no moves lead to a solution".to_string(),
        Outcome::Unknown => format!("not solved{why}{bound}"),
    }
}

/// The effort as a sentence.
fn effort(method: &str, report: &Report) -> String {
    let stats = &report.stats;
    let mut text = format!(
        "{method}: {} in {} and {}; {} generated, {} already known",
        counted(stats.expanded, "position"),
        seconds(stats.seconds),
        bytes(stats.peak_bytes),
        commas(stats.generated),
        commas(stats.duplicates),
    );
    for (count, what) in [(stats.dead_ends, "dead ends"), (stats.reopened, "reopened")] {
        if count > 0 {
            text += &format!(", {} {what}", commas(count));
        }
    }
    if let Some(first) = stats.first_plan_seconds.filter(|&first| first < 0.9 * stats.seconds) {
        text += &format!("; first plan after {}", seconds(first));
    }
    text
}

/// Describes a claim of the level that the search has refuted.
pub fn contradiction(level: &Level, report: &Report) -> Option<String> {
    let claim = level.known?;
    let wrong = match (claim, &report.outcome) {
        (Known::Optimal(moves), Outcome::Solved { cost, optimal, .. }) => {
            *cost < moves || *optimal && *cost != moves
        }
        (Known::Best(moves), Outcome::Solved { cost, optimal: true, .. }) => *cost > moves,
        (Known::Unsolvable, Outcome::Solved { .. }) => true,
        (Known::Optimal(_) | Known::Best(_), Outcome::Unsolvable) => true,
        (Known::Optimal(moves) | Known::Best(moves), Outcome::Unknown) => {
            report.lower_bound > moves
        }
        _ => false,
    };
    let result = || summary(level, Measure::Moves, report);
    wrong.then(|| format!("the file claims: {claim}; the search result: {}", result()))
}
