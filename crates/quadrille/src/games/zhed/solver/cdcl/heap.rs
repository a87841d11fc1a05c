//! A binary heap of variables by activity, with removal of the most active and restoration on
//! backtracking.

use super::room::Room;
use crate::search::toolkit::OutOfMemory;

/// Marks a variable that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// The order in which open variables are decided: most active first, ties by the lower number.
#[derive(Default)]
pub(crate) struct ActivityHeap {
    heap: Vec<u32>,
    place: Vec<u32>,
    activity: Vec<f64>,
}

impl ActivityHeap {
    pub(crate) fn make_room_for_variables(
        &mut self,
        room: &mut Room,
        more: usize,
    ) -> Result<(), OutOfMemory> {
        let all = self.place.len() + more;
        room.make_for(&mut self.heap, all)?;
        room.make(&mut self.place, more)?;
        room.make(&mut self.activity, more)
    }

    pub(crate) fn push_variable(&mut self) {
        let variable = self.place.len() as u32;
        self.place.push(ABSENT);
        self.activity.push(0.0);
        self.insert(variable as usize);
    }

    /// Raises the activity of `variable` by `amount` and returns true if activities need rescaling.
    pub(crate) fn bump(&mut self, variable: usize, amount: f64) -> bool {
        self.activity[variable] += amount;
        if self.place[variable] != ABSENT {
            self.sift_up(self.place[variable] as usize);
        }
        self.activity[variable] > 1e100
    }

    /// Scales all activities, keeping their order.
    pub(crate) fn rescale(&mut self, factor: f64) {
        for activity in &mut self.activity {
            *activity *= factor;
        }
    }

    pub(crate) fn insert(&mut self, variable: usize) {
        if self.place[variable] == ABSENT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Removes the most active variable.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
        self.place[top as usize] = ABSENT;
        let last = self.heap.pop()?;
        if last != top {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sift_down(0);
        }
        Some(top as usize)
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
    }

    fn sift_up(&mut self, mut at: usize) {
        let moving = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(moving, self.heap[parent]) {
                break;
            }
            self.heap[at] = self.heap[parent];
            self.place[self.heap[at] as usize] = at as u32;
            at = parent;
        }
        self.heap[at] = moving;
        self.place[moving as usize] = at as u32;
    }

    fn sift_down(&mut self, mut at: usize) {
        let moving = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], moving) {
                break;
            }
            self.heap[at] = self.heap[child];
            self.place[self.heap[at] as usize] = at as u32;
            at = child;
        }
        self.heap[at] = moving;
        self.place[moving as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::ActivityHeap;

    #[test]
    fn variables_leave_by_activity_then_number() {
        let mut heap = ActivityHeap::default();
        for (variable, activity) in [1.0, 5.0, 3.0, 5.0, 0.0].into_iter().enumerate() {
            heap.push_variable();
            heap.bump(variable, activity);
        }
        heap.bump(4, 4.0);
        let order: Vec<usize> = std::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(order, [1, 3, 4, 2, 0]);
    }

    #[test]
    fn a_variable_put_back_is_found_again() {
        let mut heap = ActivityHeap::default();
        heap.push_variable();
        heap.push_variable();
        heap.bump(1, 2.0);
        assert_eq!(heap.pop(), Some(1));
        heap.insert(1);
        heap.insert(1);
        assert_eq!(heap.pop(), Some(1));
        assert_eq!(heap.pop(), Some(0));
        assert_eq!(heap.pop(), None);
    }
}
