//! Conditional cardinalities: `condition → at least n of these literals`, propagated by counting.
//!
//! Each constraint counts its false literals; counters are updated when a literal is taken from the
//! trail and reset when it is undone. Explanations are built only when conflict analysis needs
//! them.

use super::literal::Lit;
use super::room::Room;
use crate::search::toolkit::OutOfMemory;

/// One constraint: when `condition` holds (or is absent), at most `slack` of its literals may be
/// false.
pub(crate) struct Cardinality {
    /// The literal that turns the constraint on; `None` if it always holds.
    pub(crate) condition: Option<Lit>,
    /// The number of literals that may be false.
    pub(crate) slack: u32,
    /// The number of literals that are false.
    pub(crate) falses: u32,
    start: u32,
    end: u32,
}

/// All cardinalities and the occurrences of each literal in them.
#[derive(Default)]
pub(crate) struct Cardinalities {
    list: Vec<Cardinality>,
    lits: Vec<Lit>,
    /// By literal: the constraints that count it.
    counted_in: Vec<Vec<u32>>,
    /// By literal: the constraints that it turns on.
    condition_of: Vec<Vec<u32>>,
}

impl Cardinalities {
    pub(crate) fn make_room_for_variables(
        &mut self,
        room: &mut Room,
        more: usize,
    ) -> Result<(), OutOfMemory> {
        room.make(&mut self.counted_in, 2 * more)?;
        room.make(&mut self.condition_of, 2 * more)
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn push_variable(&mut self) {
        for _ in 0..2 {
            self.counted_in.push(Vec::new());
            self.condition_of.push(Vec::new());
        }
    }

    /// Adds `condition → at least (lits.len() - slack) of lits`; no literal may be false yet.
    pub(crate) fn add(
        &mut self,
        room: &mut Room,
        condition: Option<Lit>,
        lits: &[Lit],
        slack: u32,
    ) -> Result<(), OutOfMemory> {
        room.make(&mut self.list, 1)?;
        room.make(&mut self.lits, lits.len())?;
        for lit in lits {
            room.make(&mut self.counted_in[lit.index()], 1)?;
        }
        if let Some(condition) = condition {
            room.make(&mut self.condition_of[condition.index()], 1)?;
        }
        let id = self.list.len() as u32;
        let start = self.lits.len() as u32;
        self.lits.extend_from_slice(lits);
        for lit in lits {
            self.counted_in[lit.index()].push(id);
        }
        if let Some(condition) = condition {
            self.condition_of[condition.index()].push(id);
        }
        self.list.push(Cardinality {
            condition,
            slack,
            falses: 0,
            start,
            end: self.lits.len() as u32,
        });
        Ok(())
    }

    pub(crate) fn get(&self, id: u32) -> &Cardinality {
        &self.list[id as usize]
    }

    /// The counted literals of a constraint.
    pub(crate) fn lits(&self, id: u32) -> &[Lit] {
        let constraint = &self.list[id as usize];
        &self.lits[constraint.start as usize..constraint.end as usize]
    }

    /// Counts `lit` as false in all its constraints, and collects those without slack into `tight`.
    #[inline]
    pub(crate) fn count_false(&mut self, lit: Lit, tight: &mut Vec<u32>) {
        for &id in &self.counted_in[lit.index()] {
            let constraint = &mut self.list[id as usize];
            constraint.falses += 1;
            if constraint.falses >= constraint.slack {
                tight.push(id);
            }
        }
    }

    pub(crate) fn uncount_false(&mut self, lit: Lit) {
        for &id in &self.counted_in[lit.index()] {
            self.list[id as usize].falses -= 1;
        }
    }

    /// Collects the constraints without slack that `lit`, now true, turns on.
    pub(crate) fn turned_on(&self, lit: Lit, tight: &mut Vec<u32>) {
        for &id in &self.condition_of[lit.index()] {
            let constraint = &self.list[id as usize];
            if constraint.falses >= constraint.slack {
                tight.push(id);
            }
        }
    }
}
