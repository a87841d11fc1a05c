//! A game as a search problem in textbook terms: state, goal test, operators.

/// A game as a search problem. The initial state is the board of the level, and every move has the
/// cost of its operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Formulation {
    /// The definition of a state, and the parts of the level that never change and so are not part
    /// of it.
    pub state: &'static str,
    pub goal: &'static str,
    pub operators: &'static [Operator],
    /// Facts about the space that are useful to a search, one sentence each.
    pub facts: &'static [&'static str],
    /// A small level in glyphs that shows the game.
    pub example: &'static str,
}

/// A kind of move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Operator {
    /// Its name with its parameters: `slide(d)`.
    pub name: &'static str,
    /// The meaning of the parameters.
    pub parameters: &'static str,
    /// The condition under which it can be applied.
    pub precondition: &'static str,
    /// The difference between the states before and after.
    pub effect: &'static str,
    pub cost: u32,
}

/// An upper bound on the number of states of a level, by counting alone.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StateBound {
    /// The calculation, with the numbers of the level.
    pub formula: String,
    pub log10: f64,
}

/// The decimal logarithm of `n!`.
pub(crate) fn log10_factorial(n: usize) -> f64 {
    (2..=n).map(|factor| (factor as f64).log10()).sum()
}

/// The decimal logarithm of the number of ways to choose `k` of `n`.
pub(crate) fn log10_choose(n: usize, k: usize) -> f64 {
    let k = k.min(n);
    log10_factorial(n) - log10_factorial(k) - log10_factorial(n - k)
}
