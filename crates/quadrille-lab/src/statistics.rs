//! The numbers that results are told by: medians and quantiles, penalised times, and how likely a lead is chance.
//!
//! Times of searches spread over powers of ten, and some have no end within the limit. A mean says little about such
//! values, and leaving out what was not answered flatters whoever gave up; so medians and quantiles are used, and PAR10 counts
//! what was not answered as ten times the limit.

/// The quantiles of some values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The 5th percentile.
    pub low: f64,
    /// The lower quartile.
    pub lower: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper: f64,
    /// The 95th percentile.
    pub high: f64,
}

impl Spread {
    /// The quantiles of these values; `None` when there are none.
    pub fn of(values: &[f64]) -> Option<Spread> {
        let mut sorted: Vec<f64> = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Spread {
            low: quantile(&sorted, 0.05)?,
            lower: quantile(&sorted, 0.25)?,
            median: quantile(&sorted, 0.5)?,
            upper: quantile(&sorted, 0.75)?,
            high: quantile(&sorted, 0.95)?,
        })
    }
}

/// A quantile of sorted values, by straight lines between them (type 7 of Hyndman and Fan, as in R and NumPy).
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = share * last as f64;
    let (below, part) = (at.floor() as usize, at.fract());
    let above = (below + 1).min(last);
    // Equal neighbours stay exact, also when they are infinite.
    if part == 0.0 || sorted[below] == sorted[above] {
        return Some(sorted[below]);
    }
    Some(sorted[below] + part * (sorted[above] - sorted[below]))
}

/// The median of values in any order.
///
/// ```
/// assert_eq!(quadrille_lab::statistics::median(&[3.0, 1.0, 2.0]), Some(2.0));
/// assert_eq!(quadrille_lab::statistics::median(&[]), None);
/// ```
pub fn median(values: &[f64]) -> Option<f64> {
    Spread::of(values).map(|spread| spread.median)
}

/// How much an unanswered level counts in [`par`], in limits.
pub const PENALTY: f64 = 10.0;

/// PAR10: the mean time when every level that was not answered (`None`) counts as ten times the limit.
///
/// ```
/// assert_eq!(quadrille_lab::statistics::par(&[Some(1.0), None], 2.0), Some(10.5));
/// ```
pub fn par(times: &[Option<f64>], limit: f64) -> Option<f64> {
    let sum: f64 = times.iter().map(|time| time.unwrap_or(PENALTY * limit)).sum();
    (!times.is_empty()).then(|| sum / times.len() as f64)
}

/// The two-sided sign test: how likely a lead of at least `wins` to `losses` is if neither side is better. Ties count for
/// neither.
///
/// ```
/// assert_eq!(quadrille_lab::statistics::sign_test(5, 5), 1.0);
/// assert!((quadrille_lab::statistics::sign_test(10, 0) - 2.0 / 1024.0).abs() < 1e-12);
/// ```
pub fn sign_test(wins: usize, losses: usize) -> f64 {
    let count = wins + losses;
    let least = wins.min(losses);
    // Binomial probabilities by their logarithms, which do not run out of range.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_other_tools() {
        // numpy.quantile([1, 2, 4, 8, 16], [.05, .25, .5, .75, .95])
        let spread = Spread::of(&[16.0, 1.0, 8.0, 2.0, 4.0]).unwrap();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(near(spread.low, 1.2) && near(spread.lower, 2.0) && near(spread.median, 4.0));
        assert!(near(spread.upper, 8.0) && near(spread.high, 14.4));
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(median(&[1.0, f64::INFINITY, f64::INFINITY]), Some(f64::INFINITY));
    }

    #[test]
    fn leads_are_weighed() {
        // binom.test(15, 20): p = 0.04139
        assert!((sign_test(15, 5) - 0.041_389_465).abs() < 1e-8);
        assert_eq!(sign_test(0, 0), 1.0);
        assert!(sign_test(3000, 0) < 1e-300 || sign_test(3000, 0) == 0.0);
    }
}
