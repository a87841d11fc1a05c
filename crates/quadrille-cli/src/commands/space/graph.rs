//! A state space as a graph for GraphViz.

use std::fmt::Write;

use quadrille::levels::Level;
use quadrille::search::{Control, Limits};

use crate::errors::Fault;

/// The most positions of a readable graph.
const MOST: u64 = 5000;

/// Every position and every move, in the DOT language. Solved positions have a double ring, dead
/// ends are grey, and the moves of a shortest plan are bold.
pub fn dot(title: &str, level: &Level, control: &Control) -> Result<String, Fault> {
    let limits = Limits { max_nodes: Some(MOST), ..control.limits };
    let control = Control { limits, ..control.clone() };
    let atlas = level.game.atlas(&level.grid, &[], &control)?;
    if atlas.stop.is_some() {
        let fault = Fault::new(format!(
            "there are more than {MOST} positions to draw, or the limits are too low"
        ));
        return Err(fault.help("a graph is for small levels; --svg draws the positions by depth"));
    }
    let line = atlas.shortest();
    let is_on_line =
        |from: usize, to: usize| line.windows(2).any(|pair| pair[0].0 == from && pair[1].0 == to);
    let notation = level.game.notation();
    let title = title.replace(['"', '\\'], "'");
    let mut text =
        format!("digraph \"{title}\" {{\n  node [shape=circle, fontname=\"sans-serif\"];\n");
    for (number, place) in atlas.places.iter().enumerate() {
        let mut looks = String::new();
        if number == 0 {
            looks += ", style=bold";
        }
        if place.solved {
            looks += ", shape=doublecircle";
        }
        let summary = match place.distance {
            Some(distance) => format!("{distance} to go"),
            None => {
                looks += ", color=gray, fontcolor=gray";
                "a dead end".to_string()
            }
        };
        let way = notation.write_all(&atlas.way_to(number));
        let _ = writeln!(
            text,
            "  n{number} [label=\"{number}\", tooltip=\"{summary}: {way}\"{looks}];"
        );
    }
    for (from, place) in atlas.places.iter().enumerate() {
        for &(mv, to) in place.moves {
            let bold = if is_on_line(from, to as usize) { ", style=bold, color=blue" } else { "" };
            let mv = notation.write(mv);
            let _ = writeln!(text, "  n{from} -> n{to} [label=\"{mv}\"{bold}];");
        }
    }
    text.push_str("}\n");
    Ok(text)
}
