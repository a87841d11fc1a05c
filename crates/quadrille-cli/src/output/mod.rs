//! What commands print: reports for people and objects for programs.

pub mod file;
pub mod json;
pub mod progress;
pub mod report;
pub mod table;
pub mod trace;
