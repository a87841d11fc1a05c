//! Making levels of tiles.
//!
//! A draft is a random ground with blocks; all positions that they can reach are found, layer by
//! layer, and a position of a layer of the requested depth becomes the goals. So every draft is
//! solvable, and the length of its shortest plan is the depth of the layer. Stoppers are blocks of
//! a separate colour without goals.

mod farthest;
mod sweep;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use quadrille_base::random::Random;

use super::cell::{Cell, Colour};
use super::rules::Tiles;
use super::{Game, MAX_BLOCKS, plain};
use crate::definition::{Definition, Hardest, Scope, Target, Workshop, any_draft};
use crate::grid::{Coord, Grid, Size, Words};
use crate::search::{
    space::Space,
    toolkit::{Deadline, Inserted, Nodes, Parent},
};

/// The most positions that a draft examines. Complete layers are exact.
const POSITIONS: u32 = 20_000;

/// The colours of made levels, in order of use: easy to distinguish.
const COLOURS: [char; 8] = ['r', 'b', 'g', 'y', 'o', 'p', 'c', 'm'];

fn colour(number: usize) -> Colour {
    Colour::from_letter(COLOURS[number % COLOURS.len()]).expect("the colours are letters")
}

impl Workshop for Game {
    fn scope(&self) -> Scope {
        Scope {
            piece: "block",
            least_side: 2,
            usual_size: (6, 6),
            most_pieces: MAX_BLOCKS,
            stoppers: true,
        }
    }

    fn usual_pieces(&self, size: Size) -> RangeInclusive<usize> {
        1..=(size.cells() / 9).clamp(1, 4)
    }

    fn pieces(&self, board: &Grid<Cell>) -> usize {
        plain::blocks(board).count()
    }

    fn stoppers(&self, board: &Grid<Cell>) -> usize {
        plain::blocks(board).count().saturating_sub(plain::goals(board).count())
    }

    fn draft(&self, target: &Target, random: &mut Random) -> Option<Grid<Cell>> {
        let cells = target.size.cells();
        if *target.pieces.start() > COLOURS.len()
            || target.size.rows().max(target.size.cols()) > Game::FAST_SIDE
        {
            return any_draft(self, target, random);
        }
        let most = (*target.pieces.end()).min(COLOURS.len()).min(cells.saturating_sub(1));
        let blocks = random.between((*target.pieces.start()).max(target.stoppers + 1), most);
        let with_goals = blocks.checked_sub(target.stoppers).filter(|&blocks| blocks > 0)?;
        let mut places: Vec<usize> = (0..cells).collect();
        random.shuffle(&mut places);
        let mut board = Grid::filled(target.size, Cell::EMPTY);
        let most_walls = (cells / 4).min(cells.saturating_sub(blocks + 1));
        let walls = random.between(most_walls / 3, most_walls);
        for &wall in &places[..walls] {
            board[target.size.coord(wall)] = Cell::Wall;
        }
        let mut colours: Vec<Colour> = Vec::new();
        for &place in places.get(walls..walls + with_goals)? {
            // Sometimes two blocks share a colour.
            let fresh = colour(colours.len());
            let block =
                if random.once_in(5) { random.pick(&colours).unwrap_or(fresh) } else { fresh };
            colours.push(block);
            let at = target.size.coord(place);
            board[at] = Cell::Floor { goal: Some(block), block: Some(block) };
        }
        for &place in places.get(walls + with_goals..walls + blocks)? {
            board[target.size.coord(place)] = Cell::EMPTY.with_block(Some(colour(colours.len())));
        }
        reached_goals(&board, &target.moves, random)
    }

    fn vary(&self, board: &Grid<Cell>, _target: &Target, random: &mut Random) -> Grid<Cell> {
        let mut varied = board.clone();
        let is_bare = |cell: Cell| matches!(cell, Cell::Wall | Cell::EMPTY);
        let places: Vec<Coord> = board.coords_where(is_bare).collect();
        let walls: Vec<Coord> = board.coords_where(|cell| cell == Cell::Wall).collect();
        let floors: Vec<Coord> = board.coords_where(|cell| cell == Cell::EMPTY).collect();
        for _ in 0..=random.below(2) {
            if random.once_in(2) {
                // A wall moves, so that their number stays the same.
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
        let walls = board.coords_where(|cell| cell == Cell::Wall).map(|wall| {
            let mut without = board.clone();
            without[wall] = Cell::EMPTY;
            without
        });
        // A block is removed together with a goal of its colour, or alone if there are fewer goals.
        let blocks = plain::blocks(board).flat_map(|(from, colour)| {
            let of_colour = move |&(_, other): &(Coord, Colour)| other == colour;
            let mut without = board.clone();
            without[from] = without[from].with_block(None);
            let (goals, blocks) = (plain::goals(board), plain::blocks(board));
            let is_spare = blocks.filter(of_colour).count() > goals.filter(of_colour).count();
            let alone = is_spare.then(|| without.clone());
            let goals = plain::goals(board).filter(of_colour);
            goals
                .map(move |(to, _)| {
                    let mut without = without.clone();
                    without[to] = Cell::Floor { goal: None, block: without[to].block() };
                    without
                })
                .chain(alone)
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
        if board.size().rows().max(board.size().cols()) > Game::FAST_SIDE {
            return None;
        }
        sweep::hardest(board, nodes).or_else(|| farthest::hardest(board, nodes))
    }
}

/// The board with its goals at a position that the blocks can reach in the requested number of
/// moves, or else in as many as possible.
fn reached_goals(
    board: &Grid<Cell>,
    moves: &RangeInclusive<u32>,
    random: &mut Random,
) -> Option<Grid<Cell>> {
    let puzzle = Tiles::<1>::from_board(board);
    let mut nodes = Nodes::new(usize::MAX, Deadline::default());
    nodes.insert(puzzle.canonical_form(puzzle.start()), Parent::NONE).ok()?;
    let mut layers = vec![0];
    let mut next = 0;
    while next < nodes.len() && nodes.len() < POSITIONS && layers.len() as u32 <= *moves.end() {
        layers.push(nodes.len());
        let end = nodes.len();
        while next < end {
            let mut full = false;
            let here = *nodes.state(next);
            puzzle.slides(&here, |_, state| {
                let known: Result<Inserted, _> =
                    nodes.insert(puzzle.canonical_form(state), Parent::new(next, false));
                full |= known.is_err();
            });
            if full {
                return None;
            }
            next += 1;
        }
    }
    // Goals that occur at several depths, with stoppers elsewhere, belong to the first.
    let mut known = HashSet::new();
    let mut fresh: Vec<Vec<Words<1>>> = Vec::new();
    for (depth, &first) in layers.iter().enumerate() {
        let end = layers.get(depth + 1).map_or(nodes.len(), |&end| end);
        let goals = (first..end).flat_map(|node| coverings(&puzzle, *nodes.state(node)));
        fresh.push(goals.filter(|&goals| known.insert(goals)).collect());
    }
    let deepest = fresh.iter().rposition(|goals| !goals.is_empty()).filter(|&depth| depth > 0)?;
    let depth = random.between(deepest.min(*moves.start() as usize).max(1), deepest);
    Some(placed(board, &puzzle, None, random.pick(&fresh[depth])?))
}

/// All choices of goals that a position covers: for each group the cells of as many of its blocks
/// as it has goals. The position is in canonical form.
pub(super) fn coverings(puzzle: &Tiles<1>, state: Words<1>) -> Vec<Words<1>> {
    // The choices so far, with their sizes.
    let mut coverings = vec![(Words::EMPTY, 0)];
    let mut goals_end = 0;
    for group in puzzle.groups() {
        goals_end += group.goals.len();
        for block in group.blocks.clone() {
            let left = group.blocks.end - block;
            coverings = coverings
                .into_iter()
                .flat_map(|(goals, count)| {
                    let with = (count < goals_end).then(|| {
                        let mut with = goals;
                        with.set_byte(count, state.byte(block));
                        (with, count + 1)
                    });
                    let without = (count + left > goals_end).then_some((goals, count));
                    with.into_iter().chain(without)
                })
                .collect();
        }
    }
    coverings.into_iter().map(|(goals, _)| goals).collect()
}

/// The board of a puzzle with other places for its goals and, if given, its blocks.
pub(super) fn placed<const N: usize>(
    board: &Grid<Cell>,
    puzzle: &Tiles<N>,
    blocks: Option<Words<N>>,
    goals: Words<N>,
) -> Grid<Cell> {
    let size = board.size();
    let mut placed = board.map(|cell| match cell {
        Cell::Floor { block, .. } => {
            Cell::Floor { goal: None, block: block.filter(|_| blocks.is_none()) }
        }
        Cell::Wall => Cell::Wall,
    });
    if let Some(blocks) = blocks {
        for (block, &colour) in puzzle.colours().iter().enumerate() {
            let at = size.coord(usize::from(blocks.byte(block)));
            placed[at] = placed[at].with_block(Some(colour));
        }
    }
    let colours = puzzle
        .groups()
        .iter()
        .flat_map(|group| group.goals.iter().map(|_| puzzle.colours()[group.blocks.start]));
    for (goal, colour) in colours.enumerate() {
        let at = size.coord(usize::from(goals.byte(goal)));
        placed[at] = Cell::Floor { goal: Some(colour), block: placed[at].block() };
    }
    placed
}
