//! A level in play.

use std::sync::Arc;
use std::time::Duration;

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Game;
use quadrille::grid::{Coord, Direction, Grid};
use quadrille::moves::Move;
use quadrille::search::{Cancel, Outcome, Progress, Report};
use quadrille_base::quantities::counted;

use super::animation::Animation;
use super::geometry::Scroll;
use super::knowledge::{Knowledge, Solvability};
use super::library::{LibraryLevel, Place};
use super::line::Line;
use super::picker::Picker;
use super::progress::LevelProgress;
use super::watch::Watch;

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Checks whether the position can still be solved.
    Check,
    Hint,
    /// Finds a plan to watch.
    Watch,
    /// Finds the shortest plan of a solved level.
    Measure,
}

#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Figures {
    pub expanded: u64,
    pub generated: u64,
    pub bytes: u64,
    pub lower_bound: u32,
    /// The length of the best plan found.
    pub best: Option<u32>,
    pub seconds: f64,
}

#[derive(Clone, Debug)]
pub struct RunningSearch {
    pub ticket: u64,
    pub purpose: Purpose,
    pub board: Grid<u16>,
    pub method: String,
    pub cancel: Cancel,
    pub progress: Arc<Progress>,
    pub began: Duration,
    /// The figures when last read.
    pub figures: Figures,
}

impl RunningSearch {
    pub fn look(&mut self, now: Duration) {
        self.figures = Figures {
            expanded: self.progress.expanded(),
            generated: self.progress.generated(),
            bytes: self.progress.bytes(),
            lower_bound: self.progress.lower_bound(),
            best: self.progress.best(),
            seconds: now.saturating_sub(self.began).as_secs_f64(),
        };
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Effort {
    pub method: String,
    pub result: String,
    pub figures: Figures,
}

impl Effort {
    pub fn new(method: String, report: &Report) -> Effort {
        let result = match (&report.outcome, report.stop) {
            (Outcome::Solved { cost, optimal: true, .. }, _) => {
                format!("{}, proved shortest", counted((*cost).into(), "move"))
            }
            (Outcome::Solved { cost, .. }, _) => {
                format!("{}, perhaps not shortest", counted((*cost).into(), "move"))
            }
            (Outcome::Unsolvable, _) => "proved: no plan".to_string(),
            (Outcome::Unknown, Some(stop)) => format!("stopped: {stop}"),
            (Outcome::Unknown, None) => "no plan found".to_string(),
        };
        let figures = Figures {
            expanded: report.stats.expanded,
            generated: report.stats.generated,
            bytes: report.stats.peak_bytes,
            lower_bound: report.lower_bound,
            best: report.plan().map(|(_, cost)| cost),
            seconds: report.stats.seconds,
        };
        Effort { method, result, figures }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    Solved,
    /// Solvable in this many more moves; true if that is proved shortest.
    Solvable(usize, bool),
    DeadEnd,
    Thinking,
    Unknown,
    Unasked,
}

#[derive(Debug)]
pub struct Round {
    pub place: Place,
    pub choice: LibraryLevel,
    pub pack: String,
    pub line: Line,
    pub picker: Picker,
    pub knowledge: Knowledge,
    pub search: Option<RunningSearch>,
    pub effort: Option<Effort>,
    pub hint: Option<Move>,
    pub watch: Option<Watch>,
    /// The animation of the last move.
    pub animation: Option<Animation>,
    pub scroll: Scroll,
    /// The length of a shortest plan, if proved.
    pub proved: Option<u32>,
}

impl Round {
    /// Starts a level, or continues an unfinished game.
    pub fn new(
        place: Place,
        choice: LibraryLevel,
        pack: String,
        record: Option<&LevelProgress>,
    ) -> Round {
        let game = choice.level.game;
        let start = choice.level.grid.clone();
        let line = record
            .and_then(|record| Some((game.notation().read(&record.moves).ok()?, record.played)))
            .map(|(moves, played)| Line::replayed(game, start.clone(), &moves, played))
            // A solved level starts again.
            .filter(|line| !line.is_solved())
            .unwrap_or_else(|| Line::new(game, start));
        let picker = Picker::new(game, line.board(), None);
        Round {
            place,
            pack,
            line,
            picker,
            knowledge: Knowledge::default(),
            search: None,
            effort: None,
            hint: None,
            watch: None,
            animation: None,
            scroll: Scroll::default(),
            proved: record.and_then(|record| record.proved),
            choice,
        }
    }

    pub fn game(&self) -> &'static dyn Game {
        self.choice.level.game
    }

    /// The board on the screen.
    pub fn shown_board(&self) -> &Grid<u16> {
        self.watch.as_ref().map_or_else(|| self.line.board(), Watch::board)
    }

    /// The fewest known moves, and true if that is proved shortest.
    pub fn fewest(&self) -> Option<(u32, bool)> {
        let found = self.knowledge.shortest(self.line.start()).map(|plan| plan.len() as u32);
        let proved = found.or(self.proved).map(|moves| (moves, true));
        proved.or(self.choice.known())
    }

    pub fn outlook(&self) -> Outlook {
        if self.line.is_solved() {
            return Outlook::Solved;
        }
        match self.knowledge.of(self.line.board()) {
            Some(Solvability::Solvable { plan, optimal }) => {
                Outlook::Solvable(plan.len(), *optimal)
            }
            Some(Solvability::Unsolvable) => Outlook::DeadEnd,
            _ if self.search.is_some() => Outlook::Thinking,
            Some(Solvability::Unknown(_)) => Outlook::Unknown,
            None => Outlook::Unasked,
        }
    }

    /// Plays a move, or returns why it is illegal. After a dead end, all positions are dead ends.
    pub fn play(&mut self, mv: Move) -> Result<(), Diagnostic> {
        let dead_end = self.knowledge.of(self.line.board()) == Some(&Solvability::Unsolvable);
        self.line.play(mv)?;
        if dead_end {
            self.knowledge.learn_dead_end(self.line.board());
        }
        Ok(())
    }

    /// The cells of the hint, and its direction; empty if it is about the whole board.
    pub fn hinted(&self) -> (Vec<Coord>, Option<Direction>) {
        let direction = match self.hint {
            Some(Move::Cell(_, direction) | Move::Piece(_, direction)) => Some(direction),
            Some(Move::Touch(_)) => None,
            Some(Move::All(_) | Move::Action | Move::Wait) | None => return (Vec::new(), None),
        };
        let (board, picks) = (self.line.board(), self.game().picks(self.line.board()));
        let pick =
            picks.into_iter().find(|pick| self.hint.is_some_and(|mv| pick.moves.contains(&mv)));
        let cells = pick.into_iter().flat_map(|pick| pick.cells);
        (cells.map(|cell| board.size().coord(cell)).collect(), direction)
    }

    pub fn cancel_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.cancel.cancel();
        }
    }

    pub fn praise(&self) -> String {
        let played = self.line.played() as u32;
        let moves = self.line.counted();
        let measure = match self.fewest() {
            Some((fewest, true)) if played <= fewest => "shortest possible".to_string(),
            Some((fewest, true)) => {
                format!("{} more than needed (shortest: {fewest})", played - fewest)
            }
            Some((best, false)) if played < best => format!("better than the best known, {best}"),
            Some((best, false)) if played == best => "as short as the best known plan".to_string(),
            Some((best, false)) => format!("the best known plan has {best}"),
            None if self.search.is_some() => "searching for the shortest plan…".to_string(),
            None => "the shortest plan is not known".to_string(),
        };
        format!("Solved in {moves}: {measure}.")
    }
}

impl Drop for Round {
    fn drop(&mut self) {
        self.cancel_search();
    }
}
