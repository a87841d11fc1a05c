//! Boards as lists of lists, as Python, JSON and Java write them: `level4 = [['X', 'IR'], …]`,
//! `int[][] level = {{1, 0}, …};`, one per file, many with names, a list of boards, or an object
//! with a board under each name.
//!
//! Read by a loop, not by recursion, so deep nesting cannot exhaust the stack.

mod lexer;

use std::ops::Range;

use self::lexer::{Lexer, Symbol};
use super::{MAX_LEVELS, MAX_ROWS, RawBoard, Token};
use crate::diagnostic::{Diagnostic, message};
use crate::text::{is_line_end, lines, unquoted};

/// A list that is not closed yet.
struct Open<'t> {
    bracket: Token<'t>,
    content: Content<'t>,
    /// True if a comma or the end must come next.
    is_filled: bool,
}

enum Content<'t> {
    Nothing,
    Cells(Vec<Token<'t>>),
    Rows(Vec<Vec<Token<'t>>>),
    Boards,
    /// Boards under names.
    Object,
}

/// Words that may stand before the name of a board.
const DECLARATIONS: [&str; 18] = [
    "public", "private", "protected", "static", "final", "const", "constexpr", "let", "var",
    "auto", "int", "short", "long", "byte", "char", "String", "string", "unsigned",
];

/// True if a text may be of this kind: it starts with a bracket, or with a name or a declaration
/// followed by a bracket.
pub(crate) fn looks_like_lists(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    let mut words = 0;
    let mut is_header = false;
    while let Some((symbol, token)) = lexer.next() {
        match symbol {
            Symbol::Semicolon if words == 0 => lexer.skip_line(),
            Symbol::Bare => {
                is_header |= words == 0 && token.text.eq_ignore_ascii_case("level");
                words += 1;
                if words > DECLARATIONS.len() {
                    return false;
                }
            }
            Symbol::Open => return words == 0 || !is_header,
            Symbol::Equals => {
                let rest = lexer.peek();
                return (words == 1 || words > 1 && !is_header)
                    && rest.is_some_and(|(symbol, token)| {
                        symbol == Symbol::Open || token.text == "new" || !is_header && words == 1
                    });
            }
            _ => return false,
        }
    }
    false
}

pub(crate) fn split(text: &str) -> Vec<RawBoard<'_>> {
    let mut reader = Reader {
        lexer: Lexer::new(text),
        text,
        boards: Vec::new(),
        name: None,
        stack: Vec::new(),
        quotes: None,
        is_done: false,
    };
    loop {
        match reader.step() {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => reader.fail(error),
        }
        if reader.boards.len() > MAX_LEVELS {
            return reader.boards;
        }
    }
    note_comments(text, &mut reader.boards);
    reader.boards
}

/// Adds notes about comments with brackets, which may be rows or boards that were meant to be read.
fn note_comments(text: &str, boards: &mut [RawBoard<'_>]) {
    let Some(last) = boards.len().checked_sub(1) else { return };
    let mut lexer = Lexer::new(text);
    loop {
        let from = lexer.at;
        let next = lexer.next();
        // Between two tokens there are only blanks and comments.
        let gap = &text[from..next.map_or(text.len(), |(_, token)| token.start)];
        let begin = gap.find('#').into_iter().chain(gap.find("//")).min();
        let comment = match next {
            // At the beginning of a line it is a comment.
            Some((Symbol::Semicolon, token)) if begins_line(text, token) => Some(token.start),
            _ => begin.map(|begin| from + begin),
        };
        if let Some(start) = comment
            && let Some(line) =
                lines(&text[start..]).next().filter(|line| line.text.contains(BRACKETS))
        {
            let board = boards.iter().position(|board| start < board.span.end).unwrap_or(last);
            let note = message::commented_list().at(start..start + line.text.len()).note();
            boards[board].notes.push(note);
            return;
        }
        if next.is_none() {
            return;
        }
    }
}

const BRACKETS: [char; 6] = ['[', ']', '(', ')', '{', '}'];

fn begins_line(text: &str, token: Token<'_>) -> bool {
    let before = text[..token.start].chars().rev();
    before.take_while(|&c| !is_line_end(c)).all(char::is_whitespace)
}

/// The start of the next line that assigns a name, where reading can continue after an error.
fn next_assignment(text: &str, from: usize) -> usize {
    let assigns = |line: &Token<'_>| {
        line.text.split_once('=').is_some_and(|(name, _)| {
            let is_name = |c: char| c.is_alphanumeric() || "_[] ".contains(c);
            !name.trim().is_empty() && name.chars().all(is_name)
        })
    };
    lines(&text[from..]).skip(1).find(assigns).map_or(text.len(), |line| from + line.start)
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    text: &'t str,
    boards: Vec<RawBoard<'t>>,
    name: Option<String>,
    stack: Vec<Open<'t>>,
    /// True if the cells of the board are in quotes, once there is one.
    quotes: Option<bool>,
    /// True if a list was closed and nothing has followed it yet.
    is_done: bool,
}

impl<'t> Reader<'t> {
    /// Reads the next token, or the text before a list. `false` at the end of the text.
    fn step(&mut self) -> Result<bool, Diagnostic> {
        let Some(open) = self.stack.last_mut() else { return self.begin() };
        let Some((symbol, token)) = self.lexer.next() else {
            return Err(message::open_bracket(closing(open.bracket)).at(open.bracket.span()));
        };
        match symbol {
            Symbol::Comma if !open.is_filled => Err(message::stray_comma().at(token.span())),
            Symbol::Comma => {
                open.is_filled = false;
                Ok(true)
            }
            Symbol::Close => self.close(token).map(|()| true),
            _ if open.is_filled => Err(message::missing_comma().at(token.span())),
            Symbol::Quoted if matches!(open.content, Content::Object) => {
                self.key(token).map(|()| true)
            }
            Symbol::Open => self.open(token).map(|()| true),
            Symbol::Quoted | Symbol::Bare => self.cell(symbol, token).map(|()| true),
            Symbol::Unfinished => Err(message::open_quote().at(token.span())),
            _ => Err(message::stray_sign(token.shown()).at(token.span())),
        }
    }

    /// Reads the text before a list: nothing, `name =`, or a declaration as in Java. `false` at the
    /// end of the text.
    fn begin(&mut self) -> Result<bool, Diagnostic> {
        let from = self.lexer.at;
        let mut words: Vec<Token<'t>> = Vec::new();
        if self.is_done && !self.lexer.is_at_line_end() {
            return self.behind();
        }
        self.is_done = false;
        loop {
            let before = self.lexer;
            let Some((symbol, token)) = self.lexer.next() else {
                return match words.first() {
                    None => Ok(false),
                    Some(word) => Err(stray(word)),
                };
            };
            match symbol {
                Symbol::Bare if words.is_empty() || is_declaration(&words) => words.push(token),
                Symbol::Open if !words.is_empty() && self.skip_dimension(token) => {}
                Symbol::Open if words.is_empty() => {
                    self.lexer = before;
                    break;
                }
                Symbol::Equals => {
                    let Some(name) = words.pop().filter(|_| is_declaration(&words)) else {
                        return Err(message::stray_equals().at(token.span()));
                    };
                    self.name = Some(name.text.to_string());
                    self.skip_new();
                    break;
                }
                // A line with a comment as in the other formats.
                Symbol::Semicolon if words.is_empty() && begins_line(self.text, token) => {
                    self.lexer.skip_line();
                }
                _ => return Err(stray(words.first().unwrap_or(&token))),
            }
        }
        match self.lexer.next() {
            Some((Symbol::Open, token)) => {
                self.quotes = None;
                self.open(token).map(|()| true)
            }
            Some((_, token)) => Err(message::no_bracket().at(token.span())),
            None => Err(message::no_list().at(from..self.text.len())),
        }
    }

    /// Reads the text after a list on its line: a semicolon, or an error.
    fn behind(&mut self) -> Result<bool, Diagnostic> {
        self.is_done = false;
        match self.lexer.next() {
            Some((Symbol::Semicolon, _)) => Ok(true),
            Some((Symbol::Close, token)) => Err(message::closed_bracket().at(token.span())),
            Some((_, token)) => Err(stray(&token)),
            None => Ok(false),
        }
    }

    /// Skips the `]` of a `[]` after a type or a name.
    fn skip_dimension(&mut self, open: Token<'t>) -> bool {
        let next = self.lexer.peek();
        let is_empty = open.text == "["
            && next.is_some_and(|(symbol, token)| symbol == Symbol::Close && token.text == "]");
        if is_empty {
            self.lexer.next();
        }
        is_empty
    }

    /// Skips `new int[][]`.
    fn skip_new(&mut self) {
        if self.lexer.peek().is_some_and(|(_, token)| token.text == "new") {
            self.lexer.next();
            self.lexer.next();
            while let Some((Symbol::Open, token)) = self.lexer.peek()
                && token.text == "["
            {
                self.lexer.next();
                if !self.skip_dimension(token) {
                    return;
                }
            }
        }
    }

    fn open(&mut self, bracket: Token<'t>) -> Result<(), Diagnostic> {
        let lists =
            self.stack.iter().filter(|open| !matches!(open.content, Content::Object)).count();
        if lists == 3 {
            return Err(message::deep_brackets().at(bracket.span()));
        }
        let mut ahead = self.lexer;
        let is_object = bracket.text == "{"
            && self.stack.is_empty()
            && matches!(ahead.next(), Some((Symbol::Quoted, _)))
            && matches!(ahead.next(), Some((Symbol::Colon, _)));
        if let Some(outer) = self.stack.last()
            && matches!(outer.content, Content::Cells(_))
        {
            return Err(message::list_among_cells().at(bracket.span()));
        }
        if let Some(Open { content: Content::Object, .. }) = self.stack.last()
            && self.name.is_none()
        {
            return Err(message::unnamed_board().at(bracket.span()));
        }
        let content = if is_object { Content::Object } else { Content::Nothing };
        self.stack.push(Open { bracket, content, is_filled: false });
        Ok(())
    }

    /// The name of a board in an object.
    fn key(&mut self, token: Token<'t>) -> Result<(), Diagnostic> {
        let Some(name) = unquoted(token.text).filter(|_| self.name.is_none()) else {
            return Err(message::bad_board_name().at(token.span()));
        };
        match self.lexer.next() {
            Some((Symbol::Colon, _)) => {
                self.name = Some(name);
                self.quotes = None;
                Ok(())
            }
            _ => Err(message::no_colon().at(token.span())),
        }
    }

    fn cell(&mut self, symbol: Symbol, token: Token<'t>) -> Result<(), Diagnostic> {
        let open = self.stack.last_mut().expect("a cell stands in a list");
        let is_quoted = symbol == Symbol::Quoted;
        if *self.quotes.get_or_insert(is_quoted) != is_quoted {
            return Err(message::mixed_quotes().at(token.span()));
        }
        match &mut open.content {
            Content::Cells(cells) if cells.len() < MAX_ROWS => cells.push(token),
            Content::Cells(_) => {}
            content @ Content::Nothing => *content = Content::Cells(vec![token]),
            _ => return Err(message::cell_among_rows(token.shown()).at(token.span())),
        }
        open.is_filled = true;
        Ok(())
    }

    fn close(&mut self, token: Token<'t>) -> Result<(), Diagnostic> {
        let open = self.stack.last().expect("only a list is closed");
        if token.text != closing(open.bracket) {
            let expected = closing(open.bracket);
            let error = message::wrong_bracket(token.text, open.bracket.text, expected);
            return Err(error.at(token.span()));
        }
        let open = self.stack.pop().expect("it is still there");
        let span = open.bracket.start..token.span().end;
        self.is_done = self.stack.is_empty();
        if let Some(outer) = self.stack.last_mut() {
            outer.is_filled = true;
        }
        match (open.content, self.stack.last_mut().map(|outer| &mut outer.content)) {
            (Content::Cells(cells), Some(Content::Rows(rows))) if rows.len() < MAX_ROWS => {
                rows.push(cells);
            }
            (Content::Cells(_), Some(Content::Rows(_))) => {}
            (Content::Cells(cells), Some(content @ Content::Nothing)) => {
                *content = Content::Rows(vec![cells]);
            }
            (Content::Cells(_), None | Some(Content::Object)) => {
                return Err(message::flat_list().at(span));
            }
            (Content::Rows(rows), None | Some(Content::Object)) => self.push_board(rows, span),
            (Content::Rows(rows), Some(outer @ (Content::Nothing | Content::Boards))) => {
                *outer = Content::Boards;
                self.quotes = None;
                self.boards.push(RawBoard { rows, span, ..RawBoard::default() });
            }
            (Content::Boards | Content::Object, None) => self.name = None,
            (Content::Nothing, _) => return Err(message::empty_list().at(span)),
            _ => return Err(message::mixed_list().at(span)),
        }
        Ok(())
    }

    fn push_board(&mut self, rows: Vec<Vec<Token<'t>>>, span: Range<usize>) {
        let name = self.name.take().filter(|name| !name.is_empty());
        self.boards.push(RawBoard { name, rows, span, ..RawBoard::default() });
    }

    fn fail(&mut self, error: Diagnostic) {
        let start = self.stack.first().map_or(error.span().start, |open| open.bracket.start);
        let end = error.span().end.max(start).min(self.text.len());
        self.stack.clear();
        self.is_done = false;
        self.boards.push(RawBoard {
            name: self.name.take(),
            span: start..end,
            errors: vec![error],
            ..RawBoard::default()
        });
        self.lexer.at = next_assignment(self.text, self.lexer.at);
    }
}

fn closing(bracket: Token<'_>) -> &'static str {
    match bracket.text {
        "[" => "]",
        "(" => ")",
        _ => "}",
    }
}

fn is_declaration(words: &[Token<'_>]) -> bool {
    words.iter().all(|word| DECLARATIONS.contains(&word.text))
}

fn stray(token: &Token<'_>) -> Diagnostic {
    message::outside_lists(token.shown()).at(token.span())
}
