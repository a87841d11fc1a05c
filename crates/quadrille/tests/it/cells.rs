//! The tables of cells: properties that hold for every game.

use std::collections::BTreeSet;

use quadrille::games::{self, Ground};
use quadrille::levels::from_code;

#[test]
fn the_first_cell_is_the_empty_one() {
    for game in games::ALL {
        let first = game.kinds().get(0).expect("a game has cells");
        assert_eq!(first.look.ground, Ground::Floor, "{}", game.id());
        assert!(first.look.piece.is_none() && first.look.target.is_none(), "{}", game.id());
    }
}

#[test]
fn glyphs_and_names_tell_cells_apart() {
    for game in games::ALL {
        let (mut glyphs, mut names, mut looks) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for (code, kind) in game.kinds().iter() {
            for glyph in std::iter::once(&kind.glyph).chain(&kind.aliases) {
                assert!(glyphs.insert(glyph.clone()), "{}: '{glyph}' is two cells", game.id());
                assert_eq!(game.cell_from_glyph(glyph), Some(code), "{}: '{glyph}'", game.id());
            }
            assert!(!kind.glyph.contains(char::is_whitespace), "{}: {kind:?}", game.id());
            assert!(names.insert(kind.name.clone()), "{}: {} twice", game.id(), kind.name);
            assert!(!looks.contains(&kind.look), "{}: {kind:?} looks like another", game.id());
            looks.push(kind.look);
        }
    }
}

#[test]
fn every_cell_can_be_painted_in_one_way() {
    for game in games::ALL {
        let kinds = game.kinds();
        let combinations = kinds.combinations();
        let brushes = kinds.brushes().into_iter().map(|brush| brush.code);
        let mut painted: Vec<u16> =
            brushes.chain(combinations.iter().map(|&(.., both)| both)).collect();
        painted.sort_unstable();
        let all: Vec<u16> = kinds.iter().map(|(code, _)| code).collect();
        assert_eq!(painted, all, "{}", game.id());
        for (piece, target, both) in combinations {
            let look = |code| kinds.get(code).expect("a cell of the table").look;
            assert_eq!(look(both).piece, look(piece).piece);
            assert_eq!(look(both).target, look(target).target);
        }
    }
}

/// The first five were made together: where they share glyphs, each defines which boards are
/// typical of it.
#[test]
fn levels_of_a_new_game_can_be_told_from_those_of_older_ones() {
    for (older, game) in games::ALL.iter().enumerate() {
        let others = if older < 5 { &[] } else { &games::ALL[..older] };
        assert_eq!(games::check_glyphs(*game, others), Ok(()));
    }
    let message = games::check_glyphs(games::ALL[2], &games::ALL[..2]).unwrap_err();
    assert!(message.contains("squares") && message.contains("tiles"), "{message}");
}

/// Share codes made long ago, and their boards.
#[test]
fn codes_of_cells_never_change() {
    let codes = [
        ("tiles1-IwkAARIaGzboA74F2AXZBQkoBjcVlEqaNOw", "# . zZ r/bR . Z z/B a A #"),
        ("zhed1-EwUAAQIELWZYFQINih28", ". 1 99 G/* 42 . ."),
        ("squares1-IwIAARkJWQpSpHqP", "A Y . ./A Y A A/Y Y . ."),
        ("fold1-EwcAAQIKCyQlPojG-hZ2j70", ". # 1 9/a z A Z"),
    ];
    for (code, board) in codes {
        let level = from_code(code).unwrap_or_else(|error| panic!("{code}: {error}"));
        let glyph = |&cell: &u16| level.game.cell_glyph(cell).expect("a cell of the game");
        let rows = level.grid.rows().map(|row| row.iter().map(glyph).collect::<Vec<_>>().join(" "));
        assert_eq!(rows.collect::<Vec<_>>().join("/"), *board, "{code}");
    }
}
