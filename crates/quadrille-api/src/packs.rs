//! The levels that come with the program.

use quadrille::games::Games;
use quadrille::levels;
use serde::Serialize;

use crate::failure::Failure;
use crate::level::ListedLevel;
use crate::response::Response;

#[derive(Serialize)]
struct Pack {
    name: String,
    title: String,
    levels: Vec<ListedLevel>,
}

/// Packs of levels of these games as JSON, each given by its name and its text.
pub fn packs(
    games: &Games,
    packs: impl IntoIterator<Item = (String, String)>,
) -> Result<Response, Failure> {
    let packs: Vec<Pack> = packs.into_iter().map(|(name, text)| pack(games, name, &text)).collect();
    Response::json(&packs)
}

fn pack(games: &Games, name: String, text: &str) -> Pack {
    let document = levels::read_with(games, text, None);
    let levels = document.entries.iter().enumerate().filter_map(|(index, entry)| {
        let level = entry.level.as_ref().ok()?;
        Some(ListedLevel::new(index, &entry.label, level))
    });
    Pack { title: title(&name), levels: levels.collect(), name }
}

/// The title of a pack: `My pack` for `my-pack`.
fn title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
