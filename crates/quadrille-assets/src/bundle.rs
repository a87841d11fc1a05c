//! Bundles many modules of the page into one file, for the command and for the site. On a slow
//! device the number of files counts more than their size; `docs/performance.md` has the times.
//!
//! Each module becomes a function that is called once, after the modules that it imports. The
//! original file re-exports the same values, so that modules outside of the bundle, which are
//! loaded later, share its state. Only a few forms of import and export are supported; other forms
//! and cycles are errors.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;

/// Files by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The start of a preload of a module that every view uses.
const MODULE: &str = "<link rel=\"modulepreload\" href=\"";

/// The same of a file that modules fetch.
const FETCHED: &str = "<link rel=\"preload\" as=\"fetch\" crossorigin=\"anonymous\" href=\"";

/// The first module of a page without bundles.
const MAIN: &str = "<script type=\"module\" src=\"assets/main.js\"></script>";

/// The bundle of the first screen.
const FRONT: &str = "assets/front-bundle.js";

/// The bundle of the board.
const PLAY: &str = "assets/play-bundle.js";

/// Additions to the modules of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Additions<'a> {
    /// Modules that run before all others.
    pub modules: &'a [&'a str],
    /// Files that the board needs, relative to the folder of the bundles.
    pub play: &'a str,
    /// Files that every view needs. They are preloaded, so that none waits for a module.
    pub preloads: &'a [&'a str],
}

/// Bundles the modules of a page: those of the first screen, and those of the board. Both are
/// listed in its `index.html`.
pub fn page(files: &mut Files, additions: Additions<'_>) -> io::Result<()> {
    let index = text(files.remove("index.html").ok_or_else(|| missing("index.html"))?)?;
    let of_view = |view: &str| {
        let files = between(&index, &format!("data-{view}=\""), "\"")?;
        Ok::<_, io::Error>(files.split_whitespace().map(|file| format!("assets/{file}")))
    };
    let mut front: Vec<String> = additions.modules.iter().map(ToString::to_string).collect();
    let every = index.lines().filter_map(|line| line.trim_start().strip_prefix(MODULE));
    front.extend(every.filter_map(|line| line.split('"').next()).map(str::to_string));
    front.extend(of_view("home")?);
    let play = of_view("play")?.filter(|module| !front.contains(module)).collect();
    let bundles = [Bundle { name: FRONT, modules: front }, Bundle { name: PLAY, modules: play }];
    write(files, &bundles)?;
    let is_bundled = |line: &&str| line.trim_start().starts_with(MODULE);
    let rest: String = index.split_inclusive('\n').filter(|line| !is_bundled(line)).collect();
    let mut main = String::new();
    for name in additions.preloads {
        let _ = match name.ends_with(".js") {
            true => writeln!(main, "{MODULE}{name}\">"),
            false => writeln!(main, "{FETCHED}{name}\">"),
        };
    }
    let _ = write!(main, "<script type=\"module\" src=\"{FRONT}\"></script>");
    let mut page = replace_once(&rest, MAIN, &main)?;
    let play = format!("{}{}", PLAY.trim_start_matches("assets/"), additions.play);
    for (view, files) in [("home", ""), ("play", &play)] {
        page = replace_once(&page, between(&index, &format!("data-{view}=\""), "\"")?, files)?;
    }
    files.insert("index.html".into(), page.into_bytes());
    Ok(())
}

/// The text between two markers.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> io::Result<&'a str> {
    let found = text.split_once(begin).and_then(|(_, rest)| rest.split_once(end));
    found.map(|(found, _)| found).ok_or_else(|| missing(begin))
}

/// A text with one part of it replaced, which is there exactly once.
pub fn replace_once(text: &str, what: &str, with: &str) -> io::Result<String> {
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

/// A bundle. The modules run in this order, except that imported modules run first.
struct Bundle {
    name: &'static str,
    modules: Vec<String>,
}

/// Adds the bundles to the files, and replaces each bundled module with a re-export. A bundle may
/// import from those before it.
fn write(files: &mut Files, bundles: &[Bundle]) -> io::Result<()> {
    let mut places = BTreeMap::new();
    for bundle in bundles {
        places.extend(bundle.modules.iter().map(|module| (module.as_str(), bundle.name)));
    }
    for bundle in bundles {
        let mut writer = Writer {
            files,
            places: &places,
            bundle: bundle.name,
            states: BTreeMap::new(),
            others: BTreeMap::new(),
            text: String::new(),
        };
        for module in &bundle.modules {
            writer.add(module)?;
        }
        let Writer { states, others, text, .. } = writer;
        let mut head = String::new();
        for (module, place) in others {
            let from = relative(bundle.name, place.unwrap_or(&module));
            let _ = match place {
                Some(_) => writeln!(head, "import {{ {} }} from \"{from}\";", variable(&module)),
                None => writeln!(head, "import * as {} from \"{from}\";", variable(&module)),
            };
        }
        let names: Vec<_> = states.keys().map(|module| variable(module)).collect();
        let file = format!("{head}{text}export {{ {} }};\n", names.join(", "));
        for (module, state) in states {
            let from = relative(&module, bundle.name);
            let State::Added(exports) = state else { continue };
            let shared = format!(
                "import {{ {} as shared }} from \"{from}\";\nexport const {{ {} }} = shared;\n",
                variable(&module),
                exports.join(", ")
            );
            files.insert(module, shared.into_bytes());
        }
        files.insert(bundle.name.to_string(), file.into_bytes());
    }
    Ok(())
}

/// The progress of a module.
enum State {
    /// Its imports are being added.
    Begun,
    /// It is in the bundle, and exports these names.
    Added(Vec<String>),
}

struct Writer<'a> {
    files: &'a Files,
    /// The bundle of each module that is in one.
    places: &'a BTreeMap<&'a str, &'static str>,
    bundle: &'static str,
    states: BTreeMap<String, State>,
    /// Imported modules outside this bundle, each with the other bundle that contains it.
    others: BTreeMap<String, Option<&'static str>>,
    text: String,
}

impl Writer<'_> {
    /// Adds a module and, before it, everything that it imports.
    fn add(&mut self, module: &str) -> io::Result<()> {
        match self.states.get(module) {
            Some(State::Added(_)) => return Ok(()),
            Some(State::Begun) => {
                return Err(fault(module, "imports itself through other modules"));
            }
            None => {}
        }
        self.states.insert(module.to_string(), State::Begun);
        let source = self.files.get(module).ok_or_else(|| missing(module))?;
        let source = text(source.clone())?;
        let (mut body, mut exports, mut waits) = (String::new(), Vec::new(), false);
        for line in code_lines(&source) {
            let line = if let Some(import) = line.strip_prefix("import ") {
                self.import(module, import)?
            } else if let Some(declared) = line.strip_prefix("export ") {
                exports.push(declared_name(declared).ok_or_else(|| fault(module, line))?);
                declared.to_string()
            } else {
                line.to_string()
            };
            let line = self.dynamic_imports(module, &line)?;
            let own = format!("new URL(\"{}\", import.meta.url)", relative(self.bundle, module));
            // A line that is not indented is outside of functions.
            waits |= !line.starts_with([' ', '/']) && line.contains("= await ");
            let _ = writeln!(body, "{}", line.replace("import.meta.url", &own));
        }
        let (begin, end) = if waits { ("await (async ", ")") } else { ("(", ")") };
        let _ = writeln!(
            self.text,
            "const {} = {begin}() => {{\n{body}return {{ {} }};\n}}{end}();",
            variable(module),
            exports.join(", ")
        );
        self.states.insert(module.to_string(), State::Added(exports));
        Ok(())
    }

    /// Rewrites an import line (without the word `import`) to read from the module's values.
    fn import(&mut self, module: &str, import: &str) -> io::Result<String> {
        let parts = import.strip_suffix("\";").and_then(|import| import.split_once(" from \""));
        let (names, from) = parts.ok_or_else(|| fault(module, import))?;
        let from = resolve(module, from);
        match self.places.get(from.as_str()) {
            Some(place) if *place == self.bundle => self.add(&from)?,
            place => drop(self.others.insert(from.clone(), place.copied())),
        }
        let names = match names.strip_prefix("* as ") {
            Some(all) => all.to_string(),
            None => names.replace(" as ", ": "),
        };
        Ok(format!("const {names} = {};", variable(&from)))
    }

    /// Rewrites dynamic imports: modules of this bundle resolve at once, others relative to the
    /// bundle.
    fn dynamic_imports(&mut self, module: &str, line: &str) -> io::Result<String> {
        let mut parts = line.split("import(");
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let quote = part.chars().next().ok_or_else(|| fault(module, line))?;
            let named = part[quote.len_utf8()..].split_once(quote);
            let (path, rest) = named.ok_or_else(|| fault(module, line))?;
            let path = resolve(module, path);
            // Type comments name modules, too.
            let is_comment = text.trim_start().starts_with(['/', '*']);
            let place = self.places.get(path.as_str()).filter(|_| !is_comment);
            let rest = match place {
                Some(_) => rest.strip_prefix(')').ok_or_else(|| fault(module, line))?,
                None => rest,
            };
            let _ = match place {
                Some(place) if *place == self.bundle => {
                    self.add(&path)?;
                    write!(text, "Promise.resolve({})", variable(&path))
                }
                Some(place) => {
                    let from = relative(self.bundle, place);
                    write!(text, "import(\"{from}\").then((all) => all.{})", variable(&path))
                }
                None => write!(text, "import({quote}{}{quote}", relative(self.bundle, &path)),
            };
            text.push_str(rest);
        }
        Ok(text)
    }
}

fn fault(module: &str, what: &str) -> io::Error {
    io::Error::other(format!("{module} cannot be bundled: {what}"))
}

/// The name of an exported declaration that cannot be reassigned.
fn declared_name(declared: &str) -> Option<String> {
    const KINDS: [&str; 5] =
        ["const ", "function ", "async function ", "async function* ", "class "];
    let rest = KINDS.iter().find_map(|kind| declared.strip_prefix(kind))?;
    let end =
        rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'))?;
    (end > 0).then(|| rest[..end].to_string())
}

/// The variable of the bundle that holds the exports of a module.
fn variable(module: &str) -> String {
    let name = module.trim_end_matches(".js");
    format!("${}", name.replace(|letter: char| !letter.is_alphanumeric(), "_"))
}

/// Resolves a path relative to a module.
fn resolve(module: &str, path: &str) -> String {
    let mut folders: Vec<&str> = module.split('/').collect();
    folders.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                folders.pop();
            }
            name => folders.push(name),
        }
    }
    folders.join("/")
}

/// The path of a file relative to another.
fn relative(from: &str, to: &str) -> String {
    let up = from.matches('/').count();
    if up == 0 { format!("./{to}") } else { format!("{}{to}", "../".repeat(up)) }
}

/// The lines of a module without blank lines and without lines that are only a comment. Template
/// literals over several lines keep all of theirs.
fn code_lines(source: &str) -> impl Iterator<Item = &str> {
    let (mut is_comment, mut is_template) = (false, false);
    source.lines().filter(move |line| {
        let text = line.trim();
        if !is_comment && !is_template && text.starts_with("//") {
            return false;
        }
        let is_whole = text.ends_with("*/") || !text.contains("*/");
        is_comment |= !is_template && text.starts_with("/*") && is_whole;
        if is_comment {
            is_comment = !text.ends_with("*/");
            return false;
        }
        is_template ^= line.matches('`').count() % 2 == 1;
        is_template || !text.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(modules: &[(&str, &str)]) -> io::Result<Files> {
        let text = |(name, text): &(&str, &str)| (name.to_string(), text.as_bytes().to_vec());
        let mut files: Files = modules.iter().map(text).collect();
        let names = modules.iter().map(|(name, _)| name.to_string()).collect();
        write(&mut files, &[Bundle { name: "all.js", modules: names }])?;
        Ok(files)
    }

    #[test]
    fn modules_stand_behind_those_that_they_import() {
        let files = bundled(&[
            (
                "a/main.js",
                "import { one as first } from \"../b.js\";\nimport * as c from \"./c.js\";\nexport const sum = first + c.two;\n",
            ),
            (
                "a/c.js",
                "const [two] = await Promise.all([2]);\nexport function three() {}\nexport class Four {}\n",
            ),
            (
                "b.js",
                "import { x } from \"./x.js\";\nexport const one = new URL(\"x\", import.meta.url);\nexport const later = () => import(\"./a/c.js\");\n",
            ),
        ]);
        let files = files.expect("a bundle");
        let text = String::from_utf8(files["all.js"].clone()).expect("a text");
        assert_eq!(
            text,
            "import * as $x from \"./x.js\";\nconst $a_c = await (async () => {\nconst [two] = await Promise.all([2]);\nfunction three() {}\nclass Four {}\nreturn { three, Four };\n})();\n\
             const $b = (() => {\nconst { x } = $x;\nconst one = new URL(\"x\", new URL(\"./b.js\", import.meta.url));\nconst later = () => Promise.resolve($a_c);\nreturn { one, later };\n})();\n\
             const $a_main = (() => {\nconst { one: first } = $b;\nconst c = $a_c;\nconst sum = first + c.two;\nreturn { sum };\n})();\n\
             export { $a_c, $a_main, $b };\n"
        );
        let shared = "import { $a_c as shared } from \"../all.js\";\nexport const { three, Four } = shared;\n";
        assert_eq!(files["a/c.js"], shared.as_bytes());
    }

    #[test]
    fn what_cannot_be_bundled_is_an_error() {
        for (text, why) in [
            ("export let count = 0;", "export let count = 0;"),
            ("export default 1;", "export default 1;"),
            ("import \"./b.js\";", "\"./b.js\";"),
            ("import { a } from \"./a.js\";", "imports itself through other modules"),
        ] {
            let error = bundled(&[("a.js", text)]).expect_err("an error");
            assert_eq!(error.to_string(), format!("a.js cannot be bundled: {why}"));
        }
    }

    #[test]
    fn comments_and_blank_lines_are_left_out() {
        let source = "// Head.\n\n/** Doc. */\nconst a = 1; // why\n/**\n * Long.\n */\n  const b = `\n\n// kept ${a}\n/* kept */`;\n  /** @type {any} */ (a).b();\n";
        let lines: Vec<&str> = code_lines(source).collect();
        assert_eq!(
            lines,
            [
                "const a = 1; // why",
                "  const b = `",
                "",
                "// kept ${a}",
                "/* kept */`;",
                "  /** @type {any} */ (a).b();"
            ]
        );
    }
}
