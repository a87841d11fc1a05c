//! The words of the language.

pub(crate) const SECTIONS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// Settings that take a value.
pub(crate) const SETTINGS: [&str; 12] = [
    "title",
    "author",
    "homepage",
    "background_color",
    "text_color",
    "key_repeat_interval",
    "realtime_interval",
    "again_interval",
    "flickscreen",
    "zoomscreen",
    "color_palette",
    "youtube",
];

/// Settings that are on or off.
pub(crate) const SWITCHES: [&str; 10] = [
    "run_rules_on_level_start",
    "norepeat_action",
    "require_player_movement",
    "debug",
    "verbose_logging",
    "throttle_movement",
    "noundo",
    "noaction",
    "norestart",
    "scanline",
];

pub(crate) const EVENTS: [&str; 21] = [
    "undo", "restart", "titlescreen", "startgame", "cancel", "endgame", "startlevel", "endlevel",
    "showmessage", "closemessage", "sfx0", "sfx1", "sfx2", "sfx3", "sfx4", "sfx5", "sfx6", "sfx7",
    "sfx8", "sfx9", "sfx10",
];

pub(crate) const VERBS: [&str; 5] = ["move", "action", "create", "destroy", "cantmove"];

pub(crate) const SOUND_DIRECTIONS: [&str; 7] =
    ["up", "down", "left", "right", "horizontal", "vertical", "orthogonal"];

/// Words that may stand before the first bracket of a rule.
pub(crate) const RULE_PREFIXES: [&str; 9] =
    ["up", "down", "left", "right", "horizontal", "vertical", "orthogonal", "late", "rigid"];

/// Words that may stand before an object in a cell of a rule.
pub(crate) const CELL_WORDS: [&str; 18] = [
    "action", "up", "down", "left", "right", "^", "v", "<", ">", "moving", "stationary",
    "parallel", "perpendicular", "horizontal", "orthogonal", "vertical", "no", "randomdir",
];

pub(crate) fn is_sfx(word: &str) -> bool {
    word.strip_prefix("sfx").is_some_and(|number| {
        matches!(number, "10") || (number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
    })
}

pub(crate) fn is_command(word: &str) -> bool {
    is_sfx(word)
        || matches!(word, "cancel" | "checkpoint" | "restart" | "win" | "message" | "again")
}

/// Words that are a poor choice for an object's name.
pub(crate) fn is_keyword(word: &str) -> bool {
    SECTIONS.contains(&word)
        || VERBS.contains(&word)
        || EVENTS.contains(&word)
        || matches!(word, "..." | "|" | "[" | "]")
        || matches!(word, "up" | "down" | "left" | "right" | "late" | "rigid" | "horizontal")
        || matches!(word, "^" | "v" | ">" | "<" | "no" | "randomdir" | "random" | "vertical")
        || matches!(word, "any" | "all" | "some" | "moving" | "stationary" | "parallel")
        || matches!(word, "perpendicular" | "message" | "win" | "again")
}

pub(crate) const COLOURS: [&str; 25] = [
    "black", "white", "gray", "darkgray", "lightgray", "grey", "darkgrey", "lightgrey", "red",
    "darkred", "lightred", "brown", "darkbrown", "lightbrown", "orange", "yellow", "green",
    "darkgreen", "lightgreen", "blue", "lightblue", "darkblue", "purple", "pink", "transparent",
];

/// True if a character counts as a blank.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// True if a character can be part of a word.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
