//! How levels are to be solved, as it is said on the command line.

use std::time::Duration;

use clap::Args;
use quadrille::games::{Game, Request};
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::registry::Algorithm;
use quadrille::search::Limits;

use crate::args::AlgorithmParser;
use crate::errors::Fault;
use crate::memory;
use crate::quantities;

/// What to search with, and for how long.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// The algorithm, with options in brackets as in 'beam(500)'; 'quadrille list algorithms' tells what they do
    #[arg(short, long, value_name = "NAME", default_value_t, value_parser = AlgorithmParser, hide_possible_values = true)]
    pub algorithm: Algorithm,

    /// The heuristic, for algorithms that use one, as 'relaxed' or 'max(a,2*b)'; see 'quadrille list heuristics' [default:
    /// the best of the game]
    #[arg(long, value_name = "NAME")]
    pub heuristic: Option<Expression>,

    /// Stop the search of a level after this time: 500ms, 10s, 2m, 1h [default: no limit]
    #[arg(short = 't', long, value_name = "TIME", value_parser = quantities::duration)]
    pub max_time: Option<Duration>,

    /// Stop after this many expanded positions: 1_000_000, 10k, 5M [default: no limit]
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = quantities::count)]
    pub max_nodes: Option<u64>,

    /// Stop when the tables of one search hold this much: 64MiB, 2GiB, 500MB [default: three quarters of the memory that
    /// is free, shared by the jobs]
    #[arg(short = 'm', long, value_name = "SIZE", value_parser = quantities::size)]
    pub max_memory: Option<u64>,
}

impl SearchArgs {
    /// The request to the library.
    pub fn request(&self) -> Result<Request, Fault> {
        let uses_heuristic = self.algorithm.info().uses_heuristic;
        if let Some(heuristic) = self.heuristic.as_ref().filter(|_| !uses_heuristic) {
            return Err(Fault::new(format!(
                "the algorithm '{}' uses no heuristic, so '{heuristic}' would change nothing",
                self.algorithm
            ))
            .help("leave --heuristic out, or choose an algorithm that uses one, such as astar"));
        }
        let (algorithm, heuristic) = (self.algorithm, self.heuristic.clone());
        Ok(Request { algorithm, heuristic, ..Request::default() })
    }

    /// Makes sure that the games of these levels have the heuristic that was asked for.
    pub fn check_heuristic<'l>(
        &self,
        levels: impl Iterator<Item = &'l Level>,
    ) -> Result<(), Fault> {
        let Some(heuristic) = &self.heuristic else { return Ok(()) };
        for level in levels {
            heuristic.check(level.game.heuristics()).map_err(|error| {
                Fault::new(format!("{} ({})", error.message, level.game.id()))
                    .help("'quadrille list heuristics' shows those of each game")
            })?;
        }
        Ok(())
    }

    /// The heuristic that a level of a game is solved with, if any.
    pub fn heuristic_of(&self, game: &dyn Game) -> Option<String> {
        let asked = || self.heuristic.as_ref().map(Expression::to_string);
        let used = self.algorithm.info().uses_heuristic;
        used.then(|| asked().unwrap_or_else(|| game.default_heuristic().to_string()))
    }

    /// The limits of each of `jobs` searches that run side by side.
    pub fn limits(&self, jobs: usize) -> Limits {
        let bytes = self.max_memory.unwrap_or_else(|| memory::budget() / jobs.max(1) as u64);
        Limits {
            nodes: self.max_nodes,
            time: self.max_time,
            memory: Some(usize::try_from(bytes).unwrap_or(usize::MAX)),
        }
    }
}
