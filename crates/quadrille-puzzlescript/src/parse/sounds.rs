//! The section SOUNDS.

use super::cursor::Cursor;
use super::{Parser, SoundText, SoundWord};
use crate::fault::Code;
use crate::words::{EVENTS, SOUND_DIRECTIONS, VERBS};

/// The words of a sound so far, and true if one of them was wrong.
#[derive(Default)]
pub(super) struct Progress {
    words: Vec<(String, SoundWord)>,
    is_wrong: bool,
    is_taken: bool,
}

impl Parser<'_> {
    pub(super) fn sound(&mut self, cursor: &mut Cursor) {
        let from = cursor.at;
        if self.sounds.is_wrong {
            cursor.take_anything();
        } else if let Err((code, args)) = self.sound_word(cursor) {
            self.sounds.is_wrong = true;
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            self.report_from(code, cursor, from, &args);
        }
        if cursor.is_end() {
            self.end_sound();
        }
    }

    fn sound_word(&mut self, cursor: &mut Cursor) -> Result<(), (Code, Vec<String>)> {
        let upper = |text: &str| text.trim().to_uppercase();
        let words = &mut self.sounds.words;
        let Some(&(_, kind)) = words.first() else {
            if let Some(event) = cursor.take_one_of(&EVENTS) {
                words.push((event.to_string(), SoundWord::Event));
                return Ok(());
            }
            let Some(name) = cursor.take_word() else {
                cursor.take_anything();
                return Err((Code::SoundStart, Vec::new()));
            };
            if self.source.defined(&name).is_none() {
                return Err((Code::SoundName, vec![name]));
            }
            words.push((name, SoundWord::Name));
            return Ok(());
        };
        let (last, last_kind) = words[words.len() - 1].clone();
        if words.len() == 1 {
            return if kind == SoundWord::Event {
                match cursor.take_number() {
                    Some(number) => {
                        words.push((number, SoundWord::Number));
                        Ok(())
                    }
                    None => {
                        cursor.take_anything();
                        Err((Code::SoundSeed, Vec::new()))
                    }
                }
            } else if let Some(verb) = cursor.take_one_of(&VERBS) {
                words.push((verb.to_string(), SoundWord::Verb));
                Ok(())
            } else {
                cursor.take_anything();
                Err((Code::SoundVerb, Vec::new()))
            };
        }
        if kind == SoundWord::Event || last_kind == SoundWord::Number {
            let found = cursor.take_anything();
            return Err((Code::SoundExtra, vec![upper(&last), upper(&found)]));
        }
        let is_directed = matches!(words[1].0.as_str(), "move" | "cantmove");
        if is_directed && let Some(direction) = cursor.take_one_of(&SOUND_DIRECTIONS) {
            words.push((direction.to_string(), SoundWord::Direction));
            return Ok(());
        }
        if let Some(number) = cursor.take_number() {
            words.push((number, SoundWord::Number));
            return Ok(());
        }
        let found = cursor.take_anything();
        let code = if is_directed { Code::SoundDirection } else { Code::SoundSeedAfter };
        Err((code, vec![upper(&last), upper(&found)]))
    }

    /// Turns the words of a line into a sound.
    pub(super) fn end_sound(&mut self) {
        let sounds = &mut self.sounds;
        if sounds.is_wrong || sounds.is_taken || sounds.words.is_empty() {
            return;
        }
        sounds.is_taken = true;
        self.source.sounds.push(SoundText { words: sounds.words.clone(), line: self.line });
    }
}
