//! Everything that can be wrong, shown in one way: what, where, the place underlined, and a way out.

use std::io::Write;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Severity, Origin, Renderer, Snippet};
use quadrille::levels::{Diagnostic, Place};
use quadrille::moves::NotationError;

use crate::harmless;
use crate::input::Source;

/// Characters of a line that are shown on either side of a mistake.
const CONTEXT: usize = 60;
/// The longest part of a mistake that is underlined.
const UNDERLINED: usize = 60;

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What.
    pub message: String,
    /// A way out.
    pub help: Option<String>,
    site: Option<Site>,
}

/// Where something is wrong.
#[derive(Clone, Debug)]
struct Site {
    name: String,
    place: Option<Place>,
    /// The part of the line around it, harmless, and the bytes of it in question.
    excerpt: Option<(String, Range<usize>)>,
}

impl Fault {
    /// Something that is wrong.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), help: None, site: None }
    }

    /// The same with a way out.
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// The same, said of a file as a whole.
    pub fn of_file(mut self, name: &str) -> Fault {
        self.site = Some(Site { name: name.to_string(), place: None, excerpt: None });
        self
    }

    /// A mistake that the library found in a text.
    pub fn from_diagnostic(source: &Source, mistake: &Diagnostic) -> Fault {
        let place = source.place(mistake.span.start);
        let excerpt = excerpt(source.line(mistake.span.start), &mistake.span);
        Fault {
            message: mistake.message.clone(),
            help: mistake.help.clone(),
            site: Some(Site {
                name: source.name.clone(),
                place: Some(place),
                excerpt: Some(excerpt),
            }),
        }
    }

    /// A text that is no sequence of moves.
    pub fn from_notation(text: &str, mistake: &NotationError) -> Fault {
        let source = Source::new("the moves", text.to_string());
        let span = mistake.offset..mistake.offset + mistake.length;
        let diagnostic = Diagnostic::new(span, mistake.message.clone());
        Fault::from_diagnostic(
            &source,
            &diagnostic.help("write moves with blanks or commas between them"),
        )
    }

    /// The line and the column, where they are known.
    pub fn place(&self) -> Option<Place> {
        self.site.as_ref().and_then(|site| site.place)
    }

    /// Shows it on the standard error output.
    pub fn report(&self) {
        self.show(Severity::ERROR);
    }

    /// Shows it as something that deserves attention but stops nothing.
    pub fn warn(&self) {
        self.show(Severity::WARNING);
    }

    fn show(&self, severity: Severity<'_>) {
        let mut err = anstream::stderr().lock();
        // Nothing can be done when there is nowhere to complain to.
        let _ = writeln!(err, "{}", self.render(severity));
    }

    fn render(&self, severity: Severity<'_>) -> String {
        let message = harmless::line(&self.message);
        let help = self.help.as_deref().map(harmless::line);
        let name = self.site.as_ref().map(|site| harmless::line(&site.name));
        let mut group = Group::with_title(severity.primary_title(message.as_ref()));
        if let (Some(site), Some(name)) = (&self.site, &name) {
            let mut origin = Origin::path(name.as_ref());
            if let Some(place) = site.place {
                origin = origin.line(place.line).char_column(place.column);
            }
            group = group.element(origin);
            if let (Some((text, span)), Some(place)) = (&site.excerpt, site.place) {
                let mark = AnnotationKind::Primary.span(span.clone());
                group =
                    group.element(Snippet::source(text).line_start(place.line).annotation(mark));
            }
        }
        if let Some(help) = &help {
            group = group.element(Severity::HELP.message(help.as_ref()));
        }
        // Lines were cut above, so the renderer need not.
        Renderer::styled().term_width(4 * CONTEXT + UNDERLINED).render(&[group])
    }
}

/// The part of a line around a span of the whole text: long lines are cut, and so are spans that go on after the line.
fn excerpt((start, line): (usize, &str), span: &Range<usize>) -> (String, Range<usize>) {
    let clamp = |offset: usize| {
        let offset = offset.saturating_sub(start).min(line.len());
        (0..=offset).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0)
    };
    let (from, to) = (clamp(span.start), clamp(span.end));
    let before: Vec<char> = line[..from].chars().rev().take(CONTEXT).collect();
    let marked: Vec<char> = line[from..to.max(from)].chars().take(UNDERLINED).collect();
    let behind = from + marked.iter().map(|c| c.len_utf8()).sum::<usize>();
    let after: Vec<char> = line[behind..].chars().take(CONTEXT).collect();
    let length = |chars: &[char]| chars.iter().map(|c| c.len_utf8()).sum::<usize>();

    let mut text = String::new();
    if length(&before) < from {
        text.push('…');
    }
    text.extend(before.iter().rev().map(|&c| harmless::character(c)));
    let begin = text.len();
    text.extend(marked.iter().map(|&c| harmless::character(c)));
    let end = text.len();
    text.extend(after.iter().map(|&c| harmless::character(c)));
    if behind + length(&after) < line.len() {
        text.push('…');
    }
    (text, begin..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_harmless_and_underline_the_right_thing() {
        let line = format!("{}é\u{1b}[31m?{}", "x".repeat(10_000), "y".repeat(10_000));
        let at = 7 + line.find('?').unwrap();
        let (text, mark) = excerpt((7, &line), &(at..at + 1));
        assert_eq!(&text[mark], "?");
        assert!(text.chars().count() < 130 && !text.contains('\u{1b}'));
        assert_eq!(excerpt((0, ""), &(5..9)), (String::new(), 0..0));
        assert_eq!(excerpt((0, "ab"), &(1..9)), ("ab".to_string(), 1..2));
    }
}
