//! Random numbers that are the same on every machine and in every version.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): a counter that goes up by the
//! golden ratio and is mixed. It is a dozen instructions, passes the usual batteries of tests, and a stream can be made for
//! every pair of a seed and a number, so that candidates do not depend on who made those before them.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Random {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The stream of one candidate of a seed.
    ///
    /// ```
    /// use quadrille::generate::Random;
    /// let mut random = Random::new(1, 2);
    /// assert_eq!(random.below(1000), Random::new(1, 2).below(1000));
    /// assert_eq!([random.below(100), random.below(100), random.below(100)], [28, 0, 16]);
    /// ```
    pub fn new(seed: u64, number: u64) -> Random {
        Random(mix(mix(seed.wrapping_add(Self::STEP))
            .wrapping_add(number)
            .wrapping_add(Self::STEP)))
    }

    /// Any number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        mix(self.0)
    }

    /// A number below `bound`; 0 when there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        // The upper half of the product: no division, and no bias that a board could show.
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both possible; `low` when `high` is less.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below((high + 1).saturating_sub(low))
    }

    /// Whether a thing happens that happens once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of a few, unless there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Brings things into any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
