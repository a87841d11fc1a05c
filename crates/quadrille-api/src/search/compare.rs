//! Several methods on one position, one after the other, measured by the lab.

use std::sync::Arc;
use std::time::Duration;

use quadrille::Method;
use quadrille::games::Games;
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::record::Record;
use quadrille::search::{Control, Limits, Progress};
use serde::{Deserialize, Serialize};

use super::progress::Figures;
use super::task::{of_game, unknown};
use super::{Events, SearchJob, Shared, StreamEvent, Ticks};
use crate::failure::Failure;
use crate::level::level_of;
use crate::limits;
use crate::scripts::Scripts;

const MAX_METHODS: usize = 32;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareRequest {
    code: String,
    /// Algorithms separated by commas; by default all, with the game's heuristics.
    algorithms: Option<String>,
    /// Heuristics separated by commas; by default the game's own.
    heuristics: Option<String>,
    #[serde(flatten, deserialize_with = "limits::read")]
    limits: Limits,
    #[serde(default)]
    scripts: Scripts,
}

impl CompareRequest {
    fn methods(&self, games: &Games, level: &Level) -> Result<Vec<Method>, Failure> {
        let list = |text: &Option<String>| {
            let text = text.clone().unwrap_or_default();
            let parts = quadrille::split_list(&text).into_iter().map(str::to_string);
            parts.filter(|part| !part.is_empty()).collect::<Vec<String>>()
        };
        let heuristics: Vec<Expression> = list(&self.heuristics)
            .iter()
            .map(|text| self.scripts.expression(games, text))
            .collect::<Result<_, _>>()
            .map_err(|error| unknown(&error))?;
        let mut methods = Vec::new();
        for text in list(&self.algorithms) {
            let method = self.scripts.method(games, &text).map_err(|error| unknown(&error))?;
            if method.heuristic.is_some() {
                methods.push(method);
            } else {
                methods.extend(quadrille_lab::cross(&[method.algorithm], &heuristics));
            }
        }
        if methods.is_empty() {
            methods = quadrille_lab::default_methods(level.game);
        }
        if methods.len() > MAX_METHODS {
            let message = format!("{} methods given; the limit is {MAX_METHODS}", methods.len());
            return Err(Failure::bad_request("too-many-methods", message)
                .help("compare fewer algorithms or heuristics at once"));
        }
        methods.iter().map(|method| of_game(method, level.game)).collect()
    }
}

pub(crate) fn compare(
    request: &CompareRequest,
    games: &Games,
    limits: &Limits,
) -> Result<SearchJob, Failure> {
    let level = level_of(games, &request.code)?;
    let methods = request.methods(games, &level)?;
    // Each method has the whole time, as if it were the only one.
    let limits = limits::lower(limits, &request.limits);
    let names = methods.iter().map(ToString::to_string).collect();
    let output = Shared::<Output>::default();
    let whole =
        Limits { max_time: limits.max_time.map(|time| time * methods.len() as u32), ..limits };
    let events = CompareEvents {
        methods: Some(Methods { methods: names, limits }),
        output: output.clone(),
        reported: 0,
        running: None,
        ticks: Ticks::default(),
    };
    let work = move |control: &Control| {
        for (index, method) in methods.iter().enumerate() {
            if control.cancel.is_cancelled() {
                return true;
            }
            let own = Control { limits, progress: Arc::default(), ..control.clone() };
            let running = Running { index, since: None, progress: Arc::clone(&own.progress) };
            output.lock().running = Some(running);
            let record = quadrille_lab::measure(&level, method, &own);
            output.lock().records.push(record);
        }
        false
    };
    Ok(SearchJob {
        limits: whole,
        can_restart: false,
        work: Box::new(work),
        events: Box::new(events),
    })
}

/// The output of the work, read by the event stream.
#[derive(Default)]
struct Output {
    records: Vec<Record>,
    running: Option<Running>,
}

struct Running {
    index: usize,
    /// The time at which it was first reported, since the start of the comparison.
    since: Option<Duration>,
    progress: Arc<Progress>,
}

#[derive(Serialize)]
struct Methods {
    methods: Vec<String>,
    limits: Limits,
}

#[derive(Serialize)]
struct RunningMethod {
    index: usize,
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Serialize)]
struct Compared<'a> {
    index: usize,
    #[serde(flatten)]
    record: &'a Record,
    /// The moves of its plan above the shortest known so far.
    above: Option<u32>,
    /// The result in a sentence.
    text: String,
}

impl<'a> Compared<'a> {
    fn new(index: usize, record: &'a Record, optimum: Option<u32>) -> Compared<'a> {
        let (above, text) = (record.above(optimum), quadrille_lab::summary(record, optimum));
        Compared { index, record, above, text }
    }
}

#[derive(Serialize)]
struct Comparison<'a> {
    optimum: Option<u32>,
    records: Vec<Compared<'a>>,
}

struct CompareEvents {
    /// The first event, until it is reported.
    methods: Option<Methods>,
    output: Shared<Output>,
    /// The number of records that were reported.
    reported: usize,
    /// The method last reported as running.
    running: Option<usize>,
    ticks: Ticks,
}

impl CompareEvents {
    /// The records that were not reported yet.
    fn new_records(&mut self) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        events.extend(self.methods.take().map(|methods| StreamEvent::new("methods", &methods)));
        let output = self.output.lock();
        let optimum = quadrille_lab::optimum(None, &output.records);
        for (index, record) in output.records.iter().enumerate().skip(self.reported) {
            events.push(StreamEvent::new("record", &Compared::new(index, record, optimum)));
        }
        self.reported = output.records.len();
        events
    }
}

impl Events for CompareEvents {
    fn poll(&mut self, _control: &Control, elapsed: Duration) -> Vec<StreamEvent> {
        let mut events = self.new_records();
        let is_due = self.ticks.are_figures_due();
        if let Some(running) = &mut self.output.lock().running
            && running.index == self.reported
            && (self.running.replace(running.index) != Some(running.index) || is_due)
        {
            let since = *running.since.get_or_insert(elapsed);
            let figures = Figures::new(&running.progress, elapsed.saturating_sub(since));
            events.push(StreamEvent::new(
                "running",
                &RunningMethod { index: running.index, figures },
            ));
        }
        events
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let mut events = self.new_records();
        let output = self.output.lock();
        let optimum = quadrille_lab::optimum(None, &output.records);
        let records = output.records.iter().enumerate();
        let records = records.map(|(index, one)| Compared::new(index, one, optimum)).collect();
        events.push(StreamEvent::new("done", &Comparison { optimum, records }));
        events
    }
}
