//! A connection to another process, which counts its bytes and detects a break.
//!
//! Timely responds to a broken connection with a panic in one of its threads, while its workers
//! wait without end. So a broken connection is hidden from timely: it is recorded here, where the
//! workers check, and the thread that reads it goes to sleep.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use timely::communication::allocator::zero_copy::stream::Stream;

/// The traffic of all connections of a process.
#[derive(Debug)]
pub(super) struct Traffic {
    pub(super) sent: AtomicU64,
    /// The process whose connection broke first.
    lost: AtomicUsize,
}

impl Default for Traffic {
    fn default() -> Traffic {
        Traffic { sent: AtomicU64::new(0), lost: AtomicUsize::new(usize::MAX) }
    }
}

impl Traffic {
    pub(super) fn lost(&self) -> Option<usize> {
        Some(self.lost.load(Relaxed)).filter(|&process| process != usize::MAX)
    }

    pub(super) fn lose(&self, process: usize) {
        // The first is the cause: the others may have ended because of it.
        let _ = self.lost.compare_exchange(usize::MAX, process, Relaxed, Relaxed);
    }
}

#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    process: usize,
    traffic: Arc<Traffic>,
    frames: Frames,
}

impl Connection {
    pub(super) fn new(stream: TcpStream, process: usize, traffic: Arc<Traffic>) -> Connection {
        Connection { stream, process, traffic, frames: Frames::default() }
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(0) if self.frames.is_ended => return Ok(0),
                Ok(count) if count > 0 => {
                    self.frames.feed(&buffer[..count]);
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => {
                    self.traffic.lose(self.process);
                    loop {
                        thread::park();
                    }
                }
            }
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.stream.write(bytes) {
                Ok(count) if count > 0 || bytes.is_empty() => {
                    self.traffic.sent.fetch_add(count as u64, Relaxed);
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => {
                    self.traffic.lose(self.process);
                    return Ok(bytes.len());
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Connection {
    fn try_clone(&self) -> io::Result<Connection> {
        Ok(Connection::new(self.stream.try_clone()?, self.process, Arc::clone(&self.traffic)))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other process may have ended by now, after it received everything.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

/// Follows the messages of timely, to distinguish an orderly end from a broken connection: the last
/// message has a length of zero.
#[derive(Default, Debug)]
struct Frames {
    header: Vec<u8>,
    /// Missing bytes of the message.
    body: u64,
    is_ended: bool,
}

/// Six numbers of eight bytes, the highest first.
const HEADER: usize = 48;
const LENGTH: std::ops::Range<usize> = 32..40;

impl Frames {
    fn feed(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.body > 0 {
                let taken = bytes.len().min(usize::try_from(self.body).unwrap_or(usize::MAX));
                self.body -= taken as u64;
                bytes = &bytes[taken..];
                continue;
            }
            let taken = bytes.len().min(HEADER - self.header.len());
            self.header.extend_from_slice(&bytes[..taken]);
            bytes = &bytes[taken..];
            if self.header.len() == HEADER {
                let length = self.header[LENGTH].try_into().unwrap_or_default();
                self.body = u64::from_be_bytes(length);
                self.is_ended = self.body == 0;
                self.header.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::communication::networking::MessageHeader;

    #[test]
    fn an_orderly_end_is_told_from_a_break() {
        let message = |length: usize| {
            let (channel, source, seqno) = (length, 0, 0);
            let (target_lower, target_upper) = (0, 0);
            let header =
                MessageHeader { channel, source, target_lower, target_upper, length, seqno };
            let mut bytes = Vec::new();
            header.write_to(&mut bytes).unwrap();
            bytes.extend(vec![0; length]);
            bytes
        };
        let stream = [message(100), message(1), message(7000), message(0)].concat();
        for step in [1, 7, 48, 49, stream.len()] {
            let mut frames = Frames::default();
            let mut fed = 0;
            for bytes in stream.chunks(step) {
                assert!(!frames.is_ended, "after {fed} bytes");
                frames.feed(bytes);
                fed += bytes.len();
            }
            assert!(frames.is_ended);
        }
    }
}
