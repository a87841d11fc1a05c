//! Where the processes are.

use std::net::{TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};

use quadrille_base::quantities::counted;

use super::TaskArgs;
use crate::errors::Fault;

/// The default number of processes.
const PROCESSES: usize = 2;

/// The addresses of all processes, and the file that has them.
pub struct Hosts {
    pub addresses: Vec<String>,
    pub path: PathBuf,
    /// Whether it was made for this run, and is to be deleted.
    is_temporary: bool,
}

impl Drop for Hosts {
    fn drop(&mut self) {
        if self.is_temporary {
            // It is small, and in the folder for such files.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Hosts {
    /// As the file says, or ports of this machine that are free now.
    pub fn of(task: &TaskArgs) -> Result<Hosts, Fault> {
        let asked = task.processes.map(usize::from);
        let Some(path) = &task.hosts else { return Hosts::here(asked.unwrap_or(PROCESSES)) };
        let mut addresses = read(path)?;
        let processes = asked.unwrap_or(addresses.len());
        if processes > addresses.len() || processes == 0 {
            let lines = counted(addresses.len() as u64, "address").replace("addresss", "addresses");
            let message = match processes {
                0 => "there is no address in it".to_string(),
                _ => format!("there are {processes} processes, and {lines}"),
            };
            let help = "write one 'host:port' a line for each process";
            return Err(Fault::new(message).of_file(&path.to_string_lossy()).help(help));
        }
        addresses.truncate(processes);
        Ok(Hosts { addresses, path: path.clone(), is_temporary: false })
    }

    fn here(processes: usize) -> Result<Hosts, Fault> {
        let failed =
            |error: std::io::Error| Fault::new(format!("no ports for the processes: {error}"));
        let listeners: Result<Vec<TcpListener>, _> =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect();
        let listeners = listeners.map_err(failed)?;
        let addresses: Result<Vec<String>, _> =
            listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect();
        let addresses = addresses.map_err(failed)?;
        let path = std::env::temp_dir().join(format!("quadrille-hosts-{}", std::process::id()));
        let hosts = Hosts { addresses, path, is_temporary: true };
        std::fs::write(&hosts.path, hosts.addresses.join("\n")).map_err(failed)?;
        Ok(hosts)
    }
}

/// The addresses in a file. Empty lines and those that begin with '#' are left out.
fn read(path: &Path) -> Result<Vec<String>, Fault> {
    let name = path.to_string_lossy();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Fault::new(error.to_string()).of_file(&name))?;
    let mut addresses: Vec<String> = Vec::new();
    for (number, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |what: &str| {
            let message = format!("line {}: '{line}' {what}", number + 1);
            Fault::new(message).of_file(&name).help("write host:port, as in 'node7:2101'")
        };
        let port = line.rsplit_once(':').and_then(|(host, port)| {
            (!host.is_empty()).then_some(())?;
            port.parse::<u16>().ok()
        });
        if port.is_none_or(|port| port == 0) {
            return Err(fault("is not an address"));
        }
        if addresses.iter().any(|known| known == line) {
            return Err(fault("is there twice"));
        }
        if ["0.0.0.0:", "[::]:"].iter().any(|any| line.starts_with(any)) {
            return Err(fault("is not an address that others can connect to"));
        }
        addresses.push(line.to_string());
    }
    Ok(addresses)
}

/// Whether an address is one of this machine: then something can listen at it.
pub fn is_here(address: &str) -> Result<bool, Fault> {
    let resolved = address.to_socket_addrs().map_err(|error| {
        Fault::new(format!("there is no host for {address}: {error}"))
            .help("check the address in the file of hosts")
    })?;
    Ok(resolved.into_iter().any(|address| TcpListener::bind((address.ip(), 0)).is_ok()))
}
