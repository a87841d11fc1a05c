//! The section LEVELS: boards and messages.

use super::cursor::Cursor;
use super::{LevelText, MESSAGE, Parser};
use crate::fault::Code;

/// An entry of the list of levels that may still grow.
#[derive(Default)]
pub(super) struct Draft {
    line: usize,
    rows: Vec<Vec<char>>,
    message: Option<String>,
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.message.is_none() && self.rows.is_empty()
    }

    pub(super) fn finished(self) -> Option<LevelText> {
        match self.message {
            Some(text) => Some(LevelText::Message { text, line: self.line }),
            None if self.rows.is_empty() => None,
            None => Some(LevelText::Board { rows: self.rows, line: self.line }),
        }
    }
}

impl Parser<'_> {
    pub(super) fn end_level(&mut self) {
        if self.levels.last().is_some_and(|level| !level.is_empty()) {
            self.levels.push(Draft::default());
        }
    }

    pub(super) fn level(&mut self, cursor: &mut Cursor, is_first: bool) {
        if is_first {
            if self.level_message(cursor) {
                return;
            }
            let Some(row) = cursor.until_comment() else {
                self.report(Code::LevelComment, &[]);
                self.depth += 1;
                cursor.skip_all();
                return;
            };
            self.level_row(row.trim().chars().collect());
        } else if self.step == MESSAGE {
            cursor.skip_all();
            return;
        }
        let from = cursor.at;
        if self.step == 2
            && let Some(glyph) = cursor.peek()
        {
            cursor.at += 1;
            if !self.glyphs.contains(&glyph) {
                let glyph = glyph.to_uppercase().to_string();
                self.report_from(Code::Glyph, cursor, from, &[&glyph]);
            }
            return;
        }
        cursor.at += 1;
    }

    fn level_message(&mut self, cursor: &mut Cursor) -> bool {
        let rest = &cursor.chars[cursor.at..];
        let word: Vec<char> = "message".chars().collect();
        if !rest.starts_with(&word) {
            return false;
        }
        let next = rest.get(word.len());
        if next.is_some_and(|c| c.is_ascii_alphanumeric() || *c == '_') {
            self.report(Code::MessageSpace, &[]);
        }
        cursor.at += word.len();
        cursor.skip_blanks();
        self.step = MESSAGE;
        let original: Vec<char> = self.original.chars().collect();
        let chars = if original.len() == cursor.chars.len() { &original } else { &cursor.chars };
        let text: String = chars[cursor.at..].iter().collect();
        let message = Some(text.trim().to_string());
        let draft = Draft { line: self.line, rows: Vec::new(), message };
        let last = self.levels.len() - 1;
        if self.levels[last].is_empty() {
            self.levels.insert(last, draft);
        } else {
            self.levels.push(draft);
        }
        true
    }

    fn level_row(&mut self, row: Vec<char>) {
        self.step = 2;
        let line = self.line;
        let last = self.levels.last_mut().expect("there is a draft");
        if last.message.is_some() {
            self.levels.push(Draft { line, rows: vec![row], message: None });
            return;
        }
        if last.rows.is_empty() {
            last.line = line;
        }
        let is_equal = last.rows.first().is_none_or(|first| first.len() == row.len());
        last.rows.push(row);
        if !is_equal {
            self.report(Code::Rectangular, &[]);
        }
    }
}
