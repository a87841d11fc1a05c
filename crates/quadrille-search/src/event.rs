//! Observing a search at work.

use crate::Cost;

/// An event of a running search.
///
/// Positions are numbered in the order in which they were first reached; the start is 0. To get the
/// board of a position, replay the moves from the start along the parents.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "t", rename_all = "lowercase"))]
pub enum Event<M> {
    /// A position is expanded.
    Expand {
        /// Its number.
        node: u32,
        /// The cost of the path to it.
        g: Cost,
        /// The estimate of the cost from it to a goal.
        h: f64,
    },
    /// A new position was reached.
    Generate {
        /// Its number.
        node: u32,
        /// The position it was reached from.
        parent: u32,
        /// The move that led to it.
        #[cfg_attr(feature = "serde", serde(rename = "move"))]
        mv: M,
        /// The cost of the path to it.
        g: Cost,
        /// The estimate of the cost from it to a goal.
        h: f64,
    },
    /// A known position was reached again, not cheaper than before.
    Duplicate {
        /// The known position.
        node: u32,
        /// The position it was reached from.
        parent: u32,
    },
    /// A cheaper path to a known position was found, so it is expanded (again).
    Reopen {
        /// The known position.
        node: u32,
        /// The position it was reached from.
        parent: u32,
        /// The cost of the new path.
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

impl<M> Event<M> {
    /// The same event with its move converted.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> Event<N> {
        match self {
            Event::Expand { node, g, h } => Event::Expand { node, g, h },
            Event::Generate { node, parent, mv, g, h } => {
                Event::Generate { node, parent, mv: convert(mv), g, h }
            }
            Event::Duplicate { node, parent } => Event::Duplicate { node, parent },
            Event::Reopen { node, parent, g } => Event::Reopen { node, parent, g },
            Event::Improve { cost } => Event::Improve { cost },
            Event::Depth { depth } => Event::Depth { depth },
        }
    }
}

/// A function that receives the events of a search, or `None`.
pub(crate) type Observer<'a, M> = Option<&'a mut dyn FnMut(Event<M>)>;

impl<M> Event<M> {
    /// Sends an event to the observer. Without an observer the event is not constructed.
    #[inline]
    pub fn notify(observer: &mut Observer<'_, M>, event: impl FnOnce() -> Event<M>) {
        if let Some(observer) = observer {
            observer(event());
        }
    }
}
