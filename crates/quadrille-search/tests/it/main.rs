//! Tests of the engine by topic.

#![allow(missing_docs, unreachable_pub)]

mod agreement;
mod atlas;
mod deepening;
mod estimates;
mod limits;
mod plans;
mod portfolio;
mod pruning;
mod readers;
mod support;
mod tables;
mod values;
