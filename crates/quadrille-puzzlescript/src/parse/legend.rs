//! The section LEGEND.

use super::cursor::Cursor;
use super::{Entry, Meaning, Parser, Source};
use crate::compile::MOST_OBJECTS;
use crate::fault::Code;
use crate::words::{is_blank, is_keyword};

impl Parser<'_> {
    pub(super) fn legend(&mut self, cursor: &mut Cursor) {
        let from = cursor.at;
        let word = match self.step {
            0 => {
                let name = cursor.take_while(|c| c != '=' && c != '(' && !is_blank(c));
                self.step = 1;
                Some(name.unwrap_or_default())
            }
            1 => {
                self.step = 2;
                if cursor.peek() == Some('=') {
                    cursor.at += 1;
                    cursor.skip_blanks();
                    Some("=".to_string())
                } else {
                    cursor.take_until_comment();
                    self.report_from(Code::LegendEquals, cursor, from, &[]);
                    cursor.skip_blanks();
                    Some("error".to_string())
                }
            }
            step => {
                let is_joint = step % 2 == 1;
                match cursor.take_word() {
                    None => {
                        cursor.take_until_comment();
                        self.report_from(Code::LegendJunk, cursor, from, &[]);
                        self.step += i32::from(is_joint);
                        None
                    }
                    Some(word) => {
                        if is_joint && !matches!(word.as_str(), "and" | "or") {
                            let found = word.to_uppercase();
                            self.report_from(Code::AndOrExpected, cursor, from, &[&found]);
                        } else if is_joint && step >= 5 && self.legend.get(3) != Some(&word) {
                            self.report_from(Code::AndOrMixed, cursor, from, &[]);
                        }
                        self.step += 1;
                        Some(word)
                    }
                }
            }
        };
        self.legend.extend(word);
        if cursor.is_end() {
            self.end_legend();
        }
    }

    /// Turns the words of a line into an entry.
    pub(super) fn end_legend(&mut self) {
        let mut words = std::mem::take(&mut self.legend);
        if words.is_empty() {
            return;
        }
        if words.len().is_multiple_of(2) || words.len() == 1 {
            let dangling = if words.len() == 1 { "" } else { words[words.len() - 1].as_str() };
            self.report(Code::LegendForm, &[dangling]);
            return;
        }
        if words.len() / 2 > MOST_OBJECTS {
            self.report_size();
            return;
        }
        let mut is_sound = true;
        let name = words[0].clone();
        let upper = name.to_uppercase();
        if let Some(line) = self.source.defined(&name) {
            self.report(Code::NameInUse, &[&upper, &line.to_string()]);
            is_sound = false;
        }
        if is_keyword(&name) {
            self.report(Code::KeywordName, &[&upper]);
        }
        let mut at = 2;
        while at < words.len() {
            let member = words[at].clone();
            if member == name {
                self.report(Code::DefinedByItself, &[&upper]);
                is_sound = false;
                while let Some(index) = words.iter().skip(2).position(|word| *word == name) {
                    let index = index + 2;
                    let start = if index >= 4 { index - 1 } else { index };
                    words.drain(start..(start + 2).min(words.len()));
                }
            }
            for before in (2..at.min(words.len())).step_by(2) {
                if words[before] == member {
                    self.report(Code::RepeatedMember, &[&member.to_uppercase()]);
                }
            }
            at += 2;
        }
        for at in (2..words.len()).step_by(2) {
            if words[at] != name && self.source.defined(&words[at]).is_none() {
                let unknown = words[at].to_uppercase();
                self.report(Code::UndefinedName, &[&unknown]);
            }
        }
        let line = self.line;
        let named: Vec<String> = words.iter().skip(2).step_by(2).cloned().collect();
        match words.get(3).map(String::as_str) {
            None if words.len() == 3 => {
                self.source.synonyms.push(Entry { name, members: named, line });
            }
            Some("and") => {
                let mut wrong = Vec::new();
                let members: Vec<String> = named
                    .iter()
                    .flat_map(|word| aggregated(&self.source, word, &mut wrong, 0))
                    .take(MOST_OBJECTS + 1)
                    .collect();
                if members.len() > MOST_OBJECTS {
                    self.report_size();
                    return;
                }
                if let Some(property) = wrong.first() {
                    self.report(Code::AggregateOfProperty, &[&property.to_uppercase()]);
                }
                self.source.aggregates.push(Entry { name, members, line });
            }
            Some("or") => {
                if words.iter().skip(5).step_by(2).any(|joint| joint != "or") {
                    return;
                }
                let mut wrong = Vec::new();
                let members: Vec<String> = named
                    .iter()
                    .flat_map(|word| flattened(&self.source, word, &mut wrong, 0))
                    .take(MOST_OBJECTS + 1)
                    .collect();
                if members.len() > MOST_OBJECTS {
                    self.report_size();
                    return;
                }
                for aggregate in wrong {
                    let aggregate = aggregate.to_uppercase();
                    self.report(Code::PropertyOfAggregate, &[&upper, &aggregate]);
                }
                if !members.is_empty() {
                    self.source.properties.push(Entry { name, members, line });
                }
            }
            _ if is_sound => self.report(Code::LegendMalformed, &[]),
            _ => {}
        }
    }
}

impl Parser<'_> {
    fn report_size(&mut self) {
        let why = format!("the name stands for more than {MOST_OBJECTS} objects");
        self.report(Code::TooLarge, &[&why]);
    }
}

/// The depth limit for names that refer to each other in a cycle.
const DEEPEST: usize = 64;

/// The objects of a name that is joined by `and`. Names made with `or` are added to `wrong`.
fn aggregated(source: &Source, name: &str, wrong: &mut Vec<String>, depth: usize) -> Vec<String> {
    match source.meaning(name) {
        Meaning::Object(object) => vec![object.to_string()],
        Meaning::Aggregate(entry) if depth < DEEPEST => {
            let members = entry.members.iter();
            members.flat_map(|name| aggregated(source, name, wrong, depth + 1)).collect()
        }
        Meaning::Aggregate(_) => Vec::new(),
        Meaning::Property(entry) => {
            wrong.push(entry.name.clone());
            vec![entry.name.clone()]
        }
        Meaning::Nothing(name) => vec![name.to_string()],
    }
}

/// The objects of a name that is joined by `or`. Names made with `and` are added to `wrong`.
pub(super) fn flattened(
    source: &Source,
    name: &str,
    wrong: &mut Vec<String>,
    depth: usize,
) -> Vec<String> {
    match source.meaning(name) {
        Meaning::Object(object) => vec![object.to_string()],
        Meaning::Aggregate(entry) => {
            wrong.push(entry.name.clone());
            Vec::new()
        }
        Meaning::Property(entry) if depth < DEEPEST => {
            let members = entry.members.iter().filter(|member| **member != entry.name);
            members.flat_map(|name| flattened(source, name, wrong, depth + 1)).collect()
        }
        Meaning::Property(_) => Vec::new(),
        Meaning::Nothing(name) => vec![name.to_string()],
    }
}
