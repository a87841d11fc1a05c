//! A plan shown move by move.

use std::time::Duration;

use quadrille::games::Game;
use quadrille::grid::{Coord, Grid};
use quadrille::moves::Move;

use super::line::Line;

/// The speeds, as the duration of a move.
const SPEEDS: [Duration; 6] = [
    Duration::from_millis(3200),
    Duration::from_millis(1600),
    Duration::from_millis(800),
    Duration::from_millis(400),
    Duration::from_millis(200),
    Duration::from_millis(80),
];
pub const USUAL_SPEED: usize = 2;

/// A plan, shown as far as it is played.
#[derive(Clone, Debug)]
pub struct Watch {
    line: Line,
    running: bool,
    speed: usize,
    /// The time of the next move.
    due: Duration,
}

impl Watch {
    /// Starts a plan from a position. `None` if a move of it is illegal.
    pub fn new(
        game: &'static dyn Game,
        start: &Grid<u16>,
        plan: &[Move],
        speed: usize,
        now: Duration,
    ) -> Option<Watch> {
        let line = Line::replayed(game, start.clone(), plan, 0);
        let speed = speed.min(SPEEDS.len() - 1);
        let is_whole = line.moves().len() == plan.len();
        is_whole.then(|| Watch { line, running: true, speed, due: now + SPEEDS[speed] })
    }

    pub fn board(&self) -> &Grid<u16> {
        self.line.board()
    }

    /// The boards before and after the last move shown; at the start, those of the first move.
    pub fn last_step(&self) -> (&Grid<u16>, &Grid<u16>) {
        let after = self.line.played().max(1);
        (self.line.board_after(after - 1), self.line.board_after(after))
    }

    pub fn changes(&self) -> Vec<Coord> {
        let (before, after) = self.last_step();
        after.iter().filter(|&(at, cell)| before[at] != cell).map(|(at, _)| at).collect()
    }

    /// The number of moves shown, and of all moves.
    pub fn count(&self) -> (usize, usize) {
        (self.line.played(), self.plan().len())
    }

    pub fn plan(&self) -> &[Move] {
        self.line.moves()
    }

    /// True if it advances by itself.
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// The speed, counted from 1, and the number of speeds.
    pub fn speed(&self) -> (usize, usize) {
        (self.speed + 1, SPEEDS.len())
    }

    /// The time until the next move; `None` if it is paused.
    pub fn wait(&self, now: Duration) -> Option<Duration> {
        self.running.then(|| self.due.saturating_sub(now))
    }

    /// The next move, if it is due.
    pub fn tick(&mut self, now: Duration) -> Option<Move> {
        if !self.running || now < self.due {
            return None;
        }
        self.due = now + SPEEDS[self.speed];
        let mv = self.step_forward();
        self.running = !self.is_at_end();
        mv
    }

    fn is_at_end(&self) -> bool {
        self.line.played() == self.plan().len()
    }

    pub fn step_forward(&mut self) -> Option<Move> {
        self.line.redo()
    }

    pub fn back(&mut self) {
        self.line.undo();
    }

    pub fn jump(&mut self, to_end: bool) {
        self.line.go_to(if to_end { usize::MAX } else { 0 });
    }

    pub fn stop(&mut self) {
        self.running = false;
    }

    /// Pauses or continues; at the end, starts again.
    pub fn toggle(&mut self, now: Duration) {
        self.running = !self.running;
        if self.running && self.is_at_end() {
            self.line.go_to(0);
        }
        self.due = now + SPEEDS[self.speed];
    }

    /// Changes the speed and returns it.
    pub fn change_speed(&mut self, faster: bool, now: Duration) -> usize {
        self.speed = if faster {
            (self.speed + 1).min(SPEEDS.len() - 1)
        } else {
            self.speed.saturating_sub(1)
        };
        self.due = now + SPEEDS[self.speed];
        self.speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::grid::Direction::{Down, Right};
    use quadrille::levels;

    #[test]
    fn a_plan_runs_stops_and_is_stepped_through() {
        let level =
            levels::read("level a\nr . .\n. . .\n. . R\n", None).levels().next().unwrap().clone();
        let plan = [Move::All(Right), Move::All(Down)];
        let at = Duration::from_millis;
        let mut watch = Watch::new(level.game, &level.grid, &plan, USUAL_SPEED, at(0)).unwrap();
        assert_eq!(watch.wait(at(500)), Some(at(300)));
        assert_eq!(watch.tick(at(799)), None);
        assert_eq!(watch.tick(at(800)), Some(plan[0]));
        watch.toggle(at(900));
        assert_eq!(watch.tick(at(9000)), None);
        watch.back();
        assert_eq!((watch.count(), watch.board()), ((0, 2), &level.grid));
        watch.change_speed(true, at(9000));
        watch.toggle(at(9000));
        assert_eq!((watch.tick(at(9400)), watch.tick(at(9800))), (Some(plan[0]), Some(plan[1])));
        assert!(!watch.is_running() && level.game.is_solved(watch.board()));
        watch.toggle(at(9900));
        assert_eq!(watch.count(), (0, 2));
    }
}
