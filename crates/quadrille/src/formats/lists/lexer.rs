//! The tokens of a list.

use crate::formats::Token;
use crate::text::{is_line_end, quoted_length};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    /// One of `[`, `(` and `{`.
    Open,
    /// One of `]`, `)` and `}`.
    Close,
    Comma,
    Colon,
    Semicolon,
    Equals,
    /// A text in quotes; the token is the text between them.
    Quoted,
    /// A word or a number without quotes.
    Bare,
    /// A quote without an end.
    Unfinished,
    Other,
}

/// Splits a text into tokens. Comments are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    pub(super) at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// The next symbol, without consuming it.
    pub(super) fn peek(mut self) -> Option<(Symbol, Token<'t>)> {
        self.next()
    }

    /// True if a line ends before the next token.
    pub(super) fn is_at_line_end(mut self) -> bool {
        let from = self.at;
        let next = self.next().map_or(self.text.len(), |(_, token)| token.start);
        self.text[from..next].contains(is_line_end)
    }

    pub(super) fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find(is_line_end).unwrap_or(rest.len());
    }
}

/// True at the start of a comment: `#` as in Python, `//` as in Java.
fn is_comment(text: &str) -> bool {
    text.starts_with('#') || text.starts_with("//")
}

fn is_bare(c: char) -> bool {
    c.is_alphanumeric() || "_-+.".contains(c)
}

impl<'t> Iterator for Lexer<'t> {
    type Item = (Symbol, Token<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = loop {
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            if !is_comment(rest) {
                break rest;
            }
            self.skip_line();
        };
        let first = rest.chars().next()?;
        let one = &rest[..first.len_utf8()];
        let (symbol, text, length) = match first {
            '[' | '(' | '{' => (Symbol::Open, one, 1),
            ']' | ')' | '}' => (Symbol::Close, one, 1),
            ',' => (Symbol::Comma, one, 1),
            ':' => (Symbol::Colon, one, 1),
            ';' => (Symbol::Semicolon, one, 1),
            '=' => (Symbol::Equals, one, 1),
            '"' | '\'' => match quoted_length(rest) {
                Some(length) => (Symbol::Quoted, &rest[1..length - 1], length),
                None => {
                    let line = &rest[..rest.find(is_line_end).unwrap_or(rest.len())];
                    (Symbol::Unfinished, line, line.len())
                }
            },
            c if is_bare(c) => {
                let word = &rest[..rest.find(|c: char| !is_bare(c)).unwrap_or(rest.len())];
                (Symbol::Bare, word, word.len())
            }
            c => (Symbol::Other, one, c.len_utf8()),
        };
        let start = self.at + usize::from(symbol == Symbol::Quoted);
        self.at += length;
        Some((symbol, Token { text, start }))
    }
}
