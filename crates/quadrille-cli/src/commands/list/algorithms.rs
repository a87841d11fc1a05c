//! `quadrille list algorithms`.

use quadrille::registry::ALGORITHMS;
use quadrille::search::algorithm::Optimality;
use serde::Serialize;

use crate::Context;
use crate::args::{ABOUT_EXTERNAL, EXTERNAL};
use crate::exit::{Abort, Exit};
use crate::output::json::SCHEMA;
use crate::output::table;
use quadrille_api::options::{OptionRow, call, rows};

#[derive(Serialize)]
struct AlgorithmRow {
    schema: u32,
    name: &'static str,
    options: Vec<OptionRow>,
    about: &'static str,
    /// Whether plans are proved shortest: `always`, `with_admissible` (heuristics) or `never`.
    optimality: &'static str,
    uses_heuristic: bool,
}

pub fn run(json: bool, context: &mut Context) -> Result<Exit, Abort> {
    let columns =
        [("algorithm", false), ("heuristic", false), ("shortest", false), ("what it does", false)];
    let mut table = table::new(&context.console, &columns);
    for info in ALGORITHMS {
        let (optimality, shortest) = match info.optimality {
            Optimality::Always => ("always", "proved"),
            Optimality::WithAdmissible => ("with_admissible", "if admissible"),
            Optimality::Never => ("never", "no"),
        };
        if json {
            context.console.json(&AlgorithmRow {
                schema: SCHEMA,
                name: info.name,
                options: rows(info.options),
                about: info.about,
                optimality,
                uses_heuristic: info.uses_heuristic,
            })?;
        } else {
            let heuristic = if info.uses_heuristic { "yes" } else { "no" };
            let name = call(info.name, info.options);
            table.add_row([&name, heuristic, shortest, info.about]);
        }
    }
    if json {
        context.console.json(&AlgorithmRow {
            schema: SCHEMA,
            name: EXTERNAL,
            options: Vec::new(),
            about: ABOUT_EXTERNAL,
            optimality: "always",
            uses_heuristic: false,
        })?;
    } else {
        table.add_row([EXTERNAL, "no", "proved", ABOUT_EXTERNAL]);
        table::print(&mut context.console, &table)?;
    }
    Ok(Exit::Fine)
}
