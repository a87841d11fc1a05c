//! The engine compared with enumeration on small random constraint sets.

use super::super::effort::Effort;
use super::{Engine, Lit, SatResult};
use crate::search::{Control, Limits, Stop, toolkit::OutOfMemory};

/// A small multiplicative generator with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound) as usize
    }
}

#[derive(Default)]
struct Sample {
    variables: usize,
    edges: Vec<(usize, usize)>,
    clauses: Vec<Vec<Lit>>,
    cardinalities: Vec<(Option<Lit>, Vec<Lit>, usize)>,
}

const NODES: usize = 4;

impl Sample {
    fn random(dice: &mut Dice) -> Self {
        let free = 3 + dice.below(4);
        let mut sample = Self::default();
        for from in 0..NODES {
            for to in 0..NODES {
                if from != to && dice.below(2) == 0 {
                    sample.edges.push((from, to));
                }
            }
        }
        sample.variables = sample.edges.len() + free;
        let literal =
            |dice: &mut Dice| Lit::from_code(dice.below(2 * sample.variables as u64) as u32);
        let distinct = |dice: &mut Dice, wanted: usize| {
            let mut lits: Vec<Lit> = Vec::new();
            for _ in 0..wanted {
                let lit = literal(dice);
                if lits.iter().all(|other| other.variable() != lit.variable()) {
                    lits.push(lit);
                }
            }
            lits
        };
        for _ in 0..dice.below(5 * sample.variables as u64) {
            let wanted = 2 + dice.below(3);
            sample.clauses.push(distinct(dice, wanted));
        }
        for _ in 0..dice.below(6) {
            let mut lits = distinct(dice, 6);
            let condition = (dice.below(3) > 0).then(|| lits.remove(0));
            let count = dice.below(lits.len() as u64 + 1);
            sample.cardinalities.push((condition, lits, count));
        }
        sample
    }

    fn admits(&self, world: u32) -> bool {
        let holds = |lit: Lit| (world >> lit.variable() & 1 == 1) != lit.is_negative();
        let mut reach = [[false; NODES]; NODES];
        for (at, &(from, to)) in self.edges.iter().enumerate() {
            reach[from][to] |= world >> at & 1 == 1;
        }
        for middle in 0..NODES {
            for from in 0..NODES {
                for to in 0..NODES {
                    reach[from][to] |= reach[from][middle] && reach[middle][to];
                }
            }
        }
        (0..NODES).all(|node| !reach[node][node])
            && self.clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit)))
            && self.cardinalities.iter().all(|(condition, lits, count)| {
                condition.is_some_and(|lit| !holds(lit))
                    || lits.iter().filter(|&&lit| holds(lit)).count() >= *count
            })
    }

    fn engine(&self) -> Result<Engine, OutOfMemory> {
        let mut engine = Engine::new(NODES, usize::MAX)?;
        for &(from, to) in &self.edges {
            engine.edge(from, to)?;
        }
        for _ in self.edges.len()..self.variables {
            engine.variable(false)?;
        }
        for clause in &self.clauses {
            engine.add_clause(clause)?;
        }
        for (condition, lits, count) in &self.cardinalities {
            engine.add_at_least(*condition, lits, *count)?;
        }
        Ok(engine)
    }
}

fn search(engine: &mut Engine, assumptions: &[Lit]) -> SatResult {
    search_within(engine, assumptions, u64::MAX, Limits::default())
}

fn search_within(
    engine: &mut Engine,
    assumptions: &[Lit],
    budget: u64,
    limits: Limits,
) -> SatResult {
    let control = Control::with_limits(limits);
    let mut meter = control.start();
    engine.search(assumptions, budget, &mut Effort::new(&mut meter))
}

#[test]
fn agrees_with_enumeration() -> Result<(), OutOfMemory> {
    let mut dice = Dice(7);
    let mut seen = [0; 2];
    for _ in 0..2000 {
        let sample = Sample::random(&mut dice);
        let worlds: Vec<u32> =
            (0..1 << sample.variables).filter(|&world| sample.admits(world)).collect();
        let mut engine = sample.engine()?;
        // Several searches on one engine, under assumptions, then without.
        for _ in 0..3 {
            let a = Lit::from_code(dice.below(2 * sample.variables as u64) as u32);
            let b = Lit::from_code(dice.below(2 * sample.variables as u64) as u32);
            if a.variable() == b.variable() {
                continue;
            }
            let agrees =
                |world: u32, lit: Lit| (world >> lit.variable() & 1 == 1) != lit.is_negative();
            let possible = worlds.iter().any(|&w| agrees(w, a) && agrees(w, b));
            match search(&mut engine, &[a, b]) {
                SatResult::Satisfied => {
                    assert!(possible);
                    let world = (0..sample.variables)
                        .filter(|&v| engine.holds(Lit::positive(v as u32)))
                        .fold(0, |world, v| world | 1 << v);
                    assert!(sample.admits(world) && agrees(world, a) && agrees(world, b));
                }
                SatResult::Refuted => {
                    assert!(!possible);
                    let core = engine.core().to_vec();
                    assert!(core.iter().all(|&lit| lit == a || lit == b));
                    assert!(!worlds.iter().any(|&w| core.iter().all(|&lit| agrees(w, lit))));
                }
                other => panic!("an unlimited search ended with {other:?}"),
            }
        }
        let expected = if worlds.is_empty() { SatResult::Refuted } else { SatResult::Satisfied };
        assert_eq!(search(&mut engine, &[]), expected);
        seen[usize::from(worlds.is_empty())] += 1;
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
    Ok(())
}

/// The constraints that each pigeon has a hole; that no two share one is expressed as clauses or as
/// cardinalities.
fn pigeons(pigeons: usize, by_clauses: bool, budget: usize) -> Result<Engine, OutOfMemory> {
    let holes = pigeons - 1;
    let mut engine = Engine::new(0, budget)?;
    let mut lits: Vec<Vec<Lit>> = Vec::new();
    for _ in 0..pigeons {
        lits.push((0..holes).map(|_| engine.variable(true)).collect::<Result<_, _>>()?);
    }
    for row in &lits {
        engine.add_clause(row)?;
    }
    for hole in 0..holes {
        let away: Vec<Lit> = lits.iter().map(|row| !row[hole]).collect();
        if by_clauses {
            for (at, &one) in away.iter().enumerate() {
                for &other in &away[..at] {
                    engine.add_clause(&[one, other])?;
                }
            }
        } else {
            engine.add_at_least(None, &away, pigeons - 1)?;
        }
    }
    Ok(engine)
}

#[test]
fn proves_the_pigeonhole_and_forgets_on_the_way() -> Result<(), OutOfMemory> {
    let mut engine = pigeons(8, false, usize::MAX)?;
    assert_eq!(search(&mut engine, &[]), SatResult::Refuted);
    assert!(engine.conflicts() > 2000);
    Ok(())
}

#[test]
fn a_budget_and_limits_end_the_search() -> Result<(), OutOfMemory> {
    let mut engine = pigeons(10, true, usize::MAX)?;
    assert_eq!(search_within(&mut engine, &[], 100, Limits::default()), SatResult::Spent);
    assert_eq!(engine.conflicts(), 100);
    let nodes = Limits { max_nodes: Some(50), ..Limits::default() };
    let stopped = search_within(&mut engine, &[], u64::MAX, nodes);
    assert_eq!(stopped, SatResult::Stopped(Stop::Nodes));
    assert!(engine.conflicts() < 1000);
    Ok(())
}

#[test]
fn proves_the_pigeonhole_in_little_room_and_stops_in_less() -> Result<(), OutOfMemory> {
    let small = pigeons(8, false, usize::MAX)?.bytes();
    let within = |bytes| Limits { max_memory: Some(bytes), ..Limits::default() };
    let (mut proved, mut stopped) = (0, 0);
    for quarters in (0..12).map(|step| 4 + step * step) {
        let bytes = small * quarters / 4;
        let mut engine = pigeons(8, false, usize::MAX)?;
        match search_within(&mut engine, &[], u64::MAX, within(bytes)) {
            SatResult::Refuted => proved += usize::from(engine.shortages > 0),
            other => {
                assert_eq!(other, SatResult::Stopped(Stop::Memory));
                stopped += 1;
            }
        }
        assert!(engine.bytes() <= bytes);
        // The kept clauses are still sound, and with enough memory it finishes the proof.
        assert_eq!(search(&mut engine, &[]), SatResult::Refuted);
    }
    assert!(proved > 0 && stopped > 0, "{proved} {stopped}");
    assert!(pigeons(8, false, small / 2).is_err());
    Ok(())
}

#[test]
fn what_is_left_after_a_shortage_agrees_with_enumeration() -> Result<(), OutOfMemory> {
    let mut dice = Dice(8);
    let mut short = 0;
    for _ in 0..300 {
        let sample = Sample::random(&mut dice);
        let mut engine = sample.engine()?;
        let budget = engine.bytes() + dice.below(200);
        let limits = Limits { max_memory: Some(budget), ..Limits::default() };
        let answer = search_within(&mut engine, &[], u64::MAX, limits);
        short += usize::from(engine.shortages > 0);
        let is_possible = (0..1 << sample.variables).any(|world| sample.admits(world));
        let expected = if is_possible { SatResult::Satisfied } else { SatResult::Refuted };
        assert!(answer == expected || answer == SatResult::Stopped(Stop::Memory));
        assert_eq!(search(&mut engine, &[]), expected);
    }
    assert!(short > 10, "{short}");
    Ok(())
}
