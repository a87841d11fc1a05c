//! Grid puzzles as search problems.
//!
//! Quadrille has several single-player grid puzzles, reads their levels in many formats, plays them
//! by plain rules, and solves them with a proof: a shortest plan, or that there is none.
//!
//! ```
//! use quadrille::Method;
//! use quadrille::levels;
//! use quadrille::search::{Control, Outcome};
//!
//! let document = levels::read("level first\nr . .\n. . .\n. . R\n", None);
//! let level = document.levels().next().expect("one good level");
//! let (method, control) = (Method::default(), Control::default());
//! let report = level.game.solve(&level.grid, &method, &control, None).unwrap();
//! let Outcome::Solved { plan, optimal, .. } = report.outcome else { panic!("there is a plan") };
//! assert_eq!(level.game.notation().write_all(&plan), "D R");
//! assert!(optimal);
//! ```
//!
//! Data flows in one direction: [`levels`] parses text into a [`levels::Level`]; a game of
//! [`games`] turns it into a [`puzzle::Puzzle`]; a search of [`search`] (the engine,
//! [`quadrille_search`]) returns a [`search::Report`], whose plan [`verify`] has replayed.
//!
//! The library is pure: no files, no terminal, no network, no globals, and no clock except for
//! time limits.

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

pub use method::{Measure, Method, split_list};

/// The guide for adding a game, compiled and run as a doctest so that it stays correct.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
pub struct AddingAGame;

/// The README, whose example is run as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
