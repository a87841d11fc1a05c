//! Errors, all shown in one form: the message, the place, the text underlined, and help.

use std::io::Write;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Severity, Origin, Renderer, Snippet};
use quadrille::diagnostic::{Arg, Diagnostic, Place};
use quadrille::games::SolveError;

use crate::exit::Exit;
use crate::input::Source;
use crate::printable;

/// The characters of a line before and after an error that are considered. The excerpt is cut to
/// the terminal.
const BEFORE: usize = 2000;
const BEHIND: usize = 200;
/// The longest underlined part.
const UNDERLINED: usize = 60;
/// The width of a terminal of unknown width.
const WIDTH: usize = 140;

/// An error for the user.
#[derive(Clone, Debug)]
pub struct Fault {
    pub message: String,
    pub help: Option<String>,
    /// The diagnostic it was made from, if any.
    pub diagnostic: Option<Box<Diagnostic>>,
    /// The exit code of a command that it ends.
    pub exit: Exit,
    site: Option<Box<Site>>,
}

#[derive(Clone, Debug)]
struct Site {
    name: String,
    place: Option<Place>,
    excerpt: Option<Excerpt>,
}

/// The part of a line around an error, made printable.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Excerpt {
    text: String,
    marked: Range<usize>,
    /// True if the line starts before the excerpt.
    cut: bool,
}

impl Fault {
    pub fn new(message: impl Into<String>) -> Fault {
        let message = message.into();
        Fault { message, help: None, diagnostic: None, exit: Exit::Bad, site: None }
    }

    pub fn exit(self, exit: Exit) -> Fault {
        Fault { exit, ..self }
    }

    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }

    /// The same, about a whole file.
    pub fn of_file(mut self, name: &str) -> Fault {
        self.site = Some(Box::new(Site { name: name.to_string(), place: None, excerpt: None }));
        self
    }

    /// An error that the library found in a text.
    pub fn from_diagnostic(source: &Source, mistake: &Diagnostic) -> Fault {
        let span = mistake.span();
        let place = source.place(span.start);
        let excerpt = excerpt(source.line(span.start), &span);
        Fault {
            message: mistake.message(),
            help: mistake.help().map(|help| with_option(help, mistake)),
            diagnostic: Some(Box::new(mistake.clone())),
            exit: Exit::Bad,
            site: Some(Box::new(Site {
                name: source.name.clone(),
                place: Some(place),
                excerpt: Some(excerpt),
            })),
        }
    }

    pub fn from_notation(text: &str, mistake: &Diagnostic) -> Fault {
        Fault::from_diagnostic(&Source::new("the moves", text.to_string()), mistake)
    }

    pub fn place(&self) -> Option<Place> {
        self.site.as_ref().and_then(|site| site.place)
    }

    /// Prints it to the standard error output.
    pub fn report(&self) {
        self.show(Severity::ERROR);
    }

    /// Prints it as a warning.
    pub fn warn(&self) {
        self.show(Severity::WARNING);
    }

    /// Prints it as a note about an assumption.
    pub fn remark(&self) {
        self.show(Severity::NOTE);
    }

    fn show(&self, severity: Severity<'_>) {
        let mut err = anstream::stderr().lock();
        // There is no other place to report an error.
        let _ = writeln!(err, "{}", self.render(severity));
    }

    fn render(&self, severity: Severity<'_>) -> String {
        let mut message = printable::line(&self.message);
        let help = self.help.as_deref().map(printable::line);
        let site = self.site.as_deref();
        let name = site.map(|site| printable::line(&site.name)).unwrap_or_default();
        let excerpt = site.and_then(|site| Some((site.excerpt.as_ref()?, site.place?)));
        if let Some((Excerpt { cut: true, .. }, place)) = excerpt {
            // The renderer would count the column within the excerpt, not within the line.
            message = format!("{name}:{place}: {message}").into();
        }
        let mut group = Group::with_title(severity.primary_title(message.as_ref()));
        match excerpt {
            Some((excerpt, place)) => {
                let mark = AnnotationKind::Primary.span(excerpt.marked.clone());
                let snippet =
                    Snippet::source(&excerpt.text).line_start(place.line).annotation(mark);
                group = group.element(snippet.path((!excerpt.cut).then_some(name.as_ref())));
            }
            None if site.is_some() => group = group.element(Origin::path(name.as_ref())),
            None => {}
        }
        if let Some(help) = &help {
            group = group.element(Severity::HELP.message(help.as_ref()));
        }
        let width = terminal_size::terminal_size_of(std::io::stderr())
            .map_or(WIDTH, |size| usize::from(size.0.0));
        Renderer::styled().term_width(width).render(&[group])
    }
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Fault {
        let exit = if matches!(error, SolveError::Refused(_)) { Exit::Bug } else { Exit::Bad };
        Fault::from(Diagnostic::from(error)).exit(exit)
    }
}

impl From<Diagnostic> for Fault {
    fn from(mistake: Diagnostic) -> Fault {
        let (message, help) = (mistake.message(), mistake.help());
        Fault { help, diagnostic: Some(Box::new(mistake)), ..Fault::new(message) }
    }
}

/// The part of a line around a span of the text. Long lines, and spans that continue after the
/// line, are cut.
fn excerpt((start, line): (usize, &str), span: &Range<usize>) -> Excerpt {
    let clamp = |offset: usize| {
        let offset = offset.saturating_sub(start).min(line.len());
        (0..=offset).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0)
    };
    let (from, to) = (clamp(span.start), clamp(span.end));
    let before: Vec<char> = line[..from].chars().rev().take(BEFORE).collect();
    let marked: Vec<char> = line[from..to.max(from)].chars().take(UNDERLINED).collect();
    let behind = from + marked.iter().map(|c| c.len_utf8()).sum::<usize>();
    let after: Vec<char> = line[behind..].chars().take(BEHIND).collect();
    let length = |chars: &[char]| chars.iter().map(|c| c.len_utf8()).sum::<usize>();

    let mut text = String::new();
    let cut = length(&before) < from;
    if cut {
        text.push('…');
    }
    text.extend(before.iter().rev().map(|&c| printable::character(c)));
    let begin = text.len();
    text.extend(marked.iter().map(|&c| printable::character(c)));
    let end = text.len();
    text.extend(after.iter().map(|&c| printable::character(c)));
    if behind + length(&after) < line.len() {
        text.push('…');
    }
    Excerpt { text, marked: begin..end, cut }
}

/// Adds the option of the command to help that names the game.
fn with_option(help: String, mistake: &Diagnostic) -> String {
    let argument = match mistake.code() {
        "several-games" | "empty-board" | "no-level" => "first",
        "other-game" => "game",
        _ => return help,
    };
    match mistake.arg(argument) {
        Some(Arg::Text(game)) => format!("{help}, or with --game {game}"),
        _ => help,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_printable_and_underline_the_right_thing() {
        let line = format!("{}é\u{1b}[31m?{}", "x".repeat(10_000), "y".repeat(10_000));
        let at = 7 + line.find('?').unwrap();
        let Excerpt { text, marked, cut } = excerpt((7, &line), &(at..at + 1));
        assert_eq!(&text[marked], "?");
        assert!(cut && text.chars().count() < 2500 && !text.contains('\u{1b}'));
        let whole = |text: &str, marked| Excerpt { text: text.to_string(), marked, cut: false };
        assert_eq!(excerpt((0, ""), &(5..9)), whole("", 0..0));
        assert_eq!(excerpt((0, "ab"), &(1..9)), whole("ab", 1..2));
    }
}
