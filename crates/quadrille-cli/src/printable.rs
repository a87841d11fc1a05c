//! Text from files, names and arguments, made safe to print: it cannot control the terminal.

use std::borrow::Cow;
use std::io;

use serde_json::ser::Formatter;

/// True for control characters, invisible characters, and those that change the direction of text.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns the character, or a visible one in place of a control character.
pub fn character(c: char) -> char {
    match c {
        '\t' => ' ',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        c if is_control(c) => '\u{fffd}',
        c => c,
    }
}

/// Makes a text of one line printable.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| character(c) != c) {
        text.chars().map(character).collect::<String>().into()
    } else {
        text.into()
    }
}

pub fn lines(text: &str) -> Cow<'_, str> {
    let shown = |c| if c == '\n' { c } else { character(c) };
    if text.chars().any(|c| shown(c) != c) {
        text.chars().map(shown).collect::<String>().into()
    } else {
        text.into()
    }
}

/// Escapes control characters in JSON, so that they reach a parser but not the terminal.
pub struct EscapeAll;

impl Formatter for EscapeAll {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_control(c)) {
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
    fn no_control_character_is_left() {
        assert_eq!(line("plain ü"), "plain ü");
        assert_eq!(line(NASTY).chars().count(), NASTY.chars().count());
        assert!(!line(NASTY).chars().any(is_control));
        assert_eq!(lines("a\u{1b}\nb"), "a\u{241b}\nb");
    }

    #[test]
    fn json_keeps_the_text_and_escapes_it() {
        let mut bytes = Vec::new();
        NASTY
            .serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, EscapeAll))
            .unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.chars().any(is_control), "{text}");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), NASTY);
    }
}
