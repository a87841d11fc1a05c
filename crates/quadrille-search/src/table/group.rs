//! Groups of slots of the table of known positions, which are compared together: with the vectors
//! that every x86-64 has, one by one elsewhere.

/// Slots in a group.
pub(super) const GROUP: usize = 4;

/// Slots side by side; 0 is an empty one.
pub(super) type Group = [u32; GROUP];

/// The slots of a group that are alike or empty, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scan {
    /// Those in use that agree with what is looked for in the bits of the mask.
    pub(super) alike: u32,
    pub(super) empty: u32,
}

#[cfg(target_arch = "x86_64")]
pub(super) use vectors::{put, scan};

#[cfg(not(target_arch = "x86_64"))]
pub(super) use plain::{put, scan};

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod vectors {
    use std::arch::x86_64::{
        _mm_and_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_movemask_ps, _mm_or_si128,
        _mm_set_epi32, _mm_set1_epi32, _mm_setzero_si128, _mm_storeu_si128, _mm_xor_si128,
    };

    use super::{GROUP, Group, Scan};

    /// Compares all slots of a group.
    #[inline(always)]
    pub(in super::super) fn scan(group: &Group, wanted: u32, mask: u32) -> Scan {
        let [a, b, c, d] = group.map(u32::cast_signed);
        // SAFETY: SSE2 is a part of every x86-64, and none of these touches memory.
        unsafe {
            let (slots, zero) = (_mm_set_epi32(d, c, b, a), _mm_setzero_si128());
            let differ = _mm_xor_si128(slots, _mm_set1_epi32(wanted.cast_signed()));
            let differ = _mm_and_si128(differ, _mm_set1_epi32(mask.cast_signed()));
            let bits = |equal| _mm_movemask_ps(_mm_castsi128_ps(equal)).cast_unsigned();
            let empty = bits(_mm_cmpeq_epi32(slots, zero));
            Scan { alike: bits(_mm_cmpeq_epi32(differ, zero)) & !empty, empty }
        }
    }

    /// Fills an empty slot. The whole group is written, since the processor makes a read of a group
    /// wait when a part of it was written just before: a search of a narrow space looks a position
    /// up again right after it was new.
    #[inline(always)]
    pub(in super::super) fn put(group: &mut Group, slot: usize, value: u32) {
        const LANES: [[i32; GROUP]; GROUP] =
            [[-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, 0, -1]];
        let [a, b, c, d] = group.map(u32::cast_signed);
        let [p, q, r, s] = LANES[slot % GROUP];
        // SAFETY: SSE2 is a part of every x86-64, and the group is as large as what is stored.
        unsafe {
            let lane =
                _mm_and_si128(_mm_set_epi32(s, r, q, p), _mm_set1_epi32(value.cast_signed()));
            let slots = _mm_or_si128(_mm_set_epi32(d, c, b, a), lane);
            _mm_storeu_si128(group.as_mut_ptr().cast(), slots);
        }
    }
}

#[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "the tests compare both"))]
mod plain {
    use super::{GROUP, Group, Scan};

    /// Compares all slots of a group.
    #[inline(always)]
    pub(in super::super) fn scan(group: &Group, wanted: u32, mask: u32) -> Scan {
        let mut scan = Scan { alike: 0, empty: 0 };
        for (at, &slot) in group.iter().enumerate() {
            scan.empty |= u32::from(slot == 0) << at;
            scan.alike |= u32::from(slot != 0 && (slot ^ wanted) & mask == 0) << at;
        }
        scan
    }

    /// Fills an empty slot.
    #[inline(always)]
    pub(in super::super) fn put(group: &mut Group, slot: usize, value: u32) {
        group[slot % GROUP] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_do_as_one_by_one() {
        let mut random = 1_u64;
        let mut draw = |below: u32| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as u32 % below
        };
        for _ in 0..10_000 {
            let mut group: Group = std::array::from_fn(|_| draw(3) << 30 | draw(3));
            let (wanted, mask) = (draw(4) << 30, u32::MAX << [2, 30][draw(2) as usize]);
            assert_eq!(scan(&group, wanted, mask), plain::scan(&group, wanted, mask), "{group:x?}");
            let empty = scan(&group, 0, 0).empty;
            if empty != 0 {
                let (slot, mut other) = (empty.trailing_zeros() as usize, group);
                put(&mut group, slot, 1 << 31 | 5);
                plain::put(&mut other, slot, 1 << 31 | 5);
                assert_eq!(group, other);
            }
        }
    }
}
