//! Several methods on one position, one after the other, measured by the lab.

use std::sync::Arc;
use std::time::Duration;

use quadrille::Method;
use quadrille::heuristics::Expression;
use quadrille::levels::Level;
use quadrille::record::Record;
use quadrille::search::{Control, Limits, Progress};
use quadrille_base::quantities;
use quadrille_lab::charts::Theme;
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
    /// The colours of the charts: `viewer` (as the browser is set), `light` or `dark`.
    theme: Option<String>,
    #[serde(default)]
    scripts: Scripts,
}

impl CompareRequest {
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
        if methods.len() > MAX_METHODS {
            let message = format!("{} methods given; the limit is {MAX_METHODS}", methods.len());
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
            Some(_) => Err(Failure::bad_request("bad-theme", "unknown theme")
                .help("the themes are viewer, light and dark")),
        }
    }
}

pub(crate) fn compare(request: &CompareRequest, limits: &Limits) -> Result<SearchJob, Failure> {
    let level = level_of(&request.code)?;
    let methods = request.methods(&level)?;
    let theme = request.theme()?;
    // Each method has the whole time, as if it were the only one.
    let limits = limits::lower(limits, &request.limits);
    let names = methods.iter().map(ToString::to_string).collect();
    let output = Shared::<Output>::default();
    let whole =
        Limits { max_time: limits.max_time.map(|time| time * methods.len() as u32), ..limits };
    let events = CompareEvents {
        methods: Some(Methods { methods: names, limits }),
        output: output.clone(),
        theme,
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
    /// The limits of each method.
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
    charts: Vec<Chart>,
}

#[derive(Serialize)]
struct Chart {
    title: String,
    finding: String,
    svg: String,
}

struct CompareEvents {
    /// The first event, until it is reported.
    methods: Option<Methods>,
    output: Shared<Output>,
    theme: Theme,
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
        let title = "Methods side by side".to_string();
        let records = output.records.iter().enumerate();
        let comparison = Comparison {
            optimum,
            records: records.map(|(index, one)| Compared::new(index, one, optimum)).collect(),
            charts: vec![Chart {
                finding: finding(&output.records),
                svg: quadrille_lab::picture(&title, &output.records, optimum, self.theme),
                title,
            }],
        };
        events.push(StreamEvent::new("done", &comparison));
        events
    }
}

/// The result of the comparison in a sentence.
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
