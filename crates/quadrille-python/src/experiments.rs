//! Experiments of the lab for other schedulers: a plan as numbered trials, and the single writer of
//! its results.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use pyo3::prelude::*;
use quadrille::games::Games;
use quadrille::levels;
use quadrille::record::Record;
use quadrille::search::{Cancel, Control, Limits};
use quadrille_lab::{
    Circumstances, Contender, Plan, Results, Schedule, Store, StoreError, Subject,
};

use crate::attend::{attend, idle};
use crate::errors;
use crate::reading::games_in;

fn plan_of(py: Python<'_>, text: &str) -> PyResult<Plan> {
    Plan::parse(text).map_err(|mistake| errors::text_of(py, "PlanError", text, &mistake))
}

fn trouble(py: Python<'_>, path: &Path, error: &StoreError) -> PyErr {
    let help = match error {
        StoreError::OtherPlan(_) => "choose another file for the changed plan; nothing was written",
        _ => "choose another file for the results",
    };
    errors::with_help(py, "PlanError", &format!("{}: {error}", path.display()), help)
}

/// The experiments of a plan: for each its name, the sources of its levels, the game and the names
/// of the selected levels.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a row for each experiment")]
pub(crate) fn plan_sources(
    py: Python<'_>,
    text: &str,
) -> PyResult<Vec<(String, Vec<String>, Option<&'static str>, Vec<String>)>> {
    let row = |experiment: quadrille_lab::Experiment| {
        let sources = experiment.sources.into_iter().map(|(name, _)| name).collect();
        (experiment.name, sources, experiment.game.map(|game| game.id()), experiment.only)
    };
    Ok(plan_of(py, text)?.experiments.into_iter().map(row).collect())
}

/// A level of a plan: its source, its name, its text in the native format, and the command that
/// made it.
type Source = (String, String, String, Option<String>);

/// A trial: its number, the level, the method, and the limits in milliseconds, positions and bytes.
type Trial = (usize, String, String, (Option<u64>, Option<u64>, Option<u64>));

/// A plan as numbered trials, and the file of their results. Only one process at a time may open
/// it.
#[pyclass(frozen, module = "quadrille.lab")]
pub(crate) struct Experiments {
    schedule: Schedule,
    store: Mutex<Option<Store>>,
    path: PathBuf,
}

impl Experiments {
    fn with<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Schedule, &mut Store) -> Result<T, StoreError>,
    ) -> PyResult<T> {
        let mut store = self.store.lock().map_err(|_| errors::bug(py, "the results are lost"))?;
        let store = store.as_mut().ok_or_else(|| {
            errors::with_help(py, "PlanError", "the results are closed", "open them again")
        })?;
        work(&self.schedule, store).map_err(|error| trouble(py, &self.path, &error))
    }
}

#[pymethods]
impl Experiments {
    /// The trials of a plan. `levels` are those of each experiment, by source.
    #[new]
    fn new(
        py: Python<'_>,
        plan: &str,
        sources: Vec<Vec<Vec<Source>>>,
        results: PathBuf,
    ) -> PyResult<Experiments> {
        let read = plan_of(py, plan)?;
        let subject = |(source, name, text, made_by): Source| {
            let document = levels::read(&text, None);
            match document.levels().next() {
                Some(level) => Ok(Subject { source, name, level: level.clone(), made_by }),
                None => Err(errors::text(py, &text, document.mistakes())),
            }
        };
        let mut all = Vec::new();
        for experiment in sources {
            let mut subjects = Vec::new();
            for source in experiment {
                subjects.push(source.into_iter().map(subject).collect::<PyResult<Vec<_>>>()?);
            }
            all.push(subjects);
        }
        let schedule = Schedule::new(&read, all)
            .map_err(|mistake| errors::text_of(py, "PlanError", plan, &mistake))?;
        let store = Store::open(&results, &schedule);
        let store = store.map_err(|error| trouble(py, &results, &error))?;
        Ok(Experiments { schedule, store: Mutex::new(Some(store)), path: results })
    }

    /// The trials of existing results, from their file alone.
    #[staticmethod]
    fn reopened(py: Python<'_>, results: PathBuf) -> PyResult<Experiments> {
        let schedule = Results::schedule(&Games::default(), &results);
        let schedule = schedule.map_err(|error| trouble(py, &results, &error))?;
        let store = Store::open(&results, &schedule);
        let store = store.map_err(|error| trouble(py, &results, &error))?;
        Ok(Experiments { schedule, store: Mutex::new(Some(store)), path: results })
    }

    fn __len__(&self) -> usize {
        self.schedule.tasks.len()
    }

    /// The numbers of the trials that the results lack.
    fn missing(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |schedule, store| {
            Ok((0..schedule.tasks.len()).filter(|&number| !store.has(number)).collect())
        })
    }

    /// Trials by their numbers, to be sent to the processes that run them.
    fn trials(&self, py: Python<'_>, numbers: Vec<usize>) -> PyResult<Vec<Trial>> {
        let trial = |number: usize| {
            let Some(task) = self.schedule.tasks.get(number) else {
                return Err(pyo3::exceptions::PyIndexError::new_err("there is no such trial"));
            };
            let Contender::Ours(method) = &task.method else {
                let message = format!("'{}' is an external command", task.method);
                let help = "run such plans on one machine, with 'quadrille lab run'";
                return Err(errors::with_help(py, "PlanError", &message, help));
            };
            let limits = (
                task.limits
                    .max_time
                    .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
                task.limits.max_nodes,
                task.limits.max_memory.map(|bytes| bytes as u64),
            );
            let code = levels::to_code(&self.schedule.subjects[task.subject].level);
            Ok((number, code, method.to_string(), limits))
        };
        numbers.into_iter().map(trial).collect()
    }

    /// Stores the record of a trial, unless the results have it. Returns true if it was stored.
    fn add(
        &self,
        py: Python<'_>,
        number: usize,
        record: &str,
        around: (String, String, u32),
    ) -> PyResult<bool> {
        let record: Record = serde_json::from_str(record)
            .map_err(|error| errors::bug(py, &format!("a record cannot be read: {error}")))?;
        let (version, machine, jobs) = around;
        let around = Circumstances { version, machine, jobs };
        self.with(py, |schedule, store| {
            if store.has(number) || record.is_cancelled() {
                return Ok(false);
            }
            store.add(schedule, number, &record, &around).map(|()| true)
        })
    }

    /// Merges the results into one file and closes it.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let store = self.store.lock().ok().and_then(|mut store| store.take());
        store.map_or(Ok(()), Store::close).map_err(|error| trouble(py, &self.path, &error))
    }
}

/// The number of a trial, the share code of its level, its method and its limits: milliseconds,
/// positions, bytes.
type TrialRequest = (usize, String, String, (Option<u64>, Option<u64>, Option<u64>));

/// Runs trials one after the other. Returns their numbers and their records as JSON. They share one
/// thread: a thread per trial is not worth it for trials of a few milliseconds.
#[pyfunction]
pub(crate) fn make_trials(
    py: Python<'_>,
    trials: Vec<TrialRequest>,
) -> PyResult<Vec<(usize, String)>> {
    let cancel = Cancel::default();
    let ready = trials.into_iter().map(|(number, code, method, (time, nodes, memory))| {
        let level = levels::from_code_with(&games_in(&code), &code).map_err(|error| {
            errors::with_help(py, "LevelError", &error.to_string(), "a share code")
        })?;
        let method = crate::limits::method(py, &method, None)?;
        let limits = Limits {
            max_time: time.map(Duration::from_millis),
            max_nodes: nodes,
            max_memory: memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
        };
        Ok((number, level, method, limits))
    });
    let ready = ready.collect::<PyResult<Vec<_>>>()?;
    let work = || -> Vec<(usize, Record)> {
        let made = ready.iter().map(|(number, level, method, limits)| {
            let control = Control { cancel: cancel.clone(), ..Control::with_limits(*limits) };
            (*number, quadrille_lab::measure(level, method, &control.side_by_side(usize::MAX)))
        });
        made.take_while(|(_, record)| !record.is_cancelled()).collect()
    };
    let records = attend(py, "trials", &cancel, work, idle)?;
    if records.len() < ready.len() {
        return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err("the trials were stopped"));
    }
    let written = records.iter().map(|(number, record)| {
        let text = serde_json::to_string(record);
        let text =
            text.map_err(|error| errors::bug(py, &format!("a record cannot be written: {error}")))?;
        Ok((*number, text))
    });
    written.collect()
}

/// A description of this machine.
#[pyfunction]
pub(crate) fn this_machine() -> String {
    quadrille_base::machine()
}

/// Results as JSON objects, one per line, in the order of the trials.
#[pyfunction]
pub(crate) fn read_results(py: Python<'_>, path: PathBuf) -> PyResult<Vec<String>> {
    let results = Results::read(&path).map_err(|error| trouble(py, &path, &error))?;
    let line = |trial: &quadrille_lab::Trial| serde_json::to_string(trial);
    let lines: Result<Vec<String>, _> = results.trials.iter().map(line).collect();
    lines.map_err(|error| errors::bug(py, &error.to_string()))
}
