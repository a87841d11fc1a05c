//! Watching a search at work.

use crate::Cost;

/// Something that happened in a search. Positions are numbered in the order in which they were first reached; the start
/// is 0. The board of a position is found by replaying the moves from the start along the parents.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event<M> {
    /// A position is expanded.
    Expand {
        /// Its number.
        node: u32,
        /// The cost of the way to it.
        g: Cost,
        /// The estimate of the way that is left.
        h: f64,
    },
    /// A new position was reached.
    Generate {
        /// Its number.
        node: u32,
        /// The position it was reached from.
        parent: u32,
        /// The move that led to it.
        mv: M,
        /// The cost of the way to it.
        g: Cost,
        /// The estimate of the way that is left.
        h: f64,
    },
    /// A known position was reached again, not cheaper than before.
    Duplicate {
        /// The known position.
        node: u32,
        /// The position it was reached from.
        parent: u32,
    },
    /// A cheaper way to a known position was found, so that it is taken up (again).
    Reopen {
        /// The known position.
        node: u32,
        /// The position it was reached from.
        parent: u32,
        /// The cost of the new way.
        g: Cost,
    },
    /// A better plan was found.
    Improve {
        /// Its cost.
        cost: Cost,
    },
    /// A new layer, or a new round of a deepening search, begins.
    Depth {
        /// The depth of the layer, or the bound of the round.
        depth: u32,
    },
}

/// A listener to the events of a search, if there is one.
pub type Observer<'a, M> = Option<&'a mut dyn FnMut(Event<M>)>;

/// Tells the observer, if there is one. The event is made only then.
#[inline]
pub fn notify<M>(observer: &mut Observer<'_, M>, event: impl FnOnce() -> Event<M>) {
    if let Some(observer) = observer {
        observer(event());
    }
}
