//! A method of Quadrille or an external solver.

use std::fmt;

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::Game;
use quadrille::levels::Level;
use quadrille::record::Record;
use quadrille::search::Control;

use crate::foreign::Foreign;
use crate::measure;

/// A method of Quadrille or an external solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contender {
    Ours(Method),
    /// A command that reads a level and writes a plan.
    Foreign(Foreign),
}

impl Contender {
    /// The same with the game's default heuristic filled in.
    pub fn resolve(&self, game: &dyn Game) -> Result<Contender, Diagnostic> {
        match self {
            Contender::Ours(method) => game.resolve(method).map(Contender::Ours),
            Contender::Foreign(foreign) => Ok(Contender::Foreign(foreign.clone())),
        }
    }

    /// True if it can run on levels of a game.
    pub fn fits(&self, game: &dyn Game) -> bool {
        match self {
            Contender::Ours(method) => game.resolve(method).is_ok(),
            Contender::Foreign(foreign) => foreign.game.as_deref().is_none_or(|id| id == game.id()),
        }
    }

    pub fn measure(&self, level: &Level, control: &Control) -> Record {
        match self {
            Contender::Ours(method) => measure(level, method, control),
            Contender::Foreign(foreign) => foreign.measure(level, control),
        }
    }
}

impl From<Method> for Contender {
    fn from(method: Method) -> Contender {
        Contender::Ours(method)
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Ours(method) => method.fmt(f),
            Contender::Foreign(foreign) => f.write_str(&foreign.name),
        }
    }
}
