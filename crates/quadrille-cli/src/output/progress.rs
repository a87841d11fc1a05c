//! A live line on the terminal while searches run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quadrille::search::Progress;
use quadrille_base::quantities::{bytes, counted};

use crate::printable;

/// The running searches by number, with the name of the level and the live figures.
#[derive(Default, Debug)]
pub struct Running(Mutex<BTreeMap<usize, (String, Arc<Progress>)>>);

impl Running {
    pub fn begin(&self, number: usize, title: &str, progress: Arc<Progress>) {
        let title = printable::line(title).into_owned();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(number, (title, progress));
    }

    pub fn end(&self, number: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }

    /// The state of the first search, and the number of the others.
    pub fn summary(&self) -> String {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((title, progress)) = running.values().next() else { return String::new() };
        let plan = match progress.best() {
            Some(cost) => format!(", plan of {}", counted(cost.into(), "move")),
            None => String::new(),
        };
        let more = match running.len() {
            1 => String::new(),
            count => format!(" (+{})", count - 1),
        };
        let stage = progress.stage().map(|stage| format!("{}, ", stage.about()));
        format!(
            "{title}: {}{}, {}, at least {}{plan}{more}",
            stage.unwrap_or_default(),
            counted(progress.expanded(), "position"),
            bytes(progress.bytes()),
            counted(progress.lower_bound().into(), "move"),
        )
    }
}

/// The live status line. It is hidden if stderr is not a terminal.
pub struct StatusLine(ProgressBar);

impl StatusLine {
    pub fn new(levels: usize) -> StatusLine {
        let bar = ProgressBar::with_draw_target(Some(levels as u64), ProgressDrawTarget::stderr());
        let template = if levels > 1 {
            "{spinner} [{elapsed}] {pos}/{len} {wide_msg}"
        } else {
            "{spinner} [{elapsed}] {wide_msg}"
        };
        bar.set_style(
            ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        StatusLine(bar)
    }

    pub fn set(&self, message: String) {
        if !self.0.is_hidden() {
            self.0.set_message(message);
            self.0.tick();
        }
    }

    pub fn advance(&self) {
        self.0.inc(1);
    }

    /// Hides the line while something else is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// The progress bar of a long job. It is hidden if stderr is not a terminal.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar for `pieces` jobs, of which some are done.
    pub fn new(pieces: usize, done: usize) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(pieces as u64), ProgressDrawTarget::stderr());
        let template = "{bar:24} {pos}/{len} [{elapsed}, about {eta} left] {wide_msg}";
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("█▌░"));
        bar.set_position(done as u64);
        // Work done before says nothing about the current speed.
        bar.reset_eta();
        Bar(bar)
    }

    /// Shows the counts and the current figures.
    pub fn tick(&self, counts: &str, running: &Running) {
        if !self.0.is_hidden() {
            self.0.set_message(format!("{counts}; {}", running.summary()));
            self.0.tick();
        }
    }

    pub fn advance(&self) {
        self.0.inc(1);
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
