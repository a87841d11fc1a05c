//! The features of fold.

use std::collections::BTreeSet;

use super::cell::Cell;
use super::plain;
use crate::games::counting::{count, typed};
use crate::heuristics::Feature;
use crate::moves::Move;

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        name: "cells_left",
        about: "cells that are not covered yet",
        count: |board| count(board, |cell: Cell| cell == Cell::Empty),
    },
    Feature {
        name: "cells_covered",
        about: "cells that pieces cover",
        count: |board| count(board, |cell: Cell| cell.piece().is_some()),
    },
    Feature {
        name: "folds",
        about: "legal folds",
        count: |board| plain::moves(&typed(board)).len() as u32,
    },
    Feature {
        name: "stuck",
        about: "pieces that cannot fold any more",
        count: |board| {
            let board = typed(board);
            let piece = |mv: Move| if let Move::Piece(piece, _) = mv { Some(piece) } else { None };
            let free: BTreeSet<u8> = plain::moves(&board).into_iter().filter_map(piece).collect();
            (plain::pieces(&board).len() - free.len()) as u32
        },
    },
];
