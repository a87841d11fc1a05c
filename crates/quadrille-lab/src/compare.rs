//! One level, several methods, one after the other: so that their times can be compared.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use quadrille::levels::Level;
use quadrille::search::{Control, Cost, Progress};

use crate::charts::{self, Axis, DotRow, Frame, Proof, Theme, Unit};
use crate::{Method, Outcome, Trial, measure, quantities};

/// How often the listener hears that time goes by.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// Searches that go deep by calling themselves need a deep stack; what is not touched costs nothing.
pub(crate) const STACK: usize = 64 << 20;

/// What the listener of [`compare`] hears of.
#[allow(clippy::large_enum_variant, reason = "there is one large message a search")]
#[derive(Clone, Debug)]
pub enum News {
    /// The method with this number begins; its live figures are here.
    Begun(usize, Arc<Progress>),
    /// Time goes by.
    Tick,
    /// The method with this number is done.
    Done(usize, Trial),
}

/// Tries the methods on the level one after the other and tells of each as soon as it is done. `control` is asked for the
/// limits and the cancel token of each method right before it begins: a method whose token is cancelled by then does not
/// begin, and one that runs ends with a trial that says [`crate::Outcome::Cancelled`].
///
/// ```
/// use quadrille::search::Control;
/// use quadrille_lab::{News, compare, default_limits, default_methods};
///
/// let level = quadrille::levels::read("level one\nr . .\n. . .\n. . R\n", None).levels().next().unwrap().clone();
/// let methods = default_methods(level.game);
/// let mut moves = Vec::new();
/// compare(&level, &methods, |_, _| Control::with_limits(default_limits()), |news| {
///     if let News::Done(_, trial) = news {
///         moves.push(trial.cost);
///     }
/// });
/// assert_eq!(moves.len(), methods.len());
/// assert_eq!(moves[0], Some(2));
/// ```
pub fn compare(
    level: &Level,
    methods: &[Method],
    control: impl Fn(usize, &Method) -> Control + Sync,
    mut tell: impl FnMut(News),
) {
    let (sender, news) = mpsc::channel();
    let work = |sender: mpsc::Sender<News>| {
        for (number, method) in methods.iter().enumerate() {
            let control = control(number, method);
            if control.cancel.is_cancelled() {
                return;
            }
            // A listener that is gone has panicked, and the panic goes on below.
            let _ = sender.send(News::Begun(number, Arc::clone(&control.progress)));
            let _ = sender.send(News::Done(number, measure(level, method, &control)));
        }
    };
    thread::scope(|scope| {
        let work = &work;
        let labour = sender.clone();
        let begun =
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(labour));
        if begun.is_err() {
            // Without a thread the work is done here, and told at its end.
            work(sender.clone());
        }
        drop(sender);
        loop {
            match news.recv_timeout(TICK) {
                Ok(news) => tell(news),
                Err(RecvTimeoutError::Timeout) => tell(News::Tick),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    });
}

/// A word on how a trial ended, with how far its plan is from the optimum where that is known.
pub fn told(trial: &Trial, optimum: Option<Cost>) -> String {
    let limit = trial.limit.as_deref();
    match trial.outcome {
        Outcome::Solved if trial.optimal => "proved shortest".to_string(),
        Outcome::Solved => {
            let distance = match trial.above(optimum) {
                Some(0) => "shortest, not proved".to_string(),
                Some(above) => format!("+{above} above optimal"),
                None => "not proved".to_string(),
            };
            match limit {
                Some(limit) => format!("{distance}, {limit} limit"),
                None => distance,
            }
        }
        Outcome::Unsolvable => "proved unsolvable".to_string(),
        Outcome::Limit => format!("{} limit", limit.unwrap_or("unknown")),
        Outcome::Cancelled if trial.cost.is_some() => "cancelled with a plan".to_string(),
        Outcome::Cancelled => "cancelled".to_string(),
        Outcome::Failed => trial.error.clone().unwrap_or_else(|| "failed".to_string()),
    }
}

/// The comparison as a picture: moves, expanded positions and time of every method.
pub fn picture(title: &str, trials: &[Trial], optimum: Option<Cost>, theme: Theme) -> String {
    let subtitle = match optimum {
        Some(moves) => {
            format!("The shortest plan has {}.", quantities::plural(moves.into(), "move"))
        }
        None => "The length of the shortest plan is not known.".to_string(),
    };
    let unsolvable = trials.iter().any(|trial| trial.outcome == Outcome::Unsolvable);
    let subtitle = if unsolvable { "There is no plan.".to_string() } else { subtitle };
    let columns = [
        Axis::linear("moves", Unit::Moves),
        Axis::log("expanded positions", Unit::Count),
        Axis::log("time", Unit::Seconds),
    ];
    let rows: Vec<DotRow> = trials
        .iter()
        .map(|trial| DotRow {
            label: trial.method.clone(),
            proof: match trial.outcome {
                Outcome::Unsolvable => Proof::Proved,
                _ if trial.optimal => Proof::Proved,
                _ if trial.cost.is_some() => Proof::Found,
                _ => Proof::Missing,
            },
            note: told(trial, optimum),
            values: vec![
                trial.cost.map(f64::from),
                Some(trial.expanded as f64),
                Some(trial.seconds),
            ],
        })
        .collect();
    let frame = Frame { theme, ..Frame::new(title, subtitle) };
    charts::dots(&frame, &columns, &rows)
}
