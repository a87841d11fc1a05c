//! The bytes of an engine: those that its tables hold, and the budget.

use crate::search::toolkit::OutOfMemory;

/// A count of bytes with a bound on the growth of tables.
#[derive(Debug)]
pub(super) struct Room {
    held: usize,
    budget: usize,
}

impl Room {
    pub(super) fn new(budget: usize) -> Self {
        Self { held: 0, budget }
    }

    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// Sets the bound, which may be below the bytes held: then nothing can grow.
    pub(super) fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
    }

    /// Makes sure that `list` has room for `more` entries, so that it never grows by itself.
    #[inline]
    pub(super) fn make<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
        if list.capacity() - list.len() >= more { Ok(()) } else { self.grow(list, more) }
    }

    /// Makes sure that `list` has room for `all` entries in total.
    pub(super) fn make_for<T>(&mut self, list: &mut Vec<T>, all: usize) -> Result<(), OutOfMemory> {
        let more = all.saturating_sub(list.len());
        self.make(list, more)
    }

    /// Grows by half, or by the needed amount and a little more if there is no room for that.
    #[cold]
    fn grow<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
        let (length, capacity) = (list.len(), list.capacity());
        for spare in [capacity / 2 + 2, capacity / 16] {
            let wanted = (length + more).max(capacity + spare);
            // While it grows, the old one still exists.
            if self.held.saturating_add(wanted.saturating_mul(size_of::<T>())) <= self.budget {
                list.try_reserve_exact(wanted - length).map_err(|_| OutOfMemory)?;
                self.held += (list.capacity() - capacity) * size_of::<T>();
                return Ok(());
            }
        }
        Err(OutOfMemory)
    }

    /// Counts bytes other than those of a list's capacity.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        if self.held.saturating_add(bytes) > self.budget {
            return Err(OutOfMemory);
        }
        self.held += bytes;
        Ok(())
    }

    /// Releases the unused capacity of the list.
    pub(super) fn shrink<T>(&mut self, list: &mut Vec<T>) {
        self.held -= list.capacity() * size_of::<T>();
        list.shrink_to_fit();
        self.held += list.capacity() * size_of::<T>();
    }

    pub(super) fn free<T>(&mut self, list: &mut Vec<T>) {
        self.held -= list.capacity() * size_of::<T>();
        *list = Vec::new();
    }
}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn lists_grow_within_the_budget_and_are_counted() {
        let mut room = Room::new(1000);
        let mut list: Vec<u32> = Vec::new();
        let mut refused = None;
        for number in 0..1000 {
            if room.make(&mut list, 1).is_err() {
                refused = Some(number);
                break;
            }
            list.push(number);
            assert_eq!(room.held(), list.capacity() * 4);
        }
        // The old list and the new one exist together while it grows, so about half of the budget
        // can be used.
        assert!(refused.is_some_and(|number| (100..=250).contains(&number)), "{refused:?}");
        room.free(&mut list);
        assert_eq!(room.held(), 0);
        assert!(room.take(1001).is_err() && room.take(1000).is_ok());
    }
}
