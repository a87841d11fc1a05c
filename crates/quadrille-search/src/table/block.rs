//! A list of states with their links.

use super::OutOfMemory;
use super::hints::{fetch, lay_on_large_pages};

/// States and their links: as pairs if that takes no more memory, so that both are on one line of
/// the cache, else in lists of their own.
#[derive(Debug)]
pub(super) struct Block<S, L> {
    pairs: Vec<(S, L)>,
    states: Vec<S>,
    links: Vec<L>,
}

impl<S, L> Default for Block<S, L> {
    fn default() -> Self {
        Block { pairs: Vec::new(), states: Vec::new(), links: Vec::new() }
    }
}

impl<S, L: Copy> Block<S, L> {
    /// True if there are pairs. The compiler knows it.
    const HAS_PAIRS: bool = size_of::<(S, L)>() == size_of::<S>() + size_of::<L>();

    #[inline(always)]
    pub(super) fn state(&self, place: usize) -> &S {
        if Self::HAS_PAIRS { &self.pairs[place].0 } else { &self.states[place] }
    }

    #[inline(always)]
    pub(super) fn link(&self, place: usize) -> L {
        if Self::HAS_PAIRS { self.pairs[place].1 } else { self.links[place] }
    }

    #[inline(always)]
    pub(super) fn link_mut(&mut self, place: usize) -> &mut L {
        if Self::HAS_PAIRS { &mut self.pairs[place].1 } else { &mut self.links[place] }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, state: S, link: L) {
        if Self::HAS_PAIRS {
            self.pairs.push((state, link));
        } else {
            self.states.push(state);
            self.links.push(link);
        }
    }

    #[inline(always)]
    pub(super) fn truncate(&mut self, len: usize) {
        if Self::HAS_PAIRS {
            self.pairs.truncate(len);
        } else {
            self.states.truncate(len);
            self.links.truncate(len);
        }
    }

    #[inline(always)]
    pub(super) fn fetch_state(&self, place: usize) {
        if Self::HAS_PAIRS { fetch(&self.pairs, place) } else { fetch(&self.states, place) }
    }

    #[inline(always)]
    pub(super) fn fetch(&self, place: usize) {
        self.fetch_state(place);
        if !Self::HAS_PAIRS {
            fetch(&self.links, place);
        }
    }

    pub(super) fn len(&self) -> usize {
        if Self::HAS_PAIRS { self.pairs.len() } else { self.states.len() }
    }

    pub(super) fn capacity(&self) -> usize {
        if Self::HAS_PAIRS { self.pairs.capacity() } else { self.states.capacity() }
    }

    pub(super) fn reserve(&mut self, more: usize) -> Result<(), OutOfMemory> {
        if Self::HAS_PAIRS {
            self.pairs.try_reserve_exact(more).map_err(|_| OutOfMemory)?;
            lay_on_large_pages(&self.pairs);
        } else {
            self.states.try_reserve_exact(more).map_err(|_| OutOfMemory)?;
            self.links.try_reserve_exact(more).map_err(|_| OutOfMemory)?;
            lay_on_large_pages(&self.states);
            lay_on_large_pages(&self.links);
        }
        Ok(())
    }
}
