//! Custom heuristics: scripts, closures, functions of another language.
//!
//! They have no claims, so they prove no plan shortest, unless the caller declares them admissible
//! ([`Custom::declared_admissible`]). One that fails, or is not a function of the board, ends the
//! search.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use super::Estimate;
use crate::diagnostic::{Diagnostic, message};
use crate::grid::Grid;
use crate::registry::Word;
use crate::search::toolkit::Deadline;

/// The estimate of a custom heuristic for a board (a grid of cell codes), or the reason for a
/// failure. An infinite estimate puts the board last; it is not dropped, because nothing is proved.
pub type EstimateFn = Box<dyn Fn(&Grid<u16>, &Deadline) -> Result<f64, String> + Send + Sync>;

/// Makes the function for a level of a game, given its id and the board: the place for everything
/// that is computed once per level.
type Make = dyn Fn(&'static str, &Grid<u16>) -> Result<EstimateFn, String> + Send + Sync;

/// Replaces infinity: an estimate that puts a position last without dropping it.
pub(crate) const LAST: f64 = 1e9;

/// A custom heuristic, written `@name`.
///
/// ```
/// use quadrille::heuristics::{Custom, Expression};
/// let find = |name: &str| match name {
///     "half" => Ok(Custom::of_boards("half", 1, |board| Ok(board.cells().len() as f64 / 2.0))),
///     _ => Err("only @half is known here".into()),
/// };
/// let formula = Expression::parse_with("max(@half,relaxed)", find).unwrap();
/// assert_eq!(formula.to_string(), "max(@half,relaxed)");
/// let error = Expression::parse_with("relaxed+@full", find).unwrap_err();
/// assert_eq!(error.span(), 8..13);
/// ```
#[derive(Clone)]
pub struct Custom {
    name: Word,
    made: Option<Made>,
}

#[derive(Clone)]
struct Made {
    fingerprint: u64,
    make: Arc<Make>,
    /// True if the caller declares that it never overestimates.
    is_admissible: bool,
}

impl Custom {
    /// A heuristic that is made for each level, from the identifier of its game and its board.
    /// Heuristics with the same name and fingerprint (such as a hash of a script's text) are equal.
    pub fn new(
        name: impl Into<String>,
        fingerprint: u64,
        make: impl Fn(&'static str, &Grid<u16>) -> Result<EstimateFn, String> + Send + Sync + 'static,
    ) -> Custom {
        // Quotes and line breaks could not be read back.
        let text = name.into().replace(|c: char| c == '"' || c.is_control(), "_");
        let made = Some(Made { fingerprint, make: Arc::new(make), is_admissible: false });
        Custom { name: Word { text, offset: 0 }, made }
    }

    /// A heuristic that is the same function of the board for all levels.
    pub fn of_boards(
        name: impl Into<String>,
        fingerprint: u64,
        estimate: impl Fn(&Grid<u16>) -> Result<f64, String> + Send + Sync + 'static,
    ) -> Custom {
        let estimate = Arc::new(estimate);
        Custom::new(name, fingerprint, move |_, _| {
            let estimate = Arc::clone(&estimate);
            Ok(Box::new(move |board: &Grid<u16>, _: &Deadline| estimate(board)))
        })
    }

    /// Declares it admissible: it never exceeds the remaining cost. Plans are then reported as
    /// shortest because of it; if the declaration is wrong, they may not be.
    #[must_use]
    pub fn declared_admissible(mut self) -> Custom {
        if let Some(made) = &mut self.made {
            made.is_admissible = true;
        }
        self
    }

    pub(super) fn is_admissible(&self) -> bool {
        self.made.as_ref().is_some_and(|made| made.is_admissible)
    }

    pub(super) fn unresolved(name: Word) -> Custom {
        Custom { name, made: None }
    }

    /// Resolves its name by `find`, if that is not done yet.
    pub(super) fn resolved(
        self,
        find: &mut impl FnMut(&str) -> Result<Custom, Diagnostic>,
    ) -> Result<Custom, Diagnostic> {
        if self.made.is_some() {
            return Ok(self);
        }
        let made = find(&self.name.text).map_err(|error| self.at_name(error))?.made;
        Ok(Custom { made, ..self })
    }

    /// The name, without the `@`.
    pub fn name(&self) -> &str {
        &self.name.text
    }

    /// Distinguishes it from others with its name; `None` while its name is not resolved.
    pub fn fingerprint(&self) -> Option<u64> {
        self.made.as_ref().map(|made| made.fingerprint)
    }

    /// Fails if its name is not resolved.
    pub(super) fn check(&self) -> Result<(), Diagnostic> {
        self.made().map(|_| ())
    }

    /// The heuristic for a level of a game, whose states `board` shows as boards.
    pub(crate) fn over<'p, S>(
        &self,
        game: &'static str,
        start: &Grid<u16>,
        board: impl Fn(&S) -> Grid<u16> + Sync + 'p,
        alarm: &Arc<Alarm>,
    ) -> Result<Estimate<'p, S>, Diagnostic> {
        let made = (self.made()?.make)(game, start);
        let estimate = made.map_err(|message| self.at_name(message.into()))?;
        let (calls, alarm, name) = (AtomicU64::new(1), Arc::clone(alarm), self.to_string());
        Ok(Box::new(move |state, _| {
            if alarm.failure().is_some() {
                return 0.0;
            }
            // Some calls are repeated, to detect a heuristic that is not a function of the board.
            let twice = calls.fetch_add(1, Relaxed).is_power_of_two();
            match evaluate(&estimate, &board(state), &alarm.deadline, twice) {
                Ok(value) => value,
                // The search ends at its next check, so the estimate does not matter.
                Err(_) if alarm.deadline.check(0).is_err() => 0.0,
                Err(message) => {
                    alarm.raise(HeuristicError { heuristic: name.clone(), message });
                    0.0
                }
            }
        }))
    }

    fn made(&self) -> Result<&Made, Diagnostic> {
        let unknown = || self.at_name(message::unknown_custom(self.to_string()));
        self.made.as_ref().ok_or_else(unknown)
    }

    fn at_name(&self, error: Diagnostic) -> Diagnostic {
        let start = self.name.offset.saturating_sub(1);
        error.at(start..start + self.to_string().len())
    }
}

fn evaluate(
    estimate: &EstimateFn,
    board: &Grid<u16>,
    deadline: &Deadline,
    twice: bool,
) -> Result<f64, String> {
    let value = estimate(board, deadline)?;
    if value.is_nan() || value == f64::NEG_INFINITY {
        return Err(format!("it gave {value}, which is not an estimate"));
    }
    if twice {
        let again = estimate(board, deadline)?;
        if again != value {
            return Err(format!("it gave {value} and then {again} for the same board"));
        }
    }
    Ok(value.min(LAST))
}

impl PartialEq for Custom {
    fn eq(&self, other: &Custom) -> bool {
        (&self.name, self.fingerprint(), self.is_admissible())
            == (&other.name, other.fingerprint(), other.is_admissible())
    }
}

impl Eq for Custom {}

impl Hash for Custom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.fingerprint().hash(state);
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Custom").field(&self.name.text).field(&self.fingerprint()).finish()
    }
}

impl fmt::Display for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        let is_bare = |c: char| c.is_alphanumeric() || "_-./\\:~".contains(c);
        if name.chars().all(is_bare) { write!(f, "@{name}") } else { write!(f, "@\"{name}\"") }
    }
}

/// The failure of a custom heuristic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicError {
    /// The heuristic as typed.
    pub heuristic: String,
    pub message: String,
}

impl fmt::Display for HeuristicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the heuristic {} failed: {}", self.heuristic, self.message)
    }
}

/// Stores the first failure and stops the search.
#[derive(Debug)]
pub(crate) struct Alarm {
    failure: OnceLock<HeuristicError>,
    deadline: Deadline,
}

impl Alarm {
    pub(crate) fn new(deadline: Deadline) -> Alarm {
        Alarm { failure: OnceLock::new(), deadline }
    }

    pub(crate) fn failure(&self) -> Option<&HeuristicError> {
        self.failure.get()
    }

    pub(crate) fn raise(&self, failure: HeuristicError) {
        let _another_was_first = self.failure.set(failure);
        self.deadline.cancel();
    }
}
