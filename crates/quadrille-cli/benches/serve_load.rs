//! The server under load: the response times of light requests while hundreds of clients request
//! hard searches, the memory used, and the time until all searches end after the clients leave.
//! Prints a table; `docs/performance.md` has the figures.

#[path = "../tests/it/common.rs"]
mod common;
#[path = "../tests/it/serve_support.rs"]
mod serve_support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::{LONG, QUICK};
use serde_json::json;
use serve_support::{Server, code_of};

/// The number of clients with hard searches.
const CLIENTS: usize = 300;
/// The number of them whose searches use all their memory.
const HUNGRY: usize = 20;
/// The number of times each light request is sent.
const ROUNDS: usize = 300;
const MEMORY: &str = "256MiB";

/// A client with a persistent connection, as in browsers.
struct Kept<'s> {
    server: &'s Server,
    stream: TcpStream,
}

impl Kept<'_> {
    fn new(server: &Server) -> Kept<'_> {
        Kept { server, stream: server.connect() }
    }

    fn ask(&mut self, request: &str) {
        self.stream.write_all(request.as_bytes()).expect("the request goes out");
        let mut answer = Vec::new();
        let mut part = [0; 16 << 10];
        loop {
            let read = self.stream.read(&mut part).expect("an answer");
            assert!(read > 0, "the server is gone");
            answer.extend(&part[..read]);
            let Some(end) = answer.windows(4).position(|part| part == b"\r\n\r\n") else {
                continue;
            };
            let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
            assert!(head.starts_with("http/1.1 200"), "{head}");
            let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
            let length: usize = length.and_then(|text| text.trim().parse().ok()).expect("a length");
            if answer.len() == end + 4 + length {
                return;
            }
        }
    }

    fn get(&mut self, path: &str) {
        let host = self.server.host();
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    }

    fn post(&mut self, path: &str, body: &str) {
        let (host, length) = (self.server.host(), body.len());
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ));
    }
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

/// The median and the 99th percentile.
fn measure(rounds: usize, mut round: impl FnMut()) -> (Duration, Duration) {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            round();
            start.elapsed()
        })
        .collect();
    times.sort();
    (times[rounds / 2], times[rounds * 99 / 100])
}

fn light(server: &Server, title: &str) {
    let quick = code_of(QUICK);
    let mut client = Kept::new(server);
    let position = format!("/api/position?code={quick}");
    let play = json!({"code": quick, "moves": "D R"}).to_string();
    let page = measure(ROUNDS, || client.get("/"));
    let position = measure(ROUNDS, || client.get(&position));
    let play = measure(ROUNDS, || client.post("/api/play", &play));
    let solve = |rest: &str, rounds| {
        let path = format!("/api/solve?code={quick}{rest}");
        measure(rounds, || {
            let mut stream = server.stream(&path);
            while stream.status == 503 {
                // As the response says: try again later.
                std::thread::sleep(Duration::from_millis(100));
                stream = server.stream(&path);
            }
            assert_eq!(stream.wait_for("done")["outcome"], "solved");
        })
    };
    let hint = solve("&max_time=2", ROUNDS);
    let easy = solve("", ROUNDS / 3);
    println!("{title}");
    for (name, (middle, slowest)) in [
        ("the page", page),
        ("a position", position),
        ("two moves", play),
        ("a hint on an easy board", hint),
        ("solving an easy board", easy),
    ] {
        println!("  {name:<26} p50 {:>10}   p99 {:>10}", shown(middle), shown(slowest));
    }
}

fn memory(server: &Server, title: &str) {
    let mib =
        |line| server.memory(line).map_or("unknown".into(), |bytes| format!("{} MiB", bytes >> 20));
    println!("{title}: {} resident, {} at most so far", mib("VmRSS"), mib("VmHWM"));
}

fn main() {
    let server = Server::start(&[
        "--jobs", "3", "--max-memory", MEMORY, "--per-client", "1000", "--max-time", "10m",
    ]);
    memory(&server, "at the start");
    light(&server, "without load");

    // The first clients use memory, the others time.
    let code = code_of(LONG);
    let path = |client| {
        let algorithm = if client < HUNGRY { "bfs" } else { "ids(1)" };
        format!("/api/solve?code={code}&method={algorithm}")
    };
    let start = Instant::now();
    let streams: Vec<_> = (0..CLIENTS).map(|client| server.stream(&path(client))).collect();
    let took = start.elapsed();
    let refused = streams.iter().filter(|stream| stream.status == 503).count();
    let accepted = streams.iter().filter(|stream| stream.status == 200).count();
    println!(
        "{CLIENTS} hard searches requested in {}: {accepted} accepted, {refused} rejected",
        shown(took)
    );
    assert_eq!(accepted + refused, CLIENTS);
    server.wait_until("running", |count| count >= 2);
    println!("{} run and {} wait", server.searches("running"), server.searches("waiting"));
    light(&server, "with all of them there");
    std::thread::sleep(Duration::from_secs(10));
    memory(&server, "after ten seconds of load");
    light(&server, "after ten seconds of load");

    let start = Instant::now();
    drop(streams);
    server.wait_until("running", |count| count == 0);
    server.wait_until("waiting", |count| count == 0);
    println!("all searches ended {} after their clients left", shown(start.elapsed()));
    memory(&server, "in the end");
    light(&server, "in the end");
    server.signal("-INT");
    let (code, _) = server.end();
    println!("exit code {code:?}");
    assert_eq!(code, Some(0));
}
