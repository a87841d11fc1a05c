//! A space as JSON.

use quadrille::moves::{Move, Notation};
use quadrille::search::{Stats, Stop, Survey, explore::Layer};
use serde::Serialize;

use crate::scratch::DiskUse;

#[derive(Serialize)]
pub struct SpaceFields<'a> {
    /// True if these are all positions.
    complete: bool,
    stop: Option<Stop>,
    positions: u64,
    depth: usize,
    solved: u64,
    /// The depth of the first solved position.
    first_solved: Option<u32>,
    stuck: Option<u64>,
    dead_ends: Option<u64>,
    /// The mean number of moves of a position.
    branching: Option<f64>,
    /// A shortest path to one of the farthest positions.
    farthest: Vec<String>,
    /// A shortest path to one of the positions that take the most moves to solve.
    hardest: Option<Vec<String>>,
    /// The number of positions that are 0, 1, 2 … moves from the nearest solved one.
    to_goal: Option<&'a [u64]>,
    layers: &'a [Layer],
    stats: Stats,
    #[serde(skip_serializing_if = "Option::is_none")]
    disk: Option<DiskUse>,
}

impl<'a> SpaceFields<'a> {
    pub fn new(notation: Notation, survey: &'a Survey, disk: Option<DiskUse>) -> SpaceFields<'a> {
        let written = |moves: &[Move]| moves.iter().map(|&mv| notation.write(mv)).collect();
        SpaceFields {
            complete: survey.stop.is_none(),
            stop: survey.stop,
            positions: survey.positions(),
            depth: survey.layers.len().saturating_sub(1),
            solved: survey.solved(),
            first_solved: survey.first_solved(),
            stuck: survey.stuck(),
            dead_ends: survey.dead_ends(),
            branching: survey.branching(),
            farthest: written(&survey.farthest),
            hardest: survey.hardest.as_deref().map(written),
            to_goal: survey.to_goal.as_deref(),
            layers: &survey.layers,
            stats: survey.stats,
            disk,
        }
    }
}
