//! The options that choose a method and its limits.

use clap::Args;
use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::Game;
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::search::Algorithm;

use crate::args::{LimitArgs, Way, WayParser};
use crate::errors::Fault;
use crate::scripts;

#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Search with this algorithm
    ///
    /// Options are in brackets, as in 'beam(500)'. A heuristic can follow, as in 'astar with
    /// relaxed'. 'quadrille list algorithms' shows them all.
    #[arg(short, long, value_name = "METHOD", default_value_t, value_parser = WayParser, hide_possible_values = true)]
    pub algorithm: Way,

    /// Use this heuristic [default: that of the game]
    ///
    /// A name, as 'relaxed'; a formula, as 'max(a,2*b)' or '2*off_goal'; or a script, as
    /// '@my.heuristic'. 'quadrille list heuristics' shows them all.
    #[arg(long, value_name = "NAME", value_parser = expression, allow_hyphen_values = true)]
    pub heuristic: Option<Expression>,

    #[command(flatten)]
    pub limits: LimitArgs,
}

impl SearchArgs {
    /// The chosen method. Without a heuristic, the game's default is used later.
    pub fn method(&self) -> Result<Method, Fault> {
        match &self.algorithm {
            Way::Method(method) => combined(method, self.heuristic.as_ref()),
            // It has the same layers.
            Way::External => combined(&Algorithm::Bfs.into(), self.heuristic.as_ref()),
        }
    }

    pub fn method_of(&self, game: &'static dyn Game) -> Result<Method, Fault> {
        resolved(&self.method()?, game)
    }

    /// Checks that the games of these levels have the chosen heuristic.
    pub fn check<'l>(&self, mut levels: impl Iterator<Item = &'l Level>) -> Result<(), Fault> {
        self.method()?;
        levels.try_for_each(|level| self.method_of(level.game).map(|_| ()))
    }
}

/// Parses a heuristic; its scripts are read when the game is known.
pub fn expression(text: &str) -> Result<Expression, Diagnostic> {
    text.parse()
}

/// Combines a method with the heuristic of another option.
pub fn combined(method: &Method, heuristic: Option<&Expression>) -> Result<Method, Fault> {
    let Some(heuristic) = heuristic else { return Ok(method.clone()) };
    if let Some(other) = &method.heuristic {
        let message = format!("there are two heuristics, '{other}' and '{heuristic}'");
        return Err(Fault::new(message).help("leave one of them out"));
    }
    let with = Method::new(method.algorithm, Some(heuristic.clone())).map_err(|error| {
        Fault::new(error.message())
            .help("leave out --heuristic, or choose an algorithm that uses one, such as astar")
    })?;
    Ok(Method { pruning: method.pruning, measure: method.measure, ..with })
}

/// Resolves a method for levels of a game.
pub fn resolved(method: &Method, game: &'static dyn Game) -> Result<Method, Fault> {
    scripts::resolved(method, game).map_err(|error| {
        Fault::new(format!("{} ({})", error.message(), game.id()))
            .help("'quadrille list heuristics' shows those of each game")
    })
}
