//! A search program for Match-the-Tiles: reads a level, writes a plan.

use std::io::Read;

#[allow(dead_code)]
const MOVES: [(char, i32, i32); 4] = [('U', -1, 0), ('D', 1, 0), ('L', 0, -1), ('R', 0, 1)];

/// The board: '#' wall, '.' empty, 'r' block, 'R' goal, 'rB' a block on a goal of another colour.
#[allow(dead_code)]
struct Level {
    rows: i32,
    cols: i32,
    walls: Vec<bool>,
    /// The colour of the goal on each cell.
    goals: Vec<Option<char>>,
    start: State,
}

/// The colour of the block on each cell.
type State = Vec<Option<char>>;

#[allow(dead_code)]
impl Level {
    fn read(text: &str) -> Level {
        let lines: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.split_whitespace().collect())
            .collect();
        let cells: Vec<&str> = lines.iter().flatten().copied().collect();
        let of = |cell: &&str, wanted: fn(&char) -> bool| cell.chars().find(wanted);
        Level {
            rows: lines.len() as i32,
            cols: lines.first().map_or(0, |line| line.len() as i32),
            walls: cells.iter().map(|cell| *cell == "#").collect(),
            goals: cells
                .iter()
                .map(|cell| of(cell, char::is_ascii_uppercase).map(|goal| goal.to_ascii_lowercase()))
                .collect(),
            start: cells.iter().map(|cell| of(cell, char::is_ascii_lowercase)).collect(),
        }
    }

    fn is_solved(&self, state: &State) -> bool {
        self.goals.iter().zip(state).all(|(goal, block)| goal.is_none() || goal == block)
    }

    /// The state after all blocks slid as far as they can.
    fn after(&self, state: &State, (_, down, right): (char, i32, i32)) -> State {
        let mut blocks = state.clone();
        // Those that are farthest in the direction of the move stop first.
        let mut cells: Vec<usize> = (0..blocks.len()).collect();
        if down + right > 0 {
            cells.reverse();
        }
        for cell in cells {
            let Some(colour) = blocks[cell].take() else { continue };
            let (mut row, mut col) = (cell as i32 / self.cols, cell as i32 % self.cols);
            loop {
                let (next_row, next_col) = (row + down, col + right);
                let inside = (0..self.rows).contains(&next_row) && (0..self.cols).contains(&next_col);
                let next = (next_row * self.cols + next_col) as usize;
                if !inside || self.walls[next] || blocks[next].is_some() {
                    break;
                }
                (row, col) = (next_row, next_col);
            }
            blocks[(row * self.cols + col) as usize] = Some(colour);
        }
        blocks
    }
}

/// The moves of a plan and how many states were expanded. This is yours to write.
fn search(_level: &Level) -> (Option<Vec<char>>, u64) {
    (None, 0)
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("the level is text");
    let (plan, expanded) = search(&Level::read(&text));
    println!("# expanded={expanded}");
    if let Some(plan) = plan {
        println!("{}", plan.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
    }
}
