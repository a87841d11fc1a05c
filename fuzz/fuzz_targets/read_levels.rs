//! Whatever text comes, reading it does not panic, every mistake has a place inside the text, and every level that is read
//! survives being written in each format of its game and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille::games;
use quadrille::levels::{format_names, read, write};

fuzz_target!(|text: &str| {
    for game in games::ALL.iter().copied().map(Some).chain([None]) {
        let document = read(text, game);
        for error in document.diagnostics() {
            assert!(error.span.start <= error.span.end && error.span.end <= text.len());
            error.place(text);
        }
        for level in document.levels().take(4) {
            for format in format_names(level.game).into_iter().filter(|&format| format != "svg") {
                let Ok(written) = write(level, format) else { continue };
                let again = read(&written, Some(level.game));
                let again = again.levels().next().expect("a level that was written can be read");
                assert_eq!(again.grid, level.grid, "{format}: {written}");
            }
        }
    }
});
