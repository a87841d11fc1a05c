//! `h1` to `h5`: the heuristics of the course project.
//!
//! * `h1`: over all unused numbers in line with a goal, the least of distance less filled cells
//!   between, less the number's value. Zero or less means that the number can fill the goal at
//!   once. Unused numbers between are not subtracted; since a walk steps over them, a number may be
//!   able to do so even if its value here is above zero.
//! * `h2`: 1 / (unused numbers in line with a goal). It never exceeds 1; no number in line means a
//!   dead end.
//! * `h3` and `h4`: 1000 / (sum of the unused numbers' extensions plus filled cells). The extension
//!   of a number in a direction is the number of cells it can fill there, plus one half for every
//!   unused number that it crosses; `h3` takes the largest of the four directions, `h4` their mean.
//! * `h5`: `h2 + h4`.
//!
//! In a position that is not solved no goal is reached, so the factor `1 − goals reached` is 1.

use super::super::rules::Zhed;
use crate::grid::{Direction, Words};
use crate::heuristics::{DEAD_END, HeuristicInfo, Named, Valued};

pub(in super::super) const H1: HeuristicInfo = HeuristicInfo::new(
    "h1",
    "the least distance from a goal to a number in line with it, minus its value and the filled cells between",
    "numbers in line with a goal",
);

pub(super) const fn h1<const C: usize>() -> Named<Zhed<C>> {
    Named {
        info: H1,
        build: |puzzle, _| {
            let values = Values::new(puzzle);
            Box::new(move |&state, _| values.least_distance(state))
        },
        parts: |puzzle, _, state, _| {
            Values::new(puzzle).parts_in_line(puzzle, *state, |number| number.distance(*state))
        },
    }
}

pub(in super::super) const H2: HeuristicInfo = HeuristicInfo {
    whole: false,
    ..HeuristicInfo::consistent(
        "h2",
        "1 / numbers in line with a goal",
        "numbers in line with a goal",
    )
};

pub(super) const fn h2<const C: usize>() -> Named<Zhed<C>> {
    Named {
        info: H2,
        build: |puzzle, _| {
            let values = Values::new(puzzle);
            Box::new(move |&state, _| values.in_line(state))
        },
        parts: |puzzle, _, state, _| Values::new(puzzle).parts_in_line(puzzle, *state, |_| 1.0),
    }
}

pub(in super::super) const H3: HeuristicInfo = HeuristicInfo::new(
    "h3",
    "1000 / (the numbers' best extensions plus filled cells)",
    "the reach of each number in each direction",
);

pub(super) const fn h3<const C: usize>() -> Named<Zhed<C>> {
    Named {
        info: H3,
        build: |puzzle, _| {
            let values = Values::new(puzzle);
            Box::new(move |&state, _| values.extension(state, Extensions::Largest))
        },
        parts: |puzzle, _, state, _| {
            Values::new(puzzle).extension_parts(puzzle, *state, Extensions::Largest)
        },
    }
}

pub(in super::super) const H4: HeuristicInfo = HeuristicInfo::new(
    "h4",
    "1000 / (the numbers' mean extensions plus filled cells)",
    "the reach of each number in each direction",
);

pub(super) const fn h4<const C: usize>() -> Named<Zhed<C>> {
    Named {
        info: H4,
        build: |puzzle, _| {
            let values = Values::new(puzzle);
            Box::new(move |&state, _| values.extension(state, Extensions::Mean))
        },
        parts: |puzzle, _, state, _| {
            Values::new(puzzle).extension_parts(puzzle, *state, Extensions::Mean)
        },
    }
}

pub(in super::super) const H5: HeuristicInfo = HeuristicInfo::new(
    "h5",
    "h2 plus h4",
    "numbers in line with a goal, the reach of each number in each direction",
);

pub(super) const fn h5<const C: usize>() -> Named<Zhed<C>> {
    Named {
        info: H5,
        build: |puzzle, _| {
            let values = Values::new(puzzle);
            Box::new(move |&state, _| {
                values.in_line(state) + values.extension(state, Extensions::Mean)
            })
        },
        parts: |puzzle, _, state, _| {
            let (values, state) = (Values::new(puzzle), *state);
            let whole =
                |name: &str, value, parts| Valued { parts, ..Valued::part(name, value, None) };
            let in_line = values.parts_in_line(puzzle, state, |_| 1.0);
            let extensions = values.extension_parts(puzzle, state, Extensions::Mean);
            let mean = values.extension(state, Extensions::Mean);
            vec![whole(H2.name, values.in_line(state), in_line), whole(H4.name, mean, extensions)]
        },
    }
}

#[derive(Clone, Copy, Debug)]
enum Extensions {
    Largest,
    Mean,
}

#[derive(Clone, Debug)]
struct Values<const C: usize> {
    numbers: Vec<Number<C>>,
    all_numbers: Words<C>,
}

#[derive(Clone, Debug)]
struct Number<const C: usize> {
    cell: usize,
    value: u32,
    /// For each goal in line, the cells up to it, inclusive.
    ways: Vec<Words<C>>,
    /// For each direction the cells from near to far.
    rays: [Vec<u8>; 4],
}

impl<const C: usize> Number<C> {
    /// The least distance to a goal in line, less the filled cells and the value.
    fn distance(&self, state: Words<C>) -> f64 {
        let open = |way: &Words<C>| f64::from((*way & !state).count()) - f64::from(self.value);
        self.ways.iter().map(open).fold(DEAD_END, f64::min)
    }

    /// The contribution of the number to a heuristic.
    fn part(&self, puzzle: &Zhed<C>, value: f64) -> Valued {
        let at = puzzle.size.coord(self.cell);
        Valued::part(format!("{} at {at}", self.value), value, Some(self.cell))
    }
}

impl<const C: usize> Values<C> {
    fn new(puzzle: &Zhed<C>) -> Values<C> {
        let size = puzzle.size;
        let numbers: Vec<Number<C>> = puzzle
            .numbers
            .iter()
            .map(|number| {
                let rays = Direction::ALL.map(|direction| {
                    size.ray(size.coord(number.cell), direction)
                        .map(|at| size.index(at) as u8)
                        .collect::<Vec<_>>()
                });
                let ways = Direction::ALL
                    .iter()
                    .flat_map(|&direction| {
                        let ray = &rays[direction as usize];
                        let is_goal = |&last: &usize| puzzle.goals.contains(usize::from(ray[last]));
                        let way = move |last: usize| -> Words<C> {
                            ray[..=last].iter().map(|&cell| usize::from(cell)).collect()
                        };
                        (0..ray.len()).filter(is_goal).map(way).collect::<Vec<_>>()
                    })
                    .collect();
                Number { cell: number.cell, value: number.value, ways, rays }
            })
            .collect();
        let all_numbers = numbers.iter().map(|number| number.cell).collect();
        Values { numbers, all_numbers }
    }

    fn unused(&self, state: Words<C>) -> impl Iterator<Item = &Number<C>> {
        self.numbers.iter().filter(move |number| !state.contains(number.cell))
    }

    fn least_distance(&self, state: Words<C>) -> f64 {
        self.unused(state).map(|number| number.distance(state)).fold(DEAD_END, f64::min)
    }

    fn in_line(&self, state: Words<C>) -> f64 {
        match self.unused(state).filter(|number| !number.ways.is_empty()).count() {
            0 => DEAD_END,
            count => 1.0 / count as f64,
        }
    }

    fn extension(&self, state: Words<C>, of: Extensions) -> f64 {
        let sum: u32 = self.unused(state).map(|number| self.eighths(number, state, of)).sum();
        let total = f64::from(sum) / 8.0 + f64::from(state.count());
        if total > 0.0 { 1000.0 / total } else { 2000.0 }
    }

    /// The unused numbers in line with a goal, each with its value.
    fn parts_in_line(
        &self,
        puzzle: &Zhed<C>,
        state: Words<C>,
        value: impl Fn(&Number<C>) -> f64,
    ) -> Vec<Valued> {
        let in_line = self.unused(state).filter(|number| !number.ways.is_empty());
        in_line.map(|number| number.part(puzzle, value(number))).collect()
    }

    /// The extensions of the unused numbers, and the filled cells.
    fn extension_parts(&self, puzzle: &Zhed<C>, state: Words<C>, of: Extensions) -> Vec<Valued> {
        let value = |number| f64::from(self.eighths(number, state, of)) / 8.0;
        let numbers = self.unused(state).map(|number| number.part(puzzle, value(number)));
        let filled = Valued::part("filled cells", f64::from(state.count()), None);
        numbers.chain([filled]).collect()
    }

    /// The extension of a number, in eighths, so that sums are exact.
    fn eighths(&self, number: &Number<C>, state: Words<C>, of: Extensions) -> u32 {
        let mut halves = [0; 4];
        for (halves, ray) in halves.iter_mut().zip(&number.rays) {
            *halves = self.halves(number.value, ray, state);
        }
        match of {
            Extensions::Largest => 4 * halves.into_iter().max().unwrap_or(0),
            Extensions::Mean => halves.into_iter().sum::<u32>(),
        }
    }

    /// Twice the extension of a number along a ray.
    fn halves(&self, value: u32, ray: &[u8], state: Words<C>) -> u32 {
        let (mut left, mut halves) = (value, 0);
        for cell in ray.iter().map(|&cell| usize::from(cell)) {
            if left == 0 {
                break;
            }
            if self.all_numbers.contains(cell) {
                halves += u32::from(!state.contains(cell));
            } else if !state.contains(cell) {
                left -= 1;
                halves += 2;
            }
        }
        halves
    }
}
