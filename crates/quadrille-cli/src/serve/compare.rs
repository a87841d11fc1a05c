//! `GET /api/compare`: several methods on one position, one after the other, by the lab.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use quadrille::levels::Level;
use quadrille::search::{Control, Progress};
use quadrille_lab::charts::Theme;
use quadrille_lab::{Method, Outcome, Trial};
use serde::{Deserialize, Serialize};

use super::Server;
use super::asked::{Asked, Client};
use super::failure::Failure;
use super::jobs::Ticket;
use super::method::{algorithm, heuristic, unknown};
use super::position::level_of;
use super::report::ProgressRow;
use super::stream::{self, Story};
use crate::quantities;

/// The most methods of a comparison.
const MOST: usize = 32;

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// What is to be compared.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    code: String,
    /// Algorithms with commas between them; all with the game's heuristics when there are none.
    algorithms: Option<String>,
    /// Heuristics with commas between them; the game's own when there are none.
    heuristics: Option<String>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    /// The colours of the charts: `viewer` (as the browser is set), `light` or `dark`.
    theme: Option<String>,
}

impl Comparison {
    fn methods(&self, level: &Level) -> Result<Vec<Method>, Failure> {
        let list = |text: &Option<String>| {
            let text = text.clone().unwrap_or_default();
            let parts = quadrille_lab::split_list(&text).into_iter().map(str::to_string);
            parts.filter(|part| !part.is_empty()).collect::<Vec<String>>()
        };
        let algorithms: Vec<_> =
            list(&self.algorithms).iter().map(|text| algorithm(text)).collect::<Result<_, _>>()?;
        let heuristics: Vec<_> = list(&self.heuristics)
            .iter()
            .map(|text| heuristic(text, level.game))
            .collect::<Result<_, _>>()?;
        let methods = if algorithms.is_empty() {
            quadrille_lab::default_methods(level.game)
        } else {
            quadrille_lab::cross(&algorithms, &heuristics)
        };
        if methods.len() > MOST {
            let message = format!("these are {} methods, the limit is {MOST}", methods.len());
            return Err(Failure::bad_request("too-many-methods", message)
                .help("compare fewer algorithms or heuristics at once"));
        }
        let of_game = |method: &Method| method.of_game(level.game);
        let methods: Result<Vec<Method>, _> = methods.iter().map(of_game).collect();
        methods.map_err(|error| unknown("bad-heuristic", &error))
    }

    fn theme(&self) -> Result<Theme, Failure> {
        match self.theme.as_deref() {
            None | Some("viewer") => Ok(Theme::Viewer),
            Some("light") => Ok(Theme::Light),
            Some("dark") => Ok(Theme::Dark),
            Some(_) => Err(Failure::bad_request("bad-theme", "there is no such theme")
                .help("there are viewer, light and dark")),
        }
    }
}

/// `GET /api/compare`.
pub async fn get(
    State(server): State<Arc<Server>>,
    client: Client,
    Asked(comparison): Asked<Comparison>,
) -> Result<Response, Failure> {
    let level = level_of(&comparison.code)?;
    let methods = comparison.methods(&level)?;
    let theme = comparison.theme()?;
    let Comparison { seconds, nodes, bytes, .. } = comparison;
    let mut limits = server.bounds.lowered(seconds, nodes, bytes)?;
    // All methods together are one search for the server, and each gets the same share of its time.
    let share = server.bounds.time / methods.len().max(1) as u32;
    let time = limits.time.unwrap_or(share).min(share);
    limits.time = Some(time);
    let names = methods.iter().map(ToString::to_string).collect();
    let board = Arc::new(Mutex::new(Board::default()));
    let shared = Arc::clone(&board);
    let whole = quadrille::search::Limits { time: Some(time * methods.len() as u32), ..limits };
    let ticket = server.pool.submit(client, whole, false, move |control, _| {
        for (number, method) in methods.iter().enumerate() {
            if control.cancel.is_cancelled() {
                break;
            }
            let control =
                Control { limits, cancel: control.cancel.clone(), progress: Arc::default() };
            let progress = Arc::clone(&control.progress);
            lock(&shared).running = Some((number, Instant::now(), progress));
            let trial = quadrille_lab::measure(&level, method, &control);
            lock(&shared).trials.push(trial);
        }
        Some(())
    })?;
    let begun = Begun { methods: names, seconds: time.as_secs_f64() };
    let story = Comparing { begun: Some(begun), board, theme, told: 0, shown: None, ticks: 0 };
    Ok(stream::of(ticket, story))
}

/// Where the search writes what it has, and the stream reads it.
#[derive(Default)]
struct Board {
    trials: Vec<Trial>,
    running: Option<(usize, Instant, Arc<Progress>)>,
}

fn lock(board: &Mutex<Board>) -> MutexGuard<'_, Board> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Serialize)]
struct Begun {
    methods: Vec<String>,
    /// The time that each of them has.
    seconds: f64,
}

#[derive(Serialize)]
struct RunningRow {
    index: usize,
    #[serde(flatten)]
    progress: ProgressRow,
}

#[derive(Serialize)]
struct Row<'a> {
    index: usize,
    #[serde(flatten)]
    trial: &'a Trial,
    /// What ended it before it had its proof; the same as `limit`, or `cancelled`.
    stop: Option<&'a str>,
    /// How many moves its plan has above the shortest, as far as that is known by now.
    above: Option<u32>,
    told: String,
}

impl<'a> Row<'a> {
    fn new(index: usize, trial: &'a Trial, optimum: Option<u32>) -> Row<'a> {
        let is_cancelled = trial.outcome == Outcome::Cancelled;
        Row {
            index,
            trial,
            stop: if is_cancelled { Some("cancelled") } else { trial.limit.as_deref() },
            above: trial.above(optimum),
            told: quadrille_lab::told(trial, optimum),
        }
    }
}

#[derive(Serialize)]
struct Done<'a> {
    optimum: Option<u32>,
    rows: Vec<Row<'a>>,
    charts: Vec<ChartRow>,
}

#[derive(Serialize)]
struct ChartRow {
    title: String,
    finding: String,
    svg: String,
}

struct Comparing {
    begun: Option<Begun>,
    board: Arc<Mutex<Board>>,
    theme: Theme,
    /// How many trials were told.
    told: usize,
    /// Which method was said to run.
    shown: Option<usize>,
    ticks: u32,
}

impl Comparing {
    /// The rows that were not told, in their order.
    fn rows(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        events.extend(self.begun.take().map(|begun| stream::event("methods", &begun)));
        let board = lock(&self.board);
        let optimum = quadrille_lab::optimum(None, &board.trials);
        for (index, trial) in board.trials.iter().enumerate().skip(self.told) {
            events.push(stream::event("row", &Row::new(index, trial, optimum)));
        }
        self.told = board.trials.len();
        events
    }
}

impl Story for Comparing {
    type Answer = ();

    fn news(&mut self, _ticket: &Ticket<()>, _running: Duration) -> Vec<Event> {
        let mut events = self.rows();
        self.ticks += 1;
        let board = lock(&self.board);
        if let Some((index, since, progress)) = &board.running
            && *index == self.told
            && (self.shown.replace(*index) != Some(*index) || self.ticks.is_multiple_of(EVERY))
        {
            let progress = ProgressRow::new(progress, since.elapsed());
            events.push(stream::event("running", &RunningRow { index: *index, progress }));
        }
        events
    }

    fn end(&mut self, (): ()) -> Vec<Event> {
        let mut events = self.rows();
        let board = lock(&self.board);
        let optimum = quadrille_lab::optimum(None, &board.trials);
        let title = "Methods side by side".to_string();
        let rows = board.trials.iter().enumerate();
        let done = Done {
            optimum,
            rows: rows.map(|(index, trial)| Row::new(index, trial, optimum)).collect(),
            charts: vec![ChartRow {
                finding: finding(&board.trials),
                svg: quadrille_lab::picture(&title, &board.trials, optimum, self.theme),
                title,
            }],
        };
        events.push(stream::event("done", &done));
        events
    }
}

/// What the comparison says, in a sentence.
fn finding(trials: &[Trial]) -> String {
    let quickest = |chosen: &dyn Fn(&Trial) -> bool| {
        let chosen = trials.iter().filter(|trial| chosen(trial));
        chosen.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
    };
    let is_proof = |trial: &Trial| trial.optimal || trial.outcome == Outcome::Unsolvable;
    let proofs = trials.iter().filter(|trial| is_proof(trial)).count();
    let all = trials.len();
    if let Some(first) = quickest(&is_proof) {
        let what = match first.cost {
            Some(cost) => format!("{} proved shortest", quantities::plural(cost.into(), "move")),
            None => "proved that there is no plan".to_string(),
        };
        let time = quantities::seconds(first.seconds);
        return format!(
            "{proofs} of {all} methods: {what}; the quickest was {} in {time}.",
            first.method
        );
    }
    match quickest(&|trial| trial.cost.is_some()) {
        Some(first) => {
            let time = quantities::seconds(first.seconds);
            format!(
                "No method proved a shortest plan; the quickest to a plan was {} in {time}.",
                first.method
            )
        }
        None => "No method found an answer within its limits.".to_string(),
    }
}
