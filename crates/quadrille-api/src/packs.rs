//! The levels that come with the program.

use quadrille::levels;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::level::LevelRow;

#[derive(Serialize)]
struct PackRow {
    id: String,
    title: String,
    levels: Vec<LevelRow>,
}

/// Packs as JSON, each by its name and its text.
pub fn packs(packs: impl IntoIterator<Item = (String, String)>) -> Result<Answer, Failure> {
    let rows: Vec<PackRow> = packs.into_iter().map(|(id, text)| pack(id, &text)).collect();
    Answer::json(&rows)
}

fn pack(id: String, text: &str) -> PackRow {
    let document = levels::read(text, None);
    let levels = document.entries.iter().enumerate().filter_map(|(index, entry)| {
        let level = entry.level.as_ref().ok()?;
        Some(LevelRow::new(index, &entry.label, level))
    });
    let levels = levels.collect();
    PackRow { title: title(&id), id, levels }
}

/// A name for people: `my-pack` is `My pack`.
fn title(id: &str) -> String {
    let words = id.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
