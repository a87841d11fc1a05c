//! Foreign text made fit for the eye: what comes from files, names and arguments never steers a terminal.

use std::borrow::Cow;
use std::io;

use serde_json::ser::Formatter;

/// Whether a character does something instead of showing something: control characters, and those that turn the
/// direction of writing or cannot be seen.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The picture of a character: itself when it is harmless, one visible character in its place when it is not.
pub fn character(c: char) -> char {
    match c {
        '\t' => ' ',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        c if steers(c) => '\u{fffd}',
        c => c,
    }
}

/// A text on one line, character by character harmless.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| character(c) != c) {
        text.chars().map(character).collect::<String>().into()
    } else {
        text.into()
    }
}

/// A text of several lines, harmless but for its line ends.
pub fn lines(text: &str) -> Cow<'_, str> {
    let shown = |c| if c == '\n' { c } else { character(c) };
    if text.chars().any(|c| shown(c) != c) {
        text.chars().map(shown).collect::<String>().into()
    } else {
        text.into()
    }
}

/// JSON in which everything that could steer a terminal is escaped: the reader of the JSON gets the exact text, the
/// terminal does not.
pub struct EscapeAll;

impl Formatter for EscapeAll {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| steers(c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    const NASTY: &str = "a\u{1b}[31m\u{7}\u{9b}2J\u{202e}\u{e0041}z\r\n";

    #[test]
    fn nothing_steers_afterwards() {
        assert_eq!(line("plain ü"), "plain ü");
        assert_eq!(line(NASTY).chars().count(), NASTY.chars().count());
        assert!(!line(NASTY).chars().any(steers));
        assert_eq!(lines("a\u{1b}\nb"), "a\u{241b}\nb");
    }

    #[test]
    fn json_keeps_the_text_and_escapes_it() {
        let mut bytes = Vec::new();
        NASTY
            .serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, EscapeAll))
            .unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.chars().any(steers), "{text}");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), NASTY);
    }
}
