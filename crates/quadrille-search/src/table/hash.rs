//! One hash for all states: fixed, so a search is the same in every run and on every machine, and
//! well mixed, so a state type only needs `#[derive(Hash)]`.
//!
//! Each word of 64 bits is multiplied into the hash, and the two halves of the product are folded
//! together, as in wyhash: one widening multiplication per word. Smaller numbers are summed up with
//! a factor for each, and their sum is a word.

use std::hash::{Hash, Hasher};

/// The hash of a state. Tables use its lower half, workers are chosen by the upper.
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
    (((hash >> 32) * owners as u64) >> 32) as usize
}

/// The hash of the words so far, and the sum of the numbers since the last word. What is there is
/// known to the compiler.
#[derive(Clone, Copy, Debug)]
pub struct Mixer {
    mixed: u64,
    sum: u64,
    has_words: bool,
    has_sum: bool,
}

impl Default for Mixer {
    #[inline]
    fn default() -> Mixer {
        Mixer { mixed: 0x9e37_79b9_7f4a_7c15, sum: 0, has_words: false, has_sum: false }
    }
}

/// Multiplies a number and folds the halves of the product together.
#[inline(always)]
fn fold(number: u64) -> u64 {
    let product = u128::from(number) * 0xa076_1d64_78bd_642f_u128;
    product as u64 ^ (product >> 64) as u64
}

impl Mixer {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        // The word itself is added, since a factor of 0 would erase everything before it.
        self.mixed = fold(word ^ self.mixed) ^ word.rotate_left(32);
        self.has_words = true;
    }

    #[inline(always)]
    fn mix_sum(&mut self) {
        if self.has_sum {
            self.mix(self.sum);
            (self.sum, self.has_sum) = (0, false);
        }
    }

    /// Adds a number. Two numbers of 16 bits are not shifted into one word: the compiler would read
    /// them with one load, which waits when they were written by two stores.
    #[inline(always)]
    fn add(&mut self, number: u64) {
        self.sum = self.sum.wrapping_mul(0xf135_7aea_2e62_a9c5).wrapping_add(number);
        self.has_sum = true;
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix_sum();
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
            self.add(number(rest));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.add(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
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
        if !self.has_words {
            return fold(self.sum);
        }
        let mut last = *self;
        last.mix_sum();
        last.mixed.wrapping_mul(0xe703_7ed1_a0b4_28db)
    }
}
