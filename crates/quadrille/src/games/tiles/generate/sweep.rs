//! All levels on one ground, rated together.
//!
//! For given walls and blocks, the positions after a slide are few: a thousand or two on 6×6 with
//! three blocks, out of 40,000 placements. All reachable goals are covered by one of them, or by
//! several if there are stoppers, and every position of a plan after the start is one of them. A
//! breadth-first search backwards from those that cover the same goals rates all levels with these
//! goals together. Only for the farthest goals it is checked whether some start that is not the end
//! of a slide is one move farther.

use std::collections::HashMap;

use super::super::cell::Cell;
use super::super::plain;
use super::super::rules::Tiles;
use super::{coverings, placed};
use crate::definition::Hardest;
use crate::grid::{Grid, Words};
use crate::moves::Move;
use crate::search::{
    space::Space,
    toolkit::{Deadline, Inserted, Nodes, Parent},
};

/// More positions are too many to start a search from each.
const MOST_SETTLED: u32 = 6_000;

/// The slide moves nothing.
const NOWHERE: u32 = u32::MAX;

const FAR: u16 = u16::MAX;

struct Ground {
    /// The positions that are the end of a slide.
    settled: Nodes<Words<1>>,
    /// The targets of the four slides from each of them.
    slides: Vec<[u32; 4]>,
    /// All placements with their slides.
    starts: Vec<(Words<1>, [u32; 4])>,
}

/// The hardest of all levels with the walls and the blocks of this board, with blocks and goals
/// anywhere.
pub(super) fn hardest(board: &Grid<Cell>, nodes: u64) -> Option<Hardest<Cell>> {
    let blocks = plain::blocks(board).count();
    let floor: Vec<u8> = board
        .coords_where(|cell| cell != Cell::Wall)
        .map(|at| board.size().index(at) as u8)
        .collect();
    let placements = (0..blocks as u64).try_fold(1_u64, |product, taken| {
        product.checked_mul((floor.len() as u64).checked_sub(taken)?)
    });
    if blocks > 8 || placements.is_none_or(|placements| placements > nodes) {
        return None;
    }
    let puzzle = Tiles::<1>::from_board(board);
    let ground = Ground::new(&puzzle, &floor, blocks)?;
    let backwards = ground.backwards();
    let goals = ground.goals(&puzzle);
    let mut distances = vec![FAR; ground.settled.len() as usize];
    let mut queue = Vec::with_capacity(distances.len());
    let mut best = (0, Words::EMPTY, Words::EMPTY);
    for (goal, solved) in &goals {
        let goal = *goal;
        distances.fill(FAR);
        let farthest = backwards.distances(solved, &mut distances, &mut queue);
        if farthest + 1 < best.0 {
            continue;
        }
        if farthest > best.0 {
            let start = queue.last().map(|&node| *ground.settled.state(node));
            best = (farthest, goal, start.unwrap_or(Words::EMPTY));
        }
        if let Some(start) = ground.start_beyond(&puzzle, goal, farthest, &distances)
            && farthest + 1 > best.0
        {
            best = (farthest + 1, goal, start);
        }
    }
    let (moves, goal, start) = best;
    (moves > 0).then(|| Hardest {
        board: placed(board, &puzzle, Some(start), goal),
        moves: moves.into(),
        rated: ground.starts.len() as u64 * goals.len() as u64,
    })
}

impl Ground {
    fn new(puzzle: &Tiles<1>, floor: &[u8], blocks: usize) -> Option<Ground> {
        let mut ground = Ground {
            settled: Nodes::new(usize::MAX, Deadline::default()),
            slides: Vec::new(),
            starts: Vec::new(),
        };
        ground.place(puzzle, floor, blocks, 0, Words::EMPTY)?;
        let mut next = 0;
        while next < ground.settled.len() {
            let state = *ground.settled.state(next);
            let slides = ground.slides_from(puzzle, state)?;
            ground.slides.push(slides);
            next += 1;
        }
        Some(ground)
    }

    /// Puts the blocks from this one on in every place.
    fn place(
        &mut self,
        puzzle: &Tiles<1>,
        floor: &[u8],
        blocks: usize,
        block: usize,
        mut state: Words<1>,
    ) -> Option<()> {
        if block == blocks {
            if puzzle.canonical_form(state) == state {
                let slides = self.slides_from(puzzle, state)?;
                self.starts.push((state, slides));
            }
            return Some(());
        }
        for &cell in floor {
            if (0..block).all(|other| state.byte(other) != cell) {
                state.set_byte(block, cell);
                self.place(puzzle, floor, blocks, block + 1, state)?;
            }
        }
        Some(())
    }

    fn slides_from(&mut self, puzzle: &Tiles<1>, state: Words<1>) -> Option<[u32; 4]> {
        let mut slides = [NOWHERE; 4];
        puzzle.slides(&state, |mv, after| {
            let Move::All(direction) = mv else { return };
            if let Ok(Inserted::New(node) | Inserted::Known(node)) =
                self.settled.insert(puzzle.canonical_form(after), Parent::NONE)
            {
                slides[direction as usize] = node;
            }
        });
        (self.settled.len() <= MOST_SETTLED).then_some(slides)
    }

    /// All goals that can be covered, each with the positions that cover them, in order of
    /// discovery.
    fn goals(&self, puzzle: &Tiles<1>) -> Vec<(Words<1>, Vec<u32>)> {
        let mut numbers = HashMap::new();
        let mut goals: Vec<(Words<1>, Vec<u32>)> = Vec::new();
        for node in 0..self.settled.len() {
            for covered in coverings(puzzle, *self.settled.state(node)) {
                let number = *numbers.entry(covered).or_insert(goals.len());
                match goals.get_mut(number) {
                    Some((_, solved)) => solved.push(node),
                    None => goals.push((covered, vec![node])),
                }
            }
        }
        goals
    }

    fn backwards(&self) -> Backwards {
        let mut first = vec![0_u32; self.slides.len() + 1];
        let steps = || {
            let froms = self.slides.iter().enumerate();
            froms.flat_map(|(from, slides)| {
                slides
                    .iter()
                    .filter(|&&to| to != NOWHERE)
                    .map(move |&to| (from as u32, to as usize))
            })
        };
        for (_, to) in steps() {
            first[to] += 1;
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut from_nodes = vec![0; sum as usize];
        for (from, to) in steps() {
            first[to] -= 1;
            from_nodes[first[to] as usize] = from;
        }
        Backwards { first, from_nodes }
    }

    /// A start whose slides all lead to positions at the largest distance from the goal.
    fn start_beyond(
        &self,
        puzzle: &Tiles<1>,
        goal: Words<1>,
        farthest: u16,
        distances: &[u16],
    ) -> Option<Words<1>> {
        let is_beyond = |(start, slides): &&(Words<1>, [u32; 4])| {
            let mut all = slides.iter().filter(|&&node| node != NOWHERE);
            let distance = |&node: &u32| distances[node as usize];
            all.clone().any(|node| distance(node) == farthest)
                && all.all(|node| matches!(distance(node), FAR) || distance(node) == farthest)
                && !coverings(puzzle, *start).contains(&goal)
        };
        self.starts.iter().find(is_beyond).map(|(start, _)| *start)
    }
}

/// The predecessors of each position.
struct Backwards {
    first: Vec<u32>,
    from_nodes: Vec<u32>,
}

impl Backwards {
    /// Computes the distances of all positions to the solved ones and returns the largest. The
    /// queue ends with the farthest position.
    fn distances(&self, solved: &[u32], distances: &mut [u16], queue: &mut Vec<u32>) -> u16 {
        queue.clear();
        queue.extend(solved);
        for &node in solved {
            distances[node as usize] = 0;
        }
        let mut next = 0;
        let mut farthest = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            farthest = distances[node as usize];
            let (from, to) = (self.first[node as usize], self.first[node as usize + 1]);
            for &before in &self.from_nodes[from as usize..to as usize] {
                if distances[before as usize] == FAR {
                    distances[before as usize] = farthest + 1;
                    queue.push(before);
                }
            }
        }
        farthest
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Game;
    use super::*;
    use crate::definition::{Cell as _, Definition};
    use crate::grid::Size;
    use crate::search::{Control, Outcome};

    fn board(text: &str) -> Grid<Cell> {
        let rows: Vec<Vec<&str>> =
            text.lines().map(|row| row.split_whitespace().collect()).collect();
        let cells = rows.iter().flatten().map(|glyph| Cell::from_glyph(glyph).unwrap());
        Grid::from_cells(Size::new(rows.len(), rows[0].len()).unwrap(), cells.collect()).unwrap()
    }

    /// All boards with these blocks and goals anywhere on the ground, each solved separately.
    fn longest(ground: &Grid<Cell>, things: &[&str]) -> u32 {
        let Some((thing, others)) = things.split_first() else {
            let report = Game.best(ground, &mut Control::default().start(), None);
            return match report.outcome {
                Outcome::Solved { cost, .. } => cost,
                _ => 0,
            };
        };
        let thing = Cell::from_glyph(thing).unwrap();
        let mut longest_yet = 0;
        for at in ground.size().coords() {
            let Cell::Floor { goal, block } = ground[at] else { continue };
            if goal.is_some() && thing.goal().is_some()
                || block.is_some() && thing.block().is_some()
            {
                continue;
            }
            let mut with = ground.clone();
            with[at] = Cell::Floor { goal: goal.or(thing.goal()), block: block.or(thing.block()) };
            longest_yet = longest_yet.max(longest(&with, others));
        }
        longest_yet
    }

    #[test]
    fn the_hardest_of_all_levels_on_a_ground_is_found() {
        let ground = board(". . . #\n# . . .\n. . # .\n");
        for (start, things) in [
            ("rR . . #\n# . . .\n. . # .\n", &["r", "R"][..]),
            ("rR b . #\n# . . .\n. . # .\n", &["r", "R", "b"]),
            ("rR r . #\n# . . .\n. . # .\n", &["r", "r", "R"]),
            ("rR bB . #\n# . . .\n. . # .\n", &["r", "R", "b", "B"]),
        ] {
            let hardest = hardest(&board(start), 100_000).unwrap();
            assert_eq!(hardest.moves, longest(&ground, things), "{things:?}");
            assert_eq!(Game.problems(&hardest.board), []);
            let report = Game.best(&hardest.board, &mut Control::default().start(), None);
            let moves = report.plan().map(|(_, moves)| moves);
            assert_eq!(moves, Some(hardest.moves), "{things:?}");
        }
    }
}
