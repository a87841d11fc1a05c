//! The packs of levels that come with the command.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// What the name of a pack starts with on the command line.
pub const PACK_SIGN: char = '@';

#[derive(RustEmbed)]
#[folder = "../../levels/"]
#[include = "*.txt"]
struct Packs;

/// The names of all packs, without the sign, in alphabetical order.
pub fn pack_names() -> Vec<String> {
    let mut names: Vec<String> =
        Packs::iter().filter_map(|file| file.strip_suffix(".txt").map(str::to_string)).collect();
    names.sort();
    names
}

/// The text of a pack.
pub fn pack_text(name: &str) -> Option<Cow<'static, [u8]>> {
    Packs::get(&format!("{name}.txt")).map(|file| file.data)
}

/// All packs, each with its name and its text.
pub fn packs() -> impl Iterator<Item = (String, String)> {
    pack_names().into_iter().filter_map(|name| {
        let text = String::from_utf8(pack_text(&name)?.into_owned()).ok()?;
        Some((name, text))
    })
}
