//! The lists of packs and levels.

use anstyle::Style;

use super::fitted;
use super::palette::Palette;
use crate::play::app::App;
use crate::play::canvas::{Canvas, Line, Rect};
use crate::play::geometry::{first_line, menu_lists};
use crate::play::library::{Group, LibraryLevel};
use crate::play::progress::SavedProgress;

pub fn draw(app: &App, palette: Palette, canvas: &mut Canvas) {
    let Some((packs, levels)) = menu_lists(app.screen, app.menu.in_levels) else { return };
    let title = Line::styled(" Quadrille", palette.heading())
        .and(if app.screen.width < 48 { "" } else { "  puzzles on a grid" }, palette.faint());
    canvas.write_line(0, 0, &title, app.screen.width);
    if app.library.groups.is_empty() {
        let text = " There are no levels here. Name a file: quadrille play FILE";
        canvas.write_line(0, 2, &Line::plain(text), app.screen.width);
        return;
    }
    if let Some(area) = packs {
        let rows = app.library.groups.iter().map(|group| pack(group, &app.progress, area.width));
        list(rows.collect(), app.menu.place.group, !app.menu.in_levels, palette, area, canvas);
    }
    if let (Some(area), Some(group)) = (levels, app.library.groups.get(app.menu.place.group)) {
        if packs.is_none() {
            let heading = format!(" {} · {}", group.game.title(), group.pack);
            canvas.write_line(0, 1, &Line::styled(heading, palette.faint()), app.screen.width);
        }
        let names =
            group.levels.iter().map(|choice| choice.title.chars().count()).max().unwrap_or(0);
        let rows = group
            .levels
            .iter()
            .map(|choice| level(choice, &app.progress, names, area.width, palette));
        list(rows.collect(), app.menu.place.level, app.menu.in_levels, palette, area, canvas);
    }
}

/// Draws the rows around the cursor, with a mark at its row: filled where keys go.
pub(super) fn list(
    rows: Vec<Line>,
    cursor: usize,
    active: bool,
    palette: Palette,
    area: Rect,
    canvas: &mut Canvas,
) {
    let first = first_line(cursor, rows.len(), area.height.into());
    for ((index, row), y) in rows.iter().enumerate().skip(first).zip(area.y..area.bottom()) {
        canvas.write_line(area.x, y, row, area.width);
        if index == cursor {
            let line = Rect { y, height: 1, ..area };
            canvas.write(area.x, y, if active { "▸" } else { "▹" }, Style::new());
            canvas.add_style(line, if active { palette.selected() } else { palette.heading() });
        }
    }
}

/// The line of a pack: its game, its name, and the number of solved levels.
fn pack(group: &Group, progress: &SavedProgress, width: u16) -> Line {
    let solved = group
        .levels
        .iter()
        .filter(|choice| progress.of(&choice.code).is_some_and(|record| record.best.is_some()))
        .count();
    let count = format!("{solved}/{}", group.levels.len());
    let room = usize::from(width).saturating_sub(count.chars().count() + 4);
    let name = format!("{} · {}", group.game.id(), group.pack);
    Line::plain(format!("  {} {count}", fitted(&name, room)))
}

/// The line of a level: a mark if it is solved, its name and size, and the moves.
fn level(
    choice: &LibraryLevel,
    progress: &SavedProgress,
    names: usize,
    width: u16,
    palette: Palette,
) -> Line {
    let record = progress.of(&choice.code);
    let proved = record.and_then(|record| record.proved);
    let known = proved.map(|moves| (moves, true)).or(choice.known());
    let best = known.map_or("?".to_string(), |(moves, _)| moves.to_string());
    let own = record.and_then(|record| record.best);
    let left = record.filter(|record| record.played > 0 && !record.moves.is_empty());
    let (mark, style) = match (own, known) {
        (Some(own), Some((fewest, true))) if own <= fewest => ("★", palette.good()),
        (Some(_), _) => ("✓", palette.good()),
        (None, _) if left.is_some() => ("…", palette.faint()),
        (None, _) => (" ", Style::new()),
    };
    let result = match (own, left) {
        (Some(own), _) => format!("{own} of {best}"),
        (None, Some(record)) => format!("{} of {best}", record.played),
        (None, None) if choice.is_unsolvable() => "has no plan".to_string(),
        (None, None) => format!("best {best}"),
    };
    let size = choice.level.grid.size().to_string();
    let room = usize::from(width).saturating_sub(4 + 6 + 11);
    let name = fitted(&choice.title, names.min(room).max(8));
    Line::plain("  ")
        .and(mark, style)
        .and(format!(" {name} {size:>5}  "), Style::new())
        .and(result, palette.faint())
}
