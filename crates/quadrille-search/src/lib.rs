//! State-space search with limits, statistics and proofs.
//!
//! For anyone with states, moves between them and a goal: thirteen algorithms behind one builder.
//! Every search keeps to limits of positions, time and memory, can be cancelled and observed, and
//! returns a [`Report`]: the plan with its moves, states and cost, whether it is proved that no
//! plan is cheaper (or that there is none), the lower bound otherwise, and the effort.
//!
//! # An example
//!
//! The 8-puzzle: slide the tiles until they are in order.
//!
//! ```
//! use quadrille_search::{Outcome, Search, algorithm::Astar};
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
//! let report = Search::from([8, 6, 7, 2, 5, 4, 3, 0, 1], slides, |board| *board == GOAL)
//!     .consistent(distance)
//!     .algorithm(Astar)
//!     .run();
//! let Outcome::Solved { plan, cost, optimal } = report.outcome else { panic!("there is a plan") };
//! assert_eq!((plan.len(), cost, optimal), (31, 31, true));
//! ```
//!
//! # Where things are
//!
//! In the order in which you need them:
//!
//! 1. [`Search`] is the builder: a space, a heuristic, an algorithm, a [`Pruning`], [`Limits`], a
//!    [`Cancel`] token, an observer of every [`Event`].
//! 2. Its [`Report`] has the [`Outcome`] with the plan and its [`Cost`], the [`Stats`], and the
//!    [`Stop`] if the search ended early.
//! 3. [`algorithm`] has one type per algorithm, for a choice at compile time; [`Algorithm`] is the
//!    choice at run time.
//! 4. [`Control`] combines limits and token with live figures ([`Progress`]) for another thread.
//! 5. [`space`] has the interfaces behind the closures, for a problem with more structure:
//!    [`Space`](space::Space) for canonical forms, dead ends and moves that can be left out,
//!    [`Heuristic`](space::Heuristic) for estimates. Both are object-safe, so that a search can be
//!    compiled once for many spaces.
//! 6. [`explore`] answers questions about whole spaces: positions by depth, dead ends, distances.
//!
//! The parts for algorithms of your own (tables, queues, the check of limits, portfolios) are in
//! the module `toolkit`. It is documented in its source only, because it may change in any version.
//!
//! # Costs
//!
//! Costs are whole numbers and may depend on the state. Closures give costs by returning triples:
//!
//! ```
//! use quadrille_search::{Outcome, Search, algorithm::Ucs};
//!
//! // Four people cross a bridge in the dark with one lamp, two at a time, at the pace of the
//! // slower one.
//! const PACE: [u32; 4] = [1, 2, 5, 10];
//! let cross = |&(here, lamp): &(u8, bool)| {
//!     let side = if lamp { here } else { !here & 15 };
//!     let groups = move |group: &u8| group & side == *group && group.count_ones() <= 2;
//!     (1..16_u8).filter(groups).map(move |group| {
//!         let people = (0..4).filter(|person| group >> person & 1 == 1);
//!         let slowest = people.map(|person| PACE[person]).max().unwrap();
//!         (group, (here ^ group, !lamp), slowest)
//!     })
//! };
//! let report = Search::from((15, true), cross, |&(here, _)| here == 0).algorithm(Ucs).run();
//! assert!(matches!(report.outcome, Outcome::Solved { cost: 17, optimal: true, .. }));
//! ```
//!
//! # If you know `pathfinding`
//!
//! The `pathfinding` crate (4.16) has more kinds of graph algorithms; this one reports more about a
//! search. The same closures go into either.
//!
//! | `pathfinding` | here |
//! |---|---|
//! | `bfs`, `bfs_reach` | [`Bfs`](algorithm::Bfs); [`Explore::layers`](explore::Explore::layers), [`survey`](explore::Explore::survey) |
//! | `bfs_loop`, `bfs_bidirectional` | none |
//! | `dfs`, `dfs_reach` | [`Dfs`](algorithm::Dfs); [`Explore::survey`](explore::Explore::survey) |
//! | `iddfs` | [`Ids`](algorithm::Ids) |
//! | `dijkstra` | [`Ucs`](algorithm::Ucs) |
//! | `dijkstra_all`, `dijkstra_partial`, `dijkstra_reach` | [`Explore::atlas`](explore::Explore::atlas), which has the cost to the nearest goal |
//! | `build_path` | [`Report::states`] |
//! | `astar` | [`Astar`](algorithm::Astar); [`Wastar`](algorithm::Wastar), [`Beam`](algorithm::Beam), [`Anytime`](algorithm::Anytime) and [`Parallel`](algorithm::Parallel) for large spaces |
//! | `astar_bag`, `yen`, `count_paths` | none |
//! | `fringe`, `idastar` | [`Idastar`](algorithm::Idastar) |
//! | matchings, flows, components, spanning trees, grids | none |
//!
//! | | `quadrille-search` | `pathfinding` |
//! |---|---|---|
//! | limits of positions, time and memory; cancelling | yes | no |
//! | statistics, live figures, an observer of every step | yes | no |
//! | the answer | moves, states, cost, proof or lower bound | states, cost |
//! | memory | counted, and bounded where asked | not counted |
//! | several cores, beams, anytime and weighted search | yes | no |
//!
//! A crate with the three problems of this documentation, compiled in release mode (processor time,
//! size of the program): 1.4 s and 606 kB here with one type per algorithm, 0.8 s and 481 kB with
//! `pathfinding`. With [`Algorithm`] chosen at run time, which compiles all thirteen for each
//! problem, 8.7 s and 1.1 MB.
//!
//! Times of the same closures, best of runs that take turns (`cargo bench -p quadrille-search`), on
//! a machine with two cores, at real-time priority:
//!
//! | | expanded | `quadrille-search` | `pathfinding` | times as fast |
//! |---|--:|--:|--:|--:|
//! | 15-puzzle, 48 moves, A* | 666,107 | 99 ms | 339 ms | 3.4 |
//! | 15-puzzle, A* | 144,894 | 20 ms | 35 ms | 1.7 |
//! | 8-puzzle, 31 moves, A* | 6,761 | 0.70 ms | 0.89 ms | 1.3 |
//! | maze of 1000 × 1000 cells, A* | 1,998 | 0.090 ms | 0.108 ms | 1.2 |
//! | maze of 1000 × 1000 cells, breadth-first | 648,093 | 29 ms | 47 to 53 ms | 1.7 to 1.8 |
//! | jugs of 9973 and 9967, breadth-first | 6,647 | 0.125 ms | 0.151 ms | 1.2 |
//! | jugs of 3 and 5, breadth-first | 12 | 0.38 µs | 0.46 µs | 1.2 |
//!
//! # Determinism
//!
//! Hashes are fixed, and the order of moves depends on the state alone: a serial search gives the
//! same plan and the same counts in every run and on every machine.

#![warn(missing_docs)]

pub mod algorithm;
mod control;
mod event;
pub mod explore;
mod heuristic;
mod portfolio;
mod report;
mod search;
pub mod space;
mod table;
#[doc(hidden)]
pub mod toolkit;

pub use algorithm::strategy::Algorithm;
pub use control::{Cancel, Control, Limits, Progress, Stage, Stop};
pub use event::Event;
pub use report::{Cost, Outcome, Report, Stats};
pub use search::{Pruning, Search};
