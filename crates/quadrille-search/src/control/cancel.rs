//! Cancelling a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A token that stops a search from another thread. Clones are the same token.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<Token>);

#[derive(Default, Debug)]
struct Token {
    is_cancelled: AtomicBool,
    parent: Option<Cancel>,
}

impl Cancel {
    /// A token that is cancelled with this one, and can also be cancelled alone.
    ///
    /// ```
    /// let all = quadrille_search::Cancel::default();
    /// let (one, other) = (all.child(), all.child());
    /// one.cancel();
    /// assert!(one.is_cancelled() && !other.is_cancelled() && !all.is_cancelled());
    /// all.cancel();
    /// assert!(other.is_cancelled());
    /// ```
    #[must_use]
    pub fn child(&self) -> Cancel {
        Cancel(Arc::new(Token { parent: Some(self.clone()), ..Token::default() }))
    }

    /// Asks the searches that hold this token to stop.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Relaxed);
    }

    /// True once the token, or the one it is a child of, was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Relaxed)
            || self.0.parent.as_ref().is_some_and(Cancel::is_cancelled)
    }
}
