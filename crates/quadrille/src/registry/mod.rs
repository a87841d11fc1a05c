//! The algorithms by name, and the parser of their options.

mod algorithms;
mod spec;

pub use algorithms::{ALGORITHMS, AlgorithmInfo, algorithm};
pub(crate) use spec::Scanner;
pub use spec::{Call, OptionInfo, OptionKind, SpecError, Value, Word, nearest};
