//! A text in any format, its levels and its mistakes.

use quadrille::diagnostic::Diagnostic;
use quadrille::games;
use quadrille::levels;
use serde::{Deserialize, Serialize};

use crate::board::unknown_game;
use crate::failure::Failure;
use crate::level::LevelRow;

/// The most levels and the most mistakes of an answer.
const MOST: usize = 1000;

/// A text.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    text: String,
    game: Option<String>,
}

/// What is in it.
#[derive(Serialize)]
pub(crate) struct Checked {
    /// The format that the text is in.
    format: &'static str,
    levels: Vec<LevelRow>,
    diagnostics: Vec<Diagnostic>,
    /// How many levels and mistakes were left out.
    left_out: usize,
}

/// Reads a text.
pub(crate) fn check(Text { text, game }: Text) -> Result<Checked, Failure> {
    let game = match &game {
        Some(id) => Some(games::by_id(id).ok_or_else(|| unknown_game(id))?),
        None => None,
    };
    let document = levels::read(&text, game);
    let good = document.entries.iter().enumerate().filter_map(|(index, entry)| {
        Some(LevelRow::new(index, &entry.label, entry.level.as_ref().ok()?))
    });
    let levels: Vec<LevelRow> = good.take(MOST).collect();
    let mut diagnostics: Vec<Diagnostic> = document.diagnostics().take(MOST).cloned().collect();
    diagnostics.sort_by_key(|mistake| mistake.span().start);
    let all = document.levels().count() + document.diagnostics().count();
    Ok(Checked {
        format: document.format,
        left_out: all - levels.len() - diagnostics.len(),
        levels,
        diagnostics,
    })
}
