//! A text split into boards by every layout, and the limits on its size.

use std::cell::RefCell;
use std::rc::Rc;

use crate::diagnostic::{Diagnostic, message};
use crate::formats::lines::Style;
use crate::formats::{Format, Layout, MAX_LEVELS, RawBoard, lines, lists, picture};
use crate::grid::Size;
use crate::text;

/// A text split into boards by each layout, once.
pub(super) struct Splits<'t> {
    pub text: &'t str,
    is_list: bool,
    cut: RefCell<Vec<(Key, Rc<[RawBoard<'t>]>)>>,
}

/// The parameters of a split: the layout and the options for lines.
type Key = (std::mem::Discriminant<Layout>, Option<usize>, Option<(bool, bool)>);

impl<'t> Splits<'t> {
    pub(super) fn new(text: &'t str) -> Splits<'t> {
        Splits { text, is_list: lists::looks_like_lists(text), cut: RefCell::default() }
    }

    /// The largest number of boards in any layout so far.
    pub(super) fn most_boards(&self) -> usize {
        self.cut.borrow().iter().map(|(_, boards)| boards.len()).max().unwrap_or(0)
    }

    /// The boards of the text in the layout of a format, up to one more than the limit.
    pub(super) fn boards(&self, format: &Format) -> Rc<[RawBoard<'t>]> {
        let style =
            Style { hash_comments: format.hash_comments, optimum_line: format.optimum_line };
        let (own, lines_of) = match format.layout {
            Layout::Cells(cells) => (Some(cells.read as usize), None),
            Layout::Words | Layout::Characters => {
                (None, Some((style.hash_comments, style.optimum_line)))
            }
            Layout::Lists { .. } | Layout::Picture => (None, None),
        };
        // The rows themselves show if cells are words or characters.
        let layout = if lines_of.is_some() { Layout::Words } else { format.layout };
        let key = (std::mem::discriminant(&layout), own, lines_of);
        if let Some((_, boards)) = self.cut.borrow().iter().find(|(other, _)| *other == key) {
            return boards.clone();
        }
        let mut boards = match format.layout {
            Layout::Lists { .. } if self.is_list => lists::split(self.text),
            Layout::Words | Layout::Characters if !self.is_list => lines::split(self.text, style),
            Layout::Picture if !self.is_list => picture::split(self.text),
            Layout::Cells(cells) if !self.is_list => (cells.read)(self.text),
            _ => Vec::new(),
        };
        boards.truncate(MAX_LEVELS + 1);
        let boards: Rc<[RawBoard<'t>]> = boards.into();
        self.cut.borrow_mut().push((key, boards.clone()));
        boards
    }
}

/// The longest line of a board, in bytes: many times what 32 cells take.
const MAX_LINE: usize = 20_000;

/// The most lines without a blank line or a header among them: many times what the longest form, a
/// line per cell, takes.
const MAX_LINES: usize = 20_000;

/// The most parts of a text between blank lines: each level can have one with its keys, one with
/// its board, and comments.
const MAX_PARTS: usize = 4 * MAX_LEVELS;

/// The error of a text with a longer line or more lines than any board has, or with too many
/// boards. It is found before the text is split. Lists may have any line ends.
pub(super) fn oversized(text: &str) -> Option<Diagnostic> {
    if lists::looks_like_lists(text) {
        return None;
    }
    let (mut run, mut surplus) = (0, 0..0);
    let (mut heads, mut parts) = (0, 0);
    for line in text::lines(text) {
        let content = line.text.trim_start();
        if content.len() > MAX_LINE && !content.starts_with([';', '#', '/']) {
            return Some(message::line_too_long(Size::MAX_SIDE).at(line.span()));
        }
        let begins = |word: &str| lines::is_level(word) || word.eq_ignore_ascii_case("game:");
        let is_head = content.get(..5).is_some_and(begins);
        let is_new = content.is_empty() || is_head;
        heads += usize::from(is_head);
        parts += usize::from(content.is_empty() && run > 0);
        if heads > MAX_LEVELS || parts > MAX_PARTS {
            return Some(message::too_many_levels(MAX_LEVELS + 1, MAX_LEVELS).at(line.span()));
        }
        run = if is_new { 0 } else { run + 1 };
        if run == Size::MAX_SIDE + 1 {
            surplus = line.span();
        }
        if run > MAX_LINES {
            return Some(message::too_many_rows(Size::MAX_SIDE).at(surplus));
        }
    }
    None
}
