//! Processes and what they start: how much memory they hold together, and how they all end.

use std::process::{Child, Command};

/// Lets a command have a process group of its own, so that it can be killed with what it starts.
pub(crate) fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills a process with everything that it started.
pub(crate) fn kill(child: &Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process, kill_process_group};
        let pid = |number: u32| i32::try_from(number).ok().and_then(Pid::from_raw);
        // Those that left the group are found by their parents, before these die.
        let family = family(child.id());
        if let Some(leader) = pid(child.id()) {
            // Nothing is left to kill when this fails.
            let _ = kill_process_group(leader, Signal::KILL);
        }
        for member in family.iter().filter_map(|process| pid(process.id)) {
            let _ = kill_process(member, Signal::KILL);
        }
    }
    #[cfg(not(unix))]
    let _ = child;
}

/// How many bytes of memory a process and everything that it started hold; 0 where that cannot be known.
pub(crate) fn memory(child: &Child) -> u64 {
    family(child.id()).iter().map(|process| process.bytes).sum()
}

/// A process that belongs to a command.
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "processes can be looked through on Linux alone")
)]
struct Process {
    id: u32,
    bytes: u64,
}

/// The process with this number, those of its group and all their descendants.
#[cfg(target_os = "linux")]
fn family(leader: u32) -> Vec<Process> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let page = rustix::param::page_size() as u64;
    let all: Vec<(u32, u32, u32, u64)> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|id: u32| {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            // The name of the program stands in brackets and may hold anything.
            let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
            let parent = fields.nth(1)?.parse().ok()?;
            let group = fields.next()?.parse().ok()?;
            let pages: u64 = fields.nth(18)?.parse().ok()?;
            Some((id, parent, group, pages * page))
        })
        .collect();
    let mut members: Vec<u32> =
        all.iter().filter(|p| p.0 == leader || p.2 == leader).map(|p| p.0).collect();
    let mut next = 0;
    while let Some(&parent) = members.get(next) {
        next += 1;
        for process in all.iter().filter(|process| process.1 == parent) {
            if !members.contains(&process.0) {
                members.push(process.0);
            }
        }
    }
    let member = |process: &&(u32, u32, u32, u64)| members.contains(&process.0);
    all.iter().filter(member).map(|process| Process { id: process.0, bytes: process.3 }).collect()
}

#[cfg(not(target_os = "linux"))]
fn family(_leader: u32) -> Vec<Process> {
    Vec::new()
}
