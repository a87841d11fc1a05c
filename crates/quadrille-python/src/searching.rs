//! The engine on Python objects: states with their own hash and equality, any moves, and costs.
//!
//! A search runs on the calling thread, with the interpreter's lock, because it spends its time in
//! Python. An exception in a callback ends it and is raised unchanged; Ctrl-C ends it with a
//! partial result.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use quadrille_search::{
    self as engine, Algorithm, Cancel, Control, Cost, Limits, Outcome, Search,
    space::{Claims, Heuristic, Space, Successors},
};

use crate::errors;
use crate::limits::LimitArguments;
use crate::outcome::Stats;

/// A state: a Python object with its hash. Clones share it.
#[derive(Clone)]
struct Object(Arc<Held>);

struct Held {
    object: Py<PyAny>,
    hash: isize,
    failure: Arc<Raised>,
}

/// The exception of a callback, and the token that ends the search.
#[derive(Default)]
struct Raised {
    is_there: AtomicBool,
    raised: Mutex<Option<PyErr>>,
    cancel: Cancel,
}

impl Raised {
    /// Stores the first exception, and ends the search.
    fn note(&self, error: PyErr) {
        if let Ok(mut raised) = self.raised.lock() {
            raised.get_or_insert(error);
        }
        self.is_there.store(true, Relaxed);
        self.cancel.cancel();
    }

    /// The value of a callback, or a default while the search ends.
    fn or<T>(&self, value: PyResult<T>, otherwise: T) -> T {
        value.unwrap_or_else(|error| {
            self.note(error);
            otherwise
        })
    }
}

impl Object {
    fn new(object: Bound<'_, PyAny>, failure: &Arc<Raised>) -> PyResult<Object> {
        let hash = object.hash()?;
        let (object, failure) = (object.unbind(), Arc::clone(failure));
        Ok(Object(Arc::new(Held { object, hash, failure })))
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        let (one, two) = (&*self.0, &*other.0);
        if one.hash != two.hash {
            return false;
        }
        if one.object.is(&two.object) {
            return true;
        }
        let equal = Python::attach(|py| one.object.bind(py).eq(two.object.bind(py)));
        one.failure.or(equal, false)
    }
}

impl Eq for Object {}

impl Hash for Object {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_isize(self.0.hash);
    }
}

/// A move: a Python object. Clones share it.
#[derive(Clone)]
struct Step(Arc<Py<PyAny>>);

/// A state space of Python functions.
struct Callbacks {
    start: Object,
    successors: Py<PyAny>,
    goal: Py<PyAny>,
    /// True if the goal is a function, not a state.
    is_goal_called: bool,
    estimate: Option<Py<PyAny>>,
    claims: Claims,
    has_unit_costs: bool,
    bytes: usize,
    failure: Arc<Raised>,
}

impl Callbacks {
    /// Calls back, unless the search is ending.
    fn call<T>(&self, otherwise: T, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.failure.is_there.load(Relaxed) {
            return otherwise;
        }
        let value = Python::attach(call);
        self.failure.or(value, otherwise)
    }

    fn push(
        &self,
        successor: &Bound<'_, PyAny>,
        next: &mut Successors<Object, Step>,
    ) -> PyResult<()> {
        let (step, state, cost) = parts(successor)?;
        if self.has_unit_costs && cost != 1 {
            return Err(PyValueError::new_err(format!(
                "a move costs {cost}, but the moves of the start have no costs: give all moves a cost"
            )));
        }
        next.push_with_cost(
            Step(Arc::new(step.unbind())),
            Object::new(state, &self.failure)?,
            cost,
        );
        Ok(())
    }
}

type Parts<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Cost);

/// The move, the state and the cost of a successor.
fn parts<'py>(successor: &Bound<'py, PyAny>) -> PyResult<Parts<'py>> {
    let Ok(tuple) = successor.cast::<PyTuple>() else {
        return Err(PyTypeError::new_err(
            "a successor is a tuple of a move, a state and optionally the cost of the move",
        ));
    };
    match tuple.len() {
        2 => Ok((tuple.get_item(0)?, tuple.get_item(1)?, 1)),
        3 => {
            let cost = tuple.get_item(2)?;
            let cost: Option<i64> = cost.extract().ok();
            let cost =
                cost.and_then(|cost| Cost::try_from(cost).ok()).filter(|&c| c <= Limits::MAX_COST);
            let cost = cost.ok_or_else(|| {
                let message = format!(
                    "the cost of a move must be a whole number from 0 to {}",
                    Limits::MAX_COST
                );
                PyValueError::new_err(message)
            })?;
            Ok((tuple.get_item(0)?, tuple.get_item(1)?, cost))
        }
        length => Err(PyTypeError::new_err(format!(
            "a successor is a tuple of a move, a state and optionally the cost of the move; this one has {length} items"
        ))),
    }
}

impl Space for Callbacks {
    type State = Object;
    type Move = Step;

    fn start(&self) -> Object {
        self.start.clone()
    }

    fn is_goal(&self, state: &Object) -> bool {
        self.call(false, |py| {
            let object = state.0.object.bind(py);
            match self.is_goal_called {
                true => self.goal.bind(py).call1((object,))?.is_truthy(),
                false => object.eq(&self.goal),
            }
        })
    }

    fn successors(&self, state: &Object, next: &mut Successors<Object, Step>) {
        self.call((), |py| {
            py.check_signals()?;
            let following = self.successors.bind(py).call1((state.0.object.bind(py),))?;
            for successor in following.try_iter()? {
                self.push(&successor?, next)?;
            }
            Ok(())
        });
    }

    fn has_unit_costs(&self) -> bool {
        self.has_unit_costs
    }

    fn heap_bytes(&self) -> usize {
        self.bytes
    }
}

impl Heuristic<Object, Step> for Callbacks {
    fn claims(&self) -> Claims {
        self.claims
    }

    fn estimate(&self, state: &Object, _by: Option<&Step>) -> f64 {
        let Some(estimate) = &self.estimate else { return 0.0 };
        self.call(0.0, |py| {
            let value = estimate.bind(py).call1((state.0.object.bind(py),))?;
            if value.is_none() {
                return Ok(f64::INFINITY);
            }
            let value: f64 = value.extract()?;
            if value.is_nan() {
                return Err(PyValueError::new_err("an estimate is not a number"));
            }
            // Costs are whole numbers, so an admissible estimate can be rounded down.
            Ok(if self.claims.whole { value.floor().max(0.0) } else { value })
        })
    }
}

/// The result of a search over Python objects.
#[pyclass(frozen, module = "quadrille.search")]
pub(crate) struct SearchResult {
    algorithm: String,
    outcome: &'static str,
    plan: Option<Vec<Py<PyAny>>>,
    states: Vec<Py<PyAny>>,
    cost: Option<Cost>,
    optimal: bool,
    lower_bound: Option<Cost>,
    stop: Option<&'static str>,
    stats: engine::Stats,
}

#[pymethods]
impl SearchResult {
    /// The algorithm with its options.
    #[getter]
    fn algorithm(&self) -> &str {
        &self.algorithm
    }

    /// 'solved', 'unsolvable' (proved) or 'unknown'.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome
    }

    /// True if a plan was found.
    #[getter]
    fn solved(&self) -> bool {
        self.plan.is_some()
    }

    /// True if it is proved that no plan is cheaper.
    #[getter]
    fn optimal(&self) -> bool {
        self.optimal
    }

    /// True if the answer is proved: a cheapest plan, or that there is none.
    #[getter]
    fn proved(&self) -> bool {
        self.optimal || self.outcome == "unsolvable"
    }

    /// The moves, or None.
    #[getter]
    fn plan(&self, py: Python<'_>) -> Option<Vec<Py<PyAny>>> {
        let plan = self.plan.as_ref()?;
        Some(plan.iter().map(|step| step.clone_ref(py)).collect())
    }

    /// The states along the plan, the start first. Empty without a plan.
    #[getter]
    fn states(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.states.iter().map(|state| state.clone_ref(py)).collect()
    }

    /// The cost of the plan.
    #[getter]
    fn cost(&self) -> Option<Cost> {
        self.cost
    }

    /// No plan costs less than this. None if there is no plan.
    #[getter]
    fn lower_bound(&self) -> Option<Cost> {
        self.lower_bound
    }

    /// The reason why the search ended without its proof.
    #[getter]
    fn stop(&self) -> Option<&'static str> {
        self.stop
    }

    /// The statistics of the search.
    #[getter]
    fn stats(&self) -> Stats {
        self.stats.into()
    }

    fn __repr__(&self) -> String {
        let summary = match (self.outcome, self.cost) {
            (_, Some(cost)) if self.optimal => format!("cost {cost}, proved least"),
            (_, Some(cost)) => format!("cost {cost}"),
            ("unsolvable", _) => "proved unsolvable".to_string(),
            _ => "no plan found".to_string(),
        };
        let stop = self.stop.map_or(String::new(), |stop| format!(", stopped: {stop}"));
        format!("<SearchResult of {}: {summary}{stop}>", self.algorithm)
    }
}

/// Searches from a start to a goal; see `quadrille.search`.
#[pyfunction]
pub(crate) fn search(
    py: Python<'_>,
    algorithm: &str,
    start: Bound<'_, PyAny>,
    functions: (Py<PyAny>, Py<PyAny>, Option<Py<PyAny>>),
    claims: (bool, bool),
    limits: LimitArguments,
) -> PyResult<SearchResult> {
    errors::refuse_while_graded()?;
    let (successors, goal, estimate) = functions;
    let method = quadrille::registry::algorithm(algorithm)
        .map_err(|error| errors::method(py, algorithm, &error))?;
    if !successors.bind(py).is_callable() {
        return Err(PyTypeError::new_err("successors must be a function of a state"));
    }
    let limits = limits.limits(py, 1)?;
    let failure = Arc::new(Raised::default());
    let control = Control { cancel: failure.cancel.clone(), ..Control::with_limits(limits) };
    let (admissible, consistent) = claims;
    let factor = |holds: bool| if holds { 1.0 } else { f64::INFINITY };
    let claims = match &estimate {
        None => Claims::ZERO,
        Some(estimate) => Claims {
            admissible: factor(admissible),
            consistent: factor(consistent),
            // Whole numbers are faster.
            whole: admissible && estimate.bind(py).call1((&start,))?.is_instance_of::<PyInt>(),
        },
    };
    let first = successors.bind(py).call1((&start,))?.try_iter()?.next().transpose()?;
    let has_costs = match first {
        None => false,
        Some(first) => {
            parts(&first)?;
            first.len()? == 3
        }
    };
    let bytes: usize = py.import("sys")?.getattr("getsizeof")?.call1((&start,))?.extract()?;
    let space = Callbacks {
        start: Object::new(start, &failure)?,
        successors,
        is_goal_called: goal.bind(py).is_callable(),
        goal,
        estimate,
        claims,
        has_unit_costs: !has_costs,
        bytes: bytes + size_of::<Held>(),
        failure: Arc::clone(&failure),
    };
    // Everything runs on this thread, which holds the interpreter's lock: another thread would wait
    // for it forever.
    let alone = match method {
        Algorithm::Best if space.claims.is_admissible() && space.estimate.is_some() => {
            Algorithm::Astar
        }
        Algorithm::Best if space.has_unit_costs => Algorithm::Bfs,
        Algorithm::Best => Algorithm::Ucs,
        other => other,
    };
    // An observer makes the parallel search run on this thread.
    let mut search = Search::new(&space).heuristic(&space).algorithm(alone).control(&control);
    if let Algorithm::Parallel { .. } = method {
        search = search.observe(|_| {});
    }
    let report = search.run();
    if let Some(error) = failure.raised.lock().ok().and_then(|mut raised| raised.take())
        && !error.is_instance_of::<PyKeyboardInterrupt>(py)
    {
        return Err(error);
    }
    let optimal = report.is_optimal();
    let (outcome, cost, plan) = match report.outcome {
        Outcome::Solved { plan, cost, .. } => ("solved", Some(cost), Some(plan)),
        Outcome::Unsolvable => ("unsolvable", None, None),
        Outcome::Unknown => ("unknown", None, None),
    };
    let plan = plan.map(|plan| plan.iter().map(|step| step.0.clone_ref(py)).collect());
    Ok(SearchResult {
        algorithm: method.to_string(),
        outcome,
        plan,
        states: report.states.iter().map(|state| state.0.object.clone_ref(py)).collect(),
        cost,
        optimal,
        lower_bound: (outcome != "unsolvable").then_some(report.lower_bound),
        stop: report.stop.map(engine::Stop::name),
        stats: report.stats,
    })
}
