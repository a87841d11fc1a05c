//! A method: an algorithm with the heuristic that it asks, written `astar with relaxed`.

use std::fmt;
use std::str::FromStr;

use quadrille::games::{Game, Request};
use quadrille::heuristics::Expression;
use quadrille::registry::{ALGORITHMS, Algorithm, SpecError};

/// The word between an algorithm and its heuristic.
const WITH: &str = " with ";

/// An algorithm with the heuristic that it asks.
///
/// ```
/// use quadrille_lab::Method;
/// let method: Method = "wastar(3) with max(relaxed,collinear)".parse().unwrap();
/// assert_eq!(method.to_string(), "wastar(3) with max(relaxed,collinear)");
/// assert!("bfs with relaxed".parse::<Method>().is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its heuristic. `None` for an algorithm that asks none, or for the default of the game.
    pub heuristic: Option<Expression>,
}

impl Method {
    /// An algorithm with its heuristic; refused when the algorithm asks none.
    pub fn new(algorithm: Algorithm, heuristic: Option<Expression>) -> Result<Method, SpecError> {
        if let Some(heuristic) = heuristic.as_ref().filter(|_| !algorithm.info().uses_heuristic) {
            let message = format!(
                "the algorithm '{algorithm}' uses no heuristic, so '{heuristic}' would change nothing"
            );
            return Err(SpecError::new(0, 0, message));
        }
        Ok(Method { algorithm, heuristic })
    }

    /// The same for a level of this game: with the heuristic said that was left to the game.
    pub fn of_game(&self, game: &dyn Game) -> Result<Method, SpecError> {
        let heuristic = match &self.heuristic {
            Some(heuristic) => {
                heuristic.check(game.heuristics())?;
                Some(heuristic.clone())
            }
            None if self.algorithm.info().uses_heuristic => Some(game.default_heuristic().parse()?),
            None => None,
        };
        Ok(Method { algorithm: self.algorithm, heuristic })
    }

    /// The request to the library.
    pub fn request(&self) -> Request {
        let (algorithm, heuristic) = (self.algorithm, self.heuristic.clone());
        Request { algorithm, heuristic, ..Request::default() }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.algorithm.fmt(f)?;
        match &self.heuristic {
            Some(heuristic) => write!(f, "{WITH}{heuristic}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Method {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Method, SpecError> {
        let Some(at) = text.find(WITH) else {
            return Method::new(text.parse()?, None);
        };
        let algorithm = text[..at].parse()?;
        let behind = at + WITH.len();
        let heuristic = text[behind..].parse().map_err(|mut error: SpecError| {
            error.offset += behind;
            error
        })?;
        Method::new(algorithm, Some(heuristic)).map_err(|error| SpecError {
            offset: at + 1,
            length: text.len() - at - 1,
            ..error
        })
    }
}

/// Every algorithm with every heuristic; algorithms that ask none come once. Without heuristics each algorithm gets the
/// game's default.
pub fn cross(algorithms: &[Algorithm], heuristics: &[Expression]) -> Vec<Method> {
    let mut methods = Vec::new();
    for &algorithm in algorithms {
        if algorithm.info().uses_heuristic && !heuristics.is_empty() {
            let each = heuristics.iter().cloned();
            methods.extend(each.map(|heuristic| Method { algorithm, heuristic: Some(heuristic) }));
        } else {
            methods.push(Method { algorithm, heuristic: None });
        }
    }
    methods
}

/// The heuristics of a game as they would be typed, its default first.
pub fn heuristics_of(game: &dyn Game) -> Vec<Expression> {
    let default = game.default_heuristic();
    let others = game.heuristics().iter().map(|info| info.name).filter(|&name| name != default);
    std::iter::once(default).chain(others).filter_map(|name| name.parse().ok()).collect()
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
    let others = &heuristics_of(game)[1..];
    let methods = cross(&algorithms, &[]).into_iter().chain(cross(&[Algorithm::Astar], others));
    methods.filter_map(|method| method.of_game(game).ok()).collect()
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
