//! Builds the static site: the page, the engine, and the constant responses as files. `./site`
//! builds the WebAssembly modules and runs this.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use quadrille::diagnostic::Diagnostic;
use quadrille::games::Games;
use quadrille::levels;
use quadrille_api::grade::{self, File, Kind, ListedAssignment};
use quadrille_assets::bundle::{self, Additions, Files, replace_once};
use sha2::{Digest, Sha256};

/// The content security policy of the site: its own scripts, the engine, its own files, and a
/// `quadrille serve` on the same computer.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
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

/// The inputs of the site.
struct Site<'a> {
    page: &'a Path,
    site: &'a Path,
    levels: &'a Path,
    assignments: &'a Path,
    engine: &'a Path,
    rules: &'a Path,
    server: Option<String>,
}

impl Site<'_> {
    /// Writes the site. Returns its size in bytes.
    fn write(&self, target: &Path) -> io::Result<usize> {
        let files = self.files()?;
        if target.is_dir()
            && !target.join("sw.js").is_file()
            && fs::read_dir(target)?.next().is_some()
        {
            let message = format!("{} is not empty and does not contain a site", target.display());
            return Err(io::Error::other(message));
        }
        // Files of an older version are removed; other files stay.
        for folder in ["assets", "engine"] {
            match fs::remove_dir_all(target.join(folder)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        // Packs beside the site belong to its host.
        let has_packs = target.join("packs").is_dir();
        for (name, content) in files.iter().filter(|(name, _)| !(has_packs && is_pack(name))) {
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
        let written = |answer: Result<quadrille_api::Response, quadrille_api::Failure>| {
            answer
                .map(|answer| answer.text.into_bytes())
                .map_err(|failure| io::Error::other(failure.error.message()))
        };
        let catalogue =
            written(quadrille_api::catalogue(&Games::default(), &quadrille_web::default_limits()))?;
        files.insert("engine/catalogue.json".into(), catalogue);
        let packs = written(quadrille_api::packs(&Games::default(), packs_in(self.levels)?))?;
        files.insert("engine/packs.json".into(), packs);
        let assignments = grade::assignments(&assignments_in(self.assignments)?);
        files.insert("engine/assignments.json".into(), written(assignments)?);
        self.bundle(&mut files)?;
        files.insert("sw.js".into(), service_worker(&text(worker)?, &files)?.into_bytes());
        // Without this file GitHub Pages leaves out files that start with an underscore.
        files.insert(".nojekyll".into(), Vec::new());
        Ok(files)
    }

    /// The page with the additions of the site.
    fn bundle(&self, files: &mut Files) -> io::Result<()> {
        const HEAD: &str = "<meta charset=\"utf-8\">\n";
        // The engine is installed before the page sends a request. Modules that workers use, too,
        // are separate files.
        let modules =
            ["start", "browser", "module", "rules"].map(|name| format!("engine/{name}.js"));
        let additions = Additions {
            modules: &modules.each_ref().map(String::as_str),
            play: " ../engine/rules.wasm",
            preloads: &["engine/catalogue.json", "engine/packs.json", "engine/instance.js"],
        };
        bundle::page(files, additions)?;
        let policy = match &self.server {
            Some(server) => {
                POLICY.replace("connect-src 'self'", &format!("connect-src 'self' {server}"))
            }
            None => POLICY.to_string(),
        };
        let head = format!(
            "{HEAD}  <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n  \
             <meta name=\"referrer\" content=\"no-referrer\">\n  \
             <link rel=\"manifest\" href=\"manifest.webmanifest\">\n"
        );
        let index = text(files.remove("index.html").ok_or_else(|| missing("index.html"))?)?;
        files.insert("index.html".into(), replace_once(&index, HEAD, &head)?.into_bytes());
        Ok(())
    }
}

/// True for the packs beside the site, which its host may replace at any time.
fn is_pack(name: &str) -> bool {
    name.starts_with("packs/")
}

/// The service worker with the list of all files. The version is a hash of their contents.
fn service_worker(text: &str, files: &Files) -> io::Result<String> {
    let hashes: BTreeMap<&str, String> = files
        .iter()
        .filter(|(name, _)| !is_pack(name))
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

/// The assignments of a folder without hidden levels, in alphabetical order.
fn assignments_in(folder: &Path) -> io::Result<Vec<ListedAssignment>> {
    let mut files = Files::new();
    collect(folder, "", &mut files)?;
    let names = files.keys().filter_map(|name| name.strip_suffix("/assignment.toml"));
    let read = names
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
            let wrong =
                |mistake: Diagnostic| io::Error::other(format!("assignment {id}: {mistake}"));
            Ok((id, grade::read(&source, load, wrong)?))
        })
        .collect::<io::Result<Vec<_>>>()?;
    // The page cannot run programs.
    let shown = read.iter().filter(|(_, assignment)| assignment.kind != Kind::Solver);
    Ok(shown.map(|(id, assignment)| ListedAssignment::new(id.to_string(), assignment)).collect())
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
