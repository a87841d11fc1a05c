//! Boards of every game, the same in every run, for benchmarks.

#![allow(dead_code)]

use crate::support::{self, Random};
use quadrille::games::{self, Game};
use quadrille::generate::Spec;
use quadrille::grid::{Grid, Size};
use quadrille::moves::piece_glyph;

/// The numbers below `count` in random order.
fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    random.shuffle(&mut places);
    places
}

pub(crate) fn game(id: &str) -> &'static dyn Game {
    games::by_id(id).expect("the game exists")
}

fn board(game: &dyn Game, size: Size, glyphs: &[String]) -> Grid<u16> {
    let cells =
        glyphs.iter().map(|glyph| game.cell_from_glyph(glyph).expect("a glyph of the game"));
    Grid::from_cells(size, cells.collect()).expect("as many cells as the size says")
}

/// A board with one sixth walls and `blocks` blocks of `colours` colours; the goals are where a
/// long random game ends.
pub(crate) fn tiles(side: usize, blocks: usize, colours: usize, random: &mut Random) -> Grid<u16> {
    let game = game("tiles");
    let size = Size::new(side, side).expect("within the limit");
    let places = shuffled(size.cells(), random);
    let mut glyphs = vec![".".to_string(); size.cells()];
    for &wall in &places[..size.cells() / 6] {
        glyphs[wall] = "#".to_string();
    }
    let letter = |block: usize| char::from(b'a' + (block % colours) as u8);
    for (block, &place) in places[size.cells() / 6..].iter().take(blocks).enumerate() {
        glyphs[place] = letter(block).to_string();
    }
    let start = glyphs.clone();
    let mut played = board(game, size, &glyphs);
    for _ in 0..200 {
        let moves = game.moves(&played);
        let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
        played = game.play(&played, mv).expect("a legal move");
    }
    let mut glyphs = start;
    for (at, cell) in played.iter() {
        if let Some((_, mark)) = game.look(cell).and_then(|look| look.piece) {
            let goal = mark.text().to_uppercase();
            let here = &mut glyphs[size.index(at)];
            *here = if here == "." { goal } else { format!("{here}{goal}") };
        }
    }
    board(game, size, &glyphs)
}

/// A 16×16 board with this many numbers, placed backwards from the goal so that most of them are
/// needed.
pub(crate) fn zhed(numbers: usize, random: &mut Random) -> Grid<u16> {
    let size = Size::new(16, 16).expect("within the limit");
    loop {
        let (level, laid) = support::long_zhed_level(random, size, numbers);
        if laid == numbers {
            return level.grid;
        }
    }
}

/// A full board with four pieces of each colour.
pub(crate) fn squares(rows: usize, cols: usize, random: &mut Random) -> Grid<u16> {
    let size = Size::new(rows, cols).expect("within the limit");
    let mut cells = vec![0; size.cells()];
    for (index, place) in shuffled(size.cells(), random).into_iter().enumerate() {
        cells[place] = 1 + index as u16 / 4;
    }
    Grid::from_cells(size, cells).expect("as many cells as the size says")
}

/// A board that is divided at random into `pieces` rectangles, with one cell of each at the start.
pub(crate) fn fold(side: usize, pieces: usize, random: &mut Random) -> Grid<u16> {
    let game = game("fold");
    let size = Size::new(side, side).expect("within the limit");
    let mut parts = vec![(0, 0, side, side)];
    while parts.len() < pieces {
        let (row, col, rows, cols) = parts.swap_remove(random.below(parts.len()));
        let across = if rows == 1 { false } else { cols == 1 || random.below(2) == 0 };
        match (rows, cols, across) {
            (1, 1, _) => parts.push((row, col, 1, 1)),
            (_, _, true) => {
                parts.extend([(row, col, rows / 2, cols), (row + rows / 2, col, rows / 2, cols)]);
            }
            _ => parts.extend([(row, col, rows, cols / 2), (row, col + cols / 2, rows, cols / 2)]),
        }
    }
    let mut glyphs = vec![".".to_string(); size.cells()];
    for (piece, (row, col, rows, cols)) in (1..).zip(parts) {
        let at = (row + random.below(rows)) * side + col + random.below(cols);
        glyphs[at] = piece_glyph(piece).expect("61 pieces at most").to_string();
    }
    board(game, size, &glyphs)
}

/// The first board with this many pieces that the generator of the game drafts with this seed.
pub(crate) fn draft(id: &str, (rows, cols): (usize, usize), pieces: usize, seed: u64) -> Grid<u16> {
    let size = Size::new(rows, cols).expect("within the limit");
    let spec = Spec { sizes: vec![size], pieces: Some(pieces..=pieces), seed, ..Spec::default() };
    (0..).find_map(|number| game(id).draft(&spec, number)).expect("there are boards of this kind")
}
