//! The section RULES, piece by piece: every rule is stored as a line, and its words are checked.

use super::cursor::Cursor;
use super::{MESSAGE, Parser, RuleText};
use crate::fault::Code;
use crate::words::{CELL_WORDS, RULE_PREFIXES, is_blank, is_command};

impl Parser<'_> {
    pub(super) fn rule(&mut self, cursor: &mut Cursor, is_first: bool, first: Option<char>) {
        if is_first {
            let (text, line) = (cursor.first_stretch(), self.line);
            self.source.rules.push(RuleText { text, original: self.original.clone(), line });
            self.step = 0;
        }
        if self.step == MESSAGE {
            cursor.skip_all();
            return;
        }
        if cursor.chars[cursor.at..].starts_with(&['-', '>']) {
            cursor.at += 2;
            cursor.skip_blanks();
            return;
        }
        if let Some(bracket @ ('[' | '|' | ']' | '+')) = first {
            if bracket != '+' {
                self.step = 1;
            }
            cursor.at += 1;
            cursor.skip_blanks();
            return;
        }
        let from = cursor.at;
        let word = cursor.take_while(|c| !matches!(c, '[' | '|' | ']') && !is_blank(c));
        let word = word.unwrap_or_default();
        let word = word.as_str();
        let in_cells = self.step == 1;
        let is_prefix = matches!(word, "startloop" | "endloop") || RULE_PREFIXES.contains(&word);
        if self.step == 0 && is_prefix
            || in_cells && (CELL_WORDS.contains(&word) || word == "random")
        {
            cursor.skip_blanks();
        } else if self.source.names.contains(word) {
            if is_first {
                self.report_from(Code::NameOutside, cursor, from, &[]);
            }
        } else if is_command(word) {
            if word == "message" {
                self.step = MESSAGE;
            }
        } else if !matches!(word, "..." | "rigid" | "random") {
            self.report_from(Code::RuleName, cursor, from, &[word]);
        }
    }
}
