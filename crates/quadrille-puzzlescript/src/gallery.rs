//! The games that ship.

/// A game that ships with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The name of its file without the ending.
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! gallery {
    ($($name:literal),* $(,)?) => {
        &[$(Example {
            name: $name,
            text: include_str!(concat!("../games/", $name, ".puzzlescript")),
        }),*]
    };
}

/// Every game that ships, in the order in which they are shown.
pub const GALLERY: &[Example] =
    gallery!["push", "slide", "zhed", "squares", "fold", "ice", "lamps", "doors", "trail", "pull",];
