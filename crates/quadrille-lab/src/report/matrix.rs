//! The results of one game as a matrix: levels by methods.

use std::collections::BTreeMap;

use quadrille::games;
use quadrille::record::Verdict;
use quadrille::search::Cost;

use crate::Trial;
use quadrille_base::statistics::{self, Spread, median};

use super::measure::Measure;

#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) game: String,
    pub(super) levels: Vec<LevelHead>,
    pub(super) methods: Vec<MethodHead>,
    cells: BTreeMap<(usize, usize), Result>,
}

#[derive(Clone, Debug)]
pub(super) struct LevelHead {
    pub(super) name: String,
    pub(super) fingerprint: String,
    pub(super) optimum: Option<Cost>,
}

#[derive(Clone, Debug)]
pub(super) struct MethodHead {
    pub(super) name: String,
    pub(super) algorithm: String,
    pub(super) heuristic: Option<String>,
}

/// The result of a method on a level, over all repeats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Result {
    pub(super) seconds: f64,
    /// Expanded positions, if counted.
    pub(super) expanded: Option<f64>,
    /// Processor time, if measured.
    pub(super) cpu: Option<f64>,
    /// Resident memory of the trial's process, if measured.
    pub(super) resident: Option<f64>,
    /// Bytes in the tables of the search; `None` for external solvers.
    pub(super) tables: Option<f64>,
    pub(super) cost: Option<Cost>,
    pub(super) lower_bound: Option<Cost>,
    pub(super) optimal: bool,
    pub(super) outcome: Verdict,
    pub(super) limit_seconds: Option<f64>,
}

impl Result {
    /// Combines repeats: medians, and the most frequent outcome, the worse if there is a tie.
    fn of(trials: &[&Trial]) -> Option<Result> {
        let outcome_of = |trial: &&&Trial| trial.record.outcome;
        let count = |outcome: Verdict| trials.iter().filter(|t| outcome_of(t) == outcome).count();
        let outcome = trials
            .iter()
            .map(|trial| trial.record.outcome)
            .max_by_key(|&outcome| (count(outcome), !outcome.is_answer()))?;
        let same: Vec<&&Trial> = trials.iter().filter(|t| outcome_of(t) == outcome).collect();
        let middle = |value: fn(&Trial) -> Option<f64>| -> Option<f64> {
            median(&same.iter().filter_map(|trial| value(trial)).collect::<Vec<_>>())
        };
        let best = same.iter().filter_map(|trial| trial.record.cost).min();
        Some(Result {
            seconds: middle(|trial| Some(trial.record.stats.seconds))?,
            expanded: middle(|trial| Some(trial.record.counts()?.expanded as f64)),
            cpu: middle(|trial| trial.record.cpu_seconds),
            resident: middle(|trial| Some(trial.record.peak_rss? as f64)),
            tables: middle(|trial| {
                let bytes = trial.record.stats.peak_bytes;
                (bytes > 0).then_some(bytes as f64)
            }),
            cost: best,
            lower_bound: same.iter().filter_map(|trial| trial.record.lower_bound).max(),
            optimal: same.iter().any(|trial| trial.record.optimal),
            outcome,
            limit_seconds: same.iter().filter_map(|trial| trial.limit_seconds).reduce(f64::max),
        })
    }

    pub(super) fn is_unsolvable(&self) -> bool {
        self.outcome == Verdict::Unsolvable
    }

    pub(super) fn answered(&self) -> bool {
        self.outcome.is_answer()
    }
}

impl Matrix {
    pub(super) fn new(game: &str, trials: &[Trial]) -> Matrix {
        let mut levels: Vec<(&str, LevelHead)> = Vec::new();
        let mut methods: Vec<MethodHead> = Vec::new();
        let mut grouped: BTreeMap<(usize, usize), Vec<&Trial>> = BTreeMap::new();
        for trial in trials.iter().filter(|trial| trial.game == game) {
            let level =
                position(&levels, |(print, _)| *print == trial.fingerprint).unwrap_or_else(|| {
                    let row = LevelHead {
                        name: trial.level.clone(),
                        fingerprint: trial.fingerprint.clone(),
                        optimum: trial.optimum,
                    };
                    levels.push((&trial.fingerprint, row));
                    levels.len() - 1
                });
            let record = &trial.record;
            let method =
                position(&methods, |method| method.name == record.method).unwrap_or_else(|| {
                    methods.push(MethodHead {
                        name: record.method.clone(),
                        algorithm: record.algorithm.clone(),
                        heuristic: record.heuristic.clone(),
                    });
                    methods.len() - 1
                });
            grouped.entry((level, method)).or_default().push(trial);
        }
        let cells: BTreeMap<(usize, usize), Result> = grouped
            .into_iter()
            .filter_map(|(at, trials)| Some((at, Result::of(&trials)?)))
            .collect();
        let mut matrix = Matrix {
            game: game.to_string(),
            levels: levels.into_iter().map(|(_, row)| row).collect(),
            methods,
            cells,
        };
        matrix.sort();
        matrix
    }

    /// Sorts the levels by the work that they take: the median over the methods of expanded
    /// positions, which is the same in every run.
    fn sort(&mut self) {
        let work = |level: usize| {
            let values: Vec<f64> = (0..self.methods.len())
                .filter_map(|method| self.cells.get(&(level, method)))
                .filter_map(|cell| {
                    let expanded = cell.expanded?;
                    Some(if cell.answered() { expanded } else { expanded.max(1.0) * 1e6 })
                })
                .collect();
            median(&values).unwrap_or(0.0)
        };
        let mut order: Vec<usize> = (0..self.levels.len()).collect();
        let works: Vec<f64> = order.iter().map(|&level| work(level)).collect();
        order.sort_by(|&a, &b| works[a].total_cmp(&works[b]).then(a.cmp(&b)));
        self.levels = order.iter().map(|&level| self.levels[level].clone()).collect();
        let mut cells = BTreeMap::new();
        for (new, &old) in order.iter().enumerate() {
            for method in 0..self.methods.len() {
                if let Some(cell) = self.cells.get(&(old, method)) {
                    cells.insert((new, method), *cell);
                }
            }
        }
        self.cells = cells;
    }

    pub(super) fn get(&self, level: usize, method: usize) -> Option<&Result> {
        self.cells.get(&(level, method))
    }

    /// The results of a method, with the indices of their levels.
    pub(super) fn column(&self, method: usize) -> impl Iterator<Item = (usize, &Result)> {
        (0..self.levels.len()).filter_map(move |level| Some((level, self.get(level, method)?)))
    }

    /// The levels that all of these methods answered: only on them can medians be compared.
    pub(super) fn common(&self, methods: &[usize]) -> Vec<usize> {
        let answered = |level, method| self.get(level, method).is_some_and(Result::answered);
        let levels = 0..self.levels.len();
        levels.filter(|&level| methods.iter().all(|&method| answered(level, method))).collect()
    }

    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.methods.len()).collect()
    }

    /// Finds a method by its name, or by its algorithm with the default heuristic of the game.
    pub(super) fn method(&self, name: &str) -> Option<usize> {
        let game = games::by_id(&self.game);
        let resolved = game.and_then(|game| game.resolve(&name.parse().ok()?).ok());
        let resolved = resolved.map(|method| method.to_string());
        let is_it = |other: &str| other == name || Some(other) == resolved.as_deref();
        self.methods.iter().position(|method| is_it(&method.name))
    }

    /// The memory by which methods are compared: resident memory if it was measured of all, else
    /// that of their tables.
    pub(super) fn memory(&self) -> Measure {
        let mut answered = self.cells.values().filter(|result| result.answered());
        let is_measured = answered.all(|result| result.resident.is_some());
        if is_measured { Measure::Memory } else { Measure::Tables }
    }

    /// The number that decides the look of a method in all charts. Those of the chart of coverage
    /// come first, so that they differ the most.
    pub(super) fn series(&self, method: usize) -> usize {
        let first = self.algorithms();
        let others = self.all().into_iter().filter(|other| !first.contains(other));
        first.iter().copied().chain(others).position(|other| other == method).unwrap_or(method)
    }

    pub(super) fn level_names(&self) -> Vec<String> {
        self.levels.iter().map(|level| level.name.clone()).collect()
    }

    /// One method per algorithm: the one with the game's default heuristic, or the first.
    pub(super) fn algorithms(&self) -> Vec<usize> {
        let default = games::by_id(&self.game).map(|game| game.default_heuristic());
        let mut chosen: Vec<usize> = Vec::new();
        for (number, method) in self.methods.iter().enumerate() {
            let same = |&&other: &&usize| self.methods[other].algorithm == method.algorithm;
            match chosen.iter().find(same).copied() {
                None => chosen.push(number),
                Some(other) if method.heuristic.as_deref() == default => {
                    if self.methods[other].heuristic.as_deref() != default {
                        chosen.retain(|&kept| kept != other);
                        chosen.push(number);
                    }
                }
                Some(_) => {}
            }
        }
        chosen
    }

    /// The algorithms that ran with several heuristics, each with its methods.
    pub(super) fn with_heuristics(&self) -> Vec<(String, Vec<usize>)> {
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        for (number, method) in self.methods.iter().enumerate().filter(|m| m.1.heuristic.is_some())
        {
            match groups.iter_mut().find(|group| group.0 == method.algorithm) {
                Some(group) => group.1.push(number),
                None => groups.push((method.algorithm.clone(), vec![number])),
            }
        }
        groups.retain(|group| group.1.len() > 1);
        groups
    }

    pub(super) fn summary(&self, method: usize) -> Summary {
        let results: Vec<&Result> = self.column(method).map(|(_, result)| result).collect();
        let answered: Vec<&&Result> = results.iter().filter(|result| result.answered()).collect();
        let times: Vec<Option<f64>> =
            results.iter().map(|r| r.answered().then_some(r.seconds)).collect();
        // Imported rows can be without a time.
        let seconds: Vec<f64> =
            answered.iter().map(|result| result.seconds).filter(|&time| time > 0.0).collect();
        let limit = results.iter().filter_map(|result| result.limit_seconds).reduce(f64::max);
        let all = answered.len() == results.len();
        Summary {
            levels: results.len(),
            answered: answered.len(),
            proved: answered
                .iter()
                .filter(|result| result.optimal || result.outcome == Verdict::Unsolvable)
                .count(),
            time: Spread::of(&seconds),
            cpu: median(&answered.iter().filter_map(|result| result.cpu).collect::<Vec<_>>()),
            par: match limit {
                Some(limit) => statistics::par(&times, limit),
                None if all => statistics::par(&times, 0.0),
                None => None,
            },
        }
    }
}

/// A summary of a method. Spreads are over the answered levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    pub(super) levels: usize,
    pub(super) answered: usize,
    pub(super) proved: usize,
    pub(super) time: Option<Spread>,
    /// The median of the processor time.
    pub(super) cpu: Option<f64>,
    pub(super) par: Option<f64>,
}

fn position<T>(list: &[T], is: impl Fn(&T) -> bool) -> Option<usize> {
    list.iter().position(is)
}
