//! Whatever board and moves come, playing them by the plain rules does not panic, and a position in
//! play is again a board of the game.

#![no_main]

#[path = "../../crates/quadrille/tests/it/change.rs"]
mod change;
#[path = "../../crates/quadrille/tests/it/fuzzed.rs"]
mod fuzzed;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str)| fuzzed::play_moves(input.0, input.1));
