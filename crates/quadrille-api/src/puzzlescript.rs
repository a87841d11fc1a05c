//! PuzzleScript games: read from a source, and brought by requests about their positions.
//!
//! A client sends the source of the game with every request about one of its positions, as the
//! field `puzzlescript` of the body. So any server, and any worker of a browser, can answer it.

use std::borrow::Cow;

use quadrille::diagnostic::Diagnostic;
use quadrille::games;
use quadrille_puzzlescript::{GALLERY, Game, Naming, Source, compile};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::catalogue::{GameEntry, game_entry};
use crate::failure::Failure;
use crate::level::ListedLevel;

/// The field of a body that holds the source of a game.
const FIELD: &str = "puzzlescript";

/// Adds the game whose source comes with a body, and returns the body without it.
pub(crate) fn bring(body: &str) -> Result<Cow<'_, str>, Failure> {
    if !body.contains("\"puzzlescript\"") {
        return Ok(Cow::Borrowed(body));
    }
    // A body that is not an object is refused when its fields are read.
    let Ok(mut fields) = serde_json::from_str::<Map<String, Value>>(body) else {
        return Ok(Cow::Borrowed(body));
    };
    let Some(Value::String(source)) = fields.remove(FIELD) else { return Ok(Cow::Borrowed(body)) };
    let game = Game::of_source(&source).ok_or_else(|| {
        Failure::unprocessable("bad-source", "the PuzzleScript game cannot be played")
            .help("the request 'puzzlescript' says what is wrong with it")
    })?;
    games::bring(game);
    Ok(Cow::Owned(Value::Object(fields).to_string()))
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceRequest {
    /// The source of the game.
    text: String,
    /// Whether only its faults are asked for.
    #[serde(default)]
    only_check: bool,
}

#[derive(Serialize)]
pub(crate) struct ReadSource {
    /// The game; `null` where the faults leave nothing to play, and where only faults were asked
    /// for.
    game: Option<GameEntry>,
    levels: Vec<ListedLevel>,
    /// The messages behind the last level.
    ending: Vec<String>,
    faults: Vec<Diagnostic>,
}

/// The most levels of a source in a response.
const MAX_LEVELS: usize = 1000;

/// Reads the source of a PuzzleScript game.
pub(crate) fn puzzlescript(request: &SourceRequest) -> ReadSource {
    let text = &request.text;
    let located = |found: &quadrille_puzzlescript::Fault| found.diagnostic(text).locate(text);
    if request.only_check {
        let faults = compile(text).faults.iter().map(located).collect();
        return ReadSource { game: None, levels: Vec::new(), ending: Vec::new(), faults };
    }
    let read = Source::read_named(text, Naming::Source);
    let mut faults: Vec<Diagnostic> = read.faults.iter().map(located).collect();
    let mut note = |words: String| faults.push(Diagnostic::from(words).note());
    for (number, why) in &read.left_out {
        note(format!("level {number} is left out: {why}"));
    }
    if read.game.is_none() && read.faults.is_empty() {
        note("this program has read too many games; start it anew".to_string());
    }
    let levels = read.levels.iter().take(MAX_LEVELS).enumerate();
    let named = |(index, level): (usize, &quadrille::levels::Level)| {
        ListedLevel::new(index, level.name.as_deref().unwrap_or_default(), level)
    };
    ReadSource {
        game: read.game.map(|game| game_entry(game)),
        levels: levels.map(named).collect(),
        ending: read.ending,
        faults,
    }
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct GalleryRequest {}

#[derive(Serialize)]
pub(crate) struct GalleryEntry {
    name: &'static str,
    /// The game's name in share codes.
    game: &'static str,
    text: &'static str,
}

/// The PuzzleScript games that come with the program.
pub(crate) fn gallery(_: &GalleryRequest) -> Vec<GalleryEntry> {
    let entry = |example: &quadrille_puzzlescript::Example| {
        let game = Game::of_source(example.text)?.identity().id;
        Some(GalleryEntry { name: example.name, game, text: example.text })
    };
    GALLERY.iter().filter_map(entry).collect()
}
