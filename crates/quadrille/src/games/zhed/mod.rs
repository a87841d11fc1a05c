//! ZHED: a number fills as many cells in a direction, stepping over those that are filled, until a goal is filled.

mod cell;
mod features;
mod formats;
mod formulation;
mod generate;
mod heuristics;
mod list;
#[cfg(feature = "pddl")]
mod pddl;
mod plain;
mod rules;
mod solver;

pub use cell::{Cell, MAX_NUMBER};
pub use heuristics::HEURISTICS;
pub use rules::Zhed;

use crate::definition::{Definition, Formulation, Plans, StateBound};
use crate::diagnostic::Diagnostic;
use crate::formats::Format;
use crate::grid::Grid;
use crate::heuristics::{Feature, HeuristicInfo};
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::Visit;
use crate::search::{Control, Cost, Meter, Observer, Report};

/// The game of ZHED.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl Definition for Game {
    type Cell = Cell;

    const ID: &'static str = "zhed";
    const TITLE: &'static str = "ZHED";
    const ABOUT: &'static str = "A number fills that many cells in a direction and steps over what is filled or a number; \
                                 fill a goal.";
    const NOTATION: Notation = Notation { kind: MoveKind::Cell, lowercase: false };
    const FORMULATION: Option<&'static Formulation> = Some(&formulation::FORMULATION);
    const FORMATS: &'static [Format] = formats::FORMATS;
    const HEURISTICS: &'static [HeuristicInfo] = HEURISTICS;
    const FEATURES: &'static [Feature] = features::FEATURES;
    const DEFAULT_HEURISTIC: &'static str = "reach";
    const FINDERS: &'static [(&'static str, u32)] = &[
        ("greedy", 3),
        ("beam(100)", 3),
        ("wastar(5)", 2),
        ("beam(100) with h3", 2),
        ("greedy with h3", 1),
        ("dfs", 1),
    ];
    const FAST_SIDE: usize = 16;

    fn problems(&self, board: &Grid<Cell>) -> Vec<Diagnostic> {
        problems(board)
    }

    fn state_bound(&self, board: &Grid<Cell>) -> Option<StateBound> {
        Some(formulation::bound(board))
    }

    fn is_solved(&self, board: &Grid<Cell>) -> bool {
        plain::is_solved(board)
    }

    fn moves(&self, board: &Grid<Cell>) -> Vec<Move> {
        plain::moves(board)
    }

    fn play(&self, board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, String> {
        plain::play(board, mv)
    }

    #[cfg(feature = "pddl")]
    fn pddl(&self, board: &Grid<Cell>) -> Option<crate::definition::Pddl> {
        Some(pddl::pddl(board))
    }

    fn visit<V: Visit>(&self, board: &Grid<Cell>, visitor: V) -> V::Output {
        match board.size().cells() {
            0..=64 => visitor.visit(&Zhed::<1>::from_board(board)),
            65..=128 => visitor.visit(&Zhed::<2>::from_board(board)),
            _ => visitor.visit(&Zhed::<4>::from_board(board)),
        }
    }

    fn best(
        &self,
        board: &Grid<Cell>,
        meter: &mut Meter<'_>,
        mut observer: Observer<'_>,
    ) -> Report {
        self.prove(board, meter, |meter| solver::solve(board, meter, &mut observer))
    }

    fn plans(&self, board: &Grid<Cell>, cost: Cost, control: &Control) -> Option<Plans> {
        solver::shortest_plans(board, cost, control)
    }
}

fn problems(board: &Grid<Cell>) -> Vec<Diagnostic> {
    let has = |cell: Cell| board.cells().contains(&cell);
    let beyond = plain::numbers(board).find(|(_, number)| !(1..=MAX_NUMBER).contains(number));
    if let Some((at, number)) = beyond {
        return vec![Diagnostic::at_cell(
            board.size().index(at),
            format!("the number {number} is not between 1 and {MAX_NUMBER}"),
            format!("numbers go from 1 to {MAX_NUMBER}"),
        )];
    }
    let mut problems = Vec::new();
    if !has(Cell::Goal) && !has(Cell::Reached) {
        problems.push(Diagnostic::of_board("there is no goal on the board", "add a goal, 'G'"));
    }
    // When something is filled already, the numbers may all be used: that is the end of a game, won or lost.
    let is_fresh = !has(Cell::Filled) && !has(Cell::Reached);
    if is_fresh && plain::numbers(board).next().is_none() {
        problems.push(Diagnostic::of_board(
            "there is no number on the board",
            format!("add numbers from 1 to {MAX_NUMBER}"),
        ));
    }
    problems
}
