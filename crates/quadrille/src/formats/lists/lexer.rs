//! The words and signs of a list.

use crate::formats::Token;
use crate::text::{is_line_end, quoted_length};

/// What a token of a list is.
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
    /// A text in quotes; the token is what stands between them.
    Quoted,
    /// A word or a number without quotes.
    Bare,
    /// A quote without its end.
    Unfinished,
    Other,
}

/// Cuts a text into tokens. Comments are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// Where the next token is looked for.
    pub(super) at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// The next symbol, which stays where it is.
    pub(super) fn peek(mut self) -> Option<(Symbol, Token<'t>)> {
        self.next()
    }

    /// Whether a line ends before the next token.
    pub(super) fn is_at_line_end(mut self) -> bool {
        let from = self.at;
        let next = self.next().map_or(self.text.len(), |(_, token)| token.start);
        self.text[from..next].contains(is_line_end)
    }

    /// Goes on behind the line.
    pub(super) fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find(is_line_end).unwrap_or(rest.len());
    }
}

/// Where a comment begins: `#` as in Python, `//` as in Java.
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
