//! Isolates the program of a submission from the rest of the machine.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use quadrille_lab::confine::Confinement;

/// The environment variables that a program gets: the locations of installed languages.
const VARIABLES: [&str; 12] = [
    "PATH", "HOME", "LANG", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV",
    "PYENV_ROOT", "PYENV_VERSION", "JAVA_HOME", "RUSTUP_HOME", "CARGO_HOME",
];

/// The folder that a program in namespaces may write to.
const SCRATCH: &str = "/dev/shm";

#[derive(Clone, Debug)]
pub struct Isolation(Confinement);

impl Isolation {
    /// The strongest isolation available here for a submission, with limits on processor time and
    /// memory, and with files and folders that it must not read.
    pub fn new((time, memory): (Duration, u64), own: &Path, hidden: &[PathBuf]) -> Isolation {
        let own = own.canonicalize().unwrap_or_default();
        let absolute = hidden.iter().filter_map(|path| path.canonicalize().ok());
        let hidden = absolute.filter(|path| !own.starts_with(path)).collect();
        let plain = Confinement { hidden, time, memory, ..Confinement::default() };
        Isolation(plain.walled())
    }

    /// The same with a writable folder, and its own time limit.
    pub fn with_folder(&self, folder: &Path, time: Duration) -> Isolation {
        let writable = vec![folder.to_path_buf()];
        Isolation(Confinement { writable, time, ..self.0.clone() })
    }

    pub fn command(
        &self,
        program: &OsStr,
        arguments: &[OsString],
        folder: &Path,
    ) -> io::Result<Command> {
        let mut command = self.0.command(program, arguments)?;
        command
            .env_clear()
            .envs(VARIABLES.into_iter().filter_map(|it| Some((it, env::var_os(it)?))));
        if Path::new(SCRATCH).is_dir() {
            command.env("TMPDIR", SCRATCH);
        }
        command.current_dir(folder);
        Ok(command)
    }

    pub fn in_words(&self) -> Vec<String> {
        let missing = self.0.missing().into_iter().map(|lack| format!("NOT active: {lack}"));
        self.0.protections().into_iter().chain(missing).collect()
    }
}

pub fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
