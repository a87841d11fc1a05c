//! Small arrays of machine words: the bitboard of the games and the packed state of the searches.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use quadrille_search::toolkit::Packed;

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Hash for Words<N> {
    /// Word by word, without the length, which is constant.
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|&word| hasher.write_u64(word));
    }
}

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Words<N> {
    pub const EMPTY: Self = Words([0; N]);

    /// The words by their index. Unlike `std::array::from_fn`, a loop is inlined whatever the
    /// number of codegen units.
    #[inline(always)]
    pub(crate) fn from_words(mut word: impl FnMut(usize) -> u64) -> Self {
        let mut words = [0; N];
        for (index, slot) in words.iter_mut().enumerate() {
            *slot = word(index);
        }
        Words(words)
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline]
    pub fn contains(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    #[inline]
    pub fn count(self) -> u32 {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones();
        }
        count
    }

    /// True if the two have a bit in common.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    pub fn lowest(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    #[inline]
    pub fn highest(self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(word * 64 + 63 - self.0[word].leading_zeros() as usize)
    }

    /// The set bits, from the lowest.
    #[inline]
    pub fn bits(self) -> Bits<N> {
        Bits { left: self, word: 0 }
    }

    /// The byte with this index: packed states have one small number per byte.
    #[inline]
    pub fn byte(self, index: usize) -> u8 {
        (self.0[index / 8] >> (index % 8 * 8)) as u8
    }

    #[inline]
    pub fn set_byte(&mut self, index: usize, value: u8) {
        let (word, shift) = (index / 8, index % 8 * 8);
        self.0[word] = self.0[word] & !(0xff << shift) | u64::from(value) << shift;
    }
}

/// The set bits of a board, from the lowest.
#[derive(Clone, Debug)]
pub struct Bits<const N: usize> {
    left: Words<N>,
    word: usize,
}

impl<const N: usize> Iterator for Bits<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(left) = self.left.0.get_mut(self.word) {
            if *left != 0 {
                let bit = left.trailing_zeros() as usize;
                *left &= *left - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}

/// The highest bits as a separate number, beside a board that does not need them.
impl<const N: usize> Words<N> {
    /// The number in the highest `bits` bits.
    #[inline]
    pub fn high(self, bits: u32) -> usize {
        (self.0[N - 1] >> (64 - bits)) as usize
    }

    /// Sets the number in the highest `bits` bits.
    #[inline]
    pub fn set_high(&mut self, bits: u32, value: usize) {
        self.0[N - 1] = self.without_high(bits).0[N - 1] | (value as u64) << (64 - bits);
    }

    /// All but the highest `bits` bits.
    #[inline]
    #[must_use]
    pub fn without_high(mut self, bits: u32) -> Self {
        self.0[N - 1] &= u64::MAX >> bits;
        self
    }
}

/// The last word first: the first bytes of a packed state change most.
impl<const N: usize> Packed for Words<N> {
    #[inline]
    fn words(&self) -> usize {
        N
    }

    #[inline]
    fn pack(&self, words: &mut [u64]) {
        for (to, &word) in words.iter_mut().zip(self.0.iter().rev()) {
            *to = word;
        }
    }

    #[inline]
    fn unpack(&self, words: &[u64]) -> Self {
        Self::from_words(|at| words[N - 1 - at])
    }
}

impl<const N: usize> FromIterator<usize> for Words<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(bits: I) -> Self {
        let mut words = Self::EMPTY;
        bits.into_iter().for_each(|bit| words.insert(bit));
        words
    }
}

macro_rules! bitwise {
    ($($trait:ident $function:ident $operator:tt)*) => {$(
        impl<const N: usize> $trait for Words<N> {
            type Output = Self;

            #[inline]
            fn $function(self, other: Self) -> Self {
                Self::from_words(|i| self.0[i] $operator other.0[i])
            }
        }
    )*};
}

bitwise! { BitAnd bitand & BitOr bitor | BitXor bitxor ^ }

impl<const N: usize> BitOrAssign for Words<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitAndAssign for Words<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_words(|i| !self.0[i])
    }
}

/// Shifts towards higher bits across the words. A shift by all bits or more gives 0.
impl<const N: usize> Shl<u32> for Words<N> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        if N == 1 {
            return Self::from_words(|i| self.0[i].checked_shl(by).unwrap_or(0));
        }
        let (whole, part) = ((by / 64) as usize, by % 64);
        Self::from_words(|i| {
            let at = |back: usize| i.checked_sub(back).map_or(0, |from| self.0[from]);
            let carried = if part == 0 { 0 } else { at(whole + 1) >> (64 - part) };
            at(whole) << part | carried
        })
    }
}

/// Shifts towards lower bits across the words. A shift by all bits or more gives 0.
impl<const N: usize> Shr<u32> for Words<N> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        if N == 1 {
            return Self::from_words(|i| self.0[i].checked_shr(by).unwrap_or(0));
        }
        let (whole, part) = ((by / 64) as usize, by % 64);
        Self::from_words(|i| {
            let at = |ahead: usize| self.0.get(i + ahead).copied().unwrap_or(0);
            let carried = if part == 0 { 0 } else { at(whole + 1) << (64 - part) };
            at(whole) >> part | carried
        })
    }
}
