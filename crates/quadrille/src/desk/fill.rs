//! Levels for the gaps in the difficulty curve of a pack.

use std::collections::HashSet;

use crate::candidates::{Attempt, Spec};
use crate::levels::Level;
use crate::search::{Control, Cost};

/// Two neighbours of a pack, one much harder than the other, and the levels made between them.
#[derive(Clone, PartialEq, Debug)]
pub struct Gap {
    /// The id of the game.
    pub game: &'static str,
    /// The scores of the neighbours.
    pub scores: (u32, u32),
    /// The levels made for it, from the easiest to the hardest, with all data except for a name.
    pub levels: Vec<Level>,
    /// True if no two neighbours are more than the step apart.
    pub is_closed: bool,
}

/// Candidates tried for each gap.
const TRIED: u64 = 3_000;

/// Finds the neighbours among the rated levels of each game whose scores are more than `step`
/// apart, and makes levels between them, of the sizes of the two and with as many moves. The time
/// limit applies to all of them together.
pub fn fill(levels: &[Level], step: u32, seed: u64, control: &Control) -> Vec<Gap> {
    let deadline = control.deadline();
    let step = step.max(1);
    let mut rated: Vec<(&'static str, u32, &Level)> = levels
        .iter()
        .filter_map(|level| Some((level.game.id(), level.difficulty?, level)))
        .collect();
    rated.sort_by_key(|&(game, score, _)| (game, score));
    let mut known: HashSet<_> = levels.iter().map(|one| one.game.canonical(&one.grid)).collect();
    let mut gaps = Vec::new();
    for pair in rated.windows(2) {
        let [(game, low, easy), (other, high, hard)] = *pair else { continue };
        if game != other || high - low <= step {
            continue;
        }
        let length = |level: &Level| level.solution.as_ref().map(|plan| plan.len() as Cost);
        let (short, long) = (length(easy).unwrap_or(1), length(hard).unwrap_or(Cost::MAX));
        let spec = Spec {
            sizes: vec![easy.grid.size(), hard.grid.size()],
            moves: Some(short.min(long)..=short.max(long)),
            seed,
            ..Spec::default()
        };
        let mut scores = vec![low, high];
        let mut made: Vec<Level> = Vec::new();
        for number in 0..TRIED {
            let is_closed = scores.windows(2).all(|pair| pair[1] - pair[0] <= step);
            if is_closed || deadline.check(0).is_err() {
                break;
            }
            let Attempt::Made(found) = easy.game.attempt(&spec, number, control) else { continue };
            let score = found.rating.score;
            let at = scores.partition_point(|&other| other < score);
            let is_between = at > 0 && at < scores.len() && scores[at] != score;
            // Not at the edge of a gap, which would stay as wide.
            let is_far = |from: u32, to: u32| {
                (score - from).min(to - score) >= ((to - from) / 4).clamp(1, step.div_ceil(2))
            };
            if is_between
                && scores[at] - scores[at - 1] > step
                && is_far(scores[at - 1], scores[at])
                && known.insert(easy.game.canonical(&found.board))
            {
                scores.insert(at, score);
                made.push(found.level(easy.game));
            }
        }
        made.sort_by_key(|level| level.difficulty);
        let is_closed = scores.windows(2).all(|pair| pair[1] - pair[0] <= step);
        gaps.push(Gap { game, scores: (low, high), levels: made, is_closed });
    }
    gaps
}
