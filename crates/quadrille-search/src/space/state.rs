//! The bounds of a state as one trait.

use std::hash::Hash;

/// A state of a [`Space`](super::Space). Every type with these traits is one.
pub trait State: Clone + Eq + Hash + Send + Sync {}

impl<S: Clone + Eq + Hash + Send + Sync> State for S {}
