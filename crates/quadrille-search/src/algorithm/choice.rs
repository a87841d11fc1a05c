//! The choice of an algorithm at run time.

use std::fmt;

use super::Weight;

/// An algorithm with its options.
///
/// Written as its name with the options that differ from the defaults:
///
/// ```
/// use quadrille_search::Algorithm;
/// assert_eq!(Algorithm::Astar.to_string(), "astar");
/// assert_eq!(Algorithm::Beam { width: 500 }.to_string(), "beam(500)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// The fastest way to a proved answer. Begins with breadth-first search and continues with A*
    /// if the heuristic is admissible, with quick searches for plans beside it. Always uses every
    /// [`Pruning`](crate::Pruning).
    #[default]
    Best,
    /// Breadth-first search.
    Bfs,
    /// Depth-first search.
    Dfs {
        /// The most moves of a path; `None` for no bound.
        depth: Option<u32>,
    },
    /// Iterative deepening.
    Ids {
        /// The size of its table of positions in MiB.
        table: u32,
    },
    /// Uniform-cost search.
    Ucs,
    /// Best-first search by the estimate alone.
    Greedy,
    /// A*.
    Astar,
    /// Weighted A*.
    Wastar {
        /// The weight of the estimate.
        weight: Weight,
    },
    /// Iterative-deepening A*.
    Idastar {
        /// The size of its table of positions in MiB.
        table: u32,
    },
    /// Beam search.
    Beam {
        /// The number of positions per layer that are expanded.
        width: u32,
    },
    /// Best-first search by any weights of path cost and estimate, to the first plan.
    Ordered {
        /// The weight of the path cost. Below 0, deeper positions come first.
        path: Weight,
        /// The weight of the estimate.
        estimate: Weight,
    },
    /// A first plan fast, then better ones.
    Anytime {
        /// The weight of the estimate between the first plan and the second.
        weight: Weight,
    },
    /// A* on several cores.
    Parallel {
        /// The number of threads; 0 for one per core.
        threads: u32,
    },
}

impl Algorithm {
    /// Every algorithm, with its options at their defaults.
    pub const ALL: [Algorithm; 13] = [
        Algorithm::Best,
        Algorithm::Bfs,
        Algorithm::Dfs { depth: None },
        Algorithm::Ids { table: 64 },
        Algorithm::Ucs,
        Algorithm::Greedy,
        Algorithm::Astar,
        Algorithm::Wastar { weight: Weight::whole(2) },
        Algorithm::Idastar { table: 64 },
        Algorithm::Beam { width: 1000 },
        Algorithm::Ordered { path: Weight::ONE, estimate: Weight::ONE },
        Algorithm::Anytime { weight: Weight::whole(3) },
        Algorithm::Parallel { threads: 0 },
    ];

    /// Its name, without options.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Best => "best",
            Algorithm::Bfs => "bfs",
            Algorithm::Dfs { .. } => "dfs",
            Algorithm::Ids { .. } => "ids",
            Algorithm::Ucs => "ucs",
            Algorithm::Greedy => "greedy",
            Algorithm::Astar => "astar",
            Algorithm::Wastar { .. } => "wastar",
            Algorithm::Idastar { .. } => "idastar",
            Algorithm::Beam { .. } => "beam",
            Algorithm::Ordered { .. } => "ordered",
            Algorithm::Anytime { .. } => "anytime",
            Algorithm::Parallel { .. } => "parallel",
        }
    }

    /// Returns true if it calls a heuristic. [`Algorithm::Best`] can do without one, and uses it
    /// where there is one.
    pub const fn uses_heuristic(self) -> bool {
        !matches!(
            self,
            Algorithm::Best
                | Algorithm::Bfs
                | Algorithm::Dfs { .. }
                | Algorithm::Ids { .. }
                | Algorithm::Ucs
        )
    }

    /// Its options in the syntax of the command line.
    fn options(self) -> Vec<String> {
        match self {
            Algorithm::Best
            | Algorithm::Bfs
            | Algorithm::Ucs
            | Algorithm::Greedy
            | Algorithm::Astar => Vec::new(),
            Algorithm::Dfs { depth: None } => vec!["none".to_string()],
            Algorithm::Dfs { depth: Some(number) }
            | Algorithm::Ids { table: number }
            | Algorithm::Idastar { table: number }
            | Algorithm::Beam { width: number }
            | Algorithm::Parallel { threads: number } => vec![number.to_string()],
            Algorithm::Wastar { weight } | Algorithm::Anytime { weight } => {
                vec![weight.to_string()]
            }
            Algorithm::Ordered { path, estimate } => vec![path.to_string(), estimate.to_string()],
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if Algorithm::ALL.contains(self) {
            return Ok(());
        }
        write!(f, "({})", self.options().join(","))
    }
}
