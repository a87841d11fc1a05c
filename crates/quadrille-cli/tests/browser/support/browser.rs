//! A headless Chromium, driven by the DevTools protocol. All tests share one process; each has a
//! tab in its own browser context, so that storage, caches and service workers are separate.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// The timeout of one call.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// Names of the program on the `PATH`.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

static SHARED: Mutex<Option<Browser>> = Mutex::new(None);

pub struct Browser {
    process: Child,
    address: String,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Opens a tab in the shared browser, which starts with the first one; `None` if there is no
    /// browser on this machine.
    pub fn tab() -> Option<Tab> {
        let address = {
            let mut shared = SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if shared.is_none() {
                *shared = Some(Browser::start(find()?));
            }
            shared.as_ref()?.address.clone()
        };
        Some(Tab::open(&address))
    }

    /// Ends the shared browser: a static is never dropped, and the process would outlive the tests.
    pub fn stop() {
        SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    }

    fn start(program: PathBuf) -> Browser {
        let profile = tempfile::tempdir().expect("a folder for the browser");
        let mut process = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--disable-dev-shm-usage", "--mute-audio"])
            // Background tabs must not be throttled.
            .args(["--disable-renderer-backgrounding", "--disable-background-timer-throttling"])
            .args(["--disable-backgrounding-occluded-windows", "--remote-debugging-port=0"])
            // Pages of the browser's own: half of the processor time of opening a tab.
            .arg("--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup")
            .arg(format!("--user-data-dir={}", profile.path().display()))
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
        Browser { process, address, _profile: profile }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A tab in its own browser context, with its own connection. Both end with the connection.
pub struct Tab {
    socket: WebSocket<TcpStream>,
    session: String,
    last_call: u64,
    /// Errors on the console, and uncaught exceptions.
    pub complaints: Vec<String>,
    /// The number of loaded pages.
    loads: u64,
}

impl Tab {
    fn open(address: &str) -> Tab {
        let host = address.trim_start_matches("ws://").split('/').next().expect("a host");
        let stream = TcpStream::connect(host).expect("the browser listens");
        stream.set_read_timeout(Some(CALL_TIMEOUT)).expect("a timeout is possible");
        let (socket, _) = tungstenite::client(address, stream).expect("a web socket");
        let (session, complaints) = (String::new(), Vec::new());
        let mut tab = Tab { socket, session, last_call: 0, complaints, loads: 0 };
        let context = tab.call("Target.createBrowserContext", json!({ "disposeOnDetach": true }));
        let target = tab.call(
            "Target.createTarget",
            json!({ "url": "about:blank", "browserContextId": context["browserContextId"] }),
        );
        let attached = tab.call(
            "Target.attachToTarget",
            json!({ "targetId": target["targetId"], "flatten": true }),
        );
        tab.session = attached["sessionId"].as_str().expect("a session").to_string();
        for domain in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
            tab.call(domain, json!({}));
        }
        // Every tab has the focus.
        tab.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        tab
    }

    /// Calls a method of the protocol and returns its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The same for a call that may fail, as while a page is being left.
    pub fn try_call(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        self.last_call += 1;
        let id = self.last_call;
        let mut call = json!({ "id": id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            call["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(call.to_string())).expect("the browser takes the call");
        let deadline = Instant::now() + CALL_TIMEOUT;
        while Instant::now() < deadline {
            let Some(mut answer) = self.read(method) else { continue };
            if answer["id"] == json!(id) {
                let (error, result) = (answer["error"].take(), answer["result"].take());
                return if error.is_null() { Ok(result) } else { Err(error) };
            }
            self.listen(&answer);
        }
        panic!("{method} has no answer")
    }

    /// Reloads the page and waits for it: until then, answers may be those of the old one.
    pub fn reload(&mut self) {
        let before = self.loads;
        self.call("Page.reload", json!({}));
        let deadline = Instant::now() + CALL_TIMEOUT;
        while self.loads == before {
            assert!(Instant::now() < deadline, "the page is not loaded again");
            if let Some(event) = self.read("Page.reload") {
                self.listen(&event);
            }
        }
    }

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
