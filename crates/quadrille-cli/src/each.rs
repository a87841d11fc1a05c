//! Runs the same work on every chosen level: on threads, with a live status line, reporting in the
//! order of the levels.

use quadrille::levels::Level;
use quadrille::search::{Control, Limits};
use quadrille_base::runner::{Order, TaskEvent, Tasks};

use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{Complaints, Item};
use crate::output::progress::StatusLine;
use crate::printable;

/// The end of the work on an item.
enum Done<A> {
    Answer(A),
    Failed(Fault),
    /// The user stopped the program first, or the item is not a level.
    Skipped,
}

/// The levels, and how to work on them.
pub struct Each<'a> {
    /// The levels and the items that could not be read.
    pub items: &'a [Item],
    /// The work in a word, as in "rating".
    pub doing: &'static str,
    /// The number of levels at the same time, and the limits of each.
    pub jobs: usize,
    pub limits: Limits,
    /// Also report errors as JSON.
    pub json: bool,
}

/// Prints the results, level by level. A closure for [`Reporter::answer`] is a reporter.
pub trait Reporter<A> {
    /// Prints the result of a level. Returns the exit code for it.
    fn answer(
        &mut self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        answer: A,
    ) -> Result<Exit, Abort>;

    /// Counts an item that is not a level; its errors have been printed.
    fn unread(&mut self) {}

    /// Counts a level without a result, before the reason is printed.
    fn failed(&mut self, _item: &Item) {}

    /// Counts a level that was not started before the user stopped the program.
    fn skipped(&mut self) {}
}

impl<A, F> Reporter<A> for F
where
    F: FnMut(&mut Context, &Item, &Level, A) -> Result<Exit, Abort>,
{
    fn answer(
        &mut self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        answer: A,
    ) -> Result<Exit, Abort> {
        self(context, item, level, answer)
    }
}

impl Each<'_> {
    /// Runs the work and prints the results. `live` makes the status line from the title of the
    /// level whose turn it is.
    pub fn run<A: Send>(
        &self,
        context: &mut Context,
        live: impl Fn(&str) -> String,
        work: impl Fn(usize, &Level, Control) -> Result<A, Fault> + Sync,
        reporter: &mut impl Reporter<A>,
    ) -> Result<Exit, Abort> {
        let &Each { items, doing, jobs, limits, json } = self;
        let cancel = context.interrupt.arm();
        let work = |number: usize| match &items[number].level {
            Ok(level) if !cancel.is_cancelled() => {
                let control = Control { cancel: cancel.clone(), ..Control::with_limits(limits) };
                Some(work(number, level, control))
            }
            _ => None,
        };
        let name = |number: usize| format!("{doing} {}", items[number].full_name());
        let mut complaints = Complaints::default();
        let (mut worst, mut turn) = (Exit::Fine, 0);
        let mut print = |context: &mut Context, item: &Item, result: Done<A>| {
            let Ok(level) = &item.level else {
                reporter.unread();
                worst = worst.max(Exit::Bad);
                return complaints.print(item, json, context);
            };
            match result {
                Done::Answer(answer) => {
                    worst = worst.max(reporter.answer(context, item, level, answer)?);
                    Ok(())
                }
                Done::Skipped => {
                    reporter.skipped();
                    Ok(())
                }
                Done::Failed(fault) => {
                    reporter.failed(item);
                    worst = worst.max(fault.exit);
                    item.print_fault(fault, json, context)
                }
            }
        };
        let line = StatusLine::new(items.len());
        let tasks = Tasks { count: items.len(), threads: jobs, order: Order::Index };
        let end = tasks.run(name, work, |event| {
            let (number, done) = match event {
                TaskEvent::Tick => {
                    let title = items.get(turn).map_or("", |item| item.title.as_str());
                    line.set(live(&printable::line(title)));
                    return Ok(());
                }
                TaskEvent::Done(number, Ok(answer)) => (number, Done::Answer(answer)),
                TaskEvent::Done(number, Err(fault)) => (number, Done::Failed(fault)),
                TaskEvent::Skipped(number) => (number, Done::Skipped),
                TaskEvent::Panicked(number, panicked) => {
                    (number, Done::Failed(Fault::new(panicked.to_string()).exit(Exit::Bug)))
                }
            };
            turn = number + 1;
            line.advance();
            // The output is closed: cancel the searches that still run.
            line.suspend(|| print(context, &items[number], done)).inspect_err(|_| cancel.cancel())
        });
        line.clear();
        context.interrupt.disarm();
        end?;
        complaints.finish();
        Ok(worst)
    }
}
