//! How the command ends: its exit codes, and what ends it early.

use std::io;

use quadrille::search::Stop;

use crate::errors::Fault;

/// The end of a command. The order is that of their weight: of several the heaviest wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// All is well: everything solved.
    Fine,
    /// Some level is proved unsolvable, or moves do not solve it.
    No,
    /// Some limit was hit.
    Limit,
    /// Bad input or usage.
    Bad,
    /// A bug in Quadrille showed itself.
    Bug,
    /// A signal ended the work.
    Signal(u8),
}

/// The exit codes, for the help.
pub const HELP: &str = "\
Exit codes:
  0    everything was solved
  1    some level is proved unsolvable, or the moves given to 'check' do not solve it
  2    bad input or usage
  3    a limit of time, nodes or memory was hit
  101  a bug in Quadrille
  130  stopped by Ctrl-C (143 by SIGTERM); what was found until then is printed
When several apply, the first of 130, 101, 2, 3, 1 is taken.";

impl Exit {
    /// How work ends that was stopped, or not, with what it has.
    pub fn of_stop(stop: Option<Stop>) -> Exit {
        match stop {
            // A signal ends the program in its own way.
            Some(Stop::Cancelled) | None => Exit::Fine,
            Some(_) => Exit::Limit,
        }
    }

    /// The code for the system.
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

/// What ends a command before its time.
#[derive(Debug)]
pub enum Abort {
    /// Something is wrong, and nothing can be done without it.
    Fault(Fault),
    /// What is wrong has been told already.
    Told(Exit),
    /// Nobody reads the output any more.
    Closed,
}

impl From<Fault> for Abort {
    fn from(fault: Fault) -> Abort {
        Abort::Fault(fault)
    }
}

/// A failure to write to the standard output.
impl From<io::Error> for Abort {
    fn from(error: io::Error) -> Abort {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Abort::Closed,
            _ => Fault::new(format!("cannot write to the standard output: {error}")).into(),
        }
    }
}
