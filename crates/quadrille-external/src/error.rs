//! Errors of searches on disk and over several processes.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a search on disk failed.
#[derive(Debug)]
pub enum ExternalError {
    /// The system refused to read or write.
    Io { path: PathBuf, error: io::Error },
    /// A file does not have the contents that were written.
    Damaged { path: PathBuf, what: &'static str },
    /// The folder holds another search.
    Foreign { path: PathBuf },
    /// Another process works in the folder.
    Locked { path: PathBuf },
    /// The folder has files, but no search.
    Occupied { path: PathBuf },
    /// The positions have more words than can be kept.
    TooWide { words: usize },
    /// The processes could not be connected.
    #[cfg(feature = "cluster")]
    Network { message: String, help: &'static str },
    /// The connection to another process broke: the process or its machine is gone.
    #[cfg(feature = "cluster")]
    Lost { process: usize },
    /// The folder holds a search by another number of workers.
    #[cfg(feature = "cluster")]
    OtherWorkers {
        path: PathBuf,
        before: usize,
        /// The number of workers now.
        workers: usize,
    },
    /// A* needs moves that cost 1 each.
    #[cfg(feature = "cluster")]
    Costs,
    /// The positions along a plan do not follow from each other.
    #[cfg(feature = "cluster")]
    Broken,
    /// Another worker failed; its process prints the reason.
    #[cfg(feature = "cluster")]
    Other { worker: usize },
}

impl ExternalError {
    pub fn help(&self) -> &'static str {
        match self {
            ExternalError::Io { .. } => "choose a folder that can be written to with --scratch",
            ExternalError::Damaged { .. } => {
                "delete the folder and start again; if it happens again, check the disk"
            }
            ExternalError::Foreign { .. } => {
                "choose another folder with --scratch, or delete this one if that search is not needed"
            }
            ExternalError::Locked { .. } => "wait for that process, or choose another folder",
            ExternalError::Occupied { .. } => "choose a new or an empty folder",
            ExternalError::TooWide { .. } => "search smaller boards, or use another algorithm",
            #[cfg(feature = "cluster")]
            ExternalError::Network { help, .. } => help,
            #[cfg(feature = "cluster")]
            ExternalError::Lost { .. } => {
                "start all processes again with the same folders: they resume from the last layer that all have"
            }
            #[cfg(feature = "cluster")]
            ExternalError::OtherWorkers { .. } => {
                "continue with as many processes and threads as before, or choose another folder"
            }
            #[cfg(feature = "cluster")]
            ExternalError::Costs => "search this game with --algorithm bfs, or on one machine",
            #[cfg(feature = "cluster")]
            ExternalError::Broken => "this is a bug in Quadrille; try --algorithm bfs",
            #[cfg(feature = "cluster")]
            ExternalError::Other { .. } => "see the output of its process",
        }
    }
}

impl fmt::Display for ExternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExternalError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            ExternalError::Damaged { path, what } => {
                write!(f, "{} is damaged: {what}", path.display())
            }
            ExternalError::Foreign { path } => {
                write!(f, "{} holds the search of another level or method", path.display())
            }
            ExternalError::Locked { path } => {
                write!(f, "another process searches in {}", path.display())
            }
            ExternalError::Occupied { path } => {
                write!(f, "{} has files in it, but no search", path.display())
            }
            ExternalError::TooWide { words } => {
                write!(
                    f,
                    "positions of {} bytes are too large for a search on disk (at most {})",
                    8 * words,
                    8 * crate::MAX_WORDS
                )
            }
            #[cfg(feature = "cluster")]
            ExternalError::Network { message, .. } => f.write_str(message),
            #[cfg(feature = "cluster")]
            ExternalError::Lost { process } => {
                write!(
                    f,
                    "the connection to process {process} is lost: it died, or its machine is gone"
                )
            }
            #[cfg(feature = "cluster")]
            ExternalError::OtherWorkers { path, before, workers } => {
                let path = path.display();
                write!(
                    f,
                    "{path} holds a search by another number of workers: {before}, and now {workers}"
                )
            }
            #[cfg(feature = "cluster")]
            ExternalError::Costs => {
                f.write_str("A* over several processes needs moves that cost 1 each")
            }
            #[cfg(feature = "cluster")]
            ExternalError::Broken => {
                f.write_str("the positions along the plan do not follow from each other")
            }
            #[cfg(feature = "cluster")]
            ExternalError::Other { worker } => write!(f, "worker {worker} failed"),
        }
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
