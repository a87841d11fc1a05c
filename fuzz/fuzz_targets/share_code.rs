//! Whatever word comes, decoding it does not panic, and a code that is accepted stands for one board only.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille::games;
use quadrille::levels::{from_code, to_code};

fuzz_target!(|body: &str| {
    let words = games::ALL.iter().map(|game| format!("{}1-{body}", game.id())).chain([body.to_string()]);
    for word in words {
        if let Ok(level) = from_code(&word) {
            assert_eq!(from_code(&to_code(&level)).expect("its own code").grid, level.grid);
        }
    }
});
