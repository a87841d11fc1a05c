//! Measures one method on one level.

use std::time::Duration;

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::SolveError;
use quadrille::levels::{Known, Level, to_code};
use quadrille::record::Record;
use quadrille::search::{Algorithm, Control, Cost, Limits};

use quadrille_base::hash::fnv1a;
use quadrille_base::runner::guarded;

/// Solves the level with the method. Any error becomes a failed record.
pub fn measure(level: &Level, method: &Method, control: &Control) -> Record {
    let method = match level.game.resolve(method) {
        Ok(method) => method,
        Err(error) => return Record::failed(method, SolveError::Heuristic(error).into()),
    };
    let solve = || level.game.solve(&level.grid, &method, control, None);
    let begun = thread_time();
    let mut record = match guarded(format!("'{method}' on {}", to_code(level)), solve) {
        Ok(Ok(report)) => Record::new(&method, level, &report),
        Ok(Err(error)) => Record::failed(&method, error.into()),
        Err(panicked) => Record::failed(&method, Diagnostic::new(BUG, panicked.to_string())),
    };
    // The time of this thread does not include those that these start.
    let is_alone = !matches!(method.algorithm, Algorithm::Parallel { .. } | Algorithm::Best);
    let used = begun.zip(thread_time()).map(|(begun, ended)| ended - begun);
    record.cpu_seconds = used.filter(|_| is_alone);
    record
}

fn thread_time() -> Option<f64> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
    }
    #[cfg(not(unix))]
    None
}

/// The processor time of this process in seconds.
#[cfg(feature = "store")]
pub(crate) fn process_time() -> Option<f64> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
    }
    #[cfg(not(unix))]
    None
}

/// The code of errors that are bugs in Quadrille.
pub const BUG: &str = "bug";

/// The cost of the best plan, if known: from the level, or from a record that proved it.
pub fn optimum<'r>(
    known: Option<Known>,
    records: impl IntoIterator<Item = &'r Record>,
) -> Option<Cost> {
    let proved = records.into_iter().find(|record| record.optimal && record.measure.is_moves());
    let proved = proved.and_then(|record| record.cost);
    proved.or(match known {
        Some(Known::Optimal(moves)) => Some(moves),
        _ => None,
    })
}

/// A hash of the board that is the same on every machine and in every version: 16 hexadecimal
/// digits of FNV-1a over the share code.
///
/// ```
/// let level = quadrille::levels::read("level one\n1.G\n", None).levels().next().unwrap().clone();
/// assert_eq!(quadrille_lab::fingerprint(&level).len(), 16);
/// ```
pub fn fingerprint(level: &Level) -> String {
    format!("{:016x}", fnv1a(to_code(level).as_bytes()))
}

/// The default limits of a trial: ten seconds and one gibibyte. They do not depend on the machine,
/// so that results of different machines can be compared.
pub fn default_limits() -> Limits {
    Limits { max_nodes: None, max_time: Some(Duration::from_secs(10)), max_memory: Some(1 << 30) }
}
