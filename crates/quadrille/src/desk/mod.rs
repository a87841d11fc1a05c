//! The designer's desk: analysis and variation of a whole level.
//!
//! [`inspect`] makes a report on a level, [`Map::draw`] lays out its positions, [`vary`] makes
//! variations of it, and [`forbid`] finds the smallest changes that break an unwanted solution. All
//! results are proved by a search; results that a limit prevented are left open.
//!
//! ```
//! use quadrille::desk;
//! use quadrille::levels;
//! use quadrille::search::Control;
//!
//! let document = levels::read("level first\nr . .\n. . .\n. . R\n", None);
//! let level = document.levels().next().expect("one good level");
//! let report = desk::inspect(level, &Control::default()).unwrap();
//! assert_eq!((report.optimum, report.plans), (Some(2), Some(1)));
//! assert_eq!(report.sentences()[0], "The shortest solution has 2 moves: D R.");
//! ```

mod edits;
mod fill;
mod forbid;
mod map;
mod picture;
mod report;
mod sentences;
mod sheet;
mod similar;
mod symmetry;
mod useless;
mod vary;
mod ways;

pub use edits::{Change, changes};
pub use fill::{Gap, fill};
pub use forbid::{Forbidden, Remedy, forbid};
pub use map::Map;
pub use report::{LevelReport, OtherWay, Positions, Question, Stretch, Trap, Warning, inspect};
pub use sheet::sheet;
#[cfg(feature = "pictures")]
pub use sheet::sheet_pdf;
pub use similar::{Similar, similar};
pub use useless::{Useless, useless};
pub use vary::{Goal, Variation, vary};

use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::moves::Move;
use crate::search::{Control, Limits};

/// Moves in writing, one text each.
fn written(game: &dyn Game, moves: &[Move]) -> Vec<String> {
    let notation = game.notation();
    moves.iter().map(|&mv| notation.write(mv)).collect()
}

/// A level as its share code.
#[cfg(feature = "serde")]
fn as_code<S: serde::Serializer>(
    level: &crate::levels::Level,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&crate::levels::to_code(level))
}

/// The control of one of many small searches: at most `nodes` nodes, and its own progress.
fn small(control: &Control, nodes: u64) -> Control {
    let nodes = control.limits.max_nodes.unwrap_or(nodes).min(nodes);
    let limits = Limits { max_nodes: Some(nodes), max_time: None, ..control.limits };
    Control { limits, progress: Arc::default(), ..control.clone() }
}

/// The time of several steps together.
struct Timer<'a> {
    control: &'a Control,
    begun: Duration,
}

impl Timer<'_> {
    fn start(control: &Control) -> Timer<'_> {
        Timer { control, begun: control.clock.now() }
    }

    /// A control of work that ends when this share of the time is over.
    fn until(&self, share: f64, control: Control) -> Control {
        let elapsed = self.control.clock.now().saturating_sub(self.begun);
        let left = |time: Duration| time.mul_f64(share).saturating_sub(elapsed);
        let max_time = self.control.limits.max_time.map(left);
        Control { limits: Limits { max_time, ..control.limits }, ..control }
    }
}
