//! Checks many plans at once, each on its level.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::ops::Range;

use quadrille::diagnostic::Diagnostic;
use quadrille::levels::{Level, lines};
use quadrille::moves::Move;
use quadrille_base::quantities::{commas, counted};
use serde::Deserialize;

use super::judge;
use crate::Context;
use crate::args::Selection;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input::{self, Complaints, Item, Source};
use crate::output::json::{Broken, LevelResult};

/// A line of a file with plans, as `quadrille solve --json` writes it. Other fields are ignored.
#[derive(Deserialize)]
struct Row {
    file: Option<String>,
    #[serde(alias = "name")]
    level: Option<String>,
    #[serde(alias = "moves")]
    plan: Option<Moves>,
    cost: Option<u64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

/// A plan in a file.
struct Given {
    span: Range<usize>,
    file: Option<String>,
    level: Option<String>,
    /// `None` if the file states that there is no plan.
    moves: Option<String>,
    cost: Option<u64>,
}

/// The totals of all plans.
#[derive(Default)]
struct Count {
    solving: u64,
    failing: u64,
    broken: u64,
    without: u64,
}

pub fn run(
    files: &[std::ffi::OsString],
    plans: &OsStr,
    selection: &Selection,
    json: bool,
    context: &mut Context,
) -> Result<Exit, Abort> {
    let source = input::read_text(plans).map_err(|(name, fault)| fault.of_file(&name))?;
    if let Some(mistake) = source.not_utf8() {
        return Err(Fault::from_diagnostic(&source, &mistake).into());
    }
    let items = input::load(&mut context.puzzles, files, selection)?;
    let mut complaints = Complaints::default();
    let mut exit = Exit::Fine;
    for item in items.iter().filter(|item| item.level.is_err()) {
        complaints.print(item, json, context)?;
        exit = Exit::Bad;
    }
    complaints.finish();
    let good: Vec<(&Item, &Level)> =
        items.iter().filter_map(|item| Some((item, item.level.as_ref().ok()?))).collect();
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (item, _)) in good.iter().enumerate() {
        if let Some(label) = &item.label {
            named.entry(label).or_default().push(at);
        }
    }
    let mut count = Count::default();
    let mut is_checked = vec![false; good.len()];
    if is_of_planner(&source.text) {
        let [(item, level)] = good[..] else {
            let fault = Fault::new(format!(
                "the plan of a planner is for one level, but there are {}",
                good.len()
            ));
            return Err(fault.help("choose one with --level NAME").into());
        };
        let moves = planned(&source, level)?;
        let replay = judge(level, &moves, None)?;
        exit = exit.max(if replay.solved { Exit::Fine } else { Exit::No });
        if json {
            context.console.json(&LevelResult::new(item, &replay))?;
        } else {
            super::print(context, level, &replay)?;
        }
        return Ok(exit);
    }
    for line in lines(&source.text) {
        let text = line.text.trim();
        if text.is_empty() || text.starts_with(';') {
            continue;
        }
        let summary = |message: String, help: &str| {
            let mistake = Diagnostic::new("bad-plan", message).with_help(help).at(line.span());
            Fault::from_diagnostic(&source, &mistake)
        };
        let checked = given(text, line.span(), good.len() == 1).map_err(|message| {
            summary(message, "write a line of 'quadrille solve --json', or the name of the level, ':' and its moves")
        });
        let checked = checked.and_then(|given| {
            let at = level_of(&given, &good, &named).map_err(|message| {
                summary(
                    message,
                    "name a level by its name, or by its index (from 0) if it has none",
                )
            })?;
            Ok((at, given))
        });
        let judged = checked.and_then(|(at, given)| {
            is_checked[at] = true;
            let (item, level) = good[at];
            match moves_of(&given, level, &source)? {
                None => Ok((item, None)),
                Some(moves) => Ok((item, Some(judge(level, &moves, given.cost)?))),
            }
        });
        match judged {
            Err(fault) => {
                count.broken += 1;
                exit = exit.max(Exit::Bad);
                fault.report();
                if json {
                    context.console.json(&Broken::alone(fault))?;
                }
            }
            Ok((item, None)) => {
                count.without += 1;
                if !json {
                    context.console.line(&format!("{}: no plan", item.title))?;
                }
            }
            Ok((item, Some(replay))) => {
                let is_solved = replay.solved;
                *if is_solved { &mut count.solving } else { &mut count.failing } += 1;
                exit = exit.max(if is_solved { Exit::Fine } else { Exit::No });
                if json {
                    context.console.json(&LevelResult::new(item, &replay))?;
                } else {
                    let text = format!("{}: {}", item.title, replay.sentence());
                    let text = context.console.wrap(&crate::printable::line(&text), 2);
                    context.console.line(&text)?;
                }
            }
        }
    }
    if !json {
        let unchecked = is_checked.iter().filter(|checked| !**checked).count() as u64;
        context.console.line(&count.sentence(unchecked))?;
    }
    Ok(exit)
}

/// True if a text is the plan of a planner: actions in parentheses, `;` before comments.
fn is_of_planner(text: &str) -> bool {
    let mut lines = lines(text).map(|line| line.text.trim().to_string());
    lines
        .find(|line| !line.is_empty() && !line.starts_with(';'))
        .is_some_and(|line| line.starts_with('('))
}

/// The moves of a planner's plan.
fn planned(source: &Source, level: &Level) -> Result<Vec<Move>, Fault> {
    let Some(pddl) = level.game.pddl(&level.grid) else {
        return Err(Fault::new(format!("levels of {} cannot be written in PDDL", level.game.id())));
    };
    pddl.moves(&source.text).map_err(|mistake| Fault::from_diagnostic(source, &mistake))
}

fn given(text: &str, span: Range<usize>, is_only: bool) -> Result<Given, String> {
    if text.starts_with('{') {
        let row: Row = serde_json::from_str(text)
            .map_err(|error| format!("this line is not a plan: {error}"))?;
        let moves = row.plan.map(|plan| match plan {
            Moves::Text(text) => text,
            Moves::List(moves) => moves.join(" "),
        });
        return Ok(Given { span, file: row.file, level: row.level, moves, cost: row.cost });
    }
    let (level, moves) = match text.rsplit_once(':') {
        Some((level, moves)) => (Some(level.trim().to_string()), moves),
        None if is_only => (None, text),
        None => return Err("this line does not name a level".to_string()),
    };
    Ok(Given { span, file: None, level, moves: Some(moves.to_string()), cost: None })
}

/// Finds the level of a plan.
fn level_of(
    given: &Given,
    levels: &[(&Item, &Level)],
    named: &HashMap<&str, Vec<usize>>,
) -> Result<usize, String> {
    let Some(name) = &given.level else {
        return match levels {
            [_] => Ok(0),
            _ => Err("this line does not name a level".to_string()),
        };
    };
    let mut found = named.get(name.as_str()).cloned().unwrap_or_default();
    if let Some(file) = given.file.as_ref().filter(|_| found.len() > 1) {
        found.retain(|&at| levels[at].0.source.name == *file);
    }
    match *found {
        [at] => Ok(at),
        [] => Err(format!("there is no level '{name}'")),
        _ => Err(format!("{} levels are called '{name}'", found.len())),
    }
}

fn moves_of(given: &Given, level: &Level, source: &Source) -> Result<Option<Vec<Move>>, Fault> {
    let Some(text) = &given.moves else { return Ok(None) };
    level
        .game
        .notation()
        .read(text)
        .map(Some)
        .map_err(|mistake| Fault::from_diagnostic(source, &mistake.at(given.span.clone())))
}

impl Count {
    fn sentence(&self, unchecked: u64) -> String {
        let all = self.solving + self.failing;
        let mut parts =
            vec![format!("{} checked: {} solved", counted(all, "plan"), commas(self.solving))];
        let further = [
            (self.failing, "not solved".to_string()),
            (self.broken, "that could not be read".to_string()),
            (self.without, "without a plan".to_string()),
        ];
        parts.extend(
            further
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{} {what}", commas(count))),
        );
        let mut text = parts.join(", ");
        if unchecked > 0 {
            text += &format!("; {} not mentioned", counted(unchecked, "level"));
        }
        text
    }
}
