//! The algorithms by name, and the parser of their options.

mod algorithms;
mod spec;

pub use algorithms::{ALGORITHMS, AlgorithmInfo, Optimality, algorithm};
pub use spec::{Call, OptionInfo, OptionKind, Value, Word, nearest};
pub(crate) use spec::{Scanner, unknown_name};
