//! Recorded plays and messages of the original, and comparisons with this crate.

use std::sync::Arc;

use crate::fault::{Code, Fault};
use crate::{Input, Play, compile};

/// A recorded play: a game, a level, the inputs and the board at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording<'a> {
    pub source: &'a str,
    /// The level's index in the list of levels, messages counted.
    pub level: usize,
    pub seed: Option<&'a str>,
    /// In order.
    pub inputs: &'a [Input],
    /// The board at the end, in the text form of [`crate::Program::board_text`].
    pub board: &'a str,
    /// The sounds of objects, if they were recorded.
    pub sounds: Option<&'a [String]>,
}

/// Replays a recording. An error describes the difference.
pub fn replay(recording: &Recording<'_>) -> Result<(), String> {
    let compiled = compile(recording.source);
    let program = compiled.program.map(Arc::new).ok_or_else(|| {
        let fault = compiled.faults.iter().find(|fault| fault.weight() == crate::Weight::Error);
        let why = fault.map_or_else(String::new, |fault| format!(": {}", fault.message()));
        format!("the game does not compile{why}")
    })?;
    let play = Play::new(Arc::clone(&program), recording.level, recording.seed);
    let mut play = play.ok_or_else(|| format!("level {} is not a board", recording.level))?;
    play.settle().map_err(|trouble| trouble.to_string())?;
    for (index, input) in recording.inputs.iter().enumerate() {
        play.input(*input).map_err(|trouble| format!("input {}: {trouble}", index + 1))?;
    }
    let board = program.board_text(&play.board());
    if board != recording.board {
        return Err(difference(&board, recording.board));
    }
    match recording.sounds {
        Some(sounds) if sounds != play.sounds() => {
            Err(format!("the sounds are {:?}, not {sounds:?}", play.sounds()))
        }
        _ => Ok(()),
    }
}

/// The first line in which two boards differ.
fn difference(actual: &str, expected: &str) -> String {
    let lines = actual.lines().zip(expected.lines()).enumerate();
    match lines.into_iter().find(|(_, (actual, expected))| actual != expected) {
        Some((index, (actual, expected))) => {
            format!("line {} of the board is\n  {actual}\nnot\n  {expected}", index + 1)
        }
        None => "the boards have different sizes".to_string(),
    }
}

/// The code of the fault in a message of the original.
fn code_of(message: &str) -> Option<Code> {
    let codes = Code::ALL.iter().filter(|code| message.contains(code.theirs()));
    // The longest match is the most specific.
    codes.max_by_key(|code| code.theirs().len()).copied()
}

/// The line named in a message of the original.
fn line_of(message: &str) -> Option<usize> {
    let rest = message.trim_start().strip_prefix("line ")?;
    let (number, _) = rest.split_once(':')?;
    number.trim().parse().ok()
}

/// True if both name the same fault on the same line.
fn agrees(fault: &Fault, message: &str) -> bool {
    fault.line() == line_of(message)
        && code_of(message)
            .is_none_or(|code| code == fault.code || code.theirs() == fault.code.theirs())
}

/// Compiles a source and compares the faults with the messages of the original: the number of
/// errors is the same, and its messages occur in the same order. Further warnings may be between
/// them. An error describes the difference.
pub fn check_messages(source: &str, messages: &[String], errors: usize) -> Result<(), String> {
    let compiled = compile(source);
    let listed = |faults: &[Fault]| {
        let lines = faults.iter().map(|fault| {
            let line = fault.line().map_or_else(String::new, |line| format!("line {line}: "));
            format!("\n  {line}{} [{}]", fault.message(), fault.code.name())
        });
        lines.collect::<String>()
    };
    if compiled.errors != errors {
        let faults = listed(&compiled.faults);
        return Err(format!("{} errors, not {errors}{faults}", compiled.errors));
    }
    let mut faults = compiled.faults.iter();
    for message in messages {
        if !faults.any(|fault| agrees(fault, message)) {
            let faults = listed(&compiled.faults);
            return Err(format!("'{message}' is missing or out of order{faults}"));
        }
    }
    Ok(())
}
