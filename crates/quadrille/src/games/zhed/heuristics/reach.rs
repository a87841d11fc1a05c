//! `reach`: one walk to a goal, and the fewest walks that can support it.
//!
//! The last move of a plan is the walk of some number over a goal. A number in line with the goal
//! lacks the free cells up to the goal, the goal included, beyond its value. Other walks must fill
//! these before. A walk along the same line fills at most its number's value of them; a walk across
//! the line fills one, and only a cell in line with some unused number beside the line. The fewest
//! walks with which the sum can be reached, plus one for the last walk, is a lower bound for this
//! number; the least over all numbers and goals is one for the position. If no number can get
//! enough help, there is no plan.
//!
//! **Admissible**: each supporting walk is one move of one number, and fills no more than it is
//! credited with.
//!
//! **Consistent**: take the best number and helpers after a move. Before the move the same number
//! lacked at most the cells more that the move filled on its way, for which the moved number is
//! credited; so one more helper was enough.

use super::super::rules::Zhed;
use crate::grid::{Direction, Words};
use crate::heuristics::{DEAD_END, HeuristicInfo, Named, Valued};

pub(in super::super) const REACH: HeuristicInfo = HeuristicInfo::consistent(
    "reach",
    "one walk to a goal, and the fewest other walks that can fill the cells it lacks",
    "numbers in line with a goal, and those that cross the line between",
);

pub(super) const fn reach<const C: usize>() -> Named<Zhed<C>> {
    Named {
        info: REACH,
        build: |puzzle, _| {
            let reach = Reach::new(puzzle);
            Box::new(move |state, _| reach.estimate(*state))
        },
        parts: |puzzle, _, state, _| Reach::new(puzzle).parts(puzzle, *state),
    }
}

#[derive(Clone, Debug)]
struct Reach<const C: usize> {
    lines: Vec<Lane<C>>,
    /// For each cell, the numbers in line with it along its column, and along its row.
    beside: [Vec<Words<C>>; 2],
    /// The value of the number on each cell.
    values: Vec<u32>,
    all_numbers: Words<C>,
}

/// The path of a number to a goal.
#[derive(Clone, Debug)]
struct Lane<const C: usize> {
    cell: usize,
    value: u32,
    /// The cells up to the goal, inclusive, that were free at the start.
    way: Words<C>,
    /// The other numbers on the whole line: their walks along it can help.
    along: Words<C>,
    /// True if walks across it run along rows.
    across_is_row: bool,
}

impl<const C: usize> Reach<C> {
    fn new(puzzle: &Zhed<C>) -> Reach<C> {
        let size = puzzle.size;
        let numbers: Vec<_> = puzzle.numbers.iter().collect();
        let all_numbers: Words<C> = numbers.iter().map(|number| number.cell).collect();
        let line_numbers = |cell: usize, ends: [Direction; 2]| -> Words<C> {
            ends.into_iter()
                .flat_map(|end| size.ray(size.coord(cell), end))
                .map(|at| size.index(at))
                .collect::<Words<C>>()
                & all_numbers
        };
        let mut values = vec![0; size.cells()];
        let mut lines = Vec::new();
        for number in &numbers {
            values[number.cell] = number.value;
            for direction in Direction::ALL {
                let ray: Vec<usize> =
                    size.ray(size.coord(number.cell), direction).map(|at| size.index(at)).collect();
                for (last, &goal) in ray.iter().enumerate() {
                    if !puzzle.goals.contains(goal) {
                        continue;
                    }
                    let way = ray[..=last].iter().copied().collect::<Words<C>>();
                    lines.push(Lane {
                        cell: number.cell,
                        value: number.value,
                        way: way & number.rays[direction as usize],
                        along: line_numbers(number.cell, [direction, direction.opposite()]),
                        across_is_row: direction.is_vertical(),
                    });
                    // A farther goal is filled only after this one.
                    break;
                }
            }
        }
        let beside = [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]]
            .map(|ends| (0..size.cells()).map(|cell| line_numbers(cell, ends)).collect());
        Reach { lines, beside, values, all_numbers }
    }

    fn estimate(&self, state: Words<C>) -> f64 {
        let unused = self.all_numbers & !state;
        let mut least = u32::MAX;
        for line in self.lines.iter().filter(|line| !state.contains(line.cell)) {
            let free = line.way & !state;
            let distance = free.count();
            if distance <= line.value {
                return 1.0;
            }
            let helpers = self.helpers(line, free, unused, distance - line.value, least);
            least = least.min(helpers.saturating_add(1));
        }
        if least == u32::MAX { DEAD_END } else { f64::from(least) }
    }

    /// For each unused number in line with a goal: its own walk, and the fewest that can help it.
    fn parts(&self, puzzle: &Zhed<C>, state: Words<C>) -> Vec<Valued> {
        let unused = self.all_numbers & !state;
        let lines = self.lines.iter().filter(|line| !state.contains(line.cell));
        lines
            .map(|line| {
                let free = line.way & !state;
                let lacking = free.count().saturating_sub(line.value);
                let helpers = match lacking {
                    0 => Some(0),
                    _ => Some(self.helpers(line, free, unused, lacking, u32::MAX))
                        .filter(|&helpers| helpers != u32::MAX),
                };
                let at = puzzle.size.coord(line.cell);
                let value = helpers.map_or(DEAD_END, |helpers| f64::from(helpers + 1));
                Valued::part(format!("{} at {at}", line.value), value, Some(line.cell))
            })
            .collect()
    }

    /// The fewest walks of other numbers that can fill this many of these cells, or `u32::MAX` if
    /// they cannot, or not with fewer than the known best.
    fn helpers(
        &self,
        line: &Lane<C>,
        free: Words<C>,
        unused: Words<C>,
        lacking: u32,
        known: u32,
    ) -> u32 {
        // The strongest first: counted from the highest value down.
        let mut strongest = [0_u8; 100];
        let mut highest = 0;
        for cell in (line.along & unused).bits() {
            let value = self.values[cell].min(99) as usize;
            strongest[value] += 1;
            highest = highest.max(value);
        }
        let (mut left, mut helpers) = (lacking, 0);
        for value in (1..=highest).rev() {
            for _ in 0..strongest[value] {
                if left == 0 || helpers + 2 >= known {
                    break;
                }
                // A walk of 1 along the line fills no more than one across it, and neither is
                // limited yet.
                left = left.saturating_sub(value as u32);
                helpers += 1;
            }
        }
        if left == 0 {
            return helpers;
        }
        if helpers + 2 >= known {
            return u32::MAX;
        }
        let beside = &self.beside[usize::from(line.across_is_row)];
        let crossed = free.bits().filter(|&cell| beside[cell].intersects(unused)).count() as u32;
        if left <= crossed { helpers + left } else { u32::MAX }
    }
}
