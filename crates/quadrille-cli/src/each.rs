//! The same work on each level that was asked for: on threads, with a live line, told in the order of the levels.

use quadrille::levels::Level;
use quadrille::search::Cancel;
use quadrille_lab::runner::{self, News, Order, Panicked};

use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::harmless;
use crate::input::{Complaints, Item};
use crate::output::progress::Line;

/// Why a level has no answer, and how the program ends for it.
pub type Failure = (Fault, Exit);

/// What the work on an item ended with: nothing where it was skipped, or where there is no level.
type Done<A> = Option<Result<Option<Result<A, Failure>>, Panicked>>;

/// What is done with each level.
pub struct Each<'a> {
    /// The levels, and what could not be read as one.
    pub items: &'a [Item],
    /// What is being done with them, as in "rating".
    pub doing: &'static str,
    /// How many threads work.
    pub jobs: usize,
    /// Whether faults are told as JSON.
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
    /// Does the work, and tells what came of it. `live` has the figures of the moment, for the level
    /// with this title, whose turn it is.
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
            Err(_) => Some(None),
            Ok(_) if cancel.is_cancelled() => None,
            Ok(level) => Some(Some(work(number, level, &cancel))),
        };
        let doing = |number: usize| format!("{doing} {}", items[number].full_name());
        let mut complaints = Complaints::default();
        let (mut worst, mut turn) = (Exit::Fine, 0);
        let mut tell = |context: &mut Context, item: &Item, result: Done<A>| {
            let failure = match (&item.level, result) {
                (Err(_), _) => {
                    teller.unread();
                    worst = worst.max(Exit::Bad);
                    return complaints.tell(item, json, context);
                }
                (Ok(_), None | Some(Ok(None))) => {
                    teller.skipped();
                    return Ok(());
                }
                (Ok(level), Some(Ok(Some(Ok(answer))))) => {
                    worst = worst.max(teller.answer(context, item, level, answer)?);
                    return Ok(());
                }
                (Ok(_), Some(Ok(Some(Err(failure))))) => failure,
                (Ok(_), Some(Err(panicked))) => (Fault::new(panicked.to_string()), Exit::Bug),
            };
            teller.failed(item);
            worst = worst.max(failure.1);
            item.tell(failure.0, json, context)
        };
        let line = Line::new(items.len());
        let end = runner::run((items.len(), jobs, Order::Numbers), doing, work, |news| {
            let told = match news {
                News::Tick => {
                    let title = items.get(turn).map_or("", |item| item.title.as_str());
                    line.say(live(&harmless::line(title)));
                    Ok(())
                }
                News::Result(number, result) => {
                    turn = number + 1;
                    line.advance();
                    line.aside(|| tell(context, &items[number], result))
                }
            };
            // Nobody listens any more: what still runs is in vain.
            told.inspect_err(|_| cancel.cancel())
        });
        line.clear();
        context.interrupt.disarm();
        end?;
        complaints.finish();
        Ok(worst)
    }
}
