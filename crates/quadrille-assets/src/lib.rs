//! The files that ship inside the program, embedded at build time.
//!
//! A crate of its own, so that a change of a level or of the page recompiles nothing but this list.

pub mod bundle;

#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path inside its folder, with `/` between the parts.
    pub name: &'static str,
    pub bytes: &'static [u8],
    /// A hash of the content in hexadecimal digits.
    pub hash: &'static str,
}

impl File {
    /// The content of a text file. The build checks that texts are UTF-8.
    pub fn text(&self) -> &'static str {
        std::str::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// The files of one folder, sorted by name.
#[derive(Clone, Copy, Debug)]
pub struct Folder(&'static [File]);

impl Folder {
    /// The file with this name.
    pub fn get(&self, name: &str) -> Option<&'static File> {
        let at = self.0.binary_search_by(|file| file.name.cmp(name)).ok()?;
        Some(&self.0[at])
    }

    /// Every file, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = &'static File> {
        self.0.iter()
    }
}

include!(concat!(env!("OUT_DIR"), "/folders.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_name_and_texts_are_readable() {
        for folder in [PAGE, PACKS, PLANS, ASSIGNMENTS] {
            assert!(folder.iter().count() > 0);
            for file in folder.iter() {
                assert_eq!(folder.get(file.name).unwrap().hash, file.hash);
            }
        }
        assert!(PACKS.get("classics.txt").unwrap().text().contains("game:"));
        assert!(PAGE.get("../Cargo.toml").is_none());
        let hidden = |file: &File| file.name.contains("hidden") || file.name.contains("model");
        assert!(!ASSIGNMENTS.iter().any(hidden), "students must not receive the hidden files");
    }
}
