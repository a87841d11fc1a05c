//! Heuristics in Python: a function `estimate(level)` of a file, asked in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use quadrille::games;
use quadrille::grid::Grid;
use quadrille::heuristics::{Custom, Opinion};
use quadrille::levels::{Level, to_code};
use quadrille::search::toolkit::Deadline;

/// Reads share codes, one a line, and answers each with a number or with what went wrong.
const ASKER: &str = include_str!("ask.py");

type Pipes = (ChildStdin, BufReader<ChildStdout>);

/// The heuristic of a Python file. The process that answers ends with this one.
pub fn heuristic(path: &Path) -> Result<Custom, String> {
    let mut child = Command::new("python3")
        .args(["-c", ASKER])
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("python3 cannot be started: {error}"))?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (input, output) = pipes.ok_or("python3 has no pipes")?;
    let mut pipes: Pipes = (input, BufReader::new(output));
    match answer(&mut pipes)?.as_str() {
        "ready" => {}
        other => return Err(other.trim_start_matches("error: ").to_string()),
    }
    let pipes = Arc::new(Mutex::new(pipes));
    let name = path.file_name().map_or("python".into(), |name| name.to_string_lossy());
    Ok(Custom::new(name.into_owned(), 0, move |id, _: &Grid<u16>| {
        let game = games::by_id(id).ok_or("there is no such game")?;
        let pipes = Arc::clone(&pipes);
        let opinion: Opinion = Box::new(move |board: &Grid<u16>, _: &Deadline| {
            let code = to_code(&Level::new(game, board.clone()));
            let mut pipes = pipes.lock().unwrap_or_else(PoisonError::into_inner);
            writeln!(pipes.0, "{code}").map_err(|error| error.to_string())?;
            let said = answer(&mut pipes)?;
            said.parse().map_err(|_| said.trim_start_matches("error: ").to_string())
        });
        Ok(opinion)
    }))
}

fn answer(pipes: &mut Pipes) -> Result<String, String> {
    let mut line = String::new();
    match pipes.1.read_line(&mut line) {
        Ok(0) => Err("the Python program ended".to_string()),
        Ok(_) => Ok(line.trim().to_string()),
        Err(error) => Err(error.to_string()),
    }
}
