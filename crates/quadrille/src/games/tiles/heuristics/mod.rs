//! The heuristics of tiles.

mod collinear;
mod collision;
mod distance;
mod relaxed;
mod table;

use super::rules::Tiles;
use crate::grid::Words;
use crate::heuristics::{self, Claims, HeuristicInfo, NamedHeuristic};
use crate::moves::Move;
use crate::registry::{OptionInfo, OptionKind, Value};
use distance::Metric;
use relaxed::Relaxed;
use table::{Fold, Table};

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
        about: "0 on the goal, 1 in line with it, 2 not in line, 3 in line with a wall between; the worst block counts",
        informed_by: "lines between blocks and goals, walls on them",
        admissible: true,
        consistent: true,
        whole: true,
    },
    HeuristicInfo {
        name: "collision",
        options: &[],
        about: "how many changes of orientation away from the goal the walls are that the blocks rest against; the least counts",
        informed_by: "walls and border sides beside the blocks",
        admissible: false,
        consistent: false,
        whole: true,
    },
];

/// A heuristic of tiles.
#[derive(Clone, Debug)]
pub struct Heuristic(&'static HeuristicInfo, Kind);

#[derive(Clone, Debug)]
enum Kind {
    Relaxed(Relaxed),
    Table(Table),
}

impl<const N: usize> heuristics::Heuristic<Tiles<N>> for Heuristic {
    fn claims(&self) -> Claims {
        self.0.claims()
    }

    #[inline]
    fn estimate(&self, _puzzle: &Tiles<N>, state: &Words<N>, by: Option<Move>) -> f64 {
        match &self.1 {
            Kind::Relaxed(relaxed) => relaxed.estimate(state, by),
            Kind::Table(table) => table.estimate(state),
        }
    }
}

impl<const N: usize> NamedHeuristic<Tiles<N>> for Heuristic {
    fn named(puzzle: &Tiles<N>, name: &str, options: &[Value]) -> Option<Heuristic> {
        let fold = |place: usize| {
            options.get(place).map_or(Fold::Min, |value| Fold::ALL[value.choice().min(2)])
        };
        let info = HEURISTICS.iter().find(|info| info.name == name)?;
        let distance = |metric| Kind::Table(distance::table(puzzle, metric, fold(0), fold(1)));
        let kind = match name {
            "relaxed" => Kind::Relaxed(Relaxed::new(puzzle)),
            "euclidean" => distance(Metric::Euclidean),
            "manhattan" => distance(Metric::Manhattan),
            "collinear" => Kind::Table(collinear::table(puzzle)),
            "collision" => Kind::Table(collision::table(puzzle)),
            _ => return None,
        };
        Some(Heuristic(info, kind))
    }
}
