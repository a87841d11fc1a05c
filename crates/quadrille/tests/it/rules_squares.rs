//! The rules of squares: count tables, properties, and fast rules compared with plain ones.

use crate::support::{Random, assert_fast_rules_walk_like_plain_ones, assert_layers, random_level};
use proptest::prelude::*;
use quadrille::games::squares;
use quadrille::grid::{Direction, Grid};
use quadrille::search::Pruning;

/// Boards whose layers were counted by an independent reference program.
const BOARDS: &str = "
level small
AAAA
AAAA

level two
BBBA
BBAA
BBBA

level four
ABDB
DBCA
AADC
CCBD

level wide
CBAA.C
BABBCC
ACC.CC

level tall
BAB
BAA
B.A
BBA
AA.
ABB

level gaps
...B
AB..
A...
BAAB

level five
BECD
DDBA
CBEE
ACEB
ADAC

level twelve
AABAAA
AABBBA
BBAABB
ABBBAB
";

/// The number of distinct positions first reached at each depth.
const COUNTS: &[(&str, &[u64])] = &[
    ("small", &[1, 1]),
    ("two", &[1, 6, 13, 31, 38]),
    ("four", &[1, 12, 92, 585, 3145]),
    ("wide", &[1, 11, 44, 149, 451]),
    ("tall", &[1, 7, 33, 116, 343]),
    ("gaps", &[1, 2, 4]),
    ("five", &[1, 12, 94, 562, 2886]),
    ("twelve", &[1, 21, 212, 1131, 4402]),
];

#[test]
fn layers_have_the_counted_sizes() {
    assert_layers(BOARDS, COUNTS, 4, Pruning::NONE);
}

/// The top left corners of 2x2 squares of one colour.
fn standing_squares(board: &Grid<u16>) -> usize {
    let size = board.size();
    let is_corner = |at| {
        let right = size.step(at, Direction::Right)?;
        let below = size.step(at, Direction::Down)?;
        let across = size.step(below, Direction::Right)?;
        Some(
            board[at] != 0 && [right, below, across].iter().all(|&other| board[other] == board[at]),
        )
    };
    size.coords().filter(|&at| is_corner(at) == Some(true)).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn fast_rules_walk_like_plain_ones(seed: u64, side in 2_usize..=16) {
        let mut random = Random(seed);
        let level = random_level("squares", &mut random, side);
        assert_fast_rules_walk_like_plain_ones(&squares::Game, &level, &mut random);
    }

    #[test]
    fn a_move_leaves_no_square_and_takes_pieces_by_fours(seed: u64, side in 2_usize..=8) {
        let mut random = Random(seed);
        let level = random_level("squares", &mut random, side);
        let game = level.game;
        let pieces = |board: &Grid<u16>, colour: u16| board.cells().iter().filter(|&&cell| cell == colour).count();
        for mv in game.moves(&level.grid) {
            let after = game.play(&level.grid, mv).expect("a legal move");
            prop_assert_eq!(standing_squares(&after), 0);
            for colour in 1..=25 {
                let (before, after) = (pieces(&level.grid, colour), pieces(&after, colour));
                prop_assert!(after <= before && (before - after) % 4 == 0);
            }
        }
    }
}
