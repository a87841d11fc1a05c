//! One writer at a time.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use fs4::{FileExt, TryLockError};

use super::StoreError;

/// Keeps a second writer out, by any path or link. The system releases it when the process ends.
///
/// On Unix it is a lock on the results themselves (`flock`), independent of the locks that SQLite
/// uses there. Elsewhere such a lock would keep SQLite out, too, so a file beside the results is
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
