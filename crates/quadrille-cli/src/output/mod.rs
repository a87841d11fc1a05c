//! The output of commands: reports for people and JSON for programs.

pub mod file;
pub mod json;
pub mod pictures;
pub mod progress;
pub mod report;
pub mod table;
pub mod trace;
