//! The rules of tiles: count tables, properties, and fast rules against plain ones.

use crate::support::{Random, assert_fast_rules_walk_like_plain_ones, assert_layers, random_level};
use proptest::prelude::*;
use quadrille::games::Game;
use quadrille::games::tiles;
use quadrille::levels::read;
use quadrille::moves::Move;

/// Boards whose layers were counted by an independent reference program.
const BOARDS: &str = "
level corner
R # .
. . r
. . .

level pair
. r # .
# . . .
. . R #
b . B .

level twins
# . B rR .
. . . # .
# . . . .
. b r R .

level long
. . a . b . . . A
. A . # # B . . a

level tall
g G #
. G #
. . .
. . G
g . .
# g #
. . .

level mixed
. . . # . .
. # . . . .
# . # . C .
# . c a . .
. bA c # # .
B . . . C .

level crowd
b B . . .
. aA . . a
. # . A b
# c D . A
. B d a C

level wide
# . # . . . . . . . # #
. . . . . . . . P . . .
. Q p . . . . . . . # .
# . . . . . . . . . . .
# . . # . . . # . Q . .
. . . . . . . . . . . .
. . . # # . q # # # . #
. . . . . . . q . . . .
. . . . . . . . . # . .
. . . # # . . . . . . .
";

/// How many different positions are first reached at each depth.
const COUNTS: &[(&str, &[u64])] = &[
    ("corner", &[1, 3, 2]),
    ("pair", &[1, 4, 4, 5, 6, 9, 6, 7, 8, 4]),
    ("twins", &[1, 3, 5, 5, 6, 8, 10, 19, 13, 15]),
    ("long", &[1, 4, 7, 6, 6, 7, 5, 4, 4, 3]),
    ("tall", &[1, 3, 5, 6, 7, 4, 2, 1]),
    ("mixed", &[1, 4, 8, 15, 24, 41, 67, 86, 129, 164]),
    ("crowd", &[1, 4, 8, 10, 18, 27, 41, 62, 88, 128]),
    ("wide", &[1, 4, 8, 11, 16, 21, 34, 54, 63, 75]),
];

#[test]
fn layers_have_the_counted_sizes() {
    assert_layers(BOARDS, COUNTS, 9, true);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn fast_rules_walk_like_plain_ones(seed: u64, side in 2_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("tiles", &mut random, side);
        assert_fast_rules_walk_like_plain_ones(&tiles::Game, &level, &mut random);
    }

    #[test]
    fn blocks_never_vanish_or_merge(seed: u64, side in 2_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("tiles", &mut random, side);
        let game = level.game;
        let colours = |grid: &quadrille::grid::Grid<u16>| {
            let mut letters: Vec<char> = grid
                .cells()
                .iter()
                .filter_map(|&cell| game.look(cell)?.piece.map(|(_, mark)| mark.text()))
                .flat_map(|text| text.chars().collect::<Vec<_>>())
                .collect();
            letters.sort_unstable();
            letters
        };
        for mv in game.moves(&level.grid) {
            let after = game.play(&level.grid, mv).expect("a legal move");
            prop_assert_eq!(colours(&after), colours(&level.grid));
            // Sliding twice the same way is sliding once.
            prop_assert!(game.play(&after, mv).is_err());
            // Sliding on along the same axis forgets the first slide.
            if let Move::All(direction) = mv {
                let back = Move::All(direction.opposite());
                let straight = game.play(&level.grid, back).unwrap_or_else(|_| level.grid.clone());
                if let Ok(there_and_back) = game.play(&after, back) {
                    prop_assert_eq!(there_and_back, straight);
                }
            }
        }
    }
}

#[test]
fn a_level_that_starts_solved_takes_no_move() {
    let document = read("rR .\n. .\n", None);
    let level = document.levels().next().expect("a level");
    let report = level
        .game
        .solve(&level.grid, &Default::default(), &Default::default(), None)
        .expect("a report");
    assert_eq!(report.plan(), Some((&[][..], 0)));
    assert!(Game::is_solved(&tiles::Game, &level.grid));
}

#[test]
fn the_limits_are_named() {
    let text =
        format!("{}\n{}\n{}\n", ["r"; 11].join(" "), ["r"; 11].join(" "), ["r"; 11].join(" "));
    let goals = text.replace('r', "R");
    let document = read(&format!("{text}{goals}"), None);
    let error = document.diagnostics().next().expect("33 blocks are too many");
    assert_eq!(error.message, "the board has 33 blocks, the limit is 32");
}
