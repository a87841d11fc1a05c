//! `h2`, `h3` and `h4`: the number of covered cells.
//!
//! `h2` is the number of uncovered cells. `h3` and `h4` are logarithms of the factor by which the
//! covered cells must grow.
//!
//! A fold doubles one piece, so it at most doubles the covered cells: at least
//! `log2(cells / covered)` folds are needed (`h4`), and one fold lowers that by at most one.
//! Multiplied by the number of pieces (`h3`) it is not a bound: the largest piece may cover the
//! rest alone.
//!
//! Logarithms of the system's library may differ in the last bit between machines, and with them
//! the order of a search. Here they are computed bit by bit on whole numbers, rounded down.

use super::super::rules::Fold;
use crate::grid::Words;
use crate::heuristics::{HeuristicInfo, Named, Valued};

pub(in super::super) const H2: HeuristicInfo = HeuristicInfo {
    whole: true,
    ..HeuristicInfo::new("h2", "the number of uncovered cells", "the number of covered cells")
};

pub(super) const fn h2<const N: usize, const C: usize>() -> Named<Fold<N, C>> {
    Named {
        info: H2,
        build: |puzzle, _| {
            Box::new(|state, _| f64::from(puzzle.whole.count() - puzzle.covered(state).count()))
        },
        parts: |puzzle, _, state, _| counted(puzzle, state),
    }
}

pub(in super::super) const H3: HeuristicInfo = HeuristicInfo::new(
    "h3",
    "log2(cells / covered cells) times the number of pieces",
    "the number of covered cells, the number of pieces",
);

pub(super) const fn h3<const N: usize, const C: usize>() -> Named<Fold<N, C>> {
    Named {
        info: H3,
        build: |puzzle, _| {
            let counts = Counts::new(puzzle, puzzle.pieces.len());
            Box::new(move |state, _| counts.estimate(puzzle.covered(state).count()))
        },
        parts: |puzzle, _, state, _| {
            let pieces = Valued::part("pieces", puzzle.pieces.len() as f64, None);
            counted(puzzle, state).into_iter().chain([pieces]).collect()
        },
    }
}

pub(in super::super) const H4: HeuristicInfo = HeuristicInfo {
    whole: false,
    ..HeuristicInfo::consistent(
        "h4",
        "log2(cells / covered cells): a fold at most doubles the covered cells",
        "the number of covered cells",
    )
};

pub(super) const fn h4<const N: usize, const C: usize>() -> Named<Fold<N, C>> {
    Named {
        info: H4,
        build: |puzzle, _| {
            let counts = Counts::new(puzzle, 1);
            Box::new(move |state, _| counts.estimate(puzzle.covered(state).count()))
        },
        parts: |puzzle, _, state, _| counted(puzzle, state),
    }
}

/// The two numbers in these heuristics.
fn counted<const N: usize, const C: usize>(puzzle: &Fold<N, C>, state: &Words<N>) -> Vec<Valued> {
    let (cells, covered) = (puzzle.whole.count(), puzzle.covered(state).count());
    let part = |name: &str, count: u32| Valued::part(name, f64::from(count), None);
    vec![part("cells", cells), part("covered cells", covered)]
}

#[derive(Clone, Debug)]
struct Counts {
    /// The estimate by the number of covered cells.
    table: Vec<f64>,
}

const PLACES: u32 = 24;

/// `log2(dividend / divisor)` rounded down to [`PLACES`] binary places; the dividend must not be
/// smaller than the divisor.
fn log2_quotient(dividend: usize, divisor: usize) -> f64 {
    // The mantissa between 1 and 2 as a fraction with 62 places; squaring it yields the places of
    // the logarithm one by one.
    let (mut rest, mut divisor) = (dividend as u128, divisor as u128);
    let mut bits: u64 = 0;
    while rest >= 2 * divisor {
        divisor *= 2;
        bits += 1;
    }
    rest = (rest << 62) / divisor;
    for _ in 0..PLACES {
        rest = (rest * rest) >> 62;
        bits <<= 1;
        if rest >= 2 << 62 {
            rest >>= 1;
            bits |= 1;
        }
    }
    bits as f64 / f64::from(1 << PLACES)
}

impl Counts {
    fn new<const N: usize, const C: usize>(puzzle: &Fold<N, C>, factor: usize) -> Counts {
        let cells = puzzle.whole.count() as usize;
        let value = |covered: usize| log2_quotient(cells, covered.max(1)) * factor as f64;
        Counts { table: (0..=cells).map(value).collect() }
    }

    fn estimate(&self, covered: u32) -> f64 {
        self.table[covered as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_mathematics_rounded_down() {
        for dividend in 1..=256 {
            for divisor in 1..=dividend {
                let (exact, ours) =
                    ((dividend as f64 / divisor as f64).log2(), log2_quotient(dividend, divisor));
                assert!(ours <= exact + 1e-12 && ours > exact - 1e-6, "{dividend}/{divisor}");
            }
        }
        assert_eq!(log2_quotient(64, 8), 3.0);
    }
}
