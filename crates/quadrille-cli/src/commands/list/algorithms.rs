//! `quadrille list algorithms`.

use quadrille::registry::Optimality;
use quadrille::registry::{ALGORITHMS, AlgorithmInfo, OptionInfo};
use serde::Serialize;

use crate::Context;
use crate::args::{ABOUT_EXTERNAL, EXTERNAL};
use crate::exit::{Abort, Exit};
use crate::output::json::SCHEMA;
use crate::output::table;

#[derive(Serialize)]
struct Entry {
    schema: u32,
    #[serde(flatten)]
    info: AlgorithmInfo,
}

pub fn run(json: bool, context: &mut Context) -> Result<Exit, Abort> {
    let columns =
        [("algorithm", false), ("heuristic", false), ("shortest", false), ("description", false)];
    let mut table = table::new(&context.console, &columns);
    for info in ALGORITHMS {
        if json {
            context.console.json(&Entry { schema: SCHEMA, info: *info })?;
        } else {
            let heuristic = if info.uses_heuristic { "yes" } else { "no" };
            let name = OptionInfo::usage(info.name, info.options);
            table.add_row([&name, heuristic, &info.optimality.to_string(), info.about]);
        }
    }
    if json {
        let info = AlgorithmInfo {
            name: EXTERNAL,
            title: EXTERNAL,
            options: &[],
            about: ABOUT_EXTERNAL,
            optimality: Optimality::Always,
            uses_heuristic: false,
            ..ALGORITHMS[0]
        };
        context.console.json(&Entry { schema: SCHEMA, info })?;
    } else {
        table.add_row([EXTERNAL, "no", &Optimality::Always.to_string(), ABOUT_EXTERNAL]);
        table::print(&mut context.console, &table)?;
    }
    Ok(Exit::Fine)
}
