//! A state space as a chart.

use quadrille::search::Survey;
use quadrille_lab::charts::{Column, Frame, Legend, columns};

use quadrille_base::quantities::{commas, counted};

pub fn draw(title: &str, survey: &Survey) -> String {
    let all: Vec<Column> = survey
        .layers
        .iter()
        .enumerate()
        .map(|(depth, layer)| {
            let mut tooltip = format!("depth {depth}: {}", counted(layer.positions, "position"));
            if layer.solved > 0 {
                tooltip += &format!(", {} solved", commas(layer.solved));
            }
            if let Some(dead_ends) = layer.dead_ends {
                tooltip += &format!(", {}", counted(dead_ends, "dead end"));
            }
            let striped = layer.dead_ends.unwrap_or(0);
            Column { count: layer.positions, striped, is_marked: layer.solved > 0, tooltip }
        })
        .collect();
    let subtitle = match survey.stop {
        None => {
            format!("{} in all, by the fewest moves that lead to them", commas(survey.positions()))
        }
        Some(stop) => format!("{} so far ({stop})", counted(survey.positions(), "position")),
    };
    let legend = Legend {
        across: "moves from the start",
        full: if survey.dead_ends().is_some() { "can still be solved" } else { "positions" },
        striped: "dead ends",
        marked: "some are solved",
    };
    columns(&Frame::new(format!("The positions of {title}"), subtitle), legend, &all)
}
