//! What can go wrong on disk.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The system refused to read or write.
    Io { path: PathBuf, error: io::Error },
    /// A file is not what was written.
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
    /// The connection to another process broke: it died, or its machine is gone.
    #[cfg(feature = "cluster")]
    Lost { process: usize },
    /// The folder holds a search by another number of workers.
    #[cfg(feature = "cluster")]
    OtherWorkers {
        path: PathBuf,
        before: usize,
        /// How many there are now.
        workers: usize,
    },
    /// A* needs moves that cost 1 each.
    #[cfg(feature = "cluster")]
    Costs,
    /// The positions along a plan do not follow from each other.
    #[cfg(feature = "cluster")]
    Broken,
    /// Another worker could not go on; its process says why.
    #[cfg(feature = "cluster")]
    Other { worker: usize },
}

impl Failure {
    pub fn help(&self) -> &'static str {
        match self {
            Failure::Io { .. } => "choose a folder that can be written to with --scratch",
            Failure::Damaged { .. } => {
                "delete the folder and start again; if it happens again, check the disk"
            }
            Failure::Foreign { .. } => {
                "choose another folder with --scratch, or delete this one if that search is not needed"
            }
            Failure::Locked { .. } => "wait for that process, or choose another folder",
            Failure::Occupied { .. } => "choose a new or an empty folder",
            Failure::TooWide { .. } => "search smaller boards, or use another algorithm",
            #[cfg(feature = "cluster")]
            Failure::Network { help, .. } => help,
            #[cfg(feature = "cluster")]
            Failure::Lost { .. } => {
                "start all processes again with the same folders: they go on from the last layer that all have"
            }
            #[cfg(feature = "cluster")]
            Failure::OtherWorkers { .. } => {
                "go on with as many processes and threads as before, or choose another folder"
            }
            #[cfg(feature = "cluster")]
            Failure::Costs => "search this game with --algorithm bfs, or on one machine",
            #[cfg(feature = "cluster")]
            Failure::Broken => "this is a bug in Quadrille; --algorithm bfs may do",
            #[cfg(feature = "cluster")]
            Failure::Other { .. } => "see what its process says",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Failure::Damaged { path, what } => {
                write!(f, "{} is damaged: {what}", path.display())
            }
            Failure::Foreign { path } => {
                write!(f, "{} holds the search of another level or method", path.display())
            }
            Failure::Locked { path } => {
                write!(f, "another process searches in {}", path.display())
            }
            Failure::Occupied { path } => {
                write!(f, "{} has files in it, but no search", path.display())
            }
            Failure::TooWide { words } => {
                write!(
                    f,
                    "positions of {} bytes are too large for a search on disk (at most {})",
                    8 * words,
                    8 * crate::MAX_WORDS
                )
            }
            #[cfg(feature = "cluster")]
            Failure::Network { message, .. } => f.write_str(message),
            #[cfg(feature = "cluster")]
            Failure::Lost { process } => {
                write!(
                    f,
                    "the connection to process {process} is lost: it died, or its machine is gone"
                )
            }
            #[cfg(feature = "cluster")]
            Failure::OtherWorkers { path, before, workers } => {
                let path = path.display();
                write!(
                    f,
                    "{path} holds a search by another number of workers: {before}, and now {workers}"
                )
            }
            #[cfg(feature = "cluster")]
            Failure::Costs => f.write_str("A* over several processes needs moves that cost 1 each"),
            #[cfg(feature = "cluster")]
            Failure::Broken => {
                f.write_str("the positions along the plan do not follow from each other")
            }
            #[cfg(feature = "cluster")]
            Failure::Other { worker } => write!(f, "worker {worker} cannot go on"),
        }
    }
}

impl std::error::Error for Failure {}

/// What ends the work on a layer before it is complete.
#[derive(Debug)]
pub(crate) enum Break {
    /// A limit, or somebody cancelled: the checkpoint is good.
    Stop(quadrille_search::Stop),
    Failure(Failure),
}

impl Break {
    /// A failure to read or write a file. A full disk is a limit.
    pub(crate) fn io(path: &Path, error: io::Error) -> Break {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Break::full(),
            _ => Break::Failure(Failure::Io { path: path.to_path_buf(), error }),
        }
    }

    pub(crate) fn damaged(path: &Path, what: &'static str) -> Break {
        Break::Failure(Failure::Damaged { path: path.to_path_buf(), what })
    }

    /// The failure that it is where nothing is searched yet that could be stopped, but for a disk
    /// that has no room for a lock.
    pub(crate) fn failed(self, folder: &Path) -> Failure {
        match self {
            Break::Failure(failure) => failure,
            Break::Stop(_) => {
                let error = io::ErrorKind::StorageFull.into();
                Failure::Io { path: folder.to_path_buf(), error }
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
