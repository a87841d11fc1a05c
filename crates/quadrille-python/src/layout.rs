//! Maps positions and moves of a set of levels to arrays of one shape: planes of the board, and
//! indices of actions.

use std::collections::HashSet;

use quadrille::games::{Game, Ground, Look, Mark};
use quadrille::grid::{Coord, Direction, Grid, Size};
use quadrille::levels::Level;
use quadrille::moves::{MAX_PIECE, Move, MoveKind};

/// The meaning of a plane: 1 where it holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Plane {
    Board,
    Wall,
    /// A goal with this mark: its colour and its letter.
    Goal(u8, String),
    Piece(u8, String),
    /// An object of a PuzzleScript game, by its number and its name.
    Object(usize, String),
}

impl Plane {
    fn goal(mark: Mark) -> Plane {
        Plane::Goal(mark.colour, mark.text())
    }

    fn piece(mark: Mark) -> Plane {
        Plane::Piece(mark.colour, mark.text())
    }

    fn of(look: Look) -> Vec<Plane> {
        let mut all = Vec::new();
        if look.ground != Ground::Hole {
            all.push(Plane::Board);
        }
        if look.ground == Ground::Wall {
            all.push(Plane::Wall);
        }
        all.extend(look.target.map(Plane::goal));
        all.extend(look.piece.map(|(_, mark)| Plane::piece(mark)));
        all
    }

    /// True if positions of a level can show it although the level itself does not: marks without a
    /// letter, such as filled cells.
    fn comes_later(&self) -> bool {
        matches!(self, Plane::Goal(_, text) | Plane::Piece(_, text) if text.is_empty())
    }

    fn name(&self) -> String {
        match self {
            Plane::Board => "board".to_string(),
            Plane::Wall => "wall".to_string(),
            Plane::Goal(_, text) => format!("goal {text}").trim_end().to_string(),
            Plane::Piece(_, text) => format!("piece {text}").trim_end().to_string(),
            Plane::Object(_, name) => name.clone(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Planes {
    /// All planes of the game: the same for every set of levels.
    Game,
    /// Those that positions of these levels can show.
    Levels,
    Named(Vec<String>),
}

/// The starts of the planes of a cell in an observation: at most board, wall, goal and piece.
#[derive(Clone, Copy, Default)]
struct Shown {
    count: u32,
    starts: [u32; 4],
}

impl Shown {
    fn new(starts: impl Iterator<Item = usize>) -> Shown {
        let mut shown = Shown::default();
        for (slot, start) in shown.starts.iter_mut().zip(starts) {
            (*slot, shown.count) = (start as u32, shown.count + 1);
        }
        shown
    }

    #[inline]
    fn starts(&self) -> &[u32] {
        &self.starts[..self.count as usize % 5]
    }
}

#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) game: &'static dyn Game,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) actions: usize,
    planes: Vec<Plane>,
    /// The planes in which a cell is 1, by the code of the cell.
    shown: Vec<Shown>,
    script: Option<Script>,
}

/// A PuzzleScript game: a plane for each object, since rules make cells that no level has.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) game: &'static quadrille_puzzlescript::Game,
    /// Where the plane of each object begins, if it has one.
    starts: Vec<Option<usize>>,
}

impl Script {
    /// The plane of each object.
    fn planes(&self) -> Vec<Plane> {
        let objects = self.game.program().objects.iter().enumerate();
        objects.map(|(number, object)| Plane::Object(number, object.name.clone())).collect()
    }

    fn planes_in(&self, code: u16) -> Vec<Plane> {
        let all = self.planes();
        self.game
            .objects_in(code)
            .into_iter()
            .filter_map(|object| all.get(object).cloned())
            .collect()
    }
}

impl Layout {
    /// The layout of these levels. The error says why there is none. `shape` is the minimum of rows
    /// and columns.
    pub(crate) fn new(
        levels: &[&Level],
        wanted: &Planes,
        shape: (usize, usize),
    ) -> Result<Layout, String> {
        let Some(first) = levels.first() else {
            return Err("there are no levels".to_string());
        };
        let game = first.game;
        if let Some(other) = levels.iter().find(|level| level.game != game) {
            return Err(format!("there are levels of {} and of {}", game.id(), other.game.id()));
        }
        let codes: HashSet<u16> =
            levels.iter().flat_map(|level| level.grid.cells().iter().copied()).collect();
        let script = quadrille_puzzlescript::Game::named(game.id())
            .filter(|_| game.kinds().is_open())
            .map(|game| Script { game, starts: Vec::new() });
        let looks = |code: &u16| match &script {
            Some(script) => script.planes_in(*code),
            None => game.look(*code).map(Plane::of).unwrap_or_default(),
        };
        let there: HashSet<Plane> = codes.iter().flat_map(looks).collect();
        let mut planes: Vec<Plane> = script.as_ref().map(Script::planes).unwrap_or_default();
        let listed = game.kinds().iter().filter(|_| script.is_none());
        for plane in listed.flat_map(|(_, kind)| Plane::of(kind.look)) {
            if !planes.contains(&plane) {
                planes.push(plane);
            }
        }
        let created = script.as_ref().map(|script| script.game.created()).unwrap_or_default();
        match wanted {
            Planes::Game => {}
            Planes::Levels => planes.retain(|plane| {
                let is_created =
                    matches!(plane, Plane::Object(number, _) if created.contains(number));
                there.contains(plane) || plane.comes_later() || is_created
            }),
            Planes::Named(names) => {
                let named = |name: &String| {
                    let plane = planes.iter().find(|plane| plane.name() == *name).cloned();
                    plane.ok_or_else(|| format!("there is no plane '{name}' in {}", game.id()))
                };
                let chosen = names.iter().map(named).collect::<Result<Vec<Plane>, String>>()?;
                if let Some(missing) = there.iter().find(|plane| !chosen.contains(plane)) {
                    return Err(format!("a level needs the plane '{}'", missing.name()));
                }
                planes = chosen;
            }
        }
        let most = |side: fn(Size) -> usize, least: usize| {
            levels.iter().map(|level| side(level.grid.size())).fold(least.max(1), usize::max)
        };
        let (rows, cols) = (most(Size::rows, shape.0), most(Size::cols, shape.1));
        let pieces = || {
            let glyphs = codes.iter().filter_map(|&code| game.cell_glyph(code));
            let pieces = glyphs.filter_map(|glyph| {
                quadrille::moves::piece_identity(glyph.chars().next().unwrap_or(' '))
            });
            let all = Some(MAX_PIECE).filter(|_| *wanted != Planes::Levels);
            usize::from(all.or(pieces.max()).unwrap_or(MAX_PIECE))
        };
        let actions = match game.notation().kind {
            MoveKind::All => 4,
            MoveKind::Keys => 6,
            MoveKind::Cell => rows * cols * 4,
            MoveKind::Touch => rows * cols,
            MoveKind::Piece => pieces() * 4,
        };
        let place = |plane: &Plane| planes.iter().position(|other| other == plane);
        let shown = game.kinds().iter().map(|(_, kind)| {
            let planes = Plane::of(kind.look);
            Shown::new(planes.iter().filter_map(place).map(|plane| plane * rows * cols))
        });
        let script = script.map(|script| {
            let start = |plane: &Plane| place(plane).map(|at| at * rows * cols);
            let starts = script.planes().iter().map(start).collect();
            Script { starts, ..script }
        });
        Ok(Layout { game, rows, cols, actions, shown: shown.collect(), script, planes })
    }

    pub(crate) fn plane_names(&self) -> Vec<String> {
        self.planes.iter().map(Plane::name).collect()
    }

    pub(crate) fn planes(&self) -> usize {
        self.planes.len()
    }

    /// The number of values of a position.
    pub(crate) fn values(&self) -> usize {
        self.planes.len() * self.area()
    }

    /// The number of values of a plane.
    pub(crate) fn area(&self) -> usize {
        self.rows * self.cols
    }

    pub(crate) fn piece_plane(&self, mark: Mark) -> Option<usize> {
        let wanted = Plane::piece(mark);
        self.planes.iter().position(|plane| *plane == wanted)
    }

    /// The PuzzleScript game, if it is one.
    pub(crate) fn script(&self) -> Option<&'static quadrille_puzzlescript::Game> {
        self.script.as_ref().map(|script| script.game)
    }

    /// The start of the plane of an object of a PuzzleScript game.
    #[inline]
    pub(crate) fn object_plane(&self, object: usize) -> Option<usize> {
        *self.script.as_ref()?.starts.get(object)?
    }

    /// The index of a cell in a plane.
    pub(crate) fn cell(&self, at: Coord) -> usize {
        usize::from(at.row) * self.cols + usize::from(at.col)
    }

    /// Overwrites `out` with a position.
    pub(crate) fn write(&self, board: &Grid<u16>, out: &mut [u8]) {
        out.fill(0);
        for (at, code) in board.iter() {
            self.set(self.cell(at), code, 1, out);
        }
    }

    /// Sets the value of a cell, given by its index, in the planes of a code.
    #[inline]
    pub(crate) fn set(&self, cell: usize, code: u16, value: u8, out: &mut [u8]) {
        if let Some(script) = &self.script {
            for object in script.game.objects_in(code) {
                if let Some(start) = self.object_plane(object) {
                    out[start + cell] = value;
                }
            }
            return;
        }
        for &start in self.shown.get(usize::from(code)).map_or(&[][..], Shown::starts) {
            out[start as usize + cell] = value;
        }
    }

    /// The action of a move.
    pub(crate) fn action(&self, mv: Move) -> usize {
        match mv {
            Move::All(way) => way as usize,
            Move::Action => 4,
            Move::Wait => 5,
            Move::Cell(at, way) => self.cell(at) * 4 + way as usize,
            Move::Touch(at) => self.cell(at),
            Move::Piece(piece, way) => (usize::from(piece).max(1) - 1) * 4 + way as usize,
        }
    }

    /// The move of an action.
    pub(crate) fn move_of(&self, action: usize) -> Option<Move> {
        if action >= self.actions {
            return None;
        }
        let way = Direction::ALL[action % 4];
        let at =
            |cell: usize| Coord { row: (cell / self.cols) as u8, col: (cell % self.cols) as u8 };
        Some(match self.game.notation().kind {
            MoveKind::All => Move::All(way),
            MoveKind::Keys => match action {
                4 => Move::Action,
                5 => Move::Wait,
                _ => Move::All(way),
            },
            MoveKind::Cell => Move::Cell(at(action / 4), way),
            MoveKind::Touch => Move::Touch(at(action)),
            MoveKind::Piece => Move::Piece((action / 4 + 1) as u8, way),
        })
    }

    /// Writes 1 for every legal move of a position, and 0 for all others.
    pub(crate) fn mask(&self, board: &Grid<u16>, out: &mut [i8]) {
        out.fill(0);
        for mv in self.game.moves(board) {
            out[self.action(mv)] = 1;
        }
    }
}
