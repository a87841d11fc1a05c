//! Runs the command in a temporary folder.

#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A level of tiles that keeps breadth-first search busy for much longer than any test runs.
pub const LONG: &str = "level long
. . . . . . . . # . . . # . . #
. E . . . . . . . . . . . # . .
. . . . # . # . . # . # . . . .
a # . . . . # . # . . # . . . .
. . . . . . . . . # . . . . . .
. . . . . . . . . . . . . . . .
. . . . . # . . . . . . . # . #
# . . . . . . . . # . . # # g #
. . . . . A . . F . . . . . h .
. . . . . b . . . # . . # f . #
. G C # # . . . . . B . H . . .
. # . . d # . . . . # . . . c .
e . . . . # . . . . . . . . # .
# . . . . . . . # . . . . . . .
. # . . . . . . # . . # . D . .
. . . . . . . . . . . . . . . .
";

pub const QUICK: &str = "level quick\nr . .\n. . .\n. . R\n";

pub struct Folder(tempfile::TempDir);

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    pub fn with(content: impl AsRef<[u8]>) -> Folder {
        let folder = Folder::new();
        folder.write("level.txt", content);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file for the test");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        command.args(args).current_dir(self.0.path()).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"] {
            command.env_remove(name);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        Run::of(self.command(args).output().expect("the command runs"))
    }
}

impl Run {
    pub fn of(output: std::process::Output) -> Run {
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the output is text"),
            err: String::from_utf8(output.stderr).expect("the messages are text"),
        }
    }

    /// The JSON objects of the output, one per line.
    pub fn json(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect()
    }

    /// Checks that the input was refused with these words, without a panic.
    pub fn is_refused(&self, words: &[&str]) {
        assert_eq!(self.code, Some(2), "{self:?}");
        assert!(!self.err.contains("bug in Quadrille"), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "'{word}' is missing in:\n{}", self.err);
        }
        self.is_harmless();
    }

    /// Checks that the output has no terminal control sequences.
    pub fn is_harmless(&self) {
        for text in [&self.out, &self.err] {
            let steering = text
                .chars()
                .find(|&c| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c));
            assert_eq!(steering, None, "{text:?}");
        }
    }
}
