//! Match-the-Tiles: all coloured blocks slide at once, as far as they can, until every goal carries a block of its
//! colour. Blocks without a goal serve as stoppers.

mod cell;
mod farthest;
mod features;
mod formats;
mod formulation;
mod generate;
mod heuristics;
#[cfg(feature = "pddl")]
mod pddl;
mod plain;
mod rules;
mod sweep;

pub use cell::{Cell, Colour};
pub use heuristics::HEURISTICS;
pub use rules::Tiles;

use quadrille_base::quantities::counted;

use crate::definition::{Definition, Formulation, StateBound};
use crate::diagnostic::Diagnostic;
use crate::formats::Format;
use crate::grid::Grid;
use crate::heuristics::{Feature, HeuristicInfo};
use crate::moves::{Move, MoveKind, Notation};
use crate::puzzle::Visit;

/// The most blocks a level may have.
pub(crate) const MAX_BLOCKS: usize = 32;

/// The game of tiles.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl Definition for Game {
    type Cell = Cell;

    const ID: &'static str = "tiles";
    const TITLE: &'static str = "Match-the-Tiles";
    const ABOUT: &'static str = "All blocks slide at once until a wall, the border or another block stops them; \
                                 bring a block of its colour to every goal.";
    const NOTATION: Notation = Notation { kind: MoveKind::All, lowercase: false };
    const FORMULATION: Option<&'static Formulation> = Some(&formulation::FORMULATION);
    const FORMATS: &'static [Format] = formats::FORMATS;
    const HEURISTICS: &'static [HeuristicInfo] = HEURISTICS;
    const FEATURES: &'static [Feature] = features::FEATURES;
    const DEFAULT_HEURISTIC: &'static str = "relaxed";
    const FINDERS: &'static [(&'static str, u32)] = &[
        ("beam(100)", 7),
        ("wastar(5)", 7),
        ("greedy", 2),
        ("beam(1000)", 1),
        ("wastar(5) with manhattan", 1),
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
        match plain::blocks(board).count() {
            0..=8 => visitor.visit(&Tiles::<1>::from_board(board)),
            9..=16 => visitor.visit(&Tiles::<2>::from_board(board)),
            _ => visitor.visit(&Tiles::<4>::from_board(board)),
        }
    }
}

fn problems(board: &Grid<Cell>) -> Vec<Diagnostic> {
    let size = board.size();
    if size.rows() < 2 || size.cols() < 2 {
        return vec![Diagnostic::of_board(
            format!("the board is {size}, tiles needs at least 2x2"),
            "add rows or columns",
        )];
    }
    let blocks: Vec<_> = plain::blocks(board).collect();
    if plain::goals(board).next().is_none() {
        return vec![match blocks.first() {
            Some(&(_, colour)) => Diagnostic::of_board(
                "there is no goal on the board",
                format!("add a goal of a block's colour, such as {}", colour.goal_letter()),
            ),
            None => Diagnostic::of_board(
                "there is no block on the board",
                "add a block and a goal of its colour",
            ),
        }];
    }
    if let Some((at, _)) = blocks.get(MAX_BLOCKS) {
        return vec![Diagnostic::at_cell(
            size.index(*at),
            format!("the board has {} blocks, the limit is {MAX_BLOCKS}", blocks.len()),
            "remove some",
        )];
    }
    Colour::all()
        .filter_map(|colour| {
            let mine = |(at, other): (_, Colour)| (other == colour).then_some(at);
            let blocks: Vec<_> = plain::blocks(board).filter_map(mine).collect();
            let goals: Vec<_> = plain::goals(board).filter_map(mine).collect();
            let &last = goals.last().filter(|_| blocks.len() < goals.len())?;
            let message = format!(
                "colour {} has {} and {}",
                colour.goal_letter(),
                counted(blocks.len() as u64, "block"),
                counted(goals.len() as u64, "goal")
            );
            let help = "add a block of the colour or remove a goal";
            Some(Diagnostic::at_cell(size.index(last), message, help))
        })
        .collect()
}
