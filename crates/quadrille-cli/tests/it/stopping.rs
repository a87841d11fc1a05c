//! Signals, closed pipes and full disks.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Folder, LONG, QUICK};
use serde_json::Value;

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
}

/// Tries again with longer waits: on a busy machine a search may need a while to start.
fn with_longer_waits(attempt: impl Fn(Duration) -> bool) {
    let waits = [200, 1000, 5000, 20_000].map(Duration::from_millis);
    assert!(waits.into_iter().any(attempt), "the search never began");
}

/// Stops a search of three levels in the second one; false if it had not started.
fn stopped_by(name: &str, code: i32, wait: Duration) -> bool {
    let folder = Folder::new();
    folder.write("quick.txt", QUICK);
    folder.write("long.txt", LONG);
    let files = ["solve", "quick.txt", "long.txt", "quick.txt"];
    let rest = ["--json", "--algorithm", "bfs", "--max-memory", "4GiB"];
    let mut child = folder
        .command(&[&files[..], &rest[..]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.contains("\"outcome\":\"solved\""), "{first}");
    thread::sleep(wait);
    signal(&child, name);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(code));
    if rest.is_empty() {
        assert!(err.contains("2 not started"), "{err}");
        return false;
    }
    assert!(err.contains("1 not started"), "{err}");
    let line: Value = serde_json::from_str(&rest).expect("exactly one more line");
    assert_eq!((&line["file"], &line["outcome"]), (&"long.txt".into(), &"unknown".into()));
    assert_eq!((&line["stop"], &line["plan"]), (&"cancelled".into(), &Value::Null));
    line["stats"]["expanded"].as_u64().unwrap() > 0
}

#[test]
fn an_interrupt_stops_the_search_and_keeps_the_results() {
    with_longer_waits(|wait| stopped_by("-INT", 130, wait));
}

#[test]
fn a_termination_too() {
    with_longer_waits(|wait| stopped_by("-TERM", 143, wait));
}

#[test]
fn people_see_what_was_found_before_an_interrupt() {
    let folder = Folder::with(LONG);
    with_longer_waits(|wait| {
        let mut child = folder
            .command(&["solve", "level.txt", "--algorithm", "bfs", "--max-memory", "4GiB"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(wait);
        signal(&child, "-INT");
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        let code = child.wait().unwrap().code();
        if !out.contains("no plan has fewer") {
            return false;
        }
        assert!(out.contains("not solved: the search was cancelled"), "{out}");
        assert_eq!(code, Some(130));
        true
    });
}

#[test]
fn an_interrupt_while_reading_ends_the_command_at_once() {
    let folder = Folder::new();
    let mut child = folder
        .command(&["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // More than a pipe holds: once it is written, the command is reading.
    child.stdin.as_mut().unwrap().write_all(&vec![b'\n'; 4 << 20]).unwrap();
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::with(QUICK.repeat(3000) + LONG);
    for args in [
        &["solve", "level.txt", "--json", "--algorithm", "bfs"][..],
        &["show", "level.txt"],
        &["show", "level.txt", "--format", "native"],
        &["list", "levels", "level.txt", "--json"],
        &["completions", "bash"],
        &["man"],
    ] {
        let mut child =
            folder.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
    }
}

#[test]
fn a_full_disk_is_reported() {
    if !std::path::Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full here");
        return;
    }
    let folder = Folder::with(QUICK);
    for args in [
        &["solve", "level.txt"][..],
        &["solve", "level.txt", "--json"],
        &["show", "level.txt"],
        &["list", "games"],
        &["man"],
        &["--help"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = folder.command(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains("cannot write to the standard output"), "{args:?}: {err}");
    }
}
