//! The spaces that are searched.

use quadrille_search::space::{Space, Successors};

/// Eight tiles on a board of three by three, one digit per tile: every move can be undone.
pub struct Sliding {
    pub start: u64,
    pub goal: u64,
    /// Declares that moves can be undone.
    pub declares_locality: bool,
    /// Uses the lowest digit as a trace, to test that traces are stored.
    pub traces: bool,
}

pub fn digits(state: u64) -> [u8; 9] {
    std::array::from_fn(|at| (state / 10_u64.pow(at as u32) % 10) as u8)
}

fn number(digits: [u8; 9]) -> u64 {
    digits.iter().rev().fold(0, |number, &digit| 10 * number + u64::from(digit))
}

impl Sliding {
    pub const SOLVED: u64 = 876_543_210;

    pub fn new() -> Sliding {
        Sliding { start: Self::SOLVED, goal: 0, declares_locality: true, traces: false }
    }
}

impl Space for Sliding {
    type State = u64;
    type Move = u8;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal
    }

    fn successors(&self, state: &u64, next: &mut Successors<u64, u8>) {
        let board = digits(*state);
        let hole = board.iter().position(|&tile| tile == 0).unwrap_or(0);
        let steps = [
            (hole % 3 > 0).then(|| hole - 1),
            (hole % 3 < 2).then(|| hole + 1),
            hole.checked_sub(3),
            (hole < 6).then(|| hole + 3),
        ];
        for from in steps.into_iter().flatten() {
            let mut after = board;
            after.swap(hole, from);
            next.push(board[from], number(after));
        }
    }

    fn locality(&self) -> Option<u32> {
        self.declares_locality.then_some(2)
    }

    fn trace(&self, step: quadrille_search::space::Step<'_, u64, u8>) -> bool {
        self.traces && step.to % 2 == 1
    }
}

/// Numbers with moves that cannot be undone and may lead to numbers of much earlier layers.
pub struct Jumps {
    pub size: u64,
    pub goal: u64,
}

impl Space for Jumps {
    type State = u64;
    type Move = u8;

    fn start(&self) -> u64 {
        1
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal
    }

    fn successors(&self, &state: &u64, next: &mut Successors<u64, u8>) {
        next.push(b'*', state * 3 % self.size);
        next.push(b'+', (state + 7) % self.size);
        next.push(b'/', state / 2);
    }
}
