//! Limits and methods from Python.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use quadrille::Method;
use quadrille::heuristics::Expression;
use quadrille::search::Limits;
use quadrille_base::{memory, quantities};

use crate::errors;

/// A quantity: a number, or a text with a unit.
#[derive(FromPyObject)]
pub(crate) enum Quantity {
    Text(String),
    Number(f64),
}

fn value_error(py: Python<'_>, name: &str, message: &str) -> PyErr {
    errors::with_help(py, "LimitError", &format!("{name}: {message}"), "None means no limit")
}

pub(crate) fn time(
    py: Python<'_>,
    name: &str,
    quantity: Option<Quantity>,
) -> PyResult<Option<Duration>> {
    match quantity {
        None => Ok(None),
        Some(Quantity::Text(text)) => {
            quantities::duration(&text).map(Some).map_err(|error| value_error(py, name, &error))
        }
        Some(Quantity::Number(seconds)) => {
            Duration::try_from_secs_f64(seconds).map(Some).map_err(|_| {
                value_error(py, name, "write seconds from 0 on, or a text such as '500ms'")
            })
        }
    }
}

fn whole(
    py: Python<'_>,
    name: &str,
    quantity: Option<Quantity>,
    read: fn(&str) -> Result<u64, String>,
) -> PyResult<Option<u64>> {
    match quantity {
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

/// The limits of a search.
#[derive(FromPyObject)]
pub(crate) struct LimitArguments(
    pub(crate) Option<Quantity>,
    pub(crate) Option<Quantity>,
    pub(crate) Option<Quantity>,
);

impl LimitArguments {
    /// The limits of each of `jobs` parallel searches, as in the command: by default they share
    /// three quarters of the free memory.
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

pub(crate) fn count(
    py: Python<'_>,
    name: &str,
    quantity: Option<Quantity>,
) -> PyResult<Option<u64>> {
    whole(py, name, quantity, quantities::count)
}

pub(crate) fn method(py: Python<'_>, algorithm: &str, heuristic: Option<&str>) -> PyResult<Method> {
    let method: Method =
        algorithm.parse().map_err(|error| errors::method(py, algorithm, &error))?;
    let Some(text) = heuristic else { return Ok(method) };
    let expression = text.parse().map_err(|error| errors::method(py, text, &error))?;
    with_heuristic(py, method, expression)
}

/// Combines a method with a separate heuristic.
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
        let help = "leave out the heuristic, or choose an algorithm that uses one, such as astar";
        errors::with_help(py, "MethodError", &error.message(), help)
    })?;
    Ok(Method { pruning: method.pruning, measure: method.measure, ..with })
}

/// The number of parallel searches: by default one per core.
pub(crate) fn jobs(quantity: Option<usize>) -> PyResult<usize> {
    match quantity {
        Some(0) => Err(PyTypeError::new_err("jobs: at least one thread is needed")),
        Some(jobs) => Ok(jobs.min(1024)),
        None => Ok(std::thread::available_parallelism().map_or(1, std::num::NonZero::get)),
    }
}
