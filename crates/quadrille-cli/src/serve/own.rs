//! The user's own levels in the page: files named on the command line become packs.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use quadrille::levels::{self, Level};
use quadrille_api::grade::{Assignment, ListedAssignment};

use crate::assignments::shipped;
use crate::errors::Fault;
use crate::input::{self, Complaints, Item};

/// Packs, assignments, and the start of the page.
#[derive(Clone, Default, Debug)]
pub struct Own {
    /// The names and the levels in the native format.
    pub packs: Vec<(String, String)>,
    /// Assignments besides those that ship with the program.
    pub assignments: Vec<ListedAssignment>,
    /// The fragment of the address that shows them; empty for the start page.
    pub start: String,
}

impl Own {
    /// Adds an assignment, which the page shows first.
    pub fn with_assignment(mut self, file: &Path, assignment: &Assignment) -> Own {
        let known = shipped().into_iter().chain(self.assignments.clone());
        let mut taken: BTreeSet<String> = known.map(|one| one.name).collect();
        let name = match file.file_stem() {
            // Many files have this name; use the folder's.
            Some(stem) if stem == "assignment" => file.parent().unwrap_or(file),
            _ => file,
        };
        let id = free_name(&name.to_string_lossy(), &mut taken);
        if self.assignments.is_empty() {
            self.start = format!("#/assignment/{id}");
        }
        self.assignments.push(ListedAssignment::new(id, assignment));
        self
    }

    /// One pack per file. Bad levels are reported and left out; an error if no level is good.
    pub fn new(items: &[Item]) -> Result<Own, Fault> {
        let mut complaints = Complaints::default();
        let mut taken: BTreeSet<String> = input::pack_names().into_iter().collect();
        let mut own = Own::default();
        for file in items.chunk_by(|one, other| Arc::ptr_eq(&one.source, &other.source)) {
            let mut good: Vec<Level> = Vec::new();
            for item in file {
                match &item.level {
                    Ok(level) => {
                        let name = level.name.clone().or_else(|| item.label.clone());
                        good.push(Level { name, ..level.clone() });
                    }
                    Err(_) => complaints.report(item),
                }
            }
            if good.is_empty() {
                continue;
            }
            let text = levels::write_all(&good, "native")
                .map_err(|error| Fault::new(error.to_string()).of_file(&file[0].source.name))?;
            let name = free_name(&file[0].source.name, &mut taken);
            if own.packs.is_empty() {
                own.start = match good.as_slice() {
                    [level] => format!("#/play/{}", levels::to_code(level)),
                    _ => format!("#/pack/{name}"),
                };
            }
            own.packs.push((name, text));
        }
        complaints.finish();
        if own.packs.is_empty() {
            return Err(Fault::new("there is no valid level to show")
                .help("fix the files, or start without them: quadrille serve"));
        }
        Ok(own)
    }
}

/// A unique name for the pack of a file, with characters that are safe in addresses.
fn free_name(file: &str, taken: &mut BTreeSet<String>) -> String {
    let stem = Path::new(file).file_stem().map_or(file.into(), |stem| stem.to_string_lossy());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let word: String = stem.chars().take(40).map(plain).collect();
    let word = word.trim_matches('-');
    let word = if word.is_empty() { "levels" } else { word };
    let mut names =
        std::iter::once(word.to_string()).chain((1..).map(|number| format!("{word}-own-{number}")));
    let name = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(name.clone());
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_files_unless_they_are_taken() {
        let mut taken = BTreeSet::from(["tiles".to_string()]);
        assert_eq!(free_name("dir/My Levels.txt", &mut taken), "my-levels");
        assert_eq!(free_name("tiles.txt", &mut taken), "tiles-own-1");
        assert_eq!(free_name("tiles.json", &mut taken), "tiles-own-2");
        assert_eq!(free_name("-", &mut taken), "levels");
    }
}
