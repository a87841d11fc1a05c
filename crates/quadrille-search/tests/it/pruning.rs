//! Moves that a space may leave out.

use quadrille_search::{
    Search,
    algorithm::Ids,
    space::{Space, Step, Successors},
};

/// A player on a line of cells pushes crates: stepping back is redundant unless a crate was pushed.
struct Crates {
    cells: u8,
    start: (u8, Vec<u8>),
    goal: Vec<u8>,
    leaves_out: bool,
}

impl Space for Crates {
    type State = (u8, Vec<u8>);
    type Move = i8;

    fn start(&self) -> Self::State {
        self.start.clone()
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        state.1 == self.goal
    }

    fn successors(&self, (at, crates): &Self::State, next: &mut Successors<Self::State, i8>) {
        for step in [-1, 1] {
            let ahead = |cell: u8| cell.checked_add_signed(step).filter(|&cell| cell < self.cells);
            let Some(to) = ahead(*at) else { continue };
            let mut moved = crates.clone();
            if let Some(pushed) = moved.iter_mut().find(|cell| **cell == to) {
                match ahead(to).filter(|cell| !crates.contains(cell)) {
                    Some(behind) => *pushed = behind,
                    None => continue,
                }
            }
            next.push(step, (to, moved));
        }
    }

    fn is_redundant(
        &self,
        last: Step<'_, Self::State, i8>,
        next: Step<'_, Self::State, i8>,
    ) -> bool {
        let was_push = last.from.1 != last.to.1;
        self.leaves_out && !was_push && *next.mv == -*last.mv
    }
}

#[test]
fn redundancy_may_depend_on_the_state() {
    let plan = |leaves_out| {
        let space = Crates { cells: 12, start: (5, vec![3, 7]), goal: vec![1, 9], leaves_out };
        let report = Search::new(&space).algorithm(Ids { table: 0 }).run();
        (report.plan().map(|(_, cost)| cost), report.stats.generated)
    };
    // Three steps to the left, seven back to the right: the turn after the push must not be left
    // out.
    let (all, with_all) = plan(false);
    let (pruned, with_fewer) = plan(true);
    assert_eq!(all, Some(9));
    assert_eq!(pruned, all);
    assert!(with_fewer < with_all, "{with_fewer} of {with_all}");
}
