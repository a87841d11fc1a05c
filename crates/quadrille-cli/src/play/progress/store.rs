//! The progress file: validated when read, replaced atomically, shared with other running programs.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use fs4::{FileExt, TryLockError};

use super::SavedProgress;
use super::record::VERSION;
use crate::output::file;

/// The number of attempts to lock the file before it is written without a lock.
const ATTEMPTS: usize = 100;
/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// The path of the progress: `quadrille/progress.json` in the user's data directory.
pub fn default_path() -> Option<PathBuf> {
    let absolute =
        |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else {
        absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("quadrille").join("progress.json"))
}

#[derive(Clone, Debug)]
pub struct Store {
    path: PathBuf,
}

/// The reason why a file cannot be used.
enum Unfit {
    Broken,
    Newer(u32),
}

impl Store {
    /// The file at this path, which need not exist.
    pub fn new(path: PathBuf) -> Store {
        Store { path }
    }

    /// Reads the progress. A file that cannot be used is renamed; the note is for the player.
    pub fn load(&self) -> (SavedProgress, Option<String>) {
        match self.read() {
            Ok(Ok(progress)) => (progress, None),
            Ok(Err(unfit)) => (SavedProgress::default(), Some(self.put_aside(&unfit))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                (SavedProgress::default(), None)
            }
            Err(error) => {
                let note =
                    format!("your progress cannot be read: {}: {error}", self.path.display());
                (SavedProgress::default(), Some(note))
            }
        }
    }

    /// Writes the progress, merged with what other programs have written meanwhile.
    pub fn save(&self, progress: &SavedProgress) -> Result<(), String> {
        self.merge_and_write(progress).map_err(|error| {
            format!("your progress cannot be saved: {}: {error}", self.path.display())
        })
    }

    fn merge_and_write(&self, progress: &SavedProgress) -> Result<(), String> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        // Held until the end of this function.
        let _lock = self.lock();
        let mut merged = progress.clone();
        match self.read() {
            Ok(Ok(theirs)) => merged.merge(&theirs),
            Ok(Err(unfit)) => drop(self.put_aside(&unfit)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // A file that cannot be read is not overwritten.
            Err(error) => return Err(error.to_string()),
        }
        let mut text = serde_json::to_string_pretty(&merged).map_err(|error| error.to_string())?;
        text.push('\n');
        file::replace(&self.path, text.as_bytes()).map_err(|fault| fault.message)
    }

    /// The lock that programs hold while writing. Without one, merging must suffice.
    fn lock(&self) -> Option<File> {
        let file = File::create(self.path.with_extension("lock")).ok()?;
        for _ in 0..ATTEMPTS {
            match FileExt::try_lock(&file) {
                Ok(()) => return Some(file),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(_)) => return None,
            }
        }
        None
    }

    fn read(&self) -> io::Result<Result<SavedProgress, Unfit>> {
        let bytes = fs::read(&self.path)?;
        let Ok(value) = serde_json::from_slice::<serde_json::Value>(&bytes) else {
            return Ok(Err(Unfit::Broken));
        };
        let version = value.get("version").and_then(|version| version.as_u64());
        match version.and_then(|version| u32::try_from(version).ok()) {
            Some(version) if version > VERSION => Ok(Err(Unfit::Newer(version))),
            Some(_) => Ok(serde_json::from_value(value).map_err(|_| Unfit::Broken)),
            None => Ok(Err(Unfit::Broken)),
        }
    }

    /// Renames the file so that nothing overwrites it. Returns a note.
    fn put_aside(&self, unfit: &Unfit) -> String {
        let (what, word) = match unfit {
            Unfit::Broken => ("is damaged".to_string(), "damaged".to_string()),
            Unfit::Newer(version) => (
                format!("was written by a newer Quadrille (version {version})"),
                format!("version-{version}"),
            ),
        };
        let aside = (0..)
            .map(|number: u32| match number {
                0 => self.path.with_extension(format!("{word}.json")),
                _ => self.path.with_extension(format!("{word}-{number}.json")),
            })
            .find(|path| !path.exists())
            .unwrap_or_else(|| self.path.with_extension("aside.json"));
        match fs::rename(&self.path, &aside) {
            Ok(()) => format!("your progress {what}; it is kept as {}", aside.display()),
            Err(error) => format!("your progress {what}, and cannot be renamed: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("data/progress.json"));
        (folder, store)
    }

    #[test]
    fn two_programs_keep_each_others_progress() {
        let (_folder, store) = store();
        let (mut one, mut two) = (store.load().0, store.load().0);
        one.solved("a", 5);
        store.save(&one).unwrap();
        two.solved("b", 6);
        store.save(&two).unwrap();
        one.solved("a", 4);
        store.save(&one).unwrap();
        let (all, note) = store.load();
        assert_eq!((all.levels["a"].best, all.levels["b"].best, note), (Some(4), Some(6), None));
    }

    #[test]
    fn many_writers_at_once_lose_nothing() {
        let (_folder, store) = store();
        thread::scope(|scope| {
            for writer in 0..4 {
                let store = &store;
                scope.spawn(move || {
                    let mut progress = SavedProgress::default();
                    for number in 0..5 {
                        progress.solved(&format!("{writer}-{number}"), 1);
                        store.save(&progress).unwrap();
                    }
                });
            }
        });
        assert_eq!(store.load().0.levels.len(), 20);
    }

    #[test]
    fn an_unusable_file_is_renamed() {
        let (_folder, store) = store();
        fs::create_dir_all(store.path.parent().unwrap()).unwrap();
        for (text, aside) in [
            ("{ half a file", "progress.damaged.json"),
            ("[]", "progress.damaged-1.json"),
            (r#"{"version": 7, "levels": []}"#, "progress.version-7.json"),
        ] {
            fs::write(&store.path, text).unwrap();
            let (progress, note) = store.load();
            assert_eq!(progress, SavedProgress::default());
            assert!(note.unwrap().contains(aside));
            assert!(!store.path.exists());
            assert_eq!(fs::read_to_string(store.path.with_file_name(aside)).unwrap(), text);
        }
        // A file that becomes invalid while the program runs is not overwritten either.
        fs::write(&store.path, "broken meanwhile").unwrap();
        store.save(&SavedProgress::default()).unwrap();
        let aside = store.path.with_file_name("progress.damaged-2.json");
        assert_eq!(fs::read_to_string(aside).unwrap(), "broken meanwhile");
    }

    #[test]
    fn an_unwritable_path_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let store = Store::new(file.join("progress.json"));
        assert!(store.save(&SavedProgress::default()).unwrap_err().contains("cannot be saved"));
    }
}
