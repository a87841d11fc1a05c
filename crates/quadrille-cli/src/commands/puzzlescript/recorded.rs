//! Compares recorded plays and messages of the original, case by case.

use quadrille_puzzlescript::Input;
use quadrille_puzzlescript::recorded::{Recording, check_messages, replay as replay_one};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};

#[derive(Deserialize)]
struct PlayCase {
    #[serde(default)]
    index: serde_json::Value,
    #[serde(default)]
    name: String,
    source: String,
    #[serde(default)]
    level: usize,
    #[serde(default)]
    seed: Option<String>,
    inputs: Vec<Key>,
    board: String,
    #[serde(default)]
    sounds: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct ErrorCase {
    #[serde(default)]
    index: serde_json::Value,
    #[serde(default)]
    name: String,
    source: String,
    messages: Vec<String>,
    errors: usize,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Key {
    Number(u8),
    Word(String),
}

impl Key {
    fn input(&self) -> Option<Input> {
        Some(match self {
            Key::Number(0) => Input::Up,
            Key::Number(1) => Input::Left,
            Key::Number(2) => Input::Down,
            Key::Number(3) => Input::Right,
            Key::Number(4) => Input::Action,
            Key::Number(_) => return None,
            Key::Word(word) => match word.as_str() {
                "undo" => Input::Undo,
                "restart" => Input::Restart,
                "tick" => Input::Tick,
                _ => return None,
            },
        })
    }
}

fn cases<T: DeserializeOwned>((name, text): &(String, String)) -> Result<Vec<T>, Fault> {
    serde_json::from_str(text).map_err(|error| Fault::new(error.to_string()).of_file(name))
}

/// Prints each case that differs and, last, the number of those that do not.
fn judge<T>(
    cases: &[T],
    title: impl Fn(&T) -> String,
    test: impl Fn(&T) -> Result<(), String>,
    context: &mut Context,
) -> Result<Exit, Abort> {
    let mut right = 0;
    for case in cases {
        match test(case) {
            Ok(()) => right += 1,
            Err(why) => context.console.line(&format!("{}: {why}", title(case)))?,
        }
    }
    context.console.line(&format!("{right} of {}", cases.len()))?;
    Ok(if right == cases.len() { Exit::Fine } else { Exit::No })
}

pub(super) fn replay(file: &(String, String), context: &mut Context) -> Result<Exit, Abort> {
    let cases: Vec<PlayCase> = cases(file)?;
    let title = |case: &PlayCase| format!("{} {}", case.index, case.name);
    let test = |case: &PlayCase| {
        let inputs: Option<Vec<Input>> = case.inputs.iter().map(Key::input).collect();
        let inputs = inputs.ok_or("an input is not 0 to 4, undo, restart or tick")?;
        replay_one(&Recording {
            source: &case.source,
            level: case.level,
            seed: case.seed.as_deref(),
            inputs: &inputs,
            board: &case.board,
            sounds: case.sounds.as_deref(),
        })
    };
    judge(&cases, title, test, context)
}

pub(super) fn errors(file: &(String, String), context: &mut Context) -> Result<Exit, Abort> {
    let cases: Vec<ErrorCase> = cases(file)?;
    let title = |case: &ErrorCase| format!("{} {}", case.index, case.name);
    let test = |case: &ErrorCase| check_messages(&case.source, &case.messages, case.errors);
    judge(&cases, title, test, context)
}
