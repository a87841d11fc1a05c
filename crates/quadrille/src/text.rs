//! Texts as lines, words and characters with their places.

use std::borrow::Cow;
use std::ops::Range;

/// A piece of text with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    /// Its start in bytes.
    pub start: usize,
}

impl Token<'_> {
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(crate) fn shown(&self) -> String {
        shown(self.text)
    }
}

pub(crate) fn shown(text: &str) -> String {
    let end = text.char_indices().nth(20);
    end.map_or_else(|| text.to_string(), |(end, _)| format!("{}…", &text[..end]))
}

/// True if a character ends a line. These are all line ends of Unicode: line feed, vertical tab,
/// form feed, carriage return, next line, line separator and paragraph separator. A carriage return
/// followed by a line feed is one line end.
pub(crate) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// All lines of a text with their places, without line ends. The text after the last line end is a
/// line too, even if it is empty.
pub fn lines(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let rest = &text[start..];
        let (length, end) = first_line_end(rest.as_bytes());
        next = (end > 0).then_some(start + length + end);
        Some(Token { text: &rest[..length], start })
    })
}

/// The length of the first line in bytes and that of its end, which is 0 at the end of the text.
/// Searches for the bytes of [`is_line_end`]: a text may have millions of lines.
fn first_line_end(text: &[u8]) -> (usize, usize) {
    let end_at = |at: usize| match text[at..] {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | 0xb | 0xc | b'\r', ..] => 1,
        [0xc2, 0x85, ..] => 2,
        [0xe2, 0x80, 0xa8 | 0xa9, ..] => 3,
        _ => 0,
    };
    let ends = (0..text.len()).map(|at| (at, end_at(at)));
    ends.into_iter().find(|&(_, end)| end > 0).unwrap_or((text.len(), 0))
}

pub(crate) fn words<'t>(line: &Token<'t>) -> Vec<Token<'t>> {
    let start = line.text.as_ptr() as usize;
    line.text
        .split_whitespace()
        .map(|word| Token { text: word, start: line.start + (word.as_ptr() as usize - start) })
        .collect()
}

pub(crate) fn characters<'t>(line: &Token<'t>) -> Vec<Token<'t>> {
    line.text
        .char_indices()
        .map(|(at, c)| Token { text: &line.text[at..at + c.len_utf8()], start: line.start + at })
        .collect()
}

/// Rows of a board as tokens: words if any row has blanks inside, else characters.
pub(crate) fn tokens<'t>(rows: &[Token<'t>]) -> Vec<Vec<Token<'t>>> {
    if rows.iter().any(|row| row.text.contains(char::is_whitespace)) {
        rows.iter().map(words).collect()
    } else {
        rows.iter().map(characters).collect()
    }
}

/// A line without white space around it.
pub(crate) fn trimmed<'t>(line: &Token<'t>) -> Token<'t> {
    let start = line.start + line.text.len() - line.text.trim_start().len();
    Token { text: line.text.trim(), start }
}

/// A text in quotes, as in JSON. Line ends are escaped, so it stays on its line.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            // All of these are in the first plane, where one escape is enough.
            c if c.is_control() || is_line_end(c) || c == '\u{feff}' => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The length in bytes of a quoted text at the beginning of `text`, quotes included. It must end on
/// its line.
pub(crate) fn quoted_length(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            c if is_line_end(c) => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Unescapes a text, given without its quotes; `None` if it has an escape that JSON does not have.
pub(crate) fn unquoted(inside: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = inside.chars();
    while let Some(c) = rest.next() {
        let c = match c {
            '\\' => match rest.next()? {
                'u' => {
                    let digits: String = rest.by_ref().take(4).collect();
                    if digits.len() != 4 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
                        return None;
                    }
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                    continue;
                }
                c @ ('"' | '\'' | '\\' | '/') => c,
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'b' => '\u{8}',
                'f' => '\u{c}',
                _ => return None,
            },
            c => c,
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16(&units).ok()
}

/// The text of a value, if it is not empty: itself, or the text in its quotes.
pub(crate) fn content(value: &Token<'_>) -> Option<String> {
    let is_quoted =
        value.text.starts_with('"') && quoted_length(value.text) == Some(value.text.len());
    let inside = is_quoted.then(|| &value.text[1..value.text.len() - 1]).and_then(unquoted);
    Some(inside.unwrap_or_else(|| value.text.to_string())).filter(|text| !text.is_empty())
}

/// A text that fits on one line and can be read back.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let is_plain = text == text.trim()
        && !text.starts_with('"')
        && !text.contains(|c: char| c.is_control() || is_line_end(c));
    if is_plain { Cow::Borrowed(text) } else { Cow::Owned(quoted(text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_ends_a_line_and_places_are_kept() {
        let text = "a\nb\r\nc\rd\u{b}e\u{c}f\u{85}g\u{2028}h\u{2029}\n";
        let all: Vec<_> = lines(text).collect();
        let texts: Vec<_> = all.iter().map(|line| line.text).collect();
        assert_eq!(texts, ["a", "b", "c", "d", "e", "f", "g", "h", "", ""]);
        for line in all {
            assert_eq!(&text[line.span()], line.text);
        }
    }

    #[test]
    fn what_is_quoted_comes_back() {
        for text in
            ["", "x", "a \"b\" \\ 'c'", "\n\r\t\u{1}\u{2028}\u{85}", "ä😀\u{feff}", "\\u0041"]
        {
            let quoted = quoted(text);
            assert_eq!(quoted_length(&format!("{quoted} behind")), Some(quoted.len()));
            assert_eq!(unquoted(&quoted[1..quoted.len() - 1]).as_deref(), Some(text));
            assert_eq!(lines(&quoted).count(), 1);
        }
        assert_eq!(unquoted("\\x"), None);
        assert_eq!(quoted_length("\"never closed"), None);
    }
}
