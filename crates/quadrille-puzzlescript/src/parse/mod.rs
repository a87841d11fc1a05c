//! Reads a source into its sections. Faults are recorded and reading continues, since games with
//! faults are played too.

mod cursor;
mod entries;
mod layers;
mod legend;
mod levels;
mod objects;
mod prelude;
mod rules;
mod sounds;

use std::collections::{HashMap, HashSet};

use crate::fault::{At, Code, Faults};
use crate::words::{SECTIONS, is_blank};
use cursor::Cursor;
use entries::Entries;
pub(crate) use entries::Entry;

/// An object as it is written.
#[derive(Clone, Debug)]
pub(crate) struct ObjectText {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) colours: Vec<String>,
    pub(crate) sprite: Vec<String>,
}

/// A rule as it is written.
#[derive(Clone, Debug)]
pub(crate) struct RuleText {
    /// In lower case, up to a comment.
    pub(crate) text: String,
    /// The whole line.
    pub(crate) original: String,
    pub(crate) line: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SoundWord {
    Event,
    Name,
    Verb,
    Direction,
    Number,
}

/// A sound as it is written.
#[derive(Clone, Debug)]
pub(crate) struct SoundText {
    pub(crate) words: Vec<(String, SoundWord)>,
    pub(crate) line: usize,
}

/// An entry of the list of levels, as it is written.
#[derive(Clone, Debug)]
pub(crate) enum LevelText {
    Message { text: String, line: usize },
    Board { rows: Vec<Vec<char>>, line: usize },
}

/// A source in its sections.
#[derive(Clone, Default, Debug)]
pub(crate) struct Source {
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) setting_lines: HashMap<String, usize>,
    pub(crate) objects: Vec<ObjectText>,
    pub(crate) synonyms: Entries,
    pub(crate) aggregates: Entries,
    pub(crate) properties: Entries,
    pub(crate) sounds: Vec<SoundText>,
    pub(crate) layers: Vec<Vec<String>>,
    pub(crate) rules: Vec<RuleText>,
    /// The words of each win condition and its line.
    pub(crate) wins: Vec<(Vec<String>, usize)>,
    pub(crate) levels: Vec<LevelText>,
    /// The names that rules may use.
    pub(crate) names: HashSet<String>,
    object_index: HashMap<String, usize>,
}

pub(crate) enum Meaning<'a> {
    Object(&'a str),
    Aggregate(&'a Entry),
    Property(&'a Entry),
    Nothing(&'a str),
}

impl Source {
    pub(crate) fn object(&self, name: &str) -> Option<usize> {
        self.object_index.get(name).copied()
    }

    fn add_object(&mut self, name: &str, line: usize) {
        self.object_index.insert(name.to_string(), self.objects.len());
        let (colours, sprite) = (Vec::new(), Vec::new());
        self.objects.push(ObjectText { name: name.to_string(), line, colours, sprite });
    }

    /// The line on which a name was defined.
    pub(crate) fn defined(&self, name: &str) -> Option<usize> {
        if let Some(index) = self.object(name) {
            return Some(self.objects[index].line);
        }
        let lists = [&self.aggregates, &self.properties, &self.synonyms];
        lists.into_iter().find_map(|list| list.named(name)).map(|entry| entry.line)
    }

    /// The meaning of a name, through its synonyms.
    pub(crate) fn meaning<'a>(&'a self, name: &'a str) -> Meaning<'a> {
        let mut name = name;
        // A synonym names something older; the bound is for cycles.
        for _ in 0..=self.synonyms.len() {
            if let Some(index) = self.object(name) {
                return Meaning::Object(&self.objects[index].name);
            }
            match self.synonyms.named(name) {
                Some(entry) => name = &entry.members[0],
                None => break,
            }
        }
        if let Some(entry) = self.aggregates.named(name) {
            return Meaning::Aggregate(entry);
        }
        match self.properties.named(name) {
            Some(entry) => Meaning::Property(entry),
            None => Meaning::Nothing(name),
        }
    }
}

/// True if the source was read to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Complete,
    GivenUp,
}

/// The state between two pieces of a line.
struct Parser<'a> {
    source: Source,
    faults: &'a mut Faults,
    line: usize,
    original: String,
    depth: usize,
    section: Option<usize>,
    visited: Vec<usize>,
    /// The word that must end the line.
    ended_by: Option<String>,
    after_comment: bool,
    /// The position within a line; each section has its own meaning.
    step: i32,
    objects: objects::Progress,
    legend: Vec<String>,
    sounds: sounds::Progress,
    layer_names: Vec<String>,
    levels: Vec<levels::Draft>,
    glyphs: HashSet<char>,
}

/// The number of errors at which the original stops reading.
pub(crate) const MOST_ERRORS: usize = 5;

/// The step of a line that is a message, in which '(' does not start a comment.
const MESSAGE: i32 = -4;

pub(crate) fn parse(text: &str, faults: &mut Faults) -> (Source, Reading) {
    let mut parser = Parser {
        source: Source::default(),
        faults,
        line: 0,
        original: String::new(),
        depth: 0,
        section: None,
        visited: Vec::new(),
        ended_by: None,
        after_comment: false,
        step: 0,
        objects: objects::Progress::default(),
        legend: Vec::new(),
        sounds: sounds::Progress::default(),
        layer_names: Vec::new(),
        levels: vec![levels::Draft::default()],
        glyphs: HashSet::new(),
    };
    for line in text.split('\n') {
        parser.line += 1;
        parser.original = line.to_string();
        parser.legend.clear();
        parser.sounds = sounds::Progress::default();
        parser.layer_names.clear();
        parser.step = 0;
        parser.ended_by = None;
        let mut cursor = Cursor::new(line);
        loop {
            parser.piece(&mut cursor);
            if parser.faults.errors > MOST_ERRORS || parser.faults.is_full() {
                return (parser.source, Reading::GivenUp);
            }
            if cursor.is_end() {
                break;
            }
        }
    }
    // The original visits objects as properties of a JavaScript object: whole numbers first.
    let source = &mut parser.source;
    source.objects.sort_by_key(|object| js_index(&object.name).unwrap_or(u32::MAX));
    let names = source.objects.iter().map(|object| object.name.clone());
    source.object_index = names.zip(0..).collect();
    parser.source.levels = parser.levels.into_iter().filter_map(levels::Draft::finished).collect();
    (parser.source, Reading::Complete)
}

/// The number of a name that JavaScript treats as an index.
fn js_index(name: &str) -> Option<u32> {
    let number: u32 = name.parse().ok().filter(|number| *number < u32::MAX)?;
    (number.to_string() == name).then_some(number)
}

impl Parser<'_> {
    fn report(&mut self, code: Code, args: &[&str]) {
        self.faults.add(code, At::Line(self.line), args);
    }

    /// Reports a fault in the text read since `from`.
    fn report_from(&mut self, code: Code, cursor: &Cursor, from: usize, args: &[&str]) {
        let mut to = cursor.at.max(from);
        while to > from && is_blank(cursor.chars[to - 1]) {
            to -= 1;
        }
        self.faults.add(code, At::Span(self.line, from, to), args);
    }

    /// Reads one piece of a line: a comment, a heading, or an item of the section.
    fn piece(&mut self, cursor: &mut Cursor) {
        let mut is_first = cursor.at == 0;
        if self.after_comment {
            is_first = true;
            self.after_comment = false;
        }
        cursor.skip_blanks();
        if self.comment(cursor, is_first) {
            return;
        }
        cursor.skip_blanks();
        if is_first && cursor.is_end() {
            self.end_line();
            self.blank_line();
            return;
        }
        if !cursor.is_end()
            && let Some(what) = self.ended_by.clone()
        {
            let from = cursor.at;
            cursor.skip_all();
            self.report_from(Code::AfterEnd, cursor, from, &[&what]);
            return;
        }
        let first = cursor.peek();
        if is_first && self.is_ruler(cursor) {
            cursor.skip_while(|c| c == '=');
            self.ended_by = Some("the row of '='".to_string());
            return;
        }
        // As in the original, headings are skipped wherever a piece begins.
        if self.section != Some(6) {
            let from = cursor.at;
            if let Some(heading) = cursor.take_one_of(&SECTIONS)
                && is_first
            {
                self.heading(heading, cursor, from);
                return;
            }
        }
        if cursor.is_end() {
            self.end_line();
            return;
        }
        match self.section {
            None => self.prelude(cursor, is_first),
            Some(0) => self.object(cursor, is_first),
            Some(1) => self.legend(cursor),
            Some(2) => self.sound(cursor),
            Some(3) => self.layer(cursor, is_first),
            Some(4) => self.rule(cursor, is_first, first),
            Some(5) => self.win(cursor, is_first),
            Some(_) => self.level(cursor, is_first),
        }
    }

    /// Reads a comment, if one begins or continues here.
    fn comment(&mut self, cursor: &mut Cursor, is_first: bool) -> bool {
        match cursor.peek() {
            Some('(') if self.step != MESSAGE => {
                cursor.at += 1;
                self.depth += 1;
            }
            Some(')') => {
                let from = cursor.at;
                cursor.at += 1;
                if self.depth == 0 {
                    self.report_from(Code::StrayClose, cursor, from, &[]);
                    return true;
                }
                self.depth -= 1;
                if self.depth == 0 {
                    self.after_comment = true;
                    return true;
                }
            }
            _ => {}
        }
        if self.depth == 0 {
            return false;
        }
        self.after_comment |= is_first;
        while self.depth > 0 {
            cursor.skip_while(|c| c != '(' && c != ')');
            match cursor.peek() {
                None => break,
                Some('(') => self.depth += 1,
                Some(_) => self.depth -= 1,
            }
            cursor.at += 1;
        }
        if cursor.is_end() {
            self.end_line();
        }
        true
    }

    /// True if the line continues with a row of '='. Among levels, '=' may be a glyph.
    fn is_ruler(&self, cursor: &Cursor) -> bool {
        cursor.peek() == Some('=')
            && (self.section != Some(6)
                || cursor.chars[cursor.at..].iter().all(|&c| c == '=' || is_blank(c)))
    }

    fn heading(&mut self, heading: &str, cursor: &Cursor, from: usize) {
        let index = SECTIONS.iter().position(|name| *name == heading).expect("a heading");
        let title = heading.to_uppercase();
        self.section = Some(index);
        if self.visited.contains(&index) {
            self.report_from(Code::SectionTwice, cursor, from, &[&title]);
        }
        self.ended_by = Some(format!("the heading {title}"));
        self.visited.push(index);
        if index == 0 {
            self.objects.stage = 0;
            if self.visited.len() > 1 {
                self.report_from(Code::SectionFirst, cursor, from, &[&title]);
            }
        } else if !self.visited.contains(&(index - 1)) {
            let before = SECTIONS[index - 1].to_uppercase();
            self.report_from(Code::SectionOrder, cursor, from, &[&title, &before]);
        }
        let source = &mut self.source;
        if index == 2 {
            source.names.extend(source.objects.iter().map(|object| object.name.clone()));
            let lists = [&source.synonyms, &source.aggregates, &source.properties];
            source.names.extend(lists.into_iter().flatten().map(|entry| entry.name.clone()));
        } else if index == 6 {
            let objects = source.objects.iter().map(|object| &object.name);
            let entries = [&source.synonyms, &source.aggregates].into_iter().flatten();
            let names = objects.chain(entries.map(|entry| &entry.name));
            self.glyphs.extend(names.filter_map(|name| single(name)));
        }
    }

    fn end_line(&mut self) {
        match self.section {
            Some(1) => self.end_legend(),
            Some(2) => self.end_sound(),
            _ => {}
        }
    }

    fn blank_line(&mut self) {
        match self.section {
            Some(0) => self.objects.stage = 0,
            Some(6) => self.end_level(),
            _ => {}
        }
    }
}

/// The character of a name with one character.
pub(crate) fn single(name: &str) -> Option<char> {
    let mut chars = name.chars();
    chars.next().filter(|c| chars.next().is_none() && c.len_utf16() == 1)
}
