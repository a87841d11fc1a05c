//! Atomic replacement of files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::errors::Fault;

/// Replaces a file in one step, so that an error does not leave half a file.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), Fault> {
    write(path, content).map_err(|error| {
        let fault = Fault::new(format!("cannot write: {error}")).of_file(&path.to_string_lossy());
        match error.kind() {
            io::ErrorKind::NotFound => fault.help("create the folder first"),
            io::ErrorKind::PermissionDenied => fault.help("choose a folder that you may write to"),
            _ => fault,
        }
    })
}

fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder"));
    }
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A device or a pipe is written to, not replaced.
        return OpenOptions::new().write(true).open(path)?.write_all(content);
    }
    // For a link, its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let (new, mut file) = create_beside(&target)?;
    let done = file
        .write_all(content)
        .and_then(|()| match &old {
            Some(old) => file.set_permissions(old.permissions()),
            None => Ok(()),
        })
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&new, &target));
    if done.is_err() {
        // The error of writing is the one to report.
        let _ = fs::remove_file(&new);
    }
    done
}

/// Creates a file with an unused name in the folder of another.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().ok_or_else(|| io::Error::other("this is not a file name"))?;
    let mut attempt = 0;
    loop {
        let mut new = std::ffi::OsString::from(".");
        new.push(name);
        new.push(format!(".{}-{attempt}.new", process::id()));
        let new = target.with_file_name(new);
        match OpenOptions::new().write(true).create_new(true).open(&new) {
            Ok(file) => return Ok((new, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => {
                attempt += 1;
            }
            Err(error) => return Err(error),
        }
    }
}
