//! Statistics of results: medians and quantiles, penalised times, and tests of significance.
//!
//! Search times spread over powers of ten, and some searches do not end within the limit. A mean
//! says little about such values, and leaving out unanswered levels favours methods that gave up;
//! so medians and quantiles are used, and PAR10 counts an unanswered level as ten times the limit.

use crate::random::Random;

/// Quantiles of values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The 5th percentile.
    pub low: f64,
    pub lower: f64,
    pub median: f64,
    pub upper: f64,
    /// The 95th percentile.
    pub high: f64,
    pub least: f64,
    pub mean: f64,
    pub most: f64,
}

impl Spread {
    pub fn of(values: &[f64]) -> Option<Spread> {
        let mut sorted: Vec<f64> = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Spread {
            low: quantile(&sorted, 0.05)?,
            lower: quantile(&sorted, 0.25)?,
            median: quantile(&sorted, 0.5)?,
            upper: quantile(&sorted, 0.75)?,
            high: quantile(&sorted, 0.95)?,
            least: *sorted.first()?,
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
            most: *sorted.last()?,
        })
    }
}

/// A quantile of sorted values by linear interpolation (type 7 of Hyndman and Fan, as in R and
/// NumPy).
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = share * last as f64;
    let (below, part) = (at.floor() as usize, at.fract());
    let above = (below + 1).min(last);
    // Equal neighbours stay exact, even if infinite.
    if part == 0.0 || sorted[below] == sorted[above] {
        return Some(sorted[below]);
    }
    Some(sorted[below] + part * (sorted[above] - sorted[below]))
}

///
/// ```
/// assert_eq!(quadrille_base::statistics::median(&[3.0, 1.0, 2.0]), Some(2.0));
/// assert_eq!(quadrille_base::statistics::median(&[]), None);
/// ```
pub fn median(values: &[f64]) -> Option<f64> {
    Spread::of(values).map(|spread| spread.median)
}

/// The weight of an unanswered level in [`par`], in limits.
pub const PENALTY: f64 = 10.0;

/// PAR10: the mean time, where every unanswered level (`None`) counts as ten times the limit.
///
/// ```
/// assert_eq!(quadrille_base::statistics::par(&[Some(1.0), None], 2.0), Some(10.5));
/// ```
pub fn par(times: &[Option<f64>], limit: f64) -> Option<f64> {
    let sum: f64 = times.iter().map(|time| time.unwrap_or(PENALTY * limit)).sum();
    (!times.is_empty()).then(|| sum / times.len() as f64)
}

/// The score of a plan by the rules of the satisficing track of planning competitions (IPC): the
/// cost of the best known plan divided by that of this plan, and 0 without one.
///
/// ```
/// use quadrille_base::statistics::satisficing_score;
/// assert_eq!(satisficing_score(Some(8), Some(6)), 0.75);
/// assert_eq!(satisficing_score(None, Some(6)), 0.0);
/// ```
pub fn satisficing_score(cost: Option<u32>, best: Option<u32>) -> f64 {
    match (cost, best) {
        (None, _) => 0.0,
        (Some(0), _) => 1.0,
        (Some(cost), best) => f64::from(best.unwrap_or(cost).min(cost)) / f64::from(cost),
    }
}

/// The score of a time by the rules of the agile track of planning competitions (IPC): 1 up to a
/// second, then less by its logarithm, and 0 at the limit or without an answer.
///
/// ```
/// use quadrille_base::statistics::agile_score;
/// assert_eq!(agile_score(Some(0.5), 100.0), 1.0);
/// assert!((agile_score(Some(10.0), 100.0) - 0.5).abs() < 1e-12);
/// assert_eq!(agile_score(None, 100.0), 0.0);
/// ```
pub fn agile_score(seconds: Option<f64>, limit: f64) -> f64 {
    match seconds {
        None => 0.0,
        Some(seconds) if seconds <= 1.0 => 1.0,
        Some(seconds) if seconds >= limit => 0.0,
        Some(seconds) => 1.0 - seconds.ln() / limit.ln(),
    }
}

/// The two-sided sign test: the probability of a lead of at least `wins` to `losses` if neither
/// side is better. Ties are ignored.
///
/// ```
/// assert_eq!(quadrille_base::statistics::sign_test(5, 5), 1.0);
/// assert!((quadrille_base::statistics::sign_test(10, 0) - 2.0 / 1024.0).abs() < 1e-12);
/// ```
pub fn sign_test(wins: usize, losses: usize) -> f64 {
    let count = wins + losses;
    let least = wins.min(losses);
    // Logarithms of binomial probabilities do not overflow.
    let mut log_choose = 0.0;
    let mut tail = 0.0;
    for taken in 0..=least {
        if taken > 0 {
            log_choose += ((count - taken + 1) as f64).ln() - (taken as f64).ln();
        }
        tail += (log_choose - count as f64 * 2_f64.ln()).exp();
    }
    (2.0 * tail).min(1.0)
}

/// The two-sided Wilcoxon signed-rank test of paired differences. Zeros are ignored; ties share
/// their ranks. With up to 25 differences without ties the probability is exact, otherwise by the
/// normal distribution with the usual corrections.
///
/// ```
/// use quadrille_base::statistics::wilcoxon;
/// // scipy.stats.wilcoxon([1, 2, 3, 4, 5, 6]): p = 0.03125
/// assert!((wilcoxon(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).chance - 0.03125).abs() < 1e-9);
/// assert_eq!(wilcoxon(&[]).chance, 1.0);
/// ```
pub fn wilcoxon(differences: &[f64]) -> SignedRanks {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let count = sorted.len();
    let ranks = shared_ranks(&sorted.iter().map(|d| d.abs()).collect::<Vec<_>>());
    let above: f64 = sorted.iter().zip(&ranks).filter(|(d, _)| **d > 0.0).map(|(_, r)| r).sum();
    let total = (count * (count + 1)) as f64 / 2.0;
    let below = total - above;
    let ties: f64 = tie_groups(&ranks).map(|t| (t * t * t - t) as f64).sum();
    let chance = if count == 0 {
        1.0
    } else if ties == 0.0 && count <= 25 {
        exact_signed_rank(count, above.min(below))
    } else {
        let variance = (count * (count + 1) * (2 * count + 1)) as f64 / 24.0 - ties / 48.0;
        // The continuity correction moves the statistic half a rank towards its mean.
        let distance = ((above - total / 2.0).abs() - 0.5).max(0.0);
        if variance > 0.0 { two_sided_normal(distance / variance.sqrt()) } else { 1.0 }
    };
    let effect = if total > 0.0 { (above - below) / total } else { 0.0 };
    SignedRanks { chance, effect }
}

/// The result of [`wilcoxon`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SignedRanks {
    /// The probability of such differences if neither side is larger.
    pub chance: f64,
    /// The rank-biserial correlation, from -1 (all below zero) to 1 (all above).
    pub effect: f64,
}

/// The probability of a sum of ranks of at most `least`, or as far on the other side, counting all
/// assignments of signs.
fn exact_signed_rank(count: usize, least: f64) -> f64 {
    let total = count * (count + 1) / 2;
    let mut ways = vec![0.0; total + 1];
    ways[0] = 1.0;
    for rank in 1..=count {
        for sum in (rank..=total).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let tail: f64 = ways[..=(least as usize).min(total)].iter().sum();
    (2.0 * tail / 2_f64.powi(count as i32)).min(1.0)
}

/// The ranks of sorted values from 1; equal values share their mean rank.
fn shared_ranks(sorted: &[f64]) -> Vec<f64> {
    let mut ranks = Vec::with_capacity(sorted.len());
    for group in sorted.chunk_by(|a, b| a == b) {
        let first = ranks.len();
        let rank = (first + 1 + first + group.len()) as f64 / 2.0;
        ranks.extend(std::iter::repeat_n(rank, group.len()));
    }
    ranks
}

fn tie_groups(ranks: &[f64]) -> impl Iterator<Item = usize> {
    ranks.chunk_by(|a, b| a == b).map(<[f64]>::len)
}

/// The probability that a normal variable is further from its mean than this many deviations
/// (Abramowitz and Stegun 7.1.26, to 1.5e-7).
fn two_sided_normal(deviations: f64) -> f64 {
    let x = deviations / 2_f64.sqrt();
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    (poly * (-x * x).exp()).clamp(0.0, 1.0)
}

/// Holm's correction of several probabilities.
///
/// ```
/// let corrected = quadrille_base::statistics::holm(&[0.01, 0.04, 0.03]);
/// let rounded: Vec<f64> = corrected.iter().map(|p| (p * 1000.0).round() / 1000.0).collect();
/// assert_eq!(rounded, [0.03, 0.06, 0.06]);
/// ```
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    let mut corrected = vec![1.0; chances.len()];
    let mut largest: f64 = 0.0;
    for (place, &index) in order.iter().enumerate() {
        largest = largest.max(chances[index] * (chances.len() - place) as f64).min(1.0);
        corrected[index] = largest;
    }
    corrected
}

/// The middle 95 % of a statistic over samples drawn with replacement. The draws are the same in
/// every run.
pub fn bootstrap(values: &[f64], statistic: &dyn Fn(&[f64]) -> f64) -> Option<(f64, f64)> {
    const DRAWS: usize = 1000;
    if values.is_empty() {
        return None;
    }
    let mut random = Random::new(0, 0);
    let mut sample = vec![0.0; values.len()];
    let mut draws: Vec<f64> = (0..DRAWS)
        .map(|_| {
            for slot in &mut sample {
                *slot = values[random.below(values.len())];
            }
            statistic(&sample)
        })
        .collect();
    draws.sort_by(f64::total_cmp);
    Some((quantile(&draws, 0.025)?, quantile(&draws, 0.975)?))
}

/// The mean rank of each method over all cases, 1 for the least; equal values share their ranks.
/// Every case has a value for each method.
///
/// ```
/// use quadrille_base::statistics::mean_ranks;
/// assert_eq!(mean_ranks(&[vec![1.0, 2.0, 2.0], vec![3.0, 1.0, 2.0]]), [2.0, 1.75, 2.25]);
/// ```
pub fn mean_ranks(cases: &[Vec<f64>]) -> Vec<f64> {
    let methods = cases.first().map_or(0, Vec::len);
    let mut sums = vec![0.0; methods];
    for case in cases {
        let mut order: Vec<usize> = (0..methods).collect();
        order.sort_by(|&a, &b| case[a].total_cmp(&case[b]));
        let sorted: Vec<f64> = order.iter().map(|&method| case[method]).collect();
        for (&method, rank) in order.iter().zip(shared_ranks(&sorted)) {
            sums[method] += rank;
        }
    }
    sums.into_iter().map(|sum| sum / cases.len().max(1) as f64).collect()
}

/// Nemenyi's critical difference of mean ranks at 5 %, for 2 to 20 methods (Demšar 2006).
pub fn critical_difference(methods: usize, cases: usize) -> Option<f64> {
    const Q: [f64; 19] = [
        1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164, 3.219, 3.268, 3.313, 3.354,
        3.391, 3.426, 3.458, 3.489, 3.517, 3.544,
    ];
    let q = Q.get(methods.checked_sub(2)?)?;
    let (k, n) = (methods as f64, cases as f64);
    (cases > 0).then(|| q * (k * (k + 1.0) / (6.0 * n)).sqrt())
}

/// The effective branching factor: the `b` for which a uniform tree of this depth has this many
/// nodes besides its root.
///
/// ```
/// use quadrille_base::statistics::branching_factor;
/// assert!((branching_factor(14, 3).unwrap() - 2.0).abs() < 1e-6);
/// assert_eq!(branching_factor(5, 0), None);
/// ```
pub fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    if depth == 0 || nodes == 0 {
        return None;
    }
    let tree = |b: f64| {
        (1..=depth)
            .fold((0.0, 1.0), |(sum, power), _| {
                let power: f64 = power * b;
                (sum + power, power)
            })
            .0
    };
    let (mut low, mut high) = (0.0, nodes as f64 + 1.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if tree(middle) < nodes as f64 { low = middle } else { high = middle }
    }
    Some(high)
}
