//! Tests of the state without a terminal: events in, screens out.

mod screens;
mod state;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use quadrille::levels;

use super::app::{App, AppEvent, Effect};
use super::library::{Library, Place};
use super::progress::SavedProgress;
use super::solver::{self, SolverReport};

const LEVELS: &str = "\
game: tiles\nname: a slide\noptimal: 5\n\n. # R .\n. . # B\nr . b .\n. . # .\n\n\
game: zhed\nname: steps\n\n. . . . . .\nG . . 1 . .\n. . 1 . . .\n. 2 . . . .\n. . . . . .\n\n\
game: squares\nname: colours\nbest: 7\n\nDAAB\nACAC\nBDCB\nCDBD\n\n\
game: fold\nname: corners\n\n1.#2\n..#.\n..#.\n..#.\n";

fn app(text: &str) -> App {
    let document = levels::read(text, None);
    let name = |level: &levels::Level| level.name.clone().unwrap_or_default();
    let levels: Vec<_> = document.levels().map(|level| (name(level), level.clone())).collect();
    assert_eq!(
        document.diagnostics().count(),
        0,
        "{:?}",
        document.diagnostics().collect::<Vec<_>>()
    );
    let mut library = Library::default();
    library.add("pack", levels);
    App::new(library, SavedProgress::default(), false)
}

fn playing(text: &str, group: usize) -> App {
    let mut app = app(text);
    app.open(Place { group, level: 0 });
    app
}

fn press(app: &mut App, codes: &[KeyCode]) {
    for &code in codes {
        app.handle(AppEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)), app.now);
    }
}

fn typed(app: &mut App, letters: &str) {
    letters.chars().for_each(|letter| press(app, &[KeyCode::Char(letter)]));
}

/// Runs all requested searches.
fn search(app: &mut App) {
    loop {
        let jobs = app.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Search(job) if !job.cancel.is_cancelled() => Some(job),
            _ => None,
        });
        let jobs: Vec<_> = jobs.collect();
        if jobs.is_empty() {
            return;
        }
        for job in jobs {
            let answer = SolverReport { ticket: job.ticket, report: solver::search(&job) };
            app.handle(AppEvent::Answer(answer), app.now + Duration::from_millis(1));
        }
    }
}
