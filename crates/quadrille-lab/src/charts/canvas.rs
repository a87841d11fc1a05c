//! The canvas of a chart: shapes and texts as SVG.

use std::fmt::Write;

use super::marks::Look;
use super::{Frame, style};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    const fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// The width of all charts. Pages scale them.
pub(super) const WIDTH: f64 = 780.0;
pub(super) const MARGIN: f64 = 16.0;
/// The size of small texts (`qc-small`), relative to the normal size.
pub(super) const SMALL: f64 = 0.75;

pub(super) struct Canvas {
    body: String,
    title: String,
    scheme: super::ColourScheme,
    /// The top of the chart, below its title.
    pub(super) top: f64,
}

/// Formats a number for SVG: to a tenth, so that it is the same on every machine.
pub(super) fn number(value: f64) -> String {
    // Adding zero removes the sign of a negative zero.
    let rounded = (value * 10.0).round() / 10.0 + 0.0;
    if rounded == rounded.trunc() { format!("{rounded:.0}") } else { format!("{rounded:.1}") }
}

/// Escapes a text for SVG and HTML. Characters that XML does not allow become a replacement
/// character.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// An upper estimate of the width of a text at 12 pixels in a common sans-serif font. The viewer's
/// fonts cannot be measured.
pub(super) fn width_of(text: &str) -> f64 {
    text.chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '|' | '\'' | '!' => 3.5,
            'f' | 't' | 'r' | ' ' | '(' | ')' | '-' => 4.6,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 10.2,
            c if c.is_uppercase() => 8.2,
            c if (c as u32) < 0x300 => 6.9,
            _ => 12.0,
        })
        .sum()
}

/// Cuts a text that is wider than this.
pub(super) fn fit(text: &str, width: f64) -> String {
    if width_of(text) <= width {
        return text.to_string();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if width_of(&cut) + width_of("…") + 7.0 > width {
            break;
        }
        cut.push(c);
    }
    cut.trim_end().to_string() + "…"
}

impl Canvas {
    /// A canvas with the title and subtitle of a frame.
    pub(super) fn new(frame: &Frame) -> Canvas {
        let mut canvas = Canvas {
            body: String::new(),
            title: frame.title.clone(),
            scheme: frame.scheme,
            top: MARGIN,
        };
        if !frame.title.is_empty() {
            canvas.top += 12.0;
            let title = fit(&frame.title, (WIDTH - 2.0 * MARGIN) / 1.3);
            canvas.text((MARGIN, canvas.top), Anchor::Start, "qc-ink qc-title", &title);
            canvas.top += 8.0;
        }
        for line in wrap(&frame.subtitle, WIDTH - 2.0 * MARGIN) {
            canvas.top += 11.0;
            canvas.text((MARGIN, canvas.top), Anchor::Start, "qc-soft", &line);
            canvas.top += 5.0;
        }
        canvas.top += 8.0;
        canvas
    }

    pub(super) fn finish(self, height: f64) -> String {
        let (width, height) = (number(WIDTH), number(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"qc\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n<style>{}</style>\n\
             <rect class=\"qc-paper\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n{}</svg>\n",
            style(self.scheme),
            self.body,
            title = escape(&self.title),
        )
    }

    pub(super) fn raw(&mut self, svg: &str) {
        self.body.push_str(svg);
        self.body.push('\n');
    }

    /// Opens a group with a tooltip.
    pub(super) fn group(&mut self, tooltip: &str) {
        let _ = write!(self.body, "<g><title>{}</title>", escape(tooltip));
    }

    pub(super) fn end_group(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// A text with its baseline at a point.
    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>",
            number(x),
            number(y),
            anchor.name(),
            escape(text)
        );
    }

    /// A vertical text, centred at a point.
    pub(super) fn upright(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let (x, y) = (number(x), number(y));
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" transform=\"translate({x} {y}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escape(text)
        );
    }

    /// A vertical text that ends at a point.
    pub(super) fn hanging(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let (x, y) = (number(x), number(y));
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" transform=\"translate({x} {y}) rotate(-90)\" text-anchor=\"end\">{}</text>",
            escape(text)
        );
    }

    pub(super) fn line(
        &mut self,
        from: (f64, f64),
        to: (f64, f64),
        class: &str,
        width: f64,
        dash: &str,
    ) {
        let dash = dashes(dash);
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke-width=\"{}\"{dash}/>",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1),
            number(width),
        );
    }

    /// A line through several points.
    pub(super) fn path(&mut self, points: &[(f64, f64)], class: &str, width: f64, dash: &str) {
        let mut way = String::new();
        for (index, &(x, y)) in points.iter().enumerate() {
            let _ =
                write!(way, "{}{} {}", if index == 0 { 'M' } else { 'L' }, number(x), number(y));
        }
        let dash = dashes(dash);
        let _ = writeln!(
            self.body,
            "<path class=\"{class}\" d=\"{way}\" fill=\"none\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dash}/>",
            number(width),
        );
    }

    pub(super) fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), rest: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {rest}/>",
            number(x),
            number(y),
            number(width.max(0.0)),
            number(height.max(0.0)),
        );
    }

    pub(super) fn mark(&mut self, at: (f64, f64), look: Look, open: bool, size: f64) {
        let mark = look.mark(at, open, size);
        self.raw(&mark);
    }
}

fn dashes(dash: &str) -> String {
    if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") }
}

pub(super) fn wrap(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width_of(line) + width_of(word) + 4.6 <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_text() {
        assert_eq!(
            escape("<a & \"b\">\u{1b}\u{0}"),
            "&lt;a &amp; &quot;b&quot;&gt;\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        assert_eq!([number(1.0), number(1.25), number(-0.01)], ["1", "1.3", "0"]);
    }

    #[test]
    fn long_texts_are_cut() {
        let cut = fit("a very long name of a level", 60.0);
        assert!(cut.ends_with('…') && width_of(&cut) <= 60.0, "{cut}");
        assert_eq!(fit("short", 60.0), "short");
    }
}
