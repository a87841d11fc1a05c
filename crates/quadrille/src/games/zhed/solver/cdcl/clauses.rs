//! Clauses in one arena of words, addressed by offset, with compaction after deletions.
//!
//! A clause is three words of header (length, then flags and glue, then the time of last use)
//! followed by its literals. The first two literals are the watched ones.

use super::literal::Lit;
use super::room::Room;
use crate::search::toolkit::OutOfMemory;

const HEADER: usize = 3;
const LEARNT: u32 = 1 << 31;
const DELETED: u32 = 1 << 30;
const GLUE_MASK: u32 = DELETED - 1;

/// The offset of a clause in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClauseRef(u32);

/// All clauses of length two or more.
#[derive(Default)]
pub(crate) struct ClauseArena {
    words: Vec<u32>,
}

impl ClauseArena {
    /// Stores a clause. `glue` is given for learnt clauses: the number of decision levels in it.
    pub(crate) fn store(
        &mut self,
        room: &mut Room,
        lits: &[Lit],
        glue: Option<u32>,
    ) -> Result<ClauseRef, OutOfMemory> {
        room.make(&mut self.words, HEADER + lits.len())?;
        let at = self.words.len() as u32;
        self.words.push(lits.len() as u32);
        self.words.push(glue.map_or(0, |glue| LEARNT | glue.min(GLUE_MASK)));
        self.words.push(0);
        self.words.extend(lits.iter().map(|lit| lit.code()));
        Ok(ClauseRef(at))
    }

    #[inline]
    pub(crate) fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.0 as usize] as usize
    }

    #[inline]
    pub(crate) fn lit(&self, clause: ClauseRef, place: usize) -> Lit {
        Lit::from_code(self.words[clause.0 as usize + HEADER + place])
    }

    #[inline]
    pub(crate) fn codes(&self, clause: ClauseRef) -> &[u32] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.len(clause)]
    }

    /// The literals' codes, mutable for reordering.
    #[inline]
    pub(crate) fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.0 as usize + HEADER;
        let len = self.words[clause.0 as usize] as usize;
        &mut self.words[start..start + len]
    }

    /// True if the clause was learnt, so that it may be deleted.
    #[inline]
    pub(crate) fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] & LEARNT != 0
    }

    /// The number of decision levels in a learnt clause when last measured.
    #[inline]
    pub(crate) fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1] & GLUE_MASK
    }

    /// Records a use of a learnt clause at `time`, and its glue if that fell.
    pub(crate) fn touch(&mut self, clause: ClauseRef, glue: u32, time: u32) {
        let flags = &mut self.words[clause.0 as usize + 1];
        if glue < *flags & GLUE_MASK {
            *flags = (*flags & !GLUE_MASK) | glue;
        }
        self.words[clause.0 as usize + 2] = time;
    }

    #[inline]
    pub(crate) fn last_use(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 2]
    }

    /// Marks the clause for the next compaction.
    pub(crate) fn delete(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize + 1] |= DELETED;
    }

    /// True if the clause is marked as deleted.
    #[inline]
    pub(crate) fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] & DELETED != 0
    }

    pub(crate) fn first(&self) -> Option<ClauseRef> {
        (!self.words.is_empty()).then_some(ClauseRef(0))
    }

    pub(crate) fn after(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let next = clause.0 as usize + HEADER + self.len(clause);
        (next < self.words.len()).then_some(ClauseRef(next as u32))
    }

    /// All clauses in order, including marked ones.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ClauseRef> {
        std::iter::successors(self.first(), |&clause| self.after(clause))
    }

    /// Drops marked clauses. The others keep their order, but not their offsets.
    pub(crate) fn compact(&mut self) {
        let (mut read, mut write) = (0, 0);
        while read < self.words.len() {
            let size = HEADER + self.words[read] as usize;
            if self.words[read + 1] & DELETED == 0 {
                self.words.copy_within(read..read + size, write);
                write += size;
            }
            read += size;
        }
        self.words.truncate(write);
    }

    /// Releases the memory after the last clause.
    pub(crate) fn release(&mut self, room: &mut Room) {
        room.shrink(&mut self.words);
    }
}

#[cfg(test)]
mod tests {
    use super::{ClauseArena, Lit, Room};

    #[test]
    fn compaction_keeps_the_unmarked_clauses_in_order() {
        let lits: Vec<Lit> = (0..5).map(Lit::from_code).collect();
        let mut arena = ClauseArena::default();
        let mut room = Room::new(usize::MAX);
        let first = arena.store(&mut room, &lits[..2], None).expect("room");
        let second = arena.store(&mut room, &lits[1..4], Some(2)).expect("room");
        arena.store(&mut room, &lits[2..], Some(3)).expect("room");
        arena.delete(second);
        arena.compact();
        let left: Vec<_> = arena.iter().collect();
        assert_eq!(left, [first, second], "the third has moved to the place of the second");
        let third = left[1];
        assert_eq!(arena.codes(third), [2, 3, 4]);
        assert!(arena.is_learnt(third) && !arena.is_learnt(first));
        assert_eq!(arena.glue(third), 3);
    }
}
