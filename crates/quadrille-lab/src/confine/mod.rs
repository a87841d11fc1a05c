//! Isolates untrusted programs from the rest of the machine, with features of Linux that need no
//! root.
//!
//! A confined program is started by this program, called again with `WORD` as its first argument:
//! that process sets up the limits and namespaces and becomes the program, so that no code runs
//! between `fork` and `exec`.

#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod mounts;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// The first argument of a call that confines itself and becomes another program.
const WORD: &str = "confined";

/// The most processes and threads of a confined program.
pub const MOST_PROCESSES: usize = 256;

/// The isolation of a program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Walls {
    /// Only limits.
    #[default]
    None,
    /// Namespaces of processes, network, mounts and shared memory; only root can create them.
    Namespaces,
    /// The same in a user namespace, which any user can create where the kernel allows it.
    UserNamespaces,
}

impl Walls {
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "used by the launcher"))]
    const ALL: [(Walls, &'static str); 3] =
        [(Walls::UserNamespaces, "user"), (Walls::Namespaces, "root"), (Walls::None, "none")];
}

/// The limits and the visible files of a program.
#[derive(Clone, Default, Debug)]
pub struct Confinement {
    pub walls: Walls,
    /// Files and folders that appear empty to the program; needs namespaces.
    pub hidden: Vec<PathBuf>,
    /// Folders that stay writable in namespaces.
    pub writable: Vec<PathBuf>,
    /// The processor time limit of each process.
    pub time: Duration,
    /// The limit of writable memory of each process, in bytes.
    pub memory: u64,
}

impl Confinement {
    #[cfg(target_os = "linux")]
    pub fn command(&self, program: &OsStr, arguments: &[OsString]) -> std::io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(WORD).args(launch::written(self, true)).arg("--").arg(program).args(arguments);
        Ok(command)
    }

    /// The command without confinement: not supported here.
    #[cfg(not(target_os = "linux"))]
    pub fn command(&self, program: &OsStr, arguments: &[OsString]) -> std::io::Result<Command> {
        let mut command = Command::new(program);
        command.args(arguments);
        Ok(command)
    }

    /// The same with the strongest isolation that works on this machine.
    pub fn walled(self) -> Confinement {
        let works = |walls: &Walls| {
            let tried = Confinement { walls: *walls, ..self.clone() };
            let run = tried.command("true".as_ref(), &[]).and_then(|mut command| command.output());
            run.is_ok_and(|run| run.status.success())
        };
        let walls = [Walls::UserNamespaces, Walls::Namespaces].into_iter();
        let walls = walls.filter(|_| cfg!(target_os = "linux")).find(works);
        Confinement { walls: walls.unwrap_or_default(), ..self }
    }

    /// The active protections, in words.
    pub fn protections(&self) -> Vec<String> {
        let mut all = vec!["is killed with all it started".to_string()];
        if cfg!(target_os = "linux") {
            all.push("ends with the grader".to_string());
            all.push("has no privileges".to_string());
            all.push("limits of processor time and memory for each process".to_string());
        }
        #[cfg(target_os = "linux")]
        if launch::bounds_processes(self.walls) {
            all.push(format!("about {MOST_PROCESSES} processes at most"));
        }
        if self.walls != Walls::None {
            all.push("sees no other processes".to_string());
            all.push("no network".to_string());
            all.push("files are read-only".to_string());
            if !self.hidden.is_empty() {
                all.push("hidden files are out of reach".to_string());
            }
        }
        all
    }

    /// The missing protections, in words.
    pub fn missing(&self) -> Vec<String> {
        let mut all = Vec::new();
        if self.walls == Walls::None {
            all.push("it can see other processes".to_string());
            all.push("it can use the network".to_string());
            all.push("it can read and write the files of this user".to_string());
        }
        #[cfg(target_os = "linux")]
        if !launch::bounds_processes(self.walls) {
            all.push("the kernel does not bound the number of its processes".to_string());
        }
        all
    }
}

/// Confines this process and becomes the program of the arguments, if this is such a call. Must be
/// called first, while there is only one thread.
#[cfg(target_os = "linux")]
pub fn enter() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != WORD {
        return None;
    }
    Some(launch::launch(arguments.collect()).unwrap_or_else(|error| {
        eprintln!("cannot confine the program: {error}");
        ExitCode::FAILURE
    }))
}

#[cfg(not(target_os = "linux"))]
pub fn enter() -> Option<ExitCode> {
    None
}

/// True if this process is, or was started by, a confined program. The limit on file locks serves
/// as a permanent mark: the kernel ignores it, and an unprivileged process cannot raise it again.
#[cfg(target_os = "linux")]
pub fn is_confined() -> bool {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Locks).maximum == Some(0)
}

#[cfg(not(target_os = "linux"))]
pub fn is_confined() -> bool {
    false
}

/// Keeps other processes of the same user from reading this process's memory and open files, makes
/// it the parent of all orphans below it, and optionally ends it with its own parent.
#[cfg(target_os = "linux")]
pub fn guard_this_process(ends_with_parent: bool) {
    use rustix::process::{
        DumpableBehavior, Signal, getpid, set_child_subreaper, set_dumpable_behavior,
        set_parent_process_death_signal,
    };
    // If the kernel refuses one of them, the others still help.
    let _ = set_child_subreaper(Some(getpid()));
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    if ends_with_parent {
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
    crate::processes::adopt_orphans();
}

#[cfg(not(target_os = "linux"))]
pub fn guard_this_process(_: bool) {}
