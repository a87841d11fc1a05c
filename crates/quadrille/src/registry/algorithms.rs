//! The algorithms of the engine by name, with their options and properties.

use std::fmt;

use super::spec::{Call, OptionInfo, OptionKind, Scanner, Value, unknown_name};
use crate::diagnostic::Diagnostic;
use crate::search::{Algorithm, algorithm::Weight};

/// The condition under which the plans of an algorithm are proved to be the cheapest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Optimality {
    Always,
    WithAdmissible,
    /// Never, except for plans so short that no proof is needed.
    Never,
}

quadrille_base::names!(Optimality {
    Always: "always",
    WithAdmissible: "with_admissible",
    Never: "never",
});

impl fmt::Display for Optimality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Optimality::WithAdmissible => "with an admissible heuristic",
            other => other.name(),
        })
    }
}

/// The properties of an algorithm.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AlgorithmInfo {
    /// The algorithm with its options at their defaults.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub algorithm: Algorithm,
    /// The name that is typed.
    pub name: &'static str,
    /// The name for display.
    pub title: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    pub about: &'static str,
    /// The condition under which its plans are proved shortest.
    pub optimality: Optimality,
    pub uses_heuristic: bool,
}

const TABLE: OptionInfo = OptionInfo {
    name: "table",
    about: "MiB for the table of known positions; 0 for a plain tree search",
    kind: OptionKind::Whole(0, 1 << 20),
    default: "64",
};

pub static ALGORITHMS: &[AlgorithmInfo] = &[
    AlgorithmInfo {
        algorithm: Algorithm::Best,
        name: "best",
        title: "Best",
        options: &[],
        about: "the fastest method of each game for a plan proved shortest, or a proof that there is none",
        optimality: Optimality::Always,
        uses_heuristic: false,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Bfs,
        name: "bfs",
        title: "Breadth-first search",
        options: &[],
        about: "breadth-first: all positions one move away, then two, and so on",
        optimality: Optimality::Always,
        uses_heuristic: false,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Dfs { depth: None },
        name: "dfs",
        title: "Depth-first search",
        options: &[OptionInfo {
            name: "depth",
            about: "the most moves of a path",
            kind: OptionKind::Bound,
            default: "none",
        }],
        about: "depth-first: expands the newest position first; plans may be very long",
        optimality: Optimality::Never,
        uses_heuristic: false,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Ids { table: 64 },
        name: "ids",
        title: "Iterative deepening",
        options: &[TABLE],
        about: "iterative deepening: depth-first to depth 1, then 2, and so on; little memory",
        optimality: Optimality::Always,
        uses_heuristic: false,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Ucs,
        name: "ucs",
        title: "Uniform-cost search",
        options: &[],
        about: "uniform-cost: expands the position that is cheapest to reach first",
        optimality: Optimality::Always,
        uses_heuristic: false,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Greedy,
        name: "greedy",
        title: "Greedy best-first search",
        options: &[],
        about: "best-first by the estimate alone: finds plans fast, not short ones",
        optimality: Optimality::Never,
        uses_heuristic: true,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Astar,
        name: "astar",
        title: "A*",
        options: &[],
        about: "A*: expands the least cost so far plus estimate first",
        optimality: Optimality::WithAdmissible,
        uses_heuristic: true,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Wastar { weight: Weight::whole(2) },
        name: "wastar",
        title: "Weighted A*",
        options: &[OptionInfo {
            name: "weight",
            about: "the weight of the estimate",
            kind: OptionKind::Weight,
            default: "2",
        }],
        about: "weighted A*: with an admissible heuristic no plan costs more than the weight times the least",
        optimality: Optimality::Never,
        uses_heuristic: true,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Idastar { table: 64 },
        name: "idastar",
        title: "IDA*",
        options: &[TABLE],
        about: "iterative-deepening A*: depth-first within a rising bound on cost plus estimate; little memory",
        optimality: Optimality::WithAdmissible,
        uses_heuristic: true,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Beam { width: 1000 },
        name: "beam",
        title: "Beam search",
        options: &[OptionInfo {
            name: "width",
            about: "the number of positions kept per layer",
            kind: OptionKind::Whole(1, 1 << 30),
            default: "1000",
        }],
        about: "breadth-first, but only the best positions of each layer by the estimate are expanded",
        optimality: Optimality::Never,
        uses_heuristic: true,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Ordered { path: Weight::ONE, estimate: Weight::ONE },
        name: "ordered",
        title: "Best-first search, free ordering",
        options: &[
            OptionInfo {
                name: "path",
                about: "the weight of the cost so far; below 0, deeper positions come first",
                kind: OptionKind::SignedWeight,
                default: "1",
            },
            OptionInfo {
                name: "estimate",
                about: "the weight of the estimate",
                kind: OptionKind::Weight,
                default: "1",
            },
        ],
        about: "best-first by any weights, to the first plan; with h5 it is the search of the Folding Blocks project, with path=-30 the A* of the ZHED project",
        optimality: Optimality::Never,
        uses_heuristic: true,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Anytime { weight: Weight::whole(3) },
        name: "anytime",
        title: "Anytime search",
        options: &[OptionInfo {
            name: "weight",
            about: "the weight of the estimate between the first plan and the second",
            kind: OptionKind::Weight,
            default: "3",
        }],
        about: "a first plan fast, then better ones until none can be better",
        optimality: Optimality::Always,
        uses_heuristic: true,
    },
    AlgorithmInfo {
        algorithm: Algorithm::Parallel { threads: 0 },
        name: "parallel",
        title: "Parallel A*",
        options: &[OptionInfo {
            name: "threads",
            about: "the number of threads; 0 for one per core",
            kind: OptionKind::Whole(0, 256),
            default: "0",
        }],
        about: "A* on all cores, each position owned by one of them (breadth-first with the heuristic 'zero')",
        optimality: Optimality::WithAdmissible,
        uses_heuristic: true,
    },
];

/// Reads an algorithm with its options.
///
/// ```
/// use quadrille::registry::algorithm;
/// use quadrille::search::Algorithm;
/// let beam = algorithm("beam(500)").unwrap();
/// assert_eq!(beam, Algorithm::Beam { width: 500 });
/// assert_eq!(beam.to_string(), "beam(500)");
/// assert!(algorithm("bsf").unwrap_err().message().contains("bfs"));
/// ```
pub fn algorithm(text: &str) -> Result<Algorithm, Diagnostic> {
    let mut scanner = Scanner::new(text);
    let call =
        Call { name: scanner.word("the name of an algorithm")?, options: scanner.options()? };
    scanner.end()?;
    let info = ALGORITHMS.iter().find(|info| info.name == call.name.text).ok_or_else(|| {
        let names = ALGORITHMS.iter().map(|info| info.name);
        unknown_name("algorithm", &call.name.text, call.name.offset, names)
    })?;
    Ok(with_options(info.algorithm, &call.values(info.name, info.options)?))
}

fn with_options(algorithm: Algorithm, values: &[Value]) -> Algorithm {
    let number = |default| values.first().and_then(|value| value.number()).unwrap_or(default);
    let weight = |index: usize| values.get(index).map_or(Weight::ONE, |value| value.weight());
    match algorithm {
        Algorithm::Best
        | Algorithm::Bfs
        | Algorithm::Ucs
        | Algorithm::Greedy
        | Algorithm::Astar => algorithm,
        Algorithm::Dfs { .. } => {
            Algorithm::Dfs { depth: values.first().and_then(|value| value.number()) }
        }
        Algorithm::Ids { table } => Algorithm::Ids { table: number(table) },
        Algorithm::Idastar { table } => Algorithm::Idastar { table: number(table) },
        Algorithm::Beam { width } => Algorithm::Beam { width: number(width) },
        Algorithm::Parallel { threads } => Algorithm::Parallel { threads: number(threads) },
        Algorithm::Wastar { .. } => Algorithm::Wastar { weight: weight(0) },
        Algorithm::Anytime { .. } => Algorithm::Anytime { weight: weight(0) },
        Algorithm::Ordered { .. } => Algorithm::Ordered { path: weight(0), estimate: weight(1) },
    }
}
