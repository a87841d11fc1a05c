//! Every method against every other: the significance of their differences.

use quadrille_base::quantities::counted;

use crate::charts::{self, Frame, Ranked, Reading};
use quadrille_base::statistics::{
    PENALTY, bootstrap, critical_difference, holm, mean_ranks, sign_test, wilcoxon,
};

use super::matrix::Matrix;
use super::measure::{Measure, some};
use super::{Cell, Section, section};

/// With more methods than this there is no pairwise comparison.
const MOST: usize = 20;

/// The significance level.
const LEVEL: f64 = 0.05;

/// The sections about pairs of methods.
pub(super) fn sections(matrix: &Matrix) -> Vec<Section> {
    let all = matrix.all();
    let methods = if all.len() <= MOST { all } else { matrix.algorithms() };
    if methods.len() < 2 || methods.len() > MOST {
        return Vec::new();
    }
    let times = section_of(matrix, &methods, Measure::Time).map(Section::into_detail);
    section_of(matrix, &methods, Measure::Expanded).into_iter().chain(times).collect()
}

/// The effort of a method on a level; one without an answer counts as ten times the largest effort,
/// or ten times the limit.
fn effort(
    matrix: &Matrix,
    level: usize,
    method: usize,
    measure: Measure,
    worst: f64,
) -> Option<f64> {
    let result = matrix.get(level, method)?;
    Some(match (measure.reading(result), measure, result.limit_seconds) {
        (Reading::Value(value), ..) => value,
        (_, Measure::Time, Some(limit)) => PENALTY * limit,
        _ => PENALTY * worst,
    })
}

struct Pair {
    methods: (usize, usize),
    levels: usize,
    less: usize,
    more: usize,
    ties: usize,
    ranks: f64,
    sign: f64,
    effect: f64,
    interval: Option<(f64, f64)>,
}

fn section_of(matrix: &Matrix, methods: &[usize], measure: Measure) -> Option<Section> {
    // External solvers may not report expansions.
    let is_measured = |&method: &usize| {
        matrix.column(method).any(|(_, result)| !matches!(measure.reading(result), Reading::None))
    };
    let methods: Vec<usize> = methods.iter().copied().filter(is_measured).collect();
    let worst = methods
        .iter()
        .flat_map(|&method| matrix.column(method))
        .filter_map(|(_, result)| match measure.reading(result) {
            Reading::Value(value) | Reading::Stopped(value) => Some(value),
            Reading::None => None,
        })
        .fold(1.0, f64::max);
    let values: Vec<Vec<Option<f64>>> = (0..matrix.levels.len())
        .map(|level| methods.iter().map(|&m| effort(matrix, level, m, measure, worst)).collect())
        .collect();
    let mut pairs = Vec::new();
    for a in 0..methods.len() {
        for b in a + 1..methods.len() {
            pairs.push(pair(&values, (a, b)));
        }
    }
    let ranks = holm(&pairs.iter().map(|pair| pair.ranks).collect::<Vec<_>>());
    let signs = holm(&pairs.iter().map(|pair| pair.sign).collect::<Vec<_>>());
    let name = |index: usize| matrix.methods[methods[index]].name.clone();
    let rows = pairs.iter().zip(ranks.iter().zip(&signs)).map(|(pair, (&by_rank, &by_sign))| {
        let verdict = match () {
            () if by_rank >= LEVEL => "tie",
            () if pair.effect < 0.0 => "less",
            () => "more",
        };
        let interval = match pair.interval {
            Some((low, high)) => format!("{:.2} [{low:.2}, {high:.2}]", pair.effect),
            None => "–".to_string(),
        };
        vec![
            Cell::Text(name(pair.methods.0)),
            Cell::Text(verdict.to_string()),
            Cell::Text(name(pair.methods.1)),
            Cell::Text(format!("{}:{}:{}", pair.less, pair.ties, pair.more)),
            Cell::Text(written(by_rank)),
            Cell::Text(written(by_sign)),
            Cell::Text(interval),
            Cell::Of(pair.levels, matrix.levels.len()),
        ]
    });
    let rows = rows.collect();
    // Mean ranks need a value of every method on a level.
    let complete: Vec<Vec<f64>> =
        values.iter().filter_map(|row| row.iter().copied().collect::<Option<Vec<f64>>>()).collect();
    let means = mean_ranks(&complete);
    let mut ranked: Vec<Ranked> = means
        .iter()
        .enumerate()
        .map(|(index, &rank)| Ranked {
            label: name(index),
            series: matrix.series(methods[index]),
            rank,
        })
        .collect();
    ranked.sort_by(|a, b| a.rank.total_cmp(&b.rank));
    let critical = critical_difference(methods.len(), complete.len())?;
    let frame = Frame::new(
        format!("{}: mean ranks by {}", matrix.game, measure.name()),
        "Rank 1 takes the least. Methods under one bar do not differ significantly at 5 % (Nemenyi).",
    );
    let chart = charts::differences(&frame, &ranked, critical);
    let first = ranked.first()?;
    let near: Vec<String> = ranked[1..]
        .iter()
        .filter(|other| other.rank - first.rank < critical)
        .map(|other| other.label.clone())
        .collect();
    let different = ranks.iter().filter(|chance| **chance < LEVEL).count();
    let signs_apart = signs.iter().filter(|chance| **chance < LEVEL).count();
    let all = counted(pairs.len() as u64, "pair");
    let finding = format!(
        "Nemenyi test: by {} {} has the best mean rank, {:.2} over {}{}. Wilcoxon test with Holm's correction: {different} of {all} \
         differ. Sign test with Holm's correction: {signs_apart} of {all} differ.",
        measure.name(),
        first.label,
        first.rank,
        counted(complete.len() as u64, "level"),
        match near.as_slice() {
            [] => ", apart from all others".to_string(),
            near => format!(", not significantly different from {}", some(near)),
        },
    );
    let columns = [
        "method", "takes", "than", "less:tie:more", "Wilcoxon p", "sign test p", "effect [95 %]",
        "levels",
    ];
    let title = format!("All pairs by {}, {}", measure.name(), matrix.game);
    let name = format!("pairs-{}", measure.word());
    Some(section(matrix, &name, title, finding, &columns, rows, chart))
}

fn pair(values: &[Vec<Option<f64>>], (a, b): (usize, usize)) -> Pair {
    let differences: Vec<f64> = values
        .iter()
        .filter_map(|row| Some((row[a]?, row[b]?)))
        // Efforts differ by factors, so their logarithms are ranked.
        .map(|(a, b)| if a == b { 0.0 } else { (a.max(1e-9) / b.max(1e-9)).ln() })
        .collect();
    let less = differences.iter().filter(|d| **d < 0.0).count();
    let more = differences.iter().filter(|d| **d > 0.0).count();
    let test = wilcoxon(&differences);
    Pair {
        methods: (a, b),
        levels: differences.len(),
        less,
        more,
        ties: differences.len() - less - more,
        ranks: test.chance,
        sign: sign_test(less, more),
        effect: test.effect,
        interval: bootstrap(&differences, &|sample| wilcoxon(sample).effect),
    }
}

fn written(chance: f64) -> String {
    if chance < 0.001 { "< 0.001".to_string() } else { format!("{chance:.3}") }
}
