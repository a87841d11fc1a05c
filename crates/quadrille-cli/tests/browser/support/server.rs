//! `quadrille serve`, as people start it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A server on a port of its own, which ends with the test.
pub struct Server {
    process: Child,
    /// Where it is, with a slash at the end.
    pub address: String,
}

impl Server {
    /// Starts the command that was built, with further options, and reads from it where it listens.
    pub fn start(options: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(["serve", "--port", "0", "--jobs", "3"])
            .args(options)
            // Whoever works on the page tests it from the folder, without building the command
            // anew.
            .args(
                std::env::var_os("QUADRILLE_PAGE")
                    .into_iter()
                    .flat_map(|folder| ["--page".into(), folder]),
            )
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the command starts");
        let output = process.stdout.take().expect("its output is piped");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines
            .find_map(|line| {
                line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_string)
            })
            .expect("the server says where it is");
        // Whatever else it says must be read, or it would wait.
        std::thread::spawn(move || lines.for_each(drop));
        Server { process, address }
    }

    /// Ends it.
    pub fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
