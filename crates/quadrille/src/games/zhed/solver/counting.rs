//! Counts the used numbers line by line, with auxiliary variables.
//!
//! With a single constraint "at most K numbers", learnt clauses can only name sets of single
//! numbers, and a proof by counting becomes exponentially long. So the count is built up as a tree
//! of sums (a totalizer; Bailleux and Boufkhad 2003) whose leaves are ordered by what the rules
//! couple: the numbers of a column that go up or down are summed first, then neighbouring columns,
//! then all columns; likewise the rows for left and right; last the two halves. Learnt clauses can
//! then express facts such as "these three columns take five numbers", which raise the bound. On
//! the hardest known board of 36 numbers a bound of 23 takes 7,400 conflicts this way and 107,000
//! if each number is counted in its column whichever way it goes; counted in its row, 900,000
//! conflicts were not enough, and with the single constraint 1.2 million.

use super::super::Game;
use super::cdcl::{Engine, Lit};
use super::claims::Claims;
use super::effort::Effort;
use super::encoding::Encoding;
use crate::definition::Definition;
use crate::search::{Stop, toolkit::OutOfMemory};

/// A unary sum: the literal at index k means that at least k + 1 of the summed literals hold.
type Sum = Vec<Lit>;

/// Adds the tree of sums to the engine and returns its root: the literal at index k means that more
/// than k numbers are used. Counts stop at `most`.
pub(super) fn count_by_lines(
    encoding: &mut Encoding,
    claims: &Claims,
    most: usize,
    effort: &mut Effort<'_, '_>,
) -> Result<Vec<Lit>, Stop> {
    let numbers = claims.numbers.len();
    let mut halves = Vec::new();
    let mut sum_up = |engine: &mut Engine, sums| sum_up(engine, sums, most, effort);
    for vertical in [true, false] {
        let mut lines: Vec<Vec<Sum>> = vec![Vec::new(); Game::FAST_SIDE];
        for number in 0..numbers {
            // The line of a number that goes up or down is its column, otherwise its row.
            let at = claims.numbers[number].at;
            let line = if vertical { at.col } else { at.row };
            if let Some(goes) = goes_along(encoding, number, vertical)? {
                lines[usize::from(line)].push(vec![goes]);
            }
        }
        let mut sums = Vec::new();
        for line in lines {
            sums.extend(sum_up(&mut encoding.engine, line)?);
        }
        halves.extend(sum_up(&mut encoding.engine, sums)?);
    }
    let mut root = sum_up(&mut encoding.engine, halves)?.unwrap_or_default();
    // A number goes only one way, so the upper part of the root can never hold.
    root.truncate(numbers);
    Ok(root)
}

/// The literal that a number goes along an axis, in either direction; `None` if it cannot.
fn goes_along(
    encoding: &mut Encoding,
    number: usize,
    vertical: bool,
) -> Result<Option<Lit>, OutOfMemory> {
    let ways: Vec<Lit> = encoding
        .rays
        .iter()
        .filter(|ray| ray.number == number && ray.direction.is_vertical() == vertical)
        .map(|ray| ray.goes)
        .collect();
    if ways.len() < 2 {
        return Ok(ways.first().copied());
    }
    let engine = &mut encoding.engine;
    let either = engine.variable(false)?;
    let mut clause = ways.clone();
    clause.push(!either);
    engine.add_clause(&clause)?;
    for way in ways {
        engine.add_clause(&[!way, either])?;
    }
    Ok(Some(either))
}

/// Adds sums pairwise, neighbours first, until one is left.
fn sum_up(
    engine: &mut Engine,
    mut sums: Vec<Sum>,
    most: usize,
    effort: &mut Effort<'_, '_>,
) -> Result<Option<Sum>, Stop> {
    while sums.len() > 1 {
        sums = sums
            .chunks(2)
            .map(|pair| match pair {
                [left, right] => add(engine, left, right, most, effort),
                rest => Ok(rest.concat()),
            })
            .collect::<Result<_, _>>()?;
    }
    Ok(sums.pop())
}

/// The sum of two sums, limited to `most`, defined in both directions.
fn add(
    engine: &mut Engine,
    left: &[Lit],
    right: &[Lit],
    most: usize,
    effort: &mut Effort<'_, '_>,
) -> Result<Sum, Stop> {
    let sum: Sum = (0..most.min(left.len() + right.len()))
        .map(|_| engine.variable(false))
        .collect::<Result<_, _>>()?;
    for i in 0..=left.len() {
        effort.check_now(engine.bytes())?;
        for j in 0..=right.len() {
            if i + j > 0 {
                let mut clause = vec![sum[(i + j).min(most) - 1]];
                clause.extend(i.checked_sub(1).map(|i| !left[i]));
                clause.extend(j.checked_sub(1).map(|j| !right[j]));
                engine.add_clause(&clause)?;
            }
            if i + j < sum.len() {
                let mut clause = vec![!sum[i + j]];
                clause.extend(left.get(i));
                clause.extend(right.get(j));
                engine.add_clause(&clause)?;
            }
        }
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::super::cdcl::{Engine, Lit, SatResult};
    use super::super::effort::Effort;
    use super::sum_up;
    use crate::search::{Control, Stop};

    #[test]
    fn a_sum_counts_its_literals_exactly() -> Result<(), Stop> {
        let control = Control::default();
        for (world, most) in (0..32u32).flat_map(|world| [(world, 3), (world, 4), (world, 9)]) {
            let mut meter = control.start();
            let mut effort = Effort::new(&mut meter);
            let mut engine = Engine::new(0, usize::MAX)?;
            let lits: Vec<Lit> =
                (0..5).map(|_| engine.variable(false)).collect::<Result<_, _>>()?;
            let leaves = lits.iter().map(|&lit| vec![lit]).collect();
            let sum = sum_up(&mut engine, leaves, most, &mut effort)?.expect("leaves");
            assert_eq!(sum.len(), most.min(5));
            for (at, &lit) in lits.iter().enumerate() {
                engine.add_clause(&[if world >> at & 1 == 1 { lit } else { !lit }])?;
            }
            let answer = engine.search(&[], u64::MAX, &mut effort);
            assert_eq!(answer, SatResult::Satisfied);
            for (at, &lit) in sum.iter().enumerate() {
                assert_eq!(engine.holds(lit), world.count_ones() as usize > at);
            }
        }
        Ok(())
    }
}
