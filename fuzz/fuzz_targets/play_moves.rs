//! Whatever board and moves come, playing them by the plain rules does not panic, and a position in play is again a board
//! of the game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille::levels::read;
use quadrille::verify::replay;

fuzz_target!(|input: (&str, &str)| {
    let (text, moves) = input;
    for level in read(text, None).levels().take(2) {
        let Ok(moves) = level.game.notation().read(moves) else { continue };
        if let Ok(replay) = replay(level.game, &level.grid, &moves) {
            for board in &replay.boards {
                level.game.moves(board);
            }
        }
    }
});
