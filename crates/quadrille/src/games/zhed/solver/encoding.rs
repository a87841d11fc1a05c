//! The board as constraints.
//!
//! Variables, for a number i, a direction d and the cells c of that ray:
//! - *used(i)* and *goes(i, d)*;
//! - *claims(i, d, c)*: the move fills c and is the first to do so;
//! - *relies(i, d, c)*: c was filled before the move, and the move depends on it;
//! - *edge(i, j)*: i moves before j.
//!
//! A claim of the k-th cell of a ray by a number v requires k - v reliances among the cells before
//! it. A reliance requires a claim, and orders the claimer first. The order has no cycle. That
//! describes the plans; further constraints only narrow the search to plans of a certain form,
//! which some shortest plan always has: every cell has one claimer, every claim is a goal or relied
//! on, every used number claims something, only one goal is claimed.

use super::cdcl::{Engine, Lit};
use super::claims::Claims;
use super::effort::Effort;
use crate::grid::Direction;
use crate::search::{Stop, toolkit::OutOfMemory};

pub(crate) struct RayLits {
    pub(crate) number: usize,
    pub(crate) direction: Direction,
    /// That the number goes this way.
    pub(crate) goes: Lit,
    /// By index on the ray: that its cell is claimed.
    pub(crate) claims: Vec<Option<Lit>>,
    /// By index on the ray: that its cell is relied on.
    pub(crate) relies: Vec<Option<Lit>>,
}

/// An engine that holds the constraints of a board, and the meaning of its literals.
pub(crate) struct Encoding {
    pub(crate) engine: Engine,
    /// By number: that it is used; `None` for useless ones.
    pub(crate) used: Vec<Option<Lit>>,
    pub(crate) rays: Vec<RayLits>,
}

/// A literal about a cell, and its ray.
#[derive(Clone, Copy)]
struct Mention {
    ray: usize,
    lit: Lit,
}

impl Encoding {
    pub(crate) fn of(claims: &Claims, effort: &mut Effort<'_, '_>) -> Result<Self, Stop> {
        let places: usize = claims.rays.iter().map(|ray| ray.cells.len()).sum();
        let budget = effort.budget().saturating_sub(Self::own_bytes(claims.rays.len(), places));
        let mut engine = Engine::new(claims.numbers.len(), budget)?;
        let mut used = vec![None; claims.numbers.len()];
        for ray in &claims.rays {
            if used[ray.number].is_none() {
                used[ray.number] = Some(engine.variable(false)?);
            }
        }
        let mut claimers: Vec<Vec<Mention>> = vec![Vec::new(); 256];
        let mut rays = Vec::with_capacity(claims.rays.len());
        for (at, ray) in claims.rays.iter().enumerate() {
            let goes = engine.variable(false)?;
            let mut lits = Vec::with_capacity(ray.cells.len());
            for &claimable in &ray.claimable {
                lits.push(if claimable { Some(engine.variable(false)?) } else { None });
            }
            for (&cell, lit) in ray.cells.iter().zip(&lits) {
                claimers[cell as usize].extend(lit.map(|lit| Mention { ray: at, lit }));
            }
            rays.push(RayLits {
                number: ray.number,
                direction: ray.direction,
                goes,
                relies: vec![None; lits.len()],
                claims: lits,
            });
        }
        let mut encoding = Self { engine, used, rays };
        let reliers = encoding.reliances(claims, &claimers, effort)?;
        encoding.walks(claims, effort)?;
        encoding.cells(claims, &claimers, &reliers, effort)?;
        encoding.twins(claims, effort)?;
        Ok(encoding)
    }

    pub(crate) fn bytes(&self) -> usize {
        let places = self.rays.iter().map(|ray| ray.claims.len()).sum();
        self.engine.bytes() + Self::own_bytes(self.rays.len(), places)
    }

    /// Bytes held outside of the engine, including the lists that exist only while the constraints
    /// are written.
    fn own_bytes(rays: usize, places: usize) -> usize {
        rays * size_of::<RayLits>()
            + places * 2 * (size_of::<Option<Lit>>() + 2 * size_of::<Mention>())
    }

    /// Creates the reliances, each with the claims that support it; returns them by cell.
    fn reliances(
        &mut self,
        claims: &Claims,
        claimers: &[Vec<Mention>],
        effort: &mut Effort<'_, '_>,
    ) -> Result<Vec<Vec<Mention>>, Stop> {
        let mut reliers: Vec<Vec<Mention>> = vec![Vec::new(); 256];
        for at in 0..self.rays.len() {
            effort.check_now(self.engine.bytes())?;
            let ray = &claims.rays[at];
            let value = claims.numbers[ray.number].value;
            let last = ray.claimable.iter().rposition(|&claimable| claimable);
            let Some(last) = last.filter(|&last| last >= value) else {
                continue;
            };
            for (place, &cell) in ray.cells[..last].iter().enumerate() {
                let cell = cell as usize;
                if !claims.reach_without[ray.number].contains(cell) {
                    continue;
                }
                let relies = self.engine.variable(false)?;
                self.rays[at].relies[place] = Some(relies);
                reliers[cell].push(Mention { ray: at, lit: relies });
                let mut support = vec![!relies];
                for claimer in &claimers[cell] {
                    let other = self.rays[claimer.ray].number;
                    if other == ray.number {
                        continue;
                    }
                    support.push(claimer.lit);
                    let edge = self.engine.edge(other, ray.number)?;
                    self.engine.add_clause(&[!relies, !claimer.lit, edge])?;
                }
                self.engine.add_clause(&support)?;
            }
        }
        Ok(reliers)
    }

    fn walks(&mut self, claims: &Claims, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        let mut ways: Vec<Vec<Lit>> = vec![Vec::new(); claims.numbers.len()];
        for (lits, ray) in self.rays.iter().zip(&claims.rays) {
            let engine = &mut self.engine;
            effort.check_now(engine.bytes())?;
            let value = claims.numbers[ray.number].value;
            let goes = lits.goes;
            ways[ray.number].push(goes);
            let mut some_claim = vec![!goes];
            some_claim.extend(lits.claims.iter().flatten());
            engine.add_clause(&some_claim)?;
            for place in 0..ray.cells.len() {
                if let Some(claim) = lits.claims[place] {
                    engine.add_clause(&[!claim, goes])?;
                    if place >= value {
                        let before: Vec<Lit> =
                            lits.relies[..place].iter().flatten().copied().collect();
                        engine.add_at_least(Some(claim), &before, place + 1 - value)?;
                    }
                }
                if let Some(relies) = lits.relies[place] {
                    engine.add_clause(&[!relies, goes])?;
                    if let Some(claim) = lits.claims[place] {
                        engine.add_clause(&[!relies, !claim])?;
                    }
                    let mut purpose = vec![!relies];
                    let from = value.max(place + 1);
                    purpose.extend(lits.claims[from.min(ray.cells.len())..].iter().flatten());
                    engine.add_clause(&purpose)?;
                }
            }
            let unclaimed: Vec<Lit> = lits.claims.iter().flatten().map(|&lit| !lit).collect();
            if unclaimed.len() > value {
                engine.add_at_least(None, &unclaimed, unclaimed.len() - value)?;
            }
        }
        for (ways, used) in ways.iter().zip(&self.used) {
            let Some(used) = *used else { continue };
            let mut some_way = vec![!used];
            for (at, &way) in ways.iter().enumerate() {
                some_way.push(way);
                self.engine.add_clause(&[!way, used])?;
                for &other in &ways[..at] {
                    self.engine.add_clause(&[!way, !other])?;
                }
            }
            self.engine.add_clause(&some_way)?;
        }
        Ok(())
    }

    fn cells(
        &mut self,
        claims: &Claims,
        claimers: &[Vec<Mention>],
        reliers: &[Vec<Mention>],
        effort: &mut Effort<'_, '_>,
    ) -> Result<(), Stop> {
        let mut goal_claims = Vec::new();
        for (cell, mentions) in claimers.iter().enumerate() {
            effort.check_now(self.engine.bytes())?;
            if claims.goals.contains(cell) {
                goal_claims.extend(mentions.iter().map(|mention| mention.lit));
                continue;
            }
            for claimer in mentions {
                let number = self.rays[claimer.ray].number;
                let mut use_made = vec![!claimer.lit];
                use_made.extend(
                    reliers[cell]
                        .iter()
                        .filter(|relier| self.rays[relier.ray].number != number)
                        .map(|relier| relier.lit),
                );
                self.engine.add_clause(&use_made)?;
            }
            self.at_most_one(mentions.iter().map(|mention| mention.lit))?;
        }
        self.at_most_one(goal_claims.iter().copied())?;
        Ok(self.engine.add_clause(&goal_claims)?)
    }

    fn at_most_one(&mut self, lits: impl Iterator<Item = Lit>) -> Result<(), OutOfMemory> {
        let denied: Vec<Lit> = lits.map(|lit| !lit).collect();
        if denied.len() > 1 {
            self.engine.add_at_least(None, &denied, denied.len() - 1)?;
        }
        Ok(())
    }

    /// Symmetry breaking for two numbers of one line that go the same way, the nearer at least as
    /// large: if the farther one fills nothing between them, the two can be exchanged in the plan,
    /// so the nearer may go first.
    fn twins(&mut self, claims: &Claims, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        for (far_at, far) in claims.rays.iter().enumerate() {
            effort.check_now(self.engine.bytes())?;
            for (near_at, near) in claims.rays.iter().enumerate() {
                let same_way = far.direction == near.direction && far.number != near.number;
                if !same_way
                    || claims.numbers[near.number].value < claims.numbers[far.number].value
                    || !far.cells.ends_with(&near.cells)
                    || !is_behind(claims, far.number, near.number, far.direction)
                {
                    continue;
                }
                let between = far.cells.len() - near.cells.len();
                let (far, near) = (&self.rays[far_at].claims, &self.rays[near_at].claims);
                for (place, &early) in far.iter().enumerate().skip(between) {
                    let Some(early) = early else { continue };
                    for &late in near[place - between + 1..].iter().flatten() {
                        let mut clause = vec![!early, !late];
                        clause.extend(far[..between].iter().flatten());
                        self.engine.add_clause(&clause)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// True if `far` is behind `near` on one line in `direction`.
fn is_behind(claims: &Claims, far: usize, near: usize, direction: Direction) -> bool {
    let (far, near) = (claims.numbers[far].at, claims.numbers[near].at);
    match direction {
        Direction::Up | Direction::Left => far > near,
        Direction::Down | Direction::Right => far < near,
    }
}
