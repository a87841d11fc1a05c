//! The addresses of the processes of a cluster.

use std::net::{TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};

use quadrille_base::quantities::counted;

use super::TaskArgs;
use crate::errors::Fault;

/// The default number of processes.
const PROCESSES: usize = 2;

/// The addresses of all processes, and the file with them.
pub struct Hosts {
    pub addresses: Vec<String>,
    pub path: PathBuf,
    /// True if it was made for this run, and must be deleted.
    is_temporary: bool,
}

impl Drop for Hosts {
    fn drop(&mut self) {
        if self.is_temporary {
            // A leftover is harmless: it is small, and in the folder for temporary files.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Hosts {
    /// Reads the file of hosts, or finds free ports of this machine.
    pub fn of(task: &TaskArgs) -> Result<Hosts, Fault> {
        let requested = task.processes.map(usize::from);
        let Some(path) = &task.hosts else { return Hosts::here(requested.unwrap_or(PROCESSES)) };
        let mut addresses = read(path)?;
        let processes = requested.unwrap_or(addresses.len());
        if processes > addresses.len() || processes == 0 {
            let lines = counted(addresses.len() as u64, "address").replace("addresss", "addresses");
            let message = match processes {
                0 => "it has no addresses".to_string(),
                _ => format!("there are {processes} processes, but {lines}"),
            };
            let help = "write one 'host:port' per line, one line per process";
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

/// Reads the addresses in a file. Empty lines and those that start with '#' are skipped.
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
            return Err(fault("occurs twice"));
        }
        if ["0.0.0.0:", "[::]:"].iter().any(|any| line.starts_with(any)) {
            return Err(fault("is not an address that others can connect to"));
        }
        addresses.push(line.to_string());
    }
    Ok(addresses)
}

/// True if an address belongs to this machine, so that a process can listen at it.
pub fn is_here(address: &str) -> Result<bool, Fault> {
    let resolved = address.to_socket_addrs().map_err(|error| {
        Fault::new(format!("cannot find the host of {address}: {error}"))
            .help("check the address in the file of hosts")
    })?;
    Ok(resolved.into_iter().any(|address| TcpListener::bind((address.ip(), 0)).is_ok()))
}
