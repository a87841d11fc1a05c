//! Boards as lists of lists, as Python and JSON write them: `level4 = [['X', 'IR'], …]`, one to a file, many under
//! names, or a list of boards.
//!
//! Read by a loop and not by recursion, so that no depth of brackets can exhaust the stack.

use std::ops::Range;

use super::read::MAX_LEVELS;
use super::{Diagnostic, RawBoard, Token};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbol {
    Open,
    Close,
    Comma,
    Equals,
    /// A string or a bare word.
    Scalar,
    /// A quote without its end.
    Unfinished,
    Other,
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Lexer<'t> {
    type Item = (Symbol, Token<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with('#') || trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
                continue;
            }
            let first = trimmed.chars().next()?;
            let (symbol, text, length) = match first {
                '[' | '(' => (Symbol::Open, &trimmed[..1], 1),
                ']' | ')' => (Symbol::Close, &trimmed[..1], 1),
                ',' => (Symbol::Comma, &trimmed[..1], 1),
                '=' => (Symbol::Equals, &trimmed[..1], 1),
                '"' | '\'' => match trimmed[1..].find([first, '\n']) {
                    Some(end) if trimmed[1 + end..].starts_with(first) => {
                        (Symbol::Scalar, &trimmed[1..1 + end], end + 2)
                    }
                    Some(end) => (Symbol::Unfinished, &trimmed[..1 + end], end + 1),
                    None => (Symbol::Unfinished, trimmed, trimmed.len()),
                },
                c if c.is_alphanumeric() || "_-+.".contains(c) => {
                    let end = trimmed.find(|c: char| !c.is_alphanumeric() && !"_-+.".contains(c));
                    let end = end.unwrap_or(trimmed.len());
                    (Symbol::Scalar, &trimmed[..end], end)
                }
                c => (Symbol::Other, &trimmed[..c.len_utf8()], c.len_utf8()),
            };
            let quoted = matches!(first, '"' | '\'') && symbol == Symbol::Scalar;
            let start = self.at + usize::from(quoted);
            self.at += length;
            return Some((symbol, Token { text, start }));
        }
    }
}

/// A list that is not closed yet.
struct Open<'t> {
    start: usize,
    content: Content<'t>,
}

enum Content<'t> {
    Nothing,
    Cells(Vec<Token<'t>>),
    Rows(Vec<Vec<Token<'t>>>),
    Boards,
}

/// Whether a text may be of this kind: it starts with a bracket, or with `name =` and a bracket.
pub(super) fn looks_like_lists(text: &str) -> bool {
    let mut lexer = Lexer { text, at: 0 };
    match lexer.next().map(|(symbol, _)| symbol) {
        Some(Symbol::Open) => true,
        Some(Symbol::Scalar) => lexer.next().is_some_and(|(symbol, _)| symbol == Symbol::Equals),
        _ => false,
    }
}

/// The boards of a text.
pub(super) fn split(text: &str) -> Vec<RawBoard<'_>> {
    let mut reader = Reader { text, boards: Vec::new(), name: None, stack: Vec::new() };
    let mut lexer = Lexer { text, at: 0 };
    let mut last: Option<Token<'_>> = None;
    while let Some((symbol, token)) = lexer.next() {
        if let Err(error) = reader.take(symbol, token, last) {
            reader.fail(error);
            lexer.at = next_assignment(text, lexer.at);
        }
        last = Some(token);
        if reader.boards.len() > MAX_LEVELS {
            return reader.boards;
        }
    }
    if let Some(open) = reader.stack.first() {
        let span = open.start..open.start + 1;
        reader.fail(
            Diagnostic::new(span, "this bracket is never closed").help("add the missing ']'"),
        );
    }
    reader.boards
}

/// The start of the next line that assigns a name, where reading can go on after a mistake.
fn next_assignment(text: &str, from: usize) -> usize {
    let mut start = from;
    while let Some(newline) = text[start..].find('\n') {
        start += newline + 1;
        let line = text[start..].lines().next().unwrap_or_default();
        let name = line.split('=').next().unwrap_or_default();
        if line.contains('=')
            && !name.is_empty()
            && name.trim().chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            return start;
        }
    }
    text.len()
}

struct Reader<'t> {
    text: &'t str,
    boards: Vec<RawBoard<'t>>,
    name: Option<String>,
    stack: Vec<Open<'t>>,
}

impl<'t> Reader<'t> {
    fn take(
        &mut self,
        symbol: Symbol,
        token: Token<'t>,
        last: Option<Token<'t>>,
    ) -> Result<(), Diagnostic> {
        let depth = self.stack.len();
        match symbol {
            Symbol::Open if depth == 3 => Err(Diagnostic::new(token.span(), "brackets are nested too deep")
                .help("a board is a list of rows, a file may hold a list of boards: three brackets at most")),
            Symbol::Open => {
                self.stack.push(Open { start: token.start, content: Content::Nothing });
                Ok(())
            }
            Symbol::Close => self.close(token),
            Symbol::Comma => Ok(()),
            Symbol::Equals => match last {
                Some(name) if depth == 0 => {
                    self.name = Some(name.text.to_string());
                    Ok(())
                }
                _ => Err(Diagnostic::new(token.span(), "'=' has no place here").help("write: name = [[…], […]]")),
            },
            Symbol::Scalar => match self.stack.last_mut() {
                // A word outside of all brackets is the name before a '='.
                None => Ok(()),
                Some(open) => match &mut open.content {
                    Content::Cells(cells) => {
                        cells.push(token);
                        Ok(())
                    }
                    content @ Content::Nothing => {
                        *content = Content::Cells(vec![token]);
                        Ok(())
                    }
                    _ => Err(Diagnostic::new(token.span(), format!("'{}' stands between rows", token.text))
                        .help("put it into one of the rows")),
                },
            },
            Symbol::Unfinished => {
                Err(Diagnostic::new(token.span(), "this quote is never closed").help("close it before the end of the line"))
            }
            Symbol::Other => Err(Diagnostic::new(token.span(), format!("'{}' has no place in a list", token.text))
                .help("a list holds cells in quotes or numbers, separated by commas")),
        }
    }

    fn close(&mut self, token: Token<'t>) -> Result<(), Diagnostic> {
        let Some(open) = self.stack.pop() else {
            return Err(
                Diagnostic::new(token.span(), "this bracket was never opened").help("remove it")
            );
        };
        let span = open.start..token.start + 1;
        let mixed = |span: Range<usize>| {
            Err(Diagnostic::new(span, "rows, boards and cells are mixed in one list")
                .help("a board is a list of rows"))
        };
        match (open.content, self.stack.last_mut()) {
            (Content::Cells(cells), Some(outer)) => match &mut outer.content {
                Content::Rows(rows) => rows.push(cells),
                content @ Content::Nothing => *content = Content::Rows(vec![cells]),
                _ => return mixed(span),
            },
            (Content::Cells(_), None) => {
                return Err(Diagnostic::new(span, "this is one list of cells, not a board")
                    .help("a board is a list of rows: [[…], […]]"));
            }
            (Content::Rows(rows), outer) => {
                if let Some(outer) = outer {
                    if !matches!(outer.content, Content::Nothing | Content::Boards) {
                        return mixed(span);
                    }
                    outer.content = Content::Boards;
                    self.boards.push(RawBoard { rows, span, ..RawBoard::default() });
                } else {
                    self.boards.push(RawBoard {
                        name: self.name.take(),
                        rows,
                        span,
                        ..RawBoard::default()
                    });
                }
            }
            (Content::Boards, None) => self.name = None,
            (Content::Nothing, _) => {
                return Err(Diagnostic::new(span, "this list is empty")
                    .help("a board has at least one row and one cell"));
            }
            (Content::Boards, Some(_)) => return mixed(span),
        }
        Ok(())
    }

    fn fail(&mut self, error: Diagnostic) {
        let start = self.stack.first().map_or(error.span.start, |open| open.start);
        let end = error.span.end.max(start).min(self.text.len());
        self.stack.clear();
        self.boards.push(RawBoard {
            name: self.name.take(),
            span: start..end,
            errors: vec![error],
            ..RawBoard::default()
        });
    }
}
