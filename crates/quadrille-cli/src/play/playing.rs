//! The player's actions in a level: moves, undo and redo, and their consequences.

use quadrille::grid::Coord;
use quadrille::moves::Move;

use super::animation::Animation;
use super::app::{App, Effect, Overlay, Tone, sentence};
use super::geometry::{self, Geometry, Scroll};
use super::keys::Action;
use super::method::MethodLists;
use super::picker::{self, Picker};
use super::round::{Purpose, RunningSearch};

/// The message for a move on a solved level.
pub(super) const AFTER_THE_END: &str =
    "The level is solved: n for the next, u to undo, Esc for the levels.";

impl App {
    pub(super) fn act_in_game(&mut self, action: Action) {
        let Some(round) = &mut self.round else { return };
        // A key press ends the animation.
        round.animation = None;
        self.notice = None;
        match action {
            Action::Go(direction) => {
                let choice = round.picker.go(direction);
                self.choose(choice);
            }
            Action::Next | Action::Previous => {
                let choice = round.picker.cycle(action == Action::Next);
                self.choose(choice);
            }
            Action::Pick => {
                let choice = round.picker.pick();
                self.choose(choice);
            }
            Action::Undo => match round.line.undo() {
                Some(_) => self.arrive(),
                None => self.say(Tone::Plain, "This is the start of the level."),
            },
            Action::Redo => match round.line.redo() {
                Some(mv) => self.arrive_by(mv),
                None => self.say(Tone::Plain, "There is nothing to redo."),
            },
            Action::Restart => {
                round.line.go_to(0);
                self.arrive();
            }
            Action::Hint => self.hint(),
            Action::Watch => self.solve(),
            Action::Method => {
                self.overlay = Some(Overlay::Method(MethodLists::new(round.game(), &self.method)));
            }
            Action::Values => self.show_values(),
            Action::Check => self.switch_check(),
            Action::NextLevel | Action::PreviousLevel => {
                let forward = action == Action::NextLevel;
                match self.library.beside(round.place, forward) {
                    Some(place) => self.open(place),
                    None if forward => self.say(Tone::Plain, "This is the last level of the pack."),
                    None => self.say(Tone::Plain, "This is the first level of the pack."),
                }
            }
            Action::PageUp => self.scroll(-1, 0),
            Action::PageDown => self.scroll(1, 0),
            Action::First => self.scroll(0, -1),
            Action::Last => self.scroll(0, 1),
            Action::Back => self.back_in_game(),
            _ => {}
        }
    }

    /// Shows the values of the heuristics for the position.
    fn show_values(&mut self) {
        let Some(round) = &self.round else { return };
        let game = round.game();
        let line = &round.line;
        match game.values_after(line.start(), line.standing(), &game.every_heuristic()) {
            Ok(values) if values.is_empty() => {
                self.say(Tone::Plain, "This game has no heuristics.");
            }
            Ok(values) => {
                let lines = values.iter().map(ToString::to_string).collect();
                self.overlay = Some(Overlay::Values(0, lines));
            }
            Err(error) => self.say(Tone::Bad, sentence(&error.to_string())),
        }
    }

    fn back_in_game(&mut self) {
        let Some(round) = &mut self.round else { return };
        let is_requested =
            |search: &RunningSearch| matches!(search.purpose, Purpose::Hint | Purpose::Watch);
        if round.picker.unpick() || round.hint.take().is_some() {
            return;
        }
        if round.search.as_ref().is_some_and(is_requested) {
            round.cancel_search();
            return self.say(Tone::Plain, "The search is stopped.");
        }
        self.leave();
    }

    /// Handles the result of a cursor step.
    pub(super) fn choose(&mut self, choice: picker::Picked) {
        match choice {
            picker::Picked::Play(mv) => self.play(mv),
            picker::Picked::Moved => self.follow(),
            picker::Picked::Nothing(why) => {
                let solved = self.round.as_ref().is_some_and(|round| round.line.is_solved());
                self.say(
                    Tone::Plain,
                    if solved { AFTER_THE_END.to_string() } else { sentence(why) },
                );
            }
        }
    }

    pub(super) fn play(&mut self, mv: Move) {
        let Some(round) = &mut self.round else { return };
        if round.line.is_solved() {
            return self.say(Tone::Plain, AFTER_THE_END);
        }
        match round.play(mv) {
            Ok(()) => self.arrive_by(mv),
            Err(reason) => {
                let written = round.game().notation().write(mv);
                self.say(Tone::Bad, format!("{written} is not possible here: {reason}."));
            }
        }
    }

    /// Enters the position after a move, with an animation.
    fn arrive_by(&mut self, mv: Move) {
        if let Some(round) = &mut self.round
            && self.animated
            && let Some(before) = round.line.played().checked_sub(1)
        {
            let before = round.line.board_after(before);
            round.animation = Animation::of(round.game(), before, mv, self.now);
        }
        self.arrive();
    }

    /// Enters a new position: cancels searches for the old one and saves the progress.
    pub(super) fn arrive(&mut self) {
        let Some(round) = &mut self.round else { return };
        round.cancel_search();
        round.hint = None;
        let game = round.game();
        round.picker = Picker::new(game, round.line.board(), round.picker.cursor());
        let code = round.choice.code.clone();
        let moves = game.notation().write_all(round.line.moves());
        self.progress.leave(&code, moves, round.line.played());
        let (solved, played) = (round.line.is_solved(), round.line.played());
        if solved {
            self.progress.solved(&code, played as u32);
        }
        self.effects.push(Effect::Keep);
        self.follow();
        if solved {
            self.praise();
        } else {
            self.check();
        }
    }

    /// The place of the board on the screen.
    pub fn board_geometry(&self) -> Option<Geometry> {
        let round = self.round.as_ref()?;
        let parts = geometry::parts(self.screen)?;
        Some(Geometry::new(parts.board, round.shown_board().size(), round.scroll))
    }

    /// Scrolls to the last move of a watched plan, or to the cursor.
    pub(super) fn follow(&mut self) {
        let Some(round) = &self.round else { return };
        let cells = match &round.watch {
            Some(watch) => watch.changes(),
            None => round.picker.cursor().into_iter().collect(),
        };
        self.scroll_to(&cells);
    }

    /// Scrolls so that the most of these cells are visible.
    pub(super) fn scroll_to(&mut self, cells: &[Coord]) {
        if let (Some(geometry), Some(round)) = (self.board_geometry(), &mut self.round) {
            round.scroll = geometry.scroll_to(cells);
        }
    }

    pub(super) fn scroll(&mut self, rows: i32, cols: i32) {
        let (Some(geometry), Some(round)) = (self.board_geometry(), &mut self.round) else {
            return;
        };
        let shifted = |first: u16, pages: i32, page: u16| {
            let first = i32::from(first) + pages * (i32::from(page) - 1).max(1);
            u16::try_from(first.max(0)).unwrap_or(0)
        };
        let wanted = Scroll {
            row: shifted(geometry.scroll.row, rows, geometry.seen.0),
            col: shifted(geometry.scroll.col, cols, geometry.seen.1),
        };
        // Never beyond the end of the board.
        round.scroll = Scroll {
            row: wanted.row.min(geometry.size.rows() as u16 - geometry.seen.0),
            col: wanted.col.min(geometry.size.cols() as u16 - geometry.seen.1),
        };
    }
}
