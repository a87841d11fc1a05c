//! Errors of searches on disk and over several processes.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a search on disk, or over several processes, failed.
#[derive(Debug)]
pub enum ExternalError {
    /// The system refused to read or write.
    Io {
        path: PathBuf,
        error: io::Error,
    },
    /// A file does not have the contents that were written.
    Damaged {
        path: PathBuf,
        what: &'static str,
    },
    Foreign {
        path: PathBuf,
    },
    Locked {
        path: PathBuf,
    },
    Occupied {
        path: PathBuf,
    },
    /// The positions have more words than can be kept.
    TooWide {
        words: usize,
    },
    Network {
        message: String,
        help: &'static str,
    },
    /// The connection to another process broke: the process or its machine is gone.
    Lost {
        process: usize,
    },
    /// The folder holds a search by another number of workers.
    OtherWorkers {
        path: PathBuf,
        before: usize,
        workers: usize,
    },
    /// A* needs moves that cost 1 each.
    Costs,
    /// The positions along a plan do not follow from each other.
    Broken,
    /// Another worker failed; its process prints the reason.
    Other {
        worker: usize,
    },
}

impl ExternalError {
    /// What went wrong, and what to do about it.
    fn message(&self) -> (String, &'static str) {
        match self {
            ExternalError::Io { path, error } => (
                format!("{}: {error}", path.display()),
                "choose a folder that can be written to with --scratch",
            ),
            ExternalError::Damaged { path, what } => (
                format!("{} is damaged: {what}", path.display()),
                "delete the folder and start again; if it happens again, check the disk",
            ),
            ExternalError::Foreign { path } => (
                format!("{} holds the search of another level or method", path.display()),
                "choose another folder with --scratch, or delete this one if that search is not needed",
            ),
            ExternalError::Locked { path } => (
                format!("another process searches in {}", path.display()),
                "wait for that process, or choose another folder",
            ),
            ExternalError::Occupied { path } => (
                format!("{} has files in it, but no search", path.display()),
                "choose a new or an empty folder",
            ),
            ExternalError::TooWide { words } => (
                format!(
                    "positions of {} bytes are too large for a search on disk (at most {})",
                    8 * words,
                    8 * crate::MAX_WORDS
                ),
                "search smaller boards, or use another algorithm",
            ),
            ExternalError::Network { message, help } => (message.clone(), *help),
            ExternalError::Lost { process } => (
                format!(
                    "the connection to process {process} is lost: it died, or its machine is gone"
                ),
                "start all processes again with the same folders: they resume from the last layer that all have",
            ),
            ExternalError::OtherWorkers { path, before, workers } => (
                format!(
                    "{} holds a search by another number of workers: {before}, and now {workers}",
                    path.display()
                ),
                "continue with as many processes and threads as before, or choose another folder",
            ),
            ExternalError::Costs => (
                "A* over several processes needs moves that cost 1 each".to_string(),
                "search this game with --algorithm bfs, or on one machine",
            ),
            ExternalError::Broken => (
                "the positions along the plan do not follow from each other".to_string(),
                "this is a bug in Quadrille; try --algorithm bfs",
            ),
            ExternalError::Other { worker } => {
                (format!("worker {worker} failed"), "see the output of its process")
            }
        }
    }

    pub fn help(&self) -> &'static str {
        self.message().1
    }
}

impl fmt::Display for ExternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().0)
    }
}

impl std::error::Error for ExternalError {}

/// The reason for an end before the layer is complete.
#[derive(Debug)]
pub(crate) enum Break {
    /// A limit was reached, or the search was cancelled; the checkpoint is valid.
    Stop(quadrille_search::Stop),
    Error(ExternalError),
}

impl Break {
    /// A failure to read or write a file. A full disk is a limit.
    pub(crate) fn io(path: &Path, error: io::Error) -> Break {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Break::full(),
            _ => Break::Error(ExternalError::Io { path: path.to_path_buf(), error }),
        }
    }

    pub(crate) fn damaged(path: &Path, what: &'static str) -> Break {
        Break::Error(ExternalError::Damaged { path: path.to_path_buf(), what })
    }

    /// The error if positions of one layer do not lead to the next.
    pub(crate) fn broken_line(folder: &Path) -> Break {
        Break::damaged(folder, "its layers do not belong together")
    }

    /// Converts it to an error where no search has started that could be stopped; a disk too full
    /// for a lock is also an error.
    pub(crate) fn failed(self, folder: &Path) -> ExternalError {
        match self {
            Break::Error(failure) => failure,
            Break::Stop(_) => {
                let error = io::ErrorKind::StorageFull.into();
                ExternalError::Io { path: folder.to_path_buf(), error }
            }
        }
    }

    pub(crate) fn full() -> Break {
        Break::Stop(quadrille_search::Stop::Disk)
    }
}

impl From<quadrille_search::Stop> for Break {
    fn from(stop: quadrille_search::Stop) -> Break {
        Break::Stop(stop)
    }
}
