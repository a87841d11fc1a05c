//! The common grammar of algorithms and heuristics: a name, and options in brackets.
//!
//! `beam`, `beam(500)` and `beam(width=500)` are calls of the same name. The options of a name are
//! declared once, in an [`OptionInfo`] beside the code that uses them; help, checks and messages
//! are generated from it.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::diagnostic::{Diagnostic, message};
use crate::search::algorithm::Weight;

/// The known names nearest to one that does not exist, nearest first, at most three.
///
/// ```
/// let names = ["seed-01", "seed-02", "expert"];
/// assert_eq!(quadrille::registry::nearest("expret", names.into_iter()), ["expert"]);
/// ```
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut near: Vec<(usize, &str)> = names
        .map(|other| {
            (strsim::damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase()), other)
        })
        .filter(|&(distance, other)| {
            distance <= 1 + name.chars().count().max(other.chars().count()) / 3
        })
        .collect();
    near.sort();
    near.into_iter().take(3).map(|(_, other)| other).collect()
}

/// The error for a name that does not exist, with the nearest names, or else all of them.
pub(crate) fn unknown_name<'n>(
    noun: &str,
    name: &str,
    offset: usize,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Diagnostic {
    let near = nearest(name, names.clone());
    let error = if near.is_empty() {
        message::unknown_name(noun, name, names.collect::<Vec<_>>().join(", "))
    } else {
        message::misspelt_name(noun, name, near.join(", "))
    };
    error.at(offset..offset + name.len())
}

/// The values that an option accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    Choice(&'static [&'static str]),
    /// A whole number in this range, ends included.
    Whole(u32, u32),
    /// A whole number from 1, or `none`.
    Bound,
    /// A [`Weight`] from 0 on.
    Weight,
    /// A [`Weight`] of either sign.
    SignedWeight,
}

/// An option of an algorithm or a heuristic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OptionInfo {
    pub name: &'static str,
    pub about: &'static str,
    #[cfg_attr(feature = "serde", serde(rename = "expected", serialize_with = "expected"))]
    pub kind: OptionKind,
    /// The default, as typed.
    pub default: &'static str,
}

#[cfg(feature = "serde")]
fn expected<S: serde::Serializer>(kind: &OptionKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(kind)
}

impl OptionKind {
    /// A description of the accepted values.
    fn expected(self) -> Diagnostic {
        match self {
            OptionKind::Choice(words) => message::one_of(words.join(", ")),
            OptionKind::Whole(least, most) => {
                message::whole_between(least.to_string(), most.to_string())
            }
            OptionKind::Bound => message::whole_or_none(),
            OptionKind::Weight => message::positive_number(),
            OptionKind::SignedWeight => message::any_number(),
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expected().fmt(f)
    }
}

/// The value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The chosen word, as an index in the list.
    Choice(usize),
    Whole(u32),
    /// No bound.
    Unbounded,
    Weight(Weight),
}

impl Value {
    /// The index of the chosen word; 0 for other kinds.
    pub fn choice(self) -> usize {
        if let Value::Choice(index) = self { index } else { 0 }
    }

    pub fn number(self) -> Option<u32> {
        if let Value::Whole(number) = self { Some(number) } else { None }
    }

    /// The weight; 1 for other kinds.
    pub fn weight(self) -> Weight {
        if let Value::Weight(weight) = self { weight } else { Weight::ONE }
    }
}

impl OptionInfo {
    fn read(&self, text: &str) -> Option<Value> {
        let number = || text.parse::<u32>().ok();
        match self.kind {
            OptionKind::Choice(words) => {
                words.iter().position(|&word| word == text).map(Value::Choice)
            }
            OptionKind::Whole(least, most) => {
                number().filter(|number| (least..=most).contains(number)).map(Value::Whole)
            }
            OptionKind::Bound if text == "none" => Some(Value::Unbounded),
            OptionKind::Bound => number().filter(|&number| number > 0).map(Value::Whole),
            OptionKind::Weight => Weight::parse(text).map(Value::Weight),
            OptionKind::SignedWeight => Weight::parse_signed(text).map(Value::Weight),
        }
    }

    /// A name with its options at their defaults, as typed: `beam(width=100)`.
    pub fn usage(name: &str, options: &[OptionInfo]) -> String {
        if options.is_empty() {
            return name.to_string();
        }
        let options: Vec<String> =
            options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
        format!("{name}({})", options.join(","))
    }
}

/// A word with its place in the text. Equality ignores the place.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    /// Its start in bytes.
    pub offset: usize,
}

impl Word {
    pub(crate) fn span(&self) -> Range<usize> {
        self.offset..self.offset + self.text.len()
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// A name with its options as typed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    pub name: Word,
    /// The texts in the brackets.
    pub options: Vec<Word>,
}

fn listed(options: &[OptionInfo]) -> String {
    options.iter().map(|option| option.name).collect::<Vec<_>>().join(", ")
}

impl Call {
    /// The values of all options in order; defaults for those not given.
    pub fn values(&self, what: &str, options: &[OptionInfo]) -> Result<Vec<Value>, Diagnostic> {
        let mut values: Vec<Option<Value>> = vec![None; options.len()];
        for (place, word) in self.options.iter().enumerate() {
            let (index, text) = match word.text.split_once('=') {
                Some((name, text)) => {
                    let index = options.iter().position(|option| option.name == name);
                    let unknown = || message::unknown_option(what, name, listed(options));
                    (index.ok_or_else(|| unknown().at(word.span()))?, text)
                }
                None => (place, word.text.as_str()),
            };
            let Some(option) = options.get(index) else {
                let error = match options.len() {
                    0 => message::no_options(what),
                    count => message::too_many_options(what, count, listed(options)),
                };
                return Err(error.at(word.span()));
            };
            let value = option.read(text).ok_or_else(|| {
                message::bad_option(text, option.name, what, option.kind.expected()).at(word.span())
            })?;
            if values[index].replace(value).is_some() {
                return Err(message::option_twice(option.name).at(word.span()));
            }
        }
        let default = |option: &OptionInfo| {
            option.read(option.default).expect("the default of an option is one of its values")
        };
        Ok(values
            .into_iter()
            .zip(options)
            .map(|(value, option)| value.unwrap_or_else(|| default(option)))
            .collect())
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.text)?;
        if self.options.is_empty() {
            return Ok(());
        }
        let options: Vec<_> = self.options.iter().map(|word| word.text.as_str()).collect();
        write!(f, "({})", options.join(","))
    }
}

/// Reads words, numbers and signs one after the other, skipping white space.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str) -> Scanner<'t> {
        Scanner { text, offset: 0 }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.offset..];
        self.offset += rest.len() - rest.trim_start().len();
    }

    /// The next character, without consuming it.
    pub(crate) fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.text[self.offset..].chars().next()
    }

    /// Consumes the sign if it comes next.
    pub(crate) fn take(&mut self, sign: char) -> bool {
        let is_next = self.peek() == Some(sign);
        if is_next {
            self.offset += sign.len_utf8();
        }
        is_next
    }

    /// Reads a word of letters, digits and the like.
    pub(crate) fn word(&mut self, expected: &str) -> Result<Word, Diagnostic> {
        self.characters("_-.=", expected)
    }

    /// Reads a name or a number that may be followed by a minus sign.
    pub(crate) fn name(&mut self, expected: &str) -> Result<Word, Diagnostic> {
        self.characters("_.", expected)
    }

    fn characters(&mut self, signs: &str, expected: &str) -> Result<Word, Diagnostic> {
        self.skip_blanks();
        let rest = &self.text[self.offset..];
        let is_part = |c: char| c.is_alphanumeric() || signs.contains(c);
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected(expected));
        }
        let word = Word { text: rest[..length].to_string(), offset: self.offset };
        self.offset += length;
        Ok(word)
    }

    /// Reads a name that may be the path of a file: letters, digits and `_ - . / \\ : ~`, or
    /// anything between quotes.
    pub(crate) fn path(&mut self, expected: &str) -> Result<Word, Diagnostic> {
        let (offset, rest) = (self.offset, &self.text[self.offset..]);
        if let Some(quoted) = rest.strip_prefix('"') {
            let length = quoted
                .find('"')
                .filter(|&length| length > 0)
                .ok_or_else(|| message::open_quotes().at(offset..offset + rest.len()))?;
            self.offset += length + 2;
            return Ok(Word { text: quoted[..length].to_string(), offset });
        }
        let is_part = |c: char| c.is_alphanumeric() || "_-./\\:~".contains(c);
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected(expected));
        }
        self.offset += length;
        Ok(Word { text: rest[..length].to_string(), offset })
    }

    /// The error that something else was expected here.
    pub(crate) fn unexpected(&mut self, expected: &str) -> Diagnostic {
        let here = self.peek();
        let error = match here {
            Some(sign) => message::unexpected_sign(sign, self.offset + 1, expected),
            None => message::unexpected_end(expected),
        };
        error.at(self.offset..self.offset + here.map_or(0, char::len_utf8))
    }

    /// The options after a name, brackets included, if there are any.
    pub(crate) fn options(&mut self) -> Result<Vec<Word>, Diagnostic> {
        let mut options = Vec::new();
        if self.take('(') {
            loop {
                let mut option = self.word("an option")?;
                // Blanks around a '=' are ignored.
                while option.text.ends_with('=') || self.peek() == Some('=') {
                    option.text.push_str(&self.word("a value")?.text);
                }
                options.push(option);
                if self.take(')') {
                    break;
                }
                if !self.take(',') {
                    return Err(self.unexpected("',' or ')'"));
                }
            }
        }
        Ok(options)
    }

    /// Fails if any text is left.
    pub(crate) fn end(&mut self) -> Result<(), Diagnostic> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end")),
        }
    }
}
