//! The settings of a game.

use super::levels::wrapped;
use crate::colours::{colour, is_colour};
use crate::fault::{At, Code, Faults};
use crate::parse::Source;
use crate::program::Settings;

fn value<'a>(source: &'a Source, key: &str) -> Option<&'a str> {
    let setting = source.settings.iter().rev().find(|(name, _)| name == key);
    setting.map(|(_, value)| value.as_str())
}

fn line(source: &Source, key: &str) -> At {
    source.setting_lines.get(key).map_or(At::Nowhere, |line| At::Line(*line))
}

pub(super) fn read(source: &Source, faults: &mut Faults) -> Settings {
    let has = |key: &str| value(source, key).is_some();
    Settings {
        run_rules_on_level_start: has("run_rules_on_level_start"),
        require_player_movement: has("require_player_movement"),
        no_action: has("noaction"),
        no_undo: has("noundo"),
        no_restart: has("norestart"),
        realtime: value(source, "realtime_interval").map(str::to_string),
        flickscreen: dimensions(source, "flickscreen", faults),
        zoomscreen: dimensions(source, "zoomscreen", faults),
        background_colour: "#000000".to_string(),
        text_colour: "#ffffff".to_string(),
    }
}

/// A number as JavaScript reads it; an empty text is 0.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    if text.is_empty() { Some(0.0) } else { text.parse().ok().filter(|n: &f64| n.is_finite()) }
}

fn dimensions(source: &Source, key: &str, faults: &mut Faults) -> Option<(usize, usize)> {
    let text = value(source, key)?;
    let at = line(source, key);
    let parts: Vec<&str> = text.split('x').collect();
    let [width, height] = parts[..] else {
        faults.add(Code::DimensionForm, at, &[text]);
        return None;
    };
    let mut sizes = [None; 2];
    for (size, part) in sizes.iter_mut().zip([width, height]) {
        let whole = number(part).filter(|n| n.fract() == 0.0 && !part.trim().is_empty());
        match whole {
            None => faults.add(Code::DimensionWhole, at, &[part]),
            Some(n) => {
                if n <= 0.0 {
                    faults.add(Code::DimensionPositive, at, &[part]);
                }
                *size = Some(n);
            }
        }
    }
    match sizes {
        [Some(width), Some(height)] => {
            if width <= 0.0 || height <= 0.0 {
                faults.add(Code::DimensionsPositive, at, &[text]);
                return None;
            }
            Some((width as usize, height as usize))
        }
        _ => {
            faults.add(Code::DimensionsUnclear, at, &[text]);
            None
        }
    }
}

pub(super) fn read_colours(source: &Source, settings: &mut Settings, faults: &mut Faults) {
    let mut read = |key: &str, code: Code| {
        let text = value(source, key)?;
        if !is_colour(text) {
            faults.add(code, line(source, key), &[text]);
            return None;
        }
        colour(text)
    };
    let text_colour = read("text_color", Code::TextColour);
    let background_colour = read("background_color", Code::BackColour);
    settings.text_colour = text_colour.unwrap_or_else(|| "#ffffff".to_string());
    settings.background_colour = background_colour.unwrap_or_else(|| "#000000".to_string());
}

/// The columns of the title screen.
const COLUMNS: usize = 34;

/// A text with the width of the original's letters: characters that its font lacks, such as Chinese
/// ones, are two columns wide.
fn spaced(text: &str) -> String {
    let is_wide = |c: char| c >= '\u{2e80}';
    text.chars().flat_map(|c| [Some(c), is_wide(c).then_some(' ')]).flatten().collect()
}

/// Checks that title and author fit on the title screen of the original.
pub(crate) fn check_title(source: &Source, faults: &mut Faults) {
    let has = |key: &str| value(source, key).is_some();
    let mut title =
        wrapped(&spaced(value(source, "title").unwrap_or("PuzzleScript Game")), COLUMNS);
    let mut author = value(source, "author")
        .map_or(0, |author| wrapped(&spaced(&format!("by {author}")), COLUMNS));
    let mut room = 5 + usize::from(has("noaction"));
    room += usize::from(has("noundo") && has("norestart"));
    if room > 6 {
        room -= 1;
    }
    let (mut is_title_cut, mut is_author_cut) = (false, false);
    while title + author > room {
        if author > 1 {
            author -= 1;
            is_author_cut = true;
        } else if title > 1 {
            title -= 1;
            is_title_cut = true;
        } else {
            break;
        }
    }
    if is_title_cut {
        faults.add(Code::LongTitle, line(source, "title"), &[]);
    }
    if is_author_cut {
        faults.add(Code::LongAuthor, line(source, "author"), &[]);
    }
}
