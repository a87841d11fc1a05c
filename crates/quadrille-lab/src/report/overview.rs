//! All games together: the number of levels that each algorithm answers.

use quadrille_base::quantities::{counted, seconds};

use crate::charts::{self, Axis, Curve, Frame, Unit};
use quadrille_base::statistics;

use super::matrix::Matrix;
use super::measure::listed;
use super::{Cell, Section, Table};

/// The sections about all games; none when there is only one.
pub(super) fn sections(matrices: &[Matrix]) -> Vec<Section> {
    if matrices.len() < 2 {
        return Vec::new();
    }
    let mut names: Vec<&str> = Vec::new();
    for matrix in matrices {
        for method in matrix.algorithms() {
            let algorithm = matrix.methods[method].algorithm.as_str();
            if !names.contains(&algorithm) {
                names.push(algorithm);
            }
        }
    }
    let mut limit: Option<f64> = None;
    let mut rows = Vec::new();
    for (series, name) in names.into_iter().enumerate() {
        let mut times = Vec::new();
        let mut per_game = Vec::new();
        for matrix in matrices {
            let method =
                matrix.algorithms().into_iter().find(|&m| matrix.methods[m].algorithm == name);
            let Some(method) = method else {
                per_game.push(Cell::None);
                continue;
            };
            let summary = matrix.summary(method);
            per_game.push(Cell::Of(summary.answered, summary.levels));
            for (_, result) in matrix.column(method) {
                times.push(result.answered().then_some(result.seconds));
                limit = limit.into_iter().chain(result.limit_seconds).reduce(f64::max);
            }
        }
        rows.push((name, times, per_game, series));
    }
    let answered = |times: &[Option<f64>]| times.iter().flatten().count();
    let par = |times: &[Option<f64>]| {
        limit.and_then(|limit| statistics::par(times, limit)).unwrap_or(f64::INFINITY)
    };
    rows.sort_by(|a, b| answered(&b.1).cmp(&answered(&a.1)).then(par(&a.1).total_cmp(&par(&b.1))));
    let curves: Vec<Curve> = rows
        .iter()
        .map(|(name, times, _, series)| Curve {
            label: name.to_string(),
            series: *series,
            efforts: times.iter().flatten().copied().collect(),
            total: times.len(),
        })
        .collect();
    let frame = Frame::new(
        "Levels of all games answered within a time",
        "Algorithms with a heuristic use the default of each game. Higher and further left is better.",
    );
    let chart =
        charts::curves(&frame, &Axis::log("time for a level", Unit::Seconds), limit, &curves);
    let columns = ["algorithm", "answered"].map(String::from).into_iter();
    let columns = columns.chain(matrices.iter().map(|matrix| matrix.game.clone()));
    let columns = columns.chain(["median time", "PAR10"].map(String::from)).collect();
    let table_rows = rows
        .iter()
        .map(|(name, times, per_game, _)| {
            let solved: Vec<f64> = times.iter().flatten().copied().collect();
            let mut row = vec![Cell::Text(name.to_string()), Cell::Of(solved.len(), times.len())];
            row.extend(per_game.iter().cloned());
            row.push(Cell::maybe(statistics::median(&solved), Unit::Seconds));
            let par = limit.and_then(|limit| statistics::par(times, limit));
            row.push(Cell::maybe(par, Unit::Seconds));
            row
        })
        .collect();
    let finding = finding(
        matrices,
        &rows.iter().map(|row| (row.0, answered(&row.1), row.1.len())).collect::<Vec<_>>(),
    );
    vec![Section {
        game: String::new(),
        name: "coverage".to_string(),
        title: "Coverage, all games".to_string(),
        finding,
        table: Table { columns, rows: table_rows },
        chart,
        detail: false,
    }]
}

/// Names the algorithms with the most and the fewest answers, and compares their times on the
/// levels that both answered: medians over different levels would favour methods that answer only
/// the easy ones.
fn finding(matrices: &[Matrix], rows: &[(&str, usize, usize)]) -> String {
    let [first, .., last] = rows else { return "There is one algorithm only.".to_string() };
    let tied = |count: usize| {
        let same = rows.iter().filter(|row| row.1 == count);
        listed(&same.map(|row| row.0.to_string()).collect::<Vec<_>>())
    };
    if first.1 == last.1 {
        return format!("All algorithms answer {} of {} levels.", first.1, first.2);
    }
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    for matrix in matrices {
        let of = |name: &str| {
            matrix.algorithms().into_iter().find(|&m| matrix.methods[m].algorithm == name)
        };
        let (Some(a), Some(b)) = (of(first.0), of(last.0)) else { continue };
        for level in matrix.common(&[a, b]) {
            fast.extend(matrix.get(level, a).map(|result| result.seconds));
            slow.extend(matrix.get(level, b).map(|result| result.seconds));
        }
    }
    let times = match (statistics::median(&fast), statistics::median(&slow)) {
        (Some(fast_median), Some(slow_median)) => format!(
            "; on the {} that {} and {} both answered the medians are {} and {}",
            counted(fast.len() as u64, "level"),
            first.0,
            last.0,
            seconds(fast_median),
            seconds(slow_median)
        ),
        _ => String::new(),
    };
    format!(
        "Most levels: {} with {} of {}; fewest: {} with {}{times}.",
        tied(first.1),
        first.1,
        first.2,
        tied(last.1),
        last.1
    )
}
