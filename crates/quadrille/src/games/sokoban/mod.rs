//! Sokoban: a player pushes boxes until every goal carries one.

mod features;
mod formulation;
mod generate;
#[cfg(feature = "pddl")]
mod pddl;
mod rules;

use std::sync::LazyLock;

use crate::definition::{
    self, Definition, Entry, Formulation, Ground, Look, Mark, Shape, StateBound, Table,
    glyph_format,
};
use crate::diagnostic::Diagnostic;
use crate::formats::{Format, Layout};
use crate::grid::{Coord, Grid};
use crate::heuristics::{Feature, HeuristicInfo};
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::Visit;
use rules::Sokoban;

/// A wall, or a floor that may be a goal and may carry a box or the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

const FLOOR: Cell = Cell(0);
const GOAL: Cell = Cell(1);
const BOX: Cell = Cell(2);
const PLAYER: Cell = Cell(4);
const WALL: Cell = Cell(8);

impl Cell {
    const fn has(self, what: Cell) -> bool {
        self.0 & what.0 != 0
    }

    const fn with(self, what: Cell) -> Cell {
        Cell(self.0 | what.0)
    }

    const fn without(self, what: Cell) -> Cell {
        Cell(self.0 & !what.0)
    }
}

impl definition::Cell for Cell {
    fn table() -> &'static Table<Cell> {
        static TABLE: LazyLock<Table<Cell>> = LazyLock::new(|| {
            let floor = Look::bare(Ground::Floor);
            let goal = Look { ground: Ground::Goal, target: Some(Mark::blank(6)), piece: None };
            let crated = |on| Look { piece: Some((Shape::Block, Mark::blank(3))), ..on };
            let manned = |on| Look { piece: Some((Shape::Disc, Mark::letter(1, '@'))), ..on };
            Table::new([
                Entry::new(FLOOR, "-", "floor", floor).or("_").or(" "),
                Entry::new(WALL, "#", "wall", Look::bare(Ground::Wall)),
                Entry::new(GOAL, ".", "goal", goal),
                Entry::new(BOX, "$", "box", crated(floor)),
                Entry::new(BOX.with(GOAL), "*", "box on a goal", crated(goal)),
                Entry::new(PLAYER, "@", "player", manned(floor)),
                Entry::new(PLAYER.with(GOAL), "+", "player on a goal", manned(goal)),
            ])
        });
        &TABLE
    }
}

/// The game of Sokoban.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl Definition for Game {
    type Cell = Cell;

    const ID: &'static str = "sokoban";
    const TITLE: &'static str = "Sokoban";
    const ABOUT: &'static str =
        "Walk, and push boxes: one at a time, and none can be pulled; bring a box to every goal.";
    const NOTATION: Notation = Notation { kind: MoveKind::All, lowercase: false };
    const FORMULATION: Option<&'static Formulation> = Some(&formulation::FORMULATION);
    const FORMATS: &'static [Format] =
        &[glyph_format::<Cell>("xsb", "XSB files of Sokoban: a blank is floor", Layout::Picture)];
    const HEURISTICS: &'static [HeuristicInfo] = &[rules::PUSHES];
    const FEATURES: &'static [Feature] = features::FEATURES;
    const DEFAULT_HEURISTIC: &'static str = rules::PUSHES.name;
    const FINDERS: &'static [(&'static str, u32)] =
        &[("greedy", 4), ("beam(100)", 4), ("wastar(5)", 1)];
    const TALLY: Option<&'static str> = Some("push");

    fn problems(&self, board: &Grid<Cell>) -> Vec<Diagnostic> {
        let has = |what: Cell| move |cell: Cell| cell.has(what);
        let goals = board.coords_where(has(GOAL)).count();
        let player = definition::count_problem(board, ("player", "@"), 1..=1, has(PLAYER));
        let goal = definition::count_problem(board, ("goal", "."), 1..=usize::MAX, has(GOAL));
        let boxes = definition::count_problem(board, ("box", "$"), goals..=usize::MAX, has(BOX));
        player.or(goal).or(boxes).into_iter().collect()
    }

    fn state_bound(&self, board: &Grid<Cell>) -> Option<StateBound> {
        Some(formulation::bound(board))
    }

    fn is_solved(&self, board: &Grid<Cell>) -> bool {
        board.cells().iter().all(|cell| !cell.has(GOAL) || cell.has(BOX))
    }

    fn play(&self, board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, String> {
        let Move::All(way) = mv else { return Err("in sokoban a move is a direction".to_string()) };
        let next = |at| board.size().step(at, way).filter(|&to| !board[to].has(WALL));
        let from = player(board).ok_or("there is no player")?;
        let to = next(from).ok_or_else(|| format!("the player cannot go {way}"))?;
        let mut after = board.clone();
        if board[to].has(BOX) {
            let beyond = next(to).filter(|&beyond| !board[beyond].has(BOX));
            let beyond = beyond.ok_or_else(|| format!("the box at {to} cannot go {way}"))?;
            shift(&mut after, BOX, to, beyond);
        }
        shift(&mut after, PLAYER, from, to);
        Ok(after)
    }

    fn is_tallied(&self, before: &Grid<Cell>, after: &Grid<Cell>) -> bool {
        before.map(|cell| cell.has(BOX)) != after.map(|cell| cell.has(BOX))
    }

    /// Floor that the player cannot come to, boxes apart, is outside of the walls and not drawn.
    fn looks(&self, board: &Grid<Cell>) -> Grid<Look> {
        let (inside, mut looks) = (inside(board), board.map(definition::Cell::look));
        for at in board.coords_where(|cell| cell == FLOOR).filter(|at| !inside.contains(at)) {
            looks[at] = Look::bare(Ground::Hole);
        }
        looks
    }

    #[cfg(feature = "pddl")]
    fn pddl(&self, board: &Grid<Cell>) -> Option<definition::Pddl> {
        Some(pddl::pddl(board))
    }

    fn visit<V: Visit>(&self, board: &Grid<Cell>, visitor: V) -> V::Output {
        match inside(board).len() {
            0..=54 => visitor.visit(&Sokoban::<1>::new(board)),
            55..=118 => visitor.visit(&Sokoban::<2>::new(board)),
            119..=246 => visitor.visit(&Sokoban::<4>::new(board)),
            _ => visitor.visit(&Sokoban::<17>::new(board)),
        }
    }
}

fn shift(board: &mut Grid<Cell>, what: Cell, from: Coord, to: Coord) {
    board[from].0 ^= what.0;
    board[to].0 ^= what.0;
}

fn player(board: &Grid<Cell>) -> Option<Coord> {
    board.coords_where(|cell| cell.has(PLAYER)).next()
}

/// Where the player could come to if there were no boxes, and all boxes and goals, in reading order.
fn inside(board: &Grid<Cell>) -> Vec<Coord> {
    let steps = board.size().steps_from(player(board), |to, _| !board[to].has(WALL));
    let is_inside = |at: &Coord| steps[*at].is_some() || board[*at].has(BOX.with(GOAL));
    board.size().coords().filter(is_inside).collect()
}
