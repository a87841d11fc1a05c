//! Colours by name.

use crate::words::COLOURS;

/// The palettes that a game may name, or give by number from 1. The colours of the first, Arne
/// Niklas Jansson's, are used for all of them.
pub(crate) const PALETTES: [&str; 14] = [
    "mastersystem", "gameboycolour", "amiga", "arnecolors", "famicom", "atari", "pastel", "ega",
    "amstrad", "proteus_mellow", "proteus_rich", "proteus_night", "c64", "whitingjp",
];

pub(crate) fn is_palette(name: &str) -> bool {
    PALETTES.contains(&name)
        || name.parse().is_ok_and(|place: usize| (1..=PALETTES.len()).contains(&place))
}

/// True if a text is the name of a colour, or `#` and 3 or 6 hexadecimal digits.
pub(crate) fn is_colour(text: &str) -> bool {
    COLOURS.contains(&text)
        || text.strip_prefix('#').is_some_and(|digits| {
            matches!(digits.len(), 3 | 6) && digits.bytes().all(|c| c.is_ascii_hexdigit())
        })
}

/// A colour as `#rrggbb`; `None` is transparent.
pub(crate) fn colour(text: &str) -> Option<String> {
    if let Some(digits) = text.strip_prefix('#') {
        let digits: String = match digits.len() {
            3 => digits.chars().flat_map(|c| [c, c]).collect(),
            _ => digits.to_string(),
        };
        return Some(format!("#{}", digits.to_lowercase()));
    }
    let value = match text.replace("grey", "gray").as_str() {
        "transparent" => return None,
        "white" => "ffffff",
        "gray" => "9d9d9d",
        "darkgray" => "697175",
        "lightgray" => "cccccc",
        "red" => "be2633",
        "darkred" => "732930",
        "lightred" => "e06f8b",
        "brown" => "a46422",
        "darkbrown" => "493c2b",
        "lightbrown" => "eeb62f",
        "orange" => "eb8931",
        "yellow" => "f7e26b",
        "green" => "44891a",
        "darkgreen" => "2f484e",
        "lightgreen" => "a3ce27",
        "blue" => "1d57f7",
        "lightblue" => "b2dcef",
        "darkblue" => "1b2632",
        "purple" => "342a97",
        "pink" => "de65e2",
        _ => "000000",
    };
    Some(format!("#{value}"))
}
