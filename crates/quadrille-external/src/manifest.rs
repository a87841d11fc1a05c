//! The folder of a search: its layers, and the one file that lists its valid files.
//!
//! A layer counts as soon as the manifest names its files. The manifest is written beside the old
//! one and then renamed, so there is always a complete one; everything it names is synced to disk
//! before that. A process that is killed loses the layer in progress. Files that the manifest does
//! not name are deleted at the next start.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::{Break, ExternalError};

const VERSION: u32 = 2;
const MANIFEST: &str = "search.state";
const NEW: &str = "search.new";
const LOCK: &str = "search.lock";
/// The prefixes of the names of layers and runs.
pub(crate) const LAYER: &str = "layer-";
pub(crate) const RUN: &str = "run-";

/// The persistent state of a search.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct Manifest {
    version: u32,
    /// Describes the search.
    identity: String,
    words: usize,
    pub(crate) layers: Vec<LayerEntry>,
    /// The effort to expand each layer, from the first on.
    pub(crate) efforts: Vec<Effort>,
    /// True if the last layer has no new successors.
    pub(crate) is_exhausted: bool,
}

#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub(crate) struct LayerEntry {
    pub(crate) positions: u64,
    pub(crate) solved: u64,
    pub(crate) goal: Option<Vec<u64>>,
    pub(crate) segments: Vec<SegmentEntry>,
}

#[derive(Clone, Serialize, Deserialize, Debug)]
pub(crate) struct SegmentEntry {
    pub(crate) file: String,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) checksum: u32,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize, Debug)]
pub(crate) struct Effort {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) dead_ends: u64,
    pub(crate) seconds: f64,
}

/// The folder, locked by this process.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) folder: PathBuf,
    pub(crate) manifest: Manifest,
    _lock: File,
}

impl Scratch {
    /// Opens or creates the folder, and deletes files left by a process that was killed.
    pub(crate) fn open(folder: &Path, identity: &str, words: usize) -> Result<Scratch, Break> {
        let failed = |error| Break::io(folder, error);
        fs::create_dir_all(folder).map_err(failed)?;
        let names = names(folder).map_err(failed)?;
        let is_ours = |name: &String| {
            [MANIFEST, NEW, LOCK].contains(&name.as_str())
                || name.starts_with(LAYER)
                || name.starts_with(RUN)
        };
        if !names.iter().all(is_ours) {
            return Err(Break::Error(ExternalError::Occupied { path: folder.to_path_buf() }));
        }
        let lock = folder.join(LOCK);
        let lock = File::create(&lock).map_err(|error| Break::io(&lock, error))?;
        match fs4::FileExt::try_lock(&lock) {
            Ok(()) => {}
            Err(fs4::TryLockError::WouldBlock) => {
                return Err(Break::Error(ExternalError::Locked { path: folder.to_path_buf() }));
            }
            Err(fs4::TryLockError::Error(error)) => return Err(failed(error)),
        }
        let manifest = match fs::read(folder.join(MANIFEST)) {
            Ok(bytes) => read(&folder.join(MANIFEST), &bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Manifest {
                version: VERSION,
                identity: identity.to_string(),
                words,
                layers: Vec::new(),
                efforts: Vec::new(),
                is_exhausted: false,
            },
            Err(error) => return Err(Break::io(&folder.join(MANIFEST), error)),
        };
        if manifest.identity != identity || manifest.words != words {
            return Err(Break::Error(ExternalError::Foreign { path: folder.to_path_buf() }));
        }
        let segments = manifest.layers.iter().flat_map(|layer| &layer.segments);
        let known: Vec<&str> = segments.map(|segment| segment.file.as_str()).collect();
        for name in &names {
            let is_left_over = (name.starts_with(LAYER) && !known.contains(&name.as_str()))
                || name.starts_with(RUN)
                || name == NEW;
            if is_left_over {
                let path = folder.join(name);
                fs::remove_file(&path).map_err(|error| Break::io(&path, error))?;
            }
        }
        Ok(Scratch { folder: folder.to_path_buf(), manifest, _lock: lock })
    }

    /// True if a folder has a search with at least one layer.
    #[cfg(feature = "cluster")]
    pub(crate) fn is_search(folder: &Path) -> bool {
        folder.join(MANIFEST).exists()
    }

    /// Makes the current manifest valid on disk.
    pub(crate) fn commit(&self) -> Result<(), Break> {
        let (path, new) = (self.folder.join(MANIFEST), self.folder.join(NEW));
        let body = serde_json::to_vec(&self.manifest)
            .map_err(|error| Break::io(&new, io::Error::other(error)))?;
        let write = || {
            sync_folder(&self.folder)?;
            let mut file = File::create(&new)?;
            writeln!(file, "{:08x}", crc32fast::hash(&body))?;
            file.write_all(&body)?;
            file.sync_all()?;
            fs::rename(&new, &path)?;
            sync_folder(&self.folder)
        };
        write().map_err(|error| {
            // The first error is the one that matters.
            let _ = fs::remove_file(&new);
            Break::io(&path, error)
        })
    }

    /// The bytes of all valid files.
    pub(crate) fn bytes(&self) -> u64 {
        let segments = self.manifest.layers.iter().flat_map(|layer| &layer.segments);
        segments.map(|segment| segment.bytes).sum()
    }
}

fn names(folder: &Path) -> io::Result<Vec<String>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect()
}

fn read(path: &Path, bytes: &[u8]) -> Result<Manifest, Break> {
    let damaged = |what| Break::damaged(path, what);
    let (head, body) = bytes.split_at_checked(9).ok_or(damaged("it is too short"))?;
    let checksum =
        std::str::from_utf8(&head[..8]).ok().and_then(|s| u32::from_str_radix(s, 16).ok());
    if checksum != Some(crc32fast::hash(body)) {
        return Err(damaged("its checksum is wrong"));
    }
    let manifest: Manifest =
        serde_json::from_slice(body).map_err(|_| damaged("it cannot be read"))?;
    if manifest.version != VERSION {
        return Err(damaged("it was written by another version of Quadrille"));
    }
    Ok(manifest)
}

/// Makes file names persistent. Only Unix supports and needs this.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
