//! States as rows of machine words, for searches that keep positions outside their own tables.

use crate::space::State;

/// A state that can be written as machine words and read back. All states of one space have the
/// same number of words, and two are equal if and only if their words are.
///
/// Rows are compared word by word, the first word first. Rows near each other in that order are
/// stored in fewer bytes, so the parts that change most between positions should come last.
pub trait Packed: State {
    /// The number of words.
    fn words(&self) -> usize;

    /// Writes its words.
    fn pack(&self, words: &mut [u64]);

    /// The state of the same space that has these words. Must not panic for invalid words; the
    /// result is then any state.
    fn unpack(&self, words: &[u64]) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Packed for $number {
            fn words(&self) -> usize {
                1
            }

            fn pack(&self, words: &mut [u64]) {
                words[0] = u64::from(*self);
            }

            fn unpack(&self, words: &[u64]) -> $number {
                words[0] as $number
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64);

/// Eight bytes per word, the first byte the highest. All states of a space have the same length.
impl Packed for Box<[u8]> {
    fn words(&self) -> usize {
        self.len().div_ceil(8)
    }

    fn pack(&self, words: &mut [u64]) {
        for (word, bytes) in words.iter_mut().zip(self.chunks(8)) {
            let mut row = [0; 8];
            row[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_be_bytes(row);
        }
    }

    fn unpack(&self, words: &[u64]) -> Box<[u8]> {
        words.iter().flat_map(|word| word.to_be_bytes()).take(self.len()).collect()
    }
}

impl Packed for Box<[u64]> {
    fn words(&self) -> usize {
        self.len()
    }

    fn pack(&self, words: &mut [u64]) {
        words.copy_from_slice(self);
    }

    fn unpack(&self, words: &[u64]) -> Box<[u64]> {
        words.into()
    }
}
