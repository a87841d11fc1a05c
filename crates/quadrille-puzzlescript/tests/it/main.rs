//! PuzzleScript games: the gallery, the interface of the library, and sources that are hostile.

mod gallery;
mod games;
mod hostile;
mod library;
mod walk;

// A private module with its own test: the crate is not built a second time for it.
#[allow(dead_code)]
#[path = "../../src/random.rs"]
mod random;
