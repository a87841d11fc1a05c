//! Quadrille for Python: the module `quadrille._quadrille`, on which the package `quadrille` is
//! built.
//!
//! It converts values between Python and the library. Searches run on threads without the
//! interpreter's lock, while the calling thread checks for Ctrl-C (`attend`).

mod arena;
mod attend;
mod catalogue;
mod desk;
mod environments;
mod errors;
mod experiments;
mod generating;
mod hint;
mod layout;
mod level;
mod limits;
mod oracle;
mod outcome;
mod reading;
mod rules;
mod scripts;
mod searching;
mod solving;
mod vector;

#[pyo3::pymodule]
mod _quadrille {
    #[pymodule_export]
    use crate::arena::Arena;
    #[pymodule_export]
    use crate::catalogue::{AlgorithmInfo, Game, HeuristicInfo, algorithms, game, games};
    #[pymodule_export]
    use crate::desk::{draw_map, forbid, inspect, sheet_pdf, sheet_svg, vary};
    #[pymodule_export]
    use crate::experiments::{Experiments, make_trials, plan_sources, read_results, this_machine};
    #[pymodule_export]
    use crate::generating::{Rating, generate, generate_each, hardest, rate};
    #[pymodule_export]
    use crate::level::{Level, level_from_text};
    #[pymodule_export]
    use crate::outcome::{Result, Stats, Verification};
    #[pymodule_export]
    use crate::reading::{pack_names, pack_text, read, read_puzzlescript, write};
    #[pymodule_export]
    use crate::searching::{SearchResult, search};
    #[pymodule_export]
    use crate::solving::{compare, comparison_svg, solve_many};
    #[pymodule_export]
    use crate::vector::VectorCore;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
