//! Errors of results, with help.

use std::fmt;

use rusqlite::ErrorCode;

#[derive(Debug)]
pub enum StoreError {
    /// The file is something else.
    NotResults,
    /// The file was made by an older Quadrille with other column values.
    Older,
    /// The file was made by a newer Quadrille.
    Newer,
    /// The file holds results of another plan; the text says what is different.
    OtherPlan(String),
    /// The new file already exists.
    Exists,
    /// This many rows were damaged on the disk; 0 if unknown.
    Damaged(usize),
    /// Another process writes to the file.
    Busy,
    Full,
    /// The file or its folder cannot be written to.
    ReadOnly,
    /// The file or its folder is not there.
    Missing,
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::NotResults => f.write_str("this is not a file of lab results"),
            StoreError::Older => f.write_str("these results were made by an older Quadrille"),
            StoreError::Newer => f.write_str("these results were made by a newer Quadrille"),
            StoreError::OtherPlan(difference) => {
                write!(f, "these results belong to another plan: {difference}")
            }
            StoreError::Exists => f.write_str("there is a file with this name already"),
            StoreError::Damaged(0) => f.write_str("the file was damaged on the disk"),
            StoreError::Damaged(1) => f.write_str("1 row was damaged on the disk"),
            StoreError::Damaged(rows) => write!(f, "{rows} rows were damaged on the disk"),
            StoreError::Busy => f.write_str("another run is writing to these results"),
            StoreError::Full => {
                f.write_str("the disk is full; all results written so far are safe")
            }
            StoreError::ReadOnly => f.write_str("the results cannot be written here"),
            StoreError::Missing => f.write_str("there is no such file"),
            StoreError::Other(what) => write!(f, "the results cannot be used: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    pub fn help(&self) -> &'static str {
        match self {
            StoreError::NotResults => "choose another file; this one was left as it is",
            StoreError::Older => {
                "read them with that version, or make them again into another file"
            }
            StoreError::Newer => "use that version, or make new results",
            StoreError::OtherPlan(_) => {
                "choose another file for the changed plan, or undo the change; nothing was written"
            }
            StoreError::Exists => "choose another name",
            StoreError::Damaged(0) => "restore it from a copy, or make the results again",
            StoreError::Damaged(_) => {
                "run the same plan on these results again: it repeats the damaged rows"
            }
            StoreError::Busy => "wait for it to end, stop it, or choose another file",
            StoreError::Full => {
                "free some space and start again: the run continues where it stopped"
            }
            StoreError::ReadOnly => "choose a file in a folder that you may write to",
            StoreError::Missing => "check the name",
            StoreError::Other(_) => "check the disk and the file",
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::NotADatabase) => StoreError::NotResults,
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(0),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                StoreError::ReadOnly
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
            Some(ErrorCode::SystemIoFailure) => StoreError::Other(format!(
                "writing or reading failed, so the disk may be full or broken ({error})"
            )),
            _ => StoreError::Other(error.to_string()),
        }
    }
}
