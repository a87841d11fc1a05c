//! Small arrays of machine words.

use quadrille::grid::Words;

fn sample<const N: usize>() -> Words<N> {
    Words(std::array::from_fn(|i| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2 * i as u64 + 1)))
}

fn shifts_move_every_bit<const N: usize>() {
    let set = sample::<N>();
    let bits = 64 * N;
    for by in [0, 1, 5, 16, 63, 64, 65, 128, 200, 255, 256] {
        for index in 0..bits {
            assert_eq!((set << by as u32).contains(index), index >= by && set.contains(index - by));
            assert_eq!(
                (set >> by as u32).contains(index),
                index + by < bits && set.contains(index + by)
            );
        }
    }
}

#[test]
fn shifts_cross_words() {
    shifts_move_every_bit::<1>();
    shifts_move_every_bit::<2>();
    shifts_move_every_bit::<4>();
}

#[test]
fn the_highest_bits_are_a_number() {
    let mut words = sample::<2>();
    let board = words.without_high(10);
    words.set_high(10, 613);
    assert_eq!((words.high(10), words.without_high(10)), (613, board));
    assert!((0..118).all(|bit| board.contains(bit) == sample::<2>().contains(bit)));
    assert!((118..128).all(|bit| !board.contains(bit)));
}

#[test]
fn bits_come_in_rising_order() {
    let set = sample::<4>();
    let bits: Vec<usize> = set.bits().collect();
    assert_eq!(bits, (0..256).filter(|&bit| set.contains(bit)).collect::<Vec<_>>());
    assert_eq!(set.count() as usize, bits.len());
}

#[test]
fn bytes_stand_apart() {
    let mut words = Words::<2>([u64::MAX; 2]);
    words.set_byte(9, 0x12);
    assert_eq!((words.byte(8), words.byte(9), words.byte(10)), (0xff, 0x12, 0xff));
}
