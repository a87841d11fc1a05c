//! Random boards of every game, for tests.

#![allow(dead_code, missing_docs, unreachable_pub)]

use std::collections::BTreeSet;
use std::fmt::Debug;

use quadrille::games::{self, Cell, Definition, Game};
use quadrille::generate::Spec;
use quadrille::grid::{Coord, Direction, Grid, Size};
use quadrille::levels::{Level, read};
use quadrille::moves::Move;
use quadrille::puzzle::{Puzzle, Visit, visit};
use quadrille::search::{Outcome, Pruning, space::Step, toolkit::Packed};

/// SplitMix64: a small generator of random numbers that is the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// A number from `low` to `high`, both possible.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high + 1 - low)
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

fn game(id: &str) -> &'static dyn Game {
    games::by_id(id).expect("the game exists")
}

fn level(id: &str, size: Size, glyphs: &[String]) -> Level {
    let game = game(id);
    let cells = glyphs
        .iter()
        .map(|glyph| game.cell_from_glyph(glyph).expect("a glyph of the game"))
        .collect();
    let level =
        Level::new(game, Grid::from_cells(size, cells).expect("as many cells as the size says"));
    assert_eq!(game.problems(&level.grid), [], "the random board is a level");
    level
}

/// A random level of a game without its own generator here.
fn any_level(game: &'static dyn Game, random: &mut Random, max_side: usize) -> Level {
    let least = game.scope().least_side;
    // On very small boards there may be no level.
    for larger in 0.. {
        let most = max_side.max(least) + larger / 100;
        let side = |random: &mut Random| random.between(least, most);
        let size = Size::new(side(random), side(random)).expect("sides within the limit");
        let spec = Spec { sizes: vec![size], seed: random.next(), ..Spec::default() };
        let board = game.draft(&spec, 0).filter(|board| game.problems(board).is_empty());
        if let Some(board) = board {
            return Level::new(game, board);
        }
    }
    unreachable!("a board of the largest size was drafted")
}

/// A random level of a game with sides up to `max_side`.
pub fn random_level(id: &str, random: &mut Random, max_side: usize) -> Level {
    let low = if matches!(id, "tiles" | "squares") { 2 } else { 1 };
    let side = |random: &mut Random| random.between(low, max_side);
    let mut size = Size::new(side(random), side(random)).expect("sides within the limit");
    if size.cells() < 2 {
        size = Size::new(1, 2).expect("a small board");
    }
    let mut glyphs = vec![".".to_string(); size.cells()];
    let mut places: Vec<usize> = (0..size.cells()).collect();
    random.shuffle(&mut places);
    match id {
        "tiles" => {
            let colours = random.between(1, 4);
            let most = if random.below(4) == 0 { 32 } else { 5 };
            let blocks = random.between(1, most.min(size.cells() / 2));
            let walls = random.below((size.cells() - blocks) / 3 + 1);
            for &at in &places[size.cells() - walls..] {
                glyphs[at] = "#".to_string();
            }
            // Goals and blocks are anywhere on the floor, sometimes together. Sometimes there are
            // fewer goals.
            let goals = if random.below(3) == 0 { random.between(1, blocks) } else { blocks };
            let floor = &places[..size.cells() - walls];
            for (index, &at) in floor.iter().take(goals).enumerate() {
                glyphs[at] = char::from(b'A' + (index % colours) as u8).to_string();
            }
            let mut floor = floor.to_vec();
            random.shuffle(&mut floor);
            for (index, &at) in floor.iter().take(blocks).enumerate() {
                let block = char::from(b'a' + (index % colours) as u8);
                glyphs[at] = if glyphs[at] == "." {
                    block.to_string()
                } else {
                    format!("{block}{}", glyphs[at])
                };
            }
        }
        "zhed" => {
            let goals = random.between(1, (size.cells() / 2).min(2));
            let numbers = random.between(1, (size.cells() - goals).min(6));
            for (index, &at) in places.iter().enumerate().take(goals + numbers) {
                let high = if random.below(8) == 0 { 99 } else { 4 };
                glyphs[at] = if index < goals {
                    "G".to_string()
                } else {
                    random.between(1, high).to_string()
                };
            }
            for &at in &places[goals + numbers..] {
                if random.below(8) == 0 {
                    glyphs[at] = "*".to_string();
                }
            }
        }
        "squares" => {
            let colours = random.between(1, 25.min(size.cells() / 4));
            let fours = if random.below(3) == 0 {
                random.between(1, size.cells() / 4)
            } else {
                size.cells() / 4
            };
            for (index, &at) in places.iter().enumerate().take(4 * fours) {
                glyphs[at] = char::from(b'A' + (index / 4 % colours) as u8).to_string();
            }
        }
        "fold" => {
            let most = if random.below(4) == 0 { 61 } else { 4 };
            let pieces = random.between(1, most.min(size.cells()));
            for (index, &at) in
                places.iter().enumerate().take(random.between(pieces, size.cells().min(pieces + 3)))
            {
                let piece = (index % pieces) as u8 + 1;
                glyphs[at] =
                    quadrille::moves::piece_glyph(piece).expect("61 pieces at most").to_string();
            }
            for glyph in glyphs.iter_mut().filter(|glyph| *glyph == ".") {
                if random.below(8) == 0 {
                    *glyph = "#".to_string();
                }
            }
        }
        _ => return any_level(game(id), random, max_side),
    }
    level(id, size, &glyphs)
}

/// Plays a random game by the fast and the plain rules at once. At every step both must have the
/// same legal moves (except for moves that change nothing, and swaps written from the other side)
/// and agree on whether the level is solved.
pub fn assert_fast_rules_walk_like_plain_ones<D: Definition>(
    game: &D,
    level: &Level,
    random: &mut Random,
) {
    struct Walk<'a, D: Definition>(&'a D, &'a Grid<D::Cell>, &'a mut Random);
    impl<D: Definition> Visit for Walk<'_, D> {
        type Output = ();

        fn visit<S: Packed + Debug>(self, puzzle: &dyn Puzzle<State = S>) {
            let Walk(game, board, random) = self;
            let (mut board, mut state) = (board.clone(), puzzle.start());
            for _ in 0..40 {
                assert_eq!(puzzle.is_goal(&state), game.is_solved(&board), "{board:?}");
                assert_eq!(puzzle.board(&state), board.map(Cell::code), "unpacked");
                let fast = puzzle.following(&state);
                let canonical = puzzle.canonical_form(state);
                let named: BTreeSet<Move> =
                    puzzle.following(&canonical).into_iter().map(|(mv, _)| mv).collect();
                let fast_moves: BTreeSet<Move> = fast.iter().map(|&(mv, _)| mv).collect();
                assert_eq!(fast_moves.len(), fast.len(), "no move comes twice");
                assert_eq!(fast_moves, named, "a canonical form has the same moves");
                let plain: BTreeSet<Move> = game
                    .moves(&board)
                    .into_iter()
                    .filter(|&mv| game.play(&board, mv).expect("listed as legal") != board)
                    .map(|mv| one_side(board.size(), mv, &fast_moves))
                    .collect();
                let changing: BTreeSet<Move> = fast_moves
                    .iter()
                    .copied()
                    .filter(|&mv| game.play(&board, mv).expect("legal by the fast rules") != board)
                    .collect();
                assert_eq!(changing, plain, "{board:?}");
                let Some((mv, next)) = fast.get(random.below(fast.len())) else { return };
                board = game.play(&board, *mv).expect("legal by both rules");
                state = next.clone();
            }
        }
    }
    let cells = level
        .grid
        .cells()
        .iter()
        .map(|&code| D::Cell::from_code(code).expect("a cell of the game"))
        .collect();
    let board = Grid::from_cells(level.grid.size(), cells).expect("the same size");
    visit(&|run| game.with_puzzle(&board, run), Walk(game, &board, random));
}

/// Walks by the packed rules of one width and compares every successor, as a board, with the plain
/// rules.
pub fn assert_same_boards<P: Puzzle>(level: &Level, puzzle: &P, random: &mut Random)
where
    P::State: Debug,
{
    let game = level.game;
    let mut state = puzzle.start();
    assert_eq!(puzzle.board(&state), level.grid);
    loop {
        let board = puzzle.board(&state);
        assert_eq!(puzzle.is_goal(&state), game.is_solved(&board));
        assert!(!(puzzle.is_goal(&state) && puzzle.is_dead_end(&state)));
        let fast = puzzle.following(&state);
        let moves: Vec<Move> = fast.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(moves, game.moves(&board), "the same moves in the same order");
        for (mv, next) in &fast {
            let plain = game.play(&board, *mv).expect("legal by the fast rules");
            assert_eq!(puzzle.board(next), plain, "{mv:?} on {board:?}");
        }
        assert_redundant_moves_commute(puzzle, &state);
        match fast.into_iter().nth(random.below(moves.len())) {
            Some((_, next)) => state = next,
            None => return,
        }
    }
}

/// Moves that may be left out after another must be reachable by the same two moves in the other
/// order, which must not be left out then.
pub fn assert_redundant_moves_commute<P: Puzzle>(puzzle: &P, state: &P::State)
where
    P::State: Debug,
{
    let follow = |from: &P::State, wanted: Move| {
        let mut next = puzzle.following(from).into_iter();
        let target = next.find(|&(mv, _)| mv == wanted).map(|(_, to)| to);
        target.expect("the move is legal the other way round")
    };
    for (last, middle) in puzzle.following(state) {
        for (next, after) in puzzle.following(&middle) {
            let first = Step { from: state, mv: &last, to: &middle };
            let second = Step { from: &middle, mv: &next, to: &after };
            if puzzle.is_redundant(first, second) {
                let other = follow(state, next);
                let first = Step { from: state, mv: &next, to: &other };
                let second = Step { from: &other, mv: &last, to: &after };
                assert!(!puzzle.is_redundant(first, second));
                assert_eq!(follow(&other, last), after, "{last:?} {next:?}");
            }
        }
    }
}

/// A swap can be written from either side; returns the form that the fast rules use.
fn one_side(size: Size, mv: Move, known: &BTreeSet<Move>) -> Move {
    let Move::Cell(at, direction) = mv else { return mv };
    let other = size.step(at, direction).map(|other| Move::Cell(other, direction.opposite()));
    match other {
        Some(other) if !known.contains(&mv) && known.contains(&other) => other,
        _ => mv,
    }
}

/// Compares the sizes of the layers of positions with a table from another program: for each board
/// of the text its name and the number of distinct positions first reached at each depth.
pub fn assert_layers(boards: &str, counted: &[(&str, &[u64])], depth: u32, pruning: Pruning) {
    let document = read(boards, None);
    assert_eq!(document.entries.len(), counted.len());
    for (entry, (name, counts)) in document.entries.iter().zip(counted) {
        assert_eq!(entry.label, *name);
        let level = entry.level.as_ref().expect("a good level");
        let layers = level.game.layers(&level.grid, depth, pruning).expect("a level");
        assert_eq!(layers, *counts, "{name}");
    }
}

/// Compares the lengths of the shortest plans with those of another program; `None` if there is no
/// plan.
pub fn assert_lengths(boards: &str, known: &[(&str, Option<u32>)]) {
    let document = read(boards, None);
    assert_eq!(document.levels().count(), known.len());
    for (level, (name, length)) in document.levels().zip(known) {
        let report = level
            .game
            .solve(&level.grid, &Default::default(), &Default::default(), None)
            .expect("a report");
        assert_eq!(report.plan().map(|(_, cost)| cost), *length, "{name}");
        assert_eq!(report.outcome == Outcome::Unsolvable, length.is_none(), "{name}");
    }
}

/// A level of ZHED with a solution, and the number of its moves: backwards from the goal, a number
/// is placed for every cell that must be filled, and cells on its way must be filled in turn.
pub fn long_zhed_level(random: &mut Random, size: Size, most: usize) -> (Level, usize) {
    use quadrille::games::zhed::Cell::{Empty, Goal, Number};
    let mut board = Grid::filled(size, Empty);
    let goal = size.coord(random.below(size.cells()));
    board[goal] = Goal;
    let mut wanted = vec![goal];
    let mut numbers = 0;
    let mut attempts = 0;
    while !wanted.is_empty() {
        attempts += 1;
        if attempts > 100 * most {
            // A dead end: another try from the start.
            return long_zhed_level(random, size, most);
        }
        let target = wanted[random.below(wanted.len())];
        let direction = random.pick(&Direction::ALL);
        let way: Vec<Coord> = size.ray(target, direction).take(random.between(1, 6)).collect();
        let Some((&from, between)) = way.split_last() else { continue };
        if board[from] != Empty || wanted.contains(&from) || between.contains(&goal) {
            continue;
        }
        let open: Vec<Coord> = between.iter().copied().filter(|&at| board[at] == Empty).collect();
        // A number in line with the goal might be a shortcut.
        let in_line = from.row == goal.row || from.col == goal.col;
        if in_line && target != goal {
            continue;
        }
        let left = open.len().min(most.saturating_sub(numbers + wanted.len()));
        let missing = if left == 0 { 0 } else { random.between(1, left.min(3)) };
        // Cells that must be filled before this move and are not yet the target of another one.
        let mut fresh = open.clone();
        random.shuffle(&mut fresh);
        fresh.retain(|at| !wanted.contains(at));
        fresh.truncate(missing);
        if fresh.len() < missing || (left == 0 && numbers + wanted.len() < most) {
            continue;
        }
        wanted.retain(|&at| at != target);
        wanted.extend(&fresh);
        board[from] = Number((open.len() + 1 - missing) as u8);
        numbers += 1;
    }
    (Level::new(game("zhed"), board.map(Cell::code)), numbers)
}
