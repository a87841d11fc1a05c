//! PuzzleScript games as Quadrille games: the language, its rules, and search over them.
//!
//! [`Source`] reads a source as a [`Game`] of the library with its levels. Below that, [`compile`]
//! turns a source into a [`Program`], and [`Play`] plays one of its levels by the plain rules.

mod bits;
mod bound;
mod colours;
mod compile;
mod distance;
mod draw;
mod fast;
mod fault;
mod gallery;
mod game;
mod parse;
mod play;
mod program;
mod random;
pub mod recorded;
mod sight;
mod space;
mod uses;
mod visits;
mod words;

pub use compile::{MOST_CELLS, MOST_OBJECTS};
pub use distance::Distance;
pub use fast::{Step, Stepper};
pub use fault::{Code, Fault, Weight};
pub use gallery::{Example, GALLERY};
pub use game::message::MESSAGES;
pub use game::{Game, LeftOut, LevelRules, Naming, Source, is_source};
pub use play::{Input, Play, Trouble};
pub use program::{Board, LevelEntry, Object, Program, Settings};
pub use space::{Position, Positions};

use fault::{At, Faults};
use parse::Reading;

pub use quadrille::search::{Outcome, Report};

/// The number of bytes a source may have.
pub const MOST_BYTES: usize = 4 << 20;

/// The outcome of compiling a source.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The game; `None` if the faults leave nothing to play. A game with faults is played as in the
    /// original.
    pub program: Option<Program>,
    /// Errors and warnings, in the order in which they were found.
    pub faults: Vec<Fault>,
    /// The number of faults that are errors.
    pub errors: usize,
}

pub fn compile(source: &str) -> Compiled {
    let mut faults = Faults::default();
    let mut program = None;
    if source.len() > MOST_BYTES {
        let why = format!("the source has more than {MOST_BYTES} bytes");
        faults.add(Code::TooLarge, At::Nowhere, &[&why]);
    } else {
        let (text, reading) = parse::parse(source, &mut faults);
        if reading == Reading::Complete {
            program = compile::compile(&text, &mut faults);
            if faults.is_full() {
                program = None;
            } else if program.as_ref().is_some_and(|program| !program.levels.is_empty())
                && faults.errors <= parse::MOST_ERRORS
            {
                compile::check_title(&text, &mut faults);
            }
        }
    }
    Compiled { program, errors: faults.errors, faults: faults.all }
}
