//! The packs of levels that ship with the program.

use quadrille_assets::PACKS;

/// The first character of the name of a pack on the command line.
pub const PACK_SIGN: char = '@';

/// The names of all packs, without the sign, in alphabetical order.
pub fn pack_names() -> Vec<String> {
    packs().map(|(name, _)| name.to_string()).collect()
}

pub fn pack_text(name: &str) -> Option<&'static str> {
    Some(PACKS.get(&format!("{name}.txt"))?.text())
}

pub fn packs() -> impl Iterator<Item = (&'static str, &'static str)> {
    PACKS.iter().filter_map(|file| Some((file.name.strip_suffix(".txt")?, file.text())))
}
