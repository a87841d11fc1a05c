//! Integration tests of the lab, one module per topic. `cargo test -p quadrille-lab --test it
//! charts::` runs one of them.

mod charts;
mod common;
mod datasets;
mod explaining;
mod foreign;
mod keeping;
mod reporting;
mod running;
mod tables;
