//! Every board with the pieces of a level, compared with boards solved one by one.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use quadrille::Method;
use quadrille::census::Route;
use quadrille::games;
use quadrille::grid::Grid;
use quadrille::levels::{Level, read};
use quadrille::search::{Control, Limits, Outcome, Pruning, Stop};
use quadrille::verify::replay;

const LEVELS: &str = "
game: tiles
name: apart

. # R r
. . # B
. b . .

game: tiles
name: twins

r . # R
. . . .
# r . R

game: tiles
name: spare

r . # R
. . g .
# r . .

game: squares
name: colours

A B
B A
A B
B A

game: squares
name: gap

A B .
B A .
A B A
B A A
. . A
. . A
";

const PUSH: &str = "
#######
#@ $ .#
#   $.#
#######
";

fn level(name: &str) -> Level {
    if name == "push" {
        let document = read(PUSH, games::by_id("sokoban"));
        return document.levels().next().expect("a level").clone();
    }
    let document = read(LEVELS, None);
    let mut levels = document.levels();
    levels.find(|level| level.name.as_deref() == Some(name)).expect("a level").clone()
}

/// Every distinct permutation of things.
fn shared_out<T: Copy + Eq + Hash>(mut things: Vec<T>) -> HashSet<Vec<T>> {
    fn go<T: Copy + Eq + Hash>(things: &mut Vec<T>, at: usize, all: &mut HashSet<Vec<T>>) {
        if at == things.len() {
            all.insert(things.clone());
            return;
        }
        let mut tried = HashSet::new();
        for other in at..things.len() {
            if tried.insert(things[other]) {
                things.swap(at, other);
                go(things, at + 1, all);
                things.swap(at, other);
            }
        }
    }
    let mut all = HashSet::new();
    go(&mut things, 0, &mut all);
    all
}

/// All boards with the same pieces, by their glyphs and by brute force. Of boards of squares that
/// differ only by the names of colours one is kept; for tiles without goals the colours are made
/// equal.
fn boards(level: &Level) -> Vec<Grid<u16>> {
    let (game, size) = (level.game, level.grid.size());
    let glyph = |code: u16| game.cell_glyph(code).expect("a glyph");
    let code = |glyph: &str| game.cell_from_glyph(glyph).expect("a cell");
    let grid = |cells: Vec<u16>| Grid::from_cells(size, cells).expect("a board");
    match game.id() {
        "squares" => {
            let cells = level.grid.cells();
            let places: Vec<usize> =
                (0..cells.len()).filter(|&at| glyph(cells[at]) != ".").collect();
            let mut known = HashSet::new();
            shared_out(places.iter().map(|&at| cells[at]).collect::<Vec<_>>())
                .into_iter()
                .map(|pieces| {
                    let mut board = cells.to_vec();
                    places.iter().zip(pieces).for_each(|(&at, piece)| board[at] = piece);
                    grid(board)
                })
                .filter(|board| {
                    let mut names: HashMap<u16, usize> = HashMap::new();
                    let renamed = board.cells().iter().map(|&cell| {
                        let next = names.len();
                        if glyph(cell) == "." {
                            usize::MAX
                        } else {
                            *names.entry(cell).or_insert(next)
                        }
                    });
                    known.insert(renamed.collect::<Vec<_>>())
                })
                .collect()
        }
        "tiles" => {
            let glyphs: Vec<String> = level.grid.cells().iter().map(|&cell| glyph(cell)).collect();
            let lower = |text: &String| text.chars().find(char::is_ascii_lowercase);
            let upper = |text: &String| text.chars().find(char::is_ascii_uppercase);
            let floor: Vec<usize> = (0..glyphs.len()).filter(|&at| glyphs[at] != "#").collect();
            let blocks: Vec<Option<char>> = floor.iter().map(|&at| lower(&glyphs[at])).collect();
            shared_out(blocks)
                .into_iter()
                .map(|blocks| {
                    let mut cells: Vec<u16> = vec![code("#"); glyphs.len()];
                    for (&at, block) in floor.iter().zip(blocks) {
                        let goal = upper(&glyphs[at]);
                        let text: String = block.into_iter().chain(goal).collect();
                        cells[at] = code(if text.is_empty() { "." } else { &text });
                    }
                    grid(cells)
                })
                .collect()
        }
        _ => {
            // The cells of the level in reading order: a wall, floor, the player, a box, a goal.
            let cells = level.grid.cells();
            let [player, floor, crate_, goal] = [8, 9, 10, 12].map(|at: usize| cells[at]);
            let places: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] != cells[0]).collect();
            let all = places.iter().map(|&at| if cells[at] == goal { floor } else { cells[at] });
            shared_out(all.collect())
                .into_iter()
                .map(|things| {
                    let mut board = cells.to_vec();
                    for (&at, thing) in places.iter().zip(things) {
                        let on_goal = match thing {
                            _ if thing == player => code("+"),
                            _ if thing == crate_ => code("*"),
                            _ => goal,
                        };
                        board[at] = if cells[at] == goal { on_goal } else { thing };
                    }
                    grid(board)
                })
                .collect()
        }
    }
}

fn fewest(level: &Level, board: &Grid<u16>) -> Option<u32> {
    let method =
        Method { algorithm: quadrille::registry::algorithm("bfs").unwrap(), ..Method::default() };
    let report = level.game.solve(board, &method, &Control::default(), None).expect("a level");
    match report.outcome {
        Outcome::Solved { cost, optimal: true, .. } => Some(cost),
        Outcome::Unsolvable => None,
        _ => panic!("every board is settled"),
    }
}

#[test]
fn every_board_is_counted_with_its_fewest_moves() {
    for name in ["apart", "twins", "spare", "colours", "gap", "push"] {
        let level = level(name);
        let census = level.game.census(&level.grid, &Control::default()).unwrap().unwrap();
        let all = boards(&level);
        assert_eq!(census.starts, Some(all.len() as u64), "{name}");
        assert_eq!(census.stop, None);
        let mut counts: Vec<u64> = Vec::new();
        let mut unsolvable = 0;
        for board in &all {
            match fewest(&level, board) {
                Some(moves) => {
                    let moves = moves as usize;
                    counts.resize(counts.len().max(moves + 1), 0);
                    counts[moves] += 1;
                }
                None => unsolvable += 1,
            }
        }
        assert_eq!(census.to_goal.as_ref(), Some(&counts), "{name}");
        assert_eq!(census.solvable(), Some(all.len() as u64 - unsolvable), "{name}");
        assert_eq!(census.unsolvable.is_some(), unsolvable > 0, "{name}");
        if let Some(Route { board, .. }) = &census.unsolvable {
            assert_eq!(fewest(&level, board), None, "{name}");
        }
        let Route { board, moves: plan } = census.hardest.expect("one can be solved");
        assert_eq!(plan.len() + 1, counts.len(), "{name}");
        assert!(replay(level.game, &board, &plan).unwrap().is_solved, "{name}");
    }
}

#[test]
fn distances_are_those_of_one_search_a_board() {
    for name in ["apart", "twins", "colours", "push"] {
        let level = level(name);
        let distances = level.game.distances(&level.grid, &Control::default()).unwrap().unwrap();
        let all = boards(&level);
        assert_eq!(distances.starts, Some(all.len() as u64), "{name}");
        let mut counts: Vec<u64> = Vec::new();
        for board in &all {
            let far = level.game.layers(board, u32::MAX, Pruning::ALL).unwrap().len() - 1;
            counts.resize(counts.len().max(far + 1), 0);
            counts[far] += 1;
        }
        assert_eq!(distances.by_distance, counts, "{name}");
        let Route { board, moves: plan } = distances.farthest.expect("some board has a move");
        assert_eq!(plan.len() + 1, counts.len(), "{name}");
        assert!(replay(level.game, &board, &plan).is_ok(), "{name}");
    }
}

#[test]
fn limits_end_it_with_what_is_known() {
    let level = level("colours");
    let nodes = Control::with_limits(Limits { max_nodes: Some(10), ..Limits::default() });
    let census = level.game.census(&level.grid, &nodes).unwrap().unwrap();
    assert_eq!((census.stop, census.to_goal), (Some(Stop::Nodes), None));
    assert_eq!(census.starts, Some(35));
    let memory = Control::with_limits(Limits { max_memory: Some(1), ..Limits::default() });
    let census = level.game.census(&level.grid, &memory).unwrap().unwrap();
    assert_eq!((census.stop, census.starts), (Some(Stop::Memory), None));
    let cancelled = Control::default();
    cancelled.cancel.cancel();
    let distances = level.game.distances(&level.grid, &cancelled).unwrap().unwrap();
    assert_eq!((distances.stop, distances.farthest), (Some(Stop::Cancelled), None));
}

#[test]
fn a_game_without_arrangements_has_no_census() {
    let document = read("game: zhed\n\n. 1 G\n. . .\n", None);
    let level = document.levels().next().expect("a level");
    let census = level.game.census(&level.grid, &Control::default()).expect("a level");
    assert_eq!(census, None);
}
