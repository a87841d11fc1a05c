//! The same work on every chosen level: on threads, with a live status line, reported in the order
//! of the levels.

use quadrille::levels::Level;
use quadrille::search::Cancel;
use quadrille_base::runner::{Event, Order, Tasks};

use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{Complaints, Item};
use crate::output::progress::Line;
use crate::printable;

/// Why a level has no answer, and how the program ends for it.
pub type Failure = (Fault, Exit);

/// The end of the work on an item.
enum Done<A> {
    Answer(A),
    Failed(Failure),
    /// The user stopped the program first, or the item is not a level.
    Skipped,
}

/// What is done with each level.
pub struct Each<'a> {
    /// The levels, and what could not be read as one.
    pub items: &'a [Item],
    /// What is being done with them, as in "rating".
    pub doing: &'static str,
    pub jobs: usize,
    /// Report faults as JSON too.
    pub json: bool,
}

/// Hears of each level in turn.
pub trait Teller<A> {
    /// What came of a level; returns how the program ends for it.
    fn answer(
        &mut self,
        context: &mut Context,
        item: &Item,
        level: &Level,
        answer: A,
    ) -> Result<Exit, Abort>;

    /// This item is no level. It has been told.
    fn unread(&mut self) {}

    /// There is no answer. It will be told.
    fn failed(&mut self, _item: &Item) {}

    /// The user stopped the program before the turn of a level came.
    fn skipped(&mut self) {}
}

impl Each<'_> {
    /// Does the work, and tells what came of it. `live` has the figures of the moment, for the
    /// level with this title, whose turn it is.
    pub fn run<A: Send>(
        &self,
        context: &mut Context,
        live: impl Fn(&str) -> String,
        work: impl Fn(usize, &Level, &Cancel) -> Result<A, Failure> + Sync,
        teller: &mut impl Teller<A>,
    ) -> Result<Exit, Abort> {
        let &Each { items, doing, jobs, json } = self;
        let cancel = context.interrupt.arm();
        let work = |number: usize| match &items[number].level {
            Ok(level) if !cancel.is_cancelled() => Some(work(number, level, &cancel)),
            _ => None,
        };
        let name = |number: usize| format!("{doing} {}", items[number].full_name());
        let mut complaints = Complaints::default();
        let (mut worst, mut turn) = (Exit::Fine, 0);
        let mut tell = |context: &mut Context, item: &Item, result: Done<A>| {
            let Ok(level) = &item.level else {
                teller.unread();
                worst = worst.max(Exit::Bad);
                return complaints.tell(item, json, context);
            };
            match result {
                Done::Answer(answer) => {
                    worst = worst.max(teller.answer(context, item, level, answer)?);
                    Ok(())
                }
                Done::Skipped => {
                    teller.skipped();
                    Ok(())
                }
                Done::Failed((fault, exit)) => {
                    teller.failed(item);
                    worst = worst.max(exit);
                    item.tell(fault, json, context)
                }
            }
        };
        let line = Line::new(items.len());
        let tasks = Tasks { count: items.len(), threads: jobs, order: Order::Index };
        let end = tasks.run(name, work, |event| {
            let (number, done) = match event {
                Event::Tick => {
                    let title = items.get(turn).map_or("", |item| item.title.as_str());
                    line.say(live(&printable::line(title)));
                    return Ok(());
                }
                Event::Done(number, Ok(answer)) => (number, Done::Answer(answer)),
                Event::Done(number, Err(failure)) => (number, Done::Failed(failure)),
                Event::Skipped(number) => (number, Done::Skipped),
                Event::Panicked(number, panicked) => {
                    (number, Done::Failed((Fault::new(panicked.to_string()), Exit::Bug)))
                }
            };
            turn = number + 1;
            line.advance();
            // The output is closed: cancel the searches that still run.
            line.aside(|| tell(context, &items[number], done)).inspect_err(|_| cancel.cancel())
        });
        line.clear();
        context.interrupt.disarm();
        end?;
        complaints.finish();
        Ok(worst)
    }
}
