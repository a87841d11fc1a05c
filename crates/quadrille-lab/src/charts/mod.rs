//! Charts as SVG, for the command, the report and the page alike.
//!
//! Every function returns one picture that stands alone and follows the light or dark setting of
//! the viewer ([`Theme`]). Nothing depends on colour alone: series differ in the shape of their
//! marks and the dashes of their lines too, and are named where they are drawn. Marks carry a
//! `<title>` that says what they stand for.

mod axis;
mod boxes;
mod canvas;
mod columns;
mod curves;
mod differences;
mod dots;
mod marks;
mod panels;
mod scatter;
mod shares;
mod theme;

pub use axis::{Axis, Scale, Unit};
pub use boxes::{BoxRow, boxes};
#[cfg(feature = "store")]
pub(crate) use canvas::escape;
pub use columns::{Column, Legend, columns};
pub use curves::{Curve, curves};
pub use differences::{Ranked, differences};
pub use dots::{DotRow, Proof, dots};
pub use panels::{Panel, Reading, panels};
pub use scatter::{Cross, ScatterPoint, scatter};
pub use shares::{Part, ShareRow, shares};
pub use theme::{Theme, style};

/// What stands around a chart.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub title: String,
    /// What to know for reading it.
    pub subtitle: String,
    /// Light, dark, or as the viewer has it.
    pub theme: Theme,
}

impl Frame {
    /// A frame that follows the viewer.
    pub fn new(title: impl Into<String>, subtitle: impl Into<String>) -> Frame {
        Frame { title: title.into(), subtitle: subtitle.into(), theme: Theme::Viewer }
    }
}
