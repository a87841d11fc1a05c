//! A game as a search problem in the words of a textbook: state, goal test, operators.

/// What a game is as a search problem. The initial state is the board of the level, and every move
/// costs what its operator says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Formulation {
    /// What a state is, and what of the level never changes and is therefore no part of it.
    pub state: &'static str,
    /// When a state is a goal.
    pub goal: &'static str,
    /// The operators.
    pub operators: &'static [Operator],
    /// What is true of the space and useful to a search, a sentence each.
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
    /// What the parameters are.
    pub parameters: &'static str,
    /// When it can be applied.
    pub precondition: &'static str,
    /// What is different after it.
    pub effect: &'static str,
    /// What it costs.
    pub cost: u32,
}

/// How many states a level can have at most, by counting alone.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StateBound {
    /// How it is counted, with the numbers of the level.
    pub formula: String,
    /// The decimal logarithm of the number.
    pub log10: f64,
}

/// The decimal logarithm of `n!`.
pub(crate) fn log10_factorial(n: usize) -> f64 {
    (2..=n).map(|factor| (factor as f64).log10()).sum()
}

/// The decimal logarithm of how many ways there are to choose `k` of `n`.
pub(crate) fn log10_choose(n: usize, k: usize) -> f64 {
    let k = k.min(n);
    log10_factorial(n) - log10_factorial(k) - log10_factorial(n - k)
}
