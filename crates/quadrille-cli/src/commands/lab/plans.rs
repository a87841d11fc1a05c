//! The plans that ship with the program, and `quadrille lab plan`, which shows them.

use clap::Args;
use quadrille::registry::nearest;
use quadrille_assets::PLANS;

use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::PACK_SIGN;

/// Show a plan that ships with the program, as a start for your own
#[derive(Args, Debug)]
pub struct PlanArgs {
    /// Print this plan, as '@minute' [default: list all]
    #[arg(value_name = "PLAN")]
    plan: Option<String>,
}

pub fn run(args: &PlanArgs, context: &mut Context) -> Result<Exit, Abort> {
    match &args.plan {
        Some(plan) => {
            let text = built_in(plan.strip_prefix(PACK_SIGN).unwrap_or(plan))?;
            context.console.text(text)?;
        }
        None => {
            for name in names() {
                let text = built_in(name)?;
                let about = text.lines().next().unwrap_or("").trim_start_matches(['#', ' ']);
                context.console.line(&format!("{PACK_SIGN}{name:<10} {about}"))?;
            }
        }
    }
    Ok(Exit::Fine)
}

fn names() -> impl Iterator<Item = &'static str> {
    PLANS.iter().filter_map(|file| file.name.strip_suffix(".toml"))
}

/// Returns the text of a plan that ships with the program.
pub fn built_in(name: &str) -> Result<&'static str, Fault> {
    let file = PLANS.get(&format!("{name}.toml")).ok_or_else(|| {
        let near = nearest(name, names());
        let known = near.first().map_or_else(
            || "'quadrille lab plan' shows the plans".to_string(),
            |near| format!("there is '{PACK_SIGN}{near}'"),
        );
        Fault::new(format!("there is no plan '{PACK_SIGN}{name}'")).help(known)
    })?;
    Ok(file.text())
}
