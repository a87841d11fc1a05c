//! The real server on a free port, and a client that sends raw requests.

#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The timeout of a test on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// A search that takes longer than any test, with little memory.
pub const ENDLESS: &str = "method=ids(1)";

pub struct Server {
    pub child: Child,
    pub port: u16,
    pub err: Option<ChildStderr>,
    /// Kept open: the server would end if its output were closed.
    _out: BufReader<std::process::ChildStdout>,
}

pub struct TestResponse {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

pub fn code_of(text: &str) -> String {
    let document = quadrille::levels::read(text, None);
    quadrille::levels::to_code(document.levels().next().expect("a good level"))
}

impl Server {
    pub fn start(args: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        command.args(["serve", "--port", "0"]).args(args).stdin(Stdio::null());
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line with the address");
        let port = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split_once('/'))
            .and_then(|(host, _)| host.rsplit_once(':'))
            .and_then(|(_, port)| port.parse().ok());
        let Some(port) = port else {
            let mut err = String::new();
            let _ = child.stderr.take().expect("its messages").read_to_string(&mut err);
            panic!("no address in {line:?}: {err}");
        };
        let err = child.stderr.take();
        Server { child, port, err, _out: out }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a time limit");
        stream.set_write_timeout(Some(TIMEOUT)).expect("a time limit");
        stream
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Sends bytes and reads the whole response.
    pub fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may respond before everything is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends a request with these headers besides the host.
    pub fn ask_with(
        &self,
        method: &str,
        path: &str,
        headers: &[&str],
        body: &[u8],
    ) -> TestResponse {
        let mut request = format!("{method} {path} HTTP/1.0\r\n").into_bytes();
        if !headers.iter().any(|header| header.to_lowercase().starts_with("host:")) {
            request.extend(format!("Host: {}\r\n", self.host()).bytes());
        }
        for header in headers {
            request.extend(format!("{header}\r\n").bytes());
        }
        if !body.is_empty() || method == "POST" {
            request.extend(format!("Content-Length: {}\r\n", body.len()).bytes());
        }
        request.extend(b"\r\n");
        request.extend(body);
        TestResponse::read(&self.raw(&request))
    }

    pub fn get(&self, path: &str) -> TestResponse {
        self.ask_with("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> TestResponse {
        let body = body.to_string();
        self.ask_with("POST", path, &["Content-Type: application/json"], body.as_bytes())
    }

    pub fn stream(&self, path: &str) -> Events {
        let mut stream = self.connect();
        let request = format!("GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.host());
        stream.write_all(request.as_bytes()).expect("the request goes out");
        let mut reader = BufReader::new(stream);
        let mut status = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a line of the head");
            if status == 0 {
                status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
            }
            if line.trim().is_empty() {
                return Events { status, reader };
            }
        }
    }

    /// The number of searches in this state.
    pub fn searches(&self, what: &str) -> u64 {
        self.get("/healthz").json()["searches"][what].as_u64().expect("a count")
    }

    /// Waits until the number of searches in this state satisfies a condition.
    pub fn wait_until(&self, what: &str, test: impl Fn(u64) -> bool) -> Duration {
        let start = Instant::now();
        while !test(self.searches(what)) {
            assert!(start.elapsed() < TIMEOUT, "{what} is {}", self.searches(what));
            std::thread::sleep(Duration::from_millis(10));
        }
        start.elapsed()
    }

    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().expect("kill").success());
    }

    /// Waits for the end. Returns the exit code and the messages.
    pub fn end(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        let code = loop {
            if let Some(status) = self.child.try_wait().expect("its end") {
                break status.code();
            }
            assert!(start.elapsed() < TIMEOUT, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        let mut err = String::new();
        if let Some(messages) = &mut self.err {
            let _ = messages.read_to_string(&mut err);
        }
        (code, err)
    }

    /// Checks that the server runs and has reported no bug.
    pub fn ends_well(mut self) {
        assert_eq!(self.get("/healthz").json()["status"], "ok");
        self.child.kill().expect("the server can be ended");
        let mut err = String::new();
        let mut messages = self.err.take().expect("its messages");
        messages.read_to_string(&mut err).expect("its messages are text");
        assert!(!err.contains("bug in Quadrille"), "{err}");
    }

    /// Its memory in bytes: a line of its status, such as `VmRSS`.
    pub fn memory(&self, line: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let rest = status.lines().find_map(|text| text.strip_prefix(line)?.strip_prefix(':'))?;
        rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl std::fmt::Debug for TestResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let body = &self.body[..self.body.len().min(500)];
        write!(f, "{}\n\n{}", self.head, String::from_utf8_lossy(body))
    }
}

impl TestResponse {
    pub fn read(bytes: &[u8]) -> TestResponse {
        let end = bytes.windows(4).position(|part| part == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        TestResponse { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<String> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_string())
        })
    }

    /// Checks that it is an error with this code and a message.
    pub fn is_refused(&self, status: u16, code: &str) {
        assert_eq!(self.status, status, "{self:?}");
        let error = &self.json()["error"];
        assert_eq!(error["code"], code, "{self:?}");
        assert!(!error["message"].as_str().expect("a message").is_empty());
        assert_eq!(self.header("x-content-type-options").as_deref(), Some("nosniff"));
    }
}

pub struct Events {
    pub status: u16,
    reader: BufReader<TcpStream>,
}

impl Events {
    /// The next event; `None` at the end of the stream.
    pub fn next(&mut self) -> Option<(String, Value)> {
        let (mut name, mut data) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).expect("a line") == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(word) = line.strip_prefix("event:") {
                name = word.trim().to_string();
            } else if let Some(text) = line.strip_prefix("data:") {
                data = text.trim().to_string();
            } else if line.is_empty() && !name.is_empty() {
                return Some((name, serde_json::from_str(&data).expect("JSON")));
            }
        }
    }

    pub fn wait_for(&mut self, name: &str) -> Value {
        loop {
            let (found, value) = self.next().unwrap_or_else(|| panic!("no {name} came"));
            if found == name {
                return value;
            }
        }
    }

    pub fn rest(&mut self) -> Vec<(String, Value)> {
        std::iter::from_fn(|| self.next()).collect()
    }

    pub fn leave(self) {
        let _ = self.reader.get_ref().shutdown(Shutdown::Both);
    }
}
