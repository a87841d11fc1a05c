//! Random graphs, and an oracle for them.

use quadrille_search::{
    Algorithm, Cost,
    algorithm::Weight,
    space::{Space, Successors},
};

/// SplitMix64: a small generator of random numbers that is the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

#[derive(Debug)]
pub struct Graph {
    /// The edges of each state: target and cost.
    pub edges: Vec<Vec<(usize, Cost)>>,
    pub goals: Vec<bool>,
    pub has_unit_costs: bool,
}

impl Graph {
    /// A random graph with few or many edges, sometimes without a path to a goal.
    pub fn random(random: &mut Random, has_unit_costs: bool) -> Graph {
        let states = 2 + random.below(40);
        let most_edges = 1 + random.below(4);
        let most_cost = [1, 3, 10, 100, 5000][random.below(5)];
        let edge = |random: &mut Random| {
            let cost = if has_unit_costs { 1 } else { random.below(most_cost + 1) as Cost };
            (random.below(states), cost)
        };
        let edges = (0..states)
            .map(|_| (0..random.below(most_edges + 1)).map(|_| edge(random)).collect())
            .collect();
        let goals = (0..states).map(|_| random.below(states) == 0).collect();
        Graph { edges, goals, has_unit_costs }
    }

    /// The least cost from each state to a goal, computed by relaxing all edges until nothing
    /// changes.
    pub fn costs_left(&self) -> Vec<Option<Cost>> {
        let mut left: Vec<Option<Cost>> =
            self.goals.iter().map(|&is_goal| is_goal.then_some(0)).collect();
        loop {
            let mut changed = false;
            for (state, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    let through = left[to].map(|rest| rest + cost);
                    if through.is_some() && (left[state].is_none() || through < left[state]) {
                        left[state] = through;
                        changed = true;
                    }
                }
            }
            if !changed {
                return left;
            }
        }
    }
}

impl Space for Graph {
    type State = usize;
    type Move = usize;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.goals[*state]
    }

    fn successors(&self, state: &usize, next: &mut Successors<usize, usize>) {
        for (number, &(to, cost)) in self.edges[*state].iter().enumerate() {
            next.push_with_cost(number, to, cost);
        }
    }

    fn has_unit_costs(&self) -> bool {
        self.has_unit_costs
    }
}

/// Algorithms in all their forms.
pub fn forms() -> Vec<Algorithm> {
    let weight = |text| Weight::parse_signed(text).expect("a weight");
    let ordered =
        |path, estimate| Algorithm::Ordered { path: weight(path), estimate: weight(estimate) };
    let others = [
        Algorithm::Dfs { depth: Some(6) },
        Algorithm::Ids { table: 0 },
        Algorithm::Wastar { weight: weight("1.5") },
        Algorithm::Idastar { table: 0 },
        Algorithm::Beam { width: 3 },
        ordered("0.5", "2"),
        ordered("-3", "1"),
        Algorithm::Parallel { threads: 2 },
        Algorithm::Parallel { threads: 3 },
    ];
    let is_bound_to_cores = |form: &Algorithm| *form == Algorithm::Parallel { threads: 0 };
    Algorithm::ALL.into_iter().filter(|form| !is_bound_to_cores(form)).chain(others).collect()
}
