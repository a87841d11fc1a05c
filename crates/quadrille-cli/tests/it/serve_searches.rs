//! Searches on the server: their limits, their queues, and their end when the client disconnects.

use std::time::{Duration, Instant};

use crate::common::{LONG, QUICK};
use crate::serve_support::{ENDLESS, Events, Server, code_of};
use serde_json::Value;

fn endless() -> String {
    format!("/api/solve?code={}&{ENDLESS}", code_of(LONG))
}

fn running(server: &Server) -> Events {
    let mut stream = server.stream(&endless());
    assert_eq!(stream.status, 200);
    stream.wait_for("progress");
    stream
}

#[test]
fn a_search_reports_its_figures_and_its_plan() {
    let server = Server::start(&[]);
    let mut stream = server.stream(&format!("/api/solve?code={}", code_of(QUICK)));
    let report = stream.wait_for("done");
    assert_eq!(report["plan"], serde_json::json!(["D", "R"]));
    assert_eq!((&report["outcome"], &report["optimal"]), (&"solved".into(), &true.into()));
    assert!(stream.next().is_none());
    let mut long = running(&server);
    let first = long.wait_for("progress");
    let second = long.wait_for("progress");
    assert!(second["expanded"].as_u64() > first["expanded"].as_u64(), "{first} {second}");
    assert!(second["seconds"].as_f64() > first["seconds"].as_f64());
}

#[test]
fn limits_are_lowered_by_requests_and_never_raised() {
    let server =
        Server::start(&["--max-time", "700ms", "--max-nodes", "5M", "--max-memory", "2MiB"]);
    let limits = &server.get("/api/catalogue").json()["limits"];
    assert_eq!(
        *limits,
        serde_json::json!({"max_nodes": 5_000_000, "max_time": 0.7, "max_memory": 2 << 20})
    );
    let code = code_of(LONG);
    let report = |rest: &str| -> Value {
        server.stream(&format!("/api/solve?code={code}&{rest}")).wait_for("done")
    };
    let start = Instant::now();
    let raised = report("method=ids(1)&max_time=1e9&max_nodes=18446744073709551615");
    assert!(matches!(raised["stop"].as_str(), Some("time" | "nodes")), "{raised}");
    assert!(start.elapsed() < Duration::from_secs(30));
    let memory = report("method=bfs&max_memory=99999999999999");
    assert_eq!(memory["stop"], "memory", "{memory}");
    assert!(memory["stats"]["peak_bytes"].as_u64().unwrap() <= 2 << 20);
    let nodes = report("method=bfs&max_nodes=100");
    assert_eq!((&nodes["stop"], &nodes["stats"]["expanded"]), (&"nodes".into(), &100.into()));
    let time = report("method=ids(1)&max_time=0.05");
    assert_eq!(time["stop"], "time");
    let little = report("method=bfs&max_memory=1");
    assert_eq!(little["stop"], "memory");
}

#[test]
fn whatever_the_method_the_memory_stays_within_its_bound() {
    let server = Server::start(&["--jobs", "2", "--max-memory", "64MiB", "--max-time", "3s"]);
    let before = server.memory("VmRSS");
    let code = code_of(LONG);
    for algorithm in [
        "bfs", "ids(1048576)", "idastar(1048576)", "beam(1073741824)", "parallel(0)", "astar",
        "anytime", "dfs", "greedy",
    ] {
        let report =
            server.stream(&format!("/api/solve?code={code}&method={algorithm}")).wait_for("done");
        assert!(
            report["stats"]["peak_bytes"].as_u64().unwrap() <= 64 << 20,
            "{algorithm}: {report}"
        );
    }
    if let (Some(before), Some(most)) = (before, server.memory("VmHWM")) {
        println!("{} MiB at the start, {} MiB at most", before >> 20, most >> 20);
        assert!(most < before + (192 << 20), "{} MiB", most >> 20);
    }
}

#[test]
fn disconnecting_ends_the_search() {
    let server = Server::start(&["--jobs", "3"]);
    let streams: Vec<Events> = (0..2).map(|_| running(&server)).collect();
    let waiting: Vec<Events> = (0..3).map(|_| server.stream(&endless())).collect();
    server.wait_until("waiting", |count| count == 3);
    assert_eq!(server.searches("running"), 2);
    // Waiting searches are removed at once, without having started.
    waiting.into_iter().for_each(Events::leave);
    server.wait_until("waiting", |count| count == 0);
    assert_eq!(server.searches("running"), 2);
    streams.into_iter().for_each(Events::leave);
    let took = server.wait_until("running", |count| count == 0);
    println!("ended after {took:?}");
    server.wait_until("left", |count| count == 5);
    assert_eq!(server.searches("refused"), 0);
}

#[test]
fn full_queues_reject_at_once() {
    let server = Server::start(&["--jobs", "2", "--queue", "2", "--per-client", "100"]);
    let _running = running(&server);
    // A watched search gets no trial: it is queued at once.
    let watched = endless().replace("solve", "watch");
    let _waiting: Vec<Events> = (0..2).map(|_| server.stream(&watched)).collect();
    server.wait_until("waiting", |count| count == 2);
    let start = Instant::now();
    let refused = server.get(&watched);
    refused.is_refused(503, "queue-full");
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    // Another one gets a trial, and is rejected when that was too short.
    let mut tried = server.stream(&endless());
    assert_eq!(tried.wait_for("failed")["error"]["code"], "queue-full");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(server.searches("refused"), 2);
    // A hint has its own queue, and an easy search is solved in its trial.
    for rest in ["&max_time=2", ""] {
        let path = format!("/api/solve?code={}{rest}", code_of(QUICK));
        assert_eq!(server.stream(&path).wait_for("done")["outcome"], "solved");
    }
}

#[test]
fn a_client_has_only_so_many_searches() {
    let server = Server::start(&["--jobs", "2", "--per-client", "2"]);
    let first = running(&server);
    let _second = server.stream(&endless());
    server.wait_until("waiting", |count| count == 1);
    let refused = server.get(&endless());
    refused.is_refused(429, "too-many-searches");
    assert!(refused.header("retry-after").is_some());
    first.leave();
    server.wait_until("finished", |count| count == 1);
    assert_eq!(server.stream(&endless()).status, 200);
}

#[test]
fn easy_boards_do_not_wait_for_hard_ones() {
    let server = Server::start(&["--jobs", "2", "--per-client", "100"]);
    let _running = running(&server);
    let _waiting: Vec<Events> = (0..5).map(|_| server.stream(&endless())).collect();
    server.wait_until("waiting", |count| count == 5);
    // With the limit of a hint, and without: it is solved within its trial.
    for rest in ["&max_time=1", ""] {
        let path = format!("/api/solve?code={}{rest}", code_of(QUICK));
        assert_eq!(server.stream(&path).wait_for("done")["outcome"], "solved", "{rest}");
    }
    server.wait_until("running", |count| count == 1);
    assert_eq!(server.searches("waiting"), 5);
}

#[test]
fn two_searches_can_be_watched_side_by_side() {
    let server = Server::start(&[]);
    let path = endless().replace("solve", "watch");
    let (mut one, mut two) = (server.stream(&path), server.stream(&path));
    one.wait_for("events");
    two.wait_for("events");
    one.wait_for("events");
    assert_eq!(server.searches("running"), 2);
}

#[test]
fn a_million_expansions_are_watched_in_little() {
    let server = Server::start(&["--max-memory", "256MiB"]);
    let path = format!("/api/watch?code={}&method=bfs&max_nodes=1000000&sample=300", code_of(LONG));
    let mut stream = server.stream(&path);
    let (mut batch, mut bytes, mut last) = (Vec::new(), 0, Value::Null);
    let report = loop {
        let (name, value) = stream.next().unwrap();
        bytes += value.to_string().len();
        match name.as_str() {
            "events" => {
                batch.extend(value["batch"].as_array().unwrap().clone());
                last = value;
            }
            "done" => break value,
            _ => {}
        }
    };
    assert_eq!(report["stats"]["expanded"], 1_000_000, "{report}");
    assert_eq!(last["counts"]["expanded"], 1_000_000);
    let generated = batch.iter().filter(|event| event["t"] == "generate").count();
    assert_eq!(generated, 300);
    assert!(last["skipped"].as_u64().unwrap() > 1_000_000);
    let layers = last["frontier"].as_array().unwrap().iter();
    let expanded: u64 = layers.map(|row| row["expanded"].as_u64().unwrap()).sum();
    assert_eq!(expanded, 1_000_000);
    println!("{bytes} bytes");
    assert!(bytes < 4 << 20, "{bytes} bytes");
}

#[test]
fn a_client_that_does_not_read_blocks_no_one() {
    let server = Server::start(&["--jobs", "2", "--max-time", "3s"]);
    // The stream is never read: the search still ends.
    let _unread =
        server.stream(&format!("/api/watch?code={}&method=bfs&sample=5000", code_of(LONG)));
    server.wait_until("finished", |count| count == 1);
    assert_eq!(server.searches("running"), 0);
    let path = format!("/api/solve?code={}", code_of(QUICK));
    assert_eq!(server.stream(&path).wait_for("done")["outcome"], "solved");
}

#[test]
fn methods_are_compared_row_by_row_each_within_the_time_of_a_search() {
    let server = Server::start(&["--max-time", "1s"]);
    let code = code_of(LONG);
    let start = Instant::now();
    let mut stream = server
        .stream(&format!("/api/compare?code={code}&algorithms=ids(1),bfs,best,dfs&max_time=60"));
    let events = stream.rest();
    assert!(start.elapsed() < Duration::from_secs(30));
    let methods = &events.iter().find(|(name, _)| name == "methods").unwrap().1;
    assert_eq!(methods["methods"].as_array().unwrap().len(), 4);
    assert_eq!(methods["limits"]["max_time"], 1.0);
    let rows = events.iter().filter(|(name, _)| name == "record");
    let rows: Vec<&str> = rows.map(|(_, row)| row["method"].as_str().unwrap()).collect();
    assert_eq!(rows, ["ids(1)", "bfs", "best", "dfs"]);
    let (name, done) = events.last().unwrap();
    assert_eq!((name.as_str(), done["records"].as_array().unwrap().len()), ("done", 4));
    // Disconnecting ends a comparison, too.
    let mut stream = server.stream(&format!("/api/compare?code={code}&algorithms=ids(1),ids(2)"));
    stream.wait_for("running");
    stream.leave();
    server.wait_until("running", |count| count == 0);
}
