//! A game whose moves have different costs, from its plain rules to a verified plan.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use quadrille::Method;
use quadrille::diagnostic::Diagnostic;
use quadrille::games::{self, Definition, Entry, Game, Ground, Look, Mark, Rules, Shape, Table};
use quadrille::generate::{Spec, Unrated, Workshop};
use quadrille::grid::{Coord, Direction, Grid, Size};
use quadrille::levels::Format;
use quadrille::moves::{Move, MoveKind, Notation};
use quadrille::registry::ALGORITHMS;
use quadrille::search::{Control, Cost, Outcome};
use quadrille::verify::replay;
use quadrille_base::random::Random;

/// Terrain that takes more or fewer hours to cross, with or without the hiker; the last column is
/// the goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Cell {
    hours: Cost,
    has_walker: bool,
}

const HOURS: [Cost; 4] = [1, 2, 5, 9];

impl games::Cell for Cell {
    fn table() -> &'static Table<Cell> {
        static TABLE: LazyLock<Table<Cell>> = LazyLock::new(|| {
            let cells = [false, true].into_iter().flat_map(|has_walker| {
                HOURS.into_iter().map(move |hours| {
                    let glyph = if has_walker { format!("@{hours}") } else { hours.to_string() };
                    let mut look = Look::bare(Ground::Floor);
                    look.piece = has_walker.then_some((Shape::Disc, Mark::blank(1)));
                    Entry::new(Cell { hours, has_walker }, &glyph, &glyph, look)
                })
            });
            Table::new(cells)
        });
        &TABLE
    }
}

struct Hike;

fn walker(board: &Grid<Cell>) -> Option<Coord> {
    board.coords_where(|cell| cell.has_walker).next()
}

impl Definition for Hike {
    type Cell = Cell;

    const ID: &'static str = "hike";
    const TITLE: &'static str = "Hike";
    const ABOUT: &'static str = "Walk to the last column.";
    const NOTATION: Notation = Notation { kind: MoveKind::All, lowercase: false };
    const FORMATS: &'static [Format] = &[];
    const HAS_UNIT_COSTS: bool = false;

    fn problems(&self, _board: &Grid<Cell>) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn is_solved(&self, board: &Grid<Cell>) -> bool {
        walker(board).is_some_and(|at| usize::from(at.col) + 1 == board.size().cols())
    }

    fn play(&self, board: &Grid<Cell>, mv: Move) -> Result<Grid<Cell>, Diagnostic> {
        let Move::All(way) = mv else { return Err("a move is a direction".into()) };
        let from = walker(board).ok_or("there is no hiker")?;
        let to = board.size().step(from, way).ok_or("the border")?;
        let mut after = board.clone();
        (after[from].has_walker, after[to].has_walker) = (false, true);
        Ok(after)
    }

    fn cost(&self, _before: &Grid<Cell>, _mv: Move, after: &Grid<Cell>) -> Cost {
        walker(after).map_or(1, |at| after[at].hours)
    }
}

impl Workshop for Hike {}

fn board(random: &mut Random) -> Grid<Cell> {
    let size = Size::new(4, 5).expect("a size");
    let mut cell = || Cell { hours: random.pick(&HOURS).expect("hours"), has_walker: false };
    let cells = (0..size.cells()).map(|_| cell()).collect();
    let mut board = Grid::from_cells(size, cells).expect("a board");
    board[size.coord(10)].has_walker = true;
    board
}

/// The least cost of a path to the last column, computed by relaxing all cells until nothing
/// changes.
fn truth(board: &Grid<Cell>) -> Cost {
    let size = board.size();
    let mut known: BTreeMap<usize, Cost> = BTreeMap::from([(10, 0)]);
    loop {
        let mut next = known.clone();
        for (&from, &cost) in &known {
            for way in Direction::ALL {
                let Some(to) = size.step(size.coord(from), way) else { continue };
                let through = cost + board[to].hours;
                let best = next.entry(size.index(to)).or_insert(through);
                *best = (*best).min(through);
            }
        }
        if next == known {
            let last = known.iter().filter(|&(&at, _)| at % size.cols() == size.cols() - 1);
            return last.map(|(_, &cost)| cost).min().expect("there is a way");
        }
        known = next;
    }
}

#[test]
fn every_plan_costs_what_its_moves_cost() {
    for number in 0..20 {
        let typed = board(&mut Random::new(7, number));
        let truth = truth(&typed);
        let board = typed.map(games::Cell::code);
        for info in ALGORITHMS {
            let algorithm = info.algorithm;
            let method = Method::new(algorithm, None).expect("a method");
            // A plan whose cost is not that of its moves would be rejected here.
            let report = Hike.solve(&board, &method, &Control::default(), None);
            let report = report.unwrap_or_else(|error| panic!("{algorithm}: {error}"));
            let Outcome::Solved { plan, cost, optimal } = report.outcome else {
                panic!("{algorithm} finds a plan");
            };
            assert_eq!(replay(&Hike, &board, &plan).expect("legal").cost, cost);
            assert!(cost >= truth && (!optimal || cost == truth), "{algorithm}: {cost}, {truth}");
            if ["ucs", "astar", "idastar", "best", "parallel"].contains(&info.name) {
                assert!(optimal, "{algorithm}");
            }
        }
    }
}

#[test]
fn the_check_adds_the_costs_up() {
    let typed = board(&mut Random::new(7, 3));
    let board = typed.map(games::Cell::code);
    let plan = [Direction::Right; 4].map(Move::All);
    let hours: Cost = (11..15).map(|at| typed[typed.size().coord(at)].hours).sum();
    let replay = replay(&Hike, &board, &plan).expect("the way is free");
    assert_eq!(replay.solves(hours), Ok(()));
    assert_eq!(replay.solves(4).unwrap_err().code(), "wrong-cost");
    assert!(!Rules::has_unit_costs(&Hike) && hours > 4);
}

#[test]
fn what_counts_moves_refuses_games_with_costs() {
    let board = board(&mut Random::new(7, 3)).map(games::Cell::code);
    assert_eq!(Hike.rate(&board, &Control::default()), Err(Unrated::Costs));
    assert!(Spec::default().check(&Hike).is_err());
}
