//! Puts the static site together: the page, the engine, and what never changes, written down. `./site` builds the modules and runs this.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use quadrille::levels;
use quadrille_api::grade::{self, File, Listed};
use sha2::{Digest, Sha256};

/// What the page of the site may do: run its own scripts, the engine among them, and ask its own files, or a `quadrille serve` on
/// the same computer.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self' http://localhost:* http://127.0.0.1:*; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const USAGE: &str = "usage: site DIR PAGE SITE LEVELS ASSIGNMENTS ENGINE.wasm RULES.wasm [SERVER]";

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [target, page, site, levels, assignments, engine, rules, server @ ..] = &arguments[..]
    else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let server = server.first().map(|server| server.display().to_string());
    match (Site { page, site, levels, assignments, engine, rules, server }).write(target) {
        Ok(size) => {
            println!("{} ({size} kB)", target.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What the site is made of.
struct Site<'a> {
    page: &'a Path,
    site: &'a Path,
    levels: &'a Path,
    assignments: &'a Path,
    engine: &'a Path,
    rules: &'a Path,
    server: Option<String>,
}

/// Files by their names in the site.
type Files = BTreeMap<String, Vec<u8>>;

impl Site<'_> {
    /// Writes the site and says how large it is.
    fn write(&self, target: &Path) -> io::Result<usize> {
        let files = self.files()?;
        if target.is_dir()
            && !target.join("sw.js").is_file()
            && fs::read_dir(target)?.next().is_some()
        {
            let message = format!("{} is not empty and no site of ours", target.display());
            return Err(io::Error::other(message));
        }
        // Nothing of an older version may stay; what is not ours is not touched.
        for folder in ["assets", "engine"] {
            match fs::remove_dir_all(target.join(folder)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        for (name, content) in &files {
            let path = target.join(name);
            fs::create_dir_all(path.parent().unwrap_or(target))?;
            fs::write(path, content)?;
        }
        Ok(files.values().map(Vec::len).sum::<usize>() / 1000)
    }

    fn files(&self) -> io::Result<Files> {
        let mut files = Files::new();
        collect(self.page, "", &mut files)?;
        let mut parts = Files::new();
        collect(self.site, "engine/", &mut parts)?;
        let worker = parts.remove("engine/sw.js").ok_or_else(|| missing("sw.js"))?;
        let manifest = parts.remove("engine/manifest.webmanifest");
        files.append(&mut parts);
        files.insert(
            "manifest.webmanifest".into(),
            manifest.ok_or_else(|| missing("manifest.webmanifest"))?,
        );
        files.insert("engine/engine.wasm".into(), fs::read(self.engine)?);
        files.insert("engine/rules.wasm".into(), fs::read(self.rules)?);
        let written = |answer: Result<quadrille_api::Answer, quadrille_api::Failure>| {
            answer
                .map(|answer| answer.text.into_bytes())
                .map_err(|failure| io::Error::other(failure.error.message))
        };
        let catalogue = written(quadrille_api::catalogue(&quadrille_web::usual_bounds()))?;
        files.insert("engine/catalogue.json".into(), catalogue);
        let packs = written(quadrille_api::packs(packs_in(self.levels)?))?;
        files.insert("engine/packs.json".into(), packs);
        let assignments = grade::assignments(&assignments_in(self.assignments)?);
        files.insert("engine/assignments.json".into(), written(assignments)?);
        let index = files.remove("index.html").ok_or_else(|| missing("index.html"))?;
        let index = self.index(&text(index)?, &files)?;
        files.insert("index.html".into(), index.into_bytes());
        files.insert("sw.js".into(), service_worker(&text(worker)?, &files)?.into_bytes());
        // GitHub Pages leaves files out that start with an underscore unless it is told not to touch anything.
        files.insert(".nojekyll".into(), Vec::new());
        Ok(files)
    }

    /// The page with what the site adds to it. Everything that its first screen needs is named, so that nothing waits for anything.
    fn index(&self, index: &str, files: &Files) -> io::Result<String> {
        const HEAD: &str = "<meta charset=\"utf-8\">\n";
        const MAIN: &str = "<script type=\"module\" src=\"assets/main.js\"></script>";
        let policy = match &self.server {
            Some(server) => {
                POLICY.replace("connect-src 'self'", &format!("connect-src 'self' {server}"))
            }
            None => POLICY.to_string(),
        };
        let head = format!(
            "{HEAD}  <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n  \
             <meta name=\"referrer\" content=\"no-referrer\">\n  \
             <link rel=\"manifest\" href=\"manifest.webmanifest\">\n  <link rel=\"stylesheet\" href=\"engine/embedded.css\">\n"
        );
        let mut main = String::new();
        for name in ["engine/catalogue.json", "engine/packs.json", "engine/rules.wasm"] {
            let _ = writeln!(
                main,
                "<link rel=\"preload\" as=\"fetch\" crossorigin=\"anonymous\" href=\"{name}\">"
            );
        }
        let is_module = |name: &&String| name.ends_with(".js") && !name.ends_with("worker.js");
        let modules = files.keys().filter(|name| name.starts_with("engine/")).filter(is_module);
        for name in modules {
            let _ = writeln!(main, "  <link rel=\"modulepreload\" href=\"{name}\">");
        }
        let _ =
            write!(main, "  <script type=\"module\" src=\"engine/start.js\"></script>\n  {MAIN}");
        let changed = replace_once(index, HEAD, &head)?;
        replace_once(&changed, MAIN, &main)
    }
}

/// The service worker with the list of all files. Its version is that of their contents.
fn service_worker(text: &str, files: &Files) -> io::Result<String> {
    let hashes: BTreeMap<&str, String> = files
        .iter()
        .map(|(name, content)| (name.as_str(), hex(&Sha256::digest(content))))
        .collect();
    let list = serde_json::to_string_pretty(&hashes).map_err(io::Error::other)?;
    let version = hex(&Sha256::digest(format!("{text}{list}")));
    let text = replace_once(text, "\"{{version}}\"", &format!("\"{}\"", &version[..16]))?;
    replace_once(&text, "{{files}}", &list)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn replace_once(text: &str, what: &str, with: &str) -> io::Result<String> {
    if text.matches(what).count() == 1 {
        return Ok(text.replacen(what, with, 1));
    }
    Err(io::Error::other(format!("'{}' is not there exactly once", what.trim())))
}

fn missing(name: &str) -> io::Error {
    io::Error::other(format!("{name} is missing"))
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// The packs of a folder, each with its name and its text, in alphabetical order.
fn packs_in(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut files = Files::new();
    collect(folder, "", &mut files)?;
    files
        .into_iter()
        .filter_map(|(name, content)| {
            let name = name.strip_suffix(".txt")?.to_string();
            Some(text(content).map(|text| (name, text)))
        })
        .collect()
}

/// The assignments of a folder without their hidden levels, in alphabetical order.
fn assignments_in(folder: &Path) -> io::Result<Vec<Listed>> {
    let mut files = Files::new();
    collect(folder, "", &mut files)?;
    let names = files.keys().filter_map(|name| name.strip_suffix("/assignment.toml"));
    names
        .map(|id| {
            let load = |file: File<'_>| {
                let found = files.get(&format!("{id}/{}", file.name)).filter(|_| !file.hidden);
                let text = found.map(|found| text(found.clone())).transpose()?;
                let entries = text.map(|text| levels::read(&text, None).entries.into_iter());
                Ok(entries.map(|entries| {
                    entries.filter_map(|entry| Some((entry.label, entry.level.ok()?))).collect()
                }))
            };
            let source = text(files[&format!("{id}/assignment.toml")].clone())?;
            let wrong = |mistake: levels::Diagnostic| {
                io::Error::other(format!("assignment {id}: {}", mistake.message))
            };
            Ok(Listed::new(id.to_string(), &grade::read(&source, load, wrong)?))
        })
        .collect()
}

/// All files of a folder, with a prefix before their names.
fn collect(folder: &Path, prefix: &str, files: &mut Files) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| io::Error::other("a name is not UTF-8"))?;
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}
