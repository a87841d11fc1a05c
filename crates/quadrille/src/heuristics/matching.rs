//! Minimum-cost matching: each goal gets its own piece.

/// Above this many goals or pieces, each goal takes its nearest piece.
const MOST: usize = 64;

/// The price of an impossible pair.
const NEVER: u32 = 1 << 24;

/// The least sum of prices if every row takes its own column among `columns`; `None` if that is
/// impossible. `prices` has the price of each column for each row.
///
/// With many rows or columns it is a lower bound of that sum. This is the Hungarian method, which
/// adds one row after the other by a shortest augmenting path.
///
/// ```
/// use quadrille::heuristics::least_matching;
/// let prices = [vec![Some(1), Some(2), None], vec![Some(1), Some(9), None]];
/// assert_eq!(least_matching(&prices, [0, 1].into_iter()), Some(3));
/// assert_eq!(least_matching(&prices, [0, 2].into_iter()), None);
/// ```
pub fn least_matching(
    prices: &[Vec<Option<u32>>],
    columns: impl Iterator<Item = usize> + Clone,
) -> Option<u32> {
    let count = columns.clone().take(MOST + 1).count();
    if prices.len() > MOST || count > MOST {
        let nearest = |row: &Vec<_>| columns.clone().filter_map(|column| row[column]).min();
        return prices.iter().map(nearest).sum();
    }
    if count < prices.len() {
        return None;
    }
    let mut places = [0; MOST + 1];
    places.iter_mut().skip(1).zip(columns).for_each(|(place, column)| *place = column);
    // Rows and columns count from 1; column 0 holds the row that is being added.
    let price = |row: usize, column: usize| prices[row - 1][places[column]].unwrap_or(NEVER) as i32;
    let (mut of_row, mut of_column) = ([0_i32; MOST + 1], [0_i32; MOST + 1]);
    let mut taken_by = [0_usize; MOST + 1];
    for row in 1..=prices.len() {
        taken_by[0] = row;
        let (mut slack, mut way) = ([i32::MAX; MOST + 1], [0_usize; MOST + 1]);
        let mut done = [false; MOST + 1];
        let mut here = 0;
        while taken_by[here] != 0 {
            done[here] = true;
            let (mut least, mut next) = (i32::MAX, 0);
            for column in (1..=count).filter(|&column| !done[column]) {
                let row = taken_by[here];
                let reduced = price(row, column) - of_row[row] - of_column[column];
                if reduced < slack[column] {
                    (slack[column], way[column]) = (reduced, here);
                }
                if slack[column] < least {
                    (least, next) = (slack[column], column);
                }
            }
            for column in 0..=count {
                if done[column] {
                    of_row[taken_by[column]] += least;
                    of_column[column] -= least;
                } else {
                    slack[column] -= least;
                }
            }
            here = next;
        }
        while here != 0 {
            taken_by[here] = taken_by[way[here]];
            here = way[here];
        }
    }
    let matched = (1..=count).filter(|&column| taken_by[column] != 0);
    let sum: i32 = matched.map(|column| price(taken_by[column], column)).sum();
    u32::try_from(sum).ok().filter(|&sum| sum < NEVER)
}
