//! Levels of a game that defines only its cells and rules.
//!
//! Walls, pieces and goals are scattered until they make a board without problems. Few such boards
//! are solvable, so most drafts either move the goals to where the pieces are after a random game,
//! or play a random game from a solved board. The result is checked like any other draft.

use quadrille_base::random::Random;

use super::{Cell, Definition, Ground, Kinds, Look, Target};
use crate::grid::{Coord, Direction, Grid};

/// The most attempts to scatter things into a level.
const TRIES: usize = 60;

/// The moves of a random game, per cell of the board.
const MOVES_A_CELL: usize = 3;

/// Ways to match pieces with goals that are tried.
const MATCHES: usize = 64;

/// The cells of a game by kind. Of a long list of colours only the first few are used.
pub(crate) struct Stock<C> {
    pub(crate) empty: C,
    pub(crate) walls: Vec<C>,
    pieces: Vec<C>,
    targets: Vec<C>,
    /// A piece, a target, and the cell of both.
    both: Vec<(C, C, C)>,
}

impl<C: Cell> Stock<C> {
    fn new(kinds: &Kinds) -> Option<Stock<C>> {
        Stock::build(kinds, C::from_code)
    }
}

impl Stock<u16> {
    pub(crate) fn of_codes(kinds: &Kinds) -> Option<Stock<u16>> {
        Stock::build(kinds, Some)
    }
}

impl<C: Copy + PartialEq> Stock<C> {
    fn build(kinds: &Kinds, cell_of: fn(u16) -> Option<C>) -> Option<Stock<C>> {
        let mut stock = Stock {
            empty: cell_of(0)?,
            walls: Vec::new(),
            pieces: Vec::new(),
            targets: Vec::new(),
            both: Vec::new(),
        };
        for brush in kinds.brushes().into_iter().filter(|brush| brush.is_common && brush.code > 0) {
            let cell = cell_of(brush.code)?;
            match kinds.get(brush.code)?.look {
                Look { piece: Some(_), .. } => stock.pieces.push(cell),
                Look { target: Some(_), .. } | Look { ground: Ground::Goal, .. } => {
                    stock.targets.push(cell);
                }
                _ => stock.walls.push(cell),
            }
        }
        for (piece, target, both) in kinds.combinations() {
            let cells = (cell_of(piece)?, cell_of(target)?, cell_of(both)?);
            if stock.pieces.contains(&cells.0) && stock.targets.contains(&cells.1) {
                stock.both.push(cells);
            }
        }
        Some(stock)
    }

    /// The piece and the target of a cell.
    pub(crate) fn parts(&self, cell: C) -> (Option<C>, Option<C>) {
        if let Some(&(piece, target, _)) = self.both.iter().find(|(.., both)| *both == cell) {
            return (Some(piece), Some(target));
        }
        let among = |cells: &[C]| Some(cell).filter(|cell| cells.contains(cell));
        (among(&self.pieces), among(&self.targets))
    }

    /// The cell with a piece and a target, either of which may be missing.
    pub(crate) fn joined(&self, piece: Option<C>, target: Option<C>) -> Option<C> {
        match (piece, target) {
            (None, None) => Some(self.empty),
            (Some(cell), None) | (None, Some(cell)) => Some(cell),
            (Some(piece), Some(target)) => {
                let mut both = self.both.iter();
                both.find(|both| (both.0, both.1) == (piece, target)).map(|both| both.2)
            }
        }
    }
}

/// The number of pieces on a board: those with this name, or all if there are none.
pub(super) fn pieces<C: Cell>(kinds: &Kinds, board: &Grid<C>, noun: &str) -> usize {
    let is_called_so = |name: &str| name.split(' ').any(|word| word == noun);
    let any = kinds.iter().any(|(_, kind)| is_called_so(&kind.name));
    let counts = |cell: &&C| {
        let is_meant = |name: &str| !any || is_called_so(name);
        kinds.get(cell.code()).is_some_and(|kind| kind.look.piece.is_some() && is_meant(&kind.name))
    };
    board.cells().iter().filter(counts).count()
}

pub fn draft<D: Definition>(
    game: &D,
    target: &Target,
    random: &mut Random,
) -> Option<Grid<D::Cell>> {
    let stock = Stock::new(game.identity().kinds)?;
    match random.below(4) {
        0 => scattered(game, &stock, target, random),
        1 => from_solved(game, &stock, target, random),
        _ if stock.both.is_empty() => from_solved(game, &stock, target, random),
        _ => with_goals_reached(game, &stock, target, random),
    }
}

/// A board with walls, pieces and goals in random places.
fn scattered<D: Definition>(
    game: &D,
    stock: &Stock<D::Cell>,
    target: &Target,
    random: &mut Random,
) -> Option<Grid<D::Cell>> {
    let cells = target.size.cells();
    let mut places: Vec<usize> = (0..cells).collect();
    (0..TRIES).find_map(|_| {
        random.shuffle(&mut places);
        let mut board = Grid::filled(target.size, stock.empty);
        let mut free = places.iter().map(|&place| target.size.coord(place));
        let mut put = |count: usize, kinds: &[D::Cell], random: &mut Random| {
            for at in free.by_ref().take(count) {
                board[at] = random.pick(kinds).unwrap_or(stock.empty);
            }
        };
        let (least, most) = (*target.pieces.start(), (*target.pieces.end()).min(cells));
        let pieces = random.between(least.min(most), most);
        put(pieces, &stock.pieces, random);
        put(random.between(0, pieces), &stock.targets, random);
        put(random.below(cells / 3 + 1), &stock.walls, random);
        game.problems(&board).is_empty().then_some(board)
    })
}

/// The board after a random game, which avoids undoing a move at once.
fn played<D: Definition>(
    game: &D,
    board: &Grid<D::Cell>,
    moves: usize,
    random: &mut Random,
) -> Grid<D::Cell> {
    let mut before = board.clone();
    let mut here = board.clone();
    for _ in 0..moves {
        let mut choices = game.moves(&here);
        random.shuffle(&mut choices);
        let mut next = choices.into_iter().filter_map(|mv| game.play(&here, mv).ok());
        let Some(first) = next.next() else { break };
        let next = if first == before { next.next().unwrap_or(first) } else { first };
        before = std::mem::replace(&mut here, next);
    }
    here
}

/// The board after a random game from a solved board: solvable if moves can be undone.
fn from_solved<D: Definition>(
    game: &D,
    stock: &Stock<D::Cell>,
    target: &Target,
    random: &mut Random,
) -> Option<Grid<D::Cell>> {
    let bare = Grid::filled(target.size, stock.empty);
    let solved = if game.is_solved(&bare) {
        bare
    } else {
        let mut boards = (0..TRIES).filter_map(|_| scattered(game, stock, target, random));
        boards.find(|board| game.is_solved(board))?
    };
    scrambled(game, &solved, target, random)
}

/// The board after a random game from a solved board, with about as many moves as requested.
pub fn scrambled<D: Definition>(
    game: &D,
    solved: &Grid<D::Cell>,
    target: &Target,
    random: &mut Random,
) -> Option<Grid<D::Cell>> {
    let most = (*target.moves.end() as usize).min(target.size.cells());
    let moves = random.between((*target.moves.start() as usize).min(most), most);
    Some(played(game, solved, moves, random)).filter(|board| !game.is_solved(board))
}

/// A board with pieces in random places, and goals where they are after a random game.
fn with_goals_reached<D: Definition>(
    game: &D,
    stock: &Stock<D::Cell>,
    target: &Target,
    random: &mut Random,
) -> Option<Grid<D::Cell>> {
    let without_targets = |cell: D::Cell| match stock.parts(cell) {
        (None, None) => cell,
        (piece, _) => piece.unwrap_or(stock.empty),
    };
    let start = scattered(game, stock, target, random)?.map(without_targets);
    let moves = random.between(1, MOVES_A_CELL * target.size.cells());
    let end = played(game, &start, moves, random);
    let mut kinds: Vec<D::Cell> = Vec::new();
    for piece in end.cells().iter().filter_map(|&cell| stock.parts(cell).0) {
        if !kinds.contains(&piece) {
            kinds.push(piece);
        }
    }
    // Each kind of piece has goals of some kind, or none.
    let options: Vec<Vec<Option<D::Cell>>> = kinds
        .iter()
        .map(|&kind| {
            let targets = stock.both.iter().filter(|both| both.0 == kind).map(|both| both.1);
            targets.map(Some).chain([None]).collect()
        })
        .collect();
    let ways = options.iter().map(Vec::len).product::<usize>();
    let first = random.below(ways);
    (0..ways.min(MATCHES)).find_map(|way| {
        let mut number = (first + way) % ways;
        let mut goals: Vec<(Coord, D::Cell)> = Vec::new();
        for (kind, options) in kinds.iter().zip(&options) {
            if let Some(goal) = options[number % options.len()] {
                let of_kind = end.coords_where(|cell| stock.parts(cell).0 == Some(*kind));
                goals.extend(of_kind.map(|at| (at, goal)));
            }
            number /= options.len();
        }
        let with_goals = |board: &Grid<D::Cell>| -> Option<Grid<D::Cell>> {
            let mut board = board.clone();
            for &(at, goal) in &goals {
                // A wall cannot be there.
                board[at] = stock.joined(stock.parts(board[at]).0, Some(goal))?;
            }
            Some(board)
        };
        let solved = with_goals(&end)?;
        let board = with_goals(&start)?;
        let is_good =
            game.problems(&board).is_empty() && game.is_solved(&solved) && !game.is_solved(&board);
        is_good.then_some(board)
    })
}

/// The board with one wall more or less, or with two cells swapped.
pub(super) fn varied<C: Cell>(kinds: &Kinds, board: &Grid<C>, random: &mut Random) -> Grid<C> {
    let mut varied = board.clone();
    let Some(stock) = Stock::<C>::new(kinds) else { return varied };
    let place = |random: &mut Random| board.size().coord(random.below(board.size().cells()));
    let (one, other) = (place(random), place(random));
    if random.once_in(2) {
        (varied[one], varied[other]) = (board[other], board[one]);
    } else if stock.walls.contains(&board[one]) {
        varied[one] = stock.empty;
    } else if board[one] == stock.empty {
        varied[one] = random.pick(&stock.walls).unwrap_or(stock.empty);
    }
    varied
}

/// The board without one of its walls, without a piece, or without a piece and a goal for it. Walls
/// all around the board are its frame and stay.
pub(crate) fn without_one<C: Cell>(kinds: &Kinds, board: &Grid<C>) -> Vec<Grid<C>> {
    let Some(stock) = Stock::<C>::new(kinds) else { return Vec::new() };
    let parts = |at: Coord| stock.parts(board[at]);
    let size = board.size();
    let at_border = |at: Coord| Direction::ALL.iter().any(|&way| size.step(at, way).is_none());
    let is_wall = |at: Coord| stock.walls.contains(&board[at]);
    let is_framed = size.coords().filter(|&at| at_border(at)).all(is_wall);
    let mut simpler = Vec::new();
    for at in size.coords().filter(|&at| is_wall(at) && !(is_framed && at_border(at))) {
        let mut without = board.clone();
        without[at] = stock.empty;
        simpler.push(without);
    }
    for from in board.coords_where(|cell| stock.parts(cell).0.is_some()) {
        let mut without = board.clone();
        without[from] = parts(from).1.unwrap_or(stock.empty);
        for to in board.coords_where(|cell| stock.parts(cell).1.is_some()) {
            if parts(from).0.is_some_and(|piece| stock.joined(Some(piece), parts(to).1).is_some()) {
                let mut without = without.clone();
                without[to] = stock.parts(without[to]).0.unwrap_or(stock.empty);
                simpler.push(without);
            }
        }
        simpler.push(without);
    }
    simpler
}
