//! A* (Hart, Nilsson and Raphael 1968): least cost so far plus estimate first.

use super::best_first::{Policy, Ranking, best_first};
use super::{Meter, Observer, Pruning, Report};
use crate::heuristics::Heuristic;
use crate::puzzle::Puzzle;

/// Finds a plan, or proves that there is none. With an admissible heuristic the plan is a cheapest one; with one that
/// is admissible but for a factor, the lower bound of the report is the cost divided by that factor.
///
/// ```
/// use quadrille::games::tiles::{self, Tiles};
/// use quadrille::heuristics::Formula;
/// use quadrille::search::{astar, Control, Outcome, Pruning};
/// # use quadrille::levels::read;
/// # let level = read("level one\nr . . R\n. . . .\n", None).levels().next().unwrap().clone();
/// let puzzle = Tiles::<1>::new(&level).unwrap();
/// let relaxed = Formula::new(&puzzle, &"relaxed".parse().unwrap(), tiles::HEURISTICS).unwrap();
/// let report = astar(&puzzle, &relaxed, Pruning::default(), &mut Control::default().start(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved { cost: 1, optimal: true, .. }));
/// ```
pub fn astar<P: Puzzle, H: Heuristic<P>, O: Observer>(
    puzzle: &P,
    heuristic: &H,
    pruning: Pruning,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Report {
    let policy = Policy { rankings: &[Ranking { path: 1.0, estimate: 1.0 }], first_plan: false };
    best_first(puzzle, heuristic, policy, pruning, meter, observer)
}
