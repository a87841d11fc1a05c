//! The layout of the screen, for drawing and for the mouse.

use std::cmp::Reverse;

use quadrille::grid::{Coord, Direction, Size};

use super::canvas::Rect;

/// The smallest usable terminal.
pub const SMALLEST: (u16, u16) = (40, 12);

/// From this width on, figures are shown beside the board.
const WIDE: u16 = 72;
/// The sizes of a cell in characters, the largest first.
const CELLS: [(u16, u16); 6] = [(9, 5), (7, 3), (5, 3), (4, 2), (3, 1), (2, 1)];
/// The space for row numbers and the frame: left, right.
const SIDES: (u16, u16) = (3, 1);
/// The space for column numbers and the frame: above, below.
const ENDS: (u16, u16) = (2, 1);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    pub header: Rect,
    /// The figures in one line, if there is no panel.
    pub figures: Option<Rect>,
    pub board: Rect,
    /// The figures beside the board.
    pub panel: Option<Rect>,
    pub notice: Rect,
    pub status: Rect,
}

/// Divides the screen of a level; `None` if it is too small.
pub fn parts(screen: Rect) -> Option<Parts> {
    let Rect { width, height, .. } = screen;
    if width < SMALLEST.0 || height < SMALLEST.1 {
        return None;
    }
    let row = |y: u16| Rect { x: 0, y, width, height: 1 };
    let wide = width >= WIDE;
    let panel_width = if width >= 110 { 38 } else { 30 };
    let top = if wide { 1 } else { 2 };
    let body = Rect { x: 0, y: top, width, height: height - top - 2 };
    let board_width = if wide { width - panel_width } else { width };
    Some(Parts {
        header: row(0),
        figures: (!wide).then(|| row(1)),
        board: Rect { width: board_width, ..body },
        panel: wide.then_some(Rect { x: board_width, width: panel_width, ..body }),
        notice: row(height - 2),
        status: row(height - 1),
    })
}

/// The visible part of a large board: the first row and column.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Scroll {
    pub row: u16,
    pub col: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    pub size: Size,
    pub cell: (u16, u16),
    pub scroll: Scroll,
    /// The number of visible rows and columns.
    pub seen: (u16, u16),
    /// The area of the cells, without the frame.
    pub cells: Rect,
}

/// The target of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    Cell(Coord),
    /// Beside the board, on this side.
    Side(Direction),
}

impl Geometry {
    /// Centres a board in an area, with the largest cells that fit.
    pub fn new(area: Rect, size: Size, scroll: Scroll) -> Geometry {
        let room = (
            area.width.saturating_sub(SIDES.0 + SIDES.1),
            area.height.saturating_sub(ENDS.0 + ENDS.1),
        );
        let (rows, cols) = (size.rows() as u16, size.cols() as u16);
        let fits =
            |&(width, height): &(u16, u16)| cols * width <= room.0 && rows * height <= room.1;
        let cell = CELLS.into_iter().find(fits).unwrap_or(CELLS[CELLS.len() - 1]);
        let seen = (rows.min(room.1 / cell.1), cols.min(room.0 / cell.0));
        let scroll =
            Scroll { row: scroll.row.min(rows - seen.0), col: scroll.col.min(cols - seen.1) };
        let (width, height) = (seen.1 * cell.0, seen.0 * cell.1);
        let cells = Rect {
            x: area.x + SIDES.0 + (room.0 - width) / 2,
            y: area.y + ENDS.0 + (room.1 - height) / 2,
            width,
            height,
        };
        Geometry { size, cell, scroll, seen, cells }
    }

    /// The top left character of a cell, also of a hidden one.
    pub fn corner(&self, row: f32, col: f32) -> (i32, i32) {
        let along = |start: u16, index: f32, first: u16, length: u16| {
            i32::from(start) + ((index - f32::from(first)) * f32::from(length)).round() as i32
        };
        (
            along(self.cells.x, col, self.scroll.col, self.cell.0),
            along(self.cells.y, row, self.scroll.row, self.cell.1),
        )
    }

    /// The target at a place of the screen.
    pub fn hit(&self, x: u16, y: u16) -> Hit {
        let cells = self.cells;
        if cells.contains((x, y)) {
            let row = (y - cells.y) / self.cell.1 + self.scroll.row;
            let col = (x - cells.x) / self.cell.0 + self.scroll.col;
            return Hit::Cell(Coord { row: row as u8, col: col as u8 });
        }
        // The distance from the board in cells.
        let beyond = |at: u16, start: u16, length: u16, cell: u16| {
            let at = f32::from(at) - f32::from(start);
            (at.min(0.0) + (at - f32::from(length) + 1.0).max(0.0)) / f32::from(cell)
        };
        let (across, down) = (
            beyond(x, cells.x, cells.width, self.cell.0),
            beyond(y, cells.y, cells.height, self.cell.1),
        );
        Hit::Side(match across.abs() > down.abs() {
            true if across < 0.0 => Direction::Left,
            true => Direction::Right,
            false if down < 0.0 => Direction::Up,
            false => Direction::Down,
        })
    }

    /// The nearest scroll position in which the most of these cells are visible.
    pub fn scroll_to(&self, cells: &[Coord]) -> Scroll {
        let (rows, cols) = (self.size.rows() as u16, self.size.cols() as u16);
        let places = (0..=rows - self.seen.0)
            .flat_map(|row| (0..=cols - self.seen.1).map(move |col| Scroll { row, col }));
        let rank = |scroll: &Scroll| {
            let shown = |first: u16, seen: u16, at: u8| (first..first + seen).contains(&at.into());
            let seen = cells.iter().filter(|at| {
                shown(scroll.row, self.seen.0, at.row) && shown(scroll.col, self.seen.1, at.col)
            });
            let way = scroll.row.abs_diff(self.scroll.row) + scroll.col.abs_diff(self.scroll.col);
            (seen.count(), Reverse(way))
        };
        places.max_by_key(rank).unwrap_or(self.scroll)
    }
}

/// The first visible line of a list, so that the cursor is near the middle.
pub fn first_line(cursor: usize, lines: usize, height: usize) -> usize {
    cursor.saturating_sub(height / 2).min(lines.saturating_sub(height))
}

/// The two lists of the menu: packs and levels. A narrow screen shows only one of them.
pub fn menu_lists(screen: Rect, in_levels: bool) -> Option<(Option<Rect>, Option<Rect>)> {
    let parts = parts(screen)?;
    let body = Rect { y: 2, height: screen.height - 4, ..screen };
    if parts.panel.is_none() {
        return Some(if in_levels { (None, Some(body)) } else { (Some(body), None) });
    }
    let left = (screen.width / 3).clamp(26, 40);
    let packs = Rect { width: left, ..body };
    let levels = Rect { x: left + 2, width: screen.width - left - 2, ..body };
    Some((Some(packs), Some(levels)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(width: u16, height: u16, rows: usize, cols: usize) -> Geometry {
        let parts = parts(Rect::new(0, 0, width, height)).unwrap();
        Geometry::new(parts.board, Size::new(rows, cols).unwrap(), Scroll::default())
    }

    #[test]
    fn cells_are_as_large_as_fit() {
        assert_eq!(geometry(120, 40, 5, 5).cell, (9, 5));
        assert_eq!(geometry(80, 24, 5, 5).cell, (7, 3));
        assert_eq!(geometry(72, 24, 6, 7).cell, (5, 3));
        assert_eq!(geometry(80, 24, 9, 9).cell, (4, 2));
        assert_eq!(geometry(80, 24, 16, 16).cell, (2, 1));
        assert_eq!(geometry(40, 12, 5, 5).cell, (3, 1));
        assert_eq!(geometry(40, 12, 16, 16).seen, (5, 16));
        assert_eq!(geometry(120, 40, 16, 16).seen, (16, 16));
        assert_eq!(parts(Rect::new(0, 0, 39, 12)), None);
    }

    #[test]
    fn the_mouse_finds_cells_and_sides() {
        let geometry = geometry(80, 24, 5, 5);
        for row in 0..5 {
            for col in 0..5 {
                let (x, y) = geometry.corner(row.into(), col.into());
                assert_eq!(geometry.hit(x as u16 + 2, y as u16 + 1), Hit::Cell(Coord { row, col }));
            }
        }
        let Rect { x, y, width, height } = geometry.cells;
        assert_eq!(geometry.hit(x - 2, y + 1), Hit::Side(Direction::Left));
        assert_eq!(geometry.hit(x + width, y + 1), Hit::Side(Direction::Right));
        assert_eq!(geometry.hit(x + 1, y - 1), Hit::Side(Direction::Up));
        assert_eq!(geometry.hit(x + 1, y + height), Hit::Side(Direction::Down));
    }

    #[test]
    fn scrolling_brings_a_cell_into_sight() {
        let area = parts(Rect::new(0, 0, 40, 12)).unwrap().board;
        let size = Size::new(16, 16).unwrap();
        let mut scroll = Scroll::default();
        for row in (0..16).chain((0..16).rev()) {
            let at = Coord { row, col: row };
            scroll = Geometry::new(area, size, scroll).scroll_to(&[at]);
            let geometry = Geometry::new(area, size, scroll);
            let (x, y) = geometry.corner(row.into(), row.into());
            assert!(geometry.cells.contains((x as u16, y as u16)), "{at}");
        }
        // If not all cells fit, as many as possible; and no scrolling without need.
        let cells = [0, 9, 10, 12].map(|row| Coord { row, col: 3 });
        let geometry = Geometry::new(area, size, Scroll { row: 1, col: 0 });
        assert_eq!(geometry.scroll_to(&cells), Scroll { row: 8, col: 0 });
        assert_eq!(geometry.scroll_to(&[]), Scroll { row: 1, col: 0 });
    }
}
