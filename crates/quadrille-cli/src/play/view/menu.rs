//! The lists of packs and levels.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::fitted;
use super::palette::Palette;
use crate::play::app::App;
use crate::play::geometry::{first_line, menu_lists};
use crate::play::library::{Group, LibraryLevel};
use crate::play::progress::SavedProgress;

pub fn draw(app: &App, palette: Palette, buffer: &mut Buffer) {
    let Some((packs, levels)) = menu_lists(app.screen, app.menu.in_levels) else { return };
    let title = Line::from(vec![
        Span::styled(" Quadrille", palette.heading()),
        Span::styled(
            if app.screen.width < 48 { "" } else { "  puzzles on a grid" },
            palette.faint(),
        ),
    ]);
    buffer.set_line(0, 0, &title, app.screen.width);
    if app.library.groups.is_empty() {
        let text = " There are no levels here. Name a file: quadrille play FILE";
        buffer.set_line(0, 2, &Line::raw(text), app.screen.width);
        return;
    }
    if let Some(area) = packs {
        let rows = app.library.groups.iter().map(|group| pack(group, &app.progress, area.width));
        list(rows.collect(), app.menu.place.group, !app.menu.in_levels, palette, area, buffer);
    }
    if let (Some(area), Some(group)) = (levels, app.library.groups.get(app.menu.place.group)) {
        if packs.is_none() {
            let heading = format!(" {} · {}", group.game.title(), group.pack);
            buffer.set_line(0, 1, &Line::styled(heading, palette.faint()), app.screen.width);
        }
        let names =
            group.levels.iter().map(|choice| choice.title.chars().count()).max().unwrap_or(0);
        let rows = group
            .levels
            .iter()
            .map(|choice| level(choice, &app.progress, names, area.width, palette));
        list(rows.collect(), app.menu.place.level, app.menu.in_levels, palette, area, buffer);
    }
}

/// Draws the rows around the cursor, with a mark at its row: filled where keys go.
pub(super) fn list(
    rows: Vec<Line<'_>>,
    cursor: usize,
    active: bool,
    palette: Palette,
    area: Rect,
    buffer: &mut Buffer,
) {
    let first = first_line(cursor, rows.len(), area.height.into());
    for ((index, row), y) in rows.iter().enumerate().skip(first).zip(area.y..area.bottom()) {
        buffer.set_line(area.x, y, row, area.width);
        if index == cursor {
            let line = Rect { y, height: 1, ..area };
            buffer.set_style(line, if active { palette.selected() } else { palette.heading() });
            if let Some(cell) = buffer.cell_mut((area.x, y)) {
                cell.set_char(if active { '▸' } else { '▹' });
            }
        }
    }
}

/// The line of a pack: its game, its name, and the number of solved levels.
fn pack<'a>(group: &Group, progress: &SavedProgress, width: u16) -> Line<'a> {
    let solved = group
        .levels
        .iter()
        .filter(|choice| progress.of(&choice.code).is_some_and(|record| record.best.is_some()))
        .count();
    let count = format!("{solved}/{}", group.levels.len());
    let room = usize::from(width).saturating_sub(count.chars().count() + 4);
    let name = format!("{} · {}", group.game.id(), group.pack);
    Line::raw(format!("  {} {count}", fitted(&name, room)))
}

/// The line of a level: a mark if it is solved, its name and size, and the moves.
fn level<'a>(
    choice: &LibraryLevel,
    progress: &SavedProgress,
    names: usize,
    width: u16,
    palette: Palette,
) -> Line<'a> {
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
    Line::from(vec![
        Span::raw("  "),
        Span::styled(mark, style),
        Span::raw(format!(" {name} {size:>5}  ")),
        Span::styled(result, palette.faint()),
    ])
}
