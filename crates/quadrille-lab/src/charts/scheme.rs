//! Colours, for light and dark.

use std::fmt::Write;

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColourScheme {
    /// As the viewer is set (`prefers-color-scheme`).
    #[default]
    Viewer,
    Light,
    Dark,
}

/// The number of colours for series.
pub(super) const COLOURS: usize = 12;

struct Colours {
    paper: &'static str,
    ink: &'static str,
    soft: &'static str,
    faint: &'static str,
    grid: &'static str,
    series: [&'static str; COLOURS],
}

/// A contrast of at least 4.5:1 to the background, and different in lightness as well as in hue.
const LIGHT: Colours = Colours {
    paper: "#ffffff",
    ink: "#1c2127",
    soft: "#57606a",
    faint: "#c3c9d1",
    grid: "#e8ebef",
    series: [
        "#0b62c4", "#c2410c", "#15803d", "#7e22ce", "#8a5a00", "#0e7490", "#be185d", "#475569",
        "#4d7c0f", "#4338ca", "#9f1239", "#0f766e",
    ],
};

const DARK: Colours = Colours {
    paper: "#14171c",
    ink: "#e6e9ed",
    soft: "#a1aab5",
    faint: "#4a525d",
    grid: "#272c34",
    series: [
        "#6cb0ff", "#ff9a5c", "#5fd38a", "#c79bff", "#e3c04a", "#4fd1e0", "#ff8ac0", "#a9b4c4",
        "#bef264", "#a5b4fc", "#fda4af", "#5eead4",
    ],
};

fn rules(out: &mut String, colours: &Colours) {
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        ".qc-paper{{fill:{paper}}}.qc-ink{{fill:{ink}}}.qc-soft{{fill:{soft}}}.qc-faint{{fill:{faint}}}\
         .qc-grid{{stroke:{grid}}}.qc-line{{stroke:{faint}}}.qc-edge{{stroke:{soft}}}.qc-halo{{stroke:{paper}}}",
        paper = colours.paper,
        ink = colours.ink,
        soft = colours.soft,
        faint = colours.faint,
        grid = colours.grid,
    );
    for (number, colour) in colours.series.iter().enumerate() {
        let _ = write!(out, ".qc-f{number}{{fill:{colour}}}.qc-s{number}{{stroke:{colour}}}");
    }
}

/// The style sheet of a colour scheme. Every chart contains it; all class names start with `qc-`,
/// so that several charts fit in one page.
pub fn style(scheme: ColourScheme) -> String {
    let mut out = String::from(
        ".qc{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif;font-size:12px;\
         font-variant-numeric:tabular-nums}.qc-title{font-size:15px;font-weight:650}.qc-strong{font-weight:600}.qc-small{font-size:9px}\
         .qc-open{fill-opacity:0}.qc-halo{stroke-width:3px;paint-order:stroke;stroke-linejoin:round}",
    );
    match scheme {
        ColourScheme::Light => rules(&mut out, &LIGHT),
        ColourScheme::Dark => rules(&mut out, &DARK),
        ColourScheme::Viewer => {
            rules(&mut out, &LIGHT);
            out.push_str("@media(prefers-color-scheme:dark){");
            rules(&mut out, &DARK);
            out.push('}');
        }
    }
    out
}
