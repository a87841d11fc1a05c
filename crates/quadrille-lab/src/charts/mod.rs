//! Charts as SVG, for the command, the report and the page.
//!
//! Every function returns one self-contained picture that follows the light or dark setting of the
//! viewer ([`ColourScheme`]). No information depends on colour alone: series also differ in the
//! shape of their marks and the dashes of their lines, and have labels. Marks have a `<title>` with
//! their values.

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
mod scheme;
mod shares;

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
pub use scheme::{ColourScheme, style};
pub use shares::{Part, ShareRow, shares};

/// The title, subtitle and colour scheme of a chart.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub title: String,
    /// Instructions for reading the chart.
    pub subtitle: String,
    pub scheme: ColourScheme,
}

impl Frame {
    pub fn new(title: impl Into<String>, subtitle: impl Into<String>) -> Frame {
        Frame { title: title.into(), subtitle: subtitle.into(), scheme: ColourScheme::Viewer }
    }
}
