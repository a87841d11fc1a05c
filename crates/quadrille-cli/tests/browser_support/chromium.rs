//! A headless Chromium that is driven by the DevTools protocol over its socket.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// How long anything may take before it counts as hanging. Nothing waits this long when all is well.
const PATIENCE: Duration = Duration::from_secs(60);

/// The names under which the browser is found, and where it lies when it is on no path.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A browser with one page.
pub struct Chromium {
    process: Child,
    socket: WebSocket<TcpStream>,
    session: String,
    last_call: u64,
    /// What the page wrote to the console as errors, and what failed in it.
    pub complaints: Vec<String>,
    /// How many pages have been loaded.
    loads: u64,
    _folder: tempfile::TempDir,
}

impl Chromium {
    /// Starts the browser; `None` when there is none on this machine.
    pub fn start() -> Option<Chromium> {
        let program = find()?;
        let folder = tempfile::tempdir().expect("a folder for the browser");
        let mut process = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args([
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
            ])
            .args(["--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let errors = process.stderr.take().expect("its errors are piped");
        let mut lines = BufReader::new(errors).lines().map_while(Result::ok);
        let address = lines
            .find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_string))
            .expect("the browser says where it listens");
        std::thread::spawn(move || lines.for_each(drop));
        let host = address.trim_start_matches("ws://").split('/').next().expect("a host");
        let stream = TcpStream::connect(host).expect("the browser listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout is possible");
        let (socket, _) = tungstenite::client(address.as_str(), stream).expect("a web socket");
        let mut chromium = Chromium {
            process,
            socket,
            session: String::new(),
            last_call: 0,
            complaints: Vec::new(),
            loads: 0,
            _folder: folder,
        };
        let target = chromium.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = chromium.call(
            "Target.attachToTarget",
            json!({ "targetId": target["targetId"], "flatten": true }),
        );
        chromium.session = attached["sessionId"].as_str().expect("a session").to_string();
        for domain in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
            chromium.call(domain, json!({}));
        }
        Some(chromium)
    }

    /// Calls a method of the protocol and waits for its answer.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last_call += 1;
        let id = self.last_call;
        let mut call = json!({ "id": id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            call["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(call.to_string())).expect("the browser takes the call");
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let Some(answer) = self.read(method) else { continue };
            if answer["id"] == json!(id) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.listen(&answer);
        }
        panic!("{method} has no answer")
    }

    /// Loads the page anew and waits until the new one is there: until then, answers may be those of the old one.
    pub fn reload(&mut self) {
        let before = self.loads;
        self.call("Page.reload", json!({}));
        let deadline = Instant::now() + PATIENCE;
        while self.loads == before {
            assert!(Instant::now() < deadline, "the page is not loaded anew");
            if let Some(event) = self.read("Page.reload") {
                self.listen(&event);
            }
        }
    }

    /// The next message of the browser, if it can be read.
    fn read(&mut self, method: &str) -> Option<Value> {
        let message = self.socket.read().unwrap_or_else(|error| panic!("{method}: {error}"));
        serde_json::from_str(message.to_text().ok()?).ok()
    }

    fn listen(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("Page.loadEventFired") => self.loads += 1,
            Some("Runtime.consoleAPICalled") if parameters["type"] == "error" => {
                self.complaints.push(format!("console: {}", parameters["args"]));
            }
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(format!("exception: {}", parameters["exceptionDetails"]));
            }
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                let entry = &parameters["entry"];
                self.complaints.push(format!("log: {} {}", entry["text"], entry["url"]));
            }
            _ => {}
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}
