//! The thread that runs searches, so that the screen stays responsive.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use quadrille::Method;
use quadrille::games::Game;
use quadrille::grid::Grid;
use quadrille::levels::{Level, to_code};
use quadrille::search::{Cancel, Control, Limits, Progress, Report};
use quadrille_base::runner;

#[derive(Clone, Debug)]
pub struct Job {
    /// The number of the search, repeated in its answer.
    pub ticket: u64,
    pub game: &'static dyn Game,
    pub board: Grid<u16>,
    pub method: Method,
    pub limits: Limits,
    pub cancel: Cancel,
    pub progress: Arc<Progress>,
}

/// The result of a search.
#[derive(Debug)]
pub struct SolverReport {
    pub ticket: u64,
    pub report: Result<Report, String>,
}

/// The solver thread. It runs one search at a time: a new request cancels the old one.
#[derive(Debug)]
pub struct Solver {
    jobs: Sender<Job>,
}

impl Solver {
    pub fn start(answer: impl Fn(SolverReport) + Send + 'static) -> std::io::Result<Solver> {
        let (jobs, received) = mpsc::channel::<Job>();
        runner::spawn("solver", move || {
            for job in received {
                if !job.cancel.is_cancelled() {
                    answer(SolverReport { ticket: job.ticket, report: search(&job) });
                }
            }
        })?;
        Ok(Solver { jobs })
    }

    pub fn ask(&self, job: Job) {
        // The thread lives as long as this sender.
        let _ = self.jobs.send(job);
    }
}

pub fn search(job: &Job) -> Result<Report, String> {
    let control = Control {
        limits: job.limits,
        cancel: job.cancel.clone(),
        progress: Arc::clone(&job.progress),
        ..Control::default()
    };
    let solve = || job.game.solve(&job.board, &job.method, &control, None);
    let code = to_code(&Level::new(job.game, job.board.clone()));
    match runner::guarded(format!("'{}' on {code}", job.method), solve) {
        Ok(report) => report.map_err(|error| error.to_string()),
        Err(panicked) => Err(panicked.to_string()),
    }
}
