//! A search as a trace for Posthoc (<https://posthoc-app.pathfinding.ai>), in version 1.4 of its format.
//!
//! Posthoc draws whatever a trace tells it to: here each position is a square, in the row of its depth. The parents make its tree.

use std::collections::HashMap;
use std::fmt::Write;

use quadrille::games::Game;
use quadrille::moves::Notation;
use quadrille::record::Verdict;
use quadrille::search::{Event, Report};

/// The most events of a trace: more is no longer a picture.
pub const MOST_EVENTS: usize = 500_000;

/// What Posthoc is to draw.
const HEAD: &str = r#"version: 1.4.0

views:
  main:
    - $: rect
      x: ${{ $.x }}
      y: ${{ $.y }}
      width: 0.9
      height: 0.9
      fill: "${{ $.type == 'generate' ? color.blue : $.type == 'expand' ? color.red : color.amber }}"
      clear: false

pivot:
  x: ${{ $.x + 0.5 }}
  y: ${{ $.y + 0.5 }}
  scale: 1

events:
"#;

/// A trace that is being written.
#[derive(Debug)]
pub struct Trace {
    notation: Notation,
    text: String,
    events: usize,
    /// The place of each position: how many were there before it in its row, and the row.
    places: HashMap<u32, (u32, u32)>,
    rows: HashMap<u32, u32>,
}

impl Trace {
    /// A trace of a search that begins.
    pub fn new(game: &dyn Game) -> Trace {
        let (places, rows) = (HashMap::from([(0, (0, 0))]), HashMap::from([(0, 1)]));
        Trace { notation: game.notation(), text: HEAD.to_string(), events: 0, places, rows }
    }

    /// Whether there were more events than a trace holds.
    pub fn is_cut(&self) -> bool {
        self.events > MOST_EVENTS
    }

    /// Writes what happened.
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
                *place += 1;
                let (mv, f) = (self.notation.write(mv), f64::from(g) + h);
                let rest = format!(", pId: {parent}, move: \"{mv}\", g: {g}, h: {h}, f: {f}");
                self.line("generate", node, &rest);
            }
            Event::Duplicate { node, parent } => {
                self.line("duplicate", node, &format!(", pId: {parent}"));
            }
            Event::Reopen { node, parent, g } => {
                self.line("reopen", node, &format!(", pId: {parent}, g: {g}"));
            }
            Event::Improve { cost } => self.line("improve", 0, &format!(", cost: {cost}")),
            Event::Depth { depth } => self.line("depth", 0, &format!(", depth: {depth}")),
        }
    }

    fn line(&mut self, kind: &str, node: u32, rest: &str) {
        let (x, y) = self.places.get(&node).copied().unwrap_or_default();
        // Numbers of Rust are numbers of YAML, infinity apart.
        let rest = rest.replace(": inf", ": .inf");
        let _ = writeln!(self.text, "  - {{ type: {kind}, id: {node}, x: {x}, y: {y}{rest} }}");
    }

    /// The whole trace, with what came of the search.
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
