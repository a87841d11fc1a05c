//! How levels are to be solved, as it is said on the command line.

use std::time::Duration;

use clap::Args;
use quadrille::games::Request;
use quadrille::registry::Algorithm;
use quadrille::search::Limits;

use crate::args::algorithm_parser;
use crate::errors::Fault;
use crate::memory;
use crate::quantities;

/// What to search with, and for how long.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// The algorithm; 'quadrille list algorithms' tells what they do
    #[arg(short, long, value_name = "NAME", default_value_t, value_parser = algorithm_parser(), hide_possible_values = true)]
    pub algorithm: Algorithm,

    /// The heuristic, for algorithms that use one; see 'quadrille list heuristics'
    #[arg(long, value_name = "NAME")]
    pub heuristic: Option<String>,

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
        if let Some(name) = &self.heuristic {
            return Err(Fault::new(format!(
                "the algorithm '{}' uses no heuristic, so '{name}' would change nothing",
                self.algorithm
            ))
            .help("leave --heuristic out"));
        }
        Ok(Request { algorithm: self.algorithm, ..Request::default() })
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
