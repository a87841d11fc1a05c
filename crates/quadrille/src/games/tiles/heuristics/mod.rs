//! The heuristics of tiles.

mod collinear;
mod collision;
mod distance;
mod relaxed;

use super::rules::Tiles;
use crate::grid::Words;
use crate::heuristics::{self, Claims, HeuristicInfo, NamedHeuristic};
use crate::moves::Move;
use crate::registry::{OptionInfo, OptionKind, Value};
use collinear::Collinear;
use collision::Collision;
use distance::{Distances, Fold, Metric};
use relaxed::Relaxed;

const FOLDS: OptionKind = OptionKind::Choice(&["min", "mean", "max"]);

const DISTANCE_OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "goals",
        about: "how a block's distances to the goals of its colour become one",
        kind: FOLDS,
        default: "min",
    },
    OptionInfo {
        name: "blocks",
        about: "how the values of the blocks become one",
        kind: FOLDS,
        default: "max",
    },
];

/// Every heuristic of tiles.
pub static HEURISTICS: &[HeuristicInfo] = &[
    HeuristicInfo {
        name: "relaxed",
        options: &[],
        about: "the moves needed when every block finds stoppers where it wants them, but all keep the same beat",
        informed_by: "walls, goals, the number of blocks, the axis of the last move",
        admissible: true,
        consistent: true,
        whole: true,
    },
    HeuristicInfo {
        name: "euclidean",
        options: DISTANCE_OPTIONS,
        about: "straight-line distance of the blocks to the goals of their colour",
        informed_by: "places of blocks and goals",
        admissible: false,
        consistent: false,
        whole: false,
    },
    HeuristicInfo {
        name: "manhattan",
        options: DISTANCE_OPTIONS,
        about: "rows plus columns from the blocks to the goals of their colour",
        informed_by: "places of blocks and goals",
        admissible: false,
        consistent: false,
        whole: false,
    },
    HeuristicInfo {
        name: "collinear",
        options: &[],
        about: "0 on the goal, 1 in line with it, 2 not in line, 3 with a wall between; the worst block counts",
        informed_by: "lines between blocks and goals, walls and blocks on them",
        admissible: false,
        consistent: false,
        whole: true,
    },
    HeuristicInfo {
        name: "collision",
        options: &[],
        about: "how many slides away from the goal the walls are that the blocks rest against; the worst block counts",
        informed_by: "walls and border sides beside the blocks",
        admissible: false,
        consistent: false,
        whole: true,
    },
];

/// A heuristic of tiles.
#[derive(Clone, Debug)]
pub struct Heuristic(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Relaxed(Relaxed),
    Distances(Distances),
    Collinear(Collinear),
    Collision(Collision),
}

impl<const N: usize> heuristics::Heuristic<Tiles<N>> for Heuristic {
    fn claims(&self) -> Claims {
        let name = match &self.0 {
            Kind::Relaxed(_) => "relaxed",
            Kind::Distances(_) => "euclidean",
            Kind::Collinear(_) => "collinear",
            Kind::Collision(_) => "collision",
        };
        HEURISTICS
            .iter()
            .find(|info| info.name == name)
            .expect("every heuristic is in the list")
            .claims()
    }

    #[inline]
    fn estimate(&self, _puzzle: &Tiles<N>, state: &Words<N>, by: Option<Move>) -> f64 {
        match &self.0 {
            Kind::Relaxed(relaxed) => relaxed.estimate(state, by),
            Kind::Distances(distances) => distances.estimate(state),
            Kind::Collinear(collinear) => collinear.estimate(state),
            Kind::Collision(collision) => collision.estimate(state),
        }
    }
}

impl<const N: usize> NamedHeuristic<Tiles<N>> for Heuristic {
    fn named(puzzle: &Tiles<N>, name: &str, options: &[Value]) -> Option<Heuristic> {
        let fold = |place: usize| {
            options.get(place).map_or(Fold::Min, |value| Fold::ALL[value.choice().min(2)])
        };
        Some(Heuristic(match name {
            "relaxed" => Kind::Relaxed(Relaxed::new(puzzle)),
            "euclidean" => {
                Kind::Distances(Distances::new(puzzle, Metric::Euclidean, fold(0), fold(1)))
            }
            "manhattan" => {
                Kind::Distances(Distances::new(puzzle, Metric::Manhattan, fold(0), fold(1)))
            }
            "collinear" => Kind::Collinear(Collinear::new(puzzle)),
            "collision" => Kind::Collision(Collision::new(puzzle)),
            _ => return None,
        }))
    }
}
