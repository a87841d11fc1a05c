//! Searches that deepen.

use quadrille_search::{
    Limits, Outcome, Search,
    algorithm::{Idastar, Ids},
};

/// Depth-first search reaches the cells of an open field by long paths first, and by shorter ones
/// later. The table from earlier rounds keeps it from expanding a cell more than once in a round.
#[test]
fn no_plan_is_proved_without_expanding_a_position_twice_in_a_round() {
    const SIDE: i16 = 33;
    let walk = |&(row, col): &(i16, i16)| {
        let next = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)];
        let inside =
            |&(row, col): &(i16, i16)| (0..SIDE).contains(&row) && (0..SIDE).contains(&col);
        next.into_iter().filter(inside).map(|cell| ((), cell))
    };
    let report = Search::from((0, 0), walk, |_| false).algorithm(Ids { table: 64 }).run();
    assert_eq!(report.outcome, Outcome::Unsolvable);
    let (positions, rounds) =
        (u64::from(SIDE.unsigned_abs()).pow(2), u64::from(report.stats.depth));
    let within = |bound: u64| {
        let cells = (0..SIDE as u64).flat_map(|row| (0..SIDE as u64).map(move |col| row + col));
        cells.filter(|&distance| distance < bound).count() as u64
    };
    // Where a set of the table is full an entry is replaced, and its position may be expanded once
    // more.
    let once: u64 = (1..=rounds).map(within).sum();
    assert!((once..once + once / 10).contains(&report.stats.expanded), "{}", report.stats.expanded);
    assert!(once < positions * rounds);
}

/// While the table grows, the old one still exists: both count.
#[test]
fn a_growing_table_counts_twice() {
    // A chain, so that the table has as many entries as positions.
    let chain =
        Search::from(0_u64, |&n| [((), n + 1)], |_| false).admissible(|n: &u64| 1_000_000 - n);
    let limits = Limits { max_nodes: Some(40_000), ..Limits::default() };
    let report = chain.algorithm(Idastar { table: 64 }).limits(limits).run();
    // 40,000 entries do not fit into half of 64 Ki, so the table has 128 Ki, and the old one of 64
    // Ki still exists.
    let entry = 24;
    assert!(report.stats.peak_bytes >= 3 * 64 * 1024 * entry, "{}", report.stats.peak_bytes);
}
