//! `POST /api/check`: a text in any format, its levels and its mistakes.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use quadrille::games;
use quadrille::levels::{self, Diagnostic, Level};
use serde::{Deserialize, Serialize};

use super::asked::Sent;
use super::board::unknown_game;
use super::failure::Failure;
use super::packs::KnownRow;
use super::work;
use super::{Server, answer};
use crate::input::Source;

/// The most levels and the most mistakes of an answer.
const MOST: usize = 1000;

/// A text.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Text {
    text: String,
    game: Option<String>,
}

#[derive(Serialize)]
struct Checked {
    /// The format that the text is in.
    format: &'static str,
    levels: Vec<LevelRow>,
    diagnostics: Vec<DiagnosticRow>,
    /// How many levels and mistakes were left out.
    left_out: usize,
}

#[derive(Serialize)]
struct LevelRow {
    game: &'static str,
    name: String,
    code: String,
    rows: usize,
    cols: usize,
    known: Option<KnownRow>,
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

impl LevelRow {
    fn new(name: &str, level: &Level) -> LevelRow {
        LevelRow {
            game: level.game.id(),
            name: name.to_string(),
            code: levels::to_code(level),
            rows: level.grid.size().rows(),
            cols: level.grid.size().cols(),
            known: level.known.map(KnownRow::from),
        }
    }
}

impl DiagnosticRow {
    fn new(source: &Source, mistake: &Diagnostic) -> DiagnosticRow {
        let place = source.place(mistake.span.start);
        let length = source.text.get(mistake.span.clone()).map_or(0, |text| text.chars().count());
        DiagnosticRow {
            severity: mistake.severity.name(),
            message: mistake.message.clone(),
            help: mistake.help.clone(),
            line: place.line,
            column: place.column,
            length,
        }
    }
}

/// `POST /api/check`.
pub async fn post(
    State(server): State<Arc<Server>>,
    Sent(text): Sent<Text>,
) -> Result<Response, Failure> {
    work::in_turn(&server.turns, move || Ok(answer::json(&check(text)?))).await
}

fn check(Text { text, game }: Text) -> Result<Checked, Failure> {
    let game = match &game {
        Some(id) => Some(games::by_id(id).ok_or_else(|| unknown_game(id))?),
        None => None,
    };
    let document = levels::read(&text, game);
    let source = Source::new("the text", text);
    let good = document
        .entries
        .iter()
        .filter_map(|entry| Some(LevelRow::new(&entry.label, entry.level.as_ref().ok()?)));
    let levels: Vec<LevelRow> = good.take(MOST).collect();
    let mistakes = document.diagnostics();
    let diagnostics: Vec<DiagnosticRow> =
        mistakes.take(MOST).map(|mistake| DiagnosticRow::new(&source, mistake)).collect();
    let all = document.levels().count() + document.diagnostics().count();
    Ok(Checked {
        format: document.format,
        left_out: all - levels.len() - diagnostics.len(),
        levels,
        diagnostics,
    })
}
