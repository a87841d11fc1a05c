//! Grid puzzles as search problems.
//!
//! Quadrille knows a few single-player grid puzzles, reads their levels in many formats, plays them
//! by plain rules, and solves them with a proof: the shortest plan, or that there is none.
//!
//! ```
//! use quadrille::Method;
//! use quadrille::levels;
//! use quadrille::search::{Control, Outcome};
//!
//! let document = levels::read("level first\nr . .\n. . .\n. . R\n", None);
//! let level = document.levels().next().expect("one good level");
//! let report = level.game.solve(&level.grid, &Method::default(), &Control::default(), None).unwrap();
//! let Outcome::Solved { plan, optimal, .. } = report.outcome else { panic!("there is a plan") };
//! assert_eq!(level.game.notation().write_all(&plan), "D R");
//! assert!(optimal);
//! ```
//!
//! The way of the data is one-way: text, through [`levels`], becomes a [`levels::Level`]; a game of
//! [`games`] makes a [`puzzle::Puzzle`] of it; a search of [`search`] (the engine,
//! [`quadrille_search`]) gives a [`search::Report`], whose plan [`verify`] has replayed.
//!
//! The library is pure: no files, no terminal, no network, no globals, and no clock but that of the
//! limits.

#![warn(missing_docs)]
#![cfg_attr(not(feature = "solve"), allow(dead_code, unused_imports))]

pub mod atlas;
mod candidates;
#[cfg(all(feature = "solve", not(target_family = "wasm")))]
pub mod census;
#[cfg(feature = "solve")]
pub mod claims;
pub mod definition;
#[cfg(feature = "solve")]
pub mod describe;
#[cfg(feature = "solve")]
pub mod desk;
pub mod diagnostic;
pub mod draw;
#[cfg(feature = "solve")]
mod examine;
pub mod formats;
mod game;
pub mod games;
pub mod generate;
pub mod grid;
pub mod heuristics;
pub mod levels;
mod method;
pub mod moves;
pub mod puzzle;
pub mod record;
pub mod registry;
pub mod search;
mod text;
pub mod verify;

pub use method::{Method, split_list};

/// The guide for adding a game, compiled and run with the other examples so that it stays true.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
pub struct AddingAGame;

/// The README, whose example is run with the others.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
