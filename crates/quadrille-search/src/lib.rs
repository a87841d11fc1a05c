//! State-space search with limits, statistics and proofs.
//!
//! For anyone with states, moves between them and a goal: twelve algorithms behind one interface. Every search keeps to limits of
//! positions, time and memory, can be cancelled and watched, and returns a [`Report`]: the plan with its moves, states and
//! cost, whether it is proved that no plan is cheaper (or that there is none), how far the proof came otherwise, and what
//! it took.
//!
//! # An example
//!
//! The 8-puzzle: slide the tiles until they are in order.
//!
//! ```
//! use quadrille_search::{Algorithm, Problem};
//!
//! const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
//!
//! let slides = |board: &[u8; 9]| {
//!     let (board, hole) = (*board, board.iter().position(|&tile| tile == 0).unwrap());
//!     let from = [
//!         (hole % 3 > 0).then(|| hole - 1),
//!         (hole % 3 < 2).then(|| hole + 1),
//!         hole.checked_sub(3),
//!         (hole < 6).then(|| hole + 3),
//!     ];
//!     from.into_iter().flatten().map(move |from| {
//!         let mut next = board;
//!         next.swap(hole, from);
//!         (board[from], next)
//!     })
//! };
//! let distance = |board: &[u8; 9]| -> usize {
//!     let place = |tile: u8| usize::from(tile + 8) % 9;
//!     let steps = |at: usize, to: usize| (at / 3).abs_diff(to / 3) + (at % 3).abs_diff(to % 3);
//!     (0..9).filter(|&at| board[at] != 0).map(|at| steps(at, place(board[at]))).sum()
//! };
//! let report = Problem::new([8, 6, 7, 2, 5, 4, 3, 0, 1], slides, |board| *board == GOAL)
//!     .estimate(distance)
//!     .solve(Algorithm::Astar);
//! assert_eq!(report.plan().unwrap().1, 31);
//! assert!(report.is_optimal());
//! ```
//!
//! # Where things are
//!
//! * [`Problem`] makes a state space of closures. [`Problem::run`] takes a [`Control`] with [`Limits`], the token to cancel the
//!   search and live figures, and a [`Observer`] that hears of every [`Event`].
//! * [`Algorithm`] names the searches and reads their names: `"wastar(1.5)".parse()`. [`ALGORITHMS`] says what is true of
//!   each.
//! * [`Space`] is the interface for a state space with more structure: canonical forms, dead ends, moves that can be left
//!   out. It is object-safe, so that the searches are compiled once for many spaces. [`solve`] runs an algorithm on it, with a
//!   [`Heuristic`].
//! * [`survey`] tells the whole of a space: its positions by depth, its goals and its dead ends.
//! * [`Packed`] states can be kept outside the tables of a search; [`PackedSpace`] is a space as rows of words.
//! * [`Nodes`], [`Open`] and [`Conclusion`] are what the searches are made of, for [searches of your own](#searches-of-your-own).
//!
//! # Costs
//!
//! Costs are whole numbers and may depend on the state. A `Problem` whose successors are triples has costs:
//!
//! ```
//! use quadrille_search::{Algorithm, Problem};
//!
//! // Four people cross a bridge in the dark with one lamp, two at a time, at the pace of the slower one.
//! const PACE: [u32; 4] = [1, 2, 5, 10];
//! let cross = |&(here, lamp): &(u8, bool)| {
//!     let side = if lamp { here } else { !here & 15 };
//!     (1..16_u8).filter(move |group| group & side == *group && group.count_ones() <= 2).map(move |group| {
//!         let slowest = (0..4).filter(|person| group >> person & 1 == 1).map(|person| PACE[person]).max();
//!         (group, (here ^ group, !lamp), slowest.unwrap())
//!     })
//! };
//! let report = Problem::new((15, true), cross, |&(here, _)| here == 0).solve(Algorithm::Ucs);
//! assert_eq!(report.plan().unwrap().1, 17);
//! ```
//!
//! # Searches of your own
//!
//! [`Nodes`] keeps each state once, numbered in the order in which they came, with where it came from. It counts its bytes and refuses to
//! grow beyond a budget. Which numbers below 1000 come of 1 by doubling and adding 3, and how is 17 made?
//!
//! ```
//! use quadrille_search::{Deadline, Nodes, Parent, Stop};
//!
//! fn main() -> Result<(), Stop> {
//!     let mut nodes = Nodes::new(1 << 24, Deadline::default());
//!     nodes.insert(1_u32, Parent::NONE)?;
//!     let mut node = 0;
//!     while node < nodes.len() {
//!         let number = *nodes.state(node);
//!         for next in [2 * number, number + 3].into_iter().filter(|&next| next < 1000) {
//!             nodes.insert(next, Parent::new(node, false))?;
//!         }
//!         node += 1;
//!     }
//!     // All but the multiples of 3.
//!     assert_eq!(nodes.len(), 666);
//!
//!     let last = (0..nodes.len()).find(|&node| *nodes.state(node) == 17);
//!     let before = |&node: &u32| nodes.link(node).node();
//!     let way: Vec<u32> =
//!         std::iter::successors(last, before).map(|node| *nodes.state(node)).collect();
//!     assert_eq!(way, [17, 14, 7, 4, 1]);
//!     Ok(())
//! }
//! ```
//!
//! # Beside `pathfinding`
//!
//! The `pathfinding` crate (4.16) has more kinds of graph algorithms; this one has more to say about a search. The same closures go into either, so
//! that a puzzle takes as many lines: 24 for the 8-puzzle above, 13 for the jugs of [`Problem`].
//!
//! | | `quadrille-search` | `pathfinding` |
//! |---|---|---|
//! | limits of positions, time and memory; cancelling | yes | no |
//! | statistics, live figures, a observer of every step | yes | no |
//! | the answer | moves, states, cost, proof or lower bound | states, cost |
//! | bounded memory: the same table for all searches, its bytes counted | yes | no |
//! | several cores, beams, anytime and weighted search | yes | no |
//!
//! Times of the same closures, best of runs that take turns, on a quiet machine with two cores (`cargo bench -p quadrille-search`):
//!
//! | | expanded | `quadrille-search` | `pathfinding` | times as fast |
//! |---|--:|--:|--:|--:|
//! | 15-puzzle, 48 moves, A* | 666,107 | 162 ms | 663 ms | 4.1 |
//! | 15-puzzle, A* | 144,894 | 32.2 ms | 91.9 ms | 2.9 |
//! | maze of 1000 × 1000 cells, breadth-first | 648,093 | 59.1 ms | 77.3 ms | 1.3 |
//! | 8-puzzle, 31 moves, A* | 6,761 | 1.19 ms | 1.31 ms | 1.1 |
//! | jugs of 9973 and 9967, breadth-first | 6,648 | 0.75 ms | 0.25 ms | 0.33 |
//! | maze of 1000 × 1000 cells, A* | 1,998 | 0.37 ms | 0.17 ms | 0.47 |
//! | jugs of 3 and 5, breadth-first | 12 | 2 µs | 1 µs | 0.37 |
//! | a board of tiles with packed states, breadth-first | 1,441,508 | 134 ms | 645 ms | 4.8 |
//! | the same, A* | 189,199 | 22.3 ms | 92.1 ms | 4.1 |
//! | a longer one, A* | 1,251,323 | 160 ms | 880 ms | 5.5 |
//!
//! The last three are those of `cargo bench -p quadrille --bench search`.
//! A third of the time in the maze goes into the closure itself. Searches of less than a millisecond pay for the tables that long ones live on.
//!
//! # Determinism
//!
//! Hashes are fixed, and the order of moves depends on the state alone: a serial search gives the same plan and the same
//! counts in every run and on every machine.

mod algorithm;
mod atlas;
mod beam;
mod beside;
mod best;
mod best_first;
mod bfs;
mod census;
mod conclude;
mod control;
mod deepening;
mod dfs;
#[cfg(not(target_arch = "wasm32"))]
mod distributed;
mod event;
mod finders;
mod hash;
mod heuristic;
mod hints;
mod layers;
mod nodes;
mod open;
mod packed;
mod packed_space;
mod problem;
mod report;
mod room;
mod solve;
mod space;
mod spread;
mod steps;
mod survey;
mod table;
mod weight;

pub use algorithm::{Algorithm, Optimality};
pub use atlas::{Atlas, atlas};
pub use best::best;
pub use census::{Census, census};
pub use conclude::{Conclusion, Plan};
pub use control::{Cancel, Clock, Control, Deadline, Limits, Meter, Progress, Stop};
pub use event::{Event, Observer, notify};
pub use finders::{Finder, Guides, beside};
pub use hash::{hash, owner};
pub use heuristic::{Claims, DEAD_END, Heuristic, Zero};
pub use layers::layers;
pub use nodes::{Inserted, Link, Nodes, OutOfMemory, Parent};
pub use open::{Key, Open, Popped};
pub use packed::Packed;
pub use packed_space::{Expansion, PackedSpace, Rows};
pub use problem::{Estimate, IntoCost, IntoEstimate, IntoSuccessor, Problem};
pub use report::{Outcome, Report, Stats};
pub use solve::solve;
pub use space::{Cost, MAX_COST, Space, State, Step, Successors};
pub use spread::{Spread, spread};
pub use survey::{Layer, Survey, Visitor, survey};
pub use weight::Weight;

/// Which of a space's own prunings a search uses. All are on by default; switch one off to see what it brings.
/// [`Algorithm::Best`] uses all, whatever is said here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pruning {
    /// Let one position stand for all that are the same but for names.
    pub canonical: bool,
    /// Drop positions from which no goal can be reached.
    pub dead_ends: bool,
}

impl Default for Pruning {
    fn default() -> Self {
        Pruning { canonical: true, dead_ends: true }
    }
}
