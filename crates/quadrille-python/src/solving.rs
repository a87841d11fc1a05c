//! Solves one level, many levels, or one level with many methods.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::levels;
use quadrille::record::Record;
use quadrille::search::{Algorithm, Cancel, Control, Limits};
use quadrille_base::runner::{Order, TaskEvent, Tasks};
use quadrille_lab::charts::ColourScheme;
use quadrille_lab::{self as lab, Step};

use crate::attend::{attend, idle};
use crate::errors;
use crate::hint::{self, Hint, Raised};
use crate::level::Level;
use crate::limits::{self, LimitArguments};
use crate::outcome::Result;

fn resolved(py: Python<'_>, level: &levels::Level, method: &Method) -> PyResult<Method> {
    level.game.resolve(method).map_err(|error| errors::method(py, &method.to_string(), &error))
}

pub(crate) fn solve(
    py: Python<'_>,
    level: &Py<Level>,
    (algorithm, heuristic, is_admissible): (&str, Option<&Hint>, bool),
    limits: Limits,
) -> PyResult<Result> {
    if is_admissible && !matches!(heuristic, Some(Hint::Function(_))) {
        let message = "admissible=True is only for heuristics that are functions";
        return Err(PyValueError::new_err(message));
    }
    let inner = &level.get().inner;
    let raised = Raised::default();
    let method = match heuristic {
        None => limits::method(py, algorithm, None)?,
        Some(Hint::Text(text)) => limits::method(py, algorithm, Some(text))?,
        Some(Hint::Function(function)) => {
            let expression = hint::custom(py, function, is_admissible, &raised);
            limits::with_heuristic(py, limits::method(py, algorithm, None)?, expression)?
        }
    };
    let method = resolved(py, inner, &method)?;
    let control = Control::with_limits(limits);
    let doing = format!("'{method}' on {}", levels::to_code(inner));
    let search = || inner.game.solve(&inner.grid, &method, &control, None);
    // A thread that calls back keeps the lock from call to call, unless it has to share it with
    // others.
    let is_alone = !matches!(method.algorithm, Algorithm::Parallel { .. });
    let calls_back = matches!(heuristic, Some(Hint::Function(_))) && is_alone;
    let work = || if calls_back { Python::attach(|_| search()) } else { search() };
    let report = attend(py, &doing, &control.cancel, work, idle)?;
    if let Some(error) = raised.lock().ok().and_then(|mut raised| raised.take()) {
        return Err(error);
    }
    let report = report.map_err(|error| errors::solve(py, inner.grid.size(), &error))?;
    let record = Record::new(&method, inner, &report);
    Ok(Result { level: level.clone_ref(py), record })
}

/// Solves levels in parallel. Returns their results in the order of the levels. Levels that were
/// not started before Ctrl-C are 'unknown' and 'cancelled'.
#[pyfunction]
#[pyo3(signature = (levels, algorithm, heuristic, limits, jobs, report))]
pub(crate) fn solve_many(
    py: Python<'_>,
    levels: Vec<Py<Level>>,
    algorithm: &str,
    heuristic: Option<&str>,
    limits: LimitArguments,
    jobs: Option<usize>,
    report: Option<Py<PyAny>>,
) -> PyResult<Vec<Result>> {
    let method = limits::method(py, algorithm, heuristic)?;
    let all: Vec<(&levels::Level, Method)> = levels
        .iter()
        .map(|level| {
            let level = &level.get().inner;
            Ok((level, resolved(py, level, &method)?))
        })
        .collect::<PyResult<_>>()?;
    let jobs = limits::jobs(jobs)?.min(all.len().max(1));
    let limits = limits.limits(py, jobs)?;
    let cancel = Cancel::default();
    let done = AtomicUsize::new(0);
    let work = |number: usize| {
        let (level, method) = &all[number];
        let control = Control { cancel: cancel.clone(), ..Control::with_limits(limits) };
        // A search whose token is cancelled ends at once, with a cancelled record.
        let record = lab::measure(level, method, &control.side_by_side(jobs));
        done.fetch_add(1, Relaxed);
        Some(record)
    };
    let search = || {
        let mut records = Vec::with_capacity(all.len());
        let name = |number: usize| levels::to_code(all[number].0);
        let tasks = Tasks { count: all.len(), threads: jobs, order: Order::Index };
        tasks.run(name, work, |event| match event {
            TaskEvent::Done(_, record) => {
                records.push(record);
                Ok(())
            }
            TaskEvent::Panicked(_, panicked) => Err(panicked.to_string()),
            TaskEvent::Skipped(_) | TaskEvent::Tick => Ok(()),
        })?;
        Ok::<Vec<Record>, String>(records)
    };
    let tick = |py: Python<'_>| match &report {
        Some(report) => report.call1(py, (done.load(Relaxed), all.len())).map(|_| ()),
        None => Ok(()),
    };
    let records = attend(py, "solving many levels", &cancel, search, tick)?;
    tick(py)?;
    let records = records.map_err(|panicked| errors::bug(py, &panicked))?;
    if let Some(record) = records.iter().find(|record| is_bug(record)) {
        let message = record.error.as_ref().map_or(String::new(), Diagnostic::message);
        return Err(errors::bug(py, &message));
    }
    let results = levels.iter().zip(records);
    Ok(results.map(|(level, record)| Result { level: level.clone_ref(py), record }).collect())
}

fn is_bug(record: &Record) -> bool {
    record.error.as_ref().is_some_and(|error| error.code() == lab::BUG)
}

/// Runs methods on a level one after the other, so that their times can be compared. After Ctrl-C,
/// returns those that were done.
#[pyfunction]
#[pyo3(signature = (level, methods, limits, report))]
pub(crate) fn compare(
    py: Python<'_>,
    level: Py<Level>,
    methods: Option<Vec<String>>,
    limits: LimitArguments,
    report: Option<Py<PyAny>>,
) -> PyResult<Vec<Result>> {
    let inner = &level.get().inner;
    let methods: Vec<lab::Contender> = match methods {
        None => lab::default_methods(inner.game).into_iter().map(Into::into).collect(),
        Some(texts) => texts
            .iter()
            .map(|text| Ok(resolved(py, inner, &limits::method(py, text, None)?)?.into()))
            .collect::<PyResult<_>>()?,
    };
    let limits = limits.limits(py, 1)?;
    let cancel = Cancel::default();
    let control = |_: usize| Control { cancel: cancel.clone(), ..Control::with_limits(limits) };
    let done = AtomicUsize::new(0);
    let search = || {
        let mut records = Vec::new();
        lab::compare(
            inner,
            &methods,
            control,
            |_, _| {},
            |step| {
                if let Step::Done(_, record) = step {
                    done.fetch_add(1, Relaxed);
                    records.push(record);
                }
            },
        );
        records
    };
    let tick = |py: Python<'_>| match &report {
        Some(report) => report.call1(py, (done.load(Relaxed), methods.len())).map(|_| ()),
        None => Ok(()),
    };
    let records = attend(py, "comparing methods", &cancel, search, tick)?;
    tick(py)?;
    Ok(records.into_iter().map(|record| Result { level: level.clone_ref(py), record }).collect())
}

/// A chart of a comparison: moves, expanded positions and time of every method.
#[pyfunction]
pub(crate) fn comparison_svg(title: &str, results: Vec<Py<Result>>) -> String {
    let records: Vec<Record> = results.iter().map(|result| result.get().record.clone()).collect();
    let optimum = lab::optimum(None, &records);
    lab::picture(title, &records, optimum, ColourScheme::Viewer)
}
