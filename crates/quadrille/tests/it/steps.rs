//! The animation steps of every game: their boards, and the things that can be picked.

use crate::support::{Random, random_level};
use quadrille::games::{self, Fill, Game, Glide, Pick, Step};
use quadrille::grid::{Direction, Grid};
use quadrille::levels;
use quadrille::moves::Move;

fn board(text: &str) -> (&'static dyn Game, Grid<u16>) {
    let level = levels::read(text, None).levels().next().expect("a good level").clone();
    (level.game, level.grid)
}

fn steps(text: &str, mv: &str) -> Vec<Step> {
    let (game, board) = board(text);
    let moves = game.notation().read(mv).expect("a move");
    game.steps(&board, moves[0]).expect("a legal move")
}

#[test]
fn blocks_of_tiles_glide_all_at_once() {
    let steps = steps("level a\nr . . b\n. y . .\nR B Y .\n", "R");
    let [step] = steps.as_slice() else { panic!("one step") };
    assert_eq!(step.glides, [Glide { from: 0, to: 2 }, Glide { from: 5, to: 7 }]);
    assert!(step.fills.is_empty() && step.vanishes.is_empty() && step.changes.is_empty());
}

#[test]
fn a_number_of_zhed_fills_cell_after_cell() {
    let steps = steps("level a\n2.1.G\n", "0,0R");
    let [step] = steps.as_slice() else { panic!("one step") };
    assert_eq!(step.fills, [Fill { cell: 1, rank: 0 }, Fill { cell: 3, rank: 1 }]);
    assert_eq!(step.changes, [0]);
}

#[test]
fn a_piece_of_fold_covers_its_image() {
    let steps = steps("game: fold\nname: a\n\n1...\n11..\n..#.\n", "1R");
    let [step] = steps.as_slice() else { panic!("one step") };
    assert!(step.glides.is_empty());
    let fills: Vec<_> = step.fills.iter().map(|fill| (fill.cell, fill.rank)).collect();
    assert_eq!(fills, [(3, 1), (6, 0), (7, 1)]);
}

#[test]
fn the_player_of_sokoban_pushes_a_box() {
    let steps = steps("#####\n#@$.#\n#####\n", "R");
    let [step] = steps.as_slice() else { panic!("one step") };
    assert_eq!(step.glides, [Glide { from: 6, to: 7 }, Glide { from: 7, to: 8 }]);
}

#[test]
fn squares_vanish_one_after_the_other_and_pieces_close_up() {
    let text = "game: squares\nname: a\n\nAABB\nABAB\n";
    let steps = steps(text, "1,1r");
    assert_eq!(steps[0].glides, [Glide { from: 5, to: 6 }, Glide { from: 6, to: 5 }]);
    assert_eq!(steps[1].vanishes, [0, 1, 4, 5]);
    let to_the_left: Vec<Glide> =
        [(2, 0), (3, 1), (6, 4), (7, 5)].map(|(from, to)| Glide { from, to }).to_vec();
    assert_eq!(steps[2].glides, to_the_left);
    assert_eq!(steps[3].vanishes, [0, 1, 4, 5]);
    assert_eq!(steps.len(), 4);
}

/// The steps of a legal move end with the board after it, and there are some exactly if something
/// visible changes.
#[test]
fn steps_lead_to_the_board_after_the_move() {
    for game in games::ALL {
        for seed in 0..20 {
            let mut random = Random(seed);
            let mut board = random_level(game.id(), &mut random, 5).grid;
            for _ in 0..8 {
                let moves = game.moves(&board);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                let after = game.play(&board, mv).unwrap();
                let steps = game.steps(&board, mv).unwrap();
                match steps.last() {
                    Some(last) => assert_eq!(last.board, after),
                    None => assert_eq!(game.looks(&board), game.looks(&after)),
                }
                for step in &steps {
                    assert_keeps_pieces(*game, &board, step);
                    board = step.board.clone();
                }
                board = after;
            }
        }
    }
}

/// A piece that glides is on its new cell afterwards.
fn assert_keeps_pieces(game: &dyn Game, before: &Grid<u16>, step: &Step) {
    let (size, old, new) = (before.size(), game.looks(before), game.looks(&step.board));
    for glide in &step.glides {
        assert!(old[size.coord(glide.from)].piece.is_some());
        assert_eq!(old[size.coord(glide.from)].piece, new[size.coord(glide.to)].piece);
    }
    for &cell in &step.vanishes {
        assert!(old[size.coord(cell)].piece.is_some() || step.glides.iter().any(|g| g.to == cell));
        assert!(new[size.coord(cell)].piece.is_none());
    }
}

#[test]
fn illegal_moves_have_no_steps() {
    let (game, board) = board("#####\n#@$.#\n#####\n");
    assert!(game.steps(&board, Move::All(Direction::Up)).is_err());
}

#[test]
fn picks_are_what_moves_can_be_made_with() {
    let (game, sokoban) = board("#####\n#@$.#\n#####\n");
    let right = Move::All(Direction::Right);
    assert_eq!(game.picks(&sokoban), [Pick { cells: vec![6], moves: vec![right] }]);
    let (game, tiles) = board("level a\nr .\n. R\n");
    assert!(game.picks(&tiles).is_empty());
    let (game, fold) = board("game: fold\nname: a\n\n1...\n11..\n....\n...2\n");
    let picks = game.picks(&fold);
    assert_eq!(picks[0].cells, [0, 4, 5]);
    assert_eq!(picks[1].cells, [15]);
    assert_eq!(game.notation().write_all(&picks[1].moves), "2U 2L");
}
