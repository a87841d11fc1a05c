//! Tests of the engine by topic.

#![allow(missing_docs, unreachable_pub)]

mod agreement;
mod deepening;
mod limits;
mod plans;
mod pruning;
mod support;
