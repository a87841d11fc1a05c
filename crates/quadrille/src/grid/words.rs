//! A few machine words: the bitboard of the games and the packed state of the searches.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

/// `N` machine words, used as a bitboard of up to `64 * N` cells or as a row of packed fields.
///
/// Bit `i` of the board is bit `i % 64` of word `i / 64`.
///
/// ```
/// use quadrille::grid::Words;
/// let mut board = Words::<2>::EMPTY;
/// board.insert(3);
/// board.insert(100);
/// assert_eq!(board.count(), 2);
/// assert_eq!(board.lowest(), Some(3));
/// assert_eq!(board.highest(), Some(100));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Words<N> {
    /// No bit set.
    pub const EMPTY: Self = Words([0; N]);

    /// Whether no bit is set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether bit `index` is set.
    #[inline]
    pub fn contains(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Sets bit `index`.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Clears bit `index`.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// How many bits are set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the two have a bit in common.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The lowest bit that is set.
    #[inline]
    pub fn lowest(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The highest bit that is set.
    #[inline]
    pub fn highest(self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(word * 64 + 63 - self.0[word].leading_zeros() as usize)
    }

    /// The bits that are set, from the lowest.
    #[inline]
    pub fn bits(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut left)| {
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    word * 64 + bit
                })
            })
        })
    }

    /// The byte with this index: packed states keep one small number a byte.
    #[inline]
    pub fn byte(self, index: usize) -> u8 {
        (self.0[index / 8] >> (index % 8 * 8)) as u8
    }

    /// Changes the byte with this index.
    #[inline]
    pub fn set_byte(&mut self, index: usize, value: u8) {
        let (word, shift) = (index / 8, index % 8 * 8);
        self.0[word] = self.0[word] & !(0xff << shift) | u64::from(value) << shift;
    }
}

impl<const N: usize> FromIterator<usize> for Words<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(bits: I) -> Self {
        let mut words = Self::EMPTY;
        bits.into_iter().for_each(|bit| words.insert(bit));
        words
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Words(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Words(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const N: usize> BitOrAssign for Words<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXor for Words<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Words(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Words(self.0.map(|word| !word))
    }
}
