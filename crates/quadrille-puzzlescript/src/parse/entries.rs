//! The names that the legend defines.

use std::collections::HashMap;
use std::ops::Deref;

/// A name and what it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) members: Vec<String>,
    pub(crate) line: usize,
}

/// Entries in the order of their definition, found by name.
#[derive(Clone, Default, Debug)]
pub(crate) struct Entries {
    all: Vec<Entry>,
    first: HashMap<String, usize>,
}

impl Entries {
    pub(super) fn push(&mut self, entry: Entry) {
        self.first.entry(entry.name.clone()).or_insert(self.all.len());
        self.all.push(entry);
    }

    /// The first entry of a name.
    pub(super) fn named(&self, name: &str) -> Option<&Entry> {
        self.first.get(name).map(|&at| &self.all[at])
    }
}

impl Deref for Entries {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Entries {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}
