//! The frames between two positions. The library describes a move step by step: pieces glide, cells
//! fill from the side that the move comes from, and all other changes fade.

use std::time::Duration;

use quadrille::games::{Game, Look, Mark, Shape, Step};
use quadrille::grid::{Coord, Direction, Grid};
use quadrille::moves::Move;

/// The duration of the last stage of a move.
const STAGE: Duration = Duration::from_millis(150);
/// The duration of the other stages.
const PASSING: Duration = Duration::from_millis(90);

/// A moving piece, in cells from the top left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprite {
    pub row: f32,
    pub col: f32,
    pub shape: Shape,
    pub mark: Mark,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Filling {
    pub at: Coord,
    pub towards: Direction,
    /// The filled part, from 0 to 1.
    pub part: f32,
    pub piece: (Shape, Mark),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub looks: Grid<Look>,
    pub sprites: Vec<Sprite>,
    pub fillings: Vec<Filling>,
    /// Cells that change their look, each with the progress from 0 to 1.
    pub fading: Vec<(Coord, f32)>,
}

impl Scene {
    pub fn still(looks: Grid<Look>) -> Scene {
        Scene { looks, sprites: Vec::new(), fillings: Vec::new(), fading: Vec::new() }
    }
}

#[derive(Clone, Debug)]
pub struct Animation {
    began: Duration,
    stages: Vec<(Duration, Stage)>,
}

#[derive(Clone, Debug)]
struct Stage {
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
    /// Its index in the row of cells that are filled one after the other.
    order: usize,
    /// The length of that row.
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
    /// The animation of a move, starting now. `None` if nothing changes, or if cells have sprites,
    /// which are not animated.
    pub fn of(game: &dyn Game, board: &Grid<u16>, mv: Move, now: Duration) -> Option<Animation> {
        let steps = game.steps(board, mv).ok()?;
        let mut before = game.looks(board);
        if before.cells().iter().any(|look| look.sprite.is_some()) {
            return None;
        }
        let mut stages = Vec::new();
        for (left, step) in (0..steps.len()).rev().zip(&steps) {
            let after = game.looks(&step.board);
            let length = if left > 0 { PASSING } else { STAGE };
            stages.push((length, Stage::new(&before, &after, step, mv)));
            before = after;
        }
        (!stages.is_empty()).then_some(Animation { began: now, stages })
    }

    /// The board at this moment; `None` after the end of the move.
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
    fn new(before: &Grid<Look>, after: &Grid<Look>, step: &Step, mv: Move) -> Stage {
        let at = |cell: usize| after.size().coord(cell);
        let mut still = after.clone();
        let glides = step.glides.iter().filter_map(|glide| {
            let (from, to) = (at(glide.from), at(glide.to));
            still[to].piece = None;
            Some(Glide { from, to, piece: before[from].piece? })
        });
        let glides = glides.collect();
        let ranks = step.fills.iter().map(|fill| fill.rank + 1).max().unwrap_or(1);
        let towards = match mv {
            Move::All(direction) | Move::Cell(_, direction) | Move::Piece(_, direction) => {
                direction
            }
            Move::Touch(_) | Move::Action | Move::Wait => Direction::Down,
        };
        let fills = step.fills.iter().filter_map(|fill| {
            let cell = at(fill.cell);
            still[cell] = before[cell];
            let piece = after[cell].piece?;
            Some(Fill { at: cell, towards, order: fill.rank, of: ranks, piece })
        });
        let fills = fills.collect();
        let changed = step.vanishes.iter().chain(&step.changes).map(|&cell| at(cell));
        let changes = changed.map(|at| Change { at, old: before[at], new: after[at] }).collect();
        Stage { still, glides, fills, changes }
    }

    fn scene(&self, part: f32) -> Scene {
        let mut scene = Scene::still(self.still.clone());
        // Ease out: fast at first and slow at the end.
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

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::levels;

    /// The scenes of a move at the start, in the middle and at the end.
    fn scenes(text: &str, mv: Move) -> Vec<Option<Scene>> {
        let level = levels::read(text, None).levels().next().expect("a good level").clone();
        let animation = Animation::of(level.game, &level.grid, mv, Duration::ZERO).unwrap();
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
        let [Some(start), _, Some(late), _] = scenes.as_slice() else { panic!("two stages") };
        assert_eq!((start.sprites.len(), start.fading.len()), (2, 0));
        assert!(!late.fading.is_empty() || !late.sprites.is_empty());
    }
}
