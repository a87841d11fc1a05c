//! The choice of an algorithm and a heuristic.

use crossterm::event::{KeyCode, KeyEvent};
use quadrille::Method;
use quadrille::games::Game;
use quadrille::grid::Direction;
use quadrille::heuristics::ZERO;
use quadrille::registry::ALGORITHMS;

/// The name of a method, with the game's default heuristic filled in.
pub fn named(method: &Method, game: &dyn Game) -> String {
    game.resolve(method).as_ref().unwrap_or(method).to_string()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    pub name: String,
    pub about: String,
}

#[derive(Clone, Debug)]
pub struct MethodLists {
    pub heuristics: Vec<Offer>,
    /// The index of the selected algorithm.
    pub algorithm: usize,
    /// The index of the selected heuristic.
    pub heuristic: usize,
    /// True if the cursor is in the list of heuristics.
    pub in_heuristics: bool,
    /// The text of a method while it is typed.
    pub typed: Option<String>,
    /// The error in the typed text.
    pub mistake: Option<String>,
}

impl MethodLists {
    /// The lists for a game, with the current method selected.
    pub fn new(game: &dyn Game, method: &Method) -> MethodLists {
        let own = game.heuristics().iter().chain([&ZERO]);
        let mut heuristics = vec![Offer {
            name: game.default_heuristic().to_string(),
            about: "the default of this game".to_string(),
        }];
        heuristics.extend(
            own.map(|info| Offer { name: info.name.to_string(), about: info.about.to_string() }),
        );
        // The default may be one of the others.
        let default = heuristics[0].name.clone();
        if let Some(twin) = heuristics.iter().skip(1).position(|offer| offer.name == default) {
            let twin = heuristics.remove(twin + 1);
            heuristics[0].about = format!("{} (the default)", twin.about);
        }
        let selected = method.heuristic.as_ref().map(ToString::to_string);
        let chosen = |offer: &Offer| selected.as_ref() == Some(&offer.name);
        MethodLists {
            algorithm: ALGORITHMS
                .iter()
                .position(|info| info.name == method.algorithm.name())
                .unwrap_or(0),
            heuristic: heuristics.iter().position(chosen).unwrap_or(0),
            heuristics,
            in_heuristics: false,
            typed: None,
            mistake: None,
        }
    }

    /// True if the selected algorithm uses a heuristic.
    pub fn uses_heuristic(&self) -> bool {
        ALGORITHMS[self.algorithm].uses_heuristic
    }

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

    pub fn switch(&mut self) {
        self.in_heuristics = !self.in_heuristics && self.uses_heuristic();
    }

    pub fn method(&self) -> Method {
        let heuristic = (self.heuristic > 0 && self.uses_heuristic())
            .then(|| self.heuristics[self.heuristic].name.parse().ok())
            .flatten();
        Method { heuristic, ..Method::from(ALGORITHMS[self.algorithm].algorithm) }
    }

    /// Handles a key while a method is typed. Returns the method when it is complete and the game
    /// has its heuristic.
    pub fn type_key(&mut self, key: KeyEvent, game: &'static dyn Game) -> Option<Method> {
        let typed = self.typed.as_mut()?;
        self.mistake = None;
        match key.code {
            KeyCode::Char(letter) => typed.push(letter),
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Esc => self.typed = None,
            KeyCode::Enter => {
                let method = typed.parse::<Method>();
                let read = |method: &Method| crate::scripts::resolved(method, game);
                match method.and_then(|method| read(&method)) {
                    Ok(method) => return Some(method),
                    Err(error) => self.mistake = Some(error.message()),
                }
            }
            _ => {}
        }
        None
    }

    /// The description of the selected entry.
    pub fn about(&self) -> &str {
        if let Some(mistake) = &self.mistake {
            return mistake;
        }
        if self.typed.is_some() {
            return "An algorithm, with options in brackets, and after 'with' a heuristic: wastar(3) with max(a,2*b)";
        }
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
                assert!(heuristic.check(game.vocabulary()).is_ok(), "{} {}", game.id(), offer.name);
            }
        }
    }
}
