//! Identities of puzzles. They are never freed, like those of the built-in games. Each is stored
//! once, however often its puzzle is read: an editor reads the file at every change, and the head
//! seldom changes.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use quadrille::definition::{Identity, Table};
use quadrille::diagnostic::Diagnostic;
use quadrille::moves::Notation;

use super::code::Code;
use crate::message;

/// The limit on the stored descriptions, in bytes: thousands of puzzles.
const MOST_BYTES: usize = 32 << 20;

#[derive(Default)]
struct Kept {
    by_description: HashMap<String, Identity>,
    bytes: usize,
}

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// The identity with this id, title and description.
pub(super) fn kept(
    words: [&str; 3],
    notation: Notation,
    table: Table<Code>,
) -> Result<Identity, Diagnostic> {
    let description =
        format!("{words:?} {notation:?} {:?}", table.kinds().iter().collect::<Vec<_>>());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&identity) = kept.by_description.get(&description) {
        return Ok(identity);
    }
    kept.bytes += description.len();
    if kept.bytes > MOST_BYTES {
        kept.bytes -= description.len();
        return Err(message::too_many_puzzles());
    }
    let [id, title, about] = words.map(|word| &*word.to_string().leak());
    let kinds = Box::leak(Box::new(table)).kinds();
    let identity = Identity { id, title, about, notation, kinds };
    kept.by_description.insert(description, identity);
    Ok(identity)
}
