//! Several methods on one position, one after the other, by the lab.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille::Method;
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::record::Record;
use quadrille::search::{Control, Limits, control::Progress};
use quadrille_base::quantities;
use quadrille_lab::charts::Theme;
use serde::{Deserialize, Serialize};

use super::progress::ProgressRow;
use super::task::{of_game, unknown};
use super::{Event, Search, Story};
use crate::failure::Failure;
use crate::level::level_of;
use crate::limits::Bounds;
use crate::scripts::Scripts;

/// The most methods of a comparison.
const MOST: usize = 32;

/// Live figures come once in so many ticks.
const EVERY: u32 = 2;

/// What is to be compared.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Comparison {
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
    #[serde(default)]
    scripts: Scripts,
}

impl Comparison {
    fn methods(&self, level: &Level) -> Result<Vec<Method>, Failure> {
        let list = |text: &Option<String>| {
            let text = text.clone().unwrap_or_default();
            let parts = quadrille::split_list(&text).into_iter().map(str::to_string);
            parts.filter(|part| !part.is_empty()).collect::<Vec<String>>()
        };
        let heuristics: Vec<Expression> = list(&self.heuristics)
            .iter()
            .map(|text| self.scripts.expression(text))
            .collect::<Result<_, _>>()
            .map_err(|error| unknown(&error))?;
        let mut methods = Vec::new();
        for text in list(&self.algorithms) {
            let method = self.scripts.method(&text).map_err(|error| unknown(&error))?;
            if method.heuristic.is_some() {
                methods.push(method);
            } else {
                methods.extend(quadrille_lab::cross(&[method.algorithm], &heuristics));
            }
        }
        if methods.is_empty() {
            methods = quadrille_lab::default_methods(level.game);
        }
        if methods.len() > MOST {
            let message = format!("these are {} methods, the limit is {MOST}", methods.len());
            return Err(Failure::bad_request("too-many-methods", message)
                .help("compare fewer algorithms or heuristics at once"));
        }
        methods.iter().map(|method| of_game(method, level.game)).collect()
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

/// The searches, and what is told of them.
pub(super) fn compare(comparison: &Comparison, bounds: &Bounds) -> Result<Search, Failure> {
    let level = level_of(&comparison.code)?;
    let methods = comparison.methods(&level)?;
    let theme = comparison.theme()?;
    let &Comparison { seconds, nodes, bytes, .. } = comparison;
    // Each method has the time that was asked for, as if it were the only one.
    let limits = bounds.lowered(seconds, nodes, bytes)?;
    let time = limits.max_time.unwrap_or(bounds.time);
    let names = methods.iter().map(ToString::to_string).collect();
    let board = Arc::new(Mutex::new(Board::default()));
    let begun = Begun { methods: names, seconds: time.as_secs_f64() };
    let whole = Limits { max_time: Some(time * methods.len() as u32), ..limits };
    let story = Comparing {
        begun: Some(begun),
        board: Arc::clone(&board),
        theme,
        told: 0,
        shown: None,
        ticks: 0,
    };
    let work = move |control: &Control| {
        for (number, method) in methods.iter().enumerate() {
            if control.cancel.is_cancelled() {
                return true;
            }
            let own = Control { limits, progress: Arc::default(), ..control.clone() };
            let running = Running { number, since: None, progress: Arc::clone(&own.progress) };
            lock(&board).running = Some(running);
            let record = quadrille_lab::measure(&level, method, &own);
            lock(&board).records.push(record);
        }
        false
    };
    Ok(Search { limits: whole, can_restart: false, work: Box::new(work), story: Box::new(story) })
}

/// Where the search writes what it has, and the story reads it.
#[derive(Default)]
struct Board {
    records: Vec<Record>,
    running: Option<Running>,
}

/// The method that is being tried.
struct Running {
    number: usize,
    /// How long the whole comparison was running when this was first told of.
    since: Option<Duration>,
    progress: Arc<Progress>,
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
    record: &'a Record,
    /// How many moves its plan has above the shortest, as far as that is known by now.
    above: Option<u32>,
    told: String,
}

impl<'a> Row<'a> {
    fn new(index: usize, record: &'a Record, optimum: Option<u32>) -> Row<'a> {
        let (above, told) = (record.above(optimum), quadrille_lab::told(record, optimum));
        Row { index, record, above, told }
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
    /// How many records were told.
    told: usize,
    /// Which method was said to run.
    shown: Option<usize>,
    ticks: u32,
}

impl Comparing {
    /// The rows that were not told, in their order.
    fn rows(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        events.extend(self.begun.take().map(|begun| Event::new("methods", &begun)));
        let board = lock(&self.board);
        let optimum = quadrille_lab::optimum(None, &board.records);
        for (index, record) in board.records.iter().enumerate().skip(self.told) {
            events.push(Event::new("row", &Row::new(index, record, optimum)));
        }
        self.told = board.records.len();
        events
    }
}

impl Story for Comparing {
    fn news(&mut self, _control: &Control, elapsed: Duration) -> Vec<Event> {
        let mut events = self.rows();
        self.ticks += 1;
        let mut board = lock(&self.board);
        if let Some(running) = &mut board.running
            && running.number == self.told
            && (self.shown.replace(running.number) != Some(running.number)
                || self.ticks.is_multiple_of(EVERY))
        {
            let since = *running.since.get_or_insert(elapsed);
            let progress = ProgressRow::new(&running.progress, elapsed.saturating_sub(since));
            events.push(Event::new("running", &RunningRow { index: running.number, progress }));
        }
        events
    }

    fn end(&mut self) -> Vec<Event> {
        let mut events = self.rows();
        let board = lock(&self.board);
        let optimum = quadrille_lab::optimum(None, &board.records);
        let title = "Methods side by side".to_string();
        let rows = board.records.iter().enumerate();
        let done = Done {
            optimum,
            rows: rows.map(|(index, record)| Row::new(index, record, optimum)).collect(),
            charts: vec![ChartRow {
                finding: finding(&board.records),
                svg: quadrille_lab::picture(&title, &board.records, optimum, self.theme),
                title,
            }],
        };
        events.push(Event::new("done", &done));
        events
    }
}

/// What the comparison says, in a sentence.
fn finding(records: &[Record]) -> String {
    let quickest = |chosen: &dyn Fn(&Record) -> bool| {
        let chosen = records.iter().filter(|record| chosen(record));
        chosen.min_by(|a, b| a.stats.seconds.total_cmp(&b.stats.seconds))
    };
    let is_proof = Record::is_proved;
    let proofs = records.iter().filter(|record| is_proof(record)).count();
    let all = records.len();
    if let Some(first) = quickest(&is_proof) {
        let what = match first.cost {
            Some(cost) => format!("{} proved shortest", quantities::counted(cost.into(), "move")),
            None => "proved that there is no plan".to_string(),
        };
        let time = quantities::seconds(first.stats.seconds);
        return format!(
            "{proofs} of {}: {what}; the quickest was {} in {time}.",
            quantities::counted(all as u64, "method"),
            first.method
        );
    }
    match quickest(&|record| record.cost.is_some()) {
        Some(first) => {
            let time = quantities::seconds(first.stats.seconds);
            format!(
                "No method proved a shortest plan; the quickest to a plan was {} in {time}.",
                first.method
            )
        }
        None => "No method found an answer within its limits.".to_string(),
    }
}
