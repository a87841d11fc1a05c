//! Runs several methods on one level, one after the other, so that their times can be compared.

use std::convert::Infallible;
use std::sync::Arc;

use quadrille::levels::Level;
use quadrille::record::{Record, Verdict};
use quadrille::search::{Control, Cost, Progress};
use quadrille_base::quantities;
use quadrille_base::runner::{Order, TaskEvent, Tasks};

use crate::charts::{self, Axis, ColourScheme, DotRow, Frame, Proof, Unit};
use crate::contender::Contender;

/// An event of [`compare`] or [`run`](crate::run).
#[allow(clippy::large_enum_variant, reason = "one large message per search")]
#[derive(Clone, Debug)]
pub enum Step {
    Tick,
    Done(usize, Record),
}

/// Runs the methods on the level one after the other and reports each as soon as it is done.
/// `control` returns the limits and the cancel token of each method right before it starts: a
/// method whose token is cancelled by then does not start, and one that is running ends with a
/// cancelled record. `begun` is called at the start of every search, on its thread, with its live
/// figures.
///
/// ```
/// use quadrille::search::Control;
/// use quadrille_lab::{Step, compare, default_limits, default_methods};
///
/// let level = quadrille::levels::read("level one\nr . .\n. . .\n. . R\n", None).levels().next().unwrap().clone();
/// let methods: Vec<_> = default_methods(level.game).into_iter().map(Into::into).collect();
/// let mut moves = Vec::new();
/// let control = |_: usize| Control::with_limits(default_limits());
/// compare(&level, &methods, control, |_, _| {}, |step| {
///     if let Step::Done(_, record) = step {
///         moves.push(record.cost);
///     }
/// });
/// assert_eq!(moves.len(), methods.len());
/// assert_eq!(moves[0], Some(2));
/// ```
pub fn compare(
    level: &Level,
    methods: &[Contender],
    control: impl Fn(usize) -> Control + Sync,
    begun: impl Fn(usize, Arc<Progress>) + Sync,
    mut report: impl FnMut(Step),
) {
    let work = |number: usize| {
        let control = control(number);
        (!control.cancel.is_cancelled()).then(|| {
            begun(number, Arc::clone(&control.progress));
            methods[number].measure(level, &control)
        })
    };
    let name = |number: usize| format!("'{}'", methods[number]);
    let tasks = Tasks { count: methods.len(), threads: 1, order: Order::Index };
    let summary = tasks.run(name, work, |event| {
        match event {
            TaskEvent::Tick => report(Step::Tick),
            TaskEvent::Done(number, record) => report(Step::Done(number, record)),
            // A search that panics becomes a record, so only `begun` can panic here.
            TaskEvent::Skipped(_) | TaskEvent::Panicked(..) => {}
        }
        Ok::<(), Infallible>(())
    });
    match summary {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// The outcome of a method in a few words, with the distance of its plan from the optimum if known.
pub fn summary(record: &Record, optimum: Option<Cost>) -> String {
    if let Some(error) = &record.error {
        return error.message();
    }
    let stop = record.stop.map(|stop| stop.to_string());
    match record.outcome {
        Verdict::Solved if record.optimal => "proved shortest".to_string(),
        Verdict::Solved => {
            let distance = match record.above(optimum) {
                Some(0) => "shortest, not proved".to_string(),
                Some(above) => format!("+{above} above optimal"),
                None => "not proved".to_string(),
            };
            match stop {
                Some(stop) => format!("{distance}, {stop}"),
                None => distance,
            }
        }
        Verdict::Unsolvable => "proved unsolvable".to_string(),
        Verdict::Claimed => "claimed unsolvable, not proved".to_string(),
        Verdict::Unknown => stop.unwrap_or_else(|| "no plan found".to_string()),
    }
}

/// A chart of the comparison: moves, expanded positions and time of every method.
pub fn picture(
    title: &str,
    records: &[Record],
    optimum: Option<Cost>,
    scheme: ColourScheme,
) -> String {
    let subtitle = match optimum {
        Some(moves) => {
            format!("The shortest plan has {}.", quantities::counted(moves.into(), "move"))
        }
        None => "The length of the shortest plan is not known.".to_string(),
    };
    let unsolvable = records.iter().any(|record| record.outcome == Verdict::Unsolvable);
    let subtitle = if unsolvable { "There is no plan.".to_string() } else { subtitle };
    let columns = [
        Axis::linear("moves", Unit::Moves),
        Axis::log("expanded positions", Unit::Count),
        Axis::log("time", Unit::Seconds),
    ];
    let rows: Vec<DotRow> = records
        .iter()
        .map(|record| DotRow {
            label: record.method.clone(),
            proof: match record.outcome {
                _ if record.is_proved() => Proof::Proved,
                Verdict::Solved => Proof::Found,
                _ => Proof::Missing,
            },
            note: summary(record, optimum),
            values: vec![
                record.cost.map(f64::from),
                record.counts().map(|stats| stats.expanded as f64),
                Some(record.stats.seconds),
            ],
        })
        .collect();
    let frame = Frame { scheme, ..Frame::new(title, subtitle) };
    charts::dots(&frame, &columns, &rows)
}
