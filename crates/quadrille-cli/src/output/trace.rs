//! A search as a trace for Posthoc (<https://posthoc-app.pathfinding.ai>), in version 1.4 of its
//! format.
//!
//! In the trace each position is a square in the row of its depth. Posthoc builds its tree from the
//! parents: it uses the parent of the last event of a position, and treats the id 0 as no parent.
//! So ids start at 1, every event of a position names its parent, and another path to it is `from`.

use std::collections::HashMap;
use std::fmt::Write;

use quadrille::games::Game;
use quadrille::moves::Notation;
use quadrille::record::Verdict;
use quadrille::search::{Event, Report};

/// The most events of a trace; the viewer cannot show more.
pub const MOST_EVENTS: usize = 500_000;

/// The head of the trace: how Posthoc draws an event.
const HEAD: &str = r#"version: 1.4.0

views:
  main:
    - $: rect
      x: ${{ $.x }}
      y: ${{ $.y }}
      width: 0.9
      height: 0.9
      fill: "${{ $.type == 'source' ? color.green : $.type == 'generate' ? color.blue : $.type == 'expand' ? color.red : color.amber }}"
      clear: false

pivot:
  x: ${{ $.x + 0.5 }}
  y: ${{ $.y + 0.5 }}
  scale: 1

events:
"#;

/// The id of a position, never 0.
fn identity(node: u32) -> u64 {
    u64::from(node) + 1
}

#[derive(Debug)]
pub struct Trace {
    notation: Notation,
    text: String,
    events: usize,
    /// The column of each position within its row, and the row.
    places: HashMap<u32, (u32, u32)>,
    /// The number of positions in each row.
    rows: HashMap<u32, u32>,
    parents: HashMap<u32, u32>,
}

impl Trace {
    pub fn new(game: &dyn Game) -> Trace {
        let mut trace = Trace {
            notation: game.notation(),
            text: HEAD.to_string(),
            events: 0,
            places: HashMap::from([(0, (0, 0))]),
            rows: HashMap::from([(0, 1)]),
            parents: HashMap::new(),
        };
        trace.line("source", 0, "");
        trace
    }

    /// True if there were more events than a trace can hold.
    pub fn is_cut(&self) -> bool {
        self.events > MOST_EVENTS
    }

    pub fn note(&mut self, event: Event) {
        self.events += 1;
        if self.is_cut() {
            return;
        }
        match event {
            Event::Expand { node, g, h } => {
                self.line("expand", node, &format!(", g: {g}, h: {h}, f: {}", f64::from(g) + h));
            }
            Event::Generate { node, parent, mv, g, h } => {
                let place = self.rows.entry(g).or_default();
                self.places.insert(node, (*place, g));
                self.parents.insert(node, parent);
                *place += 1;
                let (mv, f) = (self.notation.write(mv), f64::from(g) + h);
                self.line("generate", node, &format!(", move: \"{mv}\", g: {g}, h: {h}, f: {f}"));
            }
            Event::Duplicate { node, parent } => {
                self.line("duplicate", node, &format!(", from: {}", identity(parent)));
            }
            Event::Reopen { node, parent, g } => {
                self.parents.insert(node, parent);
                self.line("reopen", node, &format!(", g: {g}"));
            }
            Event::Improve { cost } => self.line("improve", 0, &format!(", cost: {cost}")),
            Event::Depth { depth } => self.line("depth", 0, &format!(", depth: {depth}")),
        }
    }

    fn line(&mut self, kind: &str, node: u32, rest: &str) {
        let (x, y) = self.places.get(&node).copied().unwrap_or_default();
        // Numbers in Rust are valid YAML, except infinity.
        let rest = rest.replace(": inf", ": .inf");
        let parent =
            self.parents.get(&node).map_or("null".into(), |&one| identity(one).to_string());
        let id = identity(node);
        let _ = writeln!(
            self.text,
            "  - {{ type: {kind}, id: {id}, pId: {parent}, x: {x}, y: {y}{rest} }}"
        );
    }

    /// The complete trace, with the result of the search.
    pub fn finish(mut self, report: &Report) -> String {
        if self.is_cut() {
            let _ = writeln!(self.text, "# cut after {MOST_EVENTS} of {} events", self.events);
        }
        let _ = writeln!(self.text, "# {}", Verdict::from(&report.outcome).name());
        if let Some((plan, _)) = report.plan() {
            let _ = writeln!(self.text, "# plan: {}", self.notation.write_all(plan));
        }
        self.text
    }
}
