//! Properties that must hold for any input. The fuzz targets in `fuzz/` call these with generated
//! inputs; the tests here call them with a few inputs, so that the targets stay correct.

#![allow(dead_code, missing_docs, unreachable_pub)]

use super::change;
use quadrille::games;
use quadrille::levels::{Level, format_names, from_code, read, to_code, write, write_all};
use quadrille::verify::replay;

/// Reading does not panic, every mistake has a place inside the text, and every level that is read
/// can be written in each format of its game and read back.
pub fn read_levels(text: &str) {
    for game in games::ALL.iter().copied().map(Some).chain([None]) {
        let document = read(text, game);
        for error in document.diagnostics() {
            let span = error.span();
            assert!(span.start <= span.end && span.end <= text.len(), "{error:?}");
            quadrille::diagnostic::Place::of(text, error.span().start);
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
}

/// Decoding does not panic, and an accepted code has exactly one board.
pub fn share_code(word: &str) {
    if let Ok(level) = from_code(word) {
        assert_eq!(from_code(&to_code(&level)).expect("its own code").grid, level.grid);
    }
}

/// Playing moves by the plain rules does not panic, and a position in play is again a board of the
/// game.
pub fn play_moves(text: &str, moves: &str) {
    for level in read(text, None).levels().take(2) {
        let Ok(moves) = level.game.notation().read(moves) else { continue };
        if let Ok(replay) = replay(level.game, &level.grid, &moves) {
            for board in &replay.boards {
                level.game.moves(board);
            }
        }
    }
}

/// One change in the text of levels gives the same levels with that change, a mistake, or a note,
/// but never other levels. The numbers choose the change.
pub fn meaning(text: &str, numbers: &[u16]) {
    let levels: Vec<Level> = read(text, None).levels().take(3).cloned().collect();
    // Without its name, a level of a game that yields may be one of another game.
    let Some(first) = levels.first().filter(|level| !level.game.yields()) else { return };
    let same: Vec<Level> =
        levels.iter().filter(|level| level.game == first.game).cloned().collect();
    // A share code is a whole level, so one more or less is correct.
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
}

#[test]
fn the_fuzz_targets_hold_of_a_few_inputs() {
    let texts = [
        "",
        "1.G\n...\n",
        "level a\nr . R\n",
        "[[1,0],[0,2]]",
        "#####\n#@$.#\n#####\n",
        "\u{feff}AABB\nAABB",
    ];
    for text in texts {
        read_levels(text);
        share_code(text);
        play_moves(text, "R 0,0R 1R R");
        for start in 0..20 {
            meaning(text, &[start, 3 * start, 7, 11 * start, 5, 1]);
        }
        for level in read(text, None).levels() {
            share_code(&to_code(level));
        }
    }
}
