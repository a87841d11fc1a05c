//! Exit codes, and the errors that end a command early.

use std::io;

use quadrille::search::Stop;

use crate::errors::Fault;

/// The exit code of a command. The greatest of several is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Everything was solved.
    Fine,
    /// A level is proved unsolvable, or moves do not solve it.
    No,
    Limit,
    Bad,
    Bug,
    Signal(u8),
}

/// The exit codes, for the help.
pub const HELP: &str = "\
Exit codes:
  0    everything was solved
  1    some level is proved unsolvable, or the moves given to 'check' do not solve it
  2    bad input or usage
  3    a limit on time, nodes or memory was reached
  101  a bug in Quadrille
  130  stopped by Ctrl-C (143 by SIGTERM); results so far are printed
If several apply, the first of 130, 101, 2, 3, 1 is used.";

impl Exit {
    /// Returns the end of a search with this stop.
    pub fn of_stop(stop: Option<Stop>) -> Exit {
        match stop {
            // A signal sets its own exit code.
            Some(Stop::Cancelled) | None => Exit::Fine,
            Some(_) => Exit::Limit,
        }
    }

    pub fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::No => 1,
            Exit::Bad => 2,
            Exit::Limit => 3,
            Exit::Bug => 101,
            Exit::Signal(signal) => 128_u8.saturating_add(signal),
        }
    }
}

#[derive(Debug)]
pub enum Abort {
    /// An error after which the command cannot continue.
    Fault(Fault),
    /// The error has been reported.
    Reported(Exit),
    /// The reader closed the output.
    Closed,
}

impl From<Fault> for Abort {
    fn from(fault: Fault) -> Abort {
        Abort::Fault(fault)
    }
}

impl From<io::Error> for Abort {
    fn from(error: io::Error) -> Abort {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Abort::Closed,
            _ => Fault::new(format!("cannot write to the standard output: {error}")).into(),
        }
    }
}
