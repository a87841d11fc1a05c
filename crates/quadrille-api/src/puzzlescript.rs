//! PuzzleScript games: read from a source, and brought by requests about their positions.
//!
//! A client sends the source of the game with every request about one of its positions, as the
//! field `puzzlescript` of the body. So any server, and any worker of a browser, can answer it.

use std::borrow::Cow;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille_puzzlescript::{GALLERY, Game, Naming, Source, compile};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::catalogue::{GameEntry, game_entry};
use crate::failure::Failure;
use crate::level::ListedLevel;

/// The field of a body that holds the source of a game.
const FIELD: &str = "puzzlescript";

/// Returns a body without the source of a PuzzleScript game, and the games with that game.
pub(crate) fn bring<'t>(body: &'t str, games: &Games) -> Result<(Cow<'t, str>, Games), Failure> {
    let unchanged = || Ok((Cow::Borrowed(body), games.clone()));
    if !body.contains("\"puzzlescript\"") {
        return unchanged();
    }
    // A body that is not an object is refused when its fields are read.
    let Ok(mut fields) = serde_json::from_str::<Map<String, Value>>(body) else {
        return unchanged();
    };
    let Some(Value::String(source)) = fields.remove(FIELD) else { return unchanged() };
    let game = Game::of_source(&source).ok_or_else(|| {
        Failure::unprocessable("bad-source", "the PuzzleScript game cannot be played")
            .help("the request 'puzzlescript' says what is wrong with it")
    })?;
    Ok((Value::Object(fields).to_string().into(), games.with(game)))
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceRequest {
    text: String,
    /// Returns its faults alone.
    #[serde(default)]
    only_check: bool,
}

#[derive(Serialize)]
pub(crate) struct ReadSource {
    /// The game; `null` if the faults leave nothing to play, and if only faults were requested.
    game: Option<GameEntry>,
    levels: Vec<ListedLevel>,
    /// The messages behind the last level.
    ending: Vec<String>,
    faults: Vec<Diagnostic>,
}

/// The most levels of a source in a response.
const MAX_LEVELS: usize = 1000;

pub(crate) fn puzzlescript(request: &SourceRequest, _: &Games) -> Result<ReadSource, Failure> {
    let text = &request.text;
    let located = |found: &quadrille_puzzlescript::Fault| found.diagnostic(text).locate(text);
    if request.only_check {
        let faults = compile(text).faults.iter().map(located).collect();
        return Ok(ReadSource { game: None, levels: Vec::new(), ending: Vec::new(), faults });
    }
    let read = Source::read_named(text, Naming::Source);
    let mut faults: Vec<Diagnostic> = read.faults.iter().map(located).collect();
    let mut note = |words: String| faults.push(Diagnostic::from(words).note());
    for (number, why) in &read.left_out {
        note(format!("level {number} is left out: {why}"));
    }
    if read.game.is_none() && read.faults.is_empty() {
        note("the program has read too many games; restart it".to_string());
    }
    let levels = read.levels.iter().take(MAX_LEVELS).enumerate();
    let named = |(index, level): (usize, &quadrille::levels::Level)| {
        ListedLevel::new(index, level.name.as_deref().unwrap_or_default(), level)
    };
    Ok(ReadSource {
        game: read.game.map(|game| game_entry(game)),
        levels: levels.map(named).collect(),
        ending: read.ending,
        faults,
    })
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
pub(crate) fn gallery(_: &GalleryRequest, _: &Games) -> Result<Vec<GalleryEntry>, Failure> {
    let entry = |example: &quadrille_puzzlescript::Example| {
        let game = Game::of_source(example.text)?.identity().id;
        Some(GalleryEntry { name: example.name, game, text: example.text })
    };
    Ok(GALLERY.iter().filter_map(entry).collect())
}
