//! Our PuzzleScript versions of built-in games, compared with the native rules: the same moves, the
//! same boards, and plans of the same length.

use quadrille::Method;
use quadrille::games::{self, Games};
use quadrille::grid::{Direction, Grid};
use quadrille::levels::{self, Level};
use quadrille::moves::Move;
use quadrille::search::Control;
use quadrille_puzzlescript::Source;

/// A PuzzleScript game, the built-in game, and the glyphs for the cells of the built-in one.
struct Pair {
    source: &'static str,
    native: &'static str,
    glyphs: &'static [(&'static str, &'static str)],
}

const PUSH: Pair = Pair {
    source: include_str!("../games/push.puzzlescript"),
    native: "sokoban",
    glyphs: &[
        ("-", "."),
        ("#", "#"),
        ("@", "p"),
        ("$", "*"),
        (".", "o"),
        ("*", "crate+goal"),
        ("+", "q"),
    ],
};

const SLIDE: Pair = Pair {
    source: include_str!("../games/slide.puzzlescript"),
    native: "tiles",
    glyphs: &[
        (".", "."),
        ("#", "#"),
        ("r", "r"),
        ("b", "b"),
        ("s", "s"),
        ("R", "1"),
        ("B", "2"),
        ("rR", "3"),
        ("bB", "4"),
        ("rB", "5"),
        ("bR", "6"),
        ("sR", "7"),
        ("sB", "8"),
    ],
};

impl Pair {
    /// A board of the built-in game as one of the PuzzleScript game.
    fn translated(&self, game: &dyn games::Game, native: &Level) -> Grid<u16> {
        native.grid.map(|code| {
            let kind = native.game.kinds().get(code).expect("a cell");
            let names = || std::iter::once(&kind.glyph).chain(&kind.aliases);
            let ours = self.glyphs.iter().find(|(theirs, _)| names().any(|name| name == theirs));
            let (_, ours) = ours.unwrap_or_else(|| panic!("the cell {}", kind.glyph));
            game.cell_from_glyph(ours).unwrap_or_else(|| panic!("the glyph {ours}"))
        })
    }

    fn hold(&self, boards: &[&str]) {
        let source = Source::read(self.source);
        let ours = source.game.expect("a game");
        let game: &dyn games::Game = ours;
        let native = games::by_id(self.native).expect("a built-in game");
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        for text in boards {
            let document = levels::read_with(&Games::default(), text, Some(native));
            let level = document.levels().next().expect("a level").clone();
            let start = self.translated(game, &level);
            let solve = |game: &dyn games::Game, grid: &Grid<u16>| {
                let control = Control::default();
                let report =
                    game.solve(grid, &Method::default(), &control, None).expect("a search");
                report.plan().map(|(_, cost)| cost)
            };
            assert_eq!(solve(native, &level.grid), solve(game, &start), "{text}");
            for _ in 0..20 {
                let (mut theirs, mut own) = (level.clone(), start.clone());
                for _ in 0..60 {
                    seed ^= seed << 13;
                    seed ^= seed >> 7;
                    seed ^= seed << 17;
                    let mv = Move::All(Direction::ALL[seed as usize % 4]);
                    let after = native.play(&theirs.grid, mv).ok().filter(|it| *it != theirs.grid);
                    let played = game.play(&own, mv).ok();
                    assert_eq!(after.is_some(), played.is_some(), "{text}: {mv:?}");
                    let (Some(after), Some(played)) = (after, played) else { continue };
                    theirs.grid = after;
                    own = played;
                    let board = ours.board(&own).expect("a board");
                    let translated = ours.board(&self.translated(game, &theirs)).expect("a board");
                    assert_eq!(board, translated, "{text}: {mv:?}");
                    assert_eq!(native.is_solved(&theirs.grid), game.is_solved(&own), "{text}");
                    if game.is_solved(&own) {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn pushing_crates_is_sokoban() {
    PUSH.hold(&[
        "#######\n#.@-#-#\n#$*-$-#\n#---$-#\n#-..--#\n#--*--#\n#######\n",
        "######\n#----#\n#-#@-#\n#-$*-#\n#-.*-#\n#----#\n######\n",
        "#####\n#@$.#\n#-$.#\n#---#\n#####\n",
    ]);
}

#[test]
fn sliding_blocks_is_tiles() {
    SLIDE.hold(&[
        "game: tiles\n\n. . . . .\nb . . . .\nr . . . R\n# . # . .\n. # . . B\n",
        "game: tiles\n\n. # R .\n. . # B\nr . b .\n. . # .\n",
        "game: tiles\n\nr s . .\n. . # .\n. . . b\nB . . R\n",
    ]);
}
