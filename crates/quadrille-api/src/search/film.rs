//! A recording of a search: its beginning event by event, the rest in figures. Its size is bounded,
//! however long the search.

use std::collections::{BTreeMap, VecDeque};

use quadrille::search::Event;
use serde::Serialize;

/// Events kept per position that is reported one by one.
const EVENTS_PER_NODE: usize = 4;

/// The most plans and rounds that are reported one by one.
const LANDMARKS: usize = 1000;

/// The most entries of a table. The last one counts everything beyond it.
const MAX_ENTRIES: usize = 512;

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Debug)]
pub(super) struct Counts {
    expanded: u64,
    /// Positions that came out of expansions, known or not, as in `Stats`.
    generated: u64,
    /// The new ones among them.
    new: u64,
    duplicates: u64,
    reopened: u64,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Debug)]
pub(super) struct DepthCounts {
    depth: usize,
    expanded: u64,
    /// Positions first reached at the depth.
    new: u64,
}

/// The expansions of positions whose sum of cost and estimate, rounded down, is `f`.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
pub(super) struct FCount {
    f: i64,
    expanded: u64,
}

#[derive(Debug)]
pub(super) struct Film {
    /// The number of positions that are reported one by one.
    sample: u32,
    /// The number of further events that are.
    room: usize,
    landmarks: usize,
    /// True once the detailed part has ended.
    condensed: bool,
    events: VecDeque<Event>,
    counts: Counts,
    skipped: u64,
    layers: Vec<(u64, u64)>,
    f: BTreeMap<i64, u64>,
}

impl Film {
    pub(super) fn new(sample: u32) -> Film {
        Film {
            sample,
            room: sample as usize * EVENTS_PER_NODE,
            landmarks: LANDMARKS,
            condensed: sample == 0,
            events: VecDeque::new(),
            counts: Counts::default(),
            skipped: 0,
            layers: Vec::new(),
            f: BTreeMap::new(),
        }
    }

    pub(super) fn take(&mut self, event: Event) {
        let mut is_landmark = false;
        match event {
            Event::Expand { g, h, .. } => {
                self.counts.expanded += 1;
                self.layer(g).0 += 1;
                let f = f64::from(g) + h;
                if f.is_finite() {
                    self.count_f(f.floor() as i64);
                }
            }
            Event::Generate { node, g, .. } => {
                self.counts.generated += 1;
                self.counts.new += 1;
                self.layer(g).1 += 1;
                self.condensed |= node > self.sample;
            }
            Event::Duplicate { .. } => {
                self.counts.generated += 1;
                self.counts.duplicates += 1;
            }
            Event::Reopen { .. } => {
                self.counts.generated += 1;
                self.counts.reopened += 1;
            }
            Event::Improve { .. } | Event::Depth { .. } => is_landmark = true,
        }
        let room = match (is_landmark, self.condensed) {
            (true, _) => &mut self.landmarks,
            (false, false) => &mut self.room,
            (false, true) => {
                self.skipped += 1;
                return;
            }
        };
        if *room > 0 {
            *room -= 1;
            self.events.push_back(event);
        } else {
            self.skipped += 1;
            self.condensed |= !is_landmark;
        }
    }

    fn layer(&mut self, depth: u32) -> &mut (u64, u64) {
        let depth = (depth as usize).min(MAX_ENTRIES - 1);
        if self.layers.len() <= depth {
            self.layers.resize(depth + 1, (0, 0));
        }
        &mut self.layers[depth]
    }

    fn count_f(&mut self, f: i64) {
        let key = if self.f.len() < MAX_ENTRIES || self.f.contains_key(&f) {
            f
        } else {
            // The nearest entry.
            let above = self.f.range(f..).next().or_else(|| self.f.iter().next_back());
            above.map_or(f, |(&key, _)| key)
        };
        *self.f.entry(key).or_default() += 1;
    }

    /// Removes and returns the next events, at most this many.
    pub(super) fn next_events(&mut self, most: usize) -> Vec<Event> {
        let count = self.events.len().min(most);
        self.events.drain(..count).collect()
    }

    pub(super) fn is_condensed(&self) -> bool {
        self.condensed
    }

    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// The number of events that were not kept.
    pub(super) fn skipped(&self) -> u64 {
        self.skipped
    }

    pub(super) fn layers(&self) -> Vec<DepthCounts> {
        let layers = self.layers.iter().enumerate();
        layers.map(|(depth, &(expanded, new))| DepthCounts { depth, expanded, new }).collect()
    }

    pub(super) fn f(&self) -> Vec<FCount> {
        self.f.iter().map(|(&f, &expanded)| FCount { f, expanded }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::grid::Direction;
    use quadrille::moves::Move;

    fn generate(node: u32, g: u32) -> Event {
        Event::Generate { node, parent: 0, mv: Move::All(Direction::Up), g, h: 0.0 }
    }

    #[test]
    fn the_beginning_is_kept_whole_and_the_rest_is_counted() {
        let mut film = Film::new(3);
        film.take(Event::Expand { node: 0, g: 0, h: 1.5 });
        for node in 1..=10 {
            film.take(generate(node, node));
        }
        film.take(Event::Improve { cost: 7 });
        assert!(film.is_condensed());
        let events = film.next_events(100);
        assert_eq!(events.len(), 5, "{events:?}");
        assert_eq!(events[4], Event::Improve { cost: 7 });
        assert_eq!(film.skipped(), 7);
        assert_eq!((film.counts().expanded, film.counts().generated), (1, 10));
        assert_eq!(film.layers()[4], DepthCounts { depth: 4, expanded: 0, new: 1 });
        assert_eq!(film.f(), [FCount { f: 1, expanded: 1 }]);
    }

    #[test]
    fn a_film_stays_small_whatever_happens() {
        let mut film = Film::new(100);
        for step in 0..1_000_000_u32 {
            film.take(Event::Expand { node: step, g: step, h: f64::from(step % 7) });
            film.take(Event::Duplicate { node: 0, parent: step });
            film.take(Event::Depth { depth: step });
        }
        film.take(Event::Expand { node: 1, g: u32::MAX, h: f64::INFINITY });
        film.take(Event::Expand { node: 1, g: 0, h: f64::NAN });
        film.take(Event::Expand { node: 1, g: 0, h: -1e300 });
        assert!(film.events.len() <= 100 * EVENTS_PER_NODE + LANDMARKS);
        assert!(film.layers().len() <= MAX_ENTRIES && film.f().len() <= MAX_ENTRIES);
        assert_eq!(film.counts().expanded, 1_000_003);
        let layers: u64 = film.layers().iter().map(|layer| layer.expanded).sum();
        assert_eq!(layers, 1_000_003);
        let kept = film.events.len() as u64;
        assert_eq!(kept + film.skipped(), 3_000_003);
    }
}
