//! Integration tests of the command, one module per topic. `cargo test -p quadrille-cli --test it
//! solving::` runs one of them. The tests of the page in a browser are a separate program,
//! `browser`.

mod checking;
#[cfg(all(target_os = "linux", feature = "cluster"))]
mod cluster;
mod common;
mod compare;
mod generating;
mod grading;
mod grading_programs;
mod hostile;
#[cfg(unix)]
mod lab;
mod licences;
mod messages;
mod planners;
mod play_plain;
#[cfg(unix)]
mod play_screen;
#[cfg(unix)]
mod play_support;
mod puzzles;
mod puzzlescript;
#[cfg(unix)]
mod scratch;
mod scripts;
#[cfg(unix)]
mod serve_connections;
#[cfg(unix)]
mod serve_process;
#[cfg(unix)]
mod serve_requests;
#[cfg(unix)]
mod serve_searches;
#[cfg(unix)]
mod serve_support;
mod solving;
#[cfg(unix)]
mod stopping;
mod transcripts;
