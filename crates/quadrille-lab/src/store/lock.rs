//! One writer at a time.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};

use super::StoreError;

/// The lock that keeps a second writer out: a lock of the system on a file of its own, which ends with the process.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    pub(super) fn take(results: &Path) -> Result<Lock, StoreError> {
        let path = beside(results, ".lock");
        loop {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
            let file = file.map_err(|error| match error.kind() {
                io::ErrorKind::StorageFull => StoreError::Full,
                io::ErrorKind::NotFound => StoreError::Other("there is no such folder".to_string()),
                _ => StoreError::ReadOnly,
            })?;
            match FileExt::try_lock(&file) {
                Ok(()) if is_at(&file, &path) => return Ok(Lock { file, path }),
                // Its last owner took it away in between; whoever comes now locks another file.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::Busy),
                Err(TryLockError::Error(error)) => {
                    return Err(StoreError::Other(error.to_string()));
                }
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock file that stays behind locks nobody out. It goes while it is still locked, so that nobody is robbed of theirs.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
        let _ = FileExt::unlock(&self.file);
    }
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Elsewhere the file is never taken away.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// A file beside another, with its name and more.
pub(super) fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(more);
    PathBuf::from(name)
}
