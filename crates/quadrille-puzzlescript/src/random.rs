//! The random numbers of the original: RC4 with a text as its key.

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: [u8; 256],
    i: u8,
    j: u8,
}

impl Random {
    pub(crate) fn new(seed: &str) -> Random {
        let mut key = Vec::new();
        for unit in seed.encode_utf16() {
            let [high, low] = unit.to_be_bytes();
            if high > 0 {
                key.push(high);
            }
            key.push(low);
        }
        if key.is_empty() {
            key.push(0);
        }
        let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
        let mut j = 0u8;
        for i in 0..256 {
            j = j.wrapping_add(state[i]).wrapping_add(key[i % key.len()]);
            state.swap(i, j.into());
        }
        Random { state, i: 0, j: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        self.j = self.j.wrapping_add(self.state[usize::from(self.i)]);
        self.state.swap(self.i.into(), self.j.into());
        let sum = self.state[usize::from(self.i)].wrapping_add(self.state[usize::from(self.j)]);
        self.state[usize::from(sum)]
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        let sum = (0..7).fold(0.0, |sum: f64, _| sum * 256.0 + f64::from(self.byte()));
        let uniform = sum / ((1u64 << 56) - 1) as f64;
        ((uniform * count as f64) as usize).min(count.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_stream_is_that_of_rc4() {
        // From the test vectors of RFC 6229's predecessor: key "Key" gives EB9F7781B734CA72A719.
        let mut random = Random::new("Key");
        let stream: Vec<u8> = (0..10).map(|_| random.byte()).collect();
        assert_eq!(stream, [0xEB, 0x9F, 0x77, 0x81, 0xB7, 0x34, 0xCA, 0x72, 0xA7, 0x19]);
    }
}
