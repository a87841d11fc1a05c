//! A process and its descendants: their memory and processor time, and how to kill them.

use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The environment variable that marks everything a command starts, also a process that left its
/// group and its parents.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "read from /proc"))]
const MARK: &str = "QUADRILLE_TRIAL";

/// True if all children of this process belong to the one family that runs at a time.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Counts all children of this process as members of the running family. For a process that is the
/// parent of all orphans below it and runs one command at a time.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "there are no such processes"))]
pub(crate) fn adopt_orphans() {
    ADOPTS.store(true, Ordering::Relaxed);
}

#[derive(Debug)]
pub(crate) struct Family {
    leader: u32,
    mark: String,
}

/// Ends this process with its parent, on Linux.
#[cfg(feature = "store")]
pub fn end_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        // If it is refused, the process ends with its own limits.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
}

/// The resources of a family.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Usage {
    pub(crate) processes: usize,
    pub(crate) bytes: u64,
    /// Processor time, including that of children that have ended.
    pub(crate) cpu_seconds: f64,
}

impl Family {
    /// Starts a command in its own process group, with a mark that its descendants inherit.
    pub(crate) fn spawn(command: &mut Command) -> std::io::Result<(Child, Family)> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        command.env(MARK, &mark);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        let leader = child.id();
        Ok((child, Family { leader, mark }))
    }

    /// Kills the process and its descendants, repeatedly, since a process may start another while
    /// this looks for it.
    pub(crate) fn kill(&self) {
        #[cfg(unix)]
        {
            use rustix::process::{
                Pid, Signal, WaitOptions, kill_process, kill_process_group, waitpid,
            };
            let pid = |number: u32| i32::try_from(number).ok().and_then(Pid::from_raw);
            // The nearest descendants first: when the first process of a namespace dies, the kernel
            // ends all others in it.
            for member in self.nearest().into_iter().filter_map(pid) {
                let _ = kill_process(member, Signal::KILL);
            }
            let started = Instant::now();
            while started.elapsed() < KILL_TIMEOUT {
                // Processes that left the group are found by their parents and their mark, before
                // these die.
                let members = self.members();
                if let Some(leader) = pid(self.leader) {
                    // Fails only if nothing is left to kill.
                    let _ = kill_process_group(leader, Signal::KILL);
                }
                let mut is_alive = false;
                for process in &members {
                    let Some(member) = pid(process.id) else { continue };
                    if !process.is_zombie {
                        is_alive = true;
                        let _ = kill_process(member, Signal::KILL);
                    } else if process.id != self.leader && process.parent == std::process::id() {
                        // An adopted orphan; the leader is waited for elsewhere.
                        let _ = waitpid(Some(member), WaitOptions::NOHANG);
                    }
                }
                if !is_alive {
                    break;
                }
            }
        }
    }

    /// The current usage; zero where it cannot be measured.
    pub(crate) fn usage(&self) -> Usage {
        let members = self.members();
        Usage {
            processes: members.iter().filter(|process| !process.is_zombie).count(),
            bytes: members.iter().map(|process| process.bytes).sum(),
            cpu_seconds: members.iter().map(|process| process.cpu_seconds).sum(),
        }
    }
}

/// The time limit for killing a family that keeps starting processes.
#[cfg(unix)]
const KILL_TIMEOUT: Duration = Duration::from_secs(2);

/// The number of descendants killed before all processes are searched.
#[cfg(target_os = "linux")]
const NEAREST: usize = 32;

#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "processes can be listed only on Linux")
)]
struct Process {
    id: u32,
    parent: u32,
    group: u32,
    is_zombie: bool,
    bytes: u64,
    cpu_seconds: f64,
}

#[cfg(target_os = "linux")]
impl Process {
    fn read(id: u32) -> Option<Process> {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name of the program is in parentheses and may contain anything.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        // Fields of proc(5), starting with the state: 11 to 14 are the times of the process and of
        // the children it waited for.
        let ticks: u64 = (11..=14).filter_map(number).sum();
        Some(Process {
            id,
            parent: number(1)? as u32,
            group: number(2)? as u32,
            is_zombie: fields.first() == Some(&"Z"),
            bytes: number(21)? * rustix::param::page_size() as u64,
            cpu_seconds: ticks as f64 / rustix::param::clock_ticks_per_second() as f64,
        })
    }
}

#[cfg(target_os = "linux")]
impl Family {
    /// The leader, processes of its group, those with its mark, adopted ones, and all their
    /// descendants.
    fn members(&self) -> Vec<Process> {
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let all: Vec<Process> = ids.filter_map(Process::read).collect();
        let mark = format!("{MARK}={}", self.mark);
        let is_marked = |id: u32| {
            let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|entry| entry == mark.as_bytes())
        };
        let parent = ADOPTS.load(Ordering::Relaxed).then(std::process::id);
        let is_first = |process: &&Process| {
            process.id == self.leader
                || process.group == self.leader
                || parent == Some(process.parent)
                || is_marked(process.id)
        };
        let mut members: Vec<u32> = all.iter().filter(is_first).map(|process| process.id).collect();
        let mut next = 0;
        while let Some(&parent) = members.get(next) {
            next += 1;
            for process in all.iter().filter(|process| process.parent == parent) {
                if !members.contains(&process.id) {
                    members.push(process.id);
                }
            }
        }
        all.into_iter().filter(|process| members.contains(&process.id)).collect()
    }
}

#[cfg(target_os = "linux")]
impl Family {
    /// The leader and its nearest descendants, found without listing all processes.
    fn nearest(&self) -> Vec<u32> {
        let mut all = vec![self.leader];
        let mut next = 0;
        while let Some(&process) = all.get(next).filter(|_| all.len() < NEAREST) {
            next += 1;
            let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { continue };
            for thread in threads.flatten() {
                let children = std::fs::read_to_string(thread.path().join("children"));
                let children = children.unwrap_or_default();
                let ids = children.split_whitespace().filter_map(|id| id.parse::<u32>().ok());
                all.extend(ids.take(NEAREST));
            }
        }
        all
    }
}

#[cfg(not(target_os = "linux"))]
impl Family {
    fn nearest(&self) -> Vec<u32> {
        Vec::new()
    }

    fn members(&self) -> Vec<Process> {
        let _ = &self.mark;
        Vec::new()
    }
}
