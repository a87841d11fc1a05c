//! Whatever text comes, reading it does not panic, every mistake has a place inside the text, and
//! every level that is read survives being written in each format of its game and read again.

#![no_main]

#[path = "../../crates/quadrille/tests/it/change.rs"]
mod change;
#[path = "../../crates/quadrille/tests/it/fuzzed.rs"]
mod fuzzed;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| fuzzed::read_levels(text));
