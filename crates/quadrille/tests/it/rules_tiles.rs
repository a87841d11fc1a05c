//! The rules of tiles: count tables, properties, and fast rules compared with plain ones.

use crate::support::{
    Random, assert_fast_rules_walk_like_plain_ones, assert_layers, assert_lengths, random_level,
};
use proptest::prelude::*;
use quadrille::Method;
use quadrille::games::Rules;
use quadrille::games::tiles;
use quadrille::levels::read;
use quadrille::moves::Move;
use quadrille::search::Pruning;

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

/// The number of distinct positions first reached at each depth.
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

/// Boards with blocks without a goal, in the same order as the counts; those with counts have at
/// most one colour of stoppers, since stoppers of several colours are interchangeable.
const STOPPER_COUNTED: &str = "
level counted-1
. . # b #
. . . . .
. # . # .
. . . . B
b . . . .

level counted-2
. . # # # c
D . . . # .
. . . cC . #
. . # . d .

level counted-3
# b . # D
# . # c .
B . . . .
. . C # .
c bC # d .

level counted-4
# # . . #
. # . . #
. . C . .
. A cD . .
. a c . .
. d . . .

level counted-5
. . . . . .
. # . . # .
. . # b # #
. . # c B .

level counted-6
# # c
d C d
c cD D
";

const STOPPER_COUNTS: &[(&str, &[u64])] = &[
    ("counted-1", &[1, 3, 5, 6, 4, 5, 2, 2, 4]),
    ("counted-2", &[1, 4, 4, 4, 3, 3, 3, 4, 3, 3]),
    ("counted-3", &[1, 3, 5, 8, 10, 16, 20, 26, 35, 49]),
    ("counted-4", &[1, 4, 8, 9, 11, 13, 16, 18, 24, 28]),
    ("counted-5", &[1, 2, 4, 8, 9, 7, 11, 12, 5]),
    ("counted-6", &[1, 4, 4, 4, 5, 6, 8, 10, 10, 8]),
];

/// More of them, for the lengths of their shortest plans.
const STOPPER_SOLVED: &str = "
level solved-1
. . . . . .
. # . . d .
. a . dD # .
. # . . . .
. . . A . .
. d . . # .

level solved-2
a . . . . #
A . . . . a
. . . . . .
# . # . . D
. # . . . #
# . . . . d

level solved-3
. # .
. a .
. cA .
. . a
. . #

level solved-4
. # #
c c .
# B bB
A . b
a bC .

level solved-5
. D dC
c b d
. # .
b . #

level solved-6
# # # # . .
D . D . . d
. d d . . .

level solved-7
A . .
bB d .
. . #
a D d
# b #

level solved-8
. . # . bD a
# . B d . d
# . . d # .

level solved-9
. d # b . A
. . d a # a
. # . . D .

level solved-10
a . # A . #
d . D a . .
# # . # # b
d . . d . .
. . . # . .

level solved-11
# . . # . .
d # A # . #
a . . . # a
. . # . b .
. A a . . .

level solved-12
B . . . . .
# . . . b #
b # . . . .
cC . . c # .
";

const STOPPER_LENGTHS: &[(&str, Option<u32>)] = &[
    ("counted-1", Some(3)),
    ("counted-2", None),
    ("counted-3", None),
    ("counted-4", None),
    ("counted-5", Some(3)),
    ("counted-6", Some(6)),
    ("solved-1", None),
    ("solved-2", None),
    ("solved-3", Some(6)),
    ("solved-4", Some(11)),
    ("solved-5", Some(6)),
    ("solved-6", Some(3)),
    ("solved-7", Some(9)),
    ("solved-8", Some(4)),
    ("solved-9", Some(5)),
    ("solved-10", Some(7)),
    ("solved-11", Some(8)),
    ("solved-12", Some(3)),
];

#[test]
fn layers_have_the_counted_sizes() {
    assert_layers(BOARDS, COUNTS, 9, Pruning::ALL);
    assert_layers(STOPPER_COUNTED, STOPPER_COUNTS, 9, Pruning::ALL);
}

#[test]
fn plans_with_stoppers_have_the_lengths_of_the_reference_program() {
    assert_lengths(&format!("{STOPPER_COUNTED}{STOPPER_SOLVED}"), STOPPER_LENGTHS);
}

#[test]
fn stoppers_of_all_colours_are_interchangeable() {
    let layers = |text: &str, pruning| {
        let document = read(text, None);
        let level = document.levels().next().expect("a level");
        level.game.layers(&level.grid, 11, pruning).expect("layers")
    };
    let two_colours = ". r # b\nR . . .\n. # a .\n";
    let one_colour = &two_colours.replace('b', "a");
    assert_eq!(layers(two_colours, Pruning::ALL), layers(one_colour, Pruning::ALL));
    assert_ne!(layers(two_colours, Pruning::ALL), layers(two_colours, Pruning::NONE));
}

/// The board as printed by a course project: red and green have no goal.
const LEVEL_4: &str = "level4 = [
    ['X', 'IR', '-', '-', '-'],
    ['FP', '-', '-', '-', 'X'],
    ['X', '-', 'X', 'X', '-'],
    ['X', '-', '-', 'IP', 'X'],
    ['IG', '-', 'X', 'X', 'X'],
]";

#[test]
fn level_4_takes_three_moves() {
    let document = read(LEVEL_4, None);
    let level = document.levels().next().expect("a level");
    let game = level.game;
    let plan = |algorithm: &str| {
        let method = Method {
            algorithm: quadrille::registry::algorithm(algorithm).expect("an algorithm"),
            ..Method::default()
        };
        let report = game.solve(&level.grid, &method, &Default::default(), None).expect("a report");
        report.plan().map(|(plan, _)| plan.iter().map(|&mv| game.notation().write(mv)).collect())
    };
    let expected = Some(["L", "U", "L"].map(String::from).to_vec());
    assert_eq!(plan("best"), expected);
    assert_eq!(plan("bfs"), expected);
    assert_eq!(plan("astar"), expected);
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
            // A second slide in the same direction changes nothing.
            prop_assert!(game.play(&after, mv).is_err());
            // A slide along the same axis cancels the first one.
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
    assert!(Rules::is_solved(&tiles::Game, &level.grid));
}

#[test]
fn every_goal_counts_and_not_every_block() {
    let is_solved = |text: &str| {
        let document = read(text, None);
        let level = document.levels().next().unwrap_or_else(|| panic!("no level: {text}"));
        Rules::is_solved(&tiles::Game, &level.grid)
    };
    assert!(is_solved("rR r\n. .\n"));
    assert!(is_solved("rR b\n. .\n"));
    assert!(!is_solved("rR r\n. R\nr .\n"));
    assert!(!is_solved("bR r\n. .\n"));
}

#[test]
fn a_board_needs_a_goal_and_enough_blocks_for_it() {
    let messages = |text: &str| {
        let document = read(text, quadrille::games::by_id("tiles"));
        document.diagnostics().map(|error| error.message()).collect::<Vec<_>>()
    };
    assert_eq!(messages("r . b\n. . .\n"), ["there is no goal on the board"]);
    assert_eq!(messages("r . R\n. . R\n"), ["colour R has 2 goals but 1 block"]);
    assert_eq!(messages("r . R\nb . B\nr b .\n"), Vec::<String>::new());
}

#[test]
fn the_limits_are_named() {
    let text =
        format!("{}\n{}\n{}\n", ["r"; 11].join(" "), ["r"; 11].join(" "), ["r"; 11].join(" "));
    let goals = text.replace('r', "R");
    let document = read(&format!("{text}{goals}"), None);
    let error = document.diagnostics().next().expect("33 blocks are too many");
    assert_eq!(error.message(), "the board has 33 blocks; the limit is 32");
}
