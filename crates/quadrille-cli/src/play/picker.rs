//! Choosing a move with a cursor, for any game. The pieces that can be picked follow from the legal
//! moves and their kind.
//!
//! If a move is of all pieces at once, there is nothing to pick: a direction is a move. In a game
//! with an action key a pick is that key; in a game that touches cells a pick is a move. In all
//! others a pick and a direction make a move.

use quadrille::games::{Game, Pick};
use quadrille::grid::{Coord, Direction, Grid, Size};
use quadrille::moves::{Move, MoveKind};

/// Something that can be picked.
#[derive(Clone, Debug)]
pub struct Target {
    /// The cells in reading order, at least one.
    pub cells: Vec<Coord>,
    /// One of its moves.
    example: Move,
}

impl Target {
    /// The first cell, where the cursor is.
    fn first(&self) -> Coord {
        self.cells[0]
    }

    fn contains(&self, at: Coord) -> bool {
        self.cells.contains(&at)
    }

    /// The move of the target in a direction.
    fn going(&self, direction: Direction) -> Move {
        match self.example {
            Move::Piece(identity, _) => Move::Piece(identity, direction),
            _ => Move::Cell(self.first(), direction),
        }
    }
}

/// The result of a key press or a click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked {
    Play(Move),
    Moved,
    Nothing(&'static str),
}

#[derive(Clone, Debug)]
pub struct Picker {
    kind: MoveKind,
    targets: Vec<Target>,
    moves: Vec<Move>,
    cursor: Option<Coord>,
    picked: bool,
}

impl Picker {
    /// A picker for a position of a game; the cursor stays as near as possible to `near`.
    pub fn new(game: &dyn Game, board: &Grid<u16>, near: Option<Coord>) -> Picker {
        // A solved board has no moves to choose.
        let is_solved = game.is_solved(board);
        let picks = if is_solved { Vec::new() } else { game.picks(board) };
        Picker::with_picks(game.notation().kind, board.size(), picks, near)
    }

    fn with_picks(kind: MoveKind, size: Size, picks: Vec<Pick>, near: Option<Coord>) -> Picker {
        let is_picked = |pick: &&Pick| !matches!(pick.moves[0], Move::All(_) | Move::Action);
        let target = |Pick { cells, moves }: &Pick| Target {
            cells: cells.iter().map(|&cell| size.coord(cell)).collect(),
            example: moves[0],
        };
        let targets: Vec<Target> = picks.iter().filter(is_picked).map(target).collect();
        let moves = picks.into_iter().flat_map(|pick| pick.moves).collect();
        let cursor = match near {
            Some(near) => targets
                .iter()
                .flat_map(|target| &target.cells)
                .copied()
                .min_by_key(|&at| (distance(near, at), at)),
            None => targets.first().map(Target::first),
        };
        Picker { kind, targets, moves, cursor, picked: false }
    }

    pub fn cursor(&self) -> Option<Coord> {
        self.cursor
    }

    /// The cells of the piece under the cursor.
    pub fn cells(&self) -> &[Coord] {
        self.under_cursor().map_or(&[], |target| &target.cells)
    }

    /// True if something is picked and waits for a direction.
    pub fn is_picked(&self) -> bool {
        self.picked
    }

    /// True if the game has things to pick.
    pub fn picks(&self) -> bool {
        !matches!(self.kind, MoveKind::All | MoveKind::Keys)
    }

    /// True if a cell belongs to something that can be picked.
    pub fn can_pick(&self, at: Coord) -> bool {
        self.targets.iter().any(|target| target.contains(at))
    }

    /// The directions in which the picked piece can move.
    pub fn ways(&self) -> Vec<Direction> {
        let Some(target) = self.under_cursor().filter(|_| self.picked) else { return Vec::new() };
        let legal = |direction: &Direction| self.moves.contains(&target.going(*direction));
        Direction::ALL.into_iter().filter(legal).collect()
    }

    fn under_cursor(&self) -> Option<&Target> {
        self.targets.iter().find(|target| self.cursor.is_some_and(|at| target.contains(at)))
    }

    /// Handles a direction: a move, or a step of the cursor.
    pub fn go(&mut self, direction: Direction) -> Picked {
        if !self.picks() {
            return Picked::Play(Move::All(direction));
        }
        if self.picked
            && let Some(target) = self.under_cursor()
        {
            return Picked::Play(target.going(direction));
        }
        let Some(here) = self.cursor else { return Picked::Nothing("there is nothing to pick") };
        let own = self.cells().to_vec();
        let ahead = self.targets.iter().flat_map(|target| &target.cells).copied();
        let next = ahead
            .filter(|at| !own.contains(at))
            .filter_map(|at| Some((steps_ahead(here, at, direction)?, at)))
            .min();
        match next {
            Some((_, at)) => {
                self.cursor = Some(at);
                Picked::Moved
            }
            None => Picked::Nothing("there is nothing to pick on that side"),
        }
    }

    /// Selects the next or previous thing to pick, in a cycle. With an action key instead of picks,
    /// a turn without action.
    pub fn cycle(&mut self, forward: bool) -> Picked {
        if self.kind == MoveKind::Keys {
            return Picked::Play(Move::Wait);
        }
        if !self.picks() {
            return Picked::Nothing("there is nothing to pick: every direction is a move");
        }
        let count = self.targets.len();
        if count == 0 {
            return Picked::Nothing("there is nothing to pick");
        }
        let here = self
            .targets
            .iter()
            .position(|target| self.cursor.is_some_and(|at| target.contains(at)));
        let next = match here {
            Some(here) if forward => (here + 1) % count,
            Some(here) => (here + count - 1) % count,
            None => 0,
        };
        self.cursor = Some(self.targets[next].first());
        self.picked = false;
        Picked::Moved
    }

    /// Picks what is under the cursor, or cancels the pick.
    pub fn pick(&mut self) -> Picked {
        match (self.kind, self.cursor) {
            (MoveKind::All, _) => {
                Picked::Nothing("there is nothing to pick: every direction is a move")
            }
            (MoveKind::Keys, _) => Picked::Play(Move::Action),
            (_, None) => Picked::Nothing("there is nothing to pick"),
            (MoveKind::Touch, Some(at)) => Picked::Play(Move::Touch(at)),
            _ => {
                self.picked = !self.picked;
                Picked::Moved
            }
        }
    }

    /// Cancels the pick; false if there was none.
    pub fn unpick(&mut self) -> bool {
        std::mem::take(&mut self.picked)
    }

    /// Handles a click on a cell: picks what is there, or plays the picked piece towards the cell.
    pub fn click(&mut self, at: Coord) -> Picked {
        if !self.picks() {
            return Picked::Nothing("drag across the board, or click beside it, to play");
        }
        if self.picked
            && let Some(target) = self.under_cursor()
            && !target.contains(at)
            && let Some((direction, steps)) = side_of(&target.cells, at)
            && (steps == 1 || !self.can_pick(at))
        {
            return Picked::Play(target.going(direction));
        }
        if !self.can_pick(at) {
            self.picked = false;
            return Picked::Nothing("no move starts here");
        }
        let again = self.cells().contains(&at);
        self.cursor = Some(at);
        if self.kind == MoveKind::Touch {
            return Picked::Play(Move::Touch(at));
        }
        self.picked = !(again && self.picked);
        Picked::Moved
    }

    /// Handles a drag from a cell.
    pub fn drag(&mut self, from: Coord, direction: Direction) -> Picked {
        match self.targets.iter().find(|target| target.contains(from)) {
            _ if !self.picks() => Picked::Play(Move::All(direction)),
            Some(_) if self.kind == MoveKind::Touch => Picked::Play(Move::Touch(from)),
            Some(target) => {
                let mv = target.going(direction);
                self.cursor = Some(from);
                Picked::Play(mv)
            }
            None => Picked::Nothing("no move starts here"),
        }
    }
}

fn distance(from: Coord, to: Coord) -> u32 {
    u32::from(from.row.abs_diff(to.row)) + u32::from(from.col.abs_diff(to.col))
}

/// The distance of a cell in a direction, where a step aside counts as two; `None` if it lies
/// elsewhere.
fn steps_ahead(from: Coord, to: Coord, direction: Direction) -> Option<u32> {
    let rows = i32::from(to.row) - i32::from(from.row);
    let cols = i32::from(to.col) - i32::from(from.col);
    let (ahead, aside) = match direction {
        Direction::Up => (-rows, cols),
        Direction::Down => (rows, cols),
        Direction::Left => (-cols, rows),
        Direction::Right => (cols, rows),
    };
    (ahead > 0).then(|| ahead.unsigned_abs() + 2 * aside.unsigned_abs())
}

/// The side of some cells on which another lies in a straight line, and its distance from the
/// nearest.
fn side_of(cells: &[Coord], at: Coord) -> Option<(Direction, u32)> {
    let straight = cells.iter().filter_map(|&cell| {
        let direction = match (at.row.cmp(&cell.row), at.col.cmp(&cell.col)) {
            (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Direction::Up,
            (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Direction::Down,
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Direction::Left,
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Direction::Right,
            _ => return None,
        };
        Some((distance(cell, at), direction))
    });
    straight.min().map(|(steps, direction)| (direction, steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::{games, levels};

    /// Cases that the terminal and the page share.
    const CASES: &str = include_str!("../../tests/cases/picking.json");

    fn at(row: u8, col: u8) -> Coord {
        Coord { row, col }
    }

    fn cell(text: &str) -> Coord {
        let (row, col) = text.split_once(',').expect("a cell");
        at(row.parse().expect("a row"), col.parse().expect("a column"))
    }

    fn direction(word: &str) -> Direction {
        match word {
            "up" => Direction::Up,
            "down" => Direction::Down,
            "left" => Direction::Left,
            _ => Direction::Right,
        }
    }

    #[test]
    fn every_case_of_the_table() {
        let cases: Vec<serde_json::Value> = serde_json::from_str(CASES).expect("a list");
        for case in &cases {
            let rows: Vec<&str> = case["board"]
                .as_array()
                .expect("rows")
                .iter()
                .filter_map(|row| row.as_str())
                .collect();
            let game = games::by_id(case["game"].as_str().expect("a game")).expect("a game");
            let text = format!("game: {}\n\n{}\n", game.id(), rows.join("\n"));
            let level = levels::read(&text, None).levels().next().expect("a good level").clone();
            let legal = game.moves(&level.grid);
            let mut picker = Picker::new(game, &level.grid, case["near"].as_str().map(cell));
            for step in case["steps"].as_array().expect("steps") {
                let words: Vec<&str> = step[0].as_str().expect("words").split(' ').collect();
                let choice = match words[..] {
                    ["go", way] => picker.go(direction(way)),
                    ["pick"] => picker.pick(),
                    ["next"] => picker.cycle(true),
                    ["previous"] => picker.cycle(false),
                    ["click", place] => picker.click(cell(place)),
                    ["drag", place, way] => picker.drag(cell(place), direction(way)),
                    _ => panic!("{words:?} is not a step"),
                };
                let came = match choice {
                    // The round refuses it and says why.
                    Picked::Play(mv) if !legal.contains(&mv) => "nothing".to_string(),
                    Picked::Play(mv) => format!("play {}", game.notation().write(mv)),
                    Picked::Moved => {
                        let at = picker.cursor().expect("a cursor");
                        format!("moved {},{}", at.row, at.col)
                    }
                    Picked::Nothing(_) => "nothing".to_string(),
                };
                assert_eq!(step[1], came, "{}: {words:?}", case["name"]);
            }
        }
    }

    #[test]
    fn a_touch_is_a_move() {
        let size = Size::new(3, 3).unwrap();
        let touch = |at| Pick { cells: vec![size.index(at)], moves: vec![Move::Touch(at)] };
        let picks = vec![touch(at(0, 1)), touch(at(2, 0))];
        let mut picker = Picker::with_picks(MoveKind::Touch, size, picks, None);
        assert_eq!((picker.go(Direction::Down), picker.cursor()), (Picked::Moved, Some(at(2, 0))));
        assert_eq!(picker.pick(), Picked::Play(Move::Touch(at(2, 0))));
        assert_eq!(picker.click(at(0, 1)), Picked::Play(Move::Touch(at(0, 1))));
        assert!(matches!(picker.click(at(1, 1)), Picked::Nothing(_)));
    }
}
