//! What others have published beside what was measured here.

use std::sync::LazyLock;

use quadrille::record::Verdict;
use quadrille_base::quantities::counted;
use serde::Deserialize;

use crate::Trial;
use crate::charts::Unit;

use super::board::Board;
use super::{Cell, Section, section};

/// The experiments of the plan that ships for the course projects begin so.
const COURSE: &str = "course";

#[derive(Deserialize)]
struct Published {
    figure: Vec<Figure>,
}

/// A figure that somebody has published.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    game: String,
    /// The hash of the board that it is of; none for a whole set of levels.
    fingerprint: Option<String>,
    /// What the level is called there.
    level: Option<String>,
    /// What it counts.
    figure: String,
    /// The figure.
    theirs: String,
    /// The method here that does the same.
    method: String,
    measure: What,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum What {
    Moves,
    Expanded,
    Seconds,
    /// How many of the levels with a known optimum got a shortest plan.
    Share,
    /// The least time over all levels.
    Least,
    Mean,
    Most,
}

static PUBLISHED: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let read: Result<Published, _> = toml::from_str(include_str!("published.toml"));
    // The table is part of the program, and a test reads it.
    read.map(|published| published.figure).unwrap_or_default()
});

/// The section, where anything published is of these levels, or the plan is that of the course projects.
pub(super) fn sections(board: &Board, trials: &[Trial]) -> Vec<Section> {
    let of_course =
        |trial: &Trial| trial.game == board.game && trial.experiment.starts_with(COURSE);
    let is_course = trials.iter().any(of_course);
    let mut rows = Vec::new();
    let mut levels = 0;
    for figure in PUBLISHED.iter().filter(|figure| figure.game == board.game) {
        let level = match &figure.fingerprint {
            Some(print) => {
                let found = board.levels.iter().position(|level| level.fingerprint == *print);
                if found.is_none() {
                    continue;
                }
                levels += 1;
                found
            }
            None if is_course => None,
            None => continue,
        };
        let name = match level {
            Some(level) => {
                let own = &board.levels[level].name;
                format!("{own} (theirs: {})", figure.level.as_deref().unwrap_or_default())
            }
            None => "other levels than theirs".to_string(),
        };
        let Some(method) = board.method(&figure.method) else { continue };
        rows.push(vec![
            Cell::Text(name),
            Cell::Text(figure.figure.clone()),
            Cell::Text(figure.theirs.clone()),
            Cell::Text(board.methods[method].name.clone()),
            ours(board, figure.measure, level, method),
        ]);
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let finding = match levels {
        0 => "None of these levels is of the published tables: the figures are of other levels and tell orders of magnitude.".to_string(),
        count => format!("{} of theirs beside ours on the same boards.", counted(count, "figure")),
    };
    let columns = ["levels", "figure", "published", "method", "here"];
    let title = format!("Published figures beside ours, {}", board.game);
    vec![section(board, "published", title, finding, &columns, rows, String::new())]
}

fn ours(board: &Board, what: What, level: Option<usize>, method: usize) -> Cell {
    let result = level.and_then(|level| board.get(level, method));
    let times = || board.column(method).filter(|(_, r)| r.answered()).map(|(_, r)| r.seconds);
    let mean = || times().sum::<f64>() / times().count().max(1) as f64;
    match (what, result) {
        (What::Moves, Some(result)) => Cell::maybe(result.cost.map(f64::from), Unit::Moves),
        (What::Expanded, Some(result)) => Cell::maybe(result.expanded, Unit::Count),
        (What::Seconds, Some(result)) => Cell::Number(result.seconds, Unit::Seconds),
        (What::Share, _) => {
            let known = board.column(method).filter(|(level, result)| {
                board.levels[*level].optimum.is_some() && result.outcome != Verdict::Unsolvable
            });
            let known: Vec<_> = known.collect();
            let short = known.iter().filter(|(level, r)| r.cost == board.levels[*level].optimum);
            Cell::Of(short.count(), known.len())
        }
        (What::Least, _) => Cell::maybe(times().reduce(f64::min), Unit::Seconds),
        (What::Mean, _) => Cell::maybe(times().next().map(|_| mean()), Unit::Seconds),
        (What::Most, _) => Cell::maybe(times().reduce(f64::max), Unit::Seconds),
        _ => Cell::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_and_its_methods_exist() {
        assert!(PUBLISHED.len() > 20);
        for figure in PUBLISHED.iter() {
            let game = quadrille::games::by_id(&figure.game).expect("a game");
            let method = figure.method.parse().expect("a method");
            assert!(game.resolve(&method).is_ok(), "{}", figure.method);
            assert_eq!(figure.fingerprint.is_some(), figure.level.is_some());
        }
    }
}
