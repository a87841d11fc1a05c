//! The allowed dependencies: the tables of `docs/architecture.md` compared with the sources.

use std::fs;
use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = include_str!("../../../../docs/architecture.md");

/// The names in the first column of the table under a heading.
fn column(heading: &str) -> Vec<&'static str> {
    let section = ARCHITECTURE.split("\n## ").find(|section| section.starts_with(heading));
    let section = section.unwrap_or_else(|| panic!("no heading '{heading}' in the architecture"));
    let names = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 3, "the table under '{heading}' is not there");
    names
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources can be listed") {
        let path = entry.expect("the sources can be listed").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The modules of the library that a source names as `crate::module` or `crate::{module, module}`,
/// without comments.
fn used(source: &str) -> Vec<&str> {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let name = |part: &'_ str| -> usize {
        part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len())
    };
    let mut names: Vec<&str> = Vec::new();
    for rest in source.lines().filter(is_code).flat_map(|line| line.split("crate::").skip(1)) {
        let parts = match rest.strip_prefix('{') {
            Some(list) => list.split(',').collect(),
            None => vec![rest],
        };
        names.extend(parts.into_iter().map(str::trim).map(|part| &part[..name(part)]));
    }
    // Macros of the crate, not modules.
    names.retain(|name| !["messages", "named_heuristics"].contains(name));
    names
}

#[test]
fn no_module_uses_one_that_stands_below_it() {
    let order = column("The order of the modules of the library");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut steps = 0;
    let mut wrong = Vec::new();
    for path in &files {
        let inside = path.strip_prefix(&root).expect("a source is below the root");
        let module = inside.components().next().expect("a file has a name").as_os_str();
        let module = module.to_string_lossy();
        let module = module.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let here = order.iter().position(|name| *name == module);
        let here = here.unwrap_or_else(|| panic!("'{module}' is not in the table"));
        let text = fs::read_to_string(path).expect("a source can be read");
        for name in used(&text) {
            steps += 1;
            match order.iter().position(|other| *other == name) {
                Some(there) if there <= here => {}
                _ => wrong.push(format!("{} uses crate::{name}", inside.display())),
            }
        }
    }
    assert!(steps > 200, "only {steps} uses were found: the reading of the sources is broken");
    assert!(wrong.is_empty(), "against the order of docs/architecture.md:\n{}", wrong.join("\n"));
}

#[test]
fn the_table_has_every_module_and_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for name in column("The order of the modules of the library") {
        let is_there = root.join(name).is_dir() || root.join(format!("{name}.rs")).is_file();
        assert!(is_there, "there is no module '{name}'");
    }
}

#[test]
fn no_crate_uses_one_that_stands_below_it() {
    let order = column("The order of the crates");
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    for entry in fs::read_dir(crates).expect("the crates can be listed") {
        let name = entry.expect("the crates can be listed").file_name();
        let name = name.to_string_lossy();
        assert!(order.iter().any(|other| **other == *name), "'{name}' is not in the table");
    }
    for (place, name) in order.iter().enumerate() {
        let manifest = fs::read_to_string(crates.join(name).join("Cargo.toml"));
        let manifest = manifest.unwrap_or_else(|error| panic!("{name}: {error}"));
        let dependencies = manifest.split("\n[").filter(|section| {
            section.split(']').next().is_some_and(|head| head.ends_with("dependencies"))
        });
        for line in dependencies.flat_map(str::lines).filter(|line| line.starts_with("quadrille")) {
            let dependency = line.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(order[..place].contains(&dependency), "{name} uses {dependency}");
        }
    }
}
