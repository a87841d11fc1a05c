//! Whatever levels come, one change in their text gives the same levels with that change, a mistake, or a note: never other levels.

#![no_main]

#[path = "../../crates/quadrille/tests/it/change.rs"]
mod change;

use libfuzzer_sys::fuzz_target;
use quadrille::levels::{Level, format_names, read, write_all};

fuzz_target!(|input: (&str, Vec<u16>)| {
    let (text, numbers) = input;
    let levels: Vec<Level> = read(text, None).levels().take(3).cloned().collect();
    let Some(first) = levels.first() else { return };
    let same: Vec<Level> = levels.iter().filter(|level| level.game == first.game).cloned().collect();
    // A word of shared codes is a level: one more or less is what the text says.
    let formats = format_names(first.game).into_iter();
    for format in formats.filter(|format| !["svg", "code"].contains(format)) {
        let Ok(text) = write_all(&same, format) else { continue };
        let written = read(&text, None);
        if written.mistakes().next().is_some() {
            continue;
        }
        let mut numbers = numbers.iter().copied();
        let mut pick = |below: usize| usize::from(numbers.next().unwrap_or(0)) % below;
        let (changed, extent) = change::changed(&text, &mut pick);
        let before: Vec<Level> = written.levels().cloned().collect();
        if let Err(why) = change::judge(&before, &changed, None, extent) {
            panic!("{format}: {why}\n--- before\n{text}\n--- after\n{changed:?}");
        }
    }
});
