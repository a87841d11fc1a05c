//! Sets of small numbers as words of 64 bits.

/// A set of objects, or of movements: twelve layers per word, five bits per layer.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Bits(pub(crate) Box<[u64]>);

/// Layers per word of movements.
pub(crate) const LAYERS_PER_WORD: usize = 12;

/// The word of a layer's movements, and the index of the first of its five bits.
pub(crate) const fn movement_place(layer: usize) -> (usize, u32) {
    (layer / LAYERS_PER_WORD, 5 * (layer % LAYERS_PER_WORD) as u32)
}

impl Bits {
    pub(crate) fn new(words: usize) -> Bits {
        Bits(vec![0; words].into())
    }

    pub(crate) fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub(crate) fn has(&self, bit: usize) -> bool {
        self.0.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    pub(crate) fn add(&mut self, other: &Bits) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    pub(crate) fn remove(&mut self, other: &Bits) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
    }

    /// Adds movements, as five bits, to a layer.
    pub(crate) fn add_movement(&mut self, layer: usize, movement: u8) {
        let (word, shift) = movement_place(layer);
        self.0[word] |= u64::from(movement) << shift;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// True if all of it is in a set.
    pub(crate) fn is_within(&self, words: &[u64]) -> bool {
        self.0.iter().zip(words).all(|(own, word)| own & !word == 0)
    }

    /// True if some of it is in a set.
    pub(crate) fn meets(&self, words: &[u64]) -> bool {
        self.0.iter().zip(words).any(|(own, word)| own & word != 0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        iterate(&self.0)
    }
}

pub(crate) fn iterate(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                index * 64 + bit
            })
        })
    })
}
