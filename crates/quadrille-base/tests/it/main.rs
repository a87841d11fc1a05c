//! Tests of the base by topic.

mod markdown;
mod quantities;
mod runner;
mod statistics;
