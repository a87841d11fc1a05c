//! The integration tests of the library, one module per topic.
//! `cargo test -p quadrille --test it formats::` runs one of them.

#![allow(missing_docs)]

mod atlas;
mod cells;
mod census;
mod change;
mod claims;
mod costs;
mod custom;
mod desk;
mod finders;
mod fold_solver;
mod formats;
mod formulas;
mod fuzzed;
mod generate;
mod heuristics;
mod meaning;
mod misreadings;
mod order;
mod packs;
#[cfg(feature = "pictures")]
mod pictures;
mod play;
mod rules_fold;
mod rules_sokoban;
mod rules_squares;
mod rules_tiles;
mod rules_zhed;
mod search;
mod sixth_game;
mod solving;
mod space;
mod squares_solver;
mod steps;
mod support;
mod words;
mod zhed_certificate;
mod zhed_solver;
