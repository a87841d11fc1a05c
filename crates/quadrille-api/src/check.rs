//! A text in any format: its levels and its diagnostics.

use quadrille::diagnostic::Diagnostic;
use quadrille::games;
use quadrille::levels;
use serde::{Deserialize, Serialize};

use crate::board::unknown_game;
use crate::failure::Failure;
use crate::level::ListedLevel;

/// The most levels, and the most diagnostics, in a response.
const MOST: usize = 1000;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckRequest {
    text: String,
    game: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Check {
    format: &'static str,
    levels: Vec<ListedLevel>,
    diagnostics: Vec<Diagnostic>,
    /// The number of levels and diagnostics that were left out.
    left_out: usize,
}

pub(crate) fn check(CheckRequest { text, game }: CheckRequest) -> Result<Check, Failure> {
    let game = match &game {
        Some(name) => Some(games::by_id(name).ok_or_else(|| unknown_game(name))?),
        None => None,
    };
    let document = levels::read(&text, game);
    let good = document.entries.iter().enumerate().filter_map(|(index, entry)| {
        Some(ListedLevel::new(index, &entry.label, entry.level.as_ref().ok()?))
    });
    let levels: Vec<ListedLevel> = good.take(MOST).collect();
    let mut diagnostics: Vec<Diagnostic> = document.diagnostics().take(MOST).cloned().collect();
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    let all = document.levels().count() + document.diagnostics().count();
    Ok(Check {
        format: document.format,
        left_out: all - levels.len() - diagnostics.len(),
        levels,
        diagnostics,
    })
}
