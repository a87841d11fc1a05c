//! The atlas of a space: every position with its distance to a goal.

use quadrille_search::algorithm::Ucs;
use quadrille_search::explore::Explore;
use quadrille_search::space::{Closures, Space};
use quadrille_search::{Limits, Search, Stop};

/// A knight on a board with holes, which goes to a corner; moves to the right cost 3.
fn knight(col: i8, row: i8) -> impl Space<State = (i8, i8), Move = (i8, i8)> {
    const STEPS: [(i8, i8); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    Closures::new(
        (col, row),
        |&(col, row): &(i8, i8)| {
            let to = STEPS.map(|step| (step, (col + step.0, row + step.1)));
            let fits = |&(_, (col, row)): &((i8, i8), (i8, i8))| {
                (0..6).contains(&col) && (0..6).contains(&row) && (col * 5 + row) % 7 != 3
            };
            let cost = |step: (i8, i8)| if step.0 > 0 { 3_u32 } else { 1 };
            to.into_iter().filter(fits).map(move |(step, to)| (step, to, cost(step)))
        },
        |&at| at == (5, 5),
    )
}

#[test]
fn distances_are_those_of_uniform_cost_search() {
    let whole = Explore::new(knight(0, 0)).atlas();
    assert_eq!((whole.stop(), whole.expanded()), (None, whole.len()));
    assert!(whole.len() > 20);
    for number in 0..whole.len() {
        let &(col, row) = whole.state(number);
        let report = Search::new(knight(col, row)).algorithm(Ucs).run();
        assert_eq!(report.plan().map(|(_, cost)| cost), whole.distance(number), "{col},{row}");
        assert_eq!(whole.is_goal(number), (col, row) == (5, 5));
        let led = whole.parent(number).map(|parent| {
            let (from, step) = (whole.state(parent), whole.reached_by(number).unwrap());
            (from.0 + step.0, from.1 + step.1)
        });
        assert!(led.is_none_or(|led| led == (col, row)));
    }
}

#[test]
fn limits_stop_it_and_leave_no_distances() {
    let limits = Limits { max_nodes: Some(5), ..Limits::default() };
    let part = Explore::new(knight(0, 0)).limits(limits).atlas();
    assert_eq!(part.stop(), Some(Stop::Nodes));
    assert!(
        part.expanded() <= 5
            && part.len() > 5
            && part.distance(0).is_none()
            && part.moves(part.len() - 1).is_empty()
    );
}
