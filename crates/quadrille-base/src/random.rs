//! Random numbers that are the same on every machine and in every version.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): a
//! counter that grows by the golden ratio, mixed. It takes a dozen instructions, passes the usual
//! batteries of tests, and gives a stream for every pair of a seed and a number. So the candidates
//! of a generator do not depend on the thread that makes them.

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

    /// Creates stream `number` of a seed.
    ///
    /// ```
    /// use quadrille_base::random::Random;
    /// let mut random = Random::new(1, 2);
    /// assert_eq!(random.below(1000), Random::new(1, 2).below(1000));
    /// assert_eq!([random.below(100), random.below(100), random.below(100)], [28, 0, 16]);
    /// ```
    pub fn new(seed: u64, number: u64) -> Random {
        Random(mix(mix(seed.wrapping_add(Self::STEP))
            .wrapping_add(number)
            .wrapping_add(Self::STEP)))
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        mix(self.0)
    }

    /// Returns a number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The upper half of the product needs no division; its bias is below 2^-40 for a
        // bound below 2^24.
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// Returns a number from `low` to `high`, inclusive; `low` if `high` is less.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below((high + 1).saturating_sub(low))
    }

    /// Returns true once in `times` on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the items; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
