//! Lists that grow within a budget.

use crate::table::OutOfMemory;

/// The least growth.
const LEAST: usize = 1024;

/// Makes sure that a list has room for `more` entries, so that it never grows by itself. `held` is
/// the number of bytes of all tables and lists of the search, this one included.
#[inline]
pub(crate) fn make_room<T>(
    list: &mut Vec<T>,
    more: usize,
    held: usize,
    budget: usize,
) -> Result<(), OutOfMemory> {
    let more = more.max(LEAST);
    if list.capacity() - list.len() >= more { Ok(()) } else { grow(list, more, held, budget) }
}

#[cold]
fn grow<T>(list: &mut Vec<T>, more: usize, held: usize, budget: usize) -> Result<(), OutOfMemory> {
    let capacity = list.capacity();
    let new_capacity = capacity + capacity / 2 + more;
    // While it grows, the old one still exists.
    if held.saturating_add(new_capacity * size_of::<T>()) > budget {
        return Err(OutOfMemory);
    }
    list.try_reserve_exact(new_capacity - list.len()).map_err(|_| OutOfMemory)
}
