//! What is painted, compared with files that people can read. To write them anew: SNAPSHOTS=overwrite.

use std::fmt::Write;
use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::*;
use crate::console::Colours;
use crate::play::view::{self, Theme};

/// The screen as text.
fn painted(app: &mut App, width: u16, height: u16, theme: Theme) -> Buffer {
    if app.screen != Rect::new(0, 0, width, height) {
        app.handle(Event::Resize(width, height), app.now);
    }
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    view::draw(app, theme, &mut buffer);
    buffer
}

fn text(buffer: &Buffer) -> String {
    let Rect { width, height, .. } = buffer.area;
    let mut text = String::new();
    for y in 0..height {
        let line: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Which parts of which lines are painted how.
fn styles(buffer: &Buffer) -> String {
    let Rect { width, height, .. } = buffer.area;
    let mut text = String::new();
    for y in 0..height {
        let mut start = 0;
        for x in 1..=width {
            let style = buffer[(start, y)].style();
            if x < width && buffer[(x, y)].style() == style {
                continue;
            }
            if let Some(words) = described(style) {
                writeln!(text, "{y:>2}: {start:>2}-{:<2} {words}", x - 1).unwrap();
            }
            start = x;
        }
    }
    text
}

fn described(style: Style) -> Option<String> {
    let (fg, bg) = (style.fg.unwrap_or(Color::Reset), style.bg.unwrap_or(Color::Reset));
    let mut words = Vec::new();
    if fg != Color::Reset || bg != Color::Reset {
        words.push(format!("{fg} on {bg}"));
    }
    if style.add_modifier != Modifier::empty() {
        words.push(format!("{:?}", style.add_modifier));
    }
    (!words.is_empty()).then(|| words.join(" "))
}

fn compare(name: &str, actual: String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/play/tests/screens")
        .join(format!("{name}.txt"));
    let expected = snapbox::Data::read_from(&path, Some(snapbox::data::DataFormat::Text));
    snapbox::Assert::new().action_env("SNAPSHOTS").eq(actual, expected);
}

/// A level after its first legal moves, with something picked where there is something to pick.
fn scene(group: usize) -> App {
    let mut app = app(LEVELS);
    app.checking = false;
    app.open(Place { group, level: 0 });
    match group {
        0 => typed(&mut app, "ljl"),
        1 => press(
            &mut app,
            &[KeyCode::Tab, KeyCode::Enter, KeyCode::Up, KeyCode::Tab, KeyCode::Enter],
        ),
        2 => press(&mut app, &[KeyCode::Tab, KeyCode::Tab, KeyCode::Enter]),
        _ => press(
            &mut app,
            &[KeyCode::Enter, KeyCode::Right, KeyCode::Enter, KeyCode::Down, KeyCode::Right],
        ),
    }
    app
}

#[test]
fn a_level_of_every_game_without_colours() {
    for (group, game) in ["tiles", "zhed", "squares", "fold"].into_iter().enumerate() {
        for (width, height) in [(80, 24), (40, 12)] {
            let mut app = scene(group);
            let buffer = painted(&mut app, width, height, Theme::new(None));
            assert!(!styles(&buffer).contains(" on "), "no colours were asked for");
            compare(&format!("{game}-{width}x{height}"), text(&buffer));
        }
    }
}

#[test]
fn a_level_of_every_game_in_colours() {
    for (group, game) in ["tiles", "zhed", "squares", "fold"].into_iter().enumerate() {
        let mut app = scene(group);
        for (width, height) in [(80, 24), (40, 12)] {
            let plain = painted(&mut app, width, height, Theme::new(None));
            let basic = painted(&mut app, width, height, Theme::new(Some(Colours::BASIC)));
            let full = painted(&mut app, width, height, Theme::new(Some(Colours::TRUE)));
            assert_eq!(text(&plain), text(&basic), "colours change no letter");
            assert_eq!(text(&plain), text(&full), "colours change no letter");
            compare(&format!("{game}-{width}x{height}-colours"), styles(&full));
            compare(&format!("{game}-{width}x{height}-16-colours"), styles(&basic));
        }
    }
}

#[test]
fn the_other_screens() {
    let mut app = app(LEVELS);
    app.checking = false;
    app.open(Place { group: 0, level: 0 });
    typed(&mut app, "l");
    for (width, height) in [(80, 24), (40, 12)] {
        typed(&mut app, "m");
        // Which algorithms there are is not for this test to say.
        let shown = text(&painted(&mut app, width, height, Theme::new(None)));
        assert!(
            shown.contains("▸ best      shortest") && shown.contains("no heuristic"),
            "{shown}"
        );
        press(&mut app, &[KeyCode::Esc]);
    }
    press(&mut app, &[KeyCode::Esc]);
    typed(&mut app, "?");
    compare("help-80x24", text(&painted(&mut app, 80, 24, Theme::new(None))));
    compare("help-40x12", text(&painted(&mut app, 40, 12, Theme::new(None))));
    press(&mut app, &[KeyCode::Esc]);
    compare("menu-80x24", text(&painted(&mut app, 80, 24, Theme::new(None))));
    compare("menu-40x12", text(&painted(&mut app, 40, 12, Theme::new(None))));
    compare("too-small", text(&painted(&mut app, 30, 8, Theme::new(None))));
}

#[test]
fn a_large_board_is_scrolled() {
    let row = format!("{}\n", ". ".repeat(16));
    let board = format!(
        "game: zhed\nname: large\n\n1{}\n{}{}9 G\n",
        " .".repeat(15),
        row.repeat(14),
        ". ".repeat(14)
    );
    let mut app = playing(&board, 0);
    let shown = text(&painted(&mut app, 40, 12, Theme::new(None)));
    assert!(shown.contains("▸1") && !shown.contains("‹G"), "{shown}");
    press(&mut app, &[KeyCode::Tab]);
    let shown = text(&painted(&mut app, 40, 12, Theme::new(None)));
    assert!(shown.contains("▸9‹G") && shown.contains("15│"), "{shown}");
    press(&mut app, &[KeyCode::PageUp]);
    let shown = text(&painted(&mut app, 40, 12, Theme::new(None)));
    assert!(!shown.contains("15│"), "{shown}");
}

#[test]
fn nothing_breaks_at_any_size() {
    for group in 0..4 {
        for overlay in ["", "m", "?"] {
            let mut app = scene(group);
            app.animated = true;
            typed(&mut app, overlay);
            for width in (1..100).step_by(7) {
                for height in (1..40).step_by(3) {
                    painted(&mut app, width, height, Theme::new(Some(Colours::BASIC)));
                }
            }
        }
    }
}
