//! Writing levels in any format.

use super::{Level, code, fit, native};
use crate::diagnostic::{Diagnostic, message};
use crate::draw;
use crate::formats::{Format, Known, Layout, picture};
use crate::game::Game;
use crate::grid::Size;
use crate::text::{is_line_end, quoted, shown};

/// The formats that all games share, with descriptions.
pub const SHARED_FORMATS: [(&str, &str); 3] = [
    ("native", "the program's own, with names and notes"),
    ("code", "one word to share"),
    ("svg", "a picture"),
];

/// The formats that levels of a game can be written in, with descriptions.
pub fn formats(game: &dyn Game) -> Vec<(&'static str, &'static str)> {
    let (first, rest) = SHARED_FORMATS.split_at(1);
    let own = game.formats().iter().map(|format| (format.name, format.about));
    first.iter().copied().chain(own).chain(rest.iter().copied()).collect()
}

/// The names of the formats that levels of a game can be written in.
pub fn format_names(game: &dyn Game) -> Vec<&'static str> {
    formats(game).into_iter().map(|(name, _)| name).collect()
}

/// Writes one level in the format with this name.
pub fn write(level: &Level, format: &str) -> Result<String, Diagnostic> {
    write_all(std::slice::from_ref(level), format)
}

/// Writes levels of one game in the format with this name, as the content of one file.
pub fn write_all(levels: &[Level], format: &str) -> Result<String, Diagnostic> {
    let Some(first) = levels.first() else { return Ok(String::new()) };
    let join = |texts: Vec<String>, between: &str| texts.join(between);
    match format {
        "native" => Ok(join(levels.iter().map(native::write).collect(), "\n")),
        "code" => Ok(levels.iter().map(|level| code::to_code(level) + "\n").collect()),
        "svg" => Ok(levels.iter().map(|level| draw::svg(level.game, &level.grid)).collect()),
        name => {
            let Some(format) = first.game.formats().iter().find(|format| format.name == name)
            else {
                let formats = format_names(first.game).join(", ");
                return Err(message::unknown_output_format(shown(name), formats));
            };
            let many = levels.len() > 1;
            let texts: Result<Vec<String>, _> =
                levels.iter().map(|level| written(level, format, many)).collect();
            Ok(match format.layout {
                Layout::Lists { .. } => lists(levels, &texts?),
                _ => join(texts?, "\n"),
            })
        }
    }
}

/// Boards as lists in one file, each with its name.
fn lists(levels: &[Level], texts: &[String]) -> String {
    let names: Vec<&str> = levels.iter().map(|level| name(level).unwrap_or_default()).collect();
    let deeper = |text: &str| text.replace('\n', "\n ");
    if names.iter().all(|name| name.is_empty()) && levels.len() > 1 {
        return format!("[{}]\n", deeper(&texts.join(",\n")));
    }
    if names.iter().all(|name| name.is_empty() || is_identifier(name)) {
        let statements = names.iter().zip(texts).map(|(name, text)| match *name {
            "" => format!("{text}\n"),
            name => format!("{name} = {text}\n"),
        });
        return statements.collect();
    }
    let members = names.iter().zip(texts).map(|(name, text)| format!("{}: {text}", quoted(name)));
    format!("{{{}}}\n", deeper(&members.collect::<Vec<_>>().join(",\n")))
}

fn name(level: &Level) -> Option<&str> {
    level.name.as_deref().filter(|name| !name.is_empty())
}

/// True if a name can be written before a `=`.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A level as text. With `many`, each has a header, with or without a name.
fn written(level: &Level, format: &'static Format, many: bool) -> Result<String, Diagnostic> {
    let size = level.grid.size();
    let header = if many || name(level).is_some() { header(level, format) } else { String::new() };
    if let Layout::Cells(cells) = format.layout {
        // For other programs the header is a comment.
        let header = if header.is_empty() { header } else { format!("# {header}") };
        return Ok(header + &(cells.write)(&level.grid));
    }
    let tokens: Result<Vec<String>, Diagnostic> = level
        .grid
        .iter()
        .map(|(at, cell)| {
            let token = (format.write_cell)(cell).filter(|token| {
                // In lines, a longer word is only possible if blanks separate it from its
                // neighbours.
                !matches!(format.layout, Layout::Characters | Layout::Words)
                    || token.chars().count() == 1
                    || size.cols() > 1
            });
            token.ok_or_else(|| {
                let glyph = level.game.cell_glyph(cell).unwrap_or_default();
                message::unwritable_cell(format.name, glyph, at)
            })
        })
        .collect();
    let tokens = tokens?;
    Ok(match format.layout {
        Layout::Lists { quoted } => list(&tokens, size, quoted),
        Layout::Picture => {
            let owned = |text: &'_ Option<String>| text.clone().unwrap_or_default();
            let (title, author) = (owned(&level.name), owned(&level.author));
            picture::write(&[("Title", &title), ("Author", &author)], size.cols(), &tokens)
        }
        Layout::Characters if tokens.iter().all(|token| token.chars().count() == 1) => {
            let rows: Vec<String> = tokens.chunks(size.cols()).map(<[String]>::concat).collect();
            if rows.iter().any(|row| row.starts_with("level")) {
                // With blanks between its cells a row is not read as a header.
                return Ok(header + &aligned(&tokens, size));
            }
            header + &rows.join("\n") + "\n"
        }
        _ => header + &aligned(&tokens, size),
    })
}

/// `level NAME optimal=N`. A name that would be read as something else is written in quotes.
fn header(level: &Level, format: &Format) -> String {
    let name = name(level).unwrap_or_default();
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_plain = !words.is_empty()
        && words.join(" ") == name
        && !name.starts_with('"')
        && !fit::ends_like_row(name, level.grid.size().cols(), |text| {
            (format.read_cell)(text, false)
        })
        && !name.contains(|c: char| c.is_control() || is_line_end(c))
        && !words.iter().any(|word| {
            *word == "unsolvable" || word.starts_with("optimal=") || word.starts_with("best=")
        });
    let name = if is_plain { name.to_string() } else { quoted(name) };
    let known = match level.known {
        Some(Known::Optimal(moves)) => format!(" optimal={moves}"),
        Some(Known::Best(moves)) => format!(" best={moves}"),
        Some(Known::Unsolvable) => " unsolvable".to_string(),
        None => String::new(),
    };
    format!("level {name}{known}\n")
}

fn list(tokens: &[String], size: Size, quoted: bool) -> String {
    let rows: Vec<String> = tokens
        .chunks(size.cols())
        .map(|row| {
            let cells =
                row.iter().map(|token| if quoted { format!("\"{token}\"") } else { token.clone() });
            format!("[{}]", cells.collect::<Vec<_>>().join(", "))
        })
        .collect();
    format!("[{}]", rows.join(",\n "))
}

/// Rows of words, columns aligned.
pub(super) fn aligned(tokens: &[String], size: Size) -> String {
    let width = |column: usize| {
        tokens
            .iter()
            .skip(column)
            .step_by(size.cols())
            .map(|token| token.chars().count())
            .max()
            .unwrap_or(1)
    };
    let widths: Vec<usize> = (0..size.cols()).map(width).collect();
    tokens
        .chunks(size.cols())
        .map(|row| {
            let cells = row.iter().zip(&widths).map(|(token, &width)| format!("{token:<width$}"));
            cells.collect::<Vec<_>>().join(" ").trim_end().to_string() + "\n"
        })
        .collect()
}
