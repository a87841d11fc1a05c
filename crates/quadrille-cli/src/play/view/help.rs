//! The help screen, made from the table of keys.

use anstyle::Style;

use super::palette::Palette;
use super::wrapped;
use crate::play::app::App;
use crate::play::canvas::{Canvas, Line, Rect};
use crate::play::keys::{BINDINGS, Key, SCOPES};

/// The width of the column of keys.
const KEYS: usize = 18;

pub fn draw(app: &App, first: usize, palette: Palette, canvas: &mut Canvas) {
    let Rect { width, .. } = app.screen;
    canvas.write_line(0, 0, &Line::styled(" Help", palette.heading()), width);
    let lines = lines(app, palette, usize::from(width));
    let room = room(app);
    let first = first.min(lines.len().saturating_sub(room));
    for (line, y) in lines.iter().skip(first).take(room).zip(2..) {
        canvas.write_line(1, y, line, width - 1);
    }
}

/// The number of visible lines.
fn room(app: &App) -> usize {
    usize::from(app.screen.height.saturating_sub(3))
}

/// The first visible line at the end of the help.
pub fn last_start(app: &App) -> usize {
    lines(app, Palette::new(None), app.screen.width.into()).len().saturating_sub(room(app))
}

fn lines(app: &App, palette: Palette, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some(round) = &app.round {
        lines.push(Line::styled(round.game().title(), palette.heading()));
        lines.extend(
            wrapped(round.game().about(), width.saturating_sub(3)).into_iter().map(Line::plain),
        );
        lines.push(Line::default());
    }
    for scope in SCOPES {
        lines.push(Line::styled(scope.title(), palette.heading()));
        for binding in
            BINDINGS.iter().filter(|binding| binding.scope == scope && !binding.about.is_empty())
        {
            let keys =
                binding.keys.iter().map(|key: &Key| key.name()).collect::<Vec<_>>().join(" ");
            let room = width.saturating_sub(KEYS + 3).max(12);
            for (index, about) in wrapped(binding.about, room).into_iter().enumerate() {
                let keys = if index == 0 { keys.as_str() } else { "" };
                let keys = Line::styled(format!("{keys:<KEYS$} "), palette.key());
                lines.push(keys.and(about, Style::new()));
            }
        }
        lines.push(Line::default());
    }
    lines.push(Line::styled("The mouse", palette.heading()));
    let mouse = "Click a piece to pick it; click beside it or drag it to play. Where everything moves at once, \
                 drag across the board or click beside it.";
    lines.extend(wrapped(mouse, width.saturating_sub(3)).into_iter().map(Line::plain));
    lines.push(Line::default());
    lines.push(Line::styled("The board", palette.heading()));
    let board = "Sharp corners or [ ] are blocks, round ones or ( ) are discs, dashed ones or ‹ › are goals. A heavy \
                 outline or ▸ ◂ is the cursor, a double one or » « what is picked.";
    lines.extend(wrapped(board, width.saturating_sub(3)).into_iter().map(Line::plain));
    lines
}
