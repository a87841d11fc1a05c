//! Making levels of tiles.
//!
//! A draft is a random ground with blocks; all positions that they can come to are found, layer by layer, and one of a
//! layer as deep as wished becomes the goals. So every draft is solvable, and its shortest plan is as long as the layer is deep.

use std::ops::RangeInclusive;

use super::cell::{Cell, Colour};
use super::rules::Tiles;
use super::{Game, plain, sweep};
use crate::generate::{Hardest, Random, Scope, Target, Workshop};
use crate::grid::{Grid, Position, Size, Words};
use crate::puzzle::Puzzle;
use crate::search::{Deadline, Inserted, Nodes, Parent};

/// Positions that a draft looks at. The layers are exact as far as they go.
const POSITIONS: u32 = 20_000;

/// The colours of made levels, in the order of their coming: easy to tell apart.
const COLOURS: [char; 8] = ['r', 'b', 'g', 'y', 'o', 'p', 'c', 'm'];

fn colour(number: usize) -> Colour {
    Colour::from_letter(COLOURS[number % COLOURS.len()]).expect("the colours are letters")
}

impl Workshop for Game {
    fn scope(&self) -> Scope {
        Scope { piece: "block", least_side: 2, usual_size: (6, 6), most_pieces: COLOURS.len() }
    }

    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        1..=(size.cells() / 9).clamp(1, 4)
    }

    fn pieces(&self, board: &Grid<Cell>) -> usize {
        plain::blocks(board).count()
    }

    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Cell>> {
        let cells = target.size.cells();
        let most = (*target.pieces.end()).min(COLOURS.len()).min(cells.saturating_sub(1));
        let blocks = random.between(*target.pieces.start(), most);
        let mut places: Vec<usize> = (0..cells).collect();
        random.shuffle(&mut places);
        let mut board = Grid::filled(target.size, Cell::EMPTY);
        let most_walls = (cells / 4).min(cells.saturating_sub(blocks + 1));
        let walls = random.between(most_walls / 3, most_walls);
        for &wall in &places[..walls] {
            board[target.size.position(wall)] = Cell::Wall;
        }
        let mut colours: Vec<Colour> = Vec::new();
        for &place in places.get(walls..walls + blocks)? {
            // Now and then two blocks share a colour.
            let fresh = colour(colours.len());
            let block =
                if random.once_in(5) { random.pick(&colours).unwrap_or(fresh) } else { fresh };
            colours.push(block);
            let at = target.size.position(place);
            board[at] = Cell::Floor { goal: Some(block), block: Some(block) };
        }
        with_goals(&board, &target.moves, random)
    }

    fn vary(&self, board: &Grid<Cell>, _target: &Target, random: &mut Random) -> Grid<Cell> {
        let mut varied = board.clone();
        let is_bare = |cell: Cell| matches!(cell, Cell::Wall | Cell::EMPTY);
        let places: Vec<Position> = board.positions_where(is_bare).collect();
        let walls: Vec<Position> = board.positions_where(|cell| cell == Cell::Wall).collect();
        let floors: Vec<Position> = board.positions_where(|cell| cell == Cell::EMPTY).collect();
        for _ in 0..=random.below(2) {
            if random.once_in(2) {
                // A wall moves, so that their number stays.
                if let (Some(wall), Some(floor)) = (random.pick(&walls), random.pick(&floors)) {
                    (varied[wall], varied[floor]) = (Cell::EMPTY, Cell::Wall);
                }
            } else if let Some(at) = random.pick(&places) {
                varied[at] = if varied[at] == Cell::Wall { Cell::EMPTY } else { Cell::Wall };
            }
        }
        varied
    }

    fn without_one(&self, board: &Grid<Cell>) -> Vec<Grid<Cell>> {
        let walls = board.positions_where(|cell| cell == Cell::Wall).map(|wall| {
            let mut without = board.clone();
            without[wall] = Cell::EMPTY;
            without
        });
        // A block goes together with a goal of its colour.
        let blocks = plain::blocks(board).flat_map(|(from, colour)| {
            let goals = plain::goals(board).filter(move |&(_, other)| other == colour);
            goals.map(move |(to, _)| {
                let mut without = board.clone();
                without[from] = without[from].with_block(None);
                without[to] = Cell::Floor { goal: None, block: without[to].block() };
                without
            })
        });
        blocks.chain(walls).collect()
    }

    fn canonical(&self, board: &Grid<Cell>) -> Grid<Cell> {
        let mut order: Vec<Colour> = Vec::new();
        for (_, colour) in plain::blocks(board) {
            if !order.contains(&colour) {
                order.push(colour);
            }
        }
        let new = |old: Colour| match order.iter().position(|&other| other == old) {
            Some(number) if number < COLOURS.len() => colour(number),
            _ => old,
        };
        if order.len() > COLOURS.len() {
            return board.clone();
        }
        board.map(|cell| match cell {
            Cell::Floor { goal, block } => {
                Cell::Floor { goal: goal.map(new), block: block.map(new) }
            }
            Cell::Wall => Cell::Wall,
        })
    }

    fn hardest_relative(&self, board: &Grid<Cell>, nodes: u64) -> Option<Hardest<Cell>> {
        sweep::hardest(board, nodes)
    }
}

/// The board with its goals where the blocks can come to in as many moves as wished, or else as many as there are.
fn with_goals(
    board: &Grid<Cell>,
    moves: &RangeInclusive<u32>,
    random: &mut Random,
) -> Option<Grid<Cell>> {
    let puzzle = Tiles::<1>::from_board(board);
    let mut nodes = Nodes::new(usize::MAX, Deadline::default());
    nodes.insert(puzzle.canonical(puzzle.start()), Parent::NONE).ok()?;
    let mut layers = vec![0];
    let mut next = 0;
    while next < nodes.len() && nodes.len() < POSITIONS && layers.len() as u32 <= *moves.end() {
        layers.push(nodes.len());
        let end = nodes.len();
        while next < end {
            let mut full = false;
            puzzle.successors(&nodes.state(next), |_, state| {
                let known: Result<Inserted, _> =
                    nodes.insert(puzzle.canonical(state), Parent::new(next, false));
                full |= known.is_err();
            });
            if full {
                return None;
            }
            next += 1;
        }
    }
    if nodes.len() == layers[layers.len() - 1] {
        layers.pop();
    }
    let deepest = layers.len() - 1;
    if deepest == 0 {
        return None;
    }
    let depth = random.between(deepest.min(*moves.start() as usize).max(1), deepest);
    let end = layers.get(depth + 1).map_or(nodes.len(), |&end| end);
    let chosen = layers[depth] + random.below((end - layers[depth]) as usize) as u32;
    Some(placed(board, &puzzle, None, nodes.state(chosen)))
}

/// The board of a puzzle with its blocks and goals elsewhere; where there are no other blocks they stay.
pub(super) fn placed(
    board: &Grid<Cell>,
    puzzle: &Tiles<1>,
    blocks: Option<Words<1>>,
    goals: Words<1>,
) -> Grid<Cell> {
    let size = board.size();
    // Blocks are numbered colour by colour.
    let mut colours: Vec<Colour> = plain::blocks(board).map(|(_, colour)| colour).collect();
    colours.sort();
    let mut placed = board.map(|cell| match cell {
        Cell::Floor { block, .. } => {
            Cell::Floor { goal: None, block: block.filter(|_| blocks.is_none()) }
        }
        Cell::Wall => Cell::Wall,
    });
    for (block, &colour) in colours.iter().enumerate().take(puzzle.blocks()) {
        if let Some(blocks) = blocks {
            let at = size.position(usize::from(blocks.byte(block)));
            placed[at] = placed[at].with_block(Some(colour));
        }
        let at = size.position(usize::from(goals.byte(block)));
        placed[at] = Cell::Floor { goal: Some(colour), block: placed[at].block() };
    }
    placed
}
