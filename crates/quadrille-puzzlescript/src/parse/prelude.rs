//! The settings before the first section, and the win conditions.

use super::Parser;
use super::cursor::Cursor;
use crate::fault::Code;
use crate::words::{SETTINGS, SWITCHES, is_blank};

impl Parser<'_> {
    pub(super) fn prelude(&mut self, cursor: &mut Cursor, is_first: bool) {
        if is_first {
            self.step = 0;
        }
        if self.step != 0 {
            cursor.take_until_comment();
            self.step += 1;
            if self.step > 2 {
                self.report(Code::PreludeComment, &[]);
            }
            return;
        }
        let from = cursor.at;
        let Some(word) = cursor.take_word() else {
            let line: String = cursor.chars.iter().collect();
            cursor.at += 1;
            self.report_from(Code::PreludeWord, cursor, from, &[line.trim()]);
            return;
        };
        if !is_first {
            return;
        }
        if SETTINGS.contains(&word.as_str()) {
            if matches!(word.as_str(), "title" | "author" | "homepage") {
                let original: Vec<char> = self.original.chars().collect();
                if original.len() == cursor.chars.len() {
                    cursor.chars = original;
                }
            }
            if word == "youtube" {
                self.report_from(Code::Youtube, cursor, from, &[]);
            }
            match cursor.until_comment() {
                Some(value) => {
                    self.source.settings.push((word.clone(), value.trim().to_string()));
                    if let Some(line) = self.source.setting_lines.insert(word.clone(), self.line) {
                        let line = line.to_string();
                        self.report_from(Code::PreludeTwice, cursor, from, &[&word, &line]);
                    }
                }
                None => self.report_from(Code::PreludeValue, cursor, from, &[&word]),
            }
            self.step = 1;
        } else if SWITCHES.contains(&word.as_str()) {
            self.source.settings.push((word.clone(), "true".to_string()));
            self.step = -1;
            if let Some(extra) = cursor.until_comment() {
                let extra = extra.trim();
                self.report_from(Code::PreludeParameter, cursor, from, &[&word, extra]);
            }
        } else {
            self.report_from(Code::PreludeWord, cursor, from, &[&word]);
        }
    }

    pub(super) fn win(&mut self, cursor: &mut Cursor, is_first: bool) {
        if is_first {
            let text = cursor.first_stretch();
            let words = text.split(is_blank).filter(|word| !word.is_empty());
            self.source.wins.push((words.map(str::to_string).collect(), self.line));
            self.step = -1;
        }
        self.step += 1;
        let from = cursor.at;
        let Some(word) = cursor.take_word() else {
            cursor.take_until_comment();
            self.report_from(Code::WinForm, cursor, from, &[]);
            return;
        };
        let fault = match self.step {
            0 if !matches!(word.as_str(), "all" | "any" | "no" | "some") => Code::WinStart,
            2 if word != "on" => Code::WinOn,
            1 | 3 if !self.source.names.contains(&word) => Code::WinName,
            0..=3 => return,
            _ => Code::WinExtra,
        };
        self.report_from(fault, cursor, from, &[&word]);
    }
}
