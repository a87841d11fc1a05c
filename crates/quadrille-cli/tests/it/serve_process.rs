//! Starting and stopping the server.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::common::LONG;
use crate::serve_support::{ENDLESS, Server, code_of};

#[test]
fn a_free_port_is_found_and_printed_and_the_page_is_there() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type").as_deref(), Some("text/html; charset=utf-8"));
    assert!(String::from_utf8_lossy(&page.body).contains("<html"), "{page:?}");
}

#[test]
fn a_port_in_use_is_an_error_with_help() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["serve", "--port", &port])
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains(&format!("the port {port} is in use")), "{err}");
    assert!(err.contains("--port 0") && !err.contains("bug in"), "{err}");
}

#[test]
fn a_host_that_is_not_this_computer_is_refused_and_others_are_warned_of() {
    let run = |host: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(["serve", "--port", "0", "--host", host])
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for host in ["192.0.2.1", "no such host", ""] {
        let (code, err) = run(host);
        assert_eq!(code, Some(2), "{host}: {err}");
        assert!(err.contains("help:"), "{host}: {err}");
    }
    let mut open = Server::start(&["--host", "0.0.0.0"]);
    assert_eq!(open.get("/healthz").status, 200);
    let mut err = BufReader::new(open.err.take().unwrap());
    let mut warning = String::new();
    err.read_line(&mut warning).unwrap();
    assert!(warning.contains("everyone who can reach this computer"), "{warning}");
}

#[test]
fn a_browser_that_cannot_be_opened_is_no_harm() {
    let empty = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(["serve", "--port", "0", "--open"])
        .env("PATH", empty.path())
        .env_remove("BROWSER")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    assert!(line.contains("cannot open a browser"), "{line}");
    assert_eq!(child.try_wait().unwrap(), None, "the server goes on");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A signal ends searches, streams and the server normally.
fn ends_well(signal: &str) {
    let server = Server::start(&["--jobs", "2"]);
    let path = format!("/api/solve?code={}&{ENDLESS}", code_of(LONG));
    let mut running = server.stream(&path);
    running.wait_for("progress");
    let mut waiting = server.stream(&path);
    waiting.wait_for("queued");
    server.wait_until("waiting", |count| count == 1);
    server.signal(signal);
    let (name, report) = running.rest().pop().expect("a last event");
    assert_eq!((name.as_str(), &report["stop"]), ("done", &"cancelled".into()));
    let (name, error) = waiting.rest().pop().expect("a last event");
    assert_eq!((name.as_str(), &error["error"]["code"]), ("failed", &"stopping".into()));
    let (code, err) = server.end();
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("stopping; press Ctrl-C again to quit at once"), "{err}");
    assert!(!err.contains("bug in Quadrille"), "{err}");
}

#[test]
fn an_interrupt_ends_everything_in_order() {
    ends_well("-INT");
}

#[test]
fn a_termination_too() {
    ends_well("-TERM");
}

/// Sends two interrupts, the second as soon as the first is handled. Returns the exit code.
fn interrupted_twice() -> Option<i32> {
    let mut server = Server::start(&[]);
    // An unfinished request delays the shutdown.
    let mut half = server.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost:").unwrap();
    server.wait_until("running", |count| count == 0);
    server.signal("-INT");
    let mut err = BufReader::new(server.err.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    assert!(line.contains("again to quit at once"), "{line}");
    server.signal("-INT");
    server.end().0
}

#[test]
fn a_second_interrupt_ends_at_once() {
    // On a busy machine the server may end before the second signal is sent.
    let code = (0..5).map(|_| interrupted_twice()).find(|&code| code != Some(0));
    assert_eq!(code, Some(Some(130)));
}
