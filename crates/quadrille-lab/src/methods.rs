//! Lists of methods.

use quadrille::Method;
use quadrille::games::Game;
use quadrille::heuristics::Expression;
use quadrille::registry::ALGORITHMS;
use quadrille::search::Algorithm;

/// Every algorithm with every heuristic; algorithms that use none once. Without heuristics, each
/// algorithm uses the game's default.
pub fn cross(algorithms: &[Algorithm], heuristics: &[Expression]) -> Vec<Method> {
    let mut methods = Vec::new();
    for &algorithm in algorithms {
        if algorithm.uses_heuristic() && !heuristics.is_empty() {
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

/// The methods compared by default: every algorithm with the game's default heuristic, and A* with
/// each of the others.
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

/// Removes duplicates and keeps the order.
pub(crate) fn distinct<M: PartialEq>(methods: impl Iterator<Item = M>) -> Vec<M> {
    let mut chosen: Vec<M> = Vec::new();
    for method in methods {
        if !chosen.contains(&method) {
            chosen.push(method);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_method_comes_twice() {
        // With one heuristic or none there are no others: an empty list must not add the default
        // again.
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
