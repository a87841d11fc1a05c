//! What is seen between two positions. Nothing here knows a game: it follows from the kind of the move and from what has
//! changed on the board.
//!
//! Where everything goes in a direction, pieces glide along their lines. Where a cell or a piece goes, two pieces that
//! change places cross, cells that were empty fill from the side that the move comes from, and all other changes fade.

use std::time::Duration;

use quadrille::games::{Game, Look, Mark, Shape};
use quadrille::grid::{Coord, Direction, Grid};
use quadrille::moves::Move;

/// How long a stage of a move is seen.
const STAGE: Duration = Duration::from_millis(150);
/// How long two pieces take to change places before something else happens.
const CROSSING: Duration = Duration::from_millis(90);

/// A piece on its way, in cells from the top left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprite {
    /// The row that it is at.
    pub row: f32,
    /// The column.
    pub col: f32,
    /// Its outline.
    pub shape: Shape,
    /// Its colour and letter.
    pub mark: Mark,
}

/// A cell that is being filled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Filling {
    /// The cell.
    pub at: Coord,
    /// Which way the filling goes.
    pub towards: Direction,
    /// How much is filled, from 0 to 1.
    pub part: f32,
    /// With what.
    pub piece: (Shape, Mark),
}

/// A board at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// What stands still.
    pub looks: Grid<Look>,
    /// What is on its way.
    pub sprites: Vec<Sprite>,
    /// What is being filled.
    pub fillings: Vec<Filling>,
    /// What is between two looks: how much of the new one is there, from 0 to 1.
    pub fading: Vec<(Coord, f32)>,
}

/// How the cells of a board look.
pub fn looks(game: &dyn Game, board: &Grid<u16>) -> Grid<Look> {
    game.looks(board)
}

impl Scene {
    /// A board on which nothing happens.
    pub fn still(looks: Grid<Look>) -> Scene {
        Scene { looks, sprites: Vec::new(), fillings: Vec::new(), fading: Vec::new() }
    }
}

/// A move as it is seen.
#[derive(Clone, Debug)]
pub struct Animation {
    began: Duration,
    stages: Vec<(Duration, Stage)>,
}

#[derive(Clone, Debug)]
struct Stage {
    /// What stands still meanwhile.
    still: Grid<Look>,
    glides: Vec<Glide>,
    fills: Vec<Fill>,
    changes: Vec<Change>,
}

#[derive(Clone, Copy, Debug)]
struct Glide {
    from: Coord,
    to: Coord,
    piece: (Shape, Mark),
}

#[derive(Clone, Copy, Debug)]
struct Fill {
    at: Coord,
    towards: Direction,
    /// Its place in the row of cells that are filled one after the other.
    order: usize,
    /// How many there are in that row.
    of: usize,
    piece: (Shape, Mark),
}

#[derive(Clone, Copy, Debug)]
struct Change {
    at: Coord,
    old: Look,
    new: Look,
}

impl Animation {
    /// What is seen of a move that starts now; `None` when nothing changes.
    pub fn of(
        before: &Grid<Look>,
        after: &Grid<Look>,
        mv: Move,
        now: Duration,
    ) -> Option<Animation> {
        if before == after {
            return None;
        }
        let stages = match mv {
            Move::All(direction) => match glides(before, after, direction) {
                Some(glides) => {
                    vec![(
                        STAGE,
                        Stage {
                            still: without(after, &glides),
                            glides,
                            fills: Vec::new(),
                            changes: Vec::new(),
                        },
                    )]
                }
                None => vec![(STAGE, changing(before, after, None))],
            },
            Move::Cell(at, direction) => match crossing(before, after, at, direction) {
                Some((crossed, glides)) => {
                    let first = Stage {
                        still: without(&crossed, &glides),
                        glides,
                        fills: Vec::new(),
                        changes: Vec::new(),
                    };
                    let mut stages = vec![(CROSSING, first)];
                    if crossed != *after {
                        stages.push((STAGE, changing(&crossed, after, None)));
                    }
                    stages
                }
                None => vec![(STAGE, changing(before, after, Some(direction)))],
            },
            Move::Piece(_, direction) => vec![(STAGE, changing(before, after, Some(direction)))],
            Move::Touch(_) => vec![(STAGE, changing(before, after, None))],
        };
        Some(Animation { began: now, stages })
    }

    /// The board at this moment; `None` when the move is over.
    pub fn scene(&self, now: Duration) -> Option<Scene> {
        let mut passed = now.saturating_sub(self.began);
        for (length, stage) in &self.stages {
            if passed < *length {
                return Some(stage.scene(passed.as_secs_f32() / length.as_secs_f32()));
            }
            passed -= *length;
        }
        None
    }
}

impl Stage {
    fn scene(&self, part: f32) -> Scene {
        let mut scene = Scene::still(self.still.clone());
        // Fast at first and slow at the end, as things are that come to rest.
        let eased = 1.0 - (1.0 - part) * (1.0 - part);
        for glide in &self.glides {
            let between =
                |from: u8, to: u8| f32::from(from) + (f32::from(to) - f32::from(from)) * eased;
            scene.sprites.push(Sprite {
                row: between(glide.from.row, glide.to.row),
                col: between(glide.from.col, glide.to.col),
                shape: glide.piece.0,
                mark: glide.piece.1,
            });
        }
        for fill in &self.fills {
            let part = (part * fill.of as f32 - fill.order as f32).clamp(0.0, 1.0);
            if part > 0.0 {
                scene.fillings.push(Filling {
                    at: fill.at,
                    towards: fill.towards,
                    part,
                    piece: fill.piece,
                });
            }
        }
        for change in &self.changes {
            scene.looks[change.at] = if part < 0.5 { change.old } else { change.new };
            scene.fading.push((change.at, part));
        }
        scene
    }
}

/// The board without the pieces that are on their way to these places.
fn without(board: &Grid<Look>, glides: &[Glide]) -> Grid<Look> {
    let mut still = board.clone();
    for glide in glides {
        still[glide.to].piece = None;
    }
    still
}

/// Which piece goes where when all go in a direction: along a line they keep their order.
fn glides(before: &Grid<Look>, after: &Grid<Look>, direction: Direction) -> Option<Vec<Glide>> {
    let size = before.size();
    let lines = if direction.is_vertical() { size.cols() } else { size.rows() };
    let mut glides = Vec::new();
    for line in 0..lines {
        let on_line =
            |at: Coord| usize::from(if direction.is_vertical() { at.col } else { at.row }) == line;
        let pieces = |looks: &Grid<Look>| -> Vec<(Coord, (Shape, Mark))> {
            looks
                .iter()
                .filter(|&(at, _)| on_line(at))
                .filter_map(|(at, look)| Some((at, look.piece?)))
                .collect()
        };
        let (old, new) = (pieces(before), pieces(after));
        if old.len() != new.len() {
            return None;
        }
        for ((from, piece), (to, same)) in old.into_iter().zip(new) {
            if piece != same {
                return None;
            }
            if from != to {
                glides.push(Glide { from, to, piece });
            }
        }
    }
    Some(glides)
}

/// Two neighbours that change places, and the board after it: when that is all that happens, or when something was taken
/// off the board afterwards.
fn crossing(
    before: &Grid<Look>,
    after: &Grid<Look>,
    at: Coord,
    direction: Direction,
) -> Option<(Grid<Look>, Vec<Glide>)> {
    let beside = before.size().step(at, direction)?;
    let (one, other) = (before.get(at)?.piece?, before[beside].piece?);
    let mut crossed = before.clone();
    crossed[at].piece = Some(other);
    crossed[beside].piece = Some(one);
    let pieces = |looks: &Grid<Look>| looks.iter().filter(|(_, look)| look.piece.is_some()).count();
    if crossed != *after && pieces(after) >= pieces(before) {
        return None;
    }
    let glides = vec![
        Glide { from: at, to: beside, piece: one },
        Glide { from: beside, to: at, piece: other },
    ];
    Some((crossed, glides))
}

/// Cells that were empty fill in the direction of the move; all others fade.
fn changing(before: &Grid<Look>, after: &Grid<Look>, direction: Option<Direction>) -> Stage {
    let mut still = after.clone();
    let mut filled = Vec::new();
    let mut changes = Vec::new();
    for (at, new) in after.iter().filter(|&(at, new)| before[at] != new) {
        match (before[at].piece, new.piece, direction) {
            (None, Some(piece), Some(direction)) => {
                still[at] = before[at];
                filled.push((at, piece, direction));
            }
            _ => changes.push(Change { at, old: before[at], new }),
        }
    }
    // How far along the move a cell lies: those that lie equally far are filled together.
    let along = |at: Coord, direction: Direction| match direction {
        Direction::Up => u8::MAX - at.row,
        Direction::Down => at.row,
        Direction::Left => u8::MAX - at.col,
        Direction::Right => at.col,
    };
    let mut ranks: Vec<u8> =
        filled.iter().map(|&(at, _, direction)| along(at, direction)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let fills = filled
        .iter()
        .map(|&(at, piece, towards)| Fill {
            at,
            towards,
            order: ranks.binary_search(&along(at, towards)).unwrap_or(0),
            of: ranks.len(),
            piece,
        })
        .collect();
    Stage { still, glides: Vec::new(), fills, changes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::levels;

    /// The scenes of a move at the start, in the middle and at the end.
    fn scenes(text: &str, mv: Move) -> Vec<Option<Scene>> {
        let level = levels::read(text, None).levels().next().expect("a good level").clone();
        let after = level.game.play(&level.grid, mv).unwrap();
        let (before, after) = (looks(level.game, &level.grid), looks(level.game, &after));
        let animation = Animation::of(&before, &after, mv, Duration::ZERO).unwrap();
        [0, 75, 230, 400].map(|ms| animation.scene(Duration::from_millis(ms))).to_vec()
    }

    #[test]
    fn blocks_glide_along_their_lines() {
        let scenes = scenes("level a\nr . . b\n. . . .\nR B . .\n", Move::All(Direction::Right));
        let [Some(start), Some(middle), None, None] = scenes.as_slice() else {
            panic!("one stage")
        };
        assert_eq!(start.sprites.len(), 1);
        assert_eq!((start.sprites[0].row, start.sprites[0].col), (0.0, 0.0));
        assert!(middle.sprites[0].col > 1.0 && middle.sprites[0].col < 2.0);
        assert!(middle.looks[Coord { row: 0, col: 3 }].piece.is_some());
        assert!(middle.looks[Coord { row: 0, col: 2 }].piece.is_none());
    }

    #[test]
    fn walks_fill_cell_by_cell() {
        let start = Coord { row: 0, col: 0 };
        let scenes = scenes("level a\n2..G\n", Move::Cell(start, Direction::Right));
        let Some(middle) = &scenes[1] else { panic!("it lasts") };
        assert_eq!(middle.fillings.len(), 1, "the second cell has not begun yet");
        assert_eq!(middle.fillings[0].at, Coord { row: 0, col: 1 });
        assert_eq!(middle.fading.len(), 1, "the number itself fades");
        assert!(scenes[2].is_none());
    }

    #[test]
    fn neighbours_cross_and_squares_fade() {
        let scenes = scenes(
            "game: squares\nname: a\n\nAA\nBA\nAB\nBB\n",
            Move::Cell(Coord { row: 2, col: 0 }, Direction::Up),
        );
        let [Some(start), _, Some(late), None] = scenes.as_slice() else { panic!("two stages") };
        assert_eq!((start.sprites.len(), start.fading.len()), (2, 0));
        assert!(late.sprites.is_empty() && !late.fading.is_empty());
    }
}
