//! One writer at a time.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use fs4::{FileExt, TryLockError};

use super::StoreError;

/// The lock that keeps a second writer out, whatever path or link it comes by. The system releases
/// it however the process ends.
///
/// It is a lock on the results themselves (`flock`), which is another kind than those that SQLite
/// uses on Unix. Elsewhere locks would keep SQLite out too, so there a file beside the results is
/// locked.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Lock {
    pub(super) fn take(results: &Path) -> Result<Lock, StoreError> {
        #[cfg(unix)]
        let path = results.to_path_buf();
        #[cfg(not(unix))]
        let path = {
            let real = std::fs::canonicalize(results).unwrap_or_else(|_| results.to_path_buf());
            let mut name = real.into_os_string();
            name.push(".lock");
            std::path::PathBuf::from(name)
        };
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::StorageFull => StoreError::Full,
            io::ErrorKind::NotFound => StoreError::Other("there is no such folder".to_string()),
            _ => StoreError::ReadOnly,
        })?;
        match FileExt::try_lock(&file) {
            Ok(()) => Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::Busy),
            Err(TryLockError::Error(error)) => Err(StoreError::Other(error.to_string())),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = FileExt::unlock(&self.0);
    }
}
