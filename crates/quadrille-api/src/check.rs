//! A text in any format, its levels and its mistakes.

use quadrille::games;
use quadrille::levels::{self, Diagnostic, Place};
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
    diagnostics: Vec<DiagnosticRow>,
    /// How many levels and mistakes were left out.
    left_out: usize,
}

#[derive(Serialize)]
struct DiagnosticRow {
    severity: &'static str,
    message: String,
    help: Option<String>,
    line: usize,
    column: usize,
    /// How many characters are in question.
    length: usize,
}

impl DiagnosticRow {
    fn new(text: &str, place: Place, mistake: &Diagnostic) -> DiagnosticRow {
        DiagnosticRow {
            severity: mistake.severity.name(),
            message: mistake.message.clone(),
            help: mistake.help.clone(),
            line: place.line,
            column: place.column,
            length: text.get(mistake.span()).map_or(0, |text| text.chars().count()),
        }
    }
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
    let mut mistakes: Vec<&Diagnostic> = document.diagnostics().take(MOST).collect();
    mistakes.sort_by_key(|mistake| mistake.span().start);
    let mut places = Places { text: &text, line: 0, start: 0 };
    let diagnostics: Vec<DiagnosticRow> = mistakes
        .into_iter()
        .map(|mistake| DiagnosticRow::new(&text, places.next(mistake.span().start), mistake))
        .collect();
    let all = document.levels().count() + document.diagnostics().count();
    Ok(Checked {
        format: document.format,
        left_out: all - levels.len() - diagnostics.len(),
        levels,
        diagnostics,
    })
}

/// The lines and columns of places that come one after the other: a long text is gone through once.
struct Places<'t> {
    text: &'t str,
    /// How many lines there are before the line of the last place.
    line: usize,
    /// Where that line starts.
    start: usize,
}

impl Places<'_> {
    fn next(&mut self, offset: usize) -> Place {
        let place = Place::of(&self.text[self.start..], offset - self.start);
        let line = self.line + place.line;
        if place.line > 1 {
            self.line = line - 1;
            let before = self.text[..offset].char_indices().rev().take(place.column - 1);
            self.start = before.last().map_or(offset, |(at, _)| at);
        }
        Place { line, column: place.column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_library() {
        let text = "ab\r\né?\n\n\rlast\u{2028}x\u{85}";
        let mut places = Places { text, line: 0, start: 0 };
        for offset in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            assert_eq!(places.next(offset), Place::of(text, offset), "{offset}");
        }
    }
}
