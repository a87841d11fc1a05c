//! Limits and methods as Python says them.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use quadrille::Method;
use quadrille::heuristics::Expression;
use quadrille::search::Limits;
use quadrille_base::{memory, quantities};

use crate::errors;

/// A quantity: a number, or a text with its unit.
#[derive(FromPyObject)]
pub(crate) enum Quantity {
    /// `500ms`, `2GiB`, `10k`.
    Text(String),
    /// A number of seconds, bytes or positions.
    Number(f64),
}

fn value_error(py: Python<'_>, name: &str, message: &str) -> PyErr {
    errors::with_help(py, "LimitError", &format!("{name}: {message}"), "None is no limit")
}

/// A time from a text or from a number of seconds.
pub(crate) fn time(
    py: Python<'_>,
    name: &str,
    asked: Option<Quantity>,
) -> PyResult<Option<Duration>> {
    match asked {
        None => Ok(None),
        Some(Quantity::Text(text)) => {
            quantities::duration(&text).map(Some).map_err(|error| value_error(py, name, &error))
        }
        Some(Quantity::Number(seconds)) => Duration::try_from_secs_f64(seconds)
            .map(Some)
            .map_err(|_| value_error(py, name, "write seconds from 0 on, or a text as '500ms'")),
    }
}

fn whole(
    py: Python<'_>,
    name: &str,
    asked: Option<Quantity>,
    read: fn(&str) -> Result<u64, String>,
) -> PyResult<Option<u64>> {
    match asked {
        None => Ok(None),
        Some(Quantity::Text(text)) => {
            read(&text).map(Some).map_err(|error| value_error(py, name, &error))
        }
        Some(Quantity::Number(number)) if number >= 0.0 && number < u64::MAX as f64 => {
            Ok(Some(number as u64))
        }
        Some(Quantity::Number(_)) => Err(value_error(py, name, "write a number from 0 on")),
    }
}

/// How much of each thing a search may use.
#[derive(FromPyObject)]
pub(crate) struct LimitArguments(
    /// Time.
    pub(crate) Option<Quantity>,
    /// Expanded positions.
    pub(crate) Option<Quantity>,
    /// Memory.
    pub(crate) Option<Quantity>,
);

impl LimitArguments {
    /// The limits of each of `jobs` searches side by side, as in the command: without a limit of
    /// memory, three quarters of what is free are shared by the jobs.
    pub(crate) fn limits(self, py: Python<'_>, jobs: usize) -> PyResult<Limits> {
        let memory = whole(py, "max_memory", self.2, quantities::size)?
            .unwrap_or_else(|| memory::budget() / jobs.max(1) as u64);
        Ok(Limits {
            max_time: time(py, "max_time", self.0)?,
            max_nodes: whole(py, "max_nodes", self.1, quantities::count)?,
            max_memory: Some(usize::try_from(memory).unwrap_or(usize::MAX)),
        })
    }
}

/// A count from a text or a number.
pub(crate) fn count(py: Python<'_>, name: &str, asked: Option<Quantity>) -> PyResult<Option<u64>> {
    whole(py, name, asked, quantities::count)
}

/// The method of an algorithm and perhaps a heuristic, each as text.
pub(crate) fn method(py: Python<'_>, algorithm: &str, heuristic: Option<&str>) -> PyResult<Method> {
    let method: Method =
        algorithm.parse().map_err(|error| errors::method(py, algorithm, &error))?;
    let Some(text) = heuristic else { return Ok(method) };
    let expression = text.parse().map_err(|error| errors::method(py, text, &error))?;
    with_heuristic(py, method, expression)
}

/// A method with a heuristic that was asked for apart.
pub(crate) fn with_heuristic(
    py: Python<'_>,
    method: Method,
    expression: Expression,
) -> PyResult<Method> {
    if let Some(other) = &method.heuristic {
        let message = format!("there are two heuristics, '{other}' and '{expression}'");
        return Err(errors::with_help(py, "MethodError", &message, "leave one of them out"));
    }
    let with = Method::new(method.algorithm, Some(expression)).map_err(|error| {
        let help = "leave the heuristic out, or choose an algorithm that uses one, such as astar";
        errors::with_help(py, "MethodError", &error.message(), help)
    })?;
    Ok(Method { pruning: method.pruning, ..with })
}

/// How many searches run side by side: one per core by default.
pub(crate) fn jobs(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        Some(0) => Err(PyTypeError::new_err("jobs: at least one thread is needed")),
        Some(jobs) => Ok(jobs.min(1024)),
        None => Ok(std::thread::available_parallelism().map_or(1, std::num::NonZero::get)),
    }
}
