//! The folder of a search: its layers, and the one file that lists its valid files.
//!
//! A layer survives a crash as soon as the manifest names its files. The manifest is written beside
//! the old one and then renamed, so there is always a complete one; everything it names is synced
//! to disk before that. A process that is killed loses the layers since the last commit. Files that
//! the manifest does not name are deleted at the next start.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "cluster")]
use quadrille_search::{Cost, Stats};
use serde::{Deserialize, Serialize};

#[cfg(feature = "cluster")]
use crate::disk::Disk;
use crate::error::{Break, ExternalError};
use crate::segment::Segment;

const VERSION: u32 = 2;
const MANIFEST: &str = "search.state";
const NEW: &str = "search.new";
const LOCK: &str = "search.lock";
/// The prefixes of the names of layers, checkpoints and runs.
pub(crate) const LAYER: &str = "layer-";
pub(crate) const KEYS: &str = "keys-";
pub(crate) const RUN: &str = "run-";

/// The persistent state of a search.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct Manifest {
    version: u32,
    identity: String,
    words: usize,
    pub(crate) layers: Vec<LayerEntry>,
    /// The effort to expand each layer, from the first on.
    pub(crate) efforts: Vec<Effort>,
    /// True if the last layer has no new successors.
    pub(crate) is_exhausted: bool,
    #[cfg(feature = "cluster")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) checkpoints: Vec<CheckpointEntry>,
}

/// The positions that a worker of A* knows, in one file.
#[cfg(feature = "cluster")]
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(crate) struct CheckpointEntry {
    /// Counted from 1.
    pub(crate) number: u64,
    pub(crate) segment: SegmentEntry,
    /// The cost and state of the positions of each block.
    pub(crate) labels: Vec<u32>,
    pub(crate) goal: Option<(Cost, Vec<u64>)>,
    /// The counts of the worker so far.
    pub(crate) stats: Stats,
}

#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub(crate) struct LayerEntry {
    pub(crate) positions: u64,
    pub(crate) solved: u64,
    pub(crate) goal: Option<Vec<u64>>,
    pub(crate) segments: Vec<SegmentEntry>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(crate) struct SegmentEntry {
    pub(crate) file: String,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) checksum: u32,
}

impl SegmentEntry {
    /// Opens the file, and makes sure that it is the one that was written.
    pub(crate) fn open<const N: usize>(&self, folder: &Path) -> Result<Segment<N>, Break> {
        let path = folder.join(&self.file);
        let segment = Segment::open(path.clone()).map_err(|end| match end {
            Break::Error(ExternalError::Io { error, .. })
                if error.kind() == io::ErrorKind::NotFound =>
            {
                Break::damaged(&path, "it is missing")
            }
            end => end,
        })?;
        if segment.entry() != *self {
            return Err(Break::damaged(&path, "it is not the file that was written"));
        }
        Ok(segment)
    }

    /// Deletes the file. One that cannot be deleted now is deleted at the next start.
    #[cfg(feature = "cluster")]
    pub(crate) fn remove(&self, folder: &Path, disk: &Disk) {
        if fs::remove_file(folder.join(&self.file)).is_ok() {
            disk.release(self.bytes);
        }
    }
}

#[derive(Clone, Copy, Default, Serialize, Deserialize, Debug)]
pub(crate) struct Effort {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) dead_ends: u64,
    pub(crate) seconds: f64,
}

impl Manifest {
    fn segments(&self) -> impl Iterator<Item = &SegmentEntry> {
        let segments = self.layers.iter().flat_map(|layer| &layer.segments);
        #[cfg(feature = "cluster")]
        let segments = segments.chain(self.checkpoints.iter().map(|entry| &entry.segment));
        segments
    }
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
                || [LAYER, KEYS, RUN].iter().any(|prefix| name.starts_with(prefix))
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
                #[cfg(feature = "cluster")]
                checkpoints: Vec::new(),
            },
            Err(error) => return Err(Break::io(&folder.join(MANIFEST), error)),
        };
        if manifest.identity != identity || manifest.words != words {
            return Err(Break::Error(ExternalError::Foreign { path: folder.to_path_buf() }));
        }
        let known: Vec<&str> = manifest.segments().map(|segment| segment.file.as_str()).collect();
        for name in &names {
            let is_left_over = ([LAYER, KEYS].iter().any(|prefix| name.starts_with(prefix))
                && !known.contains(&name.as_str()))
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

    pub(crate) fn bytes(&self) -> u64 {
        self.manifest.segments().map(|segment| segment.bytes).sum()
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
