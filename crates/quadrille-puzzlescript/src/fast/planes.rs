//! The cells of some objects as bits: rows that need no movement are looked for where their objects
//! are, instead of in every cell.

use super::rules::{FastCell, FastPhase, Words};
use crate::bits::iterate;

/// The most sets of objects by which a row is looked for, and the most objects of one.
const MOST_KEYS: usize = 4;
const MOST_CHOICES: usize = 16;

/// A condition of one cell of a row: it holds one of some objects.
pub(super) struct Key {
    /// The number of the cell in the row.
    cell: usize,
    planes: Vec<usize>,
}

/// For each object that some row is looked for by, the cells that hold it, column by column.
pub(super) struct Planes<const N: usize> {
    /// These objects.
    indexed: Words<N>,
    numbers: Vec<usize>,
    bits: Vec<u64>,
    /// Words of a plane.
    words: usize,
    is_current: bool,
}

impl<const N: usize> Planes<N> {
    /// The planes for all rows of some rules; sets the keys of these rows.
    pub(super) fn new<const M: usize>(
        phases: [&mut FastPhase<N, M>; 2],
        background: Words<N>,
        cells: usize,
    ) -> Planes<N> {
        let words = cells.div_ceil(64);
        let mut planes = Planes {
            indexed: [0; N],
            numbers: vec![0; N * 64],
            bits: Vec::new(),
            words,
            is_current: false,
        };
        let mut count = 0;
        for phase in phases {
            let rules = phase.groups.iter_mut().flatten();
            for row in rules.flat_map(|rule| &mut rule.rows).filter(|row| row.anchor.is_none()) {
                let first = if row.ellipses > 0 { row.gaps[0] } else { row.cells.len() };
                let choices = choices(&row.cells[..first], &background);
                row.keys = choices
                    .into_iter()
                    .map(|(cell, objects)| {
                        let number = |object: usize| planes.index(object, &mut count);
                        Key { cell, planes: iterate(&objects).map(number).collect() }
                    })
                    .collect();
            }
        }
        planes.bits = vec![0; count * words];
        planes
    }

    /// The plane of an object.
    fn index(&mut self, object: usize, count: &mut usize) -> usize {
        let bit = 1 << (object % 64);
        if self.indexed[object / 64] & bit == 0 {
            self.indexed[object / 64] |= bit;
            self.numbers[object] = *count;
            *count += 1;
        }
        self.numbers[object]
    }

    /// Notes that the board was replaced.
    pub(super) fn forget(&mut self) {
        self.is_current = false;
    }

    /// Reads the board if it was replaced.
    pub(super) fn read(&mut self, board: &[Words<N>]) {
        if self.is_current || self.bits.is_empty() {
            return;
        }
        self.is_current = true;
        self.bits.fill(0);
        for (index, cell) in board.iter().enumerate() {
            self.flip(index, cell);
        }
    }

    #[inline(always)]
    pub(super) fn flip(&mut self, index: usize, changed: &Words<N>) {
        for word in 0..N {
            let mut left = changed[word] & self.indexed[word];
            while left != 0 {
                let object = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                self.bits[self.numbers[object] * self.words + index / 64] ^= 1 << (index % 64);
            }
        }
    }

    /// The cells in which a row may begin: the objects of the keys are where it needs them. `delta`
    /// is the step from one cell of the row to the next.
    pub(super) fn candidates(&self, keys: &[Key], delta: isize, candidates: &mut [u64]) {
        for (number, key) in keys.iter().enumerate() {
            let shift = key.cell as isize * delta;
            for (word, found) in candidates.iter_mut().enumerate() {
                let planes = key.planes.iter().map(|plane| &self.bits[plane * self.words..]);
                let planes = planes.map(|plane| &plane[..self.words]);
                let here = planes.fold(0, |all, plane| all | shifted(plane, word, shift));
                *found = if number == 0 { here } else { *found & here };
            }
        }
    }
}

/// A word of a plane in which each cell stands for the one `shift` cells behind it.
#[inline(always)]
fn shifted(plane: &[u64], word: usize, shift: isize) -> u64 {
    let at = (word * 64) as isize + shift;
    let (from, bits) = (at.div_euclid(64), at.rem_euclid(64) as u32);
    let get = |at: isize| {
        let word = usize::try_from(at).ok().and_then(|at| plane.get(at));
        word.copied().unwrap_or(0)
    };
    let low = get(from) >> bits;
    if bits == 0 { low } else { low | get(from + 1) << (64 - bits) }
}

/// The sets of objects that cells must hold one of, the most telling first. An object of the
/// background says nothing if there is another one.
fn choices<const N: usize, const M: usize>(
    cells: &[FastCell<N, M>],
    background: &Words<N>,
) -> Vec<(usize, Words<N>)> {
    let mut choices = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        for object in iterate(&cell.present) {
            let mut single = [0; N];
            single[object / 64] |= 1 << (object % 64);
            choices.push((number, single));
        }
        choices.extend(cell.any.iter().map(|&any| (number, any)));
    }
    let size = |set: &Words<N>| set.iter().map(|word| word.count_ones() as usize).sum::<usize>();
    let is_background = |set: &Words<N>| (0..N).any(|word| set[word] & background[word] != 0);
    choices.retain(|(_, set)| size(set) <= MOST_CHOICES);
    choices.sort_by_key(|(_, set)| (is_background(set), size(set)));
    let telling = choices.iter().take_while(|(_, set)| !is_background(set)).count();
    choices.truncate(telling.clamp(1, MOST_KEYS));
    choices
}
