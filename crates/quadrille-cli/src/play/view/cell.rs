//! One cell of a board, in any of its sizes.
//!
//! The outline shows the kind of a thing, the letter which one it is: corners are sharp for blocks,
//! round for discs, dashed for goals, heavy under the cursor and double for a picked piece. In
//! cells of one line, brackets replace the outlines.

use anstyle::Style;
use quadrille::games::{Ground, Look, Mark, Shape, Sprite};
use quadrille::grid::Direction;

use super::palette::Palette;
use crate::play::canvas::{Canvas, Rect};

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Emphasis {
    pub cursor: bool,
    pub picked: bool,
    /// A hint points at it: the direction, if the move has one.
    pub hint: Option<Option<Direction>>,
    /// It is picked and can move up, down, left, right.
    pub ways: [bool; 4],
}

pub struct Brush<'a> {
    pub canvas: &'a mut Canvas,
    /// Nothing is drawn outside of this.
    pub clip: Rect,
    pub palette: Palette,
    pub cell: (u16, u16),
}

/// The characters of an outline: the sides (horizontal, vertical) and the corners (top left, top
/// right, bottom left, bottom right).
struct Outline {
    along: char,
    upright: char,
    corners: [char; 4],
    brackets: [char; 2],
}

const SHARP: Outline =
    Outline {
        along: '─', upright: '│', corners: ['┌', '┐', '└', '┘'], brackets: ['[', ']']
    };
const ROUND: Outline =
    Outline {
        along: '─', upright: '│', corners: ['╭', '╮', '╰', '╯'], brackets: ['(', ')']
    };
const DASHED: Outline =
    Outline {
        along: '╌', upright: '╎', corners: ['┌', '┐', '└', '┘'], brackets: ['‹', '›']
    };
const HEAVY: Outline =
    Outline {
        along: '━', upright: '┃', corners: ['┏', '┓', '┗', '┛'], brackets: ['▸', '◂']
    };
const DOUBLE: Outline =
    Outline {
        along: '═', upright: '║', corners: ['╔', '╗', '╚', '╝'], brackets: ['»', '«']
    };

pub fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '▲',
        Direction::Down => '▼',
        Direction::Left => '◀',
        Direction::Right => '▶',
    }
}

impl Brush<'_> {
    fn put(&mut self, x: i32, y: i32, character: char, style: Style) {
        self.put_within(self.clip, x, y, character, style);
    }

    /// Draws on the cells or on the frame around them.
    fn put_beside(&mut self, x: i32, y: i32, character: char, style: Style) {
        let Rect { x: left, y: top, width, height } = self.clip;
        let framed = Rect {
            x: left.saturating_sub(1),
            y: top.saturating_sub(1),
            width: width + 2,
            height: height + 2,
        };
        self.put_within(framed, x, y, character, style);
    }

    fn put_within(&mut self, area: Rect, x: i32, y: i32, character: char, style: Style) {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return };
        if area.contains((x, y))
            && let Some(cell) = self.canvas.cell_mut((x, y))
        {
            cell.set(character, style);
        }
    }

    fn fill(
        &mut self,
        (x, y): (i32, i32),
        (width, height): (u16, u16),
        character: char,
        style: Style,
    ) {
        for down in 0..i32::from(height) {
            for across in 0..i32::from(width) {
                self.put(x + across, y + down, character, style);
            }
        }
    }

    /// The row of the letters in a cell.
    fn label_row(&self) -> i32 {
        if self.cell.1 >= 3 { i32::from(self.cell.1) / 2 } else { 0 }
    }

    fn label(&mut self, (x, y): (i32, i32), text: &str, style: Style) {
        let (width, length) = (i32::from(self.cell.0), text.chars().count() as i32);
        let start = match self.cell {
            // The only column beside the left bracket.
            (2, _) if length == 1 => 1,
            (4, 2) => 1,
            _ => (width - length) / 2,
        };
        for (index, character) in text.chars().enumerate() {
            self.put(x + start + index as i32, y + self.label_row(), character, style);
        }
    }

    /// Draws a cell in half blocks, two pixels per character. False if there are too few colours.
    pub fn sprite(&mut self, (x, y): (i32, i32), sprite: &Sprite) -> bool {
        let (width, height) = self.cell;
        let pixel = |column: u16, half: u16| {
            let at = |place: u16, of: u16| usize::from(place) * Sprite::SIDE / usize::from(of);
            sprite.0[at(half, 2 * height)][at(column, width)]
        };
        for (down, across) in (0..height).flat_map(|down| (0..width).map(move |x| (down, x))) {
            let (above, below) = (pixel(across, 2 * down), pixel(across, 2 * down + 1));
            let Some(style) = self.palette.pixels(above, below) else { return false };
            self.put(x + i32::from(across), y + i32::from(down), '▀', style);
        }
        true
    }

    /// Draws the ground of a cell, with its goal.
    pub fn ground(&mut self, at: (i32, i32), look: Look) {
        let faint = self.palette.ground();
        match (look.ground, look.target) {
            (_, Some(mark)) => {
                self.fill(at, self.cell, ' ', Style::new());
                self.outline(at, &DASHED, [false; 4], self.palette.target(mark));
                self.label(at, &mark.text(), Style::new().bold());
            }
            (Ground::Goal, None) => {
                self.fill(at, self.cell, ' ', Style::new());
                self.outline(at, &DASHED, [false; 4], Style::new());
            }
            (Ground::Wall, None) => self.fill(at, self.cell, '▓', faint),
            (Ground::Hole, None) => self.fill(at, self.cell, ' ', Style::new()),
            (Ground::Floor, None) => {
                self.fill(at, self.cell, ' ', Style::new());
                self.label(at, "·", faint);
            }
        }
    }

    /// Draws a piece. `joined` marks the sides (up, down, left, right) on which it continues in the
    /// next cell.
    pub fn piece(
        &mut self,
        at: (i32, i32),
        (shape, mark): (Shape, Mark),
        target: Option<Mark>,
        joined: [bool; 4],
        emphasis: Emphasis,
    ) {
        let palette = self.palette;
        let (plain, outline) = match (emphasis.picked, emphasis.cursor, shape) {
            (true, _, _) => (palette.marked_outline(mark), &DOUBLE),
            (_, true, _) => (palette.marked_outline(mark), &HEAVY),
            // A goal without a letter is shown by its outline alone.
            _ if target.is_some_and(|goal| goal.text().is_empty()) => {
                (palette.outline(mark), &DASHED)
            }
            (_, _, Shape::Disc) => (palette.outline(mark), &ROUND),
            (_, _, Shape::Block | Shape::Joined) => (palette.outline(mark), &SHARP),
        };
        let inside = palette.piece(mark);
        self.fill(at, self.cell, ' ', inside);
        self.outline(at, outline, joined, plain);
        let mut text = match (mark.text(), target.map(Mark::text).unwrap_or_default()) {
            (own, under) if own.is_empty() || under.is_empty() => own + under.as_str(),
            (own, under) if matches!(self.cell.0, 2 | 4) => own + under.as_str(),
            (own, under) => format!("{own}/{under}"),
        };
        if text.is_empty() && (self.cell.1 < 3 || target.is_some()) {
            // Without a letter, a small piece would be hard to see without colours, and one on a
            // goal would look like the goal.
            text.push('■');
        }
        let style = if emphasis.picked { inside.invert() } else { inside };
        self.label(at, &text, style);
    }

    /// Draws arrows for the directions of a picked piece and of a hint. In a small cell they
    /// replace outlines, its own and those of the neighbouring cells, so that no letter is lost.
    /// There, `open` marks the sides on which the picked piece ends.
    pub fn arrows(&mut self, (x, y): (i32, i32), mark: Mark, emphasis: Emphasis, open: [bool; 4]) {
        let cell = self.cell;
        let (width, height) = (i32::from(cell.0), i32::from(cell.1));
        let place = |direction: Direction| match (cell, direction) {
            ((_, 1), Direction::Up) => (x, y - 1),
            ((_, 1), Direction::Down) => (x, y + 1),
            ((2, 1), Direction::Right) => (x + 2, y),
            ((_, 2), Direction::Up) => (x + 1, y - 1),
            ((_, 2), Direction::Down) => (x + 1, y + 1),
            (_, Direction::Up) => (x + width / 2, y),
            (_, Direction::Down) => (x + width / 2, y + height - 1),
            (_, Direction::Left) => (x, y + (height - 1) / 2),
            (_, Direction::Right) => (x + width - 1, y + (height - 1) / 2),
        };
        let style = self.palette.piece(mark);
        for ((direction, way), open) in Direction::ALL.into_iter().zip(emphasis.ways).zip(open) {
            let hinted = emphasis.hint == Some(Some(direction));
            if (way || hinted) && (open || height >= 3) {
                let (x, y) = place(direction);
                let style = if hinted { self.palette.hint() } else { style };
                self.put_beside(x, y, arrow(direction), style);
            }
        }
        if emphasis.hint == Some(None) {
            self.put(x, y, '●', self.palette.hint());
        }
    }

    /// Draws an outline, open on the joined sides; brackets if there is no room for one.
    fn outline(&mut self, (x, y): (i32, i32), outline: &Outline, joined: [bool; 4], style: Style) {
        let (width, height) = (i32::from(self.cell.0), i32::from(self.cell.1));
        let [up, down, left, right] = joined.map(|joined| !joined);
        let (last_x, last_y) = (x + width - 1, y + height - 1);
        if height == 1 {
            if left {
                self.put(x, y, outline.brackets[0], style);
            }
            if right && width > 2 {
                self.put(last_x, y, outline.brackets[1], style);
            }
            return;
        }
        for across in x + 1..last_x {
            if up {
                self.put(across, y, outline.along, style);
            }
            if down {
                self.put(across, last_y, outline.along, style);
            }
        }
        for along in y + 1..last_y {
            if left {
                self.put(x, along, outline.upright, style);
            }
            if right {
                self.put(last_x, along, outline.upright, style);
            }
        }
        let corners = [
            (x, y, up, left),
            (last_x, y, up, right),
            (x, last_y, down, left),
            (last_x, last_y, down, right),
        ];
        for ((x, y, along, upright), corner) in corners.into_iter().zip(outline.corners) {
            match (along, upright) {
                (true, true) => self.put(x, y, corner, style),
                (true, false) => self.put(x, y, outline.along, style),
                (false, true) => self.put(x, y, outline.upright, style),
                (false, false) => {}
            }
        }
    }

    /// Draws a partly filled cell.
    pub fn filling(&mut self, (x, y): (i32, i32), towards: Direction, part: f32, mark: Mark) {
        let (width, height) = self.cell;
        let style = self.palette.piece(mark);
        let along = |length: u16| (f32::from(length) * part).ceil() as u16;
        let (columns, rows) =
            if towards.is_vertical() { (width, along(height)) } else { (along(width), height) };
        let x = if towards == Direction::Left { x + i32::from(width - columns) } else { x };
        let y = if towards == Direction::Up { y + i32::from(height - rows) } else { y };
        self.fill((x, y), (columns, rows), '░', style);
    }

    /// Draws a changing cell: dense in the middle of the change, light at its ends.
    pub fn veil(&mut self, (x, y): (i32, i32), part: f32) {
        let character = match (part - 0.5).abs() {
            ..0.15 => '▒',
            ..0.35 => '░',
            _ => return,
        };
        let style = self.palette.ground();
        for down in 0..i32::from(self.cell.1) {
            for across in 0..i32::from(self.cell.0) {
                self.put(x + across, y + down, character, style);
            }
        }
    }
}
