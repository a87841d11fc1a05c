//! Writes a table of the embedded files: names, contents, hashes. The modules of the page are
//! bundled.

#[path = "src/bundle.rs"]
#[allow(dead_code, unreachable_pub)]
mod bundle;

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A constant of the crate, the folder it embeds, and which files of it.
type Source = (&'static str, &'static str, &'static str, fn(&str) -> bool);

const SOURCES: [Source; 4] = [
    ("PAGE", "The page.", "../quadrille-cli/page", |_| true),
    ("PACKS", "The level packs.", "../../levels", |name| name.ends_with(".txt")),
    ("PLANS", "The experiment plans.", "../../lab", |name| name.ends_with(".toml")),
    (
        "ASSIGNMENTS",
        "The assignments as students receive them, without hidden levels and model answers.",
        "../../assignments",
        |name| name.ends_with("/assignment.toml") || name.ends_with("/levels.txt"),
    ),
];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed=src/bundle.rs");
    let mut code = String::new();
    for (constant, about, folder, is_included) in SOURCES {
        println!("cargo::rerun-if-changed={folder}");
        let root = Path::new(folder).canonicalize().unwrap_or_else(|e| panic!("{folder}: {e}"));
        let mut names = Vec::new();
        collect(&root, "", &mut names);
        names.retain(|(name, _)| is_included(name));
        if constant == "PAGE" {
            bundle_page(&mut names, &out.join("page"));
        }
        names.sort();
        writeln!(code, "/// {about}\npub const {constant}: Folder = Folder(&[").unwrap();
        for (name, path) in names {
            let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let is_binary = [".png", ".ico", ".woff2"].iter().any(|end| name.ends_with(end));
            assert!(is_binary || str::from_utf8(&bytes).is_ok(), "{name} is not UTF-8");
            let mut hasher = DefaultHasher::new();
            hasher.write(&bytes);
            let hash = format!("{:016x}", hasher.finish());
            let content = format!("include_bytes!({path:?})");
            writeln!(code, "File {{ name: {name:?}, hash: {hash:?}, bytes: {content} }},").unwrap();
        }
        code.push_str("]);\n");
    }
    fs::write(out.join("folders.rs"), code).expect("OUT_DIR can be written");
}

/// Writes the bundled page into a folder, and puts its files in the place of those that changed.
fn bundle_page(names: &mut Vec<(String, PathBuf)>, folder: &Path) {
    let read =
        |path: &PathBuf| fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let before: bundle::Files =
        names.iter().map(|(name, path)| (name.clone(), read(path))).collect();
    let mut files = before.clone();
    let preloads = &["api/catalogue", "api/packs"];
    let additions = bundle::Additions { preloads, ..bundle::Additions::default() };
    bundle::page(&mut files, additions).unwrap_or_else(|e| panic!("page: {e}"));
    for (name, content) in
        files.into_iter().filter(|(name, content)| before.get(name) != Some(content))
    {
        let path = folder.join(&name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("OUT_DIR can be written");
        fs::write(&path, content).expect("OUT_DIR can be written");
        names.retain(|(other, _)| *other != name);
        names.push((name, path));
    }
}

fn collect(folder: &Path, prefix: &str, names: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), names);
        } else {
            names.push((format!("{prefix}{name}"), path));
        }
    }
}
