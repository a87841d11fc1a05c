//! A plain file server for a folder under a fixed path, without special headers.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub const UNDER: &str = "/courses/search/";

pub struct FileServer {
    at: SocketAddr,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FileServer {
    pub fn start(folder: &Path) -> FileServer {
        FileServer::start_at(folder, 0)
    }

    pub fn start_at(folder: &Path, port: u16) -> FileServer {
        FileServer::run(folder, port, None)
    }

    /// The same, with files of this name delayed.
    pub fn start_late(folder: &Path, name: &'static str, late: Duration) -> FileServer {
        FileServer::run(folder, 0, Some((name, late)))
    }

    fn run(folder: &Path, port: u16, late: Option<(&'static str, Duration)>) -> FileServer {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port is free");
        let at = listener.local_addr().expect("it has an address");
        let is_over = Arc::new(AtomicBool::new(false));
        let (folder, over) = (folder.to_path_buf(), Arc::clone(&is_over));
        let serve = move || {
            for stream in listener.incoming().flatten() {
                if over.load(Relaxed) {
                    return;
                }
                let folder = folder.clone();
                thread::spawn(move || answer(&stream, &folder, late));
            }
        };
        FileServer { at, is_over, thread: Some(thread::spawn(serve)) }
    }

    pub fn port(&self) -> u16 {
        self.at.port()
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.at)
    }

    pub fn stop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.is_over.store(true, Relaxed);
            // The thread notices with the next connection.
            let _ = TcpStream::connect(self.at);
            let _ = thread.join();
        }
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn answer(mut stream: &TcpStream, folder: &Path, late: Option<(&str, Duration)>) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let Some(request) = lines.next() else { return };
    lines.find(String::is_empty);
    let target = request.split(' ').nth(1).unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    if let Some((_, late)) = late.filter(|(name, _)| path.ends_with(name)) {
        thread::sleep(late);
    }
    let found = file(folder, path).and_then(|file| Some((std::fs::read(&file).ok()?, file)));
    let (status, kind, content) = match found {
        Some((content, file)) => ("200 OK", media_type(&file), content),
        None => ("404 Not Found", "text/plain", b"there is nothing here".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        content.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&content));
}

fn file(folder: &Path, path: &str) -> Option<PathBuf> {
    let name = Path::new(path.strip_prefix(UNDER)?);
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(name);
    is_plain.then_some(if file.is_dir() { file.join("index.html") } else { file })
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
