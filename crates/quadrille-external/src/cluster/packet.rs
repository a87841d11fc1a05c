//! Rows on their way to one worker, as flat words: they are copied as a whole, and none of them is
//! serialised or dispatched by itself.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// The cost of a path to a row, and the trace of its last step. Breadth-first, the cost is that of
/// the layer, and 0 is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) cost: u32,
    pub(super) trace: bool,
}

/// Sections: a head with the step and the number of words, and the words of all rows with that
/// step.
#[derive(Clone, Default, Debug)]
pub(super) struct Packet {
    /// The worker that receives it; not sent.
    pub(super) target: usize,
    words: Vec<u64>,
    /// The index of the last head, while the packet is filled.
    head: usize,
}

/// The bits of a head that hold the number of words.
const COUNT: u32 = 32;
/// The most words that a packet is made for, so that their number fits.
const MOST: usize = 1 << 31;

impl Packet {
    pub(super) fn to(target: usize) -> Packet {
        Packet { target, ..Packet::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    #[inline]
    pub(super) fn push(&mut self, step: Step, row: &[u64]) {
        let label = u64::from(step.cost << 1 | u32::from(step.trace));
        let is_same = self.words.get(self.head).is_some_and(|head| head >> COUNT == label);
        if !is_same || self.words.len() - self.head > MOST {
            self.head = self.words.len();
            self.words.push(label << COUNT);
        }
        row.iter().for_each(|&word| self.words.push(word));
        self.words[self.head] += row.len() as u64;
    }

    /// The rows, by the steps that led to them.
    pub(super) fn sections(&self) -> impl Iterator<Item = (Step, &[u64])> {
        let mut rest = self.words.as_slice();
        std::iter::from_fn(move || {
            let (head, words) = rest.split_first()?;
            let count = usize::try_from(head & ((1 << COUNT) - 1)).ok()?;
            let label = (head >> COUNT) as u32;
            let (rows, later) = words.split_at_checked(count)?;
            rest = later;
            Some((Step { cost: label >> 1, trace: label & 1 == 1 }, rows))
        })
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.head = 0;
    }
}

impl Accountable for Packet {
    fn record_count(&self) -> i64 {
        i64::from(!self.is_empty())
    }
}

impl ContainerBytes for Packet {
    fn from_bytes(bytes: Bytes) -> Self {
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let words = bytes.chunks_exact(size_of::<u64>()).map(word).collect();
        Packet { words, ..Packet::default() }
    }

    fn length_in_bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        // Timely writes into memory that it has reserved.
        let _ = self.words.iter().try_for_each(|word| writer.write_all(&word.to_le_bytes()));
    }
}

/// Passes packets to their targets.
pub(super) struct ToTarget;

impl Distributor<Packet> for ToTarget {
    fn partition<T: Clone, P: Push<Message<T, Packet>>>(
        &mut self,
        packet: &mut Packet,
        time: &T,
        pushers: &mut [P],
    ) {
        let target = packet.target;
        Message::push_at(packet, time.clone(), &mut pushers[target]);
    }

    fn flush<T: Clone, P: Push<Message<T, Packet>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::bytes::arc::BytesMut;

    #[test]
    fn rows_arrive_with_their_steps() {
        let mut packet = Packet::default();
        let step = |cost, trace| Step { cost, trace };
        let sent =
            [(step(0, false), [1, 2]), (step(0, false), [3, u64::MAX]), (step(7, true), [5, 6])];
        for (step, row) in &sent {
            packet.push(*step, row);
        }
        let mut bytes = Vec::new();
        packet.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), packet.length_in_bytes());
        let length = bytes.len();
        let arrived = Packet::from_bytes(BytesMut::from(bytes).extract_to(length));
        let sections: Vec<_> = arrived.sections().collect();
        assert_eq!(sections, [(sent[0].0, &[1, 2, 3, u64::MAX][..]), (sent[2].0, &[5, 6])]);
        packet.clear();
        packet.push(step(7, true), &[8]);
        assert_eq!(packet.sections().collect::<Vec<_>>(), [(step(7, true), &[8][..])]);
    }
}
