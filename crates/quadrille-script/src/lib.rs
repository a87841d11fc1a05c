//! Heuristics as short scripts.
//!
//! A script is a text in the language [Rhai](https://rhai.rs) with a function `estimate(board)`
//! that returns a number. The board has properties for its game: blocks and goals with their
//! colours, numbers, pieces, walls, each with its row and column. A script cannot read files, the
//! clock or the network, and its steps and memory are limited.
//!
//! ```
//! use quadrille::heuristics::Expression;
//! use quadrille::{Method, levels};
//! use quadrille_script::Script;
//!
//! let text = "fn estimate(board) { 2 * board.goals.filter(|g| !g.covered).len() }";
//! let script = Script::new("mine", text).unwrap();
//! let document = levels::read("r . .\n. . .\n. . R\n", None);
//! let level = document.levels().next().unwrap();
//! let mine = Expression::Custom(script.into_custom());
//! assert_eq!(level.game.values(&level.grid, &[mine]).unwrap()[0].value, 2.0);
//!
//! let error = Script::new("mine", "fn estimate(board) {\n  1 +\n}").unwrap_err();
//! assert_eq!(error.place.map(|place| place.line), Some(3));
//! ```

mod board;
mod budget;
mod engine;
mod examples;
mod language;
mod lists;
mod message;
mod puzzle;
mod reading;
mod script;

pub use budget::{thread_time, within};
pub use examples::{EXAMPLES, Example, PUZZLES, example};
pub use message::MESSAGES;
pub use puzzle::{FUNCTIONS, PuzzleScript, levels_part};
pub use script::{Evaluation, Script, in_script, located, words};
