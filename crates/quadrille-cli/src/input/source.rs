//! A text with its name, and fast lookup of lines and columns.

use quadrille::diagnostic::{Diagnostic, Place};
use quadrille::games::Game;
use quadrille::levels::lines;

#[derive(Clone, Debug)]
pub struct Source {
    /// The path as given, `-`, `@pack` or a share code.
    pub name: String,
    pub text: String,
    /// The game of all its levels, if the text is of one game.
    pub game: Option<&'static dyn Game>,
    starts: Vec<usize>,
    /// The error if it is not UTF-8.
    not_utf8: Option<Diagnostic>,
}

impl Source {
    pub fn new(name: impl Into<String>, text: String) -> Source {
        let starts = lines(&text).map(|line| line.start).collect();
        Source { name: name.into(), text, game: None, starts, not_utf8: None }
    }

    pub fn of_game(self, game: &'static dyn Game) -> Source {
        Source { game: Some(game), ..self }
    }

    /// A text from any bytes.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Source {
        let bytes = match bytes.strip_prefix("\u{feff}".as_bytes()) {
            Some(rest) => rest.to_vec(),
            None => bytes,
        };
        let utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        match String::from_utf8(bytes) {
            Ok(text) => Source::new(name, text),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let message = if utf16 {
                    "this text is in UTF-16, not in UTF-8"
                } else {
                    "this byte is not UTF-8: the text is in another encoding"
                };
                let mistake = Diagnostic::new("not-utf-8", message)
                    .with_help("save the file as UTF-8")
                    .at(at..at + '\u{fffd}'.len_utf8());
                // A binary file has zero bytes, for which there is a better message.
                let is_text = utf16 || !text.contains('\0');
                Source { not_utf8: is_text.then_some(mistake), ..Source::new(name, text) }
            }
        }
    }

    /// The error if the text is not UTF-8.
    pub fn not_utf8(&self) -> Option<Diagnostic> {
        self.not_utf8.clone()
    }

    fn line_index(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The line and column of a byte.
    pub fn place(&self, offset: usize) -> Place {
        let index = self.line_index(offset);
        let start = self.starts[index];
        let inside = Place::of(&self.text[start..], offset - start);
        Place { line: index + 1, column: inside.column }
    }

    /// The line of a byte, without its end, and its start.
    pub fn line(&self, offset: usize) -> (usize, &str) {
        let index = self.line_index(offset);
        let start = self.starts[index];
        let line = lines(&self.text[start..]).next().map_or("", |line| line.text);
        (start, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_library() {
        let source = Source::new("t", "ab\r\né?\n\rlast\u{2028}".to_string());
        for offset in (0..=source.text.len()).filter(|&at| source.text.is_char_boundary(at)) {
            assert_eq!(source.place(offset), Place::of(&source.text, offset));
        }
        assert_eq!(source.line(5), (4, "é?"));
        assert_eq!(source.line(10).1, "last");
        assert_eq!(source.line(99).1, "", "a line separator ends a line");
    }

    #[test]
    fn the_first_byte_that_is_no_text_is_found() {
        let source = Source::from_bytes("t", b"ok\nab\xffcd\n".to_vec());
        let mistake = source.not_utf8().unwrap();
        assert_eq!(source.place(mistake.span().start), Place { line: 2, column: 3 });
        assert!(Source::from_bytes("t", b"\xef\xbb\xbfok".to_vec()).text == "ok");
        let utf16 = Source::from_bytes("t", b"\xff\xfer\0.\0\n\0".to_vec()).not_utf8().unwrap();
        assert!(utf16.message().contains("UTF-16"));
        assert!(Source::from_bytes("t", b"\x7fELF\0\xff".to_vec()).not_utf8().is_none());
    }
}
