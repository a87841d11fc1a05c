//! `quadrille list heuristics`.

use quadrille::games::{self, Game};
use quadrille::heuristics::HeuristicInfo;
use quadrille::registry::OptionInfo;
use serde::Serialize;

use crate::Context;
use crate::exit::{Abort, Exit};
use crate::output::json::SCHEMA;
use crate::output::table;

#[derive(Serialize)]
struct HeuristicEntry {
    schema: u32,
    game: &'static str,
    #[serde(flatten)]
    info: &'static HeuristicInfo,
    default: bool,
}

#[derive(Serialize)]
struct FeatureRow {
    schema: u32,
    game: &'static str,
    feature: &'static str,
    about: &'static str,
}

const COMBINED: &str = "\
Every game also has 'zero', and heuristics can be combined: max(a,b), min(a,b), a+b, a-1, 2*a, a/2. 'admissible' is one that never \
overestimates, 'consistent' one that never falls by more than a move costs; 'default' is used unless you name one.";

const COUNTED: &str = "\
A feature is not an estimate by itself, but formulas can use it: 2*off_goal, max(relaxed,off_goal/4). Such a \
formula is admissible or consistent only if that is proved.";

pub fn run(
    game: Option<&'static dyn Game>,
    json: bool,
    context: &mut Context,
) -> Result<Exit, Abort> {
    let columns =
        [("game", false), ("heuristic", false), ("true of it", false), ("what it is", false)];
    let mut table = table::new(&context.console, &columns);
    let columns = [("game", false), ("feature", false), ("what it counts", false)];
    let mut features = table::new(&context.console, &columns);
    for &game in games::ALL.iter().filter(|&&other| game.is_none_or(|game| game == other)) {
        for info in game.heuristics() {
            let is_default = info.name == game.default_heuristic();
            if json {
                context.console.json(&HeuristicEntry {
                    schema: SCHEMA,
                    game: game.id(),
                    info,
                    default: is_default,
                })?;
                continue;
            }
            let truths = [
                (info.admissible, "admissible"),
                (info.consistent, "consistent"),
                (is_default, "default"),
            ];
            let truths: Vec<&str> =
                truths.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
            let name = OptionInfo::usage(info.name, info.options);
            table.add_row([game.id(), &name, &truths.join(", "), info.about]);
        }
        for feature in game.features() {
            if json {
                context.console.json(&FeatureRow {
                    schema: SCHEMA,
                    game: game.id(),
                    feature: feature.name,
                    about: feature.about,
                })?;
                continue;
            }
            features.add_row([game.id(), feature.name, feature.about]);
        }
    }
    if !json {
        if !table.is_empty() {
            table::print(&mut context.console, &table)?;
        }
        let combined = context.console.wrap(COMBINED, 0);
        context.console.line(&combined)?;
        if !features.is_empty() {
            context.console.line("")?;
            table::print(&mut context.console, &features)?;
            let counted = context.console.wrap(COUNTED, 0);
            context.console.line(&counted)?;
        }
    }
    Ok(Exit::Fine)
}
