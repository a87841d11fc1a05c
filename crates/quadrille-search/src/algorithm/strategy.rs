//! One type per algorithm, so that a program compiles the searches it names and no others.

use std::fmt;

use super::Weight;
use super::best_first::{
    ASTAR, GREEDY, Policy, Ranking, UNIFORM_COST, anytime_rankings, best_first,
};
use super::{beam::beam, bfs::bfs, deepening::deepening, dfs::dfs};
use crate::control::Meter;
use crate::event::Observer;
use crate::portfolio::{Finder, Guide, Portfolio};
use crate::{
    Pruning, Report,
    space::{Heuristic, Space},
};

/// An algorithm that a [`Search`](crate::Search) can run. Implement it for your own algorithms.
pub trait Strategy<P: Space + ?Sized> {
    /// Runs the algorithm.
    fn run(self, task: Task<'_, '_, P>) -> Report<P::Move, P::State>;
}

/// The input of a [`Strategy`].
///
/// The heuristic is not a type parameter: a search is compiled once per space, which halved build
/// times and costs one dynamic call per estimate.
pub struct Task<'a, 'm, P: Space + ?Sized> {
    /// The space to search.
    pub space: &'a P,
    /// Guides the search; `()` for none.
    pub heuristic: &'a (dyn Heuristic<P::State, P::Move> + 'a),
    /// The prunings of the space to use.
    pub pruning: Pruning,
    /// Checks the limits and publishes progress.
    pub meter: &'a mut Meter<'m>,
    /// Receives the events.
    pub observer: Observer<'a, P::Move>,
}

impl<'a, 'm, P: Space + ?Sized> Task<'a, 'm, P> {
    /// The same task without a heuristic.
    fn blind(self) -> Task<'a, 'm, P> {
        Task { heuristic: &(), ..self }
    }
}

impl<P: Space + ?Sized> fmt::Debug for Task<'_, '_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("pruning", &self.pruning).finish_non_exhaustive()
    }
}

/// Declares the algorithms: for each a type, a value of [`Algorithm`] and its name, fields with
/// defaults, and the run.
macro_rules! algorithms {
    (@type $(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name;
    };
    (@type $(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty),+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type),+ }
    };
    ($(
        $(#[$doc:meta])*
        $name:ident $text:literal
        $({ $($(#[$field_doc:meta])* $field:ident: $type:ty = $default:expr),+ })?
        => $run:expr;
    )*) => {
        /// An algorithm with its options.
        ///
        /// Written as its name with the options that differ from the defaults:
        ///
        /// ```
        /// use quadrille_search::Algorithm;
        /// assert_eq!(Algorithm::Astar.to_string(), "astar");
        /// assert_eq!(Algorithm::Beam { width: 500 }.to_string(), "beam(500)");
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Algorithm {
            $($(#[$doc])* $name $({ $($(#[$field_doc])* $field: $type),+ })?),*
        }

        impl Algorithm {
            /// Every algorithm, with its options at their defaults.
            pub const ALL: [Algorithm; [$($text),*].len()] =
                [$(Algorithm::$name $({ $($field: $default),+ })?),*];

            /// Its name, without options.
            pub const fn name(self) -> &'static str {
                match self { $(Algorithm::$name { .. } => $text),* }
            }

            /// Its options in the syntax of the command line.
            fn options(self) -> Vec<String> {
                match self {
                    $(Algorithm::$name { $($($field),+)? } => vec![$($($field.typed()),+)?]),*
                }
            }
        }

        $(
            algorithms!(@type $(#[$doc])* $name $({ $($(#[$field_doc])* $field: $type),+ })?);

            impl Default for $name {
                fn default() -> $name {
                    $name { $($($field: $default),+)? }
                }
            }

            impl From<$name> for Algorithm {
                fn from(strategy: $name) -> Algorithm {
                    let $name { $($($field),+)? } = strategy;
                    Algorithm::$name { $($($field),+)? }
                }
            }

            impl<P: Space + ?Sized> Strategy<P> for $name {
                fn run(self, task: Task<'_, '_, P>) -> Report<P::Move, P::State> {
                    // The type of the run is fixed here, so that its closure needs no annotations.
                    fn call<T, P: Space + ?Sized>(
                        run: impl FnOnce(T, Task<'_, '_, P>) -> Report<P::Move, P::State>,
                        strategy: T,
                        task: Task<'_, '_, P>,
                    ) -> Report<P::Move, P::State> {
                        run(strategy, task)
                    }
                    call($run, self, task)
                }
            }
        )*
    };
}

algorithms! {
    /// The fastest way to a proved answer. Begins with breadth-first search and continues with A*
    /// if the heuristic is admissible, with quick searches for plans beside it. Always uses every
    /// [`Pruning`](crate::Pruning).
    Best "best" => |Best {}, task| {
        let Task { space, heuristic, meter, observer, .. } = task;
        let heuristic = |number| (number == 0).then(|| Box::new(heuristic) as Guide<'_, P>);
        Portfolio { finders: Finder::standard(1), heuristic }.solve(space, meter, observer)
    };

    /// Breadth-first search.
    Bfs "bfs" => |Bfs {}, task| bfs(task.blind());

    /// Depth-first search.
    Dfs "dfs" {
        /// The most moves of a path; `None` for no bound.
        depth: Option<u32> = None
    } => |Dfs { depth }, task| dfs(task.blind(), depth);

    /// Iterative deepening.
    Ids "ids" {
        /// The size of its table of positions in MiB.
        table: u32 = 64
    } => |Ids { table }, task| deepening(task.blind(), table);

    /// Uniform-cost search (Dijkstra).
    Ucs "ucs" => |Ucs {}, task| best_first(task.blind(), UNIFORM_COST);

    /// Best-first search by the estimate alone.
    Greedy "greedy" => |Greedy {}, task| best_first(task, GREEDY);

    /// A*.
    Astar "astar" => |Astar {}, task| best_first(task, ASTAR);

    /// Weighted A*.
    Wastar "wastar" {
        /// The weight of the estimate.
        weight: Weight = Weight::whole(2)
    } => |Wastar { weight }, task| {
        let rankings = [Ranking { path: 1.0, estimate: weight.value() }];
        best_first(task, Policy { rankings: &rankings, first_plan: false })
    };

    /// Iterative-deepening A*.
    Idastar "idastar" {
        /// The size of its table of positions in MiB.
        table: u32 = 64
    } => |Idastar { table }, task| deepening(task, table);

    /// Beam search.
    Beam "beam" {
        /// The number of positions per layer that are expanded.
        width: u32 = 1000
    } => |Beam { width }, task| beam(task, width);

    /// Best-first search by any weights of path cost and estimate, to the first plan.
    Ordered "ordered" {
        /// The weight of the path cost. Below 0, deeper positions come first.
        path: Weight = Weight::ONE,
        /// The weight of the estimate.
        estimate: Weight = Weight::ONE
    } => |Ordered { path, estimate }, task| {
        let rankings = [Ranking { path: path.value(), estimate: estimate.value() }];
        best_first(task, Policy { rankings: &rankings, first_plan: true })
    };

    /// A first plan fast, then better ones.
    Anytime "anytime" {
        /// The weight of the estimate between the first plan and the second.
        weight: Weight = Weight::whole(3)
    } => |Anytime { weight }, task| {
        let is_admissible = task.heuristic.claims().is_admissible();
        let rankings = anytime_rankings(weight.value(), is_admissible);
        best_first(task, Policy { rankings: &rankings, first_plan: false })
    };

    /// A* on several cores.
    Parallel "parallel" {
        /// The number of threads; 0 for one per core.
        threads: u32 = 0
    } => |Parallel { threads }, task| parallel(task, threads);
}

impl Algorithm {
    /// Returns true if it calls a heuristic. [`Algorithm::Best`] can do without one, and uses it
    /// where there is one.
    pub const fn uses_heuristic(self) -> bool {
        use Algorithm::{Best, Bfs, Dfs, Ids, Ucs};
        !matches!(self, Best | Bfs | Dfs { .. } | Ids { .. } | Ucs)
    }
}

impl Default for Algorithm {
    fn default() -> Algorithm {
        Algorithm::ALL[0]
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

/// The value of an option as typed.
trait Typed {
    fn typed(&self) -> String;
}

impl Typed for u32 {
    fn typed(&self) -> String {
        self.to_string()
    }
}

impl Typed for Weight {
    fn typed(&self) -> String {
        self.to_string()
    }
}

impl Typed for Option<u32> {
    fn typed(&self) -> String {
        self.map_or_else(|| "none".to_string(), |number| number.to_string())
    }
}

/// The choice at run time: compiles every algorithm.
impl<P: Space + ?Sized> Strategy<P> for Algorithm {
    fn run(self, task: Task<'_, '_, P>) -> Report<P::Move, P::State> {
        match self {
            Algorithm::Best => Best {}.run(task),
            Algorithm::Parallel { threads } => Parallel { threads }.run(task),
            serial => run_serial(serial, task),
        }
    }
}

/// Runs any algorithm but [`Algorithm::Best`] and [`Algorithm::Parallel`], which run others. For
/// those it runs A*.
pub(crate) fn run_serial<P: Space + ?Sized>(
    algorithm: Algorithm,
    task: Task<'_, '_, P>,
) -> Report<P::Move, P::State> {
    match algorithm {
        Algorithm::Best | Algorithm::Parallel { .. } | Algorithm::Astar => Astar {}.run(task),
        Algorithm::Bfs => Bfs {}.run(task),
        Algorithm::Dfs { depth } => Dfs { depth }.run(task),
        Algorithm::Ids { table } => Ids { table }.run(task),
        Algorithm::Ucs => best_first(task, UNIFORM_COST),
        Algorithm::Greedy => Greedy {}.run(task),
        Algorithm::Wastar { weight } => Wastar { weight }.run(task),
        Algorithm::Idastar { table } => Idastar { table }.run(task),
        Algorithm::Beam { width } => Beam { width }.run(task),
        Algorithm::Ordered { path, estimate } => Ordered { path, estimate }.run(task),
        Algorithm::Anytime { weight } => Anytime { weight }.run(task),
    }
}

/// A* with `threads` threads; 0 for one per core. With an estimate that is always 0 it is
/// breadth-first search.
///
/// On one core, on platforms without threads, and with an observer (which needs events in order),
/// the serial search with the same results runs instead.
fn parallel<P: Space + ?Sized>(
    #[cfg_attr(target_arch = "wasm32", allow(unused_mut))] mut task: Task<'_, '_, P>,
    threads: u32,
) -> Report<P::Move, P::State> {
    #[cfg(not(target_arch = "wasm32"))]
    {
        let workers = match threads {
            0 => {
                let cores = task.meter.control().cores;
                let cores = cores.or_else(|| std::thread::available_parallelism().ok());
                cores.map_or(1, usize::from)
            }
            threads => threads as usize,
        };
        if workers > 1 && task.observer.is_none() {
            let Task { space, heuristic, pruning, meter, .. } = &mut task;
            let report =
                super::distributed::distributed(*space, *heuristic, workers, *pruning, meter);
            if let Some(report) = report {
                return report;
            }
        }
    }
    #[cfg(target_arch = "wasm32")]
    let _ = threads;
    if task.space.has_unit_costs() && task.heuristic.claims().admissible == 0.0 {
        bfs(task.blind())
    } else {
        best_first(task, ASTAR)
    }
}
