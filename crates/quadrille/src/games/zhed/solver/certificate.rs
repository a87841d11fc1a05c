//! A proof that a plan is as short as possible, as a text that a short program can check: prices on
//! cells for which the lines of the board, each solved alone, cost more than a shorter plan.
//! `docs/certificates.md` describes the text and why it is a proof.
//!
//! The bound is that of `lines` and `prices`, but without the reduction of `claims`, so that the
//! reader needs few rules: cells may be filled in a direction if they can be reached in it while
//! all numbers that may move help each other. Where prices leave a gap, a number is chosen, and the
//! proof is split by what the number does.

use std::fmt::Write as _;

use super::super::cell::Cell;
use super::super::plain;
use super::effort::Effort;
use super::lines::{Lines, ONE, Prices};
use super::prices::Pricing;
use crate::grid::{Direction, Grid, Words};
use crate::moves::Move;
use crate::search::{Cost, Stop, toolkit::Meter};

/// Rounds of pricing for each case.
const ROUNDS: u32 = 1000;

/// The most cases of a proof: more take minutes.
const MOST_CASES: u32 = 20_000;

/// Writes the proof that no plan is shorter than `plan`, or that there is no plan.
pub(in super::super) fn certificate(
    board: &Grid<Cell>,
    plan: Option<&[Move]>,
    meter: &mut Meter<'_>,
) -> Result<String, Stop> {
    let cells = board.size().cells();
    let numbers: Vec<usize> = plain::numbers(board).map(|(at, _)| board.size().index(at)).collect();
    let target = plan.map_or(numbers.len() as Cost + 1, |plan| plan.len() as Cost);
    let mut effort = Effort::new(meter);
    let mut prover = Prover { board, target, numbers, cases: 0, effort: &mut effort };
    let mut goals = Vec::new();
    if target > 0 {
        for goal in board.coords_where(|cell| cell == Cell::Goal) {
            let goal = board.size().index(goal);
            let choices = Choices { goes: vec![[true; 4]; cells], must_go: vec![false; cells] };
            let mut text = String::new();
            prover.prove(goal, &choices, &mut text)?;
            goals.push(format!("{{\"goal\": {goal}, \"proof\": {text}}}"));
        }
    }
    let rows = board.size().rows();
    let cell = |cell: &Cell| match cell {
        Cell::Empty => "\".\"".to_string(),
        Cell::Filled => "\"#\"".to_string(),
        Cell::Goal => "\"G\"".to_string(),
        Cell::Reached => "\"X\"".to_string(),
        Cell::Number(value) => value.to_string(),
    };
    let board_rows = board.cells().chunks(cells / rows).map(|row| {
        let row: Vec<String> = row.iter().map(cell).collect();
        format!("    [{}]", row.join(", "))
    });
    let plan = plan.map_or("null".to_string(), |plan| {
        let moves = plan.iter().map(|mv| match mv {
            Move::Cell(at, direction) => {
                format!("[{}, \"{}\"]", board.size().index(*at), direction.letter())
            }
            _ => String::from("null"),
        });
        format!("[{}]", moves.collect::<Vec<_>>().join(", "))
    });
    Ok(format!(
        "{{\n  \"certificate\": \"zhed 1\",\n  \"board\": [\n{}\n  ],\n  \"plan\": {plan},\n  \
         \"unit\": {ONE},\n  \"goals\": [\n    {}\n  ]\n}}\n",
        board_rows.collect::<Vec<_>>().join(",\n"),
        goals.join(",\n    ")
    ))
}

/// What the numbers may do, by cell.
#[derive(Clone)]
struct Choices {
    goes: Vec<[bool; 4]>,
    must_go: Vec<bool>,
}

struct Prover<'a, 'e, 'm> {
    board: &'a Grid<Cell>,
    /// The number of moves that are needed.
    target: Cost,
    /// The cells of the numbers.
    numbers: Vec<usize>,
    cases: u32,
    effort: &'a mut Effort<'e, 'm>,
}

impl Prover<'_, '_, '_> {
    /// Writes a proof that plans with these choices take at least `target` moves to fill the goal.
    fn prove(&mut self, goal: usize, choices: &Choices, text: &mut String) -> Result<(), Stop> {
        self.cases += 1;
        if self.cases > MOST_CASES {
            return Err(Stop::Nodes);
        }
        let allowed = self.reach(choices);
        if allowed[goal] == [false; 4] {
            text.push_str("{\"out of reach\": true}");
            return Ok(());
        }
        let lines = Lines::allowing(self.board, &allowed, &choices.must_go, goal);
        let mut pricing = Pricing::of(lines, self.target, ROUNDS, self.effort)?;
        if pricing.lower_bound() >= self.target {
            let Prices { fills: [rows, cols], uses } = &pricing.prices;
            let (rows, cols, uses) = (list(rows), list(cols), list(uses));
            let _ = write!(text, "{{\"rows\": {rows}, \"cols\": {cols}, \"uses\": {uses}}}");
            return Ok(());
        }
        let Some(number) = self.disputed(&mut pricing, choices) else { return Err(Stop::Nodes) };
        let _ = write!(text, "{{\"number\": {number}, \"stays\": ");
        let mut case = choices.clone();
        case.goes[number] = [false; 4];
        self.prove(goal, &case, text)?;
        for direction in Direction::ALL {
            let _ = write!(text, ", \"{}\": ", direction.letter());
            case.goes[number] = [false; 4];
            case.goes[number][direction as usize] = true;
            case.must_go[number] = true;
            match choices.goes[number][direction as usize] {
                true => self.prove(goal, &case, text)?,
                false => text.push_str("null"),
            }
        }
        text.push('}');
        Ok(())
    }

    /// The number on which cheapest ways along the lines disagree most; any open one if there is
    /// none.
    fn disputed(&self, pricing: &mut Pricing, choices: &Choices) -> Option<usize> {
        let mut slope = pricing.lines.free_prices();
        pricing.lines.slope(&pricing.prices, &mut slope);
        let open =
            |number: &&usize| !choices.must_go[**number] && choices.goes[**number] != [false; 4];
        let dispute = |number: &&usize| (slope.uses[**number] >= 0, slope.uses[**number]);
        self.numbers.iter().filter(open).max_by_key(dispute).copied()
    }

    /// By cell: the directions in which a number may go, and those in which another cell can be
    /// filled if all numbers help each other in all their directions.
    fn reach(&self, choices: &Choices) -> Vec<[bool; 4]> {
        let size = self.board.size();
        let mut allowed = vec![[false; 4]; size.cells()];
        let mut reached = Words::<4>::EMPTY;
        loop {
            let before = reached;
            for (at, value) in plain::numbers(self.board) {
                let number = size.index(at);
                allowed[number] = choices.goes[number];
                for direction in Direction::ALL {
                    if !choices.goes[number][direction as usize] {
                        continue;
                    }
                    let mut left = value;
                    for at in size.ray(at, direction).filter(|&at| self.board[at].is_free()) {
                        let cell = size.index(at);
                        if left > 0 {
                            allowed[cell][direction as usize] = true;
                            reached.insert(cell);
                        }
                        if !before.contains(cell) {
                            if left == 0 {
                                break;
                            }
                            left -= 1;
                        }
                    }
                }
            }
            if reached == before {
                return allowed;
            }
        }
    }
}

fn list(numbers: &[i32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
    format!("[{}]", numbers.join(","))
}
