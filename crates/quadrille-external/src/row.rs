//! Positions as the search stores them: rows of a fixed number of words, compared word by word.

/// A position of `N` words. Positions with fewer words are padded with zeros in front.
pub(crate) type Row<const N: usize> = [u64; N];

/// The row of the words of a position.
pub(crate) fn widened<const N: usize>(words: &[u64]) -> Row<N> {
    let mut row = [0; N];
    row[N - words.len()..].copy_from_slice(words);
    row
}

/// The first byte, from the highest of the first word, in which two rows differ; the number of
/// bytes when they are equal.
#[inline]
pub(crate) fn first_difference<const N: usize>(one: &Row<N>, other: &Row<N>) -> usize {
    for at in 0..N {
        let difference = one[at] ^ other[at];
        if difference != 0 {
            return 8 * at + difference.leading_zeros() as usize / 8;
        }
    }
    8 * N
}

pub(crate) fn to_bytes<const N: usize>(row: &Row<N>, bytes: &mut Vec<u8>) {
    row.iter().for_each(|word| bytes.extend(word.to_be_bytes()));
}

/// The row at the beginning of the bytes.
pub(crate) fn from_bytes<const N: usize>(bytes: &[u8]) -> Option<Row<N>> {
    let mut row = [0; N];
    for (word, bytes) in row.iter_mut().zip(bytes.get(..8 * N)?.chunks_exact(8)) {
        *word = u64::from_be_bytes(bytes.try_into().ok()?);
    }
    Some(row)
}
