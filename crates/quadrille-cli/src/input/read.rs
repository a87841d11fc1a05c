//! Reads a text from a file, the standard input, a pack that ships with the program, or a share
//! code.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use quadrille::{levels, registry};
use quadrille_script::PUZZLES;

use super::{PACK_SIGN, Source, pack_names, pack_text};
use crate::console;
use crate::errors::Fault;
use crate::puzzles::{self, Puzzles};

/// The longest text that is read, in bytes. Levels are small: a longer file is a mistake, or
/// endless.
pub const LONGEST: u64 = 16 << 20;

/// The most names of a folder that are considered for a suggestion.
const NAMES: usize = 10_000;

/// Reads the text of an argument. An error comes with the name of the source.
pub fn read(puzzles: &mut Puzzles, argument: &OsStr) -> Result<Source, (String, Fault)> {
    let name = argument.to_string_lossy().into_owned();
    let found = match puzzles::is_name(&name).then(|| puzzles.find(&name)).flatten() {
        Some(found) => found,
        None => {
            let source = read_text(argument)?;
            if !quadrille_puzzlescript::is_source(&source.text) {
                return Ok(source);
            }
            puzzles.puzzlescript(&name, source.text)
        }
    };
    match found {
        Ok(puzzle) if puzzle.levels.trim().is_empty() => Err((name.clone(), no_levels(&name))),
        Ok(puzzle) => Ok(Source::new(name, puzzle.levels).of_game(puzzle.game)),
        Err(fault) => Err((name, fault)),
    }
}

/// Reads a text that is not the file of a puzzle.
pub fn read_text(argument: &OsStr) -> Result<Source, (String, Fault)> {
    let name = argument.to_string_lossy().into_owned();
    match bytes(argument, &name) {
        Ok(bytes) => Ok(Source::from_bytes(name, bytes)),
        Err(fault) => Err((name, fault)),
    }
}

fn bytes(argument: &OsStr, name: &str) -> Result<Vec<u8>, Fault> {
    if name == "-" {
        return read_stdin();
    }
    if let Some(pack) = name.strip_prefix(PACK_SIGN) {
        return read_pack(pack);
    }
    let path = Path::new(argument);
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(is_folder(path)),
        Ok(metadata) if metadata.is_file() && metadata.len() > LONGEST => Err(too_long()),
        Ok(_) => {
            File::open(path).map_err(|error| unreadable(path, name, &error)).and_then(read_all)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if levels::looks_like_code(name.trim()) {
                Ok(name.as_bytes().to_vec())
            } else {
                Err(unreadable(path, name, &error))
            }
        }
        // A share code may be longer than a file name.
        Err(_) if levels::looks_like_code(name.trim()) => Ok(name.as_bytes().to_vec()),
        Err(error) => Err(unreadable(path, name, &error)),
    }
}

fn no_levels(name: &str) -> Fault {
    let fault = Fault::new("this puzzle has no levels");
    if name.ends_with(".puzzle") {
        return fault.help(format!(
            "add some after a line '---', or make some with 'quadrille generate {name}'"
        ));
    }
    fault.help("add some to the section LEVELS")
}

fn read_stdin() -> Result<Vec<u8>, Fault> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        console::remark("reading levels from the keyboard; end with Ctrl-D on an empty line");
    }
    read_all(stdin.lock())
}

fn read_all(reader: impl Read) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    reader.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::IsADirectory => Fault::new("this is a folder, not a file with levels"),
        _ => Fault::new(format!("cannot read: {error}")),
    })?;
    if bytes.len() as u64 > LONGEST { Err(too_long()) } else { Ok(bytes) }
}

fn read_pack(pack: &str) -> Result<Vec<u8>, Fault> {
    pack_text(pack).map(|text| text.as_bytes().to_vec()).ok_or_else(|| {
        if puzzles::is_name(pack) {
            let names: Vec<String> =
                PUZZLES.iter().map(|puzzle| format!("{PACK_SIGN}{}", puzzle.name)).collect();
            return Fault::new(format!("there is no file '{pack}', and no such puzzle"))
                .help(format!("the puzzles that ship with the program are {}", names.join(", ")));
        }
        let names = pack_names();
        let near = registry::nearest(pack, names.iter().map(String::as_str));
        let fault = Fault::new(format!("there is no pack '{PACK_SIGN}{pack}'"));
        match (near.first(), names.is_empty()) {
            (Some(near), _) => fault.help(format!("did you mean '{PACK_SIGN}{near}'?")),
            (None, false) => fault.help("'quadrille list levels' shows the packs"),
            (None, true) => fault.help("this program was built without packs; name a file"),
        }
    })
}

fn too_long() -> Fault {
    Fault::new(format!(
        "this is longer than {} MiB, the limit for files with levels",
        LONGEST >> 20
    ))
    .help("split it, or check that it is the right file")
}

fn names_in(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .take(NAMES)
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

fn is_folder(path: &Path) -> Fault {
    let names = names_in(path);
    let file = names.iter().find(|name| path.join(name).is_file());
    let fault = Fault::new("this is a folder, not a file with levels");
    match file {
        Some(name) => {
            fault.help(format!("name the files in it, as '{}'", path.join(name).display()))
        }
        None => fault.help("name a file"),
    }
}

fn unreadable(path: &Path, name: &str, error: &io::Error) -> Fault {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let fault = Fault::new("there is no such file");
            if !folder.as_os_str().is_empty() && !folder.exists() {
                return fault.help(format!("there is no folder '{}' either", folder.display()));
            }
            if pack_names().iter().any(|pack| pack == name) {
                return fault.help(format!("the pack of this name is '{PACK_SIGN}{name}'"));
            }
            let wanted = path.file_name().unwrap_or_default().to_string_lossy();
            let names = names_in(folder);
            match registry::nearest(&wanted, names.iter().map(String::as_str)).first() {
                Some(near) => {
                    fault.help(format!("did you mean '{}'?", folder.join(near).display()))
                }
                None => fault.help("check the name and the folder you are in"),
            }
        }
        io::ErrorKind::PermissionDenied => {
            Fault::new("no permission to read this file").help("check its permissions")
        }
        _ => Fault::new(format!("cannot read: {error}")),
    }
}
