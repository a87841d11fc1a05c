//! Searches on disk and over several processes.

#![allow(missing_docs, unreachable_pub, reason = "nothing of a test can be reached from outside")]

#[cfg(feature = "cluster")]
mod cluster;
mod search;
mod spaces;
