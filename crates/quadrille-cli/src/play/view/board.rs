//! The board: its cells, its frame with the row and column numbers, and moving pieces.

use anstyle::Style;
use quadrille::grid::{Coord, Direction};
use quadrille::moves::Move;

use super::cell::{Brush, Emphasis, arrow};
use super::palette::Palette;
use crate::play::animation::Scene;
use crate::play::app::App;
use crate::play::canvas::{Canvas, Rect};
use crate::play::geometry::Geometry;
use crate::play::round::Round;

pub fn draw(app: &App, round: &Round, palette: Palette, canvas: &mut Canvas) {
    let Some(geometry) = app.board_geometry() else { return };
    let still = || Scene::still(round.game().looks(round.shown_board()));
    let scene = round
        .animation
        .as_ref()
        .and_then(|animation| animation.scene(app.now))
        .unwrap_or_else(still);
    frame(&geometry, round.hint, palette, canvas);
    let mut brush = Brush { canvas, clip: geometry.cells, palette, cell: geometry.cell };
    let corner = |at: Coord| geometry.corner(at.row.into(), at.col.into());
    let emphasis = Emphases::of(round);
    for (at, look) in scene.looks.iter() {
        if look.sprite.is_some_and(|sprite| brush.sprite(corner(at), sprite)) {
            continue;
        }
        brush.ground(corner(at), look);
        if let Some(piece) = look.piece {
            let joined = Direction::ALL.map(|direction| {
                let next =
                    scene.looks.size().step(at, direction).and_then(|next| scene.looks[next].piece);
                piece.0 == quadrille::games::Shape::Joined && next == Some(piece)
            });
            brush.piece(corner(at), piece, look.target, joined, emphasis.at(at));
        }
    }
    // Arrows extend into neighbouring cells, so they are drawn after all cells.
    for (at, look) in scene.looks.iter() {
        if let Some((_, mark)) = look.piece {
            let beside = |direction| scene.looks.size().step(at, direction);
            let open = Direction::ALL.map(|direction| {
                beside(direction).is_none_or(|next| emphasis.at(next) != emphasis.at(at))
            });
            brush.arrows(corner(at), mark, emphasis.at(at), open);
        }
    }
    for filling in &scene.fillings {
        brush.filling(corner(filling.at), filling.towards, filling.part, filling.piece.1);
    }
    for &(at, part) in &scene.fading {
        brush.veil(corner(at), part);
    }
    for sprite in &scene.sprites {
        let at = geometry.corner(sprite.row, sprite.col);
        brush.piece(at, (sprite.shape, sprite.mark), None, [false; 4], Emphasis::default());
    }
}

struct Emphases<'a> {
    cursor: &'a [Coord],
    picked: bool,
    ways: [bool; 4],
    hinted: Vec<Coord>,
    towards: Option<Direction>,
}

impl Emphases<'_> {
    fn of(round: &Round) -> Emphases<'_> {
        let none = Emphases {
            cursor: &[],
            picked: false,
            ways: [false; 4],
            hinted: Vec::new(),
            towards: None,
        };
        if round.watch.is_some() || round.animation.is_some() {
            return none;
        }
        let picker = &round.picker;
        let ways = picker.ways();
        let (hinted, towards) = round.hinted();
        Emphases {
            cursor: picker.cells(),
            picked: picker.is_picked(),
            ways: Direction::ALL.map(|direction| ways.contains(&direction)),
            hinted,
            towards,
        }
    }

    fn at(&self, at: Coord) -> Emphasis {
        let cursor = self.cursor.contains(&at);
        let picked = cursor && self.picked;
        Emphasis {
            cursor,
            picked,
            hint: self.hinted.contains(&at).then_some(self.towards),
            ways: if picked { self.ways } else { [false; 4] },
        }
    }
}

/// The frame with row and column numbers. It is dotted where the board continues; a hint for a move
/// of all pieces is shown on the side they move to.
fn frame(geometry: &Geometry, hint: Option<Move>, palette: Palette, canvas: &mut Canvas) {
    let Rect { x, y, width, height } = geometry.cells;
    let style = palette.ground();
    let (rows, cols) = (geometry.size.rows() as u16, geometry.size.cols() as u16);
    let scroll = geometry.scroll;
    let side = |direction: Direction| -> (char, Style) {
        if hint == Some(Move::All(direction)) {
            return (arrow(direction), palette.hint());
        }
        let goes_on = match direction {
            Direction::Up => scroll.row > 0,
            Direction::Down => scroll.row + geometry.seen.0 < rows,
            Direction::Left => scroll.col > 0,
            Direction::Right => scroll.col + geometry.seen.1 < cols,
        };
        match (direction.is_vertical(), goes_on) {
            (true, true) => ('┄', style),
            (true, false) => ('─', style),
            (false, true) => ('┆', style),
            (false, false) => ('│', style),
        }
    };
    let mut put = |x: u16, y: u16, (character, style): (char, Style)| {
        if let Some(cell) = canvas.cell_mut((x, y)) {
            cell.set(character, style);
        }
    };
    for across in x..x + width {
        put(across, y - 1, side(Direction::Up));
        put(across, y + height, side(Direction::Down));
    }
    for down in y..y + height {
        put(x - 1, down, side(Direction::Left));
        put(x + width, down, side(Direction::Right));
    }
    let corners = [
        (x - 1, y - 1, '┌'),
        (x + width, y - 1, '┐'),
        (x - 1, y + height, '└'),
        (x + width, y + height, '┘'),
    ];
    for (x, y, corner) in corners {
        put(x, y, (corner, style));
    }
    let (cell_width, cell_height) = geometry.cell;
    for col in 0..geometry.seen.1 {
        let number = col + scroll.col;
        // Two digits do not fit in the narrowest cells.
        let text = if cell_width < 3 { (number % 10).to_string() } else { number.to_string() };
        let start = x
            + col * cell_width
            + if cell_width < 3 || cell_width == 4 { 1 } else { (cell_width - 1) / 2 };
        canvas.write(start, y - 2, &text, style);
    }
    for row in 0..geometry.seen.0 {
        let middle = if cell_height >= 3 { cell_height / 2 } else { 0 };
        let number = format!("{:>2}", row + scroll.row);
        canvas.write(x - 3, y + row * cell_height + middle, &number, style);
    }
}
