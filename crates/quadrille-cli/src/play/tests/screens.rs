//! The content of each screen.

use anstyle::{Color, RgbColor};
use quadrille::draw;
use quadrille::games::Ground;

use super::*;
use crate::console::Colours;
use crate::play::canvas::{Canvas, Rect};
use crate::play::view::{self, Palette};

fn painted(app: &mut App, width: u16, height: u16, palette: Palette) -> Canvas {
    if app.screen != Rect::new(0, 0, width, height) {
        app.handle(AppEvent::Resize(width, height), app.now);
    }
    let mut canvas = Canvas::new(width, height);
    view::draw(app, palette, &mut canvas);
    canvas
}

fn text(canvas: &Canvas) -> String {
    let Rect { width, height, .. } = canvas.area;
    let mut text = String::new();
    for y in 0..height {
        let line: String = (0..width).map(|x| canvas[(x, y)].symbol()).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn colours(canvas: &Canvas, area: Rect) -> Vec<Color> {
    let cells = area.places().map(|at| canvas[at].style());
    cells.flat_map(|style| [style.get_fg_color(), style.get_bg_color()]).flatten().collect()
}

fn board(screen: &str) -> Vec<&str> {
    let row = |line: &'_ str| -> Option<(usize, usize)> {
        let (start, end) = (line.find('│')?, line.rfind('│')?);
        line[..start].trim_end().ends_with(|c: char| c.is_ascii_digit()).then_some((start, end))
    };
    let rows = screen
        .lines()
        .filter_map(|line| row(line).map(|(start, end)| &line[start + '│'.len_utf8()..end]));
    rows.collect()
}

fn assert_has(screen: &str, parts: &[&str]) {
    for part in parts {
        assert!(screen.contains(part), "'{part}' is missing:\n{screen}");
    }
}

/// A level after its first legal moves, with a piece picked if possible.
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

const GAMES: [&str; 4] = ["tiles", "zhed", "squares", "fold"];

#[test]
fn a_small_screen_shows_every_cell() {
    let expected: [&[&str]; 4] = [
        &[" · ▓▓▓‹R› · ", " ·  · ▓▓▓‹B›", " ·  ·  · [r]", " ·  · ▓▓▓[b]"],
        &[
            " ·  ·  ·  ·  ·  · ",
            "‹G› · [■](1) ·  · ",
            " · ▲· [■] ·  ·  · ",
            " · ◀2▶ ·  ·  ·  · ",
            " · ▼·  ·  ·  ·  · ",
        ],
        &["(D)(A)◀A«(B)", "(A)(C)▼A)(C)", "(B)(D)(C)(B)", "(C)(D)(B)(D)"],
        &["[1  1]   ▸2◂", "[1  1]    · ", " ·  ·     · ", " ·  ·     · "],
    ];
    for (group, rows) in expected.into_iter().enumerate() {
        let screen = text(&painted(&mut scene(group), 40, 12, Palette::new(None)));
        assert_eq!(board(&screen), rows, "{screen}");
    }
}

#[test]
fn a_large_screen_shows_outlines_and_facts() {
    let expected: [&[&str]; 4] = [
        &["a slide", "Match-the-Tiles", "╎  R  ╎", "│  r  │", "5 (optimal)", "R D R"],
        &["steps", "ZHED", "╎  G  ╎", "│  1  │", "◀  2  ▶", "╔══▲══╗", "╚══▼══╝", "2,2U"],
        &["colours", "Squares", "│  D  │", "◀  A  ║", "╚══▼══╝", "7"],
        &["corners", "Folding Blocks", "│  1      1  │", "┃  2  ┃", "1R 1D"],
    ];
    for (group, parts) in expected.into_iter().enumerate() {
        let screen = text(&painted(&mut scene(group), 80, 24, Palette::new(None)));
        assert_has(&screen, parts);
        assert_has(&screen, &["moves", "undo", "hint", "help"]);
    }
}

#[test]
fn pieces_and_goals_have_their_colours() {
    for (group, game) in GAMES.into_iter().enumerate() {
        for (width, height) in [(80, 24), (40, 12)] {
            let mut app = scene(group);
            let plain = painted(&mut app, width, height, Palette::new(None));
            let used = colours(&plain, plain.area);
            assert_eq!(used, [], "{game}: none are wanted");
            let full = painted(&mut app, width, height, Palette::new(Some(Colours::TRUE)));
            let basic = painted(&mut app, width, height, Palette::new(Some(Colours::BASIC)));
            assert_eq!(text(&plain), text(&full), "colours change no letter");
            assert_eq!(text(&plain), text(&basic), "colours change no letter");
            let geometry = app.board_geometry().expect("there is room");
            let round = app.round.as_ref().expect("a level is open");
            for (at, look) in round.game().looks(round.shown_board()).iter() {
                let mark = look.piece.map(|(_, mark)| mark).or(look.target);
                let Some(mark) = mark.filter(|_| look.ground != Ground::Wall) else { continue };
                let (x, y) = geometry.corner(at.row.into(), at.col.into());
                let (width, height) = geometry.cell;
                let area = Rect::new(x as u16, y as u16, width, height);
                let draw::Rgb(red, green, blue) = draw::colour(mark);
                let wanted = Color::Rgb(RgbColor(red, green, blue));
                assert!(colours(&full, area).contains(&wanted), "{game} {at:?} is not {wanted:?}");
                assert!(!colours(&basic, area).is_empty(), "{game} {at:?} has no colour");
            }
        }
    }
}

#[test]
fn the_other_screens() {
    let mut app = app(LEVELS);
    app.checking = false;
    app.open(Place { group: 0, level: 0 });
    typed(&mut app, "l");
    let shown =
        |app: &mut App, width, height| text(&painted(app, width, height, Palette::new(None)));
    for (width, height) in [(80, 24), (40, 12)] {
        typed(&mut app, "m");
        // This test does not depend on the list of algorithms.
        assert_has(&shown(&mut app, width, height), &["▸ best", "no heuristic"]);
        press(&mut app, &[KeyCode::Esc]);
    }
    press(&mut app, &[KeyCode::Esc]);
    typed(&mut app, "?");
    assert_has(&shown(&mut app, 80, 24), &["Playing", "↑ k w", "Backspace", "Esc"]);
    assert_has(&shown(&mut app, 40, 12), &["Playing", "↑ k w", "Esc"]);
    press(&mut app, &[KeyCode::Esc]);
    let packs = GAMES.map(|game| format!("{game} · pack"));
    assert_has(&shown(&mut app, 80, 24), &packs.each_ref().map(String::as_str));
    for (width, height) in [(80, 24), (40, 12)] {
        assert_has(&shown(&mut app, width, height), &["▸ … a slide", "4x4", "1 of 5", "Enter"]);
    }
    assert_has(&shown(&mut app, 80, 24), &["▹ tiles · pack"]);
    assert_has(&shown(&mut app, 30, 8), &["30x8", "40x12", "Q"]);
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
    let shown = text(&painted(&mut app, 40, 12, Palette::new(None)));
    assert!(shown.contains("▸1") && !shown.contains("‹G"), "{shown}");
    press(&mut app, &[KeyCode::Tab]);
    let shown = text(&painted(&mut app, 40, 12, Palette::new(None)));
    assert!(shown.contains("▸9‹G") && shown.contains("15│"), "{shown}");
    press(&mut app, &[KeyCode::PageUp]);
    let shown = text(&painted(&mut app, 40, 12, Palette::new(None)));
    assert!(!shown.contains("15│"), "{shown}");
}

/// A board of ZHED with these numbers and a goal, each at its row and column.
fn zhed_board(side: usize, things: &[(usize, usize, &str)]) -> String {
    let cell = |row, col| {
        let thing = things.iter().find(|thing| (thing.0, thing.1) == (row, col));
        thing.map_or(".", |thing| thing.2)
    };
    let rows: Vec<String> = (0..side)
        .map(|row| (0..side).map(|col| cell(row, col)).collect::<Vec<_>>().join(" "))
        .collect();
    format!("game: zhed\nname: board\n\n{}\n", rows.join("\n"))
}

#[test]
fn a_large_board_follows_the_plan_that_is_watched() {
    let board = zhed_board(16, &[(0, 8, "15"), (15, 5, "9"), (15, 15, "G")]);
    let mut app = playing(&board, 0);
    painted(&mut app, 40, 12, Palette::new(None));
    search(&mut app);
    typed(&mut app, "v");
    search(&mut app);
    let shown = |app: &mut App| text(&painted(app, 40, 12, Palette::new(None)));
    assert!(shown(&mut app).contains(" 0│"), "{}", shown(&mut app));
    press(&mut app, &[KeyCode::Right, KeyCode::Right]);
    assert!(shown(&mut app).contains("15│"), "{}", shown(&mut app));
    press(&mut app, &[KeyCode::PageUp]);
    assert!(!shown(&mut app).contains("15│"), "{}", shown(&mut app));
    press(&mut app, &[KeyCode::Home]);
    app.handle(AppEvent::Tick, app.now + Duration::from_secs(10));
    press(&mut app, &[KeyCode::Enter]);
    for _ in 0..2 {
        app.handle(AppEvent::Tick, app.now + Duration::from_secs(10));
    }
    assert!(shown(&mut app).contains("15│"), "by itself: {}", shown(&mut app));
    press(&mut app, &[KeyCode::Esc]);
    assert!(shown(&mut app).contains(" 0│"), "back at the cursor: {}", shown(&mut app));
}

#[test]
fn arrows_stand_on_their_side_in_cells_of_every_size() {
    for (side, width, height, cell) in
        [(5, 80, 24, (7, 3)), (9, 80, 24, (4, 2)), (5, 40, 12, (3, 1)), (16, 80, 24, (2, 1))]
    {
        let mut app = playing(&zhed_board(side, &[(2, 0, "G"), (2, 1, "1")]), 0);
        painted(&mut app, width, height, Palette::new(None));
        let geometry = app.board_geometry().expect("there is room");
        assert_eq!(geometry.cell, cell);
        let (x, y) = geometry.corner(2.0, 1.0);
        let area = Rect::new(x as u16, y as u16, cell.0, cell.1);
        let find = |canvas: &Canvas, arrow: &str| {
            let Rect { x, y, width, height } = geometry.cells;
            let places =
                (x - 1..=x + width).flat_map(|x| (y - 1..=y + height).map(move |y| (x, y)));
            places.filter(|&place| canvas[place].symbol() == arrow).collect::<Vec<_>>()
        };
        let number = |canvas: &Canvas| area.places().any(|place| canvas[place].symbol() == "1");
        press(&mut app, &[KeyCode::Enter]);
        let canvas = painted(&mut app, width, height, Palette::new(None));
        let (middle_x, middle_y) = (area.x + cell.0 / 2, area.y + (cell.1 - 1) / 2);
        for (arrow, right) in ["▲", "▼", "◀", "▶"].into_iter().zip([
            &(|x: u16, y: u16| y < middle_y && x.abs_diff(middle_x) <= 1)
                as &dyn Fn(u16, u16) -> bool,
            &|x, y| y > middle_y && x.abs_diff(middle_x) <= 1,
            &|x, y| x == area.x && y == middle_y,
            &|x, y| (area.right() - 1..=area.right()).contains(&x) && y == middle_y,
        ]) {
            let places = find(&canvas, arrow);
            let [(x, y)] = places[..] else { panic!("{arrow} in {cell:?}: {places:?}") };
            assert!(right(x, y), "{arrow} in {cell:?} at {x},{y}:\n{}", text(&canvas));
        }
        assert!(number(&canvas), "{}", text(&canvas));
        press(&mut app, &[KeyCode::Esc]);
        typed(&mut app, "i");
        search(&mut app);
        let canvas = painted(&mut app, width, height, Palette::new(None));
        assert_eq!(find(&canvas, "◀"), [(area.x, middle_y)], "{}", text(&canvas));
        assert!(number(&canvas), "{}", text(&canvas));
    }
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
                    painted(&mut app, width, height, Palette::new(Some(Colours::BASIC)));
                }
            }
        }
    }
}
