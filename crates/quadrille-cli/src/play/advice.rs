//! Help from the solver: whether a position can still be solved, hints, and plans to watch.

use std::sync::Arc;
use std::time::Duration;

use quadrille::Method;
use quadrille::grid::{Direction, Grid};
use quadrille::moves::Move;
use quadrille::search::{Cancel, Limits, Outcome, Stop};

use super::animation::Animation;
use super::app::{App, Effect, Tone, sentence};
use super::keys::Action;
use super::method::named;
use super::playing::AFTER_THE_END;
use super::round::{Effort, Outlook, Purpose, RunningSearch};
use super::solver::{Job, SolverReport};
use super::watch::Watch;

/// The time limit of searches that the player did not request.
const CHECK_TIME: Duration = Duration::from_secs(10);

const NO_PLAN: &str = "This level has no solution (proved).";
const DEAD_END: &str = "Dead end: undo moves with u.";

impl App {
    /// Reports how well the level was solved; searches for the shortest plan if it is unknown.
    pub(super) fn praise(&mut self) {
        let Some(round) = &self.round else { return };
        if !round.fewest().is_some_and(|(_, proved)| proved) {
            let start = round.line.start().clone();
            self.search(Purpose::Measure, start, Method::default());
        }
        if let Some(round) = &self.round {
            let praise = round.praise();
            self.say(Tone::Good, praise);
        }
    }

    /// Checks whether the position can still be solved, unless it is known.
    pub(super) fn check(&mut self) {
        let Some(round) = &self.round else { return };
        if self.checking && matches!(round.outlook(), Outlook::Unasked) {
            let board = round.line.board().clone();
            self.search(Purpose::Check, board, Method::default());
        }
    }

    pub(super) fn switch_check(&mut self) {
        self.checking = !self.checking;
        if self.checking {
            self.say(Tone::Plain, "Every position is checked now.");
            return self.check();
        }
        if let Some(round) = &mut self.round
            && round.search.as_ref().is_some_and(|search| search.purpose == Purpose::Check)
        {
            round.cancel_search();
        }
        self.say(Tone::Plain, "Positions are not checked any more.");
    }

    /// Shows the next move, or plays it if it is already shown.
    pub(super) fn hint(&mut self) {
        let Some(round) = &self.round else { return };
        if round.line.is_solved() {
            return self.say(Tone::Plain, AFTER_THE_END);
        }
        if let Some(mv) = round.hint {
            return self.play(mv);
        }
        let board = round.line.board();
        if round.knowledge.shortest(board).is_some() || round.outlook() == Outlook::DeadEnd {
            return self.show_hint();
        }
        let board = board.clone();
        self.search(Purpose::Hint, board, Method::default());
        self.say(Tone::Plain, "Searching for the shortest plan… Esc stops it.");
    }

    fn show_hint(&mut self) {
        let Some(round) = &mut self.round else { return };
        let plan = round.knowledge.shortest(round.line.board()).map(<[Move]>::to_vec);
        match plan.as_deref() {
            Some([mv, rest @ ..]) => {
                round.hint = Some(*mv);
                let written = round.game().notation().write(*mv);
                let left = match rest.len() {
                    0 => "and it is solved".to_string(),
                    1 => "then 1 more".to_string(),
                    more => format!("then {more} more"),
                };
                let (cells, _) = round.hinted();
                self.say(Tone::Plain, format!("Hint: {written}, {left} (i plays it)."));
                self.scroll_to(&cells);
            }
            _ => self.report_dead_end(),
        }
    }

    fn report_dead_end(&mut self) {
        let at_start = self.round.as_ref().is_some_and(|round| round.line.played() == 0);
        self.say(Tone::Bad, if at_start { NO_PLAN } else { DEAD_END });
    }

    /// Solves the position with the chosen method, and shows the plan.
    pub(super) fn solve(&mut self) {
        let Some(round) = &self.round else { return };
        if round.line.is_solved() {
            return self.say(Tone::Plain, AFTER_THE_END);
        }
        let board = round.line.board().clone();
        self.search(Purpose::Watch, board, self.method.clone());
        self.say(Tone::Plain, "Solving… Esc stops it.");
    }

    fn search(&mut self, purpose: Purpose, board: Grid<u16>, method: Method) {
        let Some(round) = &mut self.round else { return };
        round.cancel_search();
        self.ticket += 1;
        let automatic = matches!(purpose, Purpose::Check | Purpose::Measure);
        let (cancel, progress) = (Cancel::default(), Arc::default());
        let job = Job {
            ticket: self.ticket,
            game: round.game(),
            board: board.clone(),
            method: method.clone(),
            limits: Limits { max_time: automatic.then_some(CHECK_TIME), ..Limits::default() },
            cancel: cancel.clone(),
            progress: Arc::clone(&progress),
        };
        round.search = Some(RunningSearch {
            ticket: self.ticket,
            purpose,
            board,
            method: named(&method, round.game()),
            cancel,
            progress,
            began: self.now,
            figures: Default::default(),
        });
        self.effects.push(Effect::Search(Box::new(job)));
    }

    pub(super) fn answer(&mut self, SolverReport { ticket, report }: SolverReport) {
        let Some(round) = &mut self.round else { return };
        let Some(search) = round.search.take_if(|search| search.ticket == ticket) else { return };
        let report = match report {
            Ok(report) => report,
            Err(why) => return self.say(Tone::Bad, sentence(&why)),
        };
        let game = round.game();
        round.knowledge.learn(game, &search.board, &report);
        round.effort = Some(Effort::new(search.method, &report));
        if report.is_optimal()
            && search.board == *round.line.start()
            && let Some((_, cost)) = report.plan()
        {
            round.proved = Some(cost);
            self.progress.proved(&round.choice.code, cost);
            self.effects.push(Effect::Keep);
        }
        match (search.purpose, &report.outcome) {
            (Purpose::Check, _) => {}
            (Purpose::Measure, _) => {
                let praise = round.praise();
                self.say(Tone::Good, praise);
            }
            (_, Outcome::Unsolvable) => self.report_dead_end(),
            (_, Outcome::Unknown) => {
                let why = match report.stop {
                    Some(Stop::Cancelled) => "it was stopped".to_string(),
                    Some(stop) => format!("stopped by the {stop}"),
                    None => "this method does not find all plans".to_string(),
                };
                self.say(Tone::Bad, format!("No plan was found: {why}."));
            }
            (Purpose::Hint, Outcome::Solved { .. }) => self.show_hint(),
            (Purpose::Watch, Outcome::Solved { plan, .. }) => {
                round.watch = Watch::new(game, &search.board, plan, self.speed, self.now);
                self.notice = None;
                self.follow();
            }
        }
    }

    pub(super) fn act_in_watch(&mut self, action: Action) {
        let now = self.now;
        let Some(round) = &mut self.round else { return };
        let Some(watch) = &mut round.watch else { return };
        round.animation = None;
        match action {
            Action::Pause => watch.toggle(now),
            Action::Go(Direction::Left) => {
                watch.stop();
                watch.back();
            }
            Action::Go(Direction::Right) => {
                watch.stop();
                return self.watch_step(Watch::step_forward);
            }
            Action::First | Action::Last => {
                watch.stop();
                watch.jump(action == Action::Last);
            }
            Action::Faster | Action::Slower => {
                self.speed = watch.change_speed(action == Action::Faster, now);
                return;
            }
            Action::PageUp => return self.scroll(-1, 0),
            Action::PageDown => return self.scroll(1, 0),
            Action::Back => {
                round.watch = None;
                self.check();
            }
            _ => return,
        }
        self.follow();
    }

    /// Shows a move of the watched plan, if `step` returns one.
    pub(super) fn watch_step(&mut self, step: impl FnOnce(&mut Watch) -> Option<Move>) {
        let Some(round) = &mut self.round else { return };
        let game = round.game();
        let Some(watch) = &mut round.watch else { return };
        let Some(mv) = step(watch) else { return };
        if self.animated {
            round.animation = Animation::of(game, watch.last_step().0, mv, self.now);
        }
        self.follow();
    }
}
