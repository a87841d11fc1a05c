//! The tests of the lab from outside, in one program: a module a topic.
//! `cargo test -p quadrille-lab --test it charts::` runs one of them.

mod charts;
mod common;
mod datasets;
mod explaining;
mod foreign;
mod keeping;
mod reporting;
mod running;
mod tables;
