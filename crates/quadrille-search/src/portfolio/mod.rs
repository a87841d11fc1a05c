//! Portfolios: quick plan finders that run beside a proof.
//!
//! A proof may take long, and until it ends there is no plan. So other searches, which prove
//! nothing, run beside it: the caller chooses which ([`Finder`]) and how they share their time.
//! They start when the proof has run for a while, so an easy problem never starts a thread. Every
//! better plan is published at once, and the proof ends when its lower bound reaches the cost of
//! the best plan.
//!
//! Finders take turns on one core, separate from that of the proof if there are two. On a single
//! core they also take turns with the proof, and get a tenth of the time and a quarter of a second
//! in advance. Each keeps its state while others run: with a share of a third it finds a plan in
//! three times the time it takes alone.
//!
//! The cost of a proved plan is the same in every run. The choice among several cheapest plans, the
//! counts, and the best plan and bound at a limit may differ. With a limit below ten million
//! positions no finder runs, and every run is the same.

mod best;
#[cfg(not(target_arch = "wasm32"))]
mod threads;
mod turns;

pub(crate) use turns::Beside;

use crate::algorithm::Weight;
use crate::control::Meter;
use crate::event::Observer;
use crate::{
    Algorithm, Report,
    space::{Heuristic, Space},
};

/// A search for a plan that runs beside a proof.
///
/// A beam is followed by wider ones, and weighted A* by the same with lower weights, to find better
/// plans. All others run once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finder {
    /// [`Algorithm::Best`] and [`Algorithm::Parallel`] are not finders and are left out.
    pub algorithm: Algorithm,
    /// The number of its heuristic in the [`Portfolio`].
    pub guide: usize,
    /// Its part of the time and memory of all finders, relative to the sum of all shares.
    pub share: u32,
}

impl Finder {
    /// Finders for a problem with `guides` heuristics, the best first: most of the time goes to
    /// that one, and a little to depth-first search.
    pub fn standard(guides: usize) -> Vec<Finder> {
        let (beam, greedy) = (Algorithm::Beam { width: 100 }, Algorithm::Greedy);
        let weighted = Algorithm::Wastar { weight: Weight::whole(5) };
        let finder = |guide| move |(algorithm, share)| Finder { algorithm, guide, share };
        let first = [(beam, 3), (weighted, 3), (greedy, 2)].map(finder(0)).into_iter();
        let others = (1..guides.min(MOST_GUIDES))
            .flat_map(|guide| [(greedy, 1), (weighted, 1)].map(finder(guide)));
        let blind = finder(0)((Algorithm::Dfs { depth: None }, 1));
        first.take(if guides == 0 { 0 } else { 3 }).chain(others).chain([blind]).collect()
    }
}

/// Every finder is a thread, so only the first few heuristics get one.
const MOST_GUIDES: usize = 4;

/// A heuristic of a finder.
pub(crate) type Guide<'h, P> = Box<dyn Heuristic<<P as Space>::State, <P as Space>::Move> + 'h>;

/// Makes the heuristic with a number. A generic closure would compile every search once more.
type Make<'a, 'h, P> = &'a (dyn Fn(usize) -> Option<Guide<'h, P>> + Sync + 'a);

/// Finders, with the heuristics that guide them and the proof.
#[derive(Clone, Debug)]
pub struct Portfolio<F> {
    /// The searches beside the proof. Those with larger shares get more time; the first ones get
    /// the first turns.
    pub finders: Vec<Finder>,
    /// Makes the heuristic with this number when it is needed. Number 0 guides the proof if it is
    /// admissible.
    pub heuristic: F,
}

impl<F> Portfolio<F> {
    /// Finds a cheapest plan, or proves that there is none.
    ///
    /// Starts with a short breadth-first search, so that a small problem is solved before any
    /// heuristic is made; then comes A* with the first heuristic, if that is admissible, and the
    /// finders beside it. A heuristic that is not admissible does not guide the proof.
    pub fn solve<'h, P>(
        self,
        space: &P,
        meter: &mut Meter<'_>,
        observer: Observer<'_, P::Move>,
    ) -> Report<P::Move, P::State>
    where
        P: Space + ?Sized,
        F: Fn(usize) -> Option<Guide<'h, P>> + Sync,
    {
        let Portfolio { finders, heuristic } = self;
        let heuristic: Make<'_, 'h, P> = &heuristic;
        best::best(space, Portfolio { finders, heuristic }, meter, observer)
    }

    /// Runs the caller's own proof, with the finders beside it. `states` turns the positions along
    /// a plan into those of the report.
    pub fn prove<'h, P, T>(
        self,
        space: &P,
        meter: &mut Meter<'_>,
        states: impl FnOnce(Vec<P::State>) -> Vec<T>,
        proof: impl FnOnce(&mut Meter<'_>) -> Report<P::Move, T>,
    ) -> Report<P::Move, T>
    where
        P: Space + ?Sized,
        F: Fn(usize) -> Option<Guide<'h, P>> + Sync,
    {
        self.prove_with(space, None, meter, states, proof)
    }

    /// As [`Portfolio::prove`], with the first heuristic if it has been made. Without threads there
    /// are no finders.
    #[cfg_attr(target_arch = "wasm32", allow(unused_variables))]
    fn prove_with<'h, P, T>(
        self,
        space: &P,
        first: Option<&dyn Heuristic<P::State, P::Move>>,
        meter: &mut Meter<'_>,
        states: impl FnOnce(Vec<P::State>) -> Vec<T>,
        proof: impl FnOnce(&mut Meter<'_>) -> Report<P::Move, T>,
    ) -> Report<P::Move, T>
    where
        P: Space + ?Sized,
        F: Fn(usize) -> Option<Guide<'h, P>> + Sync,
    {
        #[cfg(target_arch = "wasm32")]
        return proof(meter);
        #[cfg(not(target_arch = "wasm32"))]
        {
            let Portfolio { finders, heuristic } = self;
            let heuristic: Make<'_, 'h, P> = &heuristic;
            let states: Box<dyn FnOnce(Vec<P::State>) -> Vec<T>> = Box::new(states);
            let proof: Box<dyn FnOnce(&mut Meter<'_>) -> Report<P::Move, T>> = Box::new(proof);
            threads::beside(space, Portfolio { finders, heuristic }, first, states, meter, proof)
        }
    }
}
