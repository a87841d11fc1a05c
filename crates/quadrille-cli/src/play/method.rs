//! The choice of an algorithm and a heuristic from what the library has.

use quadrille::games::{Game, Request};
use quadrille::grid::Direction;
use quadrille::registry::{ALGORITHMS, Algorithm};
use quadrille::search::Pruning;

/// The algorithm that solves, and the heuristic that it asks.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic as it would be typed; the game's default when there is none.
    pub heuristic: Option<String>,
}

impl Method {
    /// The request to the library.
    pub fn request(&self) -> Request {
        let heuristic = self.heuristic.as_deref().and_then(|text| text.parse().ok());
        Request { algorithm: self.algorithm, heuristic, pruning: Pruning::default() }
    }

    /// Its name.
    pub fn name(&self, game: &dyn Game) -> String {
        let algorithm = self.algorithm.to_string();
        if !self.algorithm.info().uses_heuristic {
            return algorithm;
        }
        let heuristic = self.heuristic.as_deref().unwrap_or(game.default_heuristic());
        format!("{algorithm}, {heuristic}")
    }
}

/// A line of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The name.
    pub name: String,
    /// What it is.
    pub about: String,
}

/// The two lists while a choice is made.
#[derive(Clone, Debug)]
pub struct MethodLists {
    /// The heuristics of the game.
    pub heuristics: Vec<Offer>,
    /// Which algorithm the cursor is on.
    pub algorithm: usize,
    /// Which heuristic the cursor is on.
    pub heuristic: usize,
    /// Whether the cursor is in the list of heuristics.
    pub in_heuristics: bool,
}

impl MethodLists {
    /// The lists for a game, the cursors on what is chosen now.
    pub fn new(game: &dyn Game, method: &Method) -> MethodLists {
        let own = game.heuristics().iter();
        let mut heuristics = vec![Offer {
            name: game.default_heuristic().to_string(),
            about: "the default of this game".to_string(),
        }];
        heuristics.extend(
            own.map(|info| Offer { name: info.name.to_string(), about: info.about.to_string() }),
        );
        let zero = "no estimate at all: with A*, uniform-cost search";
        heuristics.push(Offer { name: "zero".to_string(), about: zero.to_string() });
        // The default may be one of the others.
        let default = heuristics[0].name.clone();
        if let Some(twin) = heuristics.iter().skip(1).position(|offer| offer.name == default) {
            let twin = heuristics.remove(twin + 1);
            heuristics[0].about = format!("{} (the default)", twin.about);
        }
        let chosen = |offer: &Offer| method.heuristic.as_ref() == Some(&offer.name);
        MethodLists {
            algorithm: ALGORITHMS
                .iter()
                .position(|info| info.name == method.algorithm.info().name)
                .unwrap_or(0),
            heuristic: heuristics.iter().position(chosen).unwrap_or(0),
            heuristics,
            in_heuristics: false,
        }
    }

    /// Whether the algorithm under the cursor asks a heuristic.
    pub fn uses_heuristic(&self) -> bool {
        ALGORITHMS[self.algorithm].uses_heuristic
    }

    /// Goes in a direction.
    pub fn go(&mut self, direction: Direction) {
        let (cursor, count) = if self.in_heuristics {
            (&mut self.heuristic, self.heuristics.len())
        } else {
            (&mut self.algorithm, ALGORITHMS.len())
        };
        match direction {
            Direction::Up => *cursor = cursor.saturating_sub(1),
            Direction::Down => *cursor = (*cursor + 1).min(count - 1),
            Direction::Left => self.in_heuristics = false,
            Direction::Right => self.in_heuristics = self.uses_heuristic(),
        }
    }

    /// To the other list.
    pub fn switch(&mut self) {
        self.in_heuristics = !self.in_heuristics && self.uses_heuristic();
    }

    /// What is chosen.
    pub fn method(&self) -> Method {
        let heuristic = (self.heuristic > 0).then(|| self.heuristics[self.heuristic].name.clone());
        Method {
            algorithm: ALGORITHMS[self.algorithm].algorithm,
            heuristic: heuristic.filter(|_| self.uses_heuristic()),
        }
    }

    /// What is to be said about what the cursor is on.
    pub fn about(&self) -> &str {
        if self.in_heuristics {
            &self.heuristics[self.heuristic].about
        } else {
            ALGORITHMS[self.algorithm].about
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::games;

    #[test]
    fn every_heuristic_on_offer_can_be_asked_for() {
        for game in games::ALL.iter().copied() {
            let lists = MethodLists::new(game, &Method::default());
            for offer in &lists.heuristics {
                let heuristic: quadrille::heuristics::Expression = offer.name.parse().unwrap();
                assert!(heuristic.check(game.heuristics()).is_ok(), "{} {}", game.id(), offer.name);
            }
        }
    }
}
