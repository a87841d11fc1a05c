//! The steps between positions, and the backward pass from the goals.

use crate::Stop;
use crate::control::Deadline;

/// The numbers of a block of steps.
const BLOCK: usize = 1 << 18;

/// The steps between positions: for each position, in the order of their numbers, its successors.
#[derive(Default)]
pub(super) struct Steps {
    /// Blocks, all full except the last.
    targets: Vec<Vec<u32>>,
    /// The end of the steps of each position.
    ends: Vec<Vec<u32>>,
    count: u32,
}

fn push(blocks: &mut Vec<Vec<u32>>, number: u32) {
    match blocks.last_mut() {
        Some(block) if block.len() < BLOCK => block.push(number),
        _ => blocks.push(vec![number]),
    }
}

impl Steps {
    pub(super) fn push(&mut self, to: u32) {
        push(&mut self.targets, to);
        self.count += 1;
    }

    pub(super) fn end_position(&mut self) {
        push(&mut self.ends, self.count);
    }

    pub(super) fn can_take(&self, more: u64) -> bool {
        u64::from(self.count) + more < u64::from(u32::MAX)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes_with(0)
    }

    /// The bytes held after `more` more steps. The last block of each list doubles until it is
    /// full.
    pub(super) fn bytes_with(&self, more: u64) -> usize {
        let numbers = |blocks: &[Vec<u32>]| match blocks {
            [] => 0,
            [full @ .., last] => full.len() * BLOCK + last.capacity(),
        };
        let held = numbers(&self.targets) + numbers(&self.ends);
        let more = usize::try_from(more).unwrap_or(usize::MAX);
        held.saturating_add(more).saturating_mul(size_of::<u32>())
    }

    /// The bytes that the backward pass needs beside the steps.
    pub(super) fn bytes_backwards(&self, positions: u32) -> usize {
        let positions = positions as usize;
        (2 * positions + 1 + self.count as usize) * size_of::<u32>() + positions / 8 + 8
    }

    /// Flattens the steps into two lists: the end of the steps of each position, and all targets in
    /// order.
    pub(super) fn flat(self) -> (Vec<u32>, Vec<u32>) {
        (self.ends.concat(), self.targets.concat())
    }

    /// Follows the steps backwards from the goals. The first `starts` positions are also counted
    /// separately. `None` when there is not enough memory.
    pub(super) fn backwards(
        self,
        (positions, starts): (u32, u32),
        is_goal: impl Fn(u32) -> bool,
        room: usize,
        deadline: &Deadline,
    ) -> Result<Option<Alive>, Stop> {
        let peak_bytes = self.bytes() + self.bytes_backwards(positions);
        if peak_bytes > room {
            return Ok(None);
        }
        deadline.check(peak_bytes)?;
        let count = positions as usize;
        // The start of the steps that lead to each position, and their total at the end.
        let mut begins = vec![0_u32; count + 1];
        for &to in self.targets.iter().flatten() {
            begins[to as usize] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        deadline.check(peak_bytes)?;
        let mut sources = vec![0_u32; self.count as usize];
        let mut targets = self.targets.iter().flatten();
        let mut done = 0;
        for (source, &end) in self.ends.iter().flatten().enumerate() {
            for &to in targets.by_ref().take((end - done) as usize) {
                let begin = &mut begins[to as usize];
                *begin -= 1;
                sources[*begin as usize] = source as u32;
            }
            done = end;
        }
        drop(targets);
        drop(self);
        deadline.check(peak_bytes)?;
        let mut alive = Alive {
            bits: vec![0; count / 64 + 1],
            by_distance: Vec::new(),
            starts_by_distance: Vec::new(),
            last: None,
            last_start: None,
            peak_bytes,
        };
        let mut queue: Vec<u32> = Vec::with_capacity(count);
        queue.extend((0..positions).filter(|&node| is_goal(node)));
        queue.iter().for_each(|&node| alive.insert(node));
        let mut first = 0;
        while first < queue.len() {
            let end = queue.len();
            alive.by_distance.push((end - first) as u64);
            for number in first..end {
                if number % (1 << 16) == 0 {
                    deadline.check(peak_bytes)?;
                }
                let node = queue[number] as usize;
                for &source in &sources[begins[node] as usize..begins[node + 1] as usize] {
                    if !alive.contains(source) {
                        alive.insert(source);
                        queue.push(source);
                    }
                }
            }
            let mut all_starts = queue[first..end].iter().filter(|&&node| node < starts);
            let last_start = all_starts.next().copied();
            alive.last_start = last_start.or(alive.last_start);
            let count = u64::from(last_start.is_some()) + all_starts.count() as u64;
            alive.starts_by_distance.push(count);
            alive.last = Some(queue[first]);
            first = end;
        }
        while alive.starts_by_distance.pop_if(|count| *count == 0).is_some() {}
        Ok(Some(alive))
    }
}

/// The positions from which a goal can be reached.
pub(super) struct Alive {
    bits: Vec<u64>,
    pub(super) by_distance: Vec<u64>,
    /// The same for the starts alone.
    pub(super) starts_by_distance: Vec<u64>,
    /// The first of those that take the most moves.
    pub(super) last: Option<u32>,
    /// The first of the starts that take the most moves.
    pub(super) last_start: Option<u32>,
    pub(super) peak_bytes: usize,
}

impl Alive {
    pub(super) fn contains(&self, node: u32) -> bool {
        self.bits[node as usize / 64] >> (node % 64) & 1 == 1
    }

    fn insert(&mut self, node: u32) {
        self.bits[node as usize / 64] |= 1 << (node % 64);
    }
}
