//! The table of states, and its hashes.

use std::hash::Hash;

use quadrille_search::toolkit::{Deadline, Inserted, Nodes, Parent, hash, owner};

/// The rate of states that share a slot in a table of twice their number, relative to chance.
fn crowded<S: Hash>(states: impl Iterator<Item = S>) -> f64 {
    let hashes: Vec<u64> = states.map(|state| hash(&state)).collect();
    let slots = (2 * hashes.len()).next_power_of_two();
    let mut used = vec![0_u32; slots];
    for hash in &hashes {
        used[(hash >> (64 - slots.trailing_zeros())) as usize] += 1;
    }
    let lost: u32 = used.iter().map(|&count| count.saturating_sub(1)).sum();
    let load = hashes.len() as f64 / slots as f64;
    // The expected part of states that find their slot taken.
    let expected = 1.0 - (1.0 - (-load).exp()) / load;
    f64::from(lost) / hashes.len() as f64 / expected
}

#[test]
fn plain_types_spread_as_chance_would() {
    let grid = || (0..300_u16).flat_map(|row| (0..300_u16).map(move |col| (row, col)));
    let tests = [
        crowded(0..100_000_u32),
        crowded((0..100_000_u64).map(|number| number << 40)),
        crowded(grid()),
        crowded(grid().map(|(row, col)| [u64::from(row) << 8, 0, u64::from(col) << 48])),
        crowded((0..100_000_u32).map(|number| {
            let mut cells = [0_u8; 9];
            (0..9).for_each(|at| cells[at] = (number / 4_u32.pow(at as u32) % 4) as u8);
            cells
        })),
        crowded((0..100_000_u32).map(|number| number.to_string())),
        crowded((0..100_000_u32).map(|number| vec![number % 7, number / 7])),
    ];
    for (number, crowding) in tests.into_iter().enumerate() {
        assert!(crowding < 1.05, "test {number}: {crowding} times what chance gives");
    }
}

#[test]
fn the_lower_half_is_as_good() {
    let mut owners = [0_u32; 3];
    for row in 0..300_u16 {
        for col in 0..300_u16 {
            owners[owner(hash(&(row, col)), 3)] += 1;
        }
    }
    assert!(owners.iter().all(|count| (29_000..31_000).contains(count)), "{owners:?}");
}

#[test]
fn positions_keep_their_numbers_while_the_table_grows() {
    let mut nodes = Nodes::new(usize::MAX, Deadline::default());
    for i in 0..100_000_u64 {
        let parent = Parent::new(i as u32, i % 3 == 0);
        assert_eq!(nodes.insert(i * i, parent), Ok(Inserted::New(i as u32)));
    }
    for i in 0..100_000_u64 {
        assert_eq!(nodes.insert(i * i, Parent::NONE), Ok(Inserted::Known(i as u32)));
        assert_eq!(*nodes.state(i as u32), i * i);
        assert_eq!(nodes.link(i as u32).node(), Some(i as u32));
        assert_eq!(nodes.link(i as u32).trace(), Some(i % 3 == 0));
    }
}

#[test]
fn the_budget_holds() {
    let mut nodes = Nodes::new(1 << 20, Deadline::default());
    let full = (0_u64..).find(|&i| nodes.insert((i, i), Parent::NONE).is_err());
    // Less than half is lost to the last block and to a table that cannot double.
    assert!(full.is_some_and(|count| count * 24 > 1 << 19));
    assert!(nodes.bytes() <= 1 << 20);
}
