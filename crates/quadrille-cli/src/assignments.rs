//! Assignments in files, and those that come with the command.

use std::ffi::OsString;
use std::path::Path;

use quadrille::levels::{self, Level};
use quadrille_api::grade::{self, Assignment, File, ListedAssignment};
use quadrille_assets::ASSIGNMENTS;

use crate::args::Selection;
use crate::errors::Fault;
use crate::input::{self, PACK_SIGN};
use crate::puzzles::Puzzles;

/// What stands before the word of an assignment in its link.
pub const IN_LINK: &str = "#/assignment?with=";

/// Reads an assignment with its levels: a file, a link to the page, or the name of one that comes
/// with the command.
pub fn read(path: &Path) -> Result<Assignment, Fault> {
    let named = path.to_str().unwrap_or_default();
    if let Some((_, word)) = named.split_once(IN_LINK) {
        return from_link(word);
    }
    if let Some(wanted) = named.strip_prefix(PACK_SIGN) {
        let all = shipped();
        let names: Vec<String> = all.iter().map(|one| format!("{PACK_SIGN}{}", one.name)).collect();
        return match all.into_iter().find(|one| one.name == wanted) {
            Some(one) => from_link(&one.link),
            None => Err(Fault::new(format!("no assignment '{wanted}' comes with the program"))
                .help(format!("there are {}; or name a file", names.join(", ")))),
        };
    }
    let source =
        input::read_text(path.as_os_str()).map_err(|(name, fault)| fault.of_file(&name))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let load = |File { name, hidden }: File<'_>| {
        let place = if name.starts_with(PACK_SIGN) { name.into() } else { folder.join(name) };
        if hidden && !name.starts_with(PACK_SIGN) && !place.exists() {
            return Ok(None);
        }
        load(place.into_os_string()).map(Some)
    };
    grade::read(&source.text, load, |mistake| Fault::from_diagnostic(&source, &mistake))
}

/// Makes sure that the page can show an assignment.
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

/// The assignments that come with the command, without their hidden levels.
pub fn shipped() -> Vec<ListedAssignment> {
    let text = |name: &str| Some(ASSIGNMENTS.get(name)?.text());
    let files = ASSIGNMENTS.iter().filter(|file| file.name.ends_with(".toml"));
    let listed = files.filter_map(|file| {
        let (id, _) = file.name.split_once('/')?;
        let load = |file: File<'_>| {
            let found = text(&format!("{id}/{}", file.name));
            let entries = found.map(|text| levels::read(text, None).entries.into_iter());
            Ok(entries.map(|entries| {
                entries.filter_map(|entry| Some((entry.label, entry.level.ok()?))).collect()
            }))
        };
        let assignment = grade::read(file.text(), load, |mistake| mistake).ok()?;
        Some(ListedAssignment::new(id.to_string(), &assignment))
    });
    listed.collect()
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
