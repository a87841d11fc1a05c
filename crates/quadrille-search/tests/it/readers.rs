//! Small state spaces as a reader of the documentation would write them.

use quadrille_search::{
    Algorithm, Cost, Limits, Outcome, Search, Stop,
    algorithm::{Astar, Idastar},
    explore::Explore,
    space::{Claims, Closures, Heuristic, Space, Successors},
};

/// Wolf, goat and cabbage: one bit per passenger and one for the boat, set on the far bank.
#[test]
fn a_river_is_crossed_in_seven_trips() {
    const BOAT: u8 = 8;
    let is_safe = |&banks: &u8| {
        let without_boat = if banks & BOAT == 0 { banks } else { !banks } & 7;
        !matches!(without_boat, 0b011 | 0b110 | 0b111)
    };
    let trips = move |&banks: &u8| {
        let here = if banks & BOAT == 0 { !banks } else { banks } & 7;
        let passengers = [0, 1, 2, 4].into_iter().filter(move |load| load & here == *load);
        passengers.map(move |load| (load, banks ^ BOAT ^ load)).filter(move |(_, to)| is_safe(to))
    };
    let space = Closures::new(0_u8, trips, |&banks| banks == 15);
    for algorithm in Algorithm::ALL {
        let report = Search::new(&space).algorithm(algorithm).run();
        let Outcome::Solved { plan, .. } = report.outcome else { panic!("{algorithm}") };
        assert!(plan.len() >= 7, "{algorithm}");
    }
    let survey = Explore::new(&space).survey();
    assert_eq!((survey.first_solved(), survey.dead_ends()), (Some(7), Some(0)));
}

/// Pancakes: the first ones are turned over. The number of neighbours that differ by more than 1
/// never exceeds the turns left.
struct Pancakes(Vec<u8>);

impl Space for Pancakes {
    type State = Vec<u8>;
    type Move = usize;

    fn start(&self) -> Vec<u8> {
        self.0.clone()
    }

    fn is_goal(&self, pile: &Vec<u8>) -> bool {
        pile.is_sorted()
    }

    fn successors(&self, pile: &Vec<u8>, next: &mut Successors<Vec<u8>, usize>) {
        for turned in 2..=pile.len() {
            let mut to = pile.clone();
            to[..turned].reverse();
            next.push(turned, to);
        }
    }

    fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}

struct Gaps;

impl Heuristic<Vec<u8>, usize> for Gaps {
    fn claims(&self) -> Claims {
        Claims { admissible: 1.0, consistent: 1.0, whole: true }
    }

    fn estimate(&self, pile: &Vec<u8>, _by: Option<&usize>) -> f64 {
        let plate = pile.len() as u8;
        let below = pile.iter().skip(1).copied().chain([plate]);
        pile.iter().zip(below).filter(|(upper, lower)| upper.abs_diff(*lower) > 1).count() as f64
    }
}

#[test]
fn pancakes_are_sorted_the_same_with_and_without_a_heuristic() {
    let pile = Pancakes(vec![3, 0, 5, 2, 6, 1, 4]);
    let blind = Search::new(&pile).algorithm(Algorithm::Bfs).run();
    let guided = Search::new(&pile).heuristic(Gaps).algorithm(Astar).run();
    let deepened = Search::new(&pile).heuristic(&Gaps).algorithm(Idastar::default()).run();
    assert!(blind.is_optimal() && guided.is_optimal() && deepened.is_optimal());
    let cost = |report: &quadrille_search::Report<usize, Vec<u8>>| report.plan().map(|plan| plan.1);
    assert_eq!(cost(&blind), cost(&guided));
    assert_eq!(cost(&blind), cost(&deepened));
    assert!(guided.stats.expanded < blind.stats.expanded);
}

/// Fuel stops on a line: a move drives on or fills up, and costs the price paid.
#[test]
fn fuel_is_bought_where_it_is_cheap() {
    const PRICE: [Cost; 5] = [4, 2, 7, 6, 0];
    let step = |&(at, fuel): &(usize, u8)| {
        let buy = (fuel < 3).then(|| ("buy", (at, fuel + 1), PRICE[at]));
        let drive = (fuel > 0).then(|| ("drive", (at + 1, fuel - 1), 0));
        buy.into_iter().chain(drive)
    };
    let search = || Search::from((0, 0), step, |&(at, _)| at == 4);
    let report = search().algorithm(Astar).run();
    let Outcome::Solved { plan, cost, optimal } = report.outcome else { panic!("can be reached") };
    assert_eq!((cost, optimal), (4 + 3 * 2, true));
    assert_eq!(plan, ["buy", "drive", "buy", "buy", "buy", "drive", "drive", "drive"]);

    let limits = Limits { max_nodes: Some(3), ..Limits::default() };
    let report = search().algorithm(Astar).limits(limits).run();
    assert_eq!((report.outcome, report.stop), (Outcome::Unknown, Some(Stop::Nodes)));
}
