//! Whatever levels come, one change in their text gives the same levels with that change, a
//! mistake, or a note: never other levels.

#![no_main]

#[path = "../../crates/quadrille/tests/it/change.rs"]
mod change;
#[path = "../../crates/quadrille/tests/it/fuzzed.rs"]
mod fuzzed;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, Vec<u16>)| fuzzed::meaning(input.0, &input.1));
