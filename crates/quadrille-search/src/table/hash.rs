//! One hash for all states: fixed, so a search is the same in every run and on every machine, and
//! well mixed, so a state type only needs `#[derive(Hash)]`.
//!
//! Each word of 64 bits is multiplied into the hash, and the two halves of the product are folded
//! together, as in wyhash: one widening multiplication per word.

use std::hash::{Hash, Hasher};

/// The hash of a state. Tables use its upper half, workers are chosen by the lower.
#[inline]
pub fn hash<S: Hash + ?Sized>(state: &S) -> u64 {
    let mut mixer = Mixer::default();
    state.hash(&mut mixer);
    mixer.finish()
}

/// The owner of a position with this hash, where threads or processes share the positions of a
/// search.
#[inline]
pub fn owner(hash: u64, owners: usize) -> usize {
    ((u64::from(hash as u32) * owners as u64) >> 32) as usize
}

/// The hash so far, and small numbers that are mixed in together: two coordinates of 16 bits are
/// one word. Constants such as the length of an array and the number of waiting bits are folded by
/// the compiler.
#[derive(Clone, Copy, Debug)]
pub struct Mixer {
    mixed: u64,
    waiting: u64,
    bits: u32,
}

impl Default for Mixer {
    #[inline]
    fn default() -> Mixer {
        Mixer { mixed: 0x9e37_79b9_7f4a_7c15, waiting: 0, bits: 0 }
    }
}

impl Mixer {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        let product = u128::from(word ^ self.mixed) * 0xa076_1d64_78bd_642f_u128;
        // The word itself is added, since a factor of 0 would erase everything before it.
        self.mixed = (product as u64) ^ (product >> 64) as u64 ^ word.rotate_left(32);
    }

    #[inline(always)]
    fn mix_waiting(&mut self) {
        if self.bits > 0 {
            let word = self.waiting;
            (self.waiting, self.bits) = (0, 0);
            self.mix(word);
        }
    }

    /// Adds a number below 2 to the power of `bits`, fewer than 64.
    #[inline(always)]
    fn add(&mut self, number: u64, bits: u32) {
        if self.bits + bits > u64::BITS {
            self.mix_waiting();
        }
        self.waiting |= number << self.bits;
        self.bits += bits;
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix_waiting();
        self.mix(word);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let number =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(number(word));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            self.add(number(rest), 8 * rest.len() as u32);
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number), u8::BITS);
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number), u16::BITS);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number), u32::BITS);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let mut last = *self;
        last.mix_waiting();
        last.mixed.wrapping_mul(0xe703_7ed1_a0b4_28db)
    }
}
