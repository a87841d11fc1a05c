//! A position in a line of the source.

use crate::words::{is_blank, is_word};

/// A line in lower case, and the part of it that was read. Every `take_` function returns `None`
/// and reads nothing if the line does not continue that way.
pub(super) struct Cursor {
    pub(super) chars: Vec<char>,
    pub(super) at: usize,
}

impl Cursor {
    pub(super) fn new(line: &str) -> Cursor {
        Cursor { chars: line.chars().flat_map(char::to_lowercase).collect(), at: 0 }
    }

    pub(super) fn is_end(&self) -> bool {
        self.at >= self.chars.len()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn skip_blanks(&mut self) {
        self.skip_while(is_blank);
    }

    pub(super) fn skip_while(&mut self, belongs: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&belongs) {
            self.at += 1;
        }
    }

    pub(super) fn skip_all(&mut self) {
        self.at = self.chars.len();
    }

    fn taken(&self, from: usize) -> String {
        self.chars[from..self.at].iter().collect()
    }

    /// One or more such characters.
    pub(super) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> Option<String> {
        let from = self.at;
        self.skip_while(belongs);
        (self.at > from).then(|| self.taken(from))
    }

    /// A word and the blanks after it.
    pub(super) fn take_word(&mut self) -> Option<String> {
        let word = self.take_while(is_word)?;
        self.skip_blanks();
        Some(word)
    }

    /// The text before a comment or the end.
    pub(super) fn take_until_comment(&mut self) -> Option<String> {
        self.take_while(|c| c != '(')
    }

    pub(super) fn until_comment(&self) -> Option<String> {
        let rest = &self.chars[self.at.min(self.chars.len())..];
        let text: String = rest.iter().take_while(|c| **c != '(').collect();
        (!text.is_empty()).then_some(text)
    }

    /// The text before a blank or a bracket of a comment, or else a comment, and the blanks after
    /// it.
    pub(super) fn take_anything(&mut self) -> String {
        let piece = self.take_while(|c| !is_blank(c) && c != '(' && c != ')');
        self.skip_blanks();
        piece.or_else(|| self.take_until_comment()).unwrap_or_default()
    }

    /// One of these words, if no letter follows, and the blanks after it.
    pub(super) fn take_one_of(&mut self, words: &[&'static str]) -> Option<&'static str> {
        let rest = &self.chars[self.at.min(self.chars.len())..];
        let word = words.iter().find(|word| {
            let length = word.chars().count();
            rest.len() >= length
                && word.chars().eq(rest[..length].iter().copied())
                && !rest.get(length).is_some_and(|&c| is_word(c))
        })?;
        self.at += word.chars().count();
        self.skip_blanks();
        Some(word)
    }

    /// A number that ends with its digits.
    pub(super) fn take_number(&mut self) -> Option<String> {
        let from = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit())?;
        if self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.at = from;
            return None;
        }
        Some(digits)
    }

    /// The first part of the whole line without '('.
    pub(super) fn first_stretch(&self) -> String {
        let rest = self.chars.iter().skip_while(|c| **c == '(');
        rest.take_while(|c| **c != '(').collect()
    }
}
