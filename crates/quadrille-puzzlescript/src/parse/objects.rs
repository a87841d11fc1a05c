//! The section OBJECTS: names, colours, sprites.

use super::cursor::Cursor;
use super::{Entry, Parser};
use crate::fault::Code;
use crate::words::{COLOURS, is_blank, is_keyword, is_word};

/// The progress within an object.
#[derive(Default)]
pub(super) struct Progress {
    /// 0 before a name, 1 within the line of the name, 2 within the colours, 3 within the sprite.
    pub(super) stage: u8,
    current: String,
    rows: Vec<String>,
}

impl Parser<'_> {
    pub(super) fn object(&mut self, cursor: &mut Cursor, is_first: bool) {
        if is_first && matches!(self.objects.stage, 1 | 2) {
            self.objects.stage += 1;
        }
        match self.objects.stage {
            0 | 1 => {
                self.objects.rows.clear();
                self.object_name(cursor, is_first);
            }
            2 => self.colour(cursor),
            _ => self.pixel(cursor, is_first),
        }
    }

    fn object_name(&mut self, cursor: &mut Cursor, is_first: bool) {
        let from = cursor.at;
        let name = if is_first {
            cursor.take_while(is_word)
        } else {
            cursor.take_while(|c| !is_blank(c) && c != '(' && c != ')')
        };
        let Some(name) = name else {
            cursor.take_until_comment();
            if cursor.at > 0 {
                self.report_from(Code::ObjectJunk, cursor, from, &[]);
            }
            return;
        };
        cursor.skip_blanks();
        let upper = name.to_uppercase();
        if self.source.object(&name).is_some() {
            self.report_from(Code::ObjectTwice, cursor, from, &[&upper]);
            return;
        }
        if self.source.synonyms.named(&name).is_some() {
            self.report_from(Code::NameInUse, cursor, from, &[&upper]);
        }
        if is_keyword(&name) {
            self.report_from(Code::KeywordName, cursor, from, &[&upper]);
        }
        if is_first {
            self.source.add_object(&name, self.line);
            self.objects.current = name;
        } else {
            let members = vec![self.objects.current.clone()];
            self.source.synonyms.push(Entry { name, members, line: self.line });
        }
        self.objects.stage = 1;
    }

    fn colour(&mut self, cursor: &mut Cursor) {
        let from = cursor.at;
        let current = self.objects.current.clone();
        let Some(colour) = take_colour(cursor) else {
            if cursor.take_word().is_none() {
                cursor.take_until_comment();
            }
            let found: String = cursor.chars[from..cursor.at].iter().collect();
            let current = current.to_uppercase();
            // The third argument: as in the original, blanks tell two faults apart.
            self.report_from(Code::ColourExpected, cursor, from, &[&current, found.trim(), &found]);
            return;
        };
        if let Some(index) = self.source.object(&current) {
            self.source.objects[index].colours.push(colour);
        }
    }

    fn pixel(&mut self, cursor: &mut Cursor, is_first: bool) {
        let from = cursor.at;
        let pixel = cursor.peek().filter(|&c| c == '.' || c.is_ascii_digit());
        let Some(pixel) = pixel else {
            if self.objects.rows.is_empty() {
                self.object_name(cursor, is_first);
                return;
            }
            cursor.take_until_comment();
            let current = self.objects.current.to_uppercase();
            self.report_from(Code::SpriteJunk, cursor, from, &[&current]);
            return;
        };
        cursor.at += 1;
        if is_first {
            self.objects.rows.push(String::new());
        } else if self.objects.rows.is_empty() {
            // Pixels after a name: the original counts them to no row, and reports its width.
            cursor.take_until_comment();
            self.report_from(Code::SpriteWide, cursor, from, &[]);
            return;
        }
        let row = self.objects.rows.last_mut().expect("a row was begun");
        row.push(pixel);
        let length = row.len();
        let rows = self.objects.rows.clone();
        let is_done = rows.len() == 5 && length == 5;
        let current = self.objects.current.clone();
        let Some(index) = self.source.object(&current) else { return };
        let object = &mut self.source.objects[index];
        object.sprite = rows;
        let colours = object.colours.len();
        if length > 5 {
            cursor.take_until_comment();
            self.report_from(Code::SpriteWide, cursor, from, &[]);
            return;
        }
        if is_done {
            self.objects.stage = 0;
        }
        if let Some(number) = pixel.to_digit(10)
            && number as usize >= colours
        {
            let (name, number) = (current.to_uppercase(), number.to_string());
            self.report_from(Code::ColourNumber, cursor, from, &[&name, &number]);
        }
    }
}

/// A colour and the blanks after it.
fn take_colour(cursor: &mut Cursor) -> Option<String> {
    let rest = &cursor.chars[cursor.at.min(cursor.chars.len())..];
    let named = COLOURS.iter().find(|name| rest.starts_with(&name.chars().collect::<Vec<_>>()));
    let length = match named {
        Some(name) => name.len(),
        None if rest.first() == Some(&'#') => {
            let digits = rest[1..].iter().take_while(|c| c.is_ascii_hexdigit()).count();
            match digits {
                0..=2 => return None,
                3..=5 => 4,
                _ => 7,
            }
        }
        None => return None,
    };
    let colour = rest[..length].iter().collect();
    cursor.at += length;
    cursor.skip_blanks();
    Some(colour)
}
