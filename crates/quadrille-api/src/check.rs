//! A text in any format: its levels and its diagnostics.

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::levels;
use serde::{Deserialize, Serialize};

use crate::board::game_of;
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

pub(crate) fn check(request: &CheckRequest, games: &Games) -> Result<Check, Failure> {
    let game = request.game.as_deref().map(|name| game_of(games, name)).transpose()?;
    let document = levels::read_with(games, &request.text, game);
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
