//! Which methods are tried.

use quadrille::Method;
use quadrille::games::Game;
use quadrille::heuristics::{Expression, HeuristicInfo};
use quadrille::registry::{ALGORITHMS, Algorithm, OptionKind};

/// Every algorithm with every heuristic; algorithms that ask none come once. Without heuristics each algorithm gets the
/// game's default.
pub fn cross(algorithms: &[Algorithm], heuristics: &[Expression]) -> Vec<Method> {
    let mut methods = Vec::new();
    for &algorithm in algorithms {
        if algorithm.info().uses_heuristic && !heuristics.is_empty() {
            methods.extend(heuristics.iter().map(|heuristic| Method {
                heuristic: Some(heuristic.clone()),
                ..Method::from(algorithm)
            }));
        } else {
            methods.push(Method::from(algorithm));
        }
    }
    methods
}

/// The heuristics of a game as they would be typed, its default first. One with options that are chosen from words, such as the
/// folds of `euclidean(mean,min)`, comes with every choice.
pub fn heuristics_of(game: &dyn Game) -> Vec<Expression> {
    let default = game.default_heuristic();
    let mut names = vec![default.to_string()];
    for info in game.heuristics() {
        names.push(info.name.to_string());
        names.extend(variants(info));
    }
    let mut seen = Vec::new();
    for expression in names.iter().filter_map(|name| name.parse::<Expression>().ok()) {
        if !seen.contains(&expression) {
            seen.push(expression);
        }
    }
    seen
}

/// A heuristic with every combination of words that its options can be, apart from that of the defaults.
fn variants(info: &HeuristicInfo) -> Vec<String> {
    let mut combinations: Vec<Vec<&str>> = vec![Vec::new()];
    for option in info.options {
        let OptionKind::Choice(words) = option.kind else { return Vec::new() };
        combinations = combinations
            .into_iter()
            .flat_map(|chosen| words.iter().map(move |&word| [chosen.as_slice(), &[word]].concat()))
            .collect();
    }
    let defaults: Vec<&str> = info.options.iter().map(|option| option.default).collect();
    let other = |chosen: &Vec<&str>| !chosen.is_empty() && *chosen != defaults;
    combinations
        .into_iter()
        .filter(other)
        .map(|chosen| format!("{}({})", info.name, chosen.join(",")))
        .collect()
}

/// What is compared when nobody says: every algorithm with the game's default heuristic, and A* with each of the others.
///
/// ```
/// let methods = quadrille_lab::default_methods(quadrille::games::by_id("zhed").unwrap());
/// let names: Vec<String> = methods.iter().map(ToString::to_string).collect();
/// assert!(names.contains(&"bfs".to_string()));
/// assert!(names.contains(&"astar with reach".to_string()));
/// assert!(names.contains(&"astar with h1".to_string()));
/// ```
pub fn default_methods(game: &dyn Game) -> Vec<Method> {
    let algorithms: Vec<Algorithm> = ALGORITHMS.iter().map(|info| info.algorithm).collect();
    let names = game.heuristics().iter().filter_map(|info| info.name.parse().ok());
    let others = cross(&[Algorithm::Astar], &names.collect::<Vec<_>>());
    let methods = cross(&algorithms, &[]).into_iter().chain(others);
    distinct(methods.filter_map(|method| game.resolve(&method).ok()))
}

/// Each method once, in their order.
pub(crate) fn distinct<M: PartialEq>(methods: impl Iterator<Item = M>) -> Vec<M> {
    let mut chosen: Vec<M> = Vec::new();
    for method in methods {
        if !chosen.contains(&method) {
            chosen.push(method);
        }
    }
    chosen
}

/// The parts of a list with commas between them; commas inside brackets are part of a part.
///
/// ```
/// assert_eq!(quadrille_lab::split_list("bfs, ordered(0,1)"), ["bfs", "ordered(0,1)"]);
/// ```
pub fn split_list(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_method_comes_twice() {
        // With one heuristic, or none, there are no others: an empty list must not bring the default again.
        for game in quadrille::games::ALL.iter().copied() {
            let names: Vec<String> =
                default_methods(game).iter().map(ToString::to_string).collect();
            let mut sorted = names.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), names.len(), "{}: {names:?}", game.id());
        }
    }
}
