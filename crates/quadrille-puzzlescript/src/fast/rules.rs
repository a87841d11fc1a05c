//! Rules as masks over words.

use super::planes::Key;
use crate::bits::{Bits, LAYERS_PER_WORD};
use crate::program::{Cell, Command, Filter, Quantifier, Replacement, Row, Rule, step};

/// The most rows of a rule that the fast rules support.
pub(super) const MOST_ROWS: usize = 16;

pub(super) type Words<const N: usize> = [u64; N];

#[inline(always)]
pub(super) fn within<const N: usize>(own: &Words<N>, other: &Words<N>) -> bool {
    let mut rest = 0;
    for word in 0..N {
        rest |= own[word] & !other[word];
    }
    rest == 0
}

#[inline(always)]
pub(super) fn meets<const N: usize>(own: &Words<N>, other: &Words<N>) -> bool {
    let mut both = 0;
    for word in 0..N {
        both |= own[word] & other[word];
    }
    both != 0
}

#[inline(always)]
pub(super) fn is_zero<const N: usize>(own: &Words<N>) -> bool {
    own.iter().all(|word| *word == 0)
}

pub(super) fn words<const N: usize>(bits: &Bits) -> Words<N> {
    let mut words = [0; N];
    words[..bits.0.len()].copy_from_slice(&bits.0);
    words
}

pub(super) struct FastCell<const N: usize, const M: usize> {
    pub(super) present: Words<N>,
    pub(super) missing: Words<N>,
    pub(super) movements: Words<M>,
    pub(super) no_movements: Words<M>,
    pub(super) any: Vec<Words<N>>,
    pub(super) made: Option<FastMade<N, M>>,
}

pub(super) struct FastMade<const N: usize, const M: usize> {
    pub(super) keep: Words<N>,
    pub(super) set: Words<N>,
    pub(super) keep_movements: Words<M>,
    pub(super) set_movements: Words<M>,
    /// The number of the rigid group in each layer that the cell marks, and these layers.
    pub(super) rigid: Option<(Words<M>, Words<M>)>,
}

/// A number in each layer.
const fn in_each_layer(number: u8) -> u64 {
    let mut word = 0;
    let mut layer = 0;
    while layer < LAYERS_PER_WORD {
        word |= (number as u64) << (5 * layer);
        layer += 1;
    }
    word
}

impl<const N: usize, const M: usize> FastMade<N, M> {
    pub(super) fn new(made: &Replacement, rigid: Option<u8>) -> FastMade<N, M> {
        let mut clear_movements = made.clear_movements.clone();
        clear_movements.add(&made.layers);
        FastMade {
            keep: words::<N>(&made.clear).map(|word| !word),
            set: words(&made.set),
            keep_movements: words::<M>(&clear_movements).map(|word| !word),
            set_movements: words(&made.set_movements),
            rigid: rigid.map(|group| {
                let layers = words::<M>(&made.layers);
                (layers.map(|word| word & in_each_layer(group)), layers)
            }),
        }
    }
}

pub(super) struct FastRow<const N: usize, const M: usize> {
    pub(super) cells: Vec<FastCell<N, M>>,
    /// The places of ellipses: before the cell with this number.
    pub(super) gaps: [usize; 2],
    pub(super) ellipses: usize,
    /// A cell that must move, and the number of cells before it, if the row has no ellipsis.
    pub(super) anchor: Option<usize>,
    /// The objects by which it is looked for, if it has no such cell.
    pub(super) keys: Vec<Key>,
}

pub(super) struct FastRule<const N: usize, const M: usize> {
    pub(super) rows: Vec<FastRow<N, M>>,
    pub(super) direction: u8,
    pub(super) delta: isize,
    pub(super) needed: Words<N>,
    pub(super) needed_movements: Words<M>,
    pub(super) needed_any: Vec<Words<N>>,
    pub(super) replaces: bool,
    pub(super) commands: u8,
}

pub(super) const CANCEL: u8 = 1;
pub(super) const RESTART: u8 = 2;
pub(super) const WIN: u8 = 4;
pub(super) const CHECKPOINT: u8 = 8;
pub(super) const AGAIN: u8 = 16;

#[derive(Default)]
pub(super) struct FastPhase<const N: usize, const M: usize> {
    pub(super) groups: Vec<Vec<FastRule<N, M>>>,
    pub(super) loops: Vec<Option<usize>>,
}

pub(super) struct FastFilter<const N: usize> {
    pub(super) objects: Words<N>,
    pub(super) is_aggregate: bool,
}

impl<const N: usize> FastFilter<N> {
    pub(super) fn new(filter: &Filter) -> FastFilter<N> {
        FastFilter { objects: words(&filter.objects), is_aggregate: filter.is_aggregate }
    }

    #[inline(always)]
    pub(super) fn accepts(&self, cell: &Words<N>) -> bool {
        if self.is_aggregate { within(&self.objects, cell) } else { meets(&self.objects, cell) }
    }
}

pub(super) struct FastWin<const N: usize> {
    pub(super) quantifier: Quantifier,
    pub(super) what: FastFilter<N>,
    pub(super) place: Option<FastFilter<N>>,
}

#[derive(Clone, Copy)]
pub(super) struct Match {
    pub(super) start: u32,
    pub(super) gaps: [u32; 2],
}

pub(super) fn fast_rule<const N: usize, const M: usize>(
    rule: &Rule,
    rigid: Option<u8>,
    height: usize,
) -> FastRule<N, M> {
    let rigid = rigid.filter(|_| rule.is_rigid);
    let (columns, rows) = step(rule.direction).unwrap_or((0, 0));
    let rows_of: Vec<FastRow<N, M>> = rule.rows.iter().map(|row| fast_row(row, rigid)).collect();
    let mut needed = Bits::new(N);
    let mut needed_movements = Bits::new(M);
    let mut needed_any = Vec::new();
    for cell in rows_of.iter().flat_map(|row| &row.cells) {
        needed.add(&Bits(cell.present.to_vec().into()));
        needed_movements.add(&Bits(cell.movements.to_vec().into()));
        needed_any.extend(cell.any.iter().copied());
    }
    let flag = |command: &Command| match command {
        Command::Cancel => CANCEL,
        Command::Restart => RESTART,
        Command::Win => WIN,
        Command::Checkpoint => CHECKPOINT,
        Command::Again => AGAIN,
        Command::Message(_) | Command::Sound(_) => 0,
    };
    FastRule {
        rows: rows_of,
        direction: rule.direction,
        delta: columns * height as isize + rows,
        needed: words(&needed),
        needed_movements: words(&needed_movements),
        needed_any,
        replaces: rule.replaces,
        commands: rule.commands.iter().map(flag).fold(0, |all, flag| all | flag),
    }
}

fn fast_row<const N: usize, const M: usize>(row: &Row, rigid: Option<u8>) -> FastRow<N, M> {
    let mut cells = Vec::new();
    let mut gaps = [usize::MAX; 2];
    let mut ellipses = 0;
    for cell in &row.cells {
        match cell {
            Cell::Ellipsis => {
                gaps[ellipses] = cells.len();
                ellipses += 1;
            }
            Cell::Pattern(pattern) => cells.push(FastCell {
                present: words(&pattern.present),
                missing: words(&pattern.missing),
                movements: words(&pattern.movements),
                no_movements: words(&pattern.no_movements),
                any: pattern.any.iter().map(words).collect(),
                made: pattern.replacement.as_ref().map(|made| FastMade::new(made, rigid)),
            }),
        }
    }
    let anchor = cells.iter().position(|cell: &FastCell<N, M>| !is_zero(&cell.movements));
    FastRow { cells, gaps, ellipses, anchor: anchor.filter(|_| ellipses == 0), keys: Vec::new() }
}
