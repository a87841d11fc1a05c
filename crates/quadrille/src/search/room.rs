//! Lists that grow within a budget.

use super::OutOfMemory;

/// No position of any game has more moves.
const MOST_MOVES: usize = 1024;

/// Makes sure that a list can take what follows from one more position, so that it never grows by itself. `held` are the
/// bytes of all tables and lists of the search, this one included.
#[inline]
pub(super) fn make_room<T>(
    list: &mut Vec<T>,
    held: usize,
    budget: usize,
) -> Result<(), OutOfMemory> {
    if list.capacity() - list.len() >= MOST_MOVES { Ok(()) } else { grow(list, held, budget) }
}

#[cold]
fn grow<T>(list: &mut Vec<T>, held: usize, budget: usize) -> Result<(), OutOfMemory> {
    let capacity = list.capacity();
    let new_capacity = capacity + capacity / 2 + MOST_MOVES;
    // While it grows, the old one is still there.
    if held.saturating_add(new_capacity * size_of::<T>()) > budget {
        return Err(OutOfMemory);
    }
    list.try_reserve_exact(new_capacity - list.len()).map_err(|_| OutOfMemory)
}
