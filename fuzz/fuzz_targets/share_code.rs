//! Whatever word comes, decoding it does not panic, and a code that is accepted stands for one
//! board only. Bytes are also given a true checksum, to come past it.

#![no_main]

#[path = "../../crates/quadrille/tests/it/change.rs"]
mod change;
#[path = "../../crates/quadrille/tests/it/fuzzed.rs"]
mod fuzzed;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use libfuzzer_sys::fuzz_target;
use quadrille::games;

fn sealed(game: &str, bytes: &[u8]) -> String {
    let mut sum = crc32fast::Hasher::new();
    sum.update(game.as_bytes());
    sum.update(bytes);
    let bytes = [bytes, &sum.finalize().to_le_bytes()].concat();
    format!("{game}1-{}", URL_SAFE_NO_PAD.encode(bytes))
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let words = games::ALL.iter().map(|game| sealed(game.id(), bytes));
    words.chain([text.to_string()]).for_each(|word| fuzzed::share_code(&word));
});
