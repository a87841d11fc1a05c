//! The real program in a pseudo-terminal: keys in, screen out.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use quadrille::Method;
use quadrille::levels::{self, Level};
use quadrille::moves::Move;
use quadrille::search::{Control, Outcome};

/// The timeout of a test: long, for slow and busy machines.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A level of each game, small enough to be solved at once.
pub(crate) const LEVELS: [(&str, &str); 5] = [
    ("tiles", "game: tiles\nname: t\n\n. # R .\n. . # B\nr . b .\n. . # .\n"),
    (
        "zhed",
        "game: zhed\nname: z\n\n. . . . . .\nG . . 1 . .\n. . 1 . . .\n. 2 . . . .\n. . . . . .\n",
    ),
    ("squares", "game: squares\nname: s\n\nDAAB\nACAC\nBDCB\nCDBD\n"),
    ("fold", "game: fold\nname: f\n\n1...\n....\n....\n...2\n"),
    ("sokoban", "game: sokoban\nname: b\n\n######\n#.---#\n#--$-#\n#-@-##\n#####-\n"),
];

pub(crate) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Place {
        Place { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn level(&self, game: &str) -> (PathBuf, Level) {
        let (_, text) =
            LEVELS.iter().find(|(id, _)| *id == game).expect("there is a level of every game");
        let path = self.path().join(format!("{game}.txt"));
        std::fs::write(&path, text).expect("the folder can be written to");
        let document = levels::read(text, None);
        let level = document.levels().next().expect("the level is good").clone();
        (path, level)
    }
}

pub(crate) fn plan(level: &Level) -> Vec<Move> {
    let report = level
        .game
        .solve(&level.grid, &Method::default(), &Control::default(), None)
        .expect("the level can be solved");
    match report.outcome {
        Outcome::Solved { plan, .. } => plan,
        other => panic!("no plan: {other:?}"),
    }
}

pub(crate) struct Player {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
}

fn some(size: u16) -> NonZero<u16> {
    NonZero::new(size).expect("no terminal is that small")
}

impl Player {
    pub(crate) fn start(place: &Place, arguments: &[&str]) -> Player {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quadrille"));
        command.arg("play");
        command.args(arguments);
        Player::run(place, command, 80, 24)
    }

    pub(crate) fn run(place: &Place, mut command: CommandBuilder, cols: u16, rows: u16) -> Player {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        command.env("XDG_DATA_HOME", place.path());
        command.env("HOME", place.path());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.cwd(place.path());
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(some(rows), some(cols), 0)));
        let shown = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                shown.lock().expect("no other thread panicked").process(&bytes[..count]);
            }
        });
        Player { master: pair.master, writer, child, screen }
    }

    pub(crate) fn text(&self) -> String {
        self.look(|screen| screen.contents())
    }

    pub(crate) fn look<T>(&self, see: impl FnOnce(&vt100::Screen) -> T) -> T {
        see(self.screen.lock().expect("no other thread panicked").screen())
    }

    pub(crate) fn wait_until(&self, what: &str, test: impl Fn(&vt100::Screen) -> bool) {
        let began = Instant::now();
        while !self.look(&test) {
            assert!(
                began.elapsed() < TIMEOUT,
                "timeout waiting for {what}; the screen is\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn wait(&self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Waits until a figure of the panel has this value.
    pub(crate) fn wait_figure(&self, name: &str, value: &str) {
        let line = format!("{name:<11}{value}");
        self.wait_until(&line, |screen| {
            screen.contents().lines().any(|shown| {
                shown.find(&line).is_some_and(|at| {
                    let rest = &shown[at + line.len()..];
                    rest.is_empty() || rest.starts_with([' ', ','])
                })
            })
        });
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the program listens");
        self.writer.flush().expect("the program listens");
    }

    /// Presses the mouse button at one place and releases it at another, as column and row from 0.
    pub(crate) fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        let press = format!("\x1b[<0;{};{}M", from.0 + 1, from.1 + 1);
        let release = format!("\x1b[<0;{};{}m", to.0 + 1, to.1 + 1);
        self.press(&press);
        self.press(&release);
    }

    /// The place of a text on the screen, as column and row from 0.
    pub(crate) fn find(&self, text: &str) -> (u16, u16) {
        self.look(|screen| {
            let (_, columns) = screen.size();
            let mut rows = screen.rows(0, columns.get()).enumerate();
            rows.find_map(|(row, line)| {
                line.find(text).map(|at| (line[..at].chars().count() as u16, row as u16))
            })
        })
        .unwrap_or_else(|| panic!("'{text}' is not on the screen:\n{}", self.text()))
    }

    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        self.screen
            .lock()
            .expect("no other thread panicked")
            .screen_mut()
            .set_size(some(rows), some(cols));
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("the size can be changed");
    }

    pub(crate) fn end(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program is ours") {
                return status;
            }
            assert!(
                began.elapsed() < TIMEOUT,
                "the program does not end; the screen is\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[allow(dead_code, reason = "not every test sends signals")]
    pub(crate) fn id(&self) -> u32 {
        self.child.process_id().expect("the program runs")
    }

    /// Checks that the terminal is restored.
    pub(crate) fn assert_sane(&self) {
        self.wait_until("the main screen", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
        #[cfg(unix)]
        {
            let modes = self.master.get_termios().expect("it is a terminal");
            let modes = format!("{:?}", modes.local_flags);
            assert!(
                modes.contains("ICANON") && modes.contains("ECHO") && modes.contains("ISIG"),
                "{modes}"
            );
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // In a test that passes, it has already ended.
        let _ = self.child.kill();
    }
}
