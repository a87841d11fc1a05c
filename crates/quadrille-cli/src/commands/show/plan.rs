//! Shows the positions of a plan: one below the other, or as an animation.

use std::path::Path;

use quadrille::levels::Level;
use quadrille::verify;

use crate::Context;
use crate::board;
use crate::errors::Fault;
use crate::exit::Abort;
use crate::input::Item;
use crate::output::pictures::Kind;
use crate::output::{file, report};

pub fn show(
    output: Option<&Path>,
    format: Option<&str>,
    levels: &[(&Item, Level)],
    moves: &str,
    context: &mut Context,
) -> Result<(), Abort> {
    let [(item, level)] = levels else {
        let fault = Fault::new(format!("a plan is for one level, but there are {}", levels.len()));
        return Err(fault.help("choose a level with --level").into());
    };
    let notation = level.game.notation();
    let plan = notation.read(moves).map_err(|mistake| Fault::from_notation(moves, &mistake))?;
    let replay = verify::replay(level.game, &level.grid, &plan)
        .map_err(|refusal| Fault::new(refusal.to_string()).of_file(&item.full_name()))?;
    let boards = &replay.boards;
    let count = plan.len();
    let after =
        |number: usize| format!("{number} of {count}: {}", notation.write(plan[number - 1]));
    match format {
        None => {
            report::heading(&mut context.console, &item.title, level)?;
            for (number, grid) in boards.iter().enumerate() {
                if number > 0 {
                    context.console.line("")?;
                    context.console.line(&after(number))?;
                }
                let drawn = board::draw(&context.console, level.game, grid);
                context.console.text(&drawn)?;
            }
            Ok(())
        }
        Some("svg") => {
            let kind = output.and_then(Kind::of).unwrap_or(Kind::Svg);
            let film = kind.film(level, &plan)?;
            match output {
                None => context.console.text(&String::from_utf8_lossy(&film)),
                Some(path) => Ok(file::replace(path, &film)?),
            }
        }
        Some(other) => Err(Fault::new(format!("a plan cannot be written as '{other}'"))
            .help("use svg for an animation, or leave out --format")
            .into()),
    }
}
