//! The colours of pieces and goals.

/// A colour for the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour as `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The index of the nearest colour of the palette.
    pub fn nearest(self) -> u8 {
        let gap = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        let far = |Rgb(red, green, blue): &Rgb| {
            2 * gap(self.0, *red) + 4 * gap(self.1, *green) + 3 * gap(self.2, *blue)
        };
        let near = PALETTE.iter().zip(0..).min_by_key(|(colour, _)| far(colour));
        near.map_or(0, |(_, number)| number)
    }

    /// True if black text is easier to read on it than white.
    pub fn is_light(self) -> bool {
        // Relative luminance with the weights of BT.709, without gamma: good enough to choose
        // between two.
        2126 * u32::from(self.0) + 7152 * u32::from(self.1) + 722 * u32::from(self.2) > 1_400_000
    }
}

/// The palette that [`Mark::colour`](super::Mark::colour) indexes: 26 colours. The first 16 are
/// easy to distinguish (29 or more apart in CIELAB), all others also by their letters.
pub const PALETTE: [Rgb; 26] = [
    Rgb(0xe8, 0xa2, 0x00), // a
    Rgb(0x1f, 0x6f, 0xd6), // b
    Rgb(0x35, 0xc9, 0xd6), // c
    Rgb(0x7a, 0x4b, 0x2a), // d
    Rgb(0x12, 0x73, 0x4a), // e
    Rgb(0xd6, 0x13, 0x6f), // f
    Rgb(0x4f, 0xb3, 0x2f), // g
    Rgb(0x93, 0xb7, 0xf5), // h
    Rgb(0x4a, 0x35, 0xc9), // i
    Rgb(0x7e, 0xd3, 0xa4), // j
    Rgb(0x8f, 0x8a, 0x1e), // k
    Rgb(0xc5, 0x9a, 0xf2), // l
    Rgb(0x9c, 0x1f, 0xa8), // m
    Rgb(0x16, 0x28, 0x4f), // n
    Rgb(0xf2, 0x69, 0x1c), // o
    Rgb(0xf5, 0x9a, 0xc4), // p
    Rgb(0x6b, 0x7a, 0x8f), // q
    Rgb(0xd6, 0x2b, 0x2b), // r
    Rgb(0xf0, 0x8f, 0x80), // s
    Rgb(0x00, 0x8b, 0x9e), // t
    Rgb(0x66, 0x33, 0x99), // u
    Rgb(0x8e, 0x44, 0xad), // v
    Rgb(0x9b, 0xb8, 0xd3), // w
    Rgb(0x55, 0x55, 0x55), // x
    Rgb(0xf2, 0xc5, 0x1d), // y
    Rgb(0x9c, 0xcc, 0x65), // z
];

/// The names of the colours of the palette.
pub const COLOUR_NAMES: [&str; 26] = [
    "amber", "blue", "cyan", "dun", "emerald", "fuchsia", "green", "hyacinth", "indigo", "jade",
    "khaki", "lilac", "magenta", "navy", "orange", "pink", "quartz", "red", "salmon", "teal",
    "ultraviolet", "violet", "water", "granite", "yellow", "lime",
];
