//! `quadrille cluster run`: starts the processes of this machine and waits for the result.

use std::ffi::OsString;

use quadrille_base::memory;

use super::TaskArgs;
use super::hosts::{Hosts, is_here};
use super::team::Team;
use super::worker::remain;
use crate::Context;
use crate::console;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};
use crate::input;
use crate::output::progress::StatusLine;
use crate::printable;

pub fn run(task: &TaskArgs, context: &mut Context) -> Result<Exit, Abort> {
    if task.file == "-" {
        let message = "every process reads the level, but the standard input can be read only once";
        return Err(Fault::new(message).help("write the level to a file").into());
    }
    let (item, level) = input::load_one(&task.file, &task.selection, task.json, context)?;
    let method = task.method(level.game)?;
    task.folder()?;
    let hosts = Hosts::of(task)?;
    let mut here = Vec::new();
    for (process, address) in hosts.addresses.iter().enumerate() {
        if is_here(address)? {
            here.push(process);
        } else if process == 0 {
            let message =
                format!("process 0 runs with this command, and {address} is another machine");
            let help = "start 'run' on the machine of the first line, and 'worker' on the others";
            return Err(Fault::new(message).help(help).into());
        } else {
            console::remark(&format!(
                "waiting for process {process}: start 'quadrille cluster worker' with the same arguments and '--process {process}' at {address}"
            ));
        }
    }
    let cancel = context.interrupt.arm();
    let mut team = Team::default();
    for &process in &here {
        team.start(process, &arguments(task, &hosts, process, here.len()))?;
    }
    let line = StatusLine::new(1);
    let title = printable::line(&item.title).into_owned();
    let end = team.wait(&cancel, |at| line.set(format!("{title}: {at}")));
    line.clear();
    context.interrupt.disarm();
    match end {
        Ok(answer) => {
            let stop = answer.stop();
            let exit = answer.print(&item, &level, (&method, task.space), (task.json, context))?;
            remain(task, stop.is_some());
            Ok(exit)
        }
        Err(fault) => {
            item.print_fault(fault, task.json, context)?;
            Ok(Exit::Bad)
        }
    }
}

/// The arguments of a process: those of this command, and the ones that only it can determine.
fn arguments(task: &TaskArgs, hosts: &Hosts, process: usize, here: usize) -> Vec<OsString> {
    let mut args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let cluster = args.iter().position(|arg| arg == "cluster").unwrap_or(0);
    if let Some(run) = args.iter().skip(cluster).position(|arg| arg == "run") {
        args[cluster + run] = "worker".into();
    }
    let bytes = task.max_memory.unwrap_or_else(|| memory::budget() / here.max(1) as u64);
    let processes = hosts.addresses.len();
    let own = [
        ("--process", process.to_string()),
        ("--processes", processes.to_string()),
        ("--max-memory", bytes.to_string()),
    ];
    args.extend(own.into_iter().flat_map(|(name, value)| [name.into(), value.into()]));
    args.extend(["--hosts".into(), hosts.path.clone().into_os_string(), "--with-run".into()]);
    args
}
