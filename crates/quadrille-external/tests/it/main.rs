//! The searches on disk and over several processes, in one program: a module a topic.

#![allow(missing_docs, unreachable_pub, reason = "nothing of a test can be reached from outside")]

#[cfg(feature = "cluster")]
mod cluster;
mod search;
mod spaces;
