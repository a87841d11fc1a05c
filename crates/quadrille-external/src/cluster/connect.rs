//! Connects the processes: every pair has one connection, which begins with a greeting that names
//! the task.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use quadrille_search::{Cancel, Stop, toolkit::hash};

use super::Member;
use super::connection::{Connection, Traffic};
use crate::error::{Break, ExternalError};

const PAUSE: Duration = Duration::from_millis(30);
const TRY: Duration = Duration::from_secs(2);
/// Timeout for the greeting of a new connection.
const GREETING: Duration = Duration::from_secs(10);
/// A connection without data for this long is probed with keep-alive messages.
const SILENCE: Duration = Duration::from_secs(15);
/// The interval between probes, and their number.
const QUESTIONS: (Duration, u32) = (Duration::from_secs(5), 3);

const MARK: &[u8; 8] = b"QUADCLU1";

/// The greeting of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hello {
    /// A hash of the task.
    task: u64,
    processes: u32,
    threads: u32,
    process: u32,
}

const HELLO: usize = 8 + 8 + 4 + 4 + 4;

impl Hello {
    fn write(self, stream: &mut TcpStream) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(HELLO);
        bytes.extend(MARK);
        bytes.extend(self.task.to_le_bytes());
        bytes.extend(self.processes.to_le_bytes());
        bytes.extend(self.threads.to_le_bytes());
        bytes.extend(self.process.to_le_bytes());
        stream.write_all(&bytes)
    }

    /// `None` if the greeting is not that of a cluster process.
    fn read(stream: &mut TcpStream) -> io::Result<Option<Hello>> {
        let mut bytes = [0; HELLO];
        stream.read_exact(&mut bytes)?;
        let number = |at: usize| bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
        let task = bytes[8..16].try_into().map_or(0, u64::from_le_bytes);
        let hello = Hello { task, processes: number(16), threads: number(20), process: number(24) };
        Ok((&bytes[..8] == MARK).then_some(hello))
    }
}

fn network(message: String, help: &'static str) -> Break {
    Break::Error(ExternalError::Network { message, help })
}

/// Connects a process with all others. Its own entry is empty.
pub(super) fn connect(
    member: &Member,
    words: usize,
    cancel: &Cancel,
) -> Result<(Vec<Option<Connection>>, Arc<Traffic>), Break> {
    let hello = Hello {
        task: hash(&(member.task.as_str(), words)),
        processes: member.addresses.len() as u32,
        threads: member.threads as u32,
        process: member.process as u32,
    };
    let handshake = Handshake { member, cancel, hello, until: Instant::now() + member.timeout };
    let traffic = Arc::new(Traffic::default());
    let listener = handshake.listen()?;
    // Later processes are accepted while earlier ones are called.
    let (called, accepted) = thread::scope(|scope| {
        let accepting = scope.spawn(|| handshake.accept(&listener));
        let called = handshake.call();
        let accepted = match accepting.join() {
            Ok(accepted) => accepted,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        (called, accepted)
    });
    let (called, accepted) = (called?, accepted?);
    let mut lines = Vec::new();
    let streams = called.into_iter().map(Some).chain([None]).chain(accepted.into_iter().map(Some));
    for (process, stream) in streams.enumerate() {
        let line = |stream: TcpStream| {
            prepare(&stream).map_err(|error| {
                network(format!("the connection to process {process} fails: {error}"), RETRY)
            })?;
            Ok::<_, Break>(Connection::new(stream, process, Arc::clone(&traffic)))
        };
        lines.push(stream.map(line).transpose()?);
    }
    Ok((lines, traffic))
}

const RETRY: &str = "check that all machines are running, then start all processes again";

/// Prepares a connection for the search: no delay, no timeout, and keep-alive messages, so that a
/// lost machine is noticed.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    let alive = socket2::TcpKeepalive::new().with_time(SILENCE).with_interval(QUESTIONS.0);
    #[cfg(not(target_os = "windows"))]
    let alive = alive.with_retries(QUESTIONS.1);
    let socket = socket2::SockRef::from(stream);
    socket.set_tcp_keepalive(&alive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE + QUESTIONS.0 * QUESTIONS.1))?;
    Ok(())
}

struct Handshake<'a> {
    member: &'a Member,
    cancel: &'a Cancel,
    hello: Hello,
    until: Instant,
}

impl Handshake<'_> {
    /// Waits briefly, unless it is time to give up.
    fn wait(&self) -> Result<bool, Break> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled.into());
        }
        thread::sleep(PAUSE);
        Ok(Instant::now() < self.until)
    }

    fn listen(&self) -> Result<TcpListener, Break> {
        let (process, address) = (self.member.process, &self.member.addresses[self.member.process]);
        let bind = || {
            let listener = TcpListener::bind(address.as_str())?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        bind().map_err(|error: io::Error| {
            let help = match error.kind() {
                io::ErrorKind::AddrInUse => "another program uses the port: choose another one",
                io::ErrorKind::AddrNotAvailable => {
                    "that is an address of another machine: start this process there"
                }
                _ => "check the address in the file of hosts",
            };
            network(format!("process {process} cannot listen at {address}: {error}"), help)
        })
    }

    /// Checks that the process at the other end is the right one.
    fn check(&self, other: Hello, process: Option<usize>, address: &str) -> Result<(), Break> {
        let own = self.hello;
        let is_expected =
            process.is_none_or(|process| process as u32 == other.process) && other != own;
        let (task, form) = (other.task == own.task, (other.processes, other.threads));
        if !task || form != (own.processes, own.threads) {
            let message = format!(
                "process {} at {address} has another level, other options or another number of processes",
                other.process
            );
            return Err(network(message, "start all processes with the same level and options"));
        }
        if !is_expected || other.process >= own.processes {
            let message = format!("process {} answers at {address}", other.process);
            return Err(network(message, "use the same file of hosts for all processes"));
        }
        Ok(())
    }

    /// Connections to the processes before this one.
    fn call(&self) -> Result<Vec<TcpStream>, Break> {
        let before = self.member.addresses.iter().enumerate().take(self.member.process);
        before.map(|(process, address)| self.call_one(process, address)).collect()
    }

    fn call_one(&self, process: usize, address: &str) -> Result<TcpStream, Break> {
        let unknown = |error: io::Error| {
            let message = format!("cannot find the host {address} of process {process}: {error}");
            network(message, "check the address in the file of hosts")
        };
        let all: Vec<SocketAddr> = address.to_socket_addrs().map_err(unknown)?.collect();
        let mut at = 0;
        loop {
            let one = *all.get(at % all.len().max(1)).ok_or_else(|| {
                unknown(io::Error::new(io::ErrorKind::NotFound, "it has no address"))
            })?;
            let greet = || {
                let mut stream = TcpStream::connect_timeout(&one, TRY)?;
                stream.set_read_timeout(Some(GREETING))?;
                stream.set_write_timeout(Some(GREETING))?;
                self.hello.write(&mut stream)?;
                let other = Hello::read(&mut stream)?;
                Ok((stream, other))
            };
            let error = match greet() {
                Ok((stream, Some(other))) => {
                    self.check(other, Some(process), address)?;
                    return Ok(stream);
                }
                Ok((_, None)) => {
                    let message = format!("another program answers at {address}");
                    return Err(network(message, "choose another port for this process"));
                }
                Err(error) => error,
            };
            at += 1;
            if !self.wait()? {
                let error: io::Error = error;
                let message = format!("process {process} at {address} does not answer: {error}");
                return Err(network(message, NO_ANSWER));
            }
        }
    }

    /// Connections from the processes after this one.
    fn accept(&self, listener: &TcpListener) -> Result<Vec<TcpStream>, Break> {
        let first = self.member.process + 1;
        let mut met: Vec<Option<TcpStream>> =
            (first..self.member.addresses.len()).map(|_| None).collect();
        loop {
            while let Ok((mut stream, from)) = listener.accept() {
                let mut greet = || {
                    stream.set_nonblocking(false)?;
                    stream.set_read_timeout(Some(TRY))?;
                    stream.set_write_timeout(Some(TRY))?;
                    let other = Hello::read(&mut stream)?;
                    self.hello.write(&mut stream)?;
                    Ok::<_, io::Error>(other)
                };
                // Connections without a valid greeting are closed.
                let Ok(Some(other)) = greet() else { continue };
                self.check(other, None, &from.to_string())?;
                // A process that connects again has lost its first connection.
                if let Some(place) = met.get_mut((other.process as usize).wrapping_sub(first)) {
                    *place = Some(stream);
                }
            }
            let missing = met.iter().position(Option::is_none);
            let Some(missing) = missing.map(|at| at + first) else {
                return Ok(met.into_iter().flatten().collect());
            };
            if !self.wait()? {
                let address = &self.member.addresses[missing];
                let message = format!("process {missing} at {address} does not answer");
                return Err(network(message, NO_ANSWER));
            }
        }
    }
}

const NO_ANSWER: &str = "start 'quadrille cluster worker' there, or wait longer with --wait; check that no firewall blocks the port";
