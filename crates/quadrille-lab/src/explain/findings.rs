//! Findings of an explanation, in sentences.

use quadrille::record::Verdict;
use quadrille_base::quantities::{commas, counted};

use super::{Explained, Explanation};

/// The sentences, the most important first.
pub(super) fn findings(explanation: &Explanation) -> Vec<String> {
    let mut sentences = Vec::new();
    let done = |explained: &&Explained| explained.record.outcome.is_answer();
    let mut by_work: Vec<&Explained> = explanation.heuristics.iter().filter(done).collect();
    by_work.sort_by_key(|explained| explained.record.stats.expanded);
    if let [least, .., most] = by_work.as_slice() {
        sentences.push(effort(least, most));
        let admissible: Vec<&&Explained> = by_work.iter().filter(|one| one.admissible).collect();
        if let [least, .., most] = admissible.as_slice() {
            sentences.extend(by_f(explanation, least, most));
        }
        sentences.extend(accuracy(least, most));
    }
    sentences
        .extend(explanation.heuristics.iter().filter_map(|one| overestimates(explanation, one)));
    sentences.extend(dead_ends(explanation));
    for explained in &explanation.heuristics {
        if explained.record.outcome == Verdict::Unknown {
            let stop = explained.record.stop.map_or("no plan found".to_string(), |s| s.to_string());
            sentences
                .push(format!("With `{}` the search did not end: {stop}.", explained.heuristic));
        }
    }
    if explanation.unsolvable {
        sentences.push("There is no plan: to prove it, a search must expand every position that its estimates do not call a dead end.".to_string());
    }
    if explanation.positions.is_none() {
        sentences.push("The space was too large to be explored within the limits, so there are no figures over all positions.".to_string());
    }
    sentences
}

fn effort(least: &Explained, most: &Explained) -> String {
    let (few, many) = (least.record.stats.expanded, most.record.stats.expanded);
    if few == many {
        return format!("All expand the same number of positions, {}.", commas(few));
    }
    format!(
        "With `{}` {} expanded, with `{}` {}: {:.1} times as many.",
        least.heuristic,
        if few == 1 {
            "1 position is".to_string()
        } else {
            format!("{} positions are", commas(few))
        },
        most.heuristic,
        commas(many),
        many as f64 / few.max(1) as f64
    )
}

fn by_f(explanation: &Explanation, least: &Explained, most: &Explained) -> Option<String> {
    let optimum = explanation.optimum?;
    if least.record.stats.expanded == most.record.stats.expanded {
        return None;
    }
    let (few, many) = (least.below?, most.below?);
    let (tied_few, tied_many) = (least.at?, most.at?);
    Some(if many > few {
        format!(
            "{} of the expansions with `{}` have f below the optimum of {}, with `{}` {}: A* expands every such position that it reaches \
             before it takes a goal, so that the order of ties cannot save any. A search that tests positions when they are generated, \
             such as `ucs`, may end a few expansions earlier. With f at the optimum, where the order of ties decides, there are {} and {}.",
            commas(many),
            most.heuristic,
            counted(optimum.into(), "move"),
            least.heuristic,
            commas(few),
            commas(tied_many),
            commas(tied_few)
        )
    } else {
        format!(
            "With f below the optimum of {} both expand about the same ({} and {}); the difference lies in ties, positions with f at the \
             optimum: {} with `{}` and {} with `{}`.",
            counted(optimum.into(), "move"),
            commas(many),
            commas(few),
            commas(tied_many),
            most.heuristic,
            commas(tied_few),
            least.heuristic
        )
    })
}

fn accuracy(least: &Explained, most: &Explained) -> Option<String> {
    let (near, far) = (least.space?, most.space?);
    if least.heuristic == most.heuristic
        || near.positions == 0
        || !near.mean_absolute_error.is_finite()
        || !far.mean_absolute_error.is_finite()
    {
        return None;
    }
    let begin = format!(
        "Over the {} that can be solved `{}` is {:.2} moves off in the mean, `{}` {:.2}",
        counted(near.positions as u64, "position"),
        least.heuristic,
        near.mean_absolute_error,
        most.heuristic,
        far.mean_absolute_error
    );
    Some(if near.mean_absolute_error <= far.mean_absolute_error {
        format!(
            "{begin}: the nearer the estimate, the fewer positions look as good as the way to the goal."
        )
    } else {
        format!(
            "{begin}: nearer in the mean is not enough; what counts are the positions whose f is not above the optimum."
        )
    })
}

fn overestimates(explanation: &Explanation, explained: &Explained) -> Option<String> {
    let space = explained.space.filter(|space| space.over > 0)?;
    let plan = match (explained.record.cost, explanation.optimum) {
        (Some(cost), Some(optimum)) if cost > optimum => {
            format!("its plan has {} too many", counted((cost - optimum).into(), "move"))
        }
        (Some(_), Some(_)) => "its plan is shortest all the same".to_string(),
        _ => return None,
    };
    Some(format!(
        "`{}` overestimates {} of {}, by up to {:.2}: {plan}.",
        explained.heuristic,
        commas(space.over as u64),
        counted(space.positions as u64, "position"),
        space.most_over
    ))
}

fn dead_ends(explanation: &Explanation) -> Option<String> {
    let dead = explanation.dead_ends.filter(|&dead| dead > 0)?;
    let seen: Vec<String> = explanation
        .heuristics
        .iter()
        .filter_map(|explained| {
            let count = explained.space?.dead_ends_seen;
            Some(format!("`{}` {}", explained.heuristic, commas(count as u64)))
        })
        .collect();
    Some(format!(
        "Of {} that are dead ends these are recognised: {}.",
        counted(dead as u64, "position"),
        seen.join(", ")
    ))
}
