//! The figures of a level: moves, the best known, whether it can still be solved, and the state of
//! the search.

use anstyle::Style;
use quadrille_base::quantities::{bytes, commas, counted, seconds};

use super::palette::Palette;
use crate::play::app::App;
use crate::play::canvas::{Canvas, Line, Rect};
use crate::play::method::named;
use crate::play::round::{Figures, Outlook, Round};

fn outlook(app: &App, round: &Round, palette: Palette) -> (String, Style) {
    match round.outlook() {
        Outlook::Solved => ("✓ solved".to_string(), palette.good()),
        Outlook::Solvable(moves, true) => (format!("✓ yes, in {moves}"), palette.good()),
        Outlook::Solvable(moves, false) => (format!("✓ yes, in {moves} or fewer"), palette.good()),
        Outlook::DeadEnd => ("✗ no".to_string(), palette.bad()),
        Outlook::Thinking => ("… thinking".to_string(), palette.faint()),
        Outlook::Unknown => ("? unknown".to_string(), palette.faint()),
        Outlook::Unasked if app.checking => ("…".to_string(), palette.faint()),
        Outlook::Unasked => ("not checked (c)".to_string(), palette.faint()),
    }
}

fn fewest(round: &Round) -> String {
    match round.fewest() {
        Some((moves, true)) => format!("{moves} (optimal)"),
        Some((moves, false)) => moves.to_string(),
        None if round.choice.is_unsolvable() => "there is no plan".to_string(),
        None => "not known".to_string(),
    }
}

/// The number of moves, with the tally of the game.
fn played(round: &Round) -> String {
    let line = &round.line;
    let tally = round.game().tally(line.start(), line.standing());
    tally.map_or_else(|| line.played().to_string(), |tally| format!("{} ({tally})", line.played()))
}

fn own_best(app: &App, round: &Round) -> Option<u32> {
    app.progress.of(&round.choice.code).and_then(|record| record.best)
}

/// The most important figures in one line, for narrow screens.
pub fn in_one_line(app: &App, round: &Round, palette: Palette) -> Line {
    let faint = palette.faint();
    if let Some(watch) = &round.watch {
        let (shown, all) = watch.count();
        return Line::plain(format!(" plan: move {shown} of {all}"));
    }
    let best = match round.fewest() {
        Some((moves, true)) => format!("{moves}!"),
        Some((moves, false)) => moves.to_string(),
        None => "?".to_string(),
    };
    let (mark, style) = outlook(app, round, palette);
    Line::styled(" moves ", faint)
        .and(played(round), Style::new())
        .and(" · best ", faint)
        .and(best, Style::new())
        .and(" · ", faint)
        .and(mark, style)
}

pub fn draw(app: &App, round: &Round, palette: Palette, area: Rect, canvas: &mut Canvas) {
    let faint = palette.faint();
    let fact = |name: &str, value: String, style: Style| {
        Line::styled(format!("{name:<11}"), faint).and(value, style)
    };
    let plain = Style::new();
    let mut lines = Vec::new();
    match &round.watch {
        None => {
            lines.push(fact("moves", played(round), palette.heading()));
            lines.push(fact("best known", fewest(round), plain));
            if let Some(best) = own_best(app, round) {
                lines.push(fact("your best", best.to_string(), plain));
            }
            let (mark, style) = outlook(app, round, palette);
            lines.push(fact("solvable", mark, style));
            if let Some(at) = round.picker.cursor() {
                let picked = if round.picker.is_picked() { ", picked" } else { "" };
                lines.push(fact("cursor", format!("{at}{picked}"), plain));
            }
        }
        Some(watch) => {
            let ((shown, all), (speed, speeds)) = (watch.count(), watch.speed());
            lines.push(Line::styled("Watching a plan", palette.heading()));
            lines.push(fact("move", format!("{shown} of {all}"), palette.heading()));
            let state = match (watch.is_running(), shown == all) {
                (true, _) => "running",
                (false, true) => "at its end",
                (false, false) => "paused",
            };
            lines.push(fact("state", state.to_string(), plain));
            lines.push(fact("speed", format!("{speed} of {speeds}"), plain));
        }
    }
    lines.push(Line::default());
    let room = usize::from(area.width.saturating_sub(1));
    match (&round.search, &round.effort) {
        (Some(search), _) => {
            lines.push(Line::styled("Searching", palette.heading()));
            figures(&mut lines, &fact, &search.method, &search.figures, true);
        }
        (None, Some(effort)) => {
            lines.push(Line::styled("Last search", palette.heading()));
            lines.push(Line::plain(effort.result.clone()));
            figures(&mut lines, &fact, &effort.method, &effort.figures, false);
        }
        (None, None) => {}
    }
    lines.push(Line::default());
    lines.push(fact("v solves", format!("with {}", named(&app.method, round.game())), plain));
    let mut last = recent_moves(round, room);
    if !last.is_empty() && lines.len() + last.len() + 2 <= usize::from(area.height) {
        let heading = if round.watch.is_some() { "The plan" } else { "Moves" };
        lines.push(Line::default());
        lines.push(Line::styled(heading, palette.heading()));
        let rest = usize::from(area.height) - lines.len();
        // Show the latest lines.
        let cut = last.len().saturating_sub(rest);
        lines.extend(last.drain(cut..).map(Line::plain));
    }
    for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
        canvas.write_line(area.x, y, &line, area.width);
    }
}

fn figures(
    lines: &mut Vec<Line>,
    fact: &impl Fn(&str, String, Style) -> Line,
    method: &str,
    figures: &Figures,
    runs: bool,
) {
    let plain = Style::new();
    let moves = |count: u32| counted(count.into(), "move");
    lines.push(fact("method", method.to_string(), plain));
    lines.push(fact("expanded", commas(figures.expanded), plain));
    lines.push(fact("generated", commas(figures.generated), plain));
    lines.push(fact("memory", bytes(figures.bytes), plain));
    if runs {
        lines.push(fact("at least", moves(figures.lower_bound), plain));
        let best = figures.best.map_or("none yet".to_string(), moves);
        lines.push(fact("best plan", best, plain));
    } else if figures.lower_bound > 0 && figures.best != Some(figures.lower_bound) {
        lines.push(fact("at least", moves(figures.lower_bound), plain));
    }
    lines.push(fact(
        "time",
        if runs { format!("{:.1} s", figures.seconds) } else { seconds(figures.seconds) },
        plain,
    ));
}

/// The moves played or shown, wrapped to a width.
fn recent_moves(round: &Round, width: usize) -> Vec<String> {
    let notation = round.game().notation();
    let moves = match &round.watch {
        Some(watch) => &watch.plan()[..watch.count().0],
        None => round.line.standing(),
    };
    let mut lines: Vec<String> = Vec::new();
    for mv in moves {
        let word = notation.write(*mv);
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
