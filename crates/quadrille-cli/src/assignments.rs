//! Assignments in files, and those that ship with the program.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use quadrille::levels::{self, Level};
use quadrille_api::grade::{self, Assignment, File, Kind, ListedAssignment};
use quadrille_assets::ASSIGNMENTS;

use crate::args::Selection;
use crate::errors::Fault;
use crate::input::{self, PACK_SIGN};
use crate::puzzles::Puzzles;

/// The part of a link before the encoded assignment.
pub const IN_LINK: &str = "#/assignment?with=";

/// Reads an assignment with its levels: a file, a link to the page, or the name of one that ships
/// with the program.
pub fn read(path: &Path) -> Result<Assignment, Fault> {
    read_with_hidden(path).map(|(assignment, _)| assignment)
}

/// Also returns the files that submissions must not read: hidden levels and model answers.
pub fn read_with_hidden(path: &Path) -> Result<(Assignment, Vec<PathBuf>), Fault> {
    let named = path.to_str().unwrap_or_default();
    if let Some((_, word)) = named.split_once(IN_LINK) {
        return Ok((from_link(word)?, Vec::new()));
    }
    if let Some(wanted) = named.strip_prefix(PACK_SIGN) {
        let mut all = embedded();
        let names: Vec<String> = all.iter().map(|(name, _)| format!("{PACK_SIGN}{name}")).collect();
        let Some(at) = all.iter().position(|(name, _)| *name == wanted) else {
            return Err(Fault::new(format!("there is no assignment '{wanted}'"))
                .help(format!("the assignments are {}; or name a file", names.join(", "))));
        };
        return Ok((all.swap_remove(at).1, Vec::new()));
    }
    let source =
        input::read_text(path.as_os_str()).map_err(|(name, fault)| fault.of_file(&name))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut secret = models(folder);
    let load = |File { name, hidden }: File<'_>| {
        let place = if name.starts_with(PACK_SIGN) { name.into() } else { folder.join(name) };
        if hidden && !name.starts_with(PACK_SIGN) {
            if !place.exists() {
                return Ok(None);
            }
            secret.push(place.clone());
        }
        load(place.into_os_string()).map(Some)
    };
    let assignment =
        grade::read(&source.text, load, |mistake| Fault::from_diagnostic(&source, &mistake))?;
    Ok((assignment, secret))
}

/// The model answers beside an assignment: `model.heuristic`, `model.py` and the like.
fn models(folder: &Path) -> Vec<PathBuf> {
    let files =
        fs::read_dir(folder).into_iter().flatten().filter_map(|file| Some(file.ok()?.path()));
    files
        .filter(|path| path.is_file() && path.file_stem().is_some_and(|it| it == "model"))
        .collect()
}

/// Checks that the page can show an assignment.
pub fn check_for_page(assignment: &Assignment) -> Result<(), Fault> {
    from_link(&assignment.to_link()).map(|_| ())
}

fn from_link(word: &str) -> Result<Assignment, Fault> {
    let assignment = Assignment::from_link(word).map_err(|failure| Fault::from(*failure.error))?;
    Ok(Assignment { memory: grade::MEMORY, ..assignment })
}

fn load(file: OsString) -> Result<Vec<(String, Level)>, Fault> {
    let mut levels = Vec::new();
    for item in input::load(&mut Puzzles::default(), &[file], &Selection::all())? {
        if let Some(fault) = item.first_fault() {
            return Err(fault);
        }
        let Ok(level) = item.level else { continue };
        levels.push((item.label.unwrap_or(item.title), level));
    }
    Ok(levels)
}

/// The assignments that ship with the program, without their hidden levels.
fn embedded() -> Vec<(&'static str, Assignment)> {
    let text = |name: &str| Some(ASSIGNMENTS.get(name)?.text());
    let files = ASSIGNMENTS.iter().filter(|file| file.name.ends_with(".toml"));
    let read = files.filter_map(|file| {
        let (id, _) = file.name.split_once('/')?;
        let load = |file: File<'_>| {
            let found = text(&format!("{id}/{}", file.name));
            let entries = found.map(|text| levels::read(text, None).entries.into_iter());
            Ok(entries.map(|entries| {
                entries.filter_map(|entry| Some((entry.label, entry.level.ok()?))).collect()
            }))
        };
        Some((id, grade::read(file.text(), load, |mistake| mistake).ok()?))
    });
    read.collect()
}

/// The embedded assignments that the page can show.
pub fn shipped() -> Vec<ListedAssignment> {
    let shown = embedded().into_iter().filter(|(_, assignment)| assignment.kind != Kind::Solver);
    shown.map(|(id, assignment)| ListedAssignment::new(id.to_string(), &assignment)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ships_can_be_read_and_hides_its_levels() {
        let all = shipped();
        let ids: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(ids, ["tiles-heuristic", "write-zhed"]);
        for one in all {
            let assignment = Assignment::from_link(&one.link).expect("its own link");
            assert!(assignment.has_hidden);
            assert!(assignment.levels.iter().all(|given| !given.name.starts_with("hidden")));
            assert_eq!(assignment.to_link(), one.link);
        }
    }
}
