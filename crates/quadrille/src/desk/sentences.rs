//! A report in plain sentences.

use quadrille_base::quantities::{commas, counted};

use super::edits;
use super::report::{LevelReport, Question, Warning};
use crate::definition::Plans;
use crate::generate::{Difficulty, Rating};

impl LevelReport {
    /// The report in plain sentences, the most important first.
    pub fn sentences(&self) -> Vec<String> {
        let mut all = Vec::new();
        self.say_solution(&mut all);
        if self.optimum == Some(0) {
            return all;
        }
        self.say_ways(&mut all);
        self.say_losing(&mut all);
        self.say_useless(&mut all);
        if let Some(rating) = &self.rating {
            all.push(hardness(rating));
        }
        if self.positions.is_none() && self.reached > 0 {
            let count = counted(self.reached as u64, "position");
            all.push(format!("It has at least {count}."));
        }
        if !self.open.is_empty() {
            let open: Vec<&str> = self.open.iter().map(|question| question.words()).collect();
            all.push(format!("Not found out within the limits: {}.", open.join(", ")));
        }
        all
    }

    fn say_solution(&self, all: &mut Vec<String>) {
        let first = self.solutions.first().map(|plan| plan.join(" ")).unwrap_or_default();
        all.push(match (self.solvable, self.optimum) {
            (_, Some(0)) => "The level is solved before the first move.".to_string(),
            (_, Some(moves)) if first.is_empty() => {
                format!("The cheapest solution costs {moves}.")
            }
            (_, Some(moves)) => {
                format!("The shortest solution has {}: {first}.", counted(moves.into(), "move"))
            }
            (Some(false), _) => "The level has no solution.".to_string(),
            (Some(true), None) => format!("A solution, not proved shortest: {first}."),
            (None, None) => "No solution was found within the limits.".to_string(),
        });
        match self.plans {
            Some(1) => all.push("It is the only shortest one.".to_string()),
            Some(plans) if plans >= Plans::MANY => {
                all.push(format!("There are {plans} different shortest ones or more."));
            }
            Some(plans) => all.push(format!("There are {plans} different shortest ones.")),
            None => {}
        }
        if self.solutions.len() > 1 {
            let others: Vec<String> =
                self.solutions.iter().skip(1).take(3).map(|plan| plan.join(" ")).collect();
            all.push(format!("Others that are as short: {}.", others.join("; ")));
        }
    }

    fn say_ways(&self, all: &mut Vec<String>) {
        for other in &self.other_ways {
            let extra = counted(other.extra.into(), "move");
            all.push(format!("Another way is {extra} longer: {}.", other.plan.join(" ")));
        }
        if let Some(longest) = self.forced.iter().max_by_key(|stretch| stretch.moves) {
            let total: usize = self.forced.iter().map(|stretch| stretch.moves).sum();
            let all_moves = self.solutions.first().map_or(0, Vec::len);
            if total == all_moves {
                all.push("Every move of it is forced.".to_string());
            } else if longest.moves > 1 {
                all.push(format!(
                    "{total} of its {all_moves} moves are forced; the longest forced stretch is moves \
                     {} to {}.",
                    longest.first,
                    longest.first + longest.moves - 1
                ));
            }
        }
    }

    fn say_losing(&self, all: &mut Vec<String>) {
        let Some(positions) = self.positions else { return };
        match self.first_irreversible {
            Some(1) => all.push("Already its first move cannot be taken back.".to_string()),
            Some(number) => {
                all.push(format!("Its first move that cannot be taken back is move {number}."));
            }
            None if self.optimum.is_some() && positions.returning > 1 => {
                all.push("Every move but the last can be taken back.".to_string());
            }
            None => {}
        }
        if self.solvable == Some(true) {
            let share = 100.0 * positions.dead as f64 / positions.all.max(1) as f64;
            let count = counted(positions.all as u64, "position");
            all.push(match positions.dead {
                0 => format!("There are no dead ends: all {count} can be solved."),
                dead => format!("{share:.0} % of the {count} are dead ({}).", commas(dead as u64)),
            });
        }
        if let Some(Warning { after, mv, .. }) = self.losing.first() {
            let place = match after.len() {
                0 => "Already the first move can lose the level".to_string(),
                moves => format!("After {} the level can be lost", counted(moves as u64, "move")),
            };
            let lead = after.iter().chain([mv]).cloned().collect::<Vec<_>>().join(" ");
            all.push(format!("{place}: {lead}."));
        }
        if let (Some(count), Some(trap)) = (self.trap_count, self.traps.first()) {
            let lead = trap.after.iter().chain([&trap.mv]).cloned().collect::<Vec<_>>().join(" ");
            let traps = counted(count as u64, "losing move");
            let look = if count == 1 { "looks" } else { "look" };
            all.push(format!("{traps} {look} like the best move, as in {lead}."));
        }
    }

    fn say_useless(&self, all: &mut Vec<String>) {
        let Some(useless) = &self.useless else { return };
        if !useless.things.is_empty() {
            let things: Vec<String> =
                useless.things.iter().map(|changes| edits::words(changes)).collect();
            let things = things.join(" / ");
            all.push(format!("Without effect on the shortest solutions: {things}."));
        } else if useless.unsettled == 0 {
            let walls = match (useless.walls, useless.shape) {
                (0, _) => "",
                (_, 0) => " and every wall",
                _ => " and every wall that is not part of the level's shape",
            };
            all.push(format!("Every piece{walls} has an effect."));
        }
    }
}

impl Question {
    /// The answer that is missing, in words.
    fn words(self) -> &'static str {
        match self {
            Question::Optimum => "the shortest solution",
            Question::Plans => "the number of shortest solutions",
            Question::OtherWays => "other ways",
            Question::DeadEnds => "dead ends",
            Question::Traps => "traps",
            Question::Useless => "whether each piece and wall has an effect",
            Question::Rating => "the rating",
        }
    }
}

/// The reasons for the difficulty, in a sentence.
fn hardness(rating: &Rating) -> String {
    let parts = &rating.parts;
    let mut reasons = Vec::new();
    if parts.moves >= 20 {
        reasons.push(format!("it is long ({} moves)", parts.moves));
    }
    if parts.choices >= 6.0 {
        reasons.push(format!("there are {:.0} moves to choose from", parts.choices));
    }
    if parts.right <= 0.35 {
        reasons.push(format!("only {:.0} % of them are right", 100.0 * parts.right));
    }
    if parts.misleading >= 0.5 {
        reasons.push(format!(
            "{:.0} % of the moves that look best are wrong",
            100.0 * parts.misleading
        ));
    }
    if parts.dead_ends >= 0.25 {
        reasons.push(format!("{:.0} % of the moves on the way lose", 100.0 * parts.dead_ends));
    }
    let label = format!("{} ({})", Difficulty::of(rating.score), rating.score);
    if reasons.is_empty() && parts.right >= 0.5 {
        reasons.push("few moves, and most choices are right".to_string());
    }
    match reasons.is_empty() {
        true => format!("It is rated {label}."),
        false => format!("It is rated {label}: {}.", reasons.join(", ")),
    }
}
