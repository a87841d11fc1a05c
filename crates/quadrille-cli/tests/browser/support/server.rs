//! A `quadrille serve` process.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

pub struct Server {
    process: Child,
    /// The address, with a slash at the end.
    pub address: String,
}

impl Server {
    /// Starts the built command with further options, and reads its address.
    pub fn start(options: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(["serve", "--port", "0", "--jobs", "3"])
            .args(options)
            // Serve the page from the folder, so that changes to it need no build.
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
        // Its output must be read, or it would block.
        std::thread::spawn(move || lines.for_each(drop));
        Server { process, address }
    }

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
