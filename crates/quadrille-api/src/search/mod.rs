//! Questions that lead to a search: what is to be done, and what there is to tell of it meanwhile.

mod claims;
mod compare;
mod describe;
mod end;
mod explain;
mod film;
mod generate;
mod grade;
mod progress;
mod sample;
mod solve;
mod task;
mod watch;

use std::time::Duration;

use quadrille::search::{Control, Limits};
use serde::Serialize;

use crate::failure::Failure;
use crate::limits::Bounds;
use crate::question::{body, either, query};

/// How often there are news.
pub const TICK: Duration = Duration::from_millis(50);

/// Something that is told of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What it is. The last one is `done` or `failed`.
    pub name: &'static str,
    /// What there is to say, as JSON.
    pub data: String,
}

impl Event {
    /// An event with a value.
    pub fn new(name: &'static str, value: &impl Serialize) -> Event {
        // Rows of plain fields can always be written.
        let data = serde_json::to_string(value).unwrap_or_else(|_| "{}".to_string());
        Event { name, data }
    }

    /// The event that something went wrong.
    pub fn failed(failure: &Failure) -> Event {
        Event { name: "failed", data: failure.json() }
    }
}

/// What is told of a search: asked for news every [`TICK`] while it runs, by whoever runs it, on any thread.
pub trait Story: Send {
    /// The news since the last time, of a search with this control that runs since so long.
    fn news(&mut self, control: &Control, running: Duration) -> Vec<Event>;

    /// The last news, when the search is over.
    fn end(&mut self) -> Vec<Event>;
}

/// A search that was asked for.
pub struct Search {
    /// How far it may go as a whole.
    pub limits: Limits,
    /// Whether it can be cut short and begun anew without anybody noticing.
    pub can_restart: bool,
    /// What is to be done. Says whether the search was cut short by its time or cancelled.
    pub work: Box<dyn FnMut(&Control) -> bool + Send>,
    /// What is told of it.
    pub story: Box<dyn Story>,
}

/// The search that a question asks for, within these bounds.
///
/// ```
/// use std::time::Duration;
/// use quadrille::search::Control;
/// use quadrille_api::{Bounds, ask, search};
///
/// let answer = ask("check", r#"{"text": "level one\nr . .\n. . .\n. . R\n"}"#).unwrap();
/// let code = answer.text.split(r#""code":""#).nth(1).unwrap().split('"').next().unwrap();
/// let bounds = Bounds { nodes: 1000, time: Duration::from_secs(10), bytes: 1 << 20 };
/// let mut search = search("solve", &format!("code={code}"), &bounds).unwrap();
/// (search.work)(&Control::with_limits(search.limits));
/// let told = search.story.end();
/// assert_eq!(told[0].name, "done");
/// assert!(told[0].data.contains(r#""plan":["D","R"]"#));
/// ```
pub fn search(name: &str, asked: &str, bounds: &Bounds) -> Result<Search, Failure> {
    match name {
        "solve" => solve::solve(&either(asked)?, bounds),
        "watch" => watch::watch(&either(asked)?, bounds),
        "compare" => compare::compare(&either(asked)?, bounds),
        "generate" => generate::generate(&query(asked)?, bounds),
        "describe" => describe::describe(&query(asked)?, bounds),
        "explain" => explain::explain(&either(asked)?, bounds),
        "grade" => grade::graded(&body(asked)?, bounds),
        "claims" => claims::claims(&either(asked)?, bounds),
        _ => Err(Failure::unknown_question(name)),
    }
}
