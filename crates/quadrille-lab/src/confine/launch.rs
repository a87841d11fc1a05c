//! The process that confines itself and then becomes, or starts, the program.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, set_parent_process_death_signal, setrlimit, wait,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, remove_capability_from_bounding_set, set_capabilities,
    set_no_new_privs,
};

use super::{Confinement, MOST_PROCESSES, WORD, Walls, mounts};

/// The largest file that a confined program may write.
const MOST_FILE: u64 = 256 << 20;

/// The interval at which the first process checks its children.
const POLL: Duration = Duration::from_millis(2);

/// The offset of a signal in an exit code, as in shells.
pub(crate) const SIGNALLED: i32 = 128;

/// The confinement as arguments. The outer stage creates the namespaces, the inner one runs in
/// them.
pub(super) fn written(confinement: &Confinement, is_outer: bool) -> Vec<OsString> {
    let walls = Walls::ALL.iter().find(|(walls, _)| *walls == confinement.walls);
    let mut all: Vec<OsString> = vec![
        if is_outer { "outer" } else { "inner" }.into(),
        walls.map_or("none", |(_, word)| word).into(),
        confinement.time.as_secs().to_string().into(),
        confinement.memory.to_string().into(),
    ];
    for (word, paths) in [("hide", &confinement.hidden), ("write", &confinement.writable)] {
        all.extend(paths.iter().flat_map(|path| [word.into(), path.clone().into_os_string()]));
    }
    all
}

fn read(words: &[OsString]) -> Option<(Confinement, bool)> {
    let [stage, walls, time, memory, paths @ ..] = words else { return None };
    let number = |word: &OsStr| word.to_str()?.parse::<u64>().ok();
    let paths = |wanted: &str| {
        let named = paths.chunks_exact(2).filter(|pair| pair[0] == wanted);
        named.map(|pair| PathBuf::from(&pair[1])).collect()
    };
    let confinement = Confinement {
        walls: Walls::ALL.iter().find(|(_, word)| walls == word)?.0,
        hidden: paths("hide"),
        writable: paths("write"),
        time: Duration::from_secs(number(time)?),
        memory: number(memory)?,
    };
    Some((confinement, stage == "outer"))
}

pub(super) fn launch(arguments: Vec<OsString>) -> io::Result<ExitCode> {
    let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
    let end = arguments.iter().position(|word| word == "--").ok_or_else(invalid)?;
    let (confinement, is_outer) = read(&arguments[..end]).ok_or_else(invalid)?;
    let [program, rest @ ..] = &arguments[end + 1..] else { return Err(invalid()) };
    let mut command = Command::new(program);
    command.args(rest);
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if is_outer {
        limit(&confinement)?;
        if confinement.walls != Walls::None {
            return Err(behind_walls(&confinement, &arguments[end..])?.exec());
        }
    }
    if confinement.walls != Walls::None {
        mounts::wall_off(&confinement)?;
    }
    if confinement.walls != Walls::None {
        // The kernel counts the processes of a user per namespace. It does not count those of root,
        // so there the highest process id is limited.
        set(Resource::Nproc, MOST_PROCESSES as u64)?;
        if has_own_numbers() {
            let _ = std::fs::write(HIGHEST_NUMBER, LEAST_HIGHEST);
        }
    }
    give_up_privileges()?;
    set(Resource::Locks, 0)?;
    match confinement.walls {
        Walls::None => Err(command.exec()),
        _ => first_process(command),
    }
}

/// The highest process id. Since Linux 6.14 each namespace has its own; before that, writing it
/// would change it for the whole machine.
const HIGHEST_NUMBER: &str = "/proc/sys/kernel/pid_max";
const OWN_SINCE: (u32, u32) = (6, 14);
/// The smallest value that the kernel accepts.
const LEAST_HIGHEST: &str = "301";

fn has_own_numbers() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(['.', '-']).map_while(|part| part.parse::<u32>().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= OWN_SINCE
}

/// True if the kernel limits the number of processes in such namespaces, created by this user.
pub(super) fn bounds_processes(walls: Walls) -> bool {
    let is_counted = walls == Walls::UserNamespaces && !rustix::process::getuid().is_root();
    is_counted || walls != Walls::None && has_own_numbers()
}

fn behind_walls(confinement: &Confinement, program: &[OsString]) -> io::Result<Command> {
    let mut command = Command::new("unshare");
    if confinement.walls == Walls::UserNamespaces {
        command.args(["--user", "--map-root-user"]);
    }
    command.args(["--mount", "--pid", "--net", "--ipc", "--fork", "--kill-child", "--"]);
    command.arg(std::env::current_exe()?).arg(WORD).args(written(confinement, false)).args(program);
    Ok(command)
}

fn set(resource: Resource, most: u64) -> io::Result<()> {
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Limits private writable memory, not address space: a Java machine reserves far more of that than
/// it uses. The actual use is watched from outside.
fn limit(confinement: &Confinement) -> io::Result<()> {
    set(Resource::Cpu, confinement.time.as_secs() + 1)?;
    set(Resource::Data, confinement.memory.saturating_mul(2))?;
    set(Resource::Fsize, MOST_FILE)?;
    set(Resource::Core, 0)
}

/// Permanently drops all capabilities of this process and its children.
fn give_up_privileges() -> io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        // Fails without privileges, when there is nothing to drop.
        let _ = remove_capability_from_bounding_set(capability);
    }
    set_no_new_privs(true)?;
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(set_capabilities(None, sets)?)
}

/// Starts the program and waits for it as the first process of its namespace: when this one ends,
/// the kernel ends all others. The program itself is not the first process, which would ignore
/// signals.
fn first_process(mut command: Command) -> io::Result<ExitCode> {
    let child = command.spawn()?;
    let child = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let errors = io::stderr();
    loop {
        let Some((ended, status)) = wait(WaitOptions::NOHANG)? else {
            // In a new user namespace a process gets no signal when its parent ends. So this polls
            // the pipe of standard error, which closes when the grader ends.
            let mut pipe = [PollFd::new(&errors, PollFlags::empty())];
            let wait = Timespec { tv_sec: 0, tv_nsec: POLL.subsec_nanos().into() };
            match poll(&mut pipe, Some(&wait)) {
                Ok(1..) => return Ok(ExitCode::FAILURE),
                _ => continue,
            }
        };
        if Some(ended) == child {
            let status = ExitStatus::from_raw(status.as_raw());
            let code = status.code().or(status.signal().map(|signal| SIGNALLED + signal));
            return Ok(ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)));
        }
    }
}
